/**
 * What a merchant's people do for a customer who asks: redeem, give a redemption back, cancel an order or return a part
 * of it, add them, let them in or out, and correct who they are. src/rewards/admin-api/{redeem,return}-routes.ts,
 * src/orders/admin-api/{return-,}routes.ts, src/customers/admin-api/{create,change}-routes.ts.
 */
import { describe, expect, it } from 'vitest'
import type { Effect } from '../../src/customers/admin-api/effect-schema.ts'
import { type Manager, type SendOptions, useManager } from '../support/admin.ts'
import { DAY_MS, DEMO_PROGRAM, type Shop } from '../support/shop.ts'
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

describe('returning a part of an order', () => {
  const LINES = {
    Products: [
      { OriginalId: 'espresso', Title: 'Espresso', ProductPrice: 30 },
      { OriginalId: 'mug', Title: 'Mug', ProductPrice: 70 },
    ],
  }
  interface Bought extends Opened {
    readonly path: string
  }
  /** Ana has bought for 100 in two lines, and redeemed nothing of it. */
  const buy = async (): Promise<Bought> => {
    const shop = await test.open()
    await shop.completed('991', 'ana', 100, { ...LINES, Customer: { OriginalId: 'ana', Name: 'Ana Souza' } })
    const customerId = await idIn(shop, 'customer')
    const orderId = await idIn(shop, 'customer_order')
    return {
      shop,
      manager: admin.manager(shop.key),
      customerId,
      orderId,
      redemptionId: 0,
      redemptionKey: '',
      path: `/customers/${customerId}/orders/${orderId}/returns`,
    }
  }
  const MUG = { products: [{ originalId: 'mug', value: '20.5' }] }

  it('takes back the difference, is told to the audit, and the order says of which line', async () => {
    const opened = await buy()
    const { manager, path, orderId, customerId } = opened
    const shown = await manager.done<Effect>('POST', `${path}/preview`, MUG)
    expect(shown.body).toMatchObject({ before: { points: '100' }, after: { points: '79' } })
    const done = await manager.done<{ key: string; at: string }>(
      'POST',
      path,
      { ...MUG, ...NOTE },
      { key: 'k1' },
    )
    expect(done.body).toMatchObject({
      orderId,
      key: 'panel-k1',
      value: '20.5',
      remaining: '79.5',
      effect: { before: { points: '100' }, after: { points: '79' } },
    })
    expect(await auditOf(opened)).toEqual([
      {
        action: 'order.return',
        actor_label: 'Bia',
        target_kind: 'order',
        target_id: String(orderId),
        target_label: '991',
        before: { remaining: '100', balance: { points: '100', cashback: '5' } },
        after: {
          remaining: '79.5',
          balance: { points: '79', cashback: '3.95' },
          returned: '20.5',
          products: [{ originalId: 'mug', value: '20.5' }],
        },
        note: null,
      },
    ])
    expect(await notesOf(opened)).toEqual([noted(opened, 'order', orderId)])
    const order = await manager.get(`/customers/${customerId}/orders/${orderId}`)
    expect(order.body).toMatchObject({
      state: 'complete',
      total: '100',
      returned: '20.5',
      content: {
        products: [
          { originalId: 'espresso', price: '30', returned: '0' },
          { originalId: 'mug', price: '70', returned: '20.5' },
        ],
      },
      returns: [
        {
          key: 'panel-k1',
          at: done.body.at,
          value: '20.5',
          products: [{ originalId: 'mug', value: '20.5' }],
          taken: { points: '21' },
        },
      ],
    })
  })

  it('is done once for a key, however long ago its answer was', async () => {
    const opened = await buy()
    const { manager, path } = opened
    const send = () => manager.send('POST', path, { ...MUG, ...NOTE }, { key: 'once' })
    expect((await send()).status).toBe(201)
    expect((await send()).status).toBe(201)
    test.api.now += 2 * DAY_MS
    const again = await send()
    expect([again.status, again.body.effect]).toEqual([201, expect.objectContaining({ records: [] })])
    expect(await balanceOf(opened)).toBe(79)
    expect(await auditOf(opened)).toHaveLength(1)
    expect(await notesOf(opened)).toHaveLength(1)
    const other = await manager.send('POST', path, { value: '1', ...NOTE }, { key: 'once' })
    expect(other.status).toBe(422)
  })

  it('by an amount takes from all lines, and the last part cancels the order', async () => {
    const opened = await buy()
    const { manager, path, customerId, orderId } = opened
    await manager.done('POST', path, { value: '50', ...NOTE })
    const read = () => manager.get(`/customers/${customerId}/orders/${orderId}`)
    expect((await read()).body).toMatchObject({
      content: { products: [{ returned: '15' }, { returned: '35' }] },
      returns: [{ value: '50', products: null }],
    })
    await manager.done('POST', path, { value: '50', ...NOTE })
    expect((await read()).body).toMatchObject({ state: 'cancelled' })
    expect((await manager.send('POST', path, { value: '1', ...NOTE })).status).toBe(409)
    expect(await balanceOf(opened)).toBe(0)
  })

  it('says at its field what is wrong', async () => {
    const { manager, path } = await buy()
    const wrong = (body: object) => manager.problems('POST', path, { ...body, ...NOTE })
    expect(await wrong({})).toEqual([''])
    expect(await wrong({ value: '1', ...MUG })).toEqual([''])
    expect(await wrong({ value: '0' })).toEqual(['/value'])
    expect(await wrong({ value: '100.01' })).toEqual(['/value'])
    const lines = (...products: [string, string][]) => ({
      products: products.map(([originalId, value]) => ({ originalId, value })),
    })
    expect(await wrong(lines(['mug', '1'], ['espresso', '30.01']))).toEqual(['/products/1/value'])
    expect(await wrong(lines(['mug', '-1']))).toEqual(['/products/0/value'])
    expect(await wrong(lines(['tea', '1']))).toEqual(['/products/0/originalId'])
    expect(await manager.problems('POST', path, MUG)).toEqual(['/note'])
  })
})

