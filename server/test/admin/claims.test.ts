/** Customers who were imported by an e-mail alone, and what becomes of them when the shop names them. */
import { describe, expect, it, vi } from 'vitest'
import type {
  ClaimItem,
  Revoked,
  RevokePreview,
  UnclaimedItem,
} from '../../src/customers/admin-api/claims-schema.ts'
import { clearUnclaimed } from '../../src/customers/clear-unclaimed.ts'
import { contactsToRecognise } from '../../src/customers/recognise.ts'
import type { SentCustomer } from '../../src/customers/sent-customer.ts'
import type { TimelineLine } from '../../src/history/admin-api/schema.ts'
import { announceUnclaimed } from '../../src/imports/announce-unclaimed.ts'
import { permissionsOf } from '../../src/people/role.ts'
import { ONE } from '../../src/platform/decimal.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { changeSettings, lockSettings } from '../../src/tenancy/store/tenants.ts'
import type { TenantSettings } from '../../src/tenancy/tenant.ts'
import { type Manager, type SendOptions, useManager } from '../support/admin.ts'
import { createdCustomer, mergedCustomer, updatedCustomer } from '../support/customers.ts'
import { amount, foreseeLines, importLines, outcomesOf } from '../support/imports.ts'
import { personFileOf } from '../support/person-file.ts'
import { rowsThatTell } from '../support/rows-that-tell.ts'
import { DAY_MS, program, type Shop } from '../support/shop.ts'
import { tenantOf } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'

vi.setConfig({ testTimeout: 60_000 })
const test = useShops()
const admin = useManager(() => test.api)

interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

interface Opened {
  readonly shop: Shop
  readonly manager: Manager
  /** Number of the customer who was imported as Ana@x.com, with 80 points. */
  readonly ana: number
}

async function open(settings: TenantSettings = {}): Promise<Opened> {
  const shop = await test.open(program(), { settings: { hasUnclaimed: true, ...settings } })
  const line = { email: 'Ana@x.com', name: 'Ana Lima', points: amount('80') }
  expect(outcomesOf(await importLines(test.api, shop, [line]))).toEqual(['unclaimed'])
  const [row] = await test.reader.query<{ id: number }>(
    'select id::int from customer where tenant_id = $1 and is_unclaimed',
    [shop.tenantId],
  )
  test.api.now += 1_000
  return { shop, manager: admin.manager(shop.key), ana: row?.id ?? 0 }
}

const read = async <Body>(manager: Manager, path: string, options?: SendOptions) =>
  (await manager.done<Body>('GET', path, undefined, options)).body
const by = (id: string, email: string, more: object = {}) => ({
  Customer: { OriginalId: id, Email: email, ...more },
})
const unclaimed = async ({ manager }: Opened, query = '') =>
  (await read<Page<UnclaimedItem>>(manager, `/unclaimed${query}`)).items.map(
    ({ customer, balance, sharing }) =>
      `${customer.originalId} ${balance.points} ${sharing.map(({ originalId }) => originalId).join()}`.trim(),
  )
const claims = async ({ manager }: Opened) => (await read<Page<ClaimItem>>(manager, '/claims')).items
const preview = ({ manager, ana }: Opened) => read<RevokePreview>(manager, `/customers/${ana}/claim`)
const revoke = ({ manager, ana }: Opened) => manager.send<Revoked>('POST', `/customers/${ana}/revoke-claim`)
const customersOf = ({ tenantId }: Shop) =>
  test.reader
    .query<{ line: string }>(
      `select concat_ws(' ', original_id, coalesce(name, '-'), points_balance::float, is_unclaimed) as line
       from customer where tenant_id = $1 order by original_id`,
      [tenantId],
    )
    .then((rows) => rows.map(({ line }) => line))

