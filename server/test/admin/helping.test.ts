/**
 * What a merchant's people do for a customer who asks: give a redemption back, cancel an order, let them in or out, and
 * correct who they are. src/rewards/admin-api/return-routes.ts, src/orders/admin-api/routes.ts,
 * src/customers/admin-api/change-routes.ts.
 */
import { describe, expect, it } from 'vitest'
import type { Effect } from '../../src/customers/admin-api/effect-schema.ts'
import { type Manager, type SendOptions, useManager } from '../support/admin.ts'
import { DAY_MS, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const admin = useManager(() => test.api)
/** Another process: a till of its own, and the same database. */
const elsewhere = useManager(() => test.api)
const ROUNDS = Number(process.env.RACE_REPETITIONS ?? 10)

interface Opened {
  readonly shop: Shop
  readonly manager: Manager
  readonly customerId: number
  readonly orderId: number
  /** Of 60 of the 100 points. */
  readonly redemptionId: number
  readonly redemptionKey: string
}

const idIn = async ({ tenantId }: Shop, table: string): Promise<number> => {
  const [row] = await test.reader.query<{ id: number }>(
    `select id::int from ${table} where tenant_id = $1 order by id limit 1`,
    [tenantId],
  )
  if (!row) throw new Error(`there is nothing in ${table}`)
  return row.id
}

/** Ana has bought for 100, and redeemed 60 of her points. */
async function open(): Promise<Opened> {
  const shop = await test.open()
  await shop.completed('991', 'ana', 100, {
    Customer: { OriginalId: 'ana', Name: 'Ana Souza', Email: 'ana@shop.example' },
  })
  const reward = await shop.makeReward({ points: 600_000n })
  const { originalKey } = await shop.redeemed(reward, 'ana')
  return {
    shop,
    manager: admin.manager(shop.key),
    customerId: await idIn(shop, 'customer'),
    orderId: await idIn(shop, 'customer_order'),
    redemptionId: await idIn(shop, 'redemption'),
    redemptionKey: originalKey,
  }
}

const NOTE = { note: 'She called' }
const balanceOf = async ({ shop }: Opened) => (await shop.events('ana')).at(-1)?.balance[0]
const returnPath = ({ redemptionId }: Opened) => `/redemptions/${redemptionId}/return`
const cancelPath = ({ customerId, orderId }: Opened) => `/customers/${customerId}/orders/${orderId}/cancel`
const auditOf = ({ shop }: Opened) =>
  test.reader.query(
    `select action, actor_label, target_kind, target_id, target_label, before, after, note from audit_entry
     where tenant_id = $1 order by id`,
    [shop.tenantId],
  )
const notesOf = ({ shop }: Opened) =>
  test.reader.query(
    `select customer_id::int, target_kind, target_id::int, note, made_by, made_label from customer_note
     where tenant_id = $1 order by id`,
    [shop.tenantId],
  )
const noted = ({ customerId }: Opened, target_kind: string, target_id: number) => ({
  customer_id: customerId,
  target_kind,
  target_id,
  note: NOTE.note,
  made_by: 'person:7',
  made_label: 'Bia',
})

describe('giving a redemption back', () => {
  it('returns its points to the lots they came from, is told to the audit, and the note lies apart', async () => {
    const opened = await open()
    const { manager, redemptionId, redemptionKey } = opened
    const done = await manager.done<{ effect: Effect; returnedAt: string }>('POST', returnPath(opened), NOTE)
    expect(done.body).toMatchObject({
      id: redemptionId,
      key: redemptionKey,
      effect: {
        customer: { id: opened.customerId },
        before: { points: '40' },
        after: { points: '100' },
        records: [{ recordId: expect.any(Number), kind: 'returned', amount: { points: '60' }, lotCount: 1 }],
      },
    })
    expect(done.body.effect.records[0]?.lots[0]).toMatchObject({ used: { points: '-60' } })
    expect(await auditOf(opened)).toEqual([
      {
        action: 'redemption.return',
        actor_label: 'Bia',
        target_kind: 'redemption',
        target_id: String(redemptionId),
        target_label: redemptionKey,
        before: { returnedAt: null, balance: { points: '40', cashback: '2' } },
        after: { returnedAt: done.body.returnedAt, balance: { points: '100', cashback: '5' } },
        note: null,
      },
    ])
    expect(await notesOf(opened)).toEqual([noted(opened, 'redemption', redemptionId)])
    const notes = (options?: SendOptions) => manager.get(`/customers/${opened.customerId}/notes`, options)
    expect((await notes()).body).toMatchObject({
      items: [
        {
          target: { kind: 'redemption', id: redemptionId },
          note: NOTE.note,
          by: { kind: 'person', id: 7, label: 'Bia' },
        },
      ],
      nextCursor: null,
    })
    expect((await notes({ permissions: ['customers.read'] })).status).toBe(403)
    const again = await manager.send('POST', returnPath(opened), NOTE)
    expect(again.status).toBe(409)
    expect(await balanceOf(opened)).toBe(100)
  })

  it('is tried out without a trace, and then does what was shown', async () => {
    const opened = await open()
    const before = await opened.shop.everything()
    const shown = await opened.manager.done<Effect>('POST', `${returnPath(opened)}/preview`)
    expect(shown.body.records).toMatchObject([{ recordId: null, kind: 'returned' }])
    expect(await opened.shop.everything()).toEqual(before)
    const { body } = await opened.manager.done<{ effect: Effect }>('POST', returnPath(opened), NOTE)
    expect({
      ...body.effect,
      records: body.effect.records.map((one) => ({ ...one, recordId: null })),
    }).toEqual(shown.body)
  })

  it('shows points that expire in the moment they come back', async () => {
    const opened = await open()
    test.api.now += 400 * DAY_MS
    const { body } = await opened.manager.done<Effect>('POST', `${returnPath(opened)}/preview`)
    expect(body).toMatchObject({ before: { points: '0' }, after: { points: '0' } })
    expect(body.records.map(({ kind }) => kind)).toEqual(['returned', 'expired'])
    await opened.manager.done('POST', returnPath(opened), NOTE)
    expect(await balanceOf(opened)).toBe(0)
  })

  it('is refused while an order has used its coupon', async () => {
    const opened = await open()
    const [coupon] = await test.reader.query<{ code: string }>(
      'select code from coupon where tenant_id = $1',
      [opened.shop.tenantId],
    )
    await opened.shop.completed('992', 'ana', 10, { Coupon: coupon?.code })
    for (const path of [returnPath(opened), `${returnPath(opened)}/preview`]) {
      expect((await opened.manager.send('POST', path, path.endsWith('w') ? undefined : NOTE)).status).toBe(
        409,
      )
    }
    expect(await notesOf(opened)).toEqual([])
  })
})

describe('cancelling an order', () => {
  it('takes back what it earned, and shows what is owed before', async () => {
    const opened = await open()
    const { manager, orderId } = opened
    const shown = await manager.done<Effect>('POST', `${cancelPath(opened)}/preview`, {})
    expect(shown.body).toMatchObject({
      before: { points: '40', cashback: '2' },
      after: { points: '-60', cashback: '-3' },
      records: [{ kind: 'taken', amount: { points: '-100' }, owed: { points: '60', cashback: '3' } }],
    })
    const done = await manager.done<{ cancelledAt: string }>('POST', cancelPath(opened), NOTE)
    expect(done.body).toMatchObject({ id: orderId, originalId: '991', effect: { after: { points: '-60' } } })
    expect(await auditOf(opened)).toMatchObject([
      {
        action: 'order.cancel',
        target_kind: 'order',
        target_label: '991',
        before: { cancelledAt: null },
        after: { cancelledAt: done.body.cancelledAt, balance: { points: '-60', cashback: '-3' } },
        note: null,
      },
    ])
    expect(await notesOf(opened)).toEqual([noted(opened, 'order', orderId)])
    // Once more it is the same, and nothing is told twice.
    const again = await manager.done('POST', cancelPath(opened), NOTE)
    expect(again.body).toMatchObject({ cancelledAt: done.body.cancelledAt, effect: { records: [] } })
    expect(await auditOf(opened)).toHaveLength(1)
    expect(await notesOf(opened)).toHaveLength(1)
  })

  it('has a date that can be', async () => {
    const opened = await open()
    const at = (days: number) => new Date(test.api.now + days * DAY_MS).toISOString()
    for (const date of [at(-1), at(2), 'yesterday']) {
      expect(await opened.manager.problems('POST', cancelPath(opened), { ...NOTE, date })).toEqual(['/date'])
    }
    test.api.now += DAY_MS
    const { body } = await opened.manager.done('POST', cancelPath(opened), { ...NOTE, date: at(-0.5) })
    expect(body.cancelledAt).toBe(at(-0.5))
  })

  it('of another customer’s number is not there', async () => {
    const opened = await open()
    const { manager, customerId, orderId } = opened
    const path = `/customers/${customerId + 1}/orders/${orderId}/cancel`
    expect((await manager.send('POST', path, NOTE)).status).toBe(404)
  })
})

describe('taking part', () => {
  it('ends and begins again, once each in the audit', async () => {
    const opened = await open()
    const { manager, customerId, shop } = opened
    const path = (verb: string) => `/customers/${customerId}/${verb}`
    expect((await manager.done('POST', path('leave'))).body).toMatchObject({
      isEnrolled: false,
      enrolledAt: null,
    })
    await manager.done('POST', path('leave'))
    await shop.completed('993', 'ana', 10)
    expect(await balanceOf(opened)).toBe(40)
    expect((await manager.done('POST', path('enrol'))).body).toMatchObject({ isEnrolled: true })
    await manager.done('POST', path('enrol'))
    await shop.completed('994', 'ana', 10)
    expect(await balanceOf(opened)).toBe(50)
    expect(await auditOf(opened)).toMatchObject([
      { action: 'customer.leave', before: { isEnrolled: true }, after: { isEnrolled: false } },
      { action: 'customer.enrol', before: { isEnrolled: false }, after: { isEnrolled: true } },
    ])
  })
})

describe('correcting who somebody is', () => {
  const SECRETS = ['Ana Lima', 'lima@shop.example', '+55 11 98888-7777', '123.456.789-09']
  const PROFILE = { name: SECRETS[0], email: SECRETS[1], phone: SECRETS[2], document: SECRETS[3] }
  const ANY: SendOptions = { ifMatch: '*' }

  it('changes what is sent, and the audit has the names of the members alone', async () => {
    const opened = await open()
    const { manager, customerId, shop } = opened
    await manager.done('PATCH', `/customers/${customerId}`, PROFILE, ANY)
    const [row] = await test.reader.query('select name, email, phone from customer where tenant_id = $1', [
      shop.tenantId,
    ])
    expect(row).toEqual({ name: SECRETS[0], email: SECRETS[1], phone: SECRETS[2] })
    await manager.done('PATCH', `/customers/${customerId}`, { name: SECRETS[0] }, ANY)
    const audit = await auditOf(opened)
    expect(audit).toMatchObject([
      { action: 'customer.update', before: null, after: { members: ['name', 'email', 'phone', 'document'] } },
    ])
    const kept = JSON.stringify([audit, await test.reader.query('select * from idempotency_key')])
    for (const secret of [...SECRETS, 'Souza', 'ana@shop.example']) expect(kept).not.toContain(secret)
    // They are found by what they are called now.
    const terms = await test.reader.query<{ term: string }>(
      'select term from customer_term where tenant_id = $1 and customer_id = $2',
      [shop.tenantId, customerId],
    )
    const words = terms.map(({ term }) => term)
    expect(words).toContain('n:lima')
    expect(words).not.toContain('n:souza')
  })

  it('refuses blanks and what is no member', async () => {
    const { manager, customerId } = await open()
    const sent = { name: ' ', isEnrolled: true, birthday: '31/12/1990' }
    expect((await manager.problems('PATCH', `/customers/${customerId}`, sent, ANY)).sort()).toEqual([
      '/birthday',
      '/isEnrolled',
      '/name',
    ])
  })

  it('keeps a birthday that is stored', async () => {
    const { manager, customerId } = await open()
    const path = `/customers/${customerId}`
    await manager.done('PATCH', path, { birthday: '1990-02-03T12:00:00Z' }, ANY)
    expect((await manager.send('PATCH', path, { birthday: '1990-02-04T12:00:00Z' }, ANY)).status).toBe(409)
  })

  it('is refused to who has not seen what is there now, whoever has changed it', async () => {
    const opened = await open()
    const { manager, customerId, shop } = opened
    const path = `/customers/${customerId}`
    const seen = (await manager.get(path)).etag
    expect((await manager.send('PATCH', path, { name: 'Ana L.' })).status).toBe(428)
    const first = await manager.done('PATCH', path, { name: 'Ana Lima' }, { ifMatch: seen })
    expect(first.etag).not.toBe(seen)
    const second = await manager.send('PATCH', path, { phone: '1' }, { ifMatch: seen })
    expect([second.status, second.body.etag]).toEqual([412, first.etag])
    // The answer was lost, and the same is sent again without a key.
    const again = await manager.send('PATCH', path, { name: 'Ana Lima' }, { ifMatch: seen, key: null })
    expect([again.status, again.etag]).toEqual([200, first.etag])
    // The shop is somebody too; points are not.
    await shop.completed('992', 'ana', 10, { Customer: { OriginalId: 'ana', Name: 'Ana Maria' } })
    const third = await manager.send('PATCH', path, { phone: '1' }, { ifMatch: first.etag })
    expect(third.status).toBe(412)
    await shop.completed('993', 'ana', 10)
    const read = await manager.get<{ name: string }>(path)
    expect([read.body.name, read.etag]).toEqual(['Ana Maria', third.body.etag])
    await manager.done('PATCH', path, { phone: '2' }, { ifMatch: read.etag })
    expect((await auditOf(opened)).map(({ after }) => after)).toEqual([
      { members: ['name'] },
      { members: ['phone'] },
    ])
  })

  it('done by two at once with what both have seen is done by one of them', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { manager, shop, customerId } = await open()
      const path = `/customers/${customerId}`
      const { etag: ifMatch } = await manager.get(path)
      const answers = await Promise.all([
        manager.send('PATCH', path, { name: 'Ana One' }, { ifMatch }),
        elsewhere.manager(shop.key).send('PATCH', path, { name: 'Ana Two' }, { ifMatch }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    }
  })
})

describe('all of it', () => {
  const requests = (opened: Opened) =>
    [
      ['POST', returnPath(opened), NOTE, 'redemptions.return'],
      ['POST', `${returnPath(opened)}/preview`, undefined, 'redemptions.return'],
      ['POST', cancelPath(opened), NOTE, 'orders.cancel'],
      ['POST', `${cancelPath(opened)}/preview`, {}, 'orders.cancel'],
      ['POST', `/customers/${opened.customerId}/enrol`, undefined, 'customers.write'],
      ['POST', `/customers/${opened.customerId}/leave`, undefined, 'customers.write'],
      ['PATCH', `/customers/${opened.customerId}`, { name: 'Eve' }, 'customers.write', '*'],
    ] as const

  it('is not there for another merchant, and needs its permission', async () => {
    const opened = await open()
    const before = await opened.shop.everything()
    const other = admin.manager((await test.open()).key)
    for (const [method, path, body, , ifMatch] of requests(opened)) {
      expect([path, (await other.send(method, path, body, { ifMatch })).status]).toEqual([path, 404])
      const permissions = ['customers.read'] as const
      const weak = await opened.manager.send(method, path, body, { ifMatch, permissions })
      expect([path, weak.status, weak.body.permission]).toEqual([path, 403, expect.any(String)])
    }
    expect(await opened.shop.everything()).toEqual(before)
  })

  it.each(['return', 'cancel'] as const)('%s: ten at once in two processes do it once', async (what) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const opened = await open()
      const others = elsewhere.manager(opened.shop.key)
      const path = what === 'return' ? returnPath(opened) : cancelPath(opened)
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 ? others : opened.manager).send('POST', path, NOTE, {
            key: index < 5 ? 'once' : `key-${index}`,
          }),
        ),
      )
      for (const { status } of answers) expect([200, 409]).toContain(status)
      expect(await auditOf(opened)).toHaveLength(1)
      expect(await notesOf(opened)).toHaveLength(1)
      expect(await balanceOf(opened)).toBe(what === 'return' ? 100 : -60)
    }
  })
})
