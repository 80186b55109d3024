/** Export and erase of a person: src/erasing. Acceptance 26 and 27. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { grantAction } from '../../src/actions/grant.ts'
import type { Certificate } from '../../src/erasing/admin-api/schema.ts'
import type { PersonFile } from '../../src/erasing/person-file-schema.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { type Manager, type SendOptions, useManager } from '../support/admin.ts'
import { resultOf } from '../support/answers.ts'
import { updatedCustomer } from '../support/customers.ts'
import { personFileOf } from '../support/person-file.ts'
import { answerQuiz, COFFEE_OR_TEA, fullAnswer, listQuizzes, makeQuiz } from '../support/quizzes.ts'
import { Receiver } from '../support/receiver.ts'
import { rowsThatTell } from '../support/rows-that-tell.ts'
import { program, type Shop } from '../support/shop.ts'
import { tenantOf } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'
import { deliver, subscribe } from '../support/webhooks.ts'

vi.setConfig({ testTimeout: 180_000 })
const test = useShops()
const admin = useManager(() => test.api)
const DAVI: SendOptions = { as: 'Davi', actor: 'person:8' }

let receiver: Receiver
beforeAll(async () => {
  receiver = await Receiver.start()
})
afterAll(() => receiver.stop())

const ZULEIKA = {
  OriginalId: 'zid-0815',
  Name: 'Zuleika Ferreirinha',
  Email: 'zuleika@private.example',
  Phone: '+55 11 91234-5678',
  Document: '987.654.321-00',
  BirthdayDate: '1987-03-29',
}
/** What tells who she is, wherever and however it is written. */
const TELLS = /zuleika|ferreirinha|private\.example|98765432100|987\.654\.321|91234-?5678|1987-03-29|zid-/i
const SAYS = 'Zuleika Ferreirinha called'

interface Opened {
  readonly shop: Shop
  readonly manager: Manager
  readonly customerId: number
}

const RULES = program(
  {},
  { id: 5, kind: 'custom', key: 'review', points: '7' },
  { id: 6, kind: 'referral', points: '3' },
)

async function open(): Promise<Opened> {
  const shop = await test.open(RULES, { settings: { approvals: { adjustAbove: '50' } } })
  await shop.completed('o1', 'zid-0815', 500, { Customer: ZULEIKA })
  const [row] = await test.reader.query<{ id: number }>('select id::int from customer where tenant_id = $1', [
    shop.tenantId,
  ])
  return { shop, manager: admin.manager(shop.key), customerId: row?.id ?? 0 }
}

/** Puts the person wherever one can be put. Her id is zid-4711 then. */
async function fill({ shop, manager, customerId }: Opened): Promise<void> {
  const database = test.api.cells.of({ cell: MAIN_CELL })
  const personal = { Metadatas: [{ Name: 'gift for', Value: SAYS }] }
  const seller = { SalesPerson: { OriginalId: 's-1', Name: 'Zuleika’s cousin' } }
  await shop.completed('o2', 'zid-0815', 200, seller)
  await shop.returnPart('o2', { ValueToRefund: 20, CancelKey: 'r1' })
  await shop.completed('o3', 'zid-0815', 30, { ...personal, Coupon: 'TEN', ExternalCoupon: 'OFF-5' })
  const reward = await shop.makeReward({ points: 100_000n })
  await shop.redeemed(reward, 'zid-0815', personal)
  const { originalKey } = await shop.redeemed(reward, 'zid-0815')
  const { couponCode: ended } = await shop.redeemed(reward, 'zid-0815')
  await shop.inactivate(ended)
  await shop.updateMetadata({ OriginalKey: originalKey, Metadatas: [{ Name: 'for', Value: SAYS }] })
  await makeQuiz(database, shop.tenantId, COFFEE_OR_TEA)
  const [quiz] = resultOf(await listQuizzes(shop))
  if (!quiz) throw new Error('there is no quiz')
  const answers = fullAnswer(quiz).map((answer) =>
    answer.OpenAnswer === null ? answer : { ...answer, OpenAnswer: SAYS },
  )
  resultOf(await answerQuiz(shop, 'zid-0815', answers))
  await shop.changePoints('zid-0815', { Points: 5, OperationType: 0, Reason: SAYS, ChangeKey: 'c1' })
  await shop.changeCashback('zid-0815', { Value: 1, OperationType: 0, Reason: SAYS, ChangeKey: 'c2' })
  await shop.grant('review', { CustomerId: 'zid-0815', Key: 'review of zid-0815' })
  const till = createTill({ database, clock: () => test.api.now })
  const referral = { customer: 'zid-0815', action: 'referral', key: 'friend of zid-0815' }
  await till.run(grantAction, { tenant: await tenantOf(test.api, shop), ...referral })
  await updatedCustomer(shop, 'zid-0815', { OriginalId: 'zid-4711' })

  const path = `/customers/${customerId}`
  const { etag: ifMatch } = await manager.get(path)
  const changed = { name: 'Zuleika F. Ferreirinha', phone: '+55 11 91234-5678' }
  await manager.done('PATCH', path, changed, { ifMatch })
  await manager.done('POST', `${path}/leave`)
  await manager.done('POST', `${path}/enrol`)
  const adjust = (points: string) =>
    manager.done<{ approval?: { id: number } }>('POST', `${path}/adjustments`, {
      points,
      reason: 'goodwill',
      note: SAYS,
    })
  await adjust('10')
  const { body: asked } = await adjust('60')
  await manager.done('POST', `/approvals/${asked.approval?.id}/approve`, { note: SAYS }, DAVI)
  const { body: refused } = await adjust('70')
  await manager.done('POST', `/approvals/${refused.approval?.id}/reject`, { note: SAYS }, DAVI)
  await adjust('80')
  const orders = await manager.done<{ items: { id: number; originalId: string }[] }>('GET', `${path}/orders`)
  const third = orders.body.items.find(({ originalId }) => originalId === 'o3')
  await manager.done('POST', `${path}/orders/${third?.id}/cancel`, { note: SAYS })
}

