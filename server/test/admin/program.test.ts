/** The program over the management API: drafts, publishing, history. */

import { describe, expect, it } from 'vitest'
import type { AnswerOf } from '../../src/contract/admin-api/operation.ts'
import type {
  diffVersion,
  getDraft,
  getProgram,
  getVersion,
  listVersions,
  publishDraft,
  validateProgram,
} from '../../src/earning/admin-api/schema.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { DEMO_PROGRAM, type ProgramToPublish, program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()
const admin = useManager(() => story.api)

type Draft = AnswerOf<typeof getDraft>
type Overview = AnswerOf<typeof getProgram>
type Publication = AnswerOf<typeof publishDraft>

const PATH = '/program'
const at = (date: string) => Date.parse(date)

async function open(published: ProgramToPublish = DEMO_PROGRAM) {
  const shop = await story.open(published)
  return { shop, manager: admin.manager(shop.key) }
}

const etagOf = async (manager: Manager) => (await manager.get(PATH)).etag

/** Saves a draft and publishes it. */
async function publish(manager: Manager, content: ProgramToPublish, body: object = {}) {
  const saved = await manager.done(
    'PUT',
    `${PATH}/draft`,
    { program: content },
    { ifMatch: await etagOf(manager) },
  )
  return manager.done<Publication>('POST', `${PATH}/publish`, body, { ifMatch: saved.etag })
}

const auditOf = (shop: Shop) =>
  story.query(
    `select action, actor_label, target_kind, target_label, before, after, note from audit_entry
     where tenant_id = $1 order by id`,
    [shop.tenantId],
  )

