/** Several versions that wait for their moments: RULES.md 4.9, with V1 to V4. */

import { describe, expect, it } from 'vitest'
import type { AnswerOf } from '../../src/contract/admin-api/operation.ts'
import type {
  diffVersion,
  getProgram,
  listVersions,
  publishDraft,
} from '../../src/earning/admin-api/schema.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { type Body, type ProgramToPublish, program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()
const admin = useManager(() => story.api)

type Overview = AnswerOf<typeof getProgram>
type Publication = AnswerOf<typeof publishDraft>

const PATH = '/program'
const NOV = '2026-11-20T12:00:00-03:00'
const DEC = '2026-12-01T00:00:00-03:00'
const JAN = '2027-01-01T00:00:00-03:00'
const FEB = '2027-02-01T00:00:00-03:00'
const utc = (moment: string) => new Date(moment).toISOString()

const brand = (id: number, multiplier: string) => ({
  id,
  kind: 'brand' as const,
  ids: ['aurora'],
  multiplier,
})
/** What is live; December doubles a brand, and January welcomes people too. */
const LIVE = program({ points: '1' })
const DECEMBER = program({ points: '1' }, brand(2, '2'))
const JANUARY = program({ points: '1' }, brand(2, '2'), { id: 3, kind: 'signup', points: '20' })

const etagOf = async (manager: Manager) => (await manager.get(PATH)).etag

async function draft(manager: Manager, content: ProgramToPublish): Promise<string | undefined> {
  const ifMatch = await etagOf(manager)
  return (await manager.done('PUT', `${PATH}/draft`, { program: content }, { ifMatch })).etag
}

async function publish(manager: Manager, content: ProgramToPublish, body: object = {}) {
  const ifMatch = await draft(manager, content)
  return manager.done<Publication>('POST', `${PATH}/publish`, body, { ifMatch })
}

async function refused(manager: Manager, content: ProgramToPublish, body: object = {}) {
  const ifMatch = await draft(manager, content)
  const answer = await manager.send('POST', `${PATH}/publish`, body, { ifMatch })
  expect(answer.status, JSON.stringify(answer.body)).toBe(409)
  return answer.body
}

const overviewOf = async (manager: Manager) => (await manager.get<Overview>(PATH)).body

async function statesOf(manager: Manager) {
  const { body } = await manager.get<AnswerOf<typeof listVersions>>(`${PATH}/versions?limit=50`)
  return Object.fromEntries(body.items.map(({ version, state }) => [version, state]))
}

const queueOf = async (manager: Manager) =>
  (await overviewOf(manager)).queue.map(({ version, effectiveAt }) => [version, effectiveAt])

/** What every version says of purchases and brands, by the rules that are stored. */
async function rulesOf(shop: Shop, version: number) {
  const [row] = await story.query(
    'select program from program_version where tenant_id = $1 and version = $2',
    [shop.tenantId, version],
  )
  return (row?.program as ProgramToPublish | undefined)?.rules
}

async function earns(shop: Shop, id: string, more: Body = {}) {
  await shop.completed(id, id, 10, more)
  const record = (await shop.records(id)).find(({ type }) => type === 0)
  return [record?.points ?? 0, record?.explanation?.v]
}

/** Version 8 is live, 9 waits for 1 Dec 00:00, 10 for 1 Jan. */
async function eightNineTen() {
  story.on(NOV)
  const shop = await story.open(program({ points: '7' }), { timeZone: 'America/Sao_Paulo' })
  for (const points of ['6', '5', '4', '3', '2', '9']) await shop.publish(program({ points }))
  await shop.publish(LIVE)
  const manager = admin.manager(shop.key)
  expect((await publish(manager, DECEMBER, { effectiveAt: DEC, note: 'December' })).body.version).toBe(9)
  // Made as a change of what is live then.
  const restored = await manager.done('POST', `${PATH}/versions/9/restore`, undefined, {
    ifMatch: await etagOf(manager),
  })
  expect(restored.body).toMatchObject({ basedOn: 9, changes: [] })
  expect((await publish(manager, JANUARY, { effectiveAt: JAN })).body.version).toBe(10)
  return { shop, manager }
}

