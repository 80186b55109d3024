/** What a merchant's people give and take by hand: src/balances/admin-api/routes.ts. Acceptance 10 and 11. */
import { describe, expect, it } from 'vitest'
import { type Manager, type SendOptions, useManager } from '../support/admin.ts'
import { DAY_MS, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const admin = useManager(() => test.api)
/** Another process: a till of its own, and the same database. */
const elsewhere = useManager(() => test.api)

interface Opened {
  readonly shop: Shop
  readonly manager: Manager
  readonly customerId: number
  readonly path: string
}

interface Adjusted {
  readonly recordId: number
  readonly points: string
  readonly cashback: string
  readonly balance: { readonly points: string; readonly cashback: string }
  readonly lots: readonly {
    readonly lotId: number
    readonly used: object
    readonly expiresAt: string | null
  }[]
}

const idOf = async (shop: Shop, name: string): Promise<number> => {
  const [row] = await test.reader.query<{ id: number }>(
    'select id::int from customer where tenant_id = $1 and original_id = $2',
    [shop.tenantId, name],
  )
  if (!row) throw new Error(`there is no ${name}`)
  return row.id
}

/** Ana has 100 points of an order. */
async function open(): Promise<Opened> {
  const shop = await test.open()
  await shop.completed('991', 'ana', 100)
  const customerId = await idOf(shop, 'ana')
  return { shop, manager: admin.manager(shop.key), customerId, path: `/customers/${customerId}/adjustments` }
}

const GIVE = { points: '40', reason: 'goodwill', note: 'The parcel came late' }
const adjust = (opened: Opened, body: object = GIVE, options?: SendOptions) =>
  opened.manager.done<Adjusted>('POST', opened.path, body, options)
const preview = (opened: Opened, body: object) =>
  opened.manager.done('POST', `${opened.path}/preview`, body).then(({ body: shown }) => shown)

const rows = ({ shop }: Opened, of: string) =>
  test.reader.query(`select * from ${of} where tenant_id = $1`, [shop.tenantId])
const auditOf = ({ shop }: Opened) =>
  test.reader.query(
    `select action, actor_label, target_kind, target_id, target_label, before, after, note from audit_entry
     where tenant_id = $1 order by id`,
    [shop.tenantId],
  )

describe('an adjustment', () => {
  it('gives points, with a record that says why and an audit entry that says who', async () => {
    const opened = await open()
    const { status, body } = await adjust(opened, { ...GIVE, orderId: '991', validityDays: 30 })
    expect(status).toBe(201)
    expect(body).toEqual({
      recordId: expect.any(Number),
      points: '40',
      cashback: '2',
      expiresAt: expect.stringMatching(/T02:59:59\.000Z$/),
      balance: { points: '140', cashback: '7' },
      lots: [],
    })
    expect(await rows(opened, 'balance_change')).toMatchObject([
      { is_adjustment: true, made_by: 'person:7', approved_by: null, reason: 'goodwill', note: GIVE.note },
    ])
    const [change] = await rows(opened, 'balance_change')
    const [order] = await rows(opened, 'customer_order')
    expect((change as { order_id: unknown }).order_id).toEqual((order as { id: unknown }).id)
    const [customer] = await rows(opened, 'customer')
    expect(await auditOf(opened)).toEqual([
      {
        action: 'customer.adjust',
        actor_label: 'Bia',
        target_kind: 'customer',
        target_id: String(opened.customerId),
        target_label: (customer as { public_id: string }).public_id,
        before: { balance: { points: '100', cashback: '5' } },
        after: {
          balance: { points: '140', cashback: '7' },
          recordId: body.recordId,
          points: '40',
          reason: 'goodwill',
        },
        // It is about a person, and the audit can't be erased.
        note: null,
      },
    ])
    const [told] = await opened.shop.history('ana')
    expect(told).toMatchObject({
      Title: 'Ajuste',
      OrderId: null,
      Explanation: {
        Lines: [{ Kind: 'adjustment', ReferenceId: null, Text: '+40 adicionados manualmente: cortesia' }],
      },
    })
  })

  it('takes points from the lots that end first, and says which', async () => {
    const opened = await open()
    const given = await adjust(opened, { ...GIVE, validityDays: 1 })
    const taken = await adjust(opened, { points: '-50', reason: 'correction', note: 'Counted twice' })
    expect(taken.body).toMatchObject({
      points: '-50',
      cashback: '-2.5',
      expiresAt: null,
      balance: { points: '90', cashback: '4.5' },
    })
    expect(taken.body.lots).toHaveLength(2)
    expect(taken.body.lots[0]).toEqual({
      lotId: given.body.recordId,
      used: { points: '40', cashback: '2' },
      expiresAt: expect.any(String),
    })
  })

  it('gives and takes cashback', async () => {
    const opened = await open()
    const given = await adjust(opened, { cashback: '1.5', reason: 'promotion', note: 'Christmas' })
    expect(given.body).toMatchObject({ points: '30', cashback: '1.5', balance: { cashback: '6.5' } })
    const taken = await adjust(opened, { cashback: '-6.5', reason: 'fraud', note: 'Stolen card' })
    expect(taken.body).toMatchObject({ cashback: '-6.5', balance: { points: '0', cashback: '0' } })
  })

  it('never takes more than there is', async () => {
    const opened = await open()
    const body = { points: '-100.0001', reason: 'correction', note: 'x' }
    const refused = await opened.manager.send('POST', opened.path, body)
    expect(refused).toMatchObject({ status: 409, body: { code: 'PdvOrder_NotEnoughPoints' } })
    expect(await auditOf(opened)).toEqual([])
  })

  it.each([
    ['neither unit', {}, ['']],
    ['both units', { points: '1', cashback: '1' }, ['']],
    ['nothing', { points: '0' }, ['/points']],
    ['more than any balance', { points: '100000000000' }, ['/points']],
    ['a float', { points: 1.5 }, ['/points']],
    ['what expires of what is taken', { points: '-1', validityDays: 3 }, ['/validityDays']],
    ['no day', { points: '1', validityDays: 0 }, ['/validityDays']],
    ['an unknown reason', { points: '1', reason: 'why not' }, ['/reason']],
    ['a blank note', { points: '1', note: ' ' }, ['/note']],
    ['an order of nobody', { points: '1', orderId: '404' }, ['/orderId']],
    ['an unknown member', { points: '1', madeBy: 'person:1' }, ['/madeBy']],
  ])('is refused: %s', async (_what, body, pointers) => {
    const opened = await open()
    const sent = { reason: 'other', note: 'n', ...body }
    expect(await opened.manager.problems('POST', opened.path, sent)).toEqual(pointers)
    expect(await rows(opened, 'balance_change')).toEqual([])
  })

  it('is not about the order of somebody else', async () => {
    const opened = await open()
    await opened.shop.completed('7', 'eve', 10)
    expect(await opened.manager.problems('POST', opened.path, { ...GIVE, orderId: '7' })).toEqual([
      '/orderId',
    ])
  })

  it('needs its permission, a key, and a customer of this merchant', async () => {
    const opened = await open()
    const { manager, path } = opened
    const weak = await manager.send('POST', path, GIVE, {
      permissions: ['customers.read', 'approvals.decide'],
    })
    expect(weak.status).toBe(403)
    expect((await manager.send('POST', path, GIVE, { key: null })).status).toBe(428)
    const other = admin.manager((await test.open()).key)
    for (const at of [path, `${path}/preview`]) {
      expect((await other.send('POST', at, GIVE)).status).toBe(404)
    }
    expect((await manager.send('POST', '/customers/999999999/adjustments', GIVE)).status).toBe(404)
    expect(await rows(opened, 'balance_change')).toEqual([])
  })
})

describe('the key of an adjustment', () => {
  it('is good for one record, also when 100 of them come at once to two processes: acceptance 10', async () => {
    const opened = await open()
    const others = elsewhere.manager(opened.shop.key)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        (index % 2 ? others : opened.manager).done<Adjusted>(
          'POST',
          opened.path,
          { points: '-40', reason: 'correction', note: 'once' },
          { key: 'once' },
        ),
      ),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(201)
      expect(body).toEqual(answers[0]?.body)
    }
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(99)
    expect(await rows(opened, 'balance_change')).toHaveLength(1)
    expect(await auditOf(opened)).toHaveLength(1)
    expect(answers[0]?.body).toMatchObject({ balance: { points: '60' }, lots: [{ used: { points: '40' } }] })
  })

  it('is kept for good, and answered with the balance of then', async () => {
    const opened = await open()
    const first = await adjust(opened, GIVE, { key: 'k' })
    test.api.now += 400 * DAY_MS
    const again = await adjust(opened, GIVE, { key: 'k' })
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body).toMatchObject({ recordId: first.body.recordId, points: '40' })
    expect(await rows(opened, 'idempotency_key')).toEqual([])
  })

  it.each([
    ['another amount', { ...GIVE, points: '41' }],
    ['another note', { ...GIVE, note: 'Another' }],
    ['another end', { ...GIVE, validityDays: 9 }],
  ])('with %s is a mistake: acceptance 11', async (_what, body) => {
    const opened = await open()
    await adjust(opened, GIVE, { key: 'k' })
    const other = await opened.manager.send('POST', opened.path, body, { key: 'k' })
    expect(other).toMatchObject({ status: 422, body: { type: 'urn:punchcard:problem:idempotency' } })
    expect(await rows(opened, 'balance_change')).toHaveLength(1)
  })

  it('is the actor’s own, and never meets one of the private API', async () => {
    const opened = await open()
    const { shop } = opened
    await adjust(opened, GIVE, { key: 'k' })
    await adjust(opened, GIVE, { key: 'k', actor: 'person:8' })
    // Whatever the backend of the merchant sends: its keys are others.
    const change = { Points: 5, OperationType: 0, Reason: 'r', ChangeKey: 'person:7 k' }
    const { answer } = await shop.send<{ HasError: boolean }>(
      'POST',
      '/v1/pvt/Customer/ana/points',
      JSON.stringify(change),
    )
    expect(answer.HasError).toBe(false)
    expect(await rows(opened, 'balance_change')).toHaveLength(3)
    expect((await adjust(opened, GIVE, { key: 'k' })).body.balance.points).toBe('185')
  })

  it('of a refused adjustment was not used up', async () => {
    const opened = await open()
    const body = { points: '-140', reason: 'correction', note: 'n' }
    expect((await opened.manager.send('POST', opened.path, body, { key: 'k' })).status).toBe(409)
    await adjust(opened)
    expect((await adjust(opened, body, { key: 'k' })).body.balance.points).toBe('0')
  })
})

