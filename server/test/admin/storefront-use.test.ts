/** What a merchant is told of its customers' browsers: how much they ask, and from where in vain. */
import { expect, it } from 'vitest'
import type { StorefrontState } from '../../src/storefront/admin-api/schema.ts'
import { rotateOldStorefrontKey } from '../../src/tenancy/manage/storefront.ts'
import { StorefrontUses } from '../../src/tenancy/public-api/uses.ts'
import { useManager } from '../support/admin.ts'
import { DAY_MS } from '../support/shop.ts'
import { openStorefront } from '../support/storefront.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const test = useShops()
const admin = useManager(() => ({ ...test.api, cells: test.api.sealedCells }))

async function open() {
  const shop = await test.open()
  const storefront = await openStorefront(test.api, shop)
  const manager = await admin.manager(shop.key)
  const told = async () => (await manager.get<StorefrontState>('/storefront')).body
  return { shop, storefront, manager, told }
}

const usesOf = (now = START) => {
  const clock = { now }
  return { clock, uses: new StorefrontUses(test.api.sealedCells.directory, () => clock.now) }
}

it('requests, 304s, tokens and refused origins are counted as they happen', async () => {
  const { shop, storefront, told } = await open()
  await shop.completed('o1', 'ana', 80)
  const token = await storefront.tokenOf('ana')
  await storefront.tokenOf('ana')
  const { headers } = await storefront.about()
  await storefront.about('', { 'if-none-match': String(headers.etag) })
  for (const origin of ['https://staging.shop.example', 'https://staging.shop.example', 'null']) {
    expect((await storefront.me(token, { origin })).statusCode).toBe(403)
    // One second of one customer has five reads.
    test.api.now += 300
  }
  await until(async () => (await told()).refusedOrigins.length > 0)
  const { use, refusedOrigins } = await told()
  expect(refusedOrigins).toEqual([{ origin: 'https://staging.shop.example', count: 2 }])
  expect(use).toMatchObject({ notModified: 1, mints: 2, visits: 1, mintsPerVisit: 2 })
  expect(use.requests).toBeGreaterThanOrEqual(2)
})

it('an origin that is allowed now is refused no more', async () => {
  const { shop, manager, told } = await open()
  const { uses } = usesOf()
  uses.refused(shop.tenantId, 'https://staging.shop.example')
  uses.refused(shop.tenantId, 'https://other.example')
  await uses.close()
  const origins = ['https://staging.shop.example']
  await manager.done('PATCH', '/storefront/domains', { origins }, { ifMatch: '*' })
  expect((await told()).refusedOrigins).toEqual([{ origin: 'https://other.example', count: 1 }])
})

it('of origins that are made up, twenty a day are kept, and nothing that is none', async () => {
  const { shop, told } = await open()
  const { uses, clock } = usesOf()
  const name = (n: number) => `https://${n}.evil.example`
  for (let n = 1; n <= 100; n += 1)
    for (let times = 0; times < n; times += 1) uses.refused(shop.tenantId, name(n))
  for (const text of ['null', 'https://a.example/<b>', `https://${'a'.repeat(300)}.example`, 'javascript:1'])
    uses.refused(shop.tenantId, text)
  await uses.flush()
  const { refusedOrigins } = await told()
  expect(refusedOrigins).toHaveLength(20)
  expect(refusedOrigins[0]).toEqual({ origin: name(20), count: 20 })
  clock.now += DAY_MS
  for (let times = 0; times < 50; times += 1) uses.refused(shop.tenantId, name(99))
  await uses.close()
  expect((await told()).refusedOrigins[0]).toEqual({ origin: name(99), count: 50 })
})

it('several processes and hours add up, and after two days nothing is left', async () => {
  const { shop, told } = await open()
  const processes = [usesOf(), usesOf(), usesOf(START - 3_600_000)]
  for (const { uses } of processes) {
    for (const who of ['ana', 'ana', 7, '7']) uses.mint(shop.tenantId, who)
  }
  await Promise.all(processes.map(({ uses }) => uses.close()))
  expect((await told()).use).toMatchObject({ mints: 12, visits: 9, mintsPerVisit: 1.33 })
  test.api.now = START + 2 * DAY_MS
  expect((await told()).use).toMatchObject({ mints: 0, mintsPerVisit: null })
  await test.api.sealedCells.directory.transaction([shop.tenantId], (tx) =>
    rotateOldStorefrontKey(tx, shop.tenantId, START + 3 * DAY_MS),
  )
  const left = await test.reader.query('select from storefront_use where tenant_id = $1', [shop.tenantId])
  expect(left).toEqual([])
})

it('the first step “customers see their points” is done with a token, while the storefront is on', async () => {
  const { shop, storefront, manager } = await open()
  interface Steps {
    readonly steps: readonly { step: string; isDone: boolean; at: string | null }[]
  }
  const step = async () =>
    (await manager.get<Steps>('/checklist')).body.steps.find(({ step: name }) => name === 'pointsShown')
  expect(await step()).toMatchObject({ isDone: false, at: null })
  await shop.completed('o1', 'ana', 80)
  await storefront.tokenOf('ana')
  await until(async () => (await step())?.isDone === true)
  expect((await step())?.at).toMatch(/:00:00/)
  const switchTo = async (isOn: boolean) => {
    const { etag } = await manager.get('/storefront')
    await manager.done('PATCH', '/storefront', { isOn }, { ifMatch: etag })
  }
  await switchTo(false)
  expect(await step()).toMatchObject({ isDone: false })
  await switchTo(true)
  expect(await step()).toMatchObject({ isDone: true })
})