describe('a draft', () => {
  it('begins with what is current, is saved, shown in sentences, and thrown away', async () => {
    const { shop, manager } = await open()
    const first = await manager.get<Draft>(`${PATH}/draft`)
    expect(first).toMatchObject({ status: 200, etag: '"r1"' })
    expect(first.body).toMatchObject({ exists: false, basedOn: 1, problems: [], changes: [] })
    expect(first.body.program).toEqual(DEMO_PROGRAM)

    const tripled = {
      ...DEMO_PROGRAM,
      rules: [DEMO_PROGRAM.rules[0], { ...DEMO_PROGRAM.rules[1], name: 'Aurora', multiplier: '3' }],
    }
    const saved = await manager.done<Draft>(
      'PUT',
      `${PATH}/draft`,
      { program: tripled, note: 'Natal' },
      { ifMatch: first.etag, language: 'pt-BR' },
    )
    expect(saved).toMatchObject({ status: 200, etag: '"r2"' })
    expect(saved.body).toMatchObject({
      exists: true,
      basedOn: 1,
      note: 'Natal',
      savedBy: { kind: 'person', label: 'Bia' },
      program: tripled,
      problems: [],
      rules: [
        { pointer: '/rules/0', id: 1, kind: 'purchase', isActive: true },
        { pointer: '/rules/1', id: 2, sentence: 'Produtos da marca aurora ganham 3 vezes os pontos.' },
      ],
    })
    expect(saved.body.changes.map(({ sentence }) => sentence)).toEqual([
      'Aurora: chama-se “Aurora” em vez de “”',
      'Aurora: 3× em vez de 2×',
    ])
    expect(saved.body.rules[1]?.parts).toContainEqual({
      slot: '/multiplier',
      kind: 'number',
      value: '3',
      display: '3',
    })
    // The same again changes nothing, and has no line in the audit.
    const again = await manager.done(
      'PUT',
      `${PATH}/draft`,
      { program: tripled, note: 'Natal' },
      { ifMatch: '"r2"' },
    )
    expect(again.etag).toBe('"r2"')

    const overview = await manager.get<Overview>(PATH)
    expect(overview.body).toMatchObject({
      current: { version: 1, state: 'current' },
      scheduled: null,
      draft: { problems: 0, changes: 2, note: 'Natal' },
    })
    const gone = await manager.done<Draft>('DELETE', `${PATH}/draft`, undefined, { ifMatch: '"r2"' })
    expect(gone.body).toMatchObject({ exists: false, program: DEMO_PROGRAM })
    expect((await manager.send('DELETE', `${PATH}/draft`, undefined, { ifMatch: '"r3"' })).status).toBe(404)
    expect(await auditOf(shop)).toMatchObject([
      {
        action: 'program.saveDraft',
        actor_label: 'Bia',
        target_kind: 'program',
        before: { 'rule 2': { multiplier: '2' } },
        after: { 'rule 2': { multiplier: '3' } },
        note: 'Natal',
      },
      { action: 'program.deleteDraft', after: null },
    ])
  })

  it('that is wrong is kept with all its problems, in the language that is asked for', async () => {
    const { manager } = await open()
    const wrong = {
      cashback: { isOn: true },
      rules: [
        { id: 1, kind: 'purchase', points: '0' },
        { id: 1, kind: 'brand', ids: [], multiplier: '2' },
        { id: 3, kind: 'signup', points: '0.5' },
        { id: 4, kind: 'nothing' },
        { id: 5, kind: 'tier', ids: ['999'], multiplier: '2' },
        7,
      ],
      colour: 'red',
    }
    const saved = await manager.done<Draft>('PUT', `${PATH}/draft`, { program: wrong }, { ifMatch: '"r1"' })
    expect(saved.body.problems.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/colour', undefined],
      ['/cashback/pointValue', undefined],
      ['/rules/3/kind', undefined],
      ['/rules/5', undefined],
      ['/rules/0/points', undefined],
      ['/rules/1/ids', undefined],
      ['/rules/2/points', 'Objective_AmountOfPointsCannotBeLessThanOne'],
      ['/rules/4/ids/0', 'Tier_NotFound'],
    ])
    expect(saved.body.rules.map(({ sentence }) => sentence === null)).toEqual([
      true,
      true,
      false,
      true,
      false,
      true,
    ])
    for (const [language, message] of [
      ['en', 'This is missing.'],
      ['pt-BR,en;q=0.5', 'Isto está faltando.'],
      ['es-AR', 'Esto falta.'],
    ] as const) {
      const { body } = await manager.get<Draft>(`${PATH}/draft`, { language })
      expect(body.problems.find(({ pointer }) => pointer === '/cashback/pointValue')?.message).toBe(message)
    }
    // It can't be published, and says all of it again.
    const refused = await manager.send('POST', `${PATH}/publish`, {}, { ifMatch: saved.etag })
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({ type: 'urn:punchcard:problem:validation' })
    expect((refused.body.errors as unknown[]).length).toBe(8)
    expect((await manager.get<Overview>(PATH)).body.current?.version).toBe(1)
  })

  it('with texts that no database keeps is refused, wherever they are', async () => {
    const { manager } = await open()
    const draft = (value: unknown) => ({ program: { rules: [{ 'a~/b': value }], cashback: {} } })
    for (const value of ['a\u0000b', '\ud800', { '\u0000': 1 }, [['\udfff']]]) {
      const answer = await manager.send('PUT', `${PATH}/draft`, draft(value), { ifMatch: '"r1"' })
      expect(answer.status, JSON.stringify(value)).toBe(422)
    }
    expect((await manager.problems('PUT', `${PATH}/draft`, draft('\u0000'), { ifMatch: '"r1"' }))[0]).toBe(
      '/program/rules/0/a~0~1b',
    )
  })

  it('is saved by one of two who have seen the same: the other is told by whom it was changed', async () => {
    const { manager } = await open()
    const save = (points: string, as: string) =>
      manager.send('PUT', `${PATH}/draft`, { program: program({ points }) }, { ifMatch: '"r1"', as })
    const answers = await Promise.all([save('2', 'Bia'), save('3', 'Davi')])
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
    expect([won?.status, lost?.status]).toEqual([200, 412])
    const winner = answers[0] === won ? 'Bia' : 'Davi'
    expect(lost?.body).toMatchObject({
      type: 'urn:punchcard:problem:changed',
      changedBy: winner,
      changedAt: new Date(story.api.now).toISOString(),
      etag: '"r2"',
    })
    const { body } = await manager.get<Draft>(`${PATH}/draft`)
    expect(body.program).toEqual(won?.body.program)
    expect(body.savedBy?.label).toBe(winner)
  })
})

