/** Merging two customers in the management API: src/merging. After each test the ledger must verify. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ROLES } from '../../src/contract/permission.ts'
import type { MergeAnswer, MergePreview } from '../../src/merging/admin-api/schema.ts'
import type { ApprovalAnswer } from '../../src/people/admin-api/approvals-schema.ts'
import { permissionsOf } from '../../src/people/role.ts'
import { ONE } from '../../src/platform/decimal.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { type Manager, type SendOptions, useManager } from '../support/admin.ts'
import { resultOf } from '../support/answers.ts'
import { createdCustomer, erasedCustomer, mergedCustomer, updatedCustomer } from '../support/customers.ts'
import { personFileOf } from '../support/person-file.ts'
import { answerQuiz, COFFEE_OR_TEA, fullAnswer, listQuizzes, makeQuiz } from '../support/quizzes.ts'
import { Receiver } from '../support/receiver.ts'
import { rowsThatTell } from '../support/rows-that-tell.ts'
import { DAY_MS, program, type Shop, type ShopSettings } from '../support/shop.ts'
import { giveTiers } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'
import { deliver, subscribe } from '../support/webhooks.ts'

vi.setConfig({ testTimeout: 180_000 })
const test = useShops()
const admin = useManager(() => test.api)
/** Another process: a till of its own, and the same database. */
const elsewhere = useManager(() => test.api)
const ROUNDS = Number(process.env.RACE_REPETITIONS ?? 5)

const DAVI: SendOptions = { as: 'Davi', actor: 'person:8' }
const BY_TWO = { settings: { approvals: { merge: true } } }

interface Opened {
  readonly shop: Shop
  readonly manager: Manager
  readonly guest: number
  readonly ana: number
}

/** One person with two accounts: the guest has 100 points and an e-mail, Ana 40 points and a name. */
async function open(settings: ShopSettings = {}): Promise<Opened> {
  const shop = await test.open(program(), settings)
  await createdCustomer(shop, { OriginalId: 'guest', Email: 'ana@example.com', Phone: '11 99999-0000' })
  await createdCustomer(shop, { OriginalId: 'ana', Name: 'Ana Lima', Document: '123.456.789-09' })
  await shop.completed('o1', 'guest', 100)
  await shop.completed('o2', 'ana', 40)
  const manager = admin.manager(shop.key)
  return { shop, manager, guest: await numberOf(shop, 'guest'), ana: await numberOf(shop, 'ana') }
}

async function numberOf({ tenantId }: Shop, originalId: string): Promise<number> {
  const [row] = await test.reader.query<{ id: number }>(
    'select id::int from customer where tenant_id = $1 and original_id = $2',
    [tenantId, originalId],
  )
  if (!row) throw new Error(`there is no customer ${originalId}`)
  return row.id
}

type Pair = Pick<Opened, 'manager' | 'guest' | 'ana'>

const preview = ({ manager, guest, ana }: Pair, options?: SendOptions) =>
  manager.get<MergePreview>(`/customers/${guest}/merge-preview?into=${ana}`, options)

interface Asked {
  readonly approval: { readonly id: number; readonly state: string; readonly expiresAt: string }
}

const merge = <Body = MergeAnswer>({ manager, guest, ana }: Pair, options?: SendOptions, note?: string) =>
  manager.send<Body>('POST', `/customers/${guest}/merge`, { into: ana, ...(note ? { note } : {}) }, options)
const asked = async (pair: Pair, note?: string) => (await merge<Asked>(pair, {}, note)).body.approval.id
const decide = (
  { manager }: Pick<Opened, 'manager'>,
  id: number,
  how: 'approve' | 'reject',
  options: SendOptions = DAVI,
) => manager.send<ApprovalAnswer>('POST', `/approvals/${id}/${how}`, { note: 'Looked at both' }, options)

const mergedInto = async ({ manager }: Pick<Opened, 'manager'>, id: number) =>
  (await manager.done<{ mergedInto: number | null }>('GET', `/customers/${id}`)).body.mergedInto
const auditOf = ({ tenantId }: Shop) =>
  test.reader.query<{ action: string; actor_label: string; target_id: string; after: object }>(
    'select action, actor_label, target_id, after from audit_entry where tenant_id = $1 order by id',
    [tenantId],
  )
const amount = (points: string, cashback: string) => ({ points, cashback })