describe('redeeming for a customer', () => {
  const redeemPath = ({ customerId }: Opened) => `/customers/${customerId}/redemptions`

  it('spends the points and issues the coupon, once for a key', async () => {
    const opened = await open()
    const { manager, shop } = opened
    const rewardId = await shop.makeReward({ points: 300_000n, title: 'A coffee' })
    const shown = await manager.done<Effect>('POST', `${redeemPath(opened)}/preview`, { rewardId })
    expect(shown.body).toMatchObject({ before: { points: '40' }, after: { points: '10' } })
    const send = () => manager.send('POST', redeemPath(opened), { rewardId, ...NOTE }, { key: 'once' })
    const done = await send()
    expect([done.status, done.body]).toMatchObject([
      201,
      { key: 'panel-once', coupon: { code: expect.any(String) }, effect: { after: { points: '10' } } },
    ])
    test.api.now += 2 * DAY_MS
    const again = await send()
    expect([again.status, again.body.id, again.body.coupon]).toEqual([201, done.body.id, done.body.coupon])
    expect(await balanceOf(opened)).toBe(10)
    expect(await auditOf(opened)).toEqual([
      {
        action: 'redemption.create',
        actor_label: 'Bia',
        target_kind: 'redemption',
        target_id: String(done.body.id),
        target_label: 'A coffee',
        before: { balance: { points: '40', cashback: '2' } },
        after: { balance: { points: '10', cashback: '0.5' }, rewardId },
        note: null,
      },
    ])
    expect(await notesOf(opened)).toEqual([noted(opened, 'redemption', Number(done.body.id))])
  })

  it('shows no code to who may not read codes', async () => {
    const opened = await open()
    const rewardId = await opened.shop.makeReward({ points: 300_000n })
    const permissions = ['customers.read', 'redemptions.create'] as const
    const { body } = await opened.manager.done(
      'POST',
      redeemPath(opened),
      { rewardId, ...NOTE },
      { permissions },
    )
    expect(body).toMatchObject({ coupon: { code: null } })
  })

  it('is refused where the customer can’t, and nothing is done', async () => {
    const opened = await open()
    const { manager, shop } = opened
    const dear = await shop.makeReward({ points: 500_000n })
    const before = await shop.everything()
    for (const path of [redeemPath(opened), `${redeemPath(opened)}/preview`]) {
      const note = path.endsWith('preview') ? {} : NOTE
      const few = await manager.send('POST', path, { rewardId: dear, ...note })
      expect([few.status, few.body.detail]).toEqual([409, 'The customer has too few points for this reward.'])
      expect(await manager.problems('POST', path, { rewardId: 999_999, ...note })).toEqual(['/rewardId'])
    }
    expect(await shop.everything()).toEqual(before)
  })
})

describe('adding a customer', () => {
  const ROSA = {
    originalId: 'rosa',
    name: 'Rosa Lima',
    email: 'rosa@shop.example',
    document: '123.456.789-09',
  }

  it('is done once, and the audit has nothing of who it is', async () => {
    const opened = await open()
    const { manager, shop } = opened
    const shown = await manager.done<Effect>('POST', '/customers/preview', ROSA)
    expect(shown.body).toMatchObject({ before: { points: '0' }, after: { points: '0' } })
    const done = await manager.send('POST', '/customers', ROSA)
    expect([done.status, done.body]).toMatchObject([201, { isEnrolled: true, effect: { records: [] } }])
    const again = await manager.send('POST', '/customers', ROSA)
    expect([again.status, again.body.id]).toEqual([201, done.body.id])
    const audit = await auditOf(opened)
    expect(audit).toMatchObject([
      { action: 'customer.create', target_kind: 'customer', target_id: String(done.body.id), before: null },
    ])
    for (const secret of ['Rosa', 'rosa', '123']) expect(JSON.stringify(audit)).not.toContain(secret)
    await shop.completed('1200', 'rosa', 50)
    const { body } = await manager.get(`/customers/${done.body.id}`)
    expect(body).toMatchObject({ name: 'Rosa Lima', balance: { points: '50' } })
  })

  it('gives the points for signing up, and shows them before', async () => {
    const opened = await open()
    const { manager, shop } = opened
    await shop.publish({
      ...DEMO_PROGRAM,
      rules: [{ id: 9, kind: 'signup', name: 'Welcome', points: '25', validityDays: 30 }],
    })
    const shown = await manager.done<Effect>('POST', '/customers/preview', ROSA)
    expect(shown.body).toMatchObject({ after: { points: '25' }, records: [{ kind: 'added' }] })
    const { body } = await manager.done('POST', '/customers', ROSA)
    expect(body).toMatchObject({ effect: { after: { points: '25' } } })
  })

  it('says at its field who is there already', async () => {
    const { manager } = await open()
    const wrong = (body: object) => manager.problems('POST', '/customers', body)
    expect(await wrong({ ...ROSA, originalId: 'ana' })).toEqual(['/originalId'])
    expect(await wrong({ ...ROSA, email: 'ana@shop.example' })).toEqual(['/email'])
    expect(await wrong({ name: 'Nobody' })).toEqual(['/originalId'])
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
      [
        'POST',
        `/customers/${opened.customerId}/orders/${opened.orderId}/returns`,
        { value: '1', ...NOTE },
        'orders.cancel',
      ],
      ['POST', `/customers/${opened.customerId}/redemptions`, { rewardId: 1, ...NOTE }, 'redemptions.create'],
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