describe('a customer who was imported by an e-mail', () => {
  it('is listed with its balance until the shop names it, and is in the timeline and the audit then', async () => {
    const opened = await open()
    const { shop, manager, ana } = opened
    expect(await unclaimed(opened)).toEqual(['Ana@x.com 80'])
    expect(await unclaimed(opened, '?search=lima')).toEqual(['Ana@x.com 80'])
    expect(await unclaimed(opened, '?search=bea')).toEqual([])
    await shop.completed('o1', '8812', 10, by('8812', 'ana@x.com'))
    expect(await unclaimed(opened)).toEqual([])
    expect(await claims(opened)).toMatchObject([
      {
        customer: { id: ana, originalId: '8812' },
        balance: { points: '90' },
        ...{ claimedId: '8812', formerId: 'Ana@x.com', matchedBy: 'email', revokedAt: null },
      },
    ])
    const { items } = await read<Page<TimelineLine>>(manager, `/customers/${ana}/timeline`)
    const told = items.find(({ kind }) => kind === 'claimed')
    expect(told?.sentence).toBe(
      'Claimed by customer 8812 of the shop, who has the same e-mail; until then known as Ana@x.com',
    )
    expect(told).toMatchObject({ points: '0', balanceAfter: { points: '80' } })
    const only = await read<Page<TimelineLine>>(manager, `/customers/${ana}/timeline?kinds=claimed`)
    expect(only.items).toHaveLength(1)
    const audit = await test.reader.query(
      'select action, actor_kind, target_id, after from audit_entry where tenant_id = $1',
      [shop.tenantId],
    )
    expect(audit).toEqual([
      {
        action: 'customer.claim',
        actor_kind: 4,
        target_id: String(ana),
        after: { matchedBy: 'email' },
      },
    ])
  })

  it('is masked for those who may not see persons', async () => {
    const opened = await open()
    const { shop, manager, ana } = opened
    const options = { permissions: ['customers.read'] } as const
    const [waiting] = (await read<Page<UnclaimedItem>>(manager, '/unclaimed', options)).items
    expect(waiting?.customer.originalId).toBe('A•••@x.com')
    await shop.completed('o1', '123.456.789-09', 10, by('123.456.789-09', 'ana@x.com'))
    const [claim] = (await read<Page<ClaimItem>>(manager, '/claims', options)).items
    expect([claim?.formerId, claim?.claimedId]).toEqual(['A•••@x.com', '•••09'])
    const { items } = await read<Page<TimelineLine>>(manager, `/customers/${ana}/timeline`, options)
    expect(items.find(({ kind }) => kind === 'claimed')?.sentence).not.toMatch(/Ana@|123/)
    expect((await manager.send('GET', `/customers/${ana}/claim`, undefined, options)).status).toBe(403)
    const refused = await manager.send('POST', `/customers/${ana}/revoke-claim`, undefined, options)
    expect(refused.status).toBe(403)
    for (const role of ['support', 'viewer', 'developer'] as const) {
      expect(permissionsOf(role)).not.toContain('customers.merge')
    }
  })

  it('waits for a person where the merchant wants to look: the pair is listed, and merging settles it', async () => {
    const opened = await open({ claims: 'review' })
    const { shop, manager, ana } = opened
    await shop.completed('o1', '8812', 10, by('8812', 'ana@x.com'))
    await importLines(test.api, shop, [{ email: 'bea@x.com', points: amount('5') }], { importId: 2 })
    // Another document: another person who shares the address.
    await createdCustomer(shop, { OriginalId: '1', Document: '1', Email: 'cai@x.com' })
    const cai = { email: 'cai@x.com', document: '2', points: amount('7') }
    expect(outcomesOf(await importLines(test.api, shop, [cai], { importId: 3 }))).toEqual(['unclaimed'])
    expect(await unclaimed(opened)).toEqual(['Ana@x.com 80 8812', 'bea@x.com 5', 'cai@x.com 7'])
    expect(await unclaimed(opened, '?matched=true')).toEqual(['Ana@x.com 80 8812'])
    const [pair] = (await read<Page<UnclaimedItem>>(manager, '/unclaimed?matched=true')).items
    await manager.done('POST', `/customers/${ana}/merge`, { into: pair?.sharing[0]?.id })
    expect(await unclaimed(opened, '?matched=true')).toEqual([])
    expect((await customersOf(shop)).filter((line) => line.startsWith('8812'))).toEqual(['8812 Ana Lima 90'])
  })
})