describe('two customers', () => {
  it('have one audit log: what was done to the one who went is on the page of the other', async () => {
    const opened = await open()
    const { manager, guest, ana } = opened
    await manager.done('PATCH', `/customers/${guest}`, { name: 'A. Lima' }, { ifMatch: '*' })
    const actions = async (id: number) => {
      const { body } = await manager.done<{ items: { action: string; target: { id: string } }[] }>(
        'GET',
        `/customers/${id}/audit`,
      )
      return body.items.map(({ action, target }) => [action, Number(target.id)])
    }
    expect(await actions(ana)).toEqual([])
    expect((await merge(opened)).status).toBe(200)
    expect(await actions(ana)).toEqual([
      ['customer.merge', ana],
      ['customer.update', guest],
    ])
    expect(await actions(guest)).toEqual([['customer.update', guest]])
  })

  it('are shown side by side, merged as shown, and read as one', async () => {
    const opened = await open()
    const { shop, manager, guest, ana } = opened
    const reward = await shop.makeReward({ points: 10n * ONE })
    await shop.redeemed(reward, 'guest')
    const { body: shown } = await preview(opened)
    expect(shown).toMatchObject({
      from: {
        id: guest,
        originalId: 'guest',
        name: null,
        email: 'ana@example.com',
        balance: amount('90', '9'),
        orders: 1,
        redemptions: 1,
        coupons: 1,
      },
      into: {
        id: ana,
        originalId: 'ana',
        name: 'Ana Lima',
        email: null,
        balance: amount('40', '4'),
        orders: 1,
      },
      after: {
        id: ana,
        originalId: 'ana',
        name: 'Ana Lima',
        email: 'ana@example.com',
        phone: '11 99999-0000',
        document: '123.456.789-09',
        balance: amount('130', '13'),
        waiting: amount('0', '0'),
        owed: amount('0', '0'),
        orders: 2,
        redemptions: 1,
        coupons: 1,
      },
      takenOver: ['email', 'phone'],
      canMerge: true,
      obstacle: null,
      warning: 'Merging can’t be undone.',
      needsApproval: false,
    })
    // Looking changes nothing.
    expect(await mergedInto(opened, guest)).toBe(null)
    expect((await preview(opened)).body).toEqual(shown)
    expect(await auditOf(shop)).toEqual([])

    const done = await merge(opened, {}, 'Registered twice')
    expect(done).toMatchObject({
      status: 200,
      body: {
        customerId: ana,
        mergedId: guest,
        mergedAt: new Date(test.api.now).toISOString(),
        moved: {
          balance: amount('90', '9'),
          waiting: amount('0', '0'),
          owed: amount('0', '0'),
          orders: 1,
          redemptions: 1,
          coupons: 1,
        },
        balance: shown.after?.balance,
      },
    })
    const { body: stays } = await manager.done('GET', `/customers/${ana}`)
    expect(stays).toMatchObject({
      mergedInto: null,
      email: 'ana@example.com',
      phone: '11 99999-0000',
      balance: amount('130', '13'),
      counts: { orders: 2 },
    })
    const { body: left } = await manager.done('GET', `/customers/${guest}`)
    expect(left).toMatchObject({ mergedInto: ana, name: null, email: null, balance: amount('0', '0') })

    // The note is kept with the customer who stays, and not in the audit.
    const { body: notes } = await manager.done('GET', `/customers/${ana}/notes`)
    expect(notes).toMatchObject({ items: [{ note: 'Registered twice', by: { label: 'Bia' } }] })
    expect(await auditOf(shop)).toEqual([
      {
        action: 'customer.merge',
        actor_label: 'Bia',
        target_id: String(ana),
        after: {
          merged: guest,
          balance: amount('90', '9'),
          waiting: amount('0', '0'),
          owed: amount('0', '0'),
          orders: 1,
          redemptions: 1,
          coupons: 1,
        },
      },
    ])
  })

  it('of whom one was merged: only the other one is listed and found', async () => {
    const opened = await open()
    const { manager, shop, guest, ana } = opened
    await shop.completed('o3', 'eva', 5)
    const listed = async (query: string) =>
      (
        await manager.done<{ items: { id: number }[]; nextCursor: string | null }>(
          'GET',
          `/customers${query}`,
        )
      ).body
    expect((await listed('')).items).toHaveLength(3)
    await merge(opened)
    const eva = await numberOf(shop, 'eva')
    expect((await listed('')).items.map(({ id }) => id)).toEqual([eva, ana])
    expect((await listed('?enrolled=false')).items).toEqual([])
    // A page is as long as it should be, also where somebody is left out.
    const first = await listed('?limit=1')
    expect(first.items.map(({ id }) => id)).toEqual([eva])
    const second = await listed(`?limit=1&cursor=${first.nextCursor}`)
    expect(second.items.map(({ id }) => id)).toEqual([ana])
    const { publicId } = (await manager.done<{ publicId: string }>('GET', `/customers/${guest}`)).body
    for (const text of ['merged', `merged-${publicId}`]) {
      expect((await listed(`?search=${text}`)).items, text).toEqual([])
    }
    // Who knows the id of before is led to the one who stays.
    expect((await listed('?search=guest')).items.map(({ id }) => id)).toEqual([ana])
    expect((await listed('?search=guest&enrolled=false')).items).toEqual([])
    const former = await manager.done<{ customers: { id: number }[] }>('GET', '/search?q=guest')
    expect(former.body.customers.map(({ id }) => id)).toEqual([ana])
    expect((await listed('?search=ana@example.com')).items.map(({ id }) => id)).toEqual([ana])
    const found = await manager.done<{ customers: { id: number }[] }>('GET', '/search?q=ana@example.com')
    expect(found.body.customers.map(({ id }) => id)).toEqual([ana])
    expect((await manager.done('GET', '/search?q=merged')).body).toMatchObject({ customers: [] })
  })

  it('with what is owed, pending and of tiers: what is shown is what is there after', async () => {
    const shop = await test.open(program({ waitingDays: 5 }))
    const [, silver] = await giveTiers(test.api, shop)
    const reward = await shop.makeReward({ points: 60n * ONE })
    await shop.completed('o1', 'owes', 60)
    test.api.now += 6 * DAY_MS
    await shop.redeemed(reward, 'owes')
    await shop.cancelled('o1')
    await shop.completed('o2', 'owes', 300)
    await shop.completed('o3', 'has', 300)
    const manager = admin.manager(shop.key)
    const pair = { manager, guest: await numberOf(shop, 'owes'), ana: await numberOf(shop, 'has') }
    const { body: shown } = await preview(pair)
    expect(shown.from).toMatchObject({
      balance: { points: '-60' },
      owed: { points: '60' },
      waiting: { points: '300' },
      tier: { name: 'Bronze' },
    })
    expect(shown.after).toMatchObject({
      balance: { points: '-60' },
      owed: { points: '60' },
      waiting: { points: '600' },
      tier: { id: silver },
    })
    expect((await merge(pair)).status).toBe(200)
    const { body: after } = await manager.done('GET', `/customers/${pair.ana}`)
    const { balance, waiting, owed, tier } = shown.after ?? {}
    expect(after).toMatchObject({ balance, waiting, owed, tier: { id: tier?.id } })
  })
})

