/** Quizzes as a merchant's people configure them: src/quizzes/admin-api. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { QuizAnswer } from '../../src/quizzes/admin-api/schema.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { answerQuiz, fullAnswer, listQuizzes } from '../support/quizzes.ts'
import type { Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const admin = useManager(() => test.api)

const COFFEE = {
  name: 'Café ou chá?',
  points: '50',
  questions: [
    { text: 'Café ou chá?', type: 'singleChoice', options: ['Café', 'Chá'] },
    {
      text: 'Quando?',
      type: 'severalChoices',
      options: ['Manhã', 'Tarde', 'Noite'],
      optionsMin: 1,
      optionsMax: 2,
    },
    { text: 'Sua xícara?', type: 'openText' },
  ],
}

async function open(): Promise<{ shop: Shop; manager: Manager }> {
  const shop = await test.open()
  return { shop, manager: admin.manager(shop.key) }
}

/** What customers see. */
const shown = async (shop: Shop) => (await listQuizzes(shop)).Result ?? []

async function answered(shop: Shop, customer: string) {
  const [quiz] = await shown(shop)
  if (!quiz) throw new Error('there is no open quiz')
  return (await answerQuiz(shop, customer, fullAnswer(quiz))).Result
}

describe('a quiz', () => {
  it('is made, read and answered', async () => {
    const { shop, manager } = await open()
    const made = await manager.done<QuizAnswer>('POST', '/quizzes', COFFEE)
    expect(made).toMatchObject({ status: 201, etag: '"r1"' })
    const { id, createdAt, questions, ...rest } = made.body
    expect(rest).toEqual({
      key: 'cafe-ou-cha',
      name: 'Café ou chá?',
      points: '50',
      isActive: true,
      startsAt: null,
      endsAt: null,
      isAnswered: false,
      archivedAt: null,
      version: 1,
    })
    expect(questions.map(({ id: _, ...question }) => question)).toEqual([
      { ...COFFEE.questions[0], optionsMin: null, optionsMax: null },
      COFFEE.questions[1],
      { ...COFFEE.questions[2], options: [], optionsMin: null, optionsMax: null },
    ])
    expect((await manager.get(`/quizzes/${id}`)).body).toEqual(made.body)
    expect(createdAt).toMatch(/Z$/)
    await shop.completed('1', 'ana', 10)
    expect(await answered(shop, 'ana')).toMatchObject({ Success: true, PointsAwarded: 50 })
    expect((await manager.get(`/quizzes/${id}`)).body).toMatchObject({ isAnswered: true })
  })

  it('that nobody has answered can change in everything; a new text keeps its questions', async () => {
    const { shop, manager } = await open()
    const made = await manager.done<QuizAnswer>('POST', '/quizzes', COFFEE)
    const path = `/quizzes/${made.body.id}`
    const same = await manager.done('PUT', path, COFFEE, { ifMatch: made.etag })
    expect(same.etag).toBe('"r1"')
    const reworded = {
      ...COFFEE,
      points: '60',
      questions: [
        { ...COFFEE.questions[0], text: 'Tea?', options: ['No', 'Yes'] },
        ...COFFEE.questions.slice(1),
      ],
    }
    const texts = await manager.done<QuizAnswer>('PUT', path, reworded, { ifMatch: made.etag })
    expect(texts.body.questions.map(({ id }) => id)).toEqual(made.body.questions.map(({ id }) => id))
    expect((await shown(shop))[0]?.QuestionList[0]).toMatchObject({
      Question: 'Tea?',
      Options: [{ Text: 'No' }, { Text: 'Yes' }],
    })
    const shorter = { ...COFFEE, questions: [COFFEE.questions[2]] }
    const other = await manager.done<QuizAnswer>('PUT', path, shorter, { ifMatch: texts.etag })
    expect(other.body.questions).toHaveLength(1)
    await shop.completed('1', 'ana', 10)
    expect(await answered(shop, 'ana')).toMatchObject({ Success: true, PointsAwarded: 50 })
  })

  it('that was answered can change its texts, dates and whether it is active, and nothing else', async () => {
    const { shop, manager } = await open()
    const made = await manager.done<QuizAnswer>('POST', '/quizzes', COFFEE)
    await shop.completed('1', 'ana', 10)
    await answered(shop, 'ana')
    const path = `/quizzes/${made.body.id}`
    const refused = [
      { ...COFFEE, points: '51' },
      { ...COFFEE, questions: COFFEE.questions.slice(0, 2) },
      {
        ...COFFEE,
        questions: [
          { ...COFFEE.questions[0], options: ['Café', 'Chá', 'Nada'] },
          ...COFFEE.questions.slice(1),
        ],
      },
      {
        ...COFFEE,
        questions: [COFFEE.questions[0], { ...COFFEE.questions[1], optionsMax: 3 }, COFFEE.questions[2]],
      },
    ]
    for (const body of refused) {
      const answer = await manager.send('PUT', path, body, { ifMatch: made.etag, language: 'pt-BR' })
      expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining('Duplique-o') } })
    }
    const allowed = {
      ...COFFEE,
      name: 'Renamed',
      isActive: false,
      startsAt: '2026-01-01T00:00:00Z',
      endsAt: '2026-12-31T00:00:00Z',
      questions: [{ ...COFFEE.questions[0], text: 'Reworded' }, ...COFFEE.questions.slice(1)],
    }
    const changed = await manager.done<QuizAnswer>('PUT', path, allowed, { ifMatch: made.etag })
    expect(changed.body).toMatchObject({ name: 'Renamed', isActive: false, key: 'cafe-ou-cha', version: 2 })
    const copy = await manager.done<QuizAnswer>('POST', `${path}/duplicate`)
    expect(copy.body).toMatchObject({
      name: 'Renamed (cópia)',
      isActive: false,
      isAnswered: false,
      points: '50',
    })
    const copied = `/quizzes/${copy.body.id}`
    await manager.done('PUT', copied, { ...allowed, points: '51' }, { ifMatch: copy.etag })
  })

  it('that is archived is out of sight, and comes back as it was', async () => {
    const { shop, manager } = await open()
    const made = await manager.done<QuizAnswer>('POST', '/quizzes', COFFEE)
    const [quiz] = await shown(shop)
    await shop.completed('1', 'ana', 10)
    const path = `/quizzes/${made.body.id}`
    const archived = await manager.done('POST', `${path}/archive`, undefined, { ifMatch: made.etag })
    expect(archived.body).toMatchObject({ archivedAt: expect.any(String), isActive: true })
    expect(await shown(shop)).toEqual([])
    const late = quiz && (await answerQuiz(shop, 'ana', fullAnswer(quiz)))
    expect(late).toMatchObject({ HasError: true, ErrorCode: 105 })
    await manager.done('POST', `${path}/unarchive`, undefined, { ifMatch: archived.etag })
    expect(await answered(shop, 'ana')).toMatchObject({ Success: true })
  })

  it('keeps its meaning for answers that come while it is changed', async () => {
    const { shop, manager } = await open()
    const made = await manager.done<QuizAnswer>('POST', '/quizzes', COFFEE)
    for (let n = 0; n < 20; n += 1) await shop.completed(`o-${n}`, `c-${n}`, 10)
    const [quiz] = await shown(shop)
    if (!quiz) throw new Error('there is no open quiz')
    const other = { ...COFFEE, questions: [COFFEE.questions[2]] }
    const [change, ...answers] = await Promise.all([
      manager.send('PUT', `/quizzes/${made.body.id}`, other, { ifMatch: made.etag }),
      ...Array.from({ length: 20 }, (_, n) => answerQuiz(shop, `c-${n}`, fullAnswer(quiz))),
    ])
    const counted = answers.filter(({ Result }) => Result?.Success).length
    // Either somebody was first, and it could not change; or it changed, and nobody's answer counted.
    expect([change.status === 409, counted > 0]).toEqual([counted > 0, change.status === 409])
    const lost = await test.reader.query(
      `select from quiz_answer as answered, json_array_elements(answers) as entry
       where answered.tenant_id = $1 and not exists (
         select from quiz_question as asked
         where asked.tenant_id = answered.tenant_id and asked.id = (entry ->> 'question')::bigint
       )`,
      [shop.tenantId],
    )
    expect(lost).toEqual([])
  })
})