describe('a claim that is revoked', () => {
  it('leaves the points with who was imported, forgets what the shop’s id told, and is not made again', async () => {
    const opened = await open()
    const { shop, manager, ana } = opened
    const reward = await shop.makeReward({ points: 30n * ONE })
    await shop.completed('o1', '666', 10, by('666', 'ana@x.com', { Name: 'Eve', Document: '999' }))
    await shop.redeemed(reward, '666')
    expect(await preview(opened)).toMatchObject({
      canRevoke: true,
      customer: { originalId: 'Ana@x.com', name: 'Ana Lima' },
      balance: { points: '60' },
      orders: 1,
      earned: { points: '10' },
      used: { points: '30' },
      revokedAt: null,
    })
    expect(await customersOf(shop)).toEqual(['666 Eve 60'])
    expect((await revoke(opened)).body).toMatchObject({ customer: { originalId: 'Ana@x.com' }, orders: 1 })
    expect(await customersOf(shop)).toEqual(['Ana@x.com Ana Lima 60 t'])
    expect(await unclaimed(opened)).toEqual(['Ana@x.com 60'])
    expect(await claims(opened)).toMatchObject([{ claimedId: '666', revokedBy: 'person:7' }])

    // Twice is once, and nothing of the stranger is left with Ana.
    expect((await revoke(opened)).status).toBe(200)
    const entries = await test.reader.query(
      `select from audit_entry where tenant_id = $1 and action = 'customer.revokeClaim'`,
      [shop.tenantId],
    )
    expect(entries).toHaveLength(1)

    // A dry run knows it as well as what it runs before.
    const line = { originalId: '666', email: 'ana@x.com', points: amount('1') }
    expect(await foreseeLines(test.api, shop, [line])).toEqual(['created'])

    // The stranger is a customer of its own, whatever it sends; Ana is found by her own id.
    await shop.completed('o2', '666', 20, by('666', 'ana@x.com'))
    await shop.completed('o3', '8812', 40, by('8812', 'ANA@x.com', { Document: '123' }))
    expect(await customersOf(shop)).toEqual(['666 - 20', '8812 - 40', 'Ana@x.com Ana Lima 60 t'])
    expect(await unclaimed(opened, '?matched=true')).toEqual(['Ana@x.com 60 666,8812'])
    const lines = await read<Page<TimelineLine>>(manager, `/customers/${ana}/timeline?kinds=claimRevoked`)
    expect(lines.items).toMatchObject([{ by: 'person:7' }])
    // The order of before is still this customer's: it can be cancelled.
    await shop.cancelled('o1')
    expect((await customersOf(shop))[2]).toBe('Ana@x.com Ana Lima 50 t')
  })

  it('can be claimed by another id afterwards', async () => {
    const opened = await open()
    const { shop } = opened
    await shop.completed('o1', '666', 10, by('666', 'ana@x.com'))
    expect((await revoke(opened)).status).toBe(200)
    test.api.now += 1
    await shop.completed('o2', '8812', 1, by('8812', 'ana@x.com'))
    expect(await customersOf(shop)).toEqual(['8812 Ana Lima 91'])
    expect((await claims(opened)).map(({ claimedId, revokedAt }) => [claimedId, revokedAt !== null])).toEqual(
      [
        ['8812', false],
        ['666', true],
      ],
    )
  })

  it('is refused with a sentence where it would be wrong', async () => {
    const why = async (opened: Opened) => {
      const shown = await preview(opened)
      const { status, body } = await revoke(opened)
      expect([status, shown.canRevoke]).toEqual([409, false])
      expect((body as unknown as { code: string }).code).toBe(shown.obstacle?.reason)
      return shown.obstacle?.reason
    }
    const pending = await open()
    await pending.shop.placed({
      ...pending.shop.completeOrder('o1', '666', 10, by('666', 'ana@x.com')),
      IsCompleted: false,
      OrderCompletedDate: null,
    })
    expect(await why(pending)).toBe('ordersOpen')
    await pending.shop.cancelled('o1')
    expect((await revoke(pending)).status).toBe(200)

    const renamed = await open()
    await renamed.shop.completed('o1', '666', 10, by('666', 'ana@x.com'))
    await updatedCustomer(renamed.shop, '666', { OriginalId: '667', Email: 'ana@x.com' })
    expect(await why(renamed)).toBe('idChanged')

    const merged = await open()
    await merged.shop.completed('o1', '666', 10, by('666', 'ana@x.com'))
    await createdCustomer(merged.shop, { OriginalId: 'other' })
    await mergedCustomer(merged.shop, 'other', '666')
    expect(await why(merged)).toBe('mergedSince')

    const late = await open()
    await late.shop.completed('o1', '666', 10, by('666', 'ana@x.com'))
    test.api.now += 31 * DAY_MS
    expect(await why(late)).toBe('tooLate')
    expect(await claims(late)).toEqual([])

    const never = await open()
    expect((await revoke(never)).status).toBe(404)
    expect((await revoke({ ...never, ana: late.ana })).status).toBe(404)
  })

  it('is once, whoever orders at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const opened = await open()
      const { shop } = opened
      await shop.completed('o1', '666', 10, by('666', 'ana@x.com'))
      await Promise.all([
        revoke(opened),
        shop.completed('o2', '666', 5, by('666', 'ana@x.com')),
        revoke(opened),
      ])
      const found = await customersOf(shop)
      // Before it was revoked, the order belongs to this customer; afterwards, to one of its own.
      expect([['666 - 5', 'Ana@x.com Ana Lima 90 t'], ['Ana@x.com Ana Lima 95 t']]).toContainEqual(found)
    }
  })

  it('is gone with a person who is erased', async () => {
    const opened = await open()
    const { shop, manager, ana } = opened
    await shop.completed('o1', '8812', 10, by('8812', 'ana@x.com', { Name: 'Ana Other' }))
    const file = await personFileOf(test.api, shop.tenantId, ana)
    expect(JSON.stringify(file.claims)).toMatch(/Ana@x\.com.*Ana Lima/)
    await manager.done('POST', `/customers/${ana}/erase`, { confirm: '8812', reason: 'asked' })
    expect(await rowsThatTell(test.reader, shop.tenantId, /Ana@x|Lima|8812/i)).toEqual([])
  })

  it('is gone too where one id has claimed two customers, who were merged then', async () => {
    const opened = await open()
    const { shop, manager } = opened
    await shop.completed('o1', '666', 10, by('666', 'ana@x.com'))
    expect((await revoke(opened)).status).toBe(200)
    await importLines(test.api, shop, [{ email: 'Bea@x.com', points: amount('5') }], { importId: 2 })
    await shop.completed('o2', '666', 10, by('666', 'bea@x.com'))
    const bea = Number((await claims(opened)).find(({ formerId }) => formerId === 'Bea@x.com')?.customer.id)
    await shop.cancelled('o1')
    await mergedCustomer(shop, 'Ana@x.com', '666')
    await manager.done('POST', `/customers/${bea}/erase`, { confirm: '666', reason: 'asked' })
    // Answers of the management API are kept for a day, so that a repeated request gets the same one.
    const told = await rowsThatTell(test.reader, shop.tenantId, /Ana@x|Lima|Bea@x/i)
    expect(told.filter((row) => !row.startsWith('public.idempotency_key'))).toEqual([])
  })
})