describe('who may merge', () => {
  it.each(ROLES)('%s', async (role) => {
    const opened = await open()
    const options = { permissions: permissionsOf(role) }
    const isAllowed = role === 'owner' || role === 'manager'
    expect((await preview(opened, options)).status).toBe(isAllowed ? 200 : 403)
    expect((await merge(opened, options)).status).toBe(isAllowed ? 200 : 403)
    expect(await mergedInto(opened, opened.guest)).toBe(isAllowed ? opened.ana : null)
  })

  it('nobody with customers of another merchant', async () => {
    const opened = await open()
    const other = await open()
    const { manager, guest, ana } = opened
    const theirs = { manager: other.manager, guest, ana }
    expect((await preview(theirs)).status).toBe(404)
    expect((await merge(theirs)).status).toBe(404)
    const from = { manager, guest: other.guest, ana }
    expect((await preview(from)).status).toBe(404)
    expect((await merge(from)).status).toBe(404)
    const into = { manager, guest, ana: other.ana }
    expect(await preview(into)).toMatchObject({ status: 422, body: { errors: [{ pointer: '/into' }] } })
    expect(await merge(into)).toMatchObject({ status: 422, body: { errors: [{ pointer: '/into' }] } })
    for (const id of [guest, ana]) expect(await mergedInto(opened, id)).toBe(null)
    for (const id of [other.guest, other.ana]) expect(await mergedInto(other, id)).toBe(null)
  })

  it('sees no personal values without the permission for them', async () => {
    const opened = await open()
    await updatedCustomer(opened.shop, 'ana', { BirthdayDate: '1990-02-03' })
    const masked = await preview(opened, { permissions: ['customers.read', 'customers.merge'] })
    expect(masked.status).toBe(200)
    expect(JSON.stringify(masked.body)).not.toMatch(/lima|ana@|99999-0000|123\.456|1990-02/i)
    expect(masked.body).toMatchObject({
      into: { name: expect.stringContaining('•'), birthday: null },
      after: { email: expect.stringContaining('•'), birthday: null },
      takenOver: ['email', 'phone'],
      canMerge: true,
    })
    expect((await preview(opened)).body.after).toMatchObject({
      birthday: expect.stringContaining('1990-02-03'),
    })
  })
})

