/** Friends who were referred, as a merchant's people see and decide them: src/management/referrals. */
import { describe, expect, it } from 'vitest'
import type { Needs } from '../../src/management/needs/schema.ts'
import { sumFigures } from '../../src/management/referrals/figures.ts'
import type { ReferralAnswer, ReferralItem } from '../../src/management/referrals/schema.ts'
import { REFERRAL_REASON, REFERRAL_STATE } from '../../src/referrals/referral.ts'
import { type Outcome, outcomeOf } from '../../src/referrals/rules/outcome.ts'
import { countReferrals, listReferrals } from '../../src/referrals/store/list.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { type Manager, type SendOptions, useManager } from '../support/admin.ts'
import { befriend, codeOf, endFriends, FRIENDS_RULE, settleFriends } from '../support/friends.ts'
import { chanceOf } from '../support/seed.ts'
import { allOf, MASKED } from '../support/seen.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const admin = useManager(() => test.api)

interface Page {
  readonly items: ReferralItem[]
  readonly nextCursor: string | null
}

interface Figures {
  readonly joined: number
  readonly notYet: number
  readonly expired: number
  readonly bought: number
  readonly rewarded: { readonly count: number; readonly points: string }
  readonly pending: { readonly count: number; readonly points: string; readonly until: string | null }
  readonly notCounted: { readonly count: number; readonly reasons: { reason: string; count: number }[] }
  readonly held: number
  readonly turnedAway: number
  readonly isMore: boolean
  readonly since: string
  readonly rule: { readonly id: number; readonly sentence: string } | null
}

const database = () => test.api.cells.of({ cell: MAIN_CELL })
const settle = (shop: Shop) => settleFriends(test.api, shop, database())

/** Ana has a code; her friends bought, in this order, but for the last. */
async function open(rule: object = {}) {
  const shop = await test.open(program({}, { ...FRIENDS_RULE, ...rule }))
  await shop.completed('first of ana', 'ana', 80, { Customer: { OriginalId: 'ana', Name: 'Ana Lima' } })
  const code = await codeOf(shop, 'ana')
  const manager = admin.manager(shop.key)
  const buys = async (friend: string, total: number): Promise<void> => {
    test.api.now += 60_000
    await befriend(shop, code, friend)
    await shop.completed(`first of ${friend}`, friend, total)
    await settle(shop)
  }
  return { shop, manager, code, buys }
}

async function openHeld() {
  const opened = await open()
  await opened.buys('bia', 64)
  await opened.buys('caio', 70)
  const [held] = (await list(opened.manager, '?outcome=held')).items
  return { ...opened, id: held?.id ?? 0 }
}

const list = async (manager: Manager, query = '', options?: SendOptions): Promise<Page> =>
  (await manager.done<Page>('GET', `/referrals${query}`, undefined, options)).body

const figuresOf = async (manager: Manager, query = ''): Promise<Figures> =>
  (await manager.done<Figures>('GET', `/referral-figures${query}`)).body

const readOne = async (manager: Manager, id: number, options?: SendOptions): Promise<ReferralAnswer> =>
  (await manager.done<ReferralAnswer>('GET', `/referrals/${id}`, undefined, options)).body

const decide = (manager: Manager, id: number, count: boolean, options?: SendOptions) =>
  manager.send<Record<string, unknown>>('POST', `/referrals/${id}/decision`, { count, note: 'Seen' }, options)