/** A receiver that tells in its answers what it was sent. */
async function answerWebhooks({ shop }: Opened): Promise<void> {
  receiver.reply = ({ body }) => ({ status: 400, body: `I do not like ${body}` })
  await subscribe(test.api, shop.tenantId, receiver.url)
  const delivery = await deliver(test.api)
  await shop.completed('o4', 'zid-0815', 1)
  await expect.poll(() => hits(shop.tenantId, 'webhook_attempt'), { timeout: 60_000 }).not.toEqual([])
  await delivery.stop()
}

/** Where something tells who she is. */
const hits = (tenantId: number, only?: string) => rowsThatTell(test.reader, tenantId, TELLS, only)

const liability = async (tenantId: number) => {
  const [row] = await test.reader.query<{ points: string; cashback: string }>(
    `select sum(remaining_points)::text as points, sum(remaining_cashback)::text as cashback
    from point_record where tenant_id = $1 and is_live and not is_waiting`,
    [tenantId],
  )
  return { points: Number(row?.points ?? 0), cashback: Number(row?.cashback ?? 0) }
}

const erase = ({ manager, customerId }: Opened, confirm = 'zid-4711', options?: SendOptions) =>
  manager.send<Certificate>('POST', `/customers/${customerId}/erase`, { confirm, reason: 'asked' }, options)