describe('a merge', () => {
  it('is done once when it is sent 20 times at the same moment', async () => {
    const opened = await open()
    const { shop, manager, ana } = opened
    // A merchant's heavy requests wait for each other, and too many are told to come back.
    const send = async (from: Pair): Promise<MergeAnswer> => {
      for (;;) {
        const answer = await merge(from, { key: 'once' })
        if (answer.status === 200) return answer.body
        expect(answer.status).toBe(429)
      }
    }
    const others = { ...opened, manager: elsewhere.manager(shop.key) }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send(index % 2 ? opened : others)),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({
      moved: { balance: amount('100', '10') },
      balance: amount('140', '14'),
    })
    expect((await manager.done('GET', `/customers/${ana}`)).body).toMatchObject({
      balance: amount('140', '14'),
    })
    expect(await auditOf(shop)).toHaveLength(1)
  })

  it('is answered again for the same key, and refused for another request or customer', async () => {
    const opened = await open()
    const { manager, guest, ana, shop } = opened
    await shop.completed('o3', 'eva', 5)
    const eva = await numberOf(shop, 'eva')
    const first = await merge(opened, { key: 'k' })
    expect(await merge(opened, { key: 'k' })).toMatchObject({
      status: 200,
      body: first.body,
      headers: { 'idempotent-replayed': 'true' },
    })
    // Also when the answer is not kept any more: the merge itself is.
    test.api.now += 2 * DAY_MS
    expect((await merge(opened, { key: 'k' })).body).toEqual(first.body)
    expect((await merge({ manager, guest: eva, ana }, { key: 'k' })).status).toBe(422)
    expect((await merge(opened, { key: null })).status).toBe(428)
    // Who was merged is not meant any more, nor is the one who stays when the other one is named.
    expect(await merge(opened)).toMatchObject({ status: 409, body: { code: 'customerMerged' } })
    expect(await merge({ manager, guest, ana: eva })).toMatchObject({ status: 409 })
    expect(await manager.problems('POST', `/customers/${eva}/merge`, { into: guest })).toEqual(['/into'])
    expect(await manager.problems('POST', `/customers/${ana}/merge`, { into: ana })).toEqual(['/into'])
    expect(await mergedInto(opened, eva)).toBe(null)
    expect(await mergedInto(opened, ana)).toBe(null)
    expect(await auditOf(shop)).toHaveLength(1)
  })

  it('says in the language of the reader why it can’t be done', async () => {
    const opened = await open({ settings: { approvals: { adjustAbove: '50' } } })
    const { shop, manager, guest, ana } = opened
    const why = async (pair: Pair, language = 'en') => (await preview(pair, { language })).body.obstacle
    const swapped = { manager, guest: ana, ana: guest }

    await shop.makeReward({ title: 'Cashback', type: 3, points: 0n, value: 0n })
    await shop.reserved('guest', 'basket', { Total: 50 })
    const { body: shown } = await preview(opened)
    expect(shown).toMatchObject({ canMerge: false, after: null, takenOver: [], from: { id: guest } })
    expect(shown.obstacle).toEqual({
      reason: 'reserved',
      sentence: expect.stringContaining('reserved at checkout'),
    })
    expect((await why(opened, 'pt-BR'))?.sentence).toContain('recompensa reservada')
    expect((await why(opened, 'es'))?.sentence).toContain('recompensa reservada en el checkout')
    expect((await preview(opened, { language: 'es' })).body.warning).toBe('La fusión no se puede deshacer.')
    expect(await merge(opened)).toMatchObject({
      status: 409,
      body: { code: 'reserved', detail: shown.obstacle?.sentence },
    })
    expect(await why(swapped)).toBe(null)

    const asking = { points: '60', reason: 'goodwill', note: 'x' }
    const { body: waiting } = await manager.done<Asked>('POST', `/customers/${ana}/adjustments`, asking)
    expect(await why(swapped)).toMatchObject({ reason: 'approvalWaiting' })
    expect(await merge(swapped)).toMatchObject({ status: 409, body: { code: 'approvalWaiting' } })
    expect((await decide(opened, waiting.approval.id, 'reject')).status).toBe(200)
    expect(await why(swapped)).toBe(null)

    await shop.completed('o3', 'gone', 5)
    const gone = await numberOf(shop, 'gone')
    await erasedCustomer(shop, 'gone')
    expect(await why({ manager, guest: gone, ana })).toMatchObject({ reason: 'customerErased' })
    expect(await why({ manager, guest: ana, ana: gone })).toMatchObject({ reason: 'targetErased' })
    expect((await merge({ manager, guest: gone, ana })).status).toBe(404)

    await shop.completed('o4', 'eva', 5)
    const eva = await numberOf(shop, 'eva')
    await mergedCustomer(shop, 'eva', 'ana')
    expect(await why({ manager, guest: eva, ana })).toMatchObject({ reason: 'customerMerged' })
    expect(await why({ manager, guest: ana, ana: eva })).toMatchObject({ reason: 'targetMerged' })
    expect((await preview({ manager, guest: ana, ana })).status).toBe(422)
    expect((await preview({ manager, guest: 999_999_999, ana })).status).toBe(404)
  })
})