describe('validating', () => {
  it('tells what is wrong and what may not be meant, and saves nothing', async () => {
    const { shop, manager } = await open(program({ validityDays: 365 }))
    await shop.savedProduct('beans', { ProductBrand: { OriginalId: 'aurora', Name: 'Aurora' } })
    const content = {
      cashback: { isOn: true, pointValue: '0.5' },
      rules: [
        { id: 1, kind: 'purchase', points: '1', validityDays: 90 },
        { id: 2, kind: 'brand', ids: ['aurora', 'lumen'], multiplier: '2' },
        { id: 3, kind: 'brand', name: 'Best', ids: ['aurora'], multiplier: '3' },
        {
          id: 4,
          kind: 'campaign',
          multiplier: '2',
          startsAt: '2020-01-01T00:00:00Z',
          endsAt: '2020-02-01T00:00:00Z',
        },
        { id: 5, kind: 'quiz' },
      ],
    }
    const { body } = await manager.done<AnswerOf<typeof validateProgram>>('POST', `${PATH}/validate`, {
      program: content,
    })
    expect(body.problems).toEqual([])
    expect(body.warnings.map(({ pointer, name }) => `${pointer} ${name}`)).toEqual([
      '/rules/0/validityDays shorterValidity',
      '/rules/0/points highCashback',
      '/rules/1/ids unknownId',
      '/rules/1/ids betterRule',
      '/rules/3/endsAt campaignIsOver',
      '/rules/4 noOpenQuiz',
    ])
    expect(body.warnings[0]?.message).toBe(
      'Points are good for 365 days now. The shorter time is only for points earned from then on.',
    )
    expect(body.rules[1]?.sentence).toBe('Products of brand Aurora, lumen earn 2 times the points.')
    expect((await manager.get<Draft>(`${PATH}/draft`)).body.exists).toBe(false)
    expect(await auditOf(shop)).toEqual([])
  })

  it('answers five mistakes of one program at once', async () => {
    const { manager } = await open()
    const { body } = await manager.done<AnswerOf<typeof validateProgram>>('POST', `${PATH}/validate`, {
      program: {
        cashback: { isOn: 'yes', pointValue: '0.05' },
        rules: [
          { id: 1, kind: 'purchase', points: 'x', waitingDays: -1, minimumOrder: '-1' },
          { id: 2, kind: 'firstPurchase', points: '0' },
        ],
      },
    })
    expect(body.problems.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/cashback/isOn', undefined],
      ['/rules/0/points', undefined],
      ['/rules/0/minimumOrder', 'Objective_OrderMinimumValueCannotBeLessThanZero'],
      ['/rules/0/waitingDays', 'Objective_DaysToWaitToGrantPointsCannotBeLessThanZero'],
      ['/rules/1/points', 'Objective_DiscountValueCannotBeLessThanOne'],
    ])
  })
})