describe('the answers to a quiz', () => {
  it('are counted by option, and their texts can be read, which is told to the audit', async () => {
    const { shop, manager } = await open()
    const made = await manager.done<QuizAnswer>('POST', '/quizzes', COFFEE)
    for (const name of ['ana', 'bia', 'caio']) await shop.completed(`order of ${name}`, name, 10)
    await answered(shop, 'ana')
    await answered(shop, 'bia')
    const path = `/quizzes/${made.body.id}`
    const { body } = await manager.get(`${path}/results`)
    expect(body).toMatchObject({
      answers: 2,
      isAll: true,
      questions: [
        {
          text: 'Café ou chá?',
          type: 'singleChoice',
          answered: 2,
          options: [
            { text: 'Café', count: 2 },
            { text: 'Chá', count: 0 },
          ],
        },
        { answered: 2, options: [{ count: 2 }, { count: 0 }, { count: 0 }] },
        { type: 'openText', answered: 2, options: [] },
      ],
    })
    type Texts = { items: { customerId: number; texts: { text: string }[] }[]; nextCursor: string | null }
    const first = (await manager.get<Texts>(`${path}/answers?limit=1`)).body
    const second = (await manager.get<Texts>(`${path}/answers?limit=1&cursor=${first.nextCursor}`)).body
    expect([...first.items, ...second.items].map(({ texts }) => texts[0]?.text)).toEqual([
      'Strong and black',
      'Strong and black',
    ])
    expect(second.nextCursor).toBeNull()
    const audit = await test.reader.query(
      `select action, after from audit_entry where tenant_id = $1 order by id`,
      [shop.tenantId],
    )
    expect(audit.slice(1)).toEqual([
      { action: 'quiz.readAnswers', after: null },
      { action: 'quiz.readAnswers', after: null },
    ])
  })
})