describe('merging by two people', () => {
  it('waits for another person, who then does it with what there is then', async () => {
    const opened = await open(BY_TWO)
    const { shop, manager, guest, ana } = opened
    expect((await preview(opened)).body).toMatchObject({ needsApproval: true, canMerge: true })
    const first = await merge<Asked>(opened, { key: 'k' }, 'Ana called')
    expect(first).toMatchObject({
      status: 202,
      body: { approval: { state: 'waiting', expiresAt: new Date(test.api.now + 7 * DAY_MS).toISOString() } },
    })
    const { id } = first.body.approval
    expect(await merge(opened, { key: 'k' }, 'Ana called')).toMatchObject({ status: 202, body: first.body })
    expect(await mergedInto(opened, guest)).toBe(null)
    const request = {
      id,
      kind: 'merge',
      target: { kind: 'customer', id: ana, name: 'Ana Lima' },
      adjustment: null,
      erasure: null,
      merge: { from: { id: guest, name: null, erasedAt: null }, note: 'Ana called' },
      exceeds: null,
      isOwn: true,
    }
    expect((await manager.get(`/approvals/${id}`)).body).toMatchObject(request)
    expect((await manager.get('/approvals?state=waiting')).body).toMatchObject({ items: [request] })
    const masked = { permissions: ['points.adjust'] } as const
    expect((await manager.get(`/approvals/${id}`, masked)).body).toMatchObject({
      target: { name: expect.stringContaining('•') },
      merge: { note: '•••' },
    })
    const needs = await manager.done('GET', '/needs', undefined, DAVI)
    expect(needs.body).toMatchObject({
      approvals: { items: [{ id, kind: 'merge', points: null, customer: { id: ana } }] },
    })

    await shop.completed('o3', 'guest', 10)
    const tried = await manager.done('POST', `/approvals/${id}/preview`, undefined, DAVI)
    expect(tried.body).toMatchObject({ before: amount('40', '4'), after: amount('150', '15') })
    expect(await mergedInto(opened, guest)).toBe(null)
    const approved = await decide(opened, id, 'approve')
    expect(approved).toMatchObject({
      status: 200,
      body: {
        state: 'approved',
        decidedBy: { id: 8, label: 'Davi' },
        decisionNote: 'Looked at both',
        recordId: expect.any(Number),
        target: { id: ana },
        merge: { from: { id: guest } },
      },
    })
    expect(await mergedInto(opened, guest)).toBe(ana)
    expect((await manager.done('GET', `/customers/${ana}`)).body).toMatchObject({
      balance: amount('150', '15'),
    })
    // Who approves again learns that it is done.
    expect((await decide(opened, id, 'approve')).body).toEqual(approved.body)
    expect((await merge(opened)).status).toBe(409)
    expect(await auditOf(shop)).toEqual([
      {
        action: 'approval.request',
        actor_label: 'Bia',
        target_id: String(ana),
        after: { approval: id, merged: guest },
      },
      {
        action: 'approval.approve',
        actor_label: 'Davi',
        target_id: String(ana),
        after: expect.objectContaining({
          approval: id,
          merged: guest,
          balance: amount('110', '11'),
          orders: 2,
        }),
      },
    ])
  })

  it('asked for again while it waits is the same request, and the other way round is refused', async () => {
    const opened = await open(BY_TWO)
    const id = await asked(opened)
    expect(await asked(opened)).toBe(id)
    expect((await merge<Asked>(opened, DAVI)).body.approval.id).toBe(id)
    expect(await auditOf(opened.shop)).toHaveLength(1)
    const { manager, guest, ana } = opened
    expect(await merge({ manager, guest: ana, ana: guest })).toMatchObject({
      status: 409,
      body: { code: 'approvalWaiting' },
    })
    // Davi has not asked first, so he can approve.
    expect((await decide(opened, id, 'approve')).status).toBe(200)
  })

  it('is not decided by who has asked, and no token or key goes around it', async () => {
    const opened = await open(BY_TWO)
    expect((await merge(opened, { actor: 'token:3' })).status).toBe(403)
    const id = await asked(opened)
    for (const how of ['approve', 'reject'] as const) {
      expect((await decide(opened, id, how, {})).status).toBe(403)
    }
    const may = { ...DAVI, permissions: ['customers.merge', 'points.adjust'] } as const
    expect((await decide(opened, id, 'approve', may)).status).toBe(403)
    const { statusCode } = await test.api.send({
      method: 'POST',
      url: '/v1/pvt/Customer/guest/merge',
      headers: { authorization: opened.shop.key.authorization },
      payload: { Into: 'ana', MergeKey: 'k' },
    })
    expect(statusCode).toBe(403)
    expect(await mergedInto(opened, opened.guest)).toBe(null)
  })

  it('rejected or over does nothing, and can be asked for again', async () => {
    const opened = await open(BY_TWO)
    const id = await asked(opened)
    expect((await decide(opened, id, 'reject')).body).toMatchObject({ state: 'rejected' })
    expect((await decide(opened, id, 'approve')).status).toBe(409)
    const next = await asked(opened)
    expect(next).not.toBe(id)
    test.api.now += 7 * DAY_MS
    expect((await decide(opened, next, 'approve')).status).toBe(409)
    expect(await mergedInto(opened, opened.guest)).toBe(null)
    expect((await decide(opened, await asked(opened), 'approve')).status).toBe(200)
  })

  it('that no longer fits is refused, says why, and goes on waiting', async () => {
    const opened = await open(BY_TWO)
    const { shop, manager, guest } = opened
    await shop.makeReward({ title: 'Cashback', type: 3, points: 0n, value: 0n })
    const id = await asked(opened)
    await shop.reserved('guest', 'basket', { Total: 50 })
    for (const [language, says] of [
      ['en', 'can’t be merged now. A reward is reserved'],
      ['pt-BR', 'não podem ser unificados agora. Há uma recompensa reservada'],
      ['es', 'no se pueden fusionar ahora. Hay una recompensa reservada'],
    ] as const) {
      expect(await decide(opened, id, 'approve', { ...DAVI, language })).toMatchObject({
        status: 409,
        body: { code: 'mergeUnfit', detail: expect.stringContaining(says) },
      })
    }
    expect((await manager.send('POST', `/approvals/${id}/preview`, undefined, DAVI)).status).toBe(409)
    expect((await manager.get(`/approvals/${id}`)).body).toMatchObject({ state: 'waiting' })
    expect(await mergedInto(opened, guest)).toBe(null)
    // The reservation is over after an hour, and then it can be approved.
    test.api.now += DAY_MS
    expect((await decide(opened, id, 'approve')).status).toBe(200)
    expect(await mergedInto(opened, guest)).toBe(opened.ana)
  })

  it('of somebody who was merged or erased meanwhile is refused', async () => {
    const opened = await open(BY_TWO)
    const { shop, manager, guest, ana } = opened
    await shop.completed('o3', 'eva', 5)
    const eva = await numberOf(shop, 'eva')
    const id = await asked(opened)
    const intoEva = await asked({ manager, guest, ana: eva }, 'Eva is the guest')
    expect((await decide(opened, intoEva, 'approve')).status).toBe(200)
    expect(await decide(opened, id, 'approve')).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('already merged') },
    })
    expect(await mergedInto(opened, guest)).toBe(eva)
    expect((await decide(opened, id, 'reject')).status).toBe(200)

    const again = await asked({ manager, guest: eva, ana }, 'Eva is Ana')
    await erasedCustomer(shop, 'eva')
    expect(await decide(opened, again, 'approve')).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('not there any more') },
    })
    // What was noted about both is gone with the one who was erased.
    expect((await manager.get(`/approvals/${again}`)).body).toMatchObject({ merge: { note: null } })
  })

  it('is nothing of another merchant', async () => {
    const opened = await open(BY_TWO)
    const id = await asked(opened)
    const other = { manager: admin.manager((await open()).shop.key) }
    expect((await other.manager.get(`/approvals/${id}`)).status).toBe(404)
    for (const how of ['approve', 'reject'] as const) expect((await decide(other, id, how)).status).toBe(404)
    expect((await other.manager.send('POST', `/approvals/${id}/preview`)).status).toBe(404)
    expect(await mergedInto(opened, opened.guest)).toBe(null)
  })

  it('an answer that is kept is given again, whatever the settings are by then', async () => {
    const opened = await open(BY_TWO)
    const { shop, guest } = opened
    const first = await merge<Asked>(opened, { key: 'k' })
    const off = JSON.stringify({ approvals: { merge: false } })
    await test.reader.query('update tenant set settings = $2 where id = $1', [shop.tenantId, off])
    await vi.waitFor(async () => expect((await preview(opened)).body.needsApproval).toBe(false))
    expect(await merge(opened, { key: 'k' })).toMatchObject({ status: 202, body: first.body })
    expect(await mergedInto(opened, guest)).toBe(null)
  })

  it.each([
    ['approve', 'approve'],
    ['approve', 'reject'],
  ] as const)('two who decide at the same moment, %s and %s: one of them does', async (first, second) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const opened = await open(BY_TWO)
      const id = await asked(opened)
      const others = { manager: elsewhere.manager(opened.shop.key) }
      const answers = await Promise.all([
        decide(opened, id, first),
        decide(others, id, second, { actor: 'person:9' }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const { state } = (await opened.manager.done<ApprovalAnswer>('GET', `/approvals/${id}`)).body
      expect(await mergedInto(opened, opened.guest)).toBe(state === 'approved' ? opened.ana : null)
    }
  })

  it('two who ask at the same moment: one request waits', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const opened = await open(BY_TWO)
      const others = { ...opened, manager: elsewhere.manager(opened.shop.key) }
      const answers = await Promise.all([
        merge<Asked>(opened),
        merge<Asked>(others, DAVI),
        merge<Asked>(opened),
        merge<Asked>(others),
      ])
      expect(new Set(answers.map(({ body }) => body.approval.id)).size).toBe(1)
    }
  })

  it('is switched on and off in the settings, beside the others', async () => {
    const { manager } = await open()
    const change = async (approvals: object | null) => {
      const { etag: ifMatch } = await manager.get('')
      const sent = await manager.done<{ approvals: object }>('PATCH', '/security', { approvals }, { ifMatch })
      return sent.body.approvals
    }
    const none = { adjustAbove: null, adjustPerDay: null, importAbove: null, erase: false, merge: false }
    expect(await change({ merge: true })).toEqual({ ...none, merge: true })
    expect(await change({ erase: true })).toEqual({ ...none, erase: true, merge: true })
    expect(await change({ merge: false })).toEqual({ ...none, erase: true })
    expect(await change(null)).toEqual(none)
  })
})