describe('the list of referrals', () => {
  it('has each with its state, reason, order and points, those who joined last first', async () => {
    const { shop, manager, code, buys } = await open()
    await buys('bia', 64)
    await buys('caio', 70)
    await buys('davi', 22)
    test.api.now += 60_000
    await befriend(shop, code, 'eva')
    const { items, nextCursor } = await list(manager)
    expect(nextCursor).toBeNull()
    const shown = items.map(({ friend, state, outcome, reason }) => [friend.name, state, outcome, reason])
    expect(shown).toEqual([
      ['eva', 'registered', 'notYet', null],
      ['davi', 'refused', 'notCounted', 'belowMinimum'],
      ['caio', 'held', 'held', null],
      ['bia', 'granted', 'pending', null],
    ])
    const [eva, davi, , bia] = items
    expect(eva).toMatchObject({ order: null, points: null, friendPoints: null, availableAt: null })
    expect(davi?.why).toMatch(/^Order first of davi .*R\$\s50\.00/)
    const said = new Set<string | null | undefined>()
    for (const language of ['en', 'pt-BR', 'es']) {
      said.add((await list(manager, '?search=davi', { language })).items[0]?.why)
    }
    expect(said.size).toBe(3)
    expect(davi).toMatchObject({ points: null, order: { total: '22', originalId: 'first of davi' } })
    expect(bia).toEqual({
      id: bia?.friend.id,
      friend: expect.objectContaining({ originalId: 'bia' }),
      referrer: expect.objectContaining({ originalId: 'ana', name: 'Ana Lima' }),
      ...{ state: 'granted', outcome: 'pending', reason: null, why: null },
      joinedAt: expect.any(String),
      endsAt: expect.any(String),
      order: {
        id: expect.any(Number),
        customerId: bia?.friend.id,
        originalId: 'first of bia',
        placedAt: expect.any(String),
        ...{ total: '64', counted: '64' },
      },
      ...{ points: '150', friendPoints: '30' },
      availableAt: expect.any(String),
      changedAt: expect.any(String),
    })
  })

  it('is filtered by state, outcome and referrer, found by name, id and code, and goes page by page', async () => {
    const { shop, manager, code, buys } = await open()
    for (const [friend, total] of [
      ['bia', 64],
      ['caio', 70],
      ['davi', 22],
    ] as const) {
      await buys(friend, total)
    }
    const of = async (query: string) => (await list(manager, query)).items.map(({ friend }) => friend.name)
    expect(await of('?state=granted')).toEqual(['bia'])
    expect(await of('?outcome=pending')).toEqual(['bia'])
    expect(await of('?outcome=rewarded')).toEqual([])
    expect(await of('?state=held')).toEqual(['caio'])
    expect(await of('?outcome=notCounted')).toEqual(['davi'])
    expect(await of('?outcome=held&state=granted')).toEqual([])
    expect(await of('?search=caio')).toEqual(['caio'])
    expect(await of('?search=Lima')).toEqual(['davi', 'caio', 'bia'])
    expect(await of(`?search=${code.toLowerCase()}`)).toEqual(['davi', 'caio', 'bia'])
    expect(await of(`?search=${code}&outcome=held`)).toEqual(['caio'])
    expect(await of('?search=zoe')).toEqual([])
    const [one] = (await list(manager)).items
    expect(await of(`?referrer=${one?.referrer.id}`)).toHaveLength(3)
    expect(await of(`?referrer=${one?.referrer.id}&search=davi`)).toEqual([])
    const all = await allOf<ReferralItem>(manager, '/referrals', { limit: 1 })
    expect(all.map(({ friend }) => friend.name)).toEqual(['davi', 'caio', 'bia'])
    for (const wrong of ['state=lost', 'outcome=x', 'referrer=0', 'cursor=abc', 'x=1']) {
      expect((await manager.get(`/referrals?${wrong}`)).status).toBe(422)
    }
    // Of a merge the one who stayed is shown, and the code goes on leading there.
    await shop.completed('of zoe', 'zoe', 10, { Customer: { OriginalId: 'zoe', Name: 'Zoe Reis' } })
    const zoe = (await manager.done<Page>('GET', '/customers?search=zoe')).body.items[0]?.id
    await manager.done('POST', `/customers/${one?.referrer.id}/merge`, { into: zoe, note: 'same person' })
    const merged = (await list(manager, '?search=caio')).items[0]
    expect(merged?.referrer).toMatchObject({ id: zoe, name: 'Zoe Reis' })
  })

  it('tells no person, code or note to who may not see them, and nothing to other merchants', async () => {
    const { manager, code, id } = await openHeld()
    await decide(manager, id, false)
    expect((await list(manager, '', MASKED)).items[0]?.referrer.name).toBe('A••• L•••')
    expect(await readOne(manager, id, MASKED)).toMatchObject({ code: null, note: '•••' })
    expect((await list(manager, `?search=${code}`, MASKED)).items).toEqual([])
    expect((await list(manager, '?search=Lima', MASKED)).items).toEqual([])
    const other = await open()
    expect((await list(other.manager)).items).toEqual([])
    expect((await list(other.manager, `?search=${code}`)).items).toEqual([])
    expect((await other.manager.get(`/referrals/${id}`)).status).toBe(404)
    expect((await decide(other.manager, id, true)).status).toBe(404)
    expect(await figuresOf(other.manager)).toMatchObject({ joined: 0, bought: 0 })
  })
})