describe('publishing', () => {
  it('makes the draft the current program at once, with a name on it', async () => {
    const { shop, manager } = await open()
    const published = await publish(manager, program({ points: '3' }), { note: 'More' })
    expect(published).toMatchObject({ status: 201, etag: '"r3"' })
    expect(published.body).toMatchObject({
      version: 2,
      state: 'current',
      effectiveAt: new Date(story.api.now).toISOString(),
      publishedBy: { kind: 'person', id: 7, label: 'Bia' },
    })
    expect(published.body.changes.map(({ kind, ruleId, member }) => [kind, ruleId, member])).toEqual([
      ['changed', null, 'cashback/pointValue'],
      ['removed', 2, null],
      ['changed', 1, 'points'],
      ['changed', 1, 'validityDays'],
    ])
    expect((await shop.completed('o1', 'ana', 10)).Customer.PointsBalance).toBe(30)
    const { body } = await manager.get<Overview>(PATH)
    expect(body).toMatchObject({ current: { version: 2, note: 'More', source: 'panel' }, draft: null })
    expect(
      (await auditOf(shop)).map(({ action, target_label, note }) => [action, target_label, note]),
    ).toEqual([
      ['program.saveDraft', 'Draft', null],
      ['program.publish', 'Version 2', 'More'],
    ])
  })

  it('that is repeated after a lost answer publishes once; the key with another body is refused', async () => {
    const { shop, manager } = await open()
    const { etag } = await manager.done('PUT', `${PATH}/draft`, { program: program() }, { ifMatch: '"r1"' })
    const send = (body: object) =>
      manager.send('POST', `${PATH}/publish`, body, { ifMatch: etag, key: 'once' })
    const answers = await Promise.all([send({}), send({}), send({})])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(answers.map(({ body }) => body.version)).toEqual([2, 2, 2])
    expect((await send({})).headers).toMatchObject({ 'idempotent-replayed': 'true', etag: '"r3"' })
    expect((await send({ note: 'other' })).status).toBe(422)
    const [row] = await story.query('select count(*)::int as n from program_version where tenant_id = $1', [
      shop.tenantId,
    ])
    expect(row).toEqual({ n: 2 })
  })

  it('of what somebody has changed meanwhile, of nothing, or of the same is refused', async () => {
    const { manager } = await open()
    const send = (ifMatch: string | undefined) => manager.send('POST', `${PATH}/publish`, {}, { ifMatch })
    expect((await send('"r1"')).body).toMatchObject({ status: 409, detail: 'There is no draft to publish.' })
    const { etag } = await manager.done('PUT', `${PATH}/draft`, { program: program() }, { ifMatch: '"r1"' })
    await manager.done(
      'PUT',
      `${PATH}/draft`,
      { program: program({ points: '9' }) },
      { ifMatch: etag, as: 'Davi' },
    )
    expect((await send(etag)).body).toMatchObject({ status: 412, changedBy: 'Davi' })
    expect((await send(undefined)).status).toBe(428)
    // The same program, written otherwise, is no new version.
    const same = {
      ...DEMO_PROGRAM,
      rules: [{ ...DEMO_PROGRAM.rules[0], perAmount: '1.00' }, DEMO_PROGRAM.rules[1]],
    }
    const saved = await manager.done('PUT', `${PATH}/draft`, { program: same }, { ifMatch: '"r3"' })
    expect((await send(saved.etag)).body).toMatchObject({ status: 409 })
  })

  it('at a time takes effect at that time; what is published before it needs to be carried', async () => {
    const { shop, manager } = await open(program())
    const effectiveAt = '2026-02-01T00:00:00-03:00'
    const { body, etag } = await publish(manager, program({ points: '3' }), { effectiveAt })
    expect(body).toMatchObject({ version: 2, state: 'scheduled', effectiveAt: '2026-02-01T03:00:00.000Z' })
    expect((await manager.get<Overview>(PATH)).body).toMatchObject({
      current: { version: 1 },
      scheduled: { version: 2, state: 'scheduled' },
    })
    const saved = await manager.done(
      'PUT',
      `${PATH}/draft`,
      { program: program({ points: '4' }) },
      { ifMatch: etag },
    )
    const refused = await manager.send(
      'POST',
      `${PATH}/publish`,
      {},
      { ifMatch: saved.etag, language: 'pt-BR' },
    )
    expect(refused.body).toMatchObject({
      status: 409,
      detail: 'A mesma mudança precisa ser feita na versão 2: publique com “carry”.',
    })
    story.api.now = at(effectiveAt) - 1
    expect((await shop.completed('before', 'ana', 10)).Customer.PointsBalance).toBe(10)
    story.api.now = at(effectiveAt)
    expect((await shop.completed('at', 'bia', 10)).Customer.PointsBalance).toBe(30)
    expect((await manager.get<Overview>(PATH)).body).toMatchObject({
      current: { version: 2 },
      scheduled: null,
    })
    // Now that it counts it can't be cancelled any more, and the next one is a change of it.
    const late = await manager.send('DELETE', `${PATH}/scheduled`, undefined, { ifMatch: saved.etag })
    expect(late.status).toBe(409)
    const again = await manager.done(
      'PUT',
      `${PATH}/draft`,
      { program: program({ points: '4' }), basedOn: 2 },
      { ifMatch: saved.etag },
    )
    expect((await manager.done('POST', `${PATH}/publish`, {}, { ifMatch: again.etag })).status).toBe(201)
  })

  it('at a time can be cancelled', async () => {
    const { shop, manager } = await open(program())
    const effectiveAt = '2026-02-01T03:00:00Z'
    const { etag } = await publish(manager, program({ points: '3' }), { effectiveAt })
    const { body } = await manager.done<Overview>('DELETE', `${PATH}/scheduled`, undefined, { ifMatch: etag })
    expect(body).toMatchObject({ current: { version: 1 }, scheduled: null })
    story.api.now = at(effectiveAt) + 1
    expect((await shop.completed('o1', 'ana', 10)).Customer.PointsBalance).toBe(10)
    const versions = await manager.get<AnswerOf<typeof listVersions>>(`${PATH}/versions`)
    expect(versions.body.items.map(({ version, state }) => [version, state])).toEqual([
      [2, 'cancelled'],
      [1, 'current'],
    ])
    expect((await auditOf(shop)).at(-1)).toMatchObject({
      action: 'program.cancelScheduled',
      target_label: 'Version 2',
    })
  })

  it('at a time that has passed is refused', async () => {
    const { manager } = await open()
    const { etag } = await manager.done('PUT', `${PATH}/draft`, { program: program() }, { ifMatch: '"r1"' })
    for (const effectiveAt of ['2020-01-01T00:00:00Z', new Date(story.api.now).toISOString()]) {
      const send = manager.problems('POST', `${PATH}/publish`, { effectiveAt }, { ifMatch: etag })
      expect(await send).toEqual(['/effectiveAt'])
    }
    expect(
      await manager.problems('POST', `${PATH}/publish`, { effectiveAt: 'soon' }, { ifMatch: etag }),
    ).toEqual(['/effectiveAt'])
  })
})