describe('trying an adjustment out', () => {
  it('shows what it then does, and changes nothing', async () => {
    const opened = await open()
    await adjust(opened, { ...GIVE, validityDays: 5 })
    const before = await opened.shop.everything()
    const taking = { points: '-60.5', reason: 'complaint' }
    const shown = await preview(opened, taking)
    expect(shown).toMatchObject({
      customer: { id: opened.customerId },
      before: { points: '140', cashback: '7' },
      after: { points: '79.5', cashback: '3.975' },
      exceeds: null,
      records: [{ recordId: null, kind: 'taken', amount: { points: '-60.5' }, lotCount: 2 }],
    })
    expect(await opened.shop.everything()).toEqual(before)
    const done = await adjust(opened, { ...taking, note: 'n' })
    const [record] = (shown as { records: { lots: object[] }[] }).records
    expect(done.body.balance).toEqual((shown as { after: object }).after)
    expect(done.body.lots).toEqual(record?.lots)
  })

  it('releases what was reserved for a basket and is over, before it looks', async () => {
    const opened = await open()
    const { shop } = opened
    await shop.makeReward({ title: 'Cashback', type: 3, points: 0n, value: 0n })
    const basket = { CustomerId: 'ana', CheckoutId: 'cart-9', CashbackValue: 2, Total: 90 }
    expect(await shop.sendText('POST', '/v1/pvt/Checkout/redeem', JSON.stringify(basket))).toMatchObject({
      HasError: false,
    })
    test.api.now += DAY_MS
    expect((await preview(opened, { points: '1', reason: 'other' })).before).toMatchObject({ points: '100' })
  })

  it('is refused as the adjustment would be', async () => {
    const { manager, path } = await open()
    const refused = await manager.send('POST', `${path}/preview`, { points: '-101', reason: 'other' })
    expect(refused.status).toBe(409)
  })

  it('does not hold up what is done meanwhile, and is never done itself', async () => {
    const opened = await open()
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 3
          ? preview(opened, { points: '1', reason: 'other' })
          : adjust(opened, { ...GIVE, points: '1' }),
      ),
    )
    expect(await rows(opened, 'balance_change')).toHaveLength(20)
    expect((await preview(opened, { points: '1', reason: 'other' })).before).toMatchObject({ points: '120' })
  })
})