describe('version 8 is live, 9 waits for 1 Dec, 10 for 1 Jan', () => {
  it('V1: an order placed in November that completes in December earns by 9', async () => {
    const { shop, manager } = await eightNineTen()
    await manager.done('DELETE', `${PATH}/scheduled?version=10`, undefined, {
      ifMatch: await etagOf(manager),
    })
    await manager.done('DELETE', `${PATH}/scheduled?version=9`, undefined, { ifMatch: await etagOf(manager) })
    const until = { id: 4, kind: 'order', points: '50', when: { until: DEC } } as const
    await publish(manager, program({ points: '3' }, until), { effectiveAt: DEC })
    const placed = '2026-11-30T23:50:00-03:00'
    story.on(placed)
    await shop.completed('late', 'late', 10, {
      OrderPlacementDate: placed,
      OrderCompletedDate: null,
      IsCompleted: false,
    })
    expect(await shop.records('late')).toEqual([])
    story.on('2026-12-01T09:00:00-03:00')
    // The window goes by the placement, the version by the completion: 3 per R$ 1, and the rule that ended at midnight.
    expect(await earns(shop, 'late', { OrderPlacementDate: placed })).toEqual([30 + 50, 11])
    expect(await earns(shop, 'new', { OrderPlacementDate: new Date(story.api.now).toISOString() })).toEqual([
      30, 11,
    ])
  })

  it('V2: a correction of the rate, published now with carry, is made in both', async () => {
    const { shop, manager } = await eightNineTen()
    const { body } = await publish(manager, program({ points: '2' }), { carry: true, note: 'Rate' })
    expect(body).toMatchObject({
      version: 11,
      state: 'current',
      changes: [{ ruleId: 1, member: 'points' }],
      carried: [
        { from: 9, version: 12, effectiveAt: utc(DEC) },
        { from: 10, version: 13, effectiveAt: utc(JAN) },
      ],
    })
    expect(await statesOf(manager)).toMatchObject({
      8: 'past',
      9: 'cancelled',
      10: 'cancelled',
      11: 'current',
      12: 'scheduled',
      13: 'scheduled',
    })
    expect(await rulesOf(shop, 11)).toEqual(program({ points: '2' }).rules)
    expect(await rulesOf(shop, 12)).toEqual(program({ points: '2' }, brand(2, '2')).rules)
    expect(await rulesOf(shop, 13)).toEqual(
      program({ points: '2' }, brand(2, '2'), { id: 3, kind: 'signup', points: '20' }).rules,
    )
    expect(await overviewOf(manager)).toMatchObject({
      current: { version: 11, note: 'Rate' },
      scheduled: { version: 12, note: 'December' },
      draft: null,
      queue: [
        {
          version: 12,
          effectiveAt: utc(DEC),
          publishedBy: { label: 'Bia' },
          note: 'December',
          changes: [{ kind: 'added', ruleId: 2 }],
        },
        { version: 13, effectiveAt: utc(JAN), note: null, changes: [{ kind: 'added', ruleId: 3 }] },
      ],
    })
    for (const [moment, version] of [
      [NOV, 11],
      [DEC, 12],
      [JAN, 13],
    ] as const) {
      story.on(moment)
      expect(await earns(shop, `on ${moment}`)).toEqual([20, version])
    }
    const audit = await story.query(
      `select action, target_label, before, after, note, actor_label from audit_entry
       where tenant_id = $1 order by id desc limit 3`,
      [shop.tenantId],
    )
    expect(audit.toReversed()).toMatchObject([
      { action: 'program.publish', target_label: 'Version 11', note: 'Rate', actor_label: 'Bia' },
      {
        action: 'program.carry',
        target_label: 'Version 12',
        before: { version: 9, 'rule 1': { points: '1' } },
        after: { version: 12, 'rule 1': { points: '2' } },
      },
      {
        action: 'program.carry',
        target_label: 'Version 13',
        before: { version: 10 },
        after: { version: 13 },
      },
    ])
  })

  it('V2 without carry is refused, and names both', async () => {
    const { manager } = await eightNineTen()
    const body = await refused(manager, program({ points: '2' }))
    expect(body).toMatchObject({
      code: 'carryNeeded',
      versions: [9, 10],
      detail: 'The same change has to be made in versions 9 and 10: publish with “carry”.',
    })
    expect(await queueOf(manager)).toEqual([
      [9, utc(DEC)],
      [10, utc(JAN)],
    ])
  })

  it('V3: where 9 changes the rate itself, nothing is published, and the conflict is told in words', async () => {
    const { shop, manager } = await eightNineTen()
    await manager.done('DELETE', `${PATH}/scheduled`, undefined, { ifMatch: await etagOf(manager) })
    await manager.done('DELETE', `${PATH}/scheduled`, undefined, { ifMatch: await etagOf(manager) })
    await publish(manager, program({ points: '5' }), { effectiveAt: DEC })
    const answer = await refused(manager, program({ points: '2' }), { carry: true })
    expect(answer).toMatchObject({
      code: 'carryConflict',
      detail: expect.stringContaining('rule 1 (points), version 11'),
    })
    expect(answer.conflicts).toEqual([
      {
        ruleId: 1,
        member: 'points',
        version: 11,
        name: '',
        now: 'Customers earn 1 point for every R$\u00a01.00 they spend. Points never expire.',
        yours: 'Customers earn 2 points for every R$\u00a01.00 they spend. Points never expire.',
        theirs: 'Customers earn 5 points for every R$\u00a01.00 they spend. Points never expire.',
      },
    ])
    expect(await queueOf(manager)).toEqual([[11, utc(DEC)]])
    const [row] = await story.query(
      'select max(version) as version from program_version where tenant_id = $1',
      [shop.tenantId],
    )
    expect(row).toEqual({ version: 11 })
  })

  it('V4: what is scheduled after all of them is a change of the last, and the others stay', async () => {
    const { shop, manager } = await eightNineTen()
    const extra = { id: 4, kind: 'order', points: '50', when: { minimumOrder: '200' } } as const
    const without = await refused(manager, program({ points: '1' }, extra), { effectiveAt: FEB })
    expect(without).toMatchObject({ code: 'carryNeeded', versions: [10] })
    const { body } = await publish(manager, program({ points: '1' }, extra), {
      effectiveAt: FEB,
      carry: true,
    })
    expect(body).toMatchObject({ version: 11, state: 'scheduled', carried: [] })
    expect(await rulesOf(shop, 11)).toEqual([...JANUARY.rules, extra])
    expect(await queueOf(manager)).toEqual([
      [9, utc(DEC)],
      [10, utc(JAN)],
      [11, utc(FEB)],
    ])
  })

  it('what is scheduled between them is carried into the later one alone, which keeps its moment', async () => {
    const { shop, manager } = await eightNineTen()
    const between = '2026-12-24T00:00:00-03:00'
    const { body } = await publish(manager, program({ points: '2' }), { effectiveAt: between, carry: true })
    expect(body).toMatchObject({ version: 11, carried: [{ from: 10, version: 12, effectiveAt: utc(JAN) }] })
    expect(await rulesOf(shop, 11)).toEqual(program({ points: '2' }, brand(2, '2')).rules)
    expect(await queueOf(manager)).toEqual([
      [9, utc(DEC)],
      [11, utc(between)],
      [12, utc(JAN)],
    ])
    const diff = await manager.get<AnswerOf<typeof diffVersion>>(`${PATH}/versions/12/diff`)
    expect(diff.body).toMatchObject({ against: 11, changes: [{ kind: 'added', ruleId: 3 }] })
  })

  it('a version that has the change already stays as it is, with a lower number and a later moment', async () => {
    const { shop, manager } = await eightNineTen()
    // January has the brand already, just as the draft wants it; December is not there.
    await manager.done('DELETE', `${PATH}/scheduled?version=9`, undefined, { ifMatch: await etagOf(manager) })
    const { body } = await publish(manager, program({ points: '1' }, brand(2, '2')), { carry: true })
    expect(body).toMatchObject({ version: 11, carried: [] })
    expect(await queueOf(manager)).toEqual([[10, utc(JAN)]])
    for (const [moment, version] of [
      [NOV, 11],
      ['2026-12-31T23:59:59.999-03:00', 11],
      [JAN, 10],
    ] as const) {
      story.on(moment)
      expect(await earns(shop, `on ${moment}`)).toEqual([10, version])
    }
    // From then on it is the current one, and what is published next is a change of it.
    expect(await overviewOf(manager)).toMatchObject({ current: { version: 10 }, queue: [] })
    const { body: next } = await publish(manager, program({ points: '6' }))
    expect(next).toMatchObject({ version: 12, state: 'current' })
    expect(await earns(shop, 'next')).toEqual([60, 12])
    const diff = await manager.get<AnswerOf<typeof diffVersion>>(`${PATH}/versions/12/diff`)
    expect(diff.body.against).toBe(10)
  })

  it('a waiting version that is restored and changed takes the place of the one at the same moment', async () => {
    const { shop, manager } = await eightNineTen()
    await manager.done('POST', `${PATH}/versions/10/restore`, undefined, { ifMatch: await etagOf(manager) })
    const tripled = program({ points: '1' }, brand(2, '3'), { id: 3, kind: 'signup', points: '20' })
    const { body } = await publish(manager, tripled, { effectiveAt: JAN })
    expect(body).toMatchObject({ version: 11, changes: [{ ruleId: 2, member: 'multiplier' }], carried: [] })
    expect(await statesOf(manager)).toMatchObject({ 9: 'scheduled', 10: 'cancelled', 11: 'scheduled' })
    expect(await rulesOf(shop, 11)).toEqual(tripled.rules)
    const [row] = await story.query(
      `select action, target_label from audit_entry where tenant_id = $1 order by id desc limit 1`,
      [shop.tenantId],
    )
    expect(row).toEqual({ action: 'program.cancelScheduled', target_label: 'Version 10' })
    // Nothing of it changes what is based on it.
    await manager.done('POST', `${PATH}/versions/11/restore`, undefined, { ifMatch: await etagOf(manager) })
    const same = await manager.send(
      'POST',
      `${PATH}/publish`,
      { effectiveAt: JAN, carry: true },
      { ifMatch: await etagOf(manager) },
    )
    expect(same.body).toMatchObject({
      status: 409,
      detail: 'The draft is based on version 11 and changes nothing in it.',
    })
  })

  it('a rollback to an old version is carried too', async () => {
    const { shop, manager } = await eightNineTen()
    const { body } = await manager.done('POST', `${PATH}/versions/1/restore`, undefined, {
      ifMatch: await etagOf(manager),
    })
    expect(body).toMatchObject({ basedOn: 8 })
    await manager.done('POST', `${PATH}/publish`, { carry: true }, { ifMatch: await etagOf(manager) })
    expect(await rulesOf(shop, 11)).toEqual(program({ points: '7' }).rules)
    expect(await rulesOf(shop, 12)).toEqual(program({ points: '7' }, brand(2, '2')).rules)
  })

  it('that takes effect while a draft is open is no longer what the draft is based on', async () => {
    const { shop, manager } = await eightNineTen()
    await draft(manager, program({ points: '2' }))
    story.on(DEC)
    const answer = await manager.send('POST', `${PATH}/publish`, {}, { ifMatch: await etagOf(manager) })
    expect(answer.body).toMatchObject({ status: 409, code: 'carryNeeded', versions: [9, 10] })
    await manager.done('POST', `${PATH}/publish`, { carry: true }, { ifMatch: await etagOf(manager) })
    expect(await rulesOf(shop, 11)).toEqual(program({ points: '2' }, brand(2, '2')).rules)
    expect(await earns(shop, 'o')).toEqual([20, 11])
  })
})