describe('the history', () => {
  it('lists versions page by page, shows one, and compares any two', async () => {
    const { manager } = await open(program())
    for (const points of ['2', '3', '4']) await publish(manager, program({ points }))
    const page = (query: string) => manager.get<AnswerOf<typeof listVersions>>(`${PATH}/versions?${query}`)
    const first = await page('limit=3')
    expect(first.body.items.map(({ version, state }) => [version, state])).toEqual([
      [4, 'current'],
      [3, 'past'],
      [2, 'past'],
    ])
    const second = await page(`limit=3&cursor=${first.body.nextCursor}`)
    expect(second.body).toMatchObject({ items: [{ version: 1, publishedBy: null }], nextCursor: null })
    expect((await page('cursor=nonsense')).status).toBe(422)
    const one = await manager.get<AnswerOf<typeof getVersion>>(`${PATH}/versions/3`)
    expect(one.body).toMatchObject({ version: 3, program: program({ points: '3' }), rules: [{ id: 1 }] })
    const diff = (path: string, language = 'es') =>
      manager.get<AnswerOf<typeof diffVersion>>(`${PATH}/versions/${path}`, { language })
    expect((await diff('4/diff')).body).toMatchObject({ version: 4, against: 3 })
    expect((await diff('4/diff?against=1')).body.changes).toEqual([
      {
        kind: 'changed',
        ruleId: 1,
        member: 'points',
        before: '1',
        after: '4',
        sentence: 'regla 1: 4 puntos en lugar de 1 punto',
      },
    ])
    expect((await diff('1/diff')).body).toMatchObject({
      against: 0,
      changes: [{ kind: 'changed' }, {}, { kind: 'added' }],
    })
    expect((await diff('4/diff?against=77')).status).toBe(422)
    expect((await diff('77/diff')).status).toBe(404)
  })

  it('is rolled back by restoring and publishing', async () => {
    const { shop, manager } = await open(program())
    await publish(manager, program({ points: '5' }))
    const restored = await manager.done<Draft>('POST', `${PATH}/versions/1/restore`, undefined, {
      ifMatch: await etagOf(manager),
    })
    expect(restored.body).toMatchObject({ exists: true, basedOn: 2, program: program() })
    await manager.done('POST', `${PATH}/publish`, { note: 'Back' }, { ifMatch: restored.etag })
    expect((await shop.completed('o1', 'ana', 10)).Customer.PointsBalance).toBe(10)
    expect(
      (await manager.send('POST', `${PATH}/versions/9/restore`, undefined, { ifMatch: '"r5"' })).status,
    ).toBe(404)
  })
})