describe('a person', () => {
  it('is in the file whole, and after erasing nowhere', async () => {
    const opened = await open()
    const { shop, manager, customerId } = opened
    await answerWebhooks(opened)
    await fill(opened)
    await shop.completed('other', 'eva', 90)
    const places = new Set((await hits(shop.tenantId)).map((hit) => hit.split(':', 1)[0]))
    expect([...places].sort()).toEqual(
      [
        'action_grant',
        'approval',
        'balance_change',
        'customer',
        'customer_alias',
        'customer_note',
        'customer_order',
        'customer_term',
        'quiz_answer',
        'redemption',
        'webhook_attempt',
      ].map((name) => `public.${name}`),
    )

    // 27: whatever erasing takes out of a row is in the file.
    const file = await personFileOf(test.api, shop.tenantId, customerId)
    expect(file).toMatchObject({
      originalId: 'zid-4711',
      formerIds: ['zid-0815'],
      name: 'Zuleika F. Ferreirinha',
      email: ZULEIKA.Email,
      phone: ZULEIKA.Phone,
      document: ZULEIKA.Document,
      birthday: expect.stringContaining('1987-03-29'),
    })
    for (const list of [
      'orders',
      'redemptions',
      'changes',
      'grants',
      'quizAnswers',
      'notes',
      'approvals',
      'webhookAnswers',
    ] as const) {
      expect(JSON.stringify(file[list]), list).toMatch(TELLS)
    }
    expect(file.orders.flatMap(({ coupons }) => coupons)).toEqual(['TEN', 'OFF-5'])
    expect(file.records.length).toBeGreaterThan(8)
    expect(file.orders.map(({ salesPerson }) => salesPerson?.name)).toContain('Zuleika’s cousin')

    // 26: what is shown before is what is done.
    const before = await liability(shop.tenantId)
    const { body: preview } = await manager.done<Certificate & { needsApproval: boolean }>(
      'POST',
      `/customers/${customerId}/erase/preview`,
    )
    const { needsApproval, ...shown } = preview
    expect(needsApproval).toBe(false)
    expect(await hits(shop.tenantId)).not.toEqual([])
    const { status, body: done } = await erase(opened)
    expect(status, JSON.stringify(done)).toBe(200)
    const { publicId, ...certificate } = done
    expect(certificate).toEqual({ ...shown, customerId, erasedAt: expect.stringMatching(/Z$/) })
    expect(certificate).toMatchObject({
      orders: 4,
      redemptions: 3,
      coupons: 2,
      quizAnswers: 1,
      formerIds: 1,
      notes: 8,
    })
    expect(await hits(shop.tenantId)).toEqual([])
    const after = await liability(shop.tenantId)
    expect(before.points - after.points).toBeCloseTo(Number(certificate.expired.points), 4)
    expect(before.cashback - after.cashback).toBeCloseTo(Number(certificate.expired.cashback), 4)
    expect(after.points).toBe(90)
    expect(Number(certificate.expired.points)).toBeGreaterThan(500)

    const left = await personFileOf(test.api, shop.tenantId, customerId)
    expect(JSON.stringify(left)).not.toMatch(TELLS)
    expect(left.records.length).toBe(file.records.length + 1)
    // The reason of an adjustment is one of a list, and names nobody.
    expect(new Set(left.changes.map(({ reason }) => reason))).toEqual(new Set(['goodwill', '']))
    expect(left.quizAnswers[0]?.answers.map(({ optionIds }) => optionIds.length)).toEqual([1, 1, 0])
    const questionsIn = ({ quizAnswers }: PersonFile) =>
      quizAnswers.flatMap(({ answers }) => answers.map(({ questionId }) => questionId))
    expect(questionsIn(left)).toEqual(questionsIn(file))
    expect((await manager.get(`/customers/${customerId}`)).body).toMatchObject({
      originalId: `erased-${publicId}`,
      name: null,
      erasedAt: certificate.erasedAt,
    })
    expect((await manager.get(`/customers?search=zuleika`)).body).toMatchObject({ items: [] })
    expect((await manager.get(`/customers?search=erased-${publicId}`)).body).toMatchObject({
      items: [{ id: customerId, name: null, erasedAt: certificate.erasedAt }],
    })
    expect(await auditOf(shop)).toMatchObject([
      { action: 'customer.erase', after: { reason: 'asked', orders: 4, notes: 8 } },
    ])
  })

  it('who was erased is not touched any more', async () => {
    const opened = await open()
    const { manager, customerId } = opened
    await fill(opened)
    expect((await erase(opened)).status).toBe(200)
    const { items } = (await manager.get<{ items: { id: number }[] }>('/approvals?state=waiting')).body
    const path = `/customers/${customerId}`
    const { etag: ifMatch } = await manager.get(path)
    for (const [method, url, body] of [
      ['POST', `${path}/erase`, { confirm: 'zid-4711', reason: 'asked' }],
      ['POST', `${path}/erase/preview`, undefined],
      ['PATCH', path, { name: 'Zuleika' }],
      ['POST', `${path}/enrol`, undefined],
      ['POST', `${path}/adjustments`, { points: '5', reason: 'goodwill', note: 'x' }],
      ['POST', `/approvals/${items[0]?.id}/approve`, {}],
    ] as const) {
      expect((await manager.send(method, url, body, { ...DAVI, ifMatch })).status, `${method} ${url}`).toBe(
        404,
      )
    }
    expect((await manager.send('POST', `/approvals/${items[0]?.id}/reject`, {}, DAVI)).status).toBe(200)
    expect(await hits(opened.shop.tenantId)).toEqual([])
  })

  it('is erased by whoever types the id, has the permission, and of the own merchant alone', async () => {
    const opened = await open()
    const { manager, customerId } = opened
    const other = await open()
    expect(
      await manager.problems('POST', `/customers/${customerId}/erase`, { confirm: 'zid', reason: 'asked' }),
    ).toEqual(['/confirm'])
    expect((await erase(opened, 'zid-0815', { permissions: ['customers.write'] })).status).toBe(403)
    expect(
      (
        await other.manager.send('POST', `/customers/${customerId}/erase`, {
          confirm: 'zid-0815',
          reason: 'asked',
        })
      ).status,
    ).toBe(404)
    expect(
      (
        await manager.send('POST', `/customers/${customerId}/export`, undefined, {
          permissions: ['customers.read'],
        })
      ).status,
    ).toBe(403)
    const first = await erase(opened, 'zid-0815', { key: 'once' })
    const again = await erase(opened, 'zid-0815', { key: 'once' })
    expect(again).toMatchObject({ status: 200, body: first.body, headers: { 'idempotent-replayed': 'true' } })
    expect(await auditOf(opened.shop)).toHaveLength(1)
  })
})

function auditOf({ tenantId }: Shop) {
  return test.reader.query<{ action: string; after: object }>(
    "select action, after from audit_entry where tenant_id = $1 and action = 'customer.erase'",
    [tenantId],
  )
}