describe('the setting that makes orders look', () => {
  const flag = async (shop: Shop) => (await tenantOf(test.api, shop)).settings.hasUnclaimed
  const clear = async (shop: Shop) =>
    clearUnclaimed({
      cells: test.api.cells,
      database: test.api.cells.of({ cell: MAIN_CELL }),
      tenant: await tenantOf(test.api, shop),
      now: test.api.now,
    })

  it('goes when no one is left and no claim can be revoked, and orders pay nothing then', async () => {
    const opened = await open()
    const { shop } = opened
    await clear(shop)
    expect(await flag(shop)).toBe(true)
    await shop.completed('o1', '8812', 10, by('8812', 'ana@x.com'))
    await clear(shop)
    expect(await flag(shop)).toBe(true)
    test.api.now += 31 * DAY_MS
    await clear(shop)
    expect(await flag(shop)).toBe(false)
    const sent = { originalId: '1', email: 'x@x.com', document: null } as SentCustomer
    expect(contactsToRecognise(await tenantOf(test.api, shop), sent)).toBeNull()
    const [left] = await test.reader.query<{ profile: unknown }>(
      'select profile from customer_claim where tenant_id = $1',
      [shop.tenantId],
    )
    expect(left?.profile).toBeNull()
  })

  it('stays while a job may bring one, and an import that begins meanwhile sets it again', async () => {
    const shop = await test.open(program(), { settings: { hasUnclaimed: true } })
    const { directory } = test.api.cells
    const insertJob = `insert into job (tenant_id, kind, state, input, by_actor, by_label, created_at, turn_at)
       values ($1, 'import.apply', 2, '{}', 'person:7', 'Bia', now(), now())`
    await test.reader.query(insertJob, [shop.tenantId])
    await clear(shop)
    expect(await flag(shop)).toBe(true)
    await test.reader.query('delete from job where tenant_id = $1', [shop.tenantId])

    // The daily run has looked, and has not written yet: what the import knows is old by then.
    let announced: Promise<void> | undefined
    const known = await tenantOf(test.api, shop)
    expect(known.settings.hasUnclaimed).toBe(true)
    await directory.transaction([], async (tx) => {
      await lockSettings(tx, known.id)
      announced = announceUnclaimed({ directory }, known)
      await new Promise((resolve) => setTimeout(resolve, 200))
      await changeSettings(tx, known.id, { hasUnclaimed: false })
    })
    await announced
    expect(await flag(shop)).toBe(true)
  })
})