describe('choices', () => {
  it('come from the catalog and the tiers, and from no other merchant', async () => {
    const { shop, manager } = await open()
    const other = await open()
    const AURORA = { OriginalId: 'aurora', Name: 'Casa Aurora' }
    await shop.savedProduct('beans', { Title: 'Grãos', ProductBrand: AURORA })
    await other.shop.savedProduct('beans-of-others', {
      ProductBrand: { OriginalId: 'aurora-2', Name: 'Aurora' },
    })
    const choices = async (query: string) => (await manager.get(`${PATH}/choices?${query}`)).body.items
    expect(await choices('of=brand&search=AUR')).toEqual([{ id: 'aurora', label: 'Casa Aurora' }])
    expect(await choices('of=product&search=gr')).toEqual([{ id: 'beans', label: 'Grãos' }])
    expect(await choices('of=product')).toHaveLength(1)
    expect(await choices('of=category&search=%25')).toEqual([])
    const HOT = { OriginalId: 'hot', Name: 'Quentes' }
    const COFFEE = { OriginalId: 'coffee', Name: 'Cafés', ParentCategory: HOT }
    for (const id of ['c1', 'c2', 'c3', 'c4']) {
      await shop.savedProduct(id, { Title: `Café ${id}`, ProductCategory: COFFEE })
    }
    await other.shop.savedProduct('c5', {
      Title: 'Of another',
      ProductCategory: COFFEE,
      ProductBrand: AURORA,
    })
    // What is in it is said of what is named by its id alone.
    expect(await choices('of=category&search=quent')).toEqual([{ id: 'hot', label: 'Quentes' }])
    expect(await choices('of=category&search=hot')).toEqual([
      { id: 'hot', label: 'Quentes', contents: { names: ['Café c1', 'Café c2', 'Café c3'], more: 1 } },
    ])
    expect(await choices('of=brand&search=aurora')).toEqual([
      { id: 'aurora', label: 'Casa Aurora', contents: { names: ['Grãos'], more: 0 } },
    ])
    expect(await choices('of=paymentMethod&search=p')).toEqual([])
    const Branch = { OriginalId: 'centro', Name: 'Loja Centro' }
    await shop.completed('o1', 'ana', 10, { PaymentMethod: { OriginalId: 'pix' }, Branch })
    await shop.completed('o2', 'ana', 10)
    await other.shop.completed('o1', 'ana', 10, { PaymentMethod: { OriginalId: 'paypal' } })
    expect(await choices('of=paymentMethod&search=P')).toEqual([{ id: 'pix', label: 'pix' }])
    expect(await choices('of=branch&search=loja')).toEqual([{ id: 'centro', label: 'Loja Centro' }])
    const rules = [
      ...program().rules,
      { id: 90, kind: 'branch', ids: ['centro'], points: '5' },
      { id: 91, kind: 'paymentMethod', ids: ['paypal'], points: '5' },
    ]
    const { body } = await manager.done<AnswerOf<typeof validateProgram>>('POST', `${PATH}/validate`, {
      program: { ...program(), rules },
    })
    expect(body.rules.at(-2)?.sentence).toBe('Orders placed at Loja Centro earn 5 extra points.')
    expect(body.warnings.map(({ name, message }) => `${name}: ${message}`)).toEqual([
      'unknownId: Not in any of your last 1,000 orders: “paypal”.',
    ])
    expect((await manager.get(`${PATH}/choices?of=person`)).status).toBe(422)
  })
})

describe('a stranger', () => {
  it('finds nothing of another merchant, and a reader publishes nothing', async () => {
    const { manager } = await open()
    const { etag } = await manager.done('PUT', `${PATH}/draft`, { program: program() }, { ifMatch: '"r1"' })
    const reader = { ifMatch: etag, permissions: ['program.read'] as const }
    expect((await manager.send('POST', `${PATH}/publish`, {}, reader)).status).toBe(403)
    expect((await manager.send('PUT', `${PATH}/draft`, { program: program() }, reader)).status).toBe(403)
    expect((await manager.send('POST', `${PATH}/validate`, {}, reader)).status).toBe(200)
    const other = await open()
    expect((await other.manager.get<Draft>(`${PATH}/draft`)).body.exists).toBe(false)
    expect((await other.manager.get(`${PATH}/versions/2`)).status).toBe(404)
  })

  it('who lies in every member is answered with problems, never with a fault', async () => {
    const { manager } = await open()
    const lies = [
      null,
      7,
      'x',
      [],
      {},
      true,
      { rules: 'x' },
      { rules: [null, 1, 'x', [], {}] },
      { rules: {} },
    ]
    for (const lie of lies) {
      for (const [method, path, body] of [
        ['PUT', '/draft', { program: lie }],
        ['POST', '/validate', { program: lie }],
        ['POST', '/preview', { of: lie, order: { total: '1' } }],
        ['POST', '/preview', { of: 'draft', order: lie }],
        ['POST', '/publish', { effectiveAt: lie, note: lie }],
      ] as const) {
        const { status, body: answer } = await manager.send(method, PATH + path, body, {
          ifMatch: await etagOf(manager),
        })
        expect(status, `${method} ${path} ${JSON.stringify(body)} ${JSON.stringify(answer)}`).toBeLessThan(
          500,
        )
      }
      expect((await manager.get(`${PATH}/draft`)).status).toBe(200)
      expect((await manager.get(PATH)).status).toBe(200)
    }
  })
})