describe('one referral', () => {
  it('says by which rule it counts, what was looked at, and until when it can be decided', async () => {
    const { manager, code, id } = await openHeld()
    const held = await readOne(manager, id)
    expect(held).toMatchObject({
      code,
      rule: {
        ...{ id: 6, name: 'Friends', version: 1, points: '150', friendPoints: '30' },
        ...{ minimumOrder: '50', withinDays: 90, perDay: 1, ever: 3 },
      },
      ...{ decidedBy: null, note: null },
      decideBefore: iso(Date.parse(held.changedAt) + 30 * DAY_MS),
    })
    expect(held.checks).toEqual([
      { check: 'newCustomer', result: 'passed' },
      { check: 'otherPerson', result: 'passed' },
      { check: 'minimumOrder', result: 'passed' },
      { check: 'withinDays', result: 'passed' },
      { check: 'limits', result: 'failed' },
    ])
  })

  it('says which check failed, and what can’t be said before there is an order', async () => {
    const { shop, manager, code, buys } = await open({ limits: {} })
    await buys('davi', 22)
    await befriend(shop, code, 'eva')
    const [eva, davi] = (await list(manager)).items
    const resultsOf = async (id = 0) => (await readOne(manager, id)).checks.map(({ result }) => result)
    expect(await resultsOf(davi?.id)).toEqual(['passed', 'passed', 'failed', 'passed'])
    expect(await resultsOf(eva?.id)).toEqual(['passed', 'passed', 'open', 'open'])
  })
})