describe('a person who was merged', () => {
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await Receiver.start()
  })
  afterAll(() => receiver.stop())

  /** What tells who she is. The shop's ids and the keys of merges do too. */
  const TELLS = /zuleika|ferreirinha|private\.example|987\.?654|91234|zid-/i
  const SAYS = 'Zuleika Ferreirinha called'

  /** Both have answered the quiz, a receiver has repeated what it was told of both, and people have noted things. */
  async function merged(): Promise<Opened> {
    const shop = await test.open(program(), BY_TWO)
    const database = test.api.cells.of({ cell: MAIN_CELL })
    await createdCustomer(shop, {
      OriginalId: 'zid-old',
      Email: 'zuleika@private.example',
      Phone: '91234-5678',
    })
    await createdCustomer(shop, {
      OriginalId: 'zid-new',
      Name: 'Zuleika Ferreirinha',
      Document: '987.654.321-00',
    })
    receiver.reply = ({ body }) => ({ status: 400, body: `I do not like ${body}` })
    await subscribe(test.api, shop.tenantId, receiver.url)
    const delivery = await deliver(test.api)
    await shop.completed('o1', 'zid-old', 100, { Metadatas: [{ Name: 'gift for', Value: SAYS }] })
    await shop.completed('o2', 'zid-new', 40)
    const attempts = () => rowsThatTell(test.reader, shop.tenantId, TELLS, 'webhook_attempt')
    await expect.poll(async () => (await attempts()).length, { timeout: 60_000 }).toBeGreaterThan(1)
    await delivery.stop()
    await makeQuiz(database, shop.tenantId, COFFEE_OR_TEA)
    const [quiz] = resultOf(await listQuizzes(shop))
    if (!quiz) throw new Error('there is no quiz')
    for (const id of ['zid-old', 'zid-new']) {
      const answers = fullAnswer(quiz).map((answer) =>
        answer.OpenAnswer === null ? answer : { ...answer, OpenAnswer: `${SAYS} as ${id}` },
      )
      resultOf(await answerQuiz(shop, id, answers))
    }
    const manager = admin.manager(shop.key)
    const pair = { manager, guest: await numberOf(shop, 'zid-old'), ana: await numberOf(shop, 'zid-new') }
    const approval = await asked(pair, SAYS)
    const { status } = await manager.send('POST', `/approvals/${approval}/approve`, { note: SAYS }, DAVI)
    expect(status).toBe(200)
    return { ...pair, shop }
  }

  it('is in the file of the customer who stays, whole', async () => {
    const { shop, guest, ana } = await merged()
    const file = await personFileOf(test.api, shop.tenantId, ana)
    expect(file).toMatchObject({
      originalId: 'zid-new',
      formerIds: ['zid-old'],
      email: 'zuleika@private.example',
      merged: [{ id: guest, originalId: 'zid-old', mergedAt: expect.stringMatching(/Z$/) }],
    })
    expect(file.orders.map(({ originalId }) => originalId).sort()).toEqual(['o1', 'o2'])
    expect(JSON.stringify(file.quizAnswers)).toContain('as zid-old')
    expect(JSON.stringify(file.quizAnswers)).toContain('as zid-new')
    expect(file.quizAnswers).toHaveLength(2)
    const answers = file.webhookAnswers.map(({ answer }) => answer).join()
    for (const id of ['zid-old', 'zid-new']) expect(answers).toContain(id)
    expect(file.approvals).toMatchObject([{ kind: 'merge', note: SAYS, decisionNote: SAYS }])
  })

  it('is nowhere when the customer who stays is erased', async () => {
    const { manager, shop, guest, ana } = await merged()
    const hits = () => rowsThatTell(test.reader, shop.tenantId, TELLS)
    const places = new Set((await hits()).map((hit) => hit.split(':', 1)[0]))
    expect([...places].sort()).toEqual(
      [
        'approval',
        'customer',
        'customer_alias',
        'customer_order',
        'customer_term',
        'quiz_answer',
        'webhook_attempt',
      ].map((name) => `public.${name}`),
    )
    const body = { confirm: 'zid-new', reason: 'asked' }
    await manager.done('POST', `/customers/${ana}/erase`, body)
    expect(await hits()).toEqual([])
    for (const id of [guest, ana]) {
      const left = await personFileOf(test.api, shop.tenantId, id)
      expect(JSON.stringify(left)).not.toMatch(TELLS)
    }
    expect(await mergedInto({ manager }, guest)).toBe(ana)
  })
})