describe('the queue', () => {
  it('takes three and no fourth; each takes effect at its instant, in a zone with a clock change', async () => {
    story.on('2026-10-20T12:00:00Z')
    const shop = await story.open(program({ points: '1' }), { timeZone: 'America/New_York' })
    const manager = admin.manager(shop.key)
    // 01:30 comes twice on 1 November: once by summer time and once more an hour later.
    const moments = ['2026-11-01T01:30:00-04:00', '2026-11-01T01:30:00-05:00', '2026-11-01T02:00:00-05:00']
    for (const [index, effectiveAt] of moments.entries()) {
      await manager
        .done('DELETE', `${PATH}/draft`, undefined, { ifMatch: await etagOf(manager) })
        .catch(() => {})
      const next = program({ points: String(index + 2) })
      const before = (await overviewOf(manager)).queue.at(-1)?.version
      if (before) {
        await manager.done('POST', `${PATH}/versions/${before}/restore`, undefined, {
          ifMatch: await etagOf(manager),
        })
      }
      await publish(manager, next, { effectiveAt })
    }
    expect(await queueOf(manager)).toEqual(moments.map((moment, index) => [index + 2, utc(moment)]))
    await manager.done('POST', `${PATH}/versions/4/restore`, undefined, { ifMatch: await etagOf(manager) })
    const full = await refused(manager, program({ points: '9' }), { effectiveAt: '2026-12-01T00:00:00Z' })
    expect(full).toMatchObject({
      code: 'tooManyScheduled',
      detail: '3 versions are scheduled already: cancel one of them first.',
    })
    for (const [index, moment] of moments.entries()) {
      const at = Date.parse(moment)
      for (const [offset, version] of [
        [-1, index + 1],
        [0, index + 2],
        [1, index + 2],
      ] as const) {
        story.api.now = at + offset
        expect(await earns(shop, `${index} ${offset}`), `${moment} ${offset}`).toEqual([
          10 * version,
          version,
        ])
        expect((await overviewOf(manager)).current?.version).toBe(version)
      }
    }
    expect(await queueOf(manager)).toEqual([])
  })

  it('has room for what is published now while three wait', async () => {
    const { manager } = await eightNineTen()
    const extra = { id: 4, kind: 'order', points: '50', when: { minimumOrder: '200' } } as const
    await publish(manager, program({ points: '1' }, extra), { effectiveAt: FEB, carry: true })
    const { body } = await publish(manager, program({ points: '2' }), { carry: true })
    expect(body.carried.map(({ from, version }) => [from, version])).toEqual([
      [9, 13],
      [10, 14],
      [11, 15],
    ])
  })

  it('cancels the one that is named, or the last; the others stay, and another merchant has none', async () => {
    const { manager } = await eightNineTen()
    const other = admin.manager((await story.open(LIVE)).key)
    const cancel = async (of: Manager, query = '') =>
      of.send('DELETE', `${PATH}/scheduled${query}`, undefined, { ifMatch: await etagOf(of) })
    expect((await cancel(other, '?version=9')).body).toMatchObject({
      status: 409,
      detail: 'Version 9 is not scheduled.',
    })
    expect((await cancel(other)).body).toMatchObject({ status: 409, detail: 'No version is scheduled.' })
    expect((await cancel(manager, '?version=8')).status).toBe(409)
    expect((await cancel(manager, '?version=0')).status).toBe(422)
    expect((await cancel(manager, '?version=9')).body).toMatchObject({
      scheduled: { version: 10 },
      queue: [{ version: 10 }],
    })
    expect((await cancel(manager, '?version=9')).status).toBe(409)
    expect((await cancel(manager)).body).toMatchObject({ scheduled: null, queue: [] })
  })

  it('refuses what would be wrong beside the rules of a later version', async () => {
    const { shop, manager } = await eightNineTen()
    // December gets a second rule for purchases in place of the first; the draft switches the first one on again.
    const off = { ...LIVE, rules: [{ ...LIVE.rules[0], isActive: false }] } as ProgramToPublish
    await publish(manager, off, { carry: true })
    await manager.done('DELETE', `${PATH}/scheduled`, undefined, { ifMatch: await etagOf(manager) })
    await manager.done('DELETE', `${PATH}/scheduled`, undefined, { ifMatch: await etagOf(manager) })
    const second = { id: 5, kind: 'purchase', points: '3' } as const
    await publish(manager, { ...off, rules: [...off.rules, second] }, { effectiveAt: DEC })
    const answer = await refused(manager, LIVE, { carry: true })
    expect(answer).toMatchObject({ code: 'carryConflict', conflicts: [{ version: 14, member: null }] })
    expect(await rulesOf(shop, 15)).toBeUndefined()
  })

  it('publishes once where the answer with carry was lost', async () => {
    const { manager } = await eightNineTen()
    const ifMatch = await draft(manager, program({ points: '2' }))
    const send = () => manager.send('POST', `${PATH}/publish`, { carry: true }, { ifMatch, key: 'once' })
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status, body }) => [status, body.version])).toEqual(Array(3).fill([201, 11]))
    expect(await queueOf(manager)).toEqual([
      [12, utc(DEC)],
      [13, utc(JAN)],
    ])
  })

  it('lets a person decide for their own: the draft is based on the other version then', async () => {
    const { shop, manager } = await eightNineTen()
    await draft(manager, program({ points: '2' }))
    // Another person publishes in the meantime, from a file.
    await shop.publish(program({ points: '5' }))
    const send = async (body: object) =>
      manager.send('POST', `${PATH}/publish`, body, { ifMatch: await etagOf(manager) })
    expect((await send({ carry: true })).body).toMatchObject({
      status: 409,
      conflicts: [{ ruleId: 1, member: 'points', version: 11, yours: expect.stringContaining('2 points') }],
    })
    const put = async (basedOn: number) =>
      manager.send(
        'PUT',
        `${PATH}/draft`,
        { program: program({ points: '2' }), basedOn },
        { ifMatch: await etagOf(manager) },
      )
    expect((await put(7)).body).toMatchObject({ status: 422, errors: [{ pointer: '/basedOn' }] })
    expect((await put(11)).body).toMatchObject({
      basedOn: 11,
      changes: [{ member: 'points', before: '5', after: '2' }],
    })
  })

  it('is told in three languages', async () => {
    const { manager } = await eightNineTen()
    const ifMatch = await draft(manager, program({ points: '2' }))
    for (const [language, detail] of [
      ['pt-BR', 'A mesma mudança precisa ser feita nas versões 9 e 10: publique com “carry”.'],
      ['es', 'El mismo cambio debe hacerse en las versiones 9 y 10: publique con “carry”.'],
    ] as const) {
      const { body } = await manager.send('POST', `${PATH}/publish`, {}, { ifMatch, language })
      expect(body.detail).toBe(detail)
    }
  })
})