describe('what is wrong with a quiz', () => {
  let manager: Manager
  beforeAll(async () => {
    manager = admin.manager((await test.open()).key)
  })
  const withFirst = (question: object) => ({ questions: [{ ...COFFEE.questions[0], ...question }] })

  it.each([
    ['one option', withFirst({ options: ['Café'] }), '/questions/0/options Quiz_MinimumAmountOfOptions'],
    ['no options', withFirst({ options: [] }), '/questions/0/options Quiz_MinimumAmountOfOptions'],
    [
      'eleven options',
      withFirst({ options: Array.from({ length: 11 }, (_, n) => `${n}`) }),
      '/questions/0/options Quiz_MaximumAmountOfOptions',
    ],
    [
      'too many questions',
      { questions: Array.from({ length: 51 }, () => COFFEE.questions[2]) },
      '/questions Quiz_MaximumAmountOfQuestions',
    ],
    ['no questions', { questions: [] }, '/questions'],
    ['points below 0', { points: '-1' }, '/points General_BiggerThanZero'],
    ['a blank name', { name: '' }, '/name General_FieldCannotBeNullOrBlank'],
    ['a blank question', withFirst({ text: ' ' }), '/questions/0/text General_FieldCannotBeNullOrBlank'],
    [
      'a blank option',
      withFirst({ options: ['a', ' '] }),
      '/questions/0/options/1 General_FieldCannotBeNullOrBlank',
    ],
    [
      'options of a text',
      { questions: [{ text: 'x', type: 'openText', options: ['a', 'b'] }] },
      '/questions/0/options',
    ],
    ['a count of one choice', withFirst({ optionsMin: 1 }), '/questions/0/optionsMin'],
    [
      'more than there are',
      { questions: [{ ...COFFEE.questions[1], optionsMax: 4 }] },
      '/questions/0/optionsMax',
    ],
    [
      'at most less than at least',
      { questions: [{ ...COFFEE.questions[1], optionsMin: 3, optionsMax: 2 }] },
      '/questions/0/optionsMax',
    ],
    [
      'an end before the beginning',
      { startsAt: '2026-02-01T00:00:00Z', endsAt: '2026-01-01T00:00:00Z' },
      '/endsAt Campaign_InvalidDateRange',
    ],
    ['an unknown member', { colour: 'red' }, '/colour'],
  ])('is told: %s', async (_, wrong, problem) => {
    expect(await manager.problems('POST', '/quizzes', { ...COFFEE, ...wrong })).toEqual([problem])
  })

  it('is a key that another one has, or that changes', async () => {
    const made = await manager.done<QuizAnswer>('POST', '/quizzes', { ...COFFEE, key: 'coffee' })
    expect(await manager.problems('POST', '/quizzes', { ...COFFEE, key: 'coffee', name: '' })).toEqual([
      '/key',
      '/name General_FieldCannotBeNullOrBlank',
    ])
    const options = { ifMatch: made.etag }
    const other = { ...COFFEE, key: 'tea' }
    expect(await manager.problems('PUT', `/quizzes/${made.body.id}`, other, options)).toEqual(['/key'])
  })
})

