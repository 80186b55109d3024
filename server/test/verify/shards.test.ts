import { beforeAll, describe, expect, it } from 'vitest'
import { type VerifyingOptions, verifyPages } from '../../src/app/verify.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import type { Tenant } from '../../src/tenancy/tenant.ts'
import { runHere } from '../cli/run-here.ts'
import { program } from '../support/shop.ts'
import { useShop } from '../support/use-shops.ts'

const CUSTOMERS = 23
const PAGE_SIZE = 4

/** What several processes verify together is what one would verify alone. */
describe('verifying in shards', () => {
  const test = useShop(program())
  let tenant: Tenant

  beforeAll(async () => {
    for (let index = 0; index < CUSTOMERS; index += 1) await test.shop.completed(`o${index}`, `c${index}`, 10)
    const found = await test.api.cells.directory.read([], (tx) => findTenant(tx, test.shop.tenantId))
    if (!found) throw new Error('no tenant')
    tenant = found
  })

  async function verified(options: VerifyingOptions, pages = Number.POSITIVE_INFINITY) {
    const found: string[] = []
    let accounts = 0
    let place = options.after ?? null
    let seen = 0
    for await (const page of verifyPages(test.api.cells, [tenant], { pageSize: PAGE_SIZE, ...options })) {
      accounts += page.accounts
      found.push(...page.differences.map(({ customer, what }) => `${customer}: ${what}`))
      place = page.place
      seen += 1
      if (seen === pages) break
    }
    return { found, accounts, place }
  }

  async function shards(of: number) {
    return Promise.all(
      Array.from({ length: of }, (_, index) => verified({ shard: { number: index + 1, of } })),
    )
  }

  /** Damage to every customer, to what is kept by customer and to what is counted for the merchant, and its repair. */
  async function whileDamaged(work: () => Promise<void>): Promise<void> {
    const { reader, shop } = test
    await reader.query('update customer set order_count = order_count + 5 where tenant_id = $1', [
      shop.tenantId,
    ])
    const count = 'update customer_count set customers = customers + $2 where tenant_id = $1 and tier_id = 0'
    await reader.query(count, [shop.tenantId, 1])
    try {
      await work()
    } finally {
      await reader.query('update customer set order_count = order_count - 5 where tenant_id = $1', [
        shop.tenantId,
      ])
      await reader.query(count, [shop.tenantId, -1])
    }
  }

  it.each([1, 2, 3, 7, 10])('%i of them see every account once, and every difference once', async (of) => {
    await whileDamaged(async () => {
      const results = await shards(of)
      expect(results.reduce((sum, { accounts }) => sum + accounts, 0)).toBe(CUSTOMERS)
      const found = results.flatMap((result) => result.found)
      expect(found.toSorted()).toEqual(
        [
          ': customers',
          ...Array.from({ length: CUSTOMERS }, (_, index) => `c${index}: orders that are not cancelled`),
        ].toSorted(),
      )
    })
  })

  it('share the work: none has more than a page beyond its part', async () => {
    const counts = (await shards(3)).map(({ accounts }) => accounts)
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(PAGE_SIZE)
  })

  it.each([1, 2, 3, 4, 5])('a run that ended after page %i goes on where it was', async (pages) => {
    await whileDamaged(async () => {
      const shard = { number: 1, of: 2 }
      const whole = await verified({ shard })
      const begun = await verified({ shard }, pages)
      const rest = await verified({ shard, after: begun.place })
      expect([...begun.found, ...rest.found]).toEqual(whole.found)
      expect(begun.accounts + rest.accounts).toBe(whole.accounts)
    })
  })

  it('an account that comes while shards run moves no other one to another shard', async () => {
    const [first] = await shards(2)
    await test.shop.completed('late', 'late', 10)
    const [again, second] = await shards(2)
    expect((first?.accounts ?? 0) + (second?.accounts ?? 0)).toBeGreaterThanOrEqual(CUSTOMERS)
    expect((again?.accounts ?? 0) + (second?.accounts ?? 0)).toBe(CUSTOMERS + 1)
  })

  const named = (option: string): string => option.replace('TENANT', String(test.shop.tenantId))

  it.each([
    [['--shard', '0/2'], 'such as 1/8'],
    [['--shard', '3/2'], 'such as 1/8'],
    [['--shard', 'one'], 'such as 1/8'],
    [['--after', '12'], 'such as 3:81234'],
    [['--after', '99999999:5'], 'tenant 99999999 is none of those', 2],
    [['--shard', '1/2', '--after', 'TENANT:5@2/2'], 'this place is of --shard 2/2', 2],
    [['--after', 'TENANT:5@2/2'], 'this place is of --shard 2/2', 2],
  ])('the command refuses %j', async (options, says, code = 64) => {
    const { exitCode, stderr } = await runHere(['verify', ...options.map(named)], {
      DATABASE_URL: test.api.databaseUrl,
    })
    expect(exitCode).toBe(code)
    expect(stderr).toContain(says)
  })
})