describe('the decision', () => {
  it('lets it count by the rule of its order, once for a key, and is audited with before and after', async () => {
    const { shop, manager, id } = await openHeld()
    await shop.publish(program({}, { ...FRIENDS_RULE, points: '999' }))
    const sent = await decide(manager, id, true, { key: 'decide-1', as: 'Bia' })
    expect(sent).toMatchObject({
      status: 200,
      body: {
        id,
        state: 'granted',
        reason: null,
        points: '150',
        availableAt: '2026-01-29T03:00:00.000Z',
      },
    })
    const repeated = await decide(manager, id, true, { key: 'decide-1', as: 'Bia' })
    expect(repeated.headers['idempotent-replayed']).toBe('true')
    expect(repeated.body).toEqual(sent.body)
    expect(await readOne(manager, id)).toMatchObject({
      ...{ state: 'granted', outcome: 'pending', decidedBy: 'Bia', note: 'Seen', decideBefore: null },
    })
    const { body } = await manager.done<{ items: object[] }>('GET', '/audit?action=referral.decide')
    expect(body.items).toEqual([
      expect.objectContaining({
        target: expect.objectContaining({ kind: 'referral', id: String(id) }),
        before: { state: 'held' },
        after: { state: 'granted', points: '150' },
        note: null,
      }),
    ])
  })

  it('of two people at once one wins, and the other is told in three languages', async () => {
    const { shop, manager, id } = await openHeld()
    const answers = await Promise.all(
      [true, false, true, false].map((count, n) => decide(manager, id, count, { as: `person ${n}` })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const { body } = await manager.done<{ items: object[] }>('GET', '/audit?action=referral.decide')
    expect(body.items).toHaveLength(1)
    const details = []
    for (const language of ['en', 'pt-BR', 'es']) {
      details.push((await decide(manager, id, true, { language })).body.detail)
    }
    expect(new Set(details).size).toBe(3)
    const won = answers.find(({ status }) => status === 200)?.body.state
    const rows = await test.reader.query(
      `select grant_key from action_grant where tenant_id = $1 and action = 'referral'`,
      [shop.tenantId],
    )
    expect(rows).toHaveLength(won === 'granted' ? 2 : 1)
  })

  it('declines, with who did and why; and it is refused to who may not adjust points, or says too little', async () => {
    const { manager, id } = await openHeld()
    expect((await decide(manager, id, true, { permissions: ['customers.read'] })).status).toBe(403)
    expect((await decide(manager, id, true, { key: null })).status).toBe(428)
    for (const body of [{}, { count: true }, { count: 'yes', note: 'x' }, { count: true, note: ' ' }]) {
      expect((await manager.send('POST', `/referrals/${id}/decision`, body)).status).toBe(422)
    }
    const long = { count: false, note: 'x'.repeat(1_001) }
    expect((await manager.send('POST', `/referrals/${id}/decision`, long)).status).toBe(422)
    const declined = await decide(manager, id, false)
    expect(declined.body).toEqual({
      id,
      state: 'refused',
      reason: 'declined',
      points: null,
      availableAt: null,
    })
    expect((await decide(manager, id + 1_000_000, true)).status).toBe(404)
  })

  it('can only decline where the limit in all is reached, or who referred has left', async () => {
    const { shop, manager, id, buys } = await openHeld()
    await shop.completed('more of ana', 'ana', 1, { Customer: { OriginalId: 'ana', IsEnrolled: false } })
    const left = await manager.done<{ items: { id: number }[] }>('GET', '/customers?search=ana')
    await manager.send('POST', `/customers/${left.body.items[0]?.id}/leave`, {})
    expect((await decide(manager, id, true)).body.detail).toContain('no longer enrolled')
    await manager.done('POST', `/customers/${left.body.items[0]?.id}/enrol`, {})
    for (const friend of ['davi', 'eva']) {
      test.api.now += DAY_MS
      await buys(friend, 64)
    }
    expect((await decide(manager, id, true)).body.detail).toContain('as often as the rule allows')
    expect((await decide(manager, id, false)).status).toBe(200)
  })

  it('is told on Home while it waits, to who may decide', async () => {
    const { shop, manager, id } = await openHeld()
    const heldOf = async (options?: SendOptions) =>
      (await manager.done<Needs>('GET', '/needs', undefined, options)).body.heldReferrals
    expect(await heldOf()).toEqual({ count: 1, since: (await readOne(manager, id)).changedAt })
    expect(await heldOf({ permissions: ['program.read', 'customers.read'] })).toBeNull()
    test.api.now += 31 * DAY_MS
    await endFriends(test.api, shop, database())
    expect(await heldOf()).toBeNull()
    expect(await readOne(manager, id)).toMatchObject({
      state: 'refused',
      reason: 'declined',
      decidedBy: null,
    })
  })
})

describe('the figures', () => {
  it('add up, with the points of both kinds and every reason, and follow what happens', async () => {
    const { shop, manager, code, buys } = await open({ limits: { perDay: 2 } })
    await buys('bia', 64)
    await buys('caio', 70)
    await buys('davi', 22)
    await buys('eva', 90)
    await befriend(shop, code, 'fabi')
    await shop.cancelled('first of caio')
    await settle(shop)
    const figures = await figuresOf(manager)
    expect(figures).toMatchObject({
      ...{ joined: 5, notYet: 1, expired: 0, bought: 4, held: 1, turnedAway: 0, isMore: false },
      rewarded: { count: 0, points: '0' },
      pending: { count: 1, points: '150' },
      notCounted: { count: 2 },
    })
    expect(figures.notCounted.reasons).toHaveLength(2)
    expect(figures.rule).toMatchObject({ id: 6, sentence: expect.stringContaining('150 points') })
    test.api.now += 15 * DAY_MS
    expect(await figuresOf(manager)).toMatchObject({
      rewarded: { count: 1, points: '150' },
      pending: { count: 0, points: '0', until: null },
    })
    expect(await figuresOf(manager, '?days=7')).toMatchObject({ joined: 0, bought: 0 })
    expect((await manager.get('/referral-figures?days=0')).status).toBe(422)
    await shop.publish(program({}))
    expect((await figuresOf(manager)).rule).toBeNull()
  })

  it('add up for 1,000 random referrals, and say of each what the list says', async () => {
    const { tenantId } = await test.open(program({}, FRIENDS_RULE))
    const chance = chanceOf('Referral figures')
    const { now } = test.api
    const states = Object.values(REFERRAL_STATE)
    const reasons = Object.values(REFERRAL_REASON)
    const rows = Array.from({ length: 1_000 }, (_, n) => {
      const state = states[chance.between(0, states.length - 1)] ?? 0
      const hasOrder = ![REFERRAL_STATE.registered, REFERRAL_STATE.expired].includes(state as 0 | 6)
      return {
        id: 9_000_000 + n,
        state,
        reason:
          state >= REFERRAL_STATE.refused ? (reasons[chance.between(0, reasons.length - 1)] ?? 0) : null,
        at: iso(now - chance.between(0, 120 * DAY_MS)),
        order: hasOrder && (state !== REFERRAL_STATE.refused || chance.between(0, 1) === 1) ? n + 1 : null,
        until: hasOrder ? iso(now + chance.between(-20, 20) * DAY_MS) : null,
      }
    })
    await test.reader.query(
      `insert into referral (tenant_id, customer_id, referrer_id, state, reason, registered_at, ends_at, program_version,
         order_id, waits_until, changed_at)
       select $1, id, 1, state, reason, at, at, 1, "order", until, at
       from json_to_recordset($2) as made (id bigint, state int, reason int, at timestamptz, "order" bigint, until timestamptz)`,
      [tenantId, JSON.stringify(rows)],
    )
    const everything = { state: null, outcome: null, customerIds: null }
    const page = { below: { at: Number.POSITIVE_INFINITY, id: Number.MAX_SAFE_INTEGER }, limit: 2_000 }
    const { referrals } = await database().read([tenantId], (tx) =>
      listReferrals(tx, tenantId, everything, page, now),
    )
    expect(referrals).toHaveLength(1_000)
    const since = now - 90 * DAY_MS
    const lately = Map.groupBy(
      referrals.filter(({ registeredAt }) => registeredAt >= since),
      (one): Outcome => outcomeOf(one, now),
    )
    const countOf = (outcome: Outcome): number => lately.get(outcome)?.length ?? 0
    const sums = sumFigures(
      await database().read([tenantId], (tx) => countReferrals(tx, tenantId, { since, now, limit: 100_000 })),
    )
    const bought = sums.rewarded.count + sums.pending.count + sums.notCounted.count + sums.held
    expect(sums.bought).toBe(bought)
    expect(sums.joined).toBe(bought + sums.notYet + sums.expired)
    expect(sums.all).toBe(sums.joined + sums.turnedAway)
    expect(sums.all).toBe([...lately.values()].flat().length)
    expect([sums.rewarded.count, sums.pending.count, sums.notCounted.count, sums.held]).toEqual(
      (['rewarded', 'pending', 'notCounted', 'held'] as const).map(countOf),
    )
    expect([sums.notYet, sums.expired, sums.turnedAway]).toEqual(
      (['notYet', 'expired', 'turnedAway'] as const).map(countOf),
    )
    expect(sums.notCounted.reasons.reduce((sum, { count }) => sum + count, 0)).toBe(sums.notCounted.count)
    for (const outcome of lately.keys()) {
      const found = await database().read([tenantId], (tx) =>
        listReferrals(tx, tenantId, { ...everything, outcome }, page, now),
      )
      expect(found.referrals.every((one) => outcomeOf(one, now) === outcome)).toBe(true)
      expect(found.referrals.filter(({ registeredAt }) => registeredAt >= since)).toHaveLength(
        countOf(outcome),
      )
    }
    await test.reader.query('delete from referral where tenant_id = $1', [tenantId])
  })
})