describe('who changes a quiz', () => {
  it('says which version, and is told who was first', async () => {
    const { manager } = await open()
    const made = await manager.done<QuizAnswer>('POST', '/quizzes', COFFEE)
    const path = `/quizzes/${made.body.id}`
    await manager.done('PUT', path, { ...COFFEE, name: 'By Ana' }, { ifMatch: made.etag, as: 'Ana' })
    const late = await manager.send('PUT', path, { ...COFFEE, name: 'By Davi' }, { ifMatch: made.etag })
    expect(late).toMatchObject({ status: 412, body: { changedBy: 'Ana', etag: '"r2"' } })
    expect((await manager.send('PUT', path, COFFEE)).status).toBe(428)
    expect((await manager.send('POST', `${path}/archive`)).status).toBe(428)
    expect((await manager.send('POST', '/quizzes', COFFEE, { key: null })).status).toBe(428)
    const first = await manager.done('POST', '/quizzes', COFFEE, { key: 'k' })
    expect((await manager.done('POST', '/quizzes', COFFEE, { key: 'k' })).body).toEqual(first.body)
    const states = async (state: string) =>
      (await manager.get<{ items: QuizAnswer[] }>(`/quizzes?state=${state}`)).body.items.length
    expect([await states('active'), await states('inactive'), await states('archived')]).toEqual([2, 0, 0])
  })

  it('has nothing to do with those of another merchant', async () => {
    const [mine, theirs] = [await open(), await open()]
    const { body } = await theirs.manager.done<QuizAnswer>('POST', '/quizzes', COFFEE)
    const path = `/quizzes/${body.id}`
    const ifMatch = '"r1"'
    const statuses = [
      await mine.manager.get(path),
      await mine.manager.get(`${path}/results`),
      await mine.manager.get(`${path}/answers`),
      await mine.manager.send('PUT', path, COFFEE, { ifMatch }),
      await mine.manager.send('POST', `${path}/archive`, undefined, { ifMatch }),
      await mine.manager.send('POST', `${path}/unarchive`, undefined, { ifMatch }),
      await mine.manager.send('POST', `${path}/duplicate`),
    ].map(({ status }) => status)
    expect(statuses).toEqual(statuses.map(() => 404))
    expect((await mine.manager.get<{ items: unknown[] }>('/quizzes?state=all')).body.items).toEqual([])
  })
})
