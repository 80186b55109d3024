import { beforeAll, describe, expect, it } from 'vitest'
import type { QuizItem } from '../../src/quizzes/private-api/schema.ts'
import type { NewQuiz } from '../../src/quizzes/store/quizzes.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { refused, resultOf } from '../support/answers.ts'
import {
  type AnswerItem,
  answerQuiz,
  COFFEE_OR_TEA,
  fullAnswer,
  listQuizzes,
  makeQuiz,
} from '../support/quizzes.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()

/** Makes the quiz and reads it as a merchant would: from the list. */
async function offer(shop: Shop, quiz: NewQuiz = COFFEE_OR_TEA): Promise<QuizItem> {
  const id = await makeQuiz(test.api.cells.of({ cell: MAIN_CELL }), shop.tenantId, quiz)
  const offered = resultOf(await listQuizzes(shop)).find(({ Id }) => Id === id)
  if (!offered) throw new Error('the quiz is not open')
  return offered
}

/** A merchant with the customer ana, who has 100 points, and the quiz. */
async function openWithQuiz(published = program(), quiz: NewQuiz = COFFEE_OR_TEA) {
  const shop = await test.open(published)
  await shop.completed('o1', 'ana', 100)
  return { shop, quiz: await offer(shop, quiz) }
}

const answersOf = (shop: Shop) =>
  test.reader.query<{ customer: string; answers: object[]; has_record: boolean }>(
    `select customer.original_id as customer, answered.answers, answered.record_id is not null as has_record
     from quiz_answer as answered
     join customer on customer.tenant_id = answered.tenant_id and customer.id = answered.customer_id
     where answered.tenant_id = $1 order by answered.quiz_id, customer.id`,
    [shop.tenantId],
  )

describe('a complete answer', () => {
  it('earns the points of the quiz, once', async () => {
    const { shop, quiz } = await openWithQuiz()
    const answers = fullAnswer(quiz)
    expect(await answerQuiz(shop, 'ana', answers)).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      HasError: false,
      Result: {
        Success: true,
        Message: 'Obrigado pela sua resposta! Você ganhou 50 pontos.',
        PointsAwarded: 50,
      },
    })
    const before = await shop.everything()
    for (let time = 0; time < 2; time += 1) {
      expect(await answerQuiz(shop, 'ana', answers)).toEqual({
        ErrorMessage: null,
        ErrorCode: null,
        HasError: false,
        Result: { Success: false, Message: 'Você já respondeu a este quiz.', PointsAwarded: 0 },
      })
    }
    expect(await shop.everything()).toEqual(before)
    expect(await shop.story('ana')).toEqual(['+100 / +10 → 100 / 10', '+50 / +5 → 150 / 15'])
    expect(await answersOf(shop)).toEqual([
      {
        customer: 'ana',
        has_record: true,
        answers: [
          { question: answers[0]?.QuizQuestionId, options: answers[0]?.OptionIds },
          { question: answers[1]?.QuizQuestionId, options: answers[1]?.OptionIds },
          { question: answers[2]?.QuizQuestionId, text: 'Strong and black' },
        ],
      },
    ])
  })

  it('may come in any order, with all options, and with members that its questions do not ask for', async () => {
    const { shop, quiz } = await openWithQuiz()
    const [single, several, open] = quiz.QuestionList
    const ids = several?.Options.map(({ Id }) => Id) ?? []
    const answer = await answerQuiz(shop, 'ana', [
      { QuizQuestionId: open?.Id, OpenAnswer: 'Um café', OptionIds: [999_999_999], Unknown: 1 },
      { QuizQuestionId: several?.Id, OpenAnswer: 'x', OptionIds: ids },
      { QuizQuestionId: single?.Id, OptionIds: [single?.Options[1]?.Id] },
    ])
    expect(answer).toMatchObject({ HasError: false, Result: { Success: true, PointsAwarded: 50 } })
    expect((await answersOf(shop))[0]?.answers).toEqual([
      { question: single?.Id, options: [single?.Options[1]?.Id] },
      { question: several?.Id, options: ids },
      { question: open?.Id, text: 'Um café' },
    ])
  })

  it('is of one customer: each earns for their own', async () => {
    const { shop, quiz } = await openWithQuiz()
    await shop.completed('o2', 'bia', 1)
    expect(resultOf(await answerQuiz(shop, 'ana', fullAnswer(quiz))).PointsAwarded).toBe(50)
    expect(resultOf(await answerQuiz(shop, 'bia', fullAnswer(quiz))).PointsAwarded).toBe(50)
  })

  it('earns for each quiz', async () => {
    const { shop, quiz } = await openWithQuiz()
    const other = await offer(shop, { ...COFFEE_OR_TEA, points: 12_500n })
    expect(resultOf(await answerQuiz(shop, 'ana', fullAnswer(quiz))).PointsAwarded).toBe(50)
    expect(resultOf(await answerQuiz(shop, 'ana', fullAnswer(other))).PointsAwarded).toBe(1.25)
  })

  it('of a quiz without points counts, and records nothing', async () => {
    const { shop, quiz } = await openWithQuiz(program(), { ...COFFEE_OR_TEA, points: 0n })
    expect(resultOf(await answerQuiz(shop, 'ana', fullAnswer(quiz)))).toEqual({
      Success: true,
      Message: 'Obrigado pela sua resposta!',
      PointsAwarded: 0,
    })
    expect(resultOf(await answerQuiz(shop, 'ana', fullAnswer(quiz)))).toMatchObject({ Success: false })
    expect(await shop.records('ana')).toHaveLength(1)
    expect(await answersOf(shop)).toMatchObject([{ has_record: false }])
  })
})

describe('when the points are available, and for how long', () => {
  it("is the quiz rule's to say", async () => {
    const rule = { id: 2, kind: 'quiz', waitingDays: 2, validityDays: 10 } as const
    const { shop, quiz } = await openWithQuiz(program({}, rule))
    expect(resultOf(await answerQuiz(shop, 'ana', fullAnswer(quiz))).PointsAwarded).toBe(50)
    expect((await shop.records('ana'))[1]).toEqual({
      type: 4,
      points: 50,
      cashback: 5,
      order: null,
      recordedAt: iso(START),
      // The beginning of the second day after it in São Paulo.
      availableAt: '2026-01-17T03:00:00.000Z',
      // The end of the tenth day from then.
      expiresAt: '2026-01-28T03:00:00.000Z',
      isWaiting: true,
      left: 50,
      owed: null,
      explanation: { v: 1, lines: [{ rule: 2, kind: 'quiz', id: String(quiz.Id), points: '50' }] },
    })
    expect(await shop.story('ana')).toEqual(['+100 / +10 → 100 / 10'])
    test.api.now = Date.UTC(2026, 0, 17, 3)
    expect((await shop.completed('o2', 'ana', 1)).Customer.PointsBalance).toBe(151)
  })

  it.each([
    ['without such a rule', program()],
    ['with one that is switched off', program({}, { id: 2, kind: 'quiz', isActive: false, waitingDays: 2 })],
  ])('%s: at once, and for ever', async (_case, published) => {
    const { shop, quiz } = await openWithQuiz(published)
    await answerQuiz(shop, 'ana', fullAnswer(quiz))
    expect((await shop.records('ana'))[1]).toMatchObject({
      type: 4,
      points: 50,
      cashback: 5,
      availableAt: iso(START),
      expiresAt: null,
      isWaiting: false,
      explanation: { v: 1, lines: [{ kind: 'quiz', id: String(quiz.Id), points: '50' }] },
    })
  })

  it('without any program: points that are worth no cashback', async () => {
    const shop = await test.open(null)
    await shop.completed('o1', 'ana', 100)
    await answerQuiz(shop, 'ana', fullAnswer(await offer(shop)))
    expect(await shop.story('ana')).toEqual(['+50 / 0 → 50 / 0'])
  })

  it('they repay a debt first', async () => {
    const { shop, quiz } = await openWithQuiz()
    await shop.changedCashback('ana', -8)
    await shop.cancelled('o1')
    expect(resultOf(await answerQuiz(shop, 'ana', fullAnswer(quiz))).PointsAwarded).toBe(50)
    expect((await shop.completed('o2', 'ana', 0)).Customer.PointsBalance).toBe(-30)
  })
})

describe('not answered, and no error', () => {
  it.each([
    ['before it starts', { startsAt: START, endsAt: START + DAY_MS }, START - 1, 'ainda não começou'],
    ['after it has ended', { endsAt: START + DAY_MS }, START + DAY_MS, 'já terminou'],
  ])('%s', async (_case, dates, now, message) => {
    const { shop, quiz } = await openWithQuiz(program(), { ...COFFEE_OR_TEA, ...dates })
    test.api.now = now
    const before = await shop.everything()
    expect(await answerQuiz(shop, 'ana', fullAnswer(quiz))).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      HasError: false,
      Result: { Success: false, Message: expect.stringContaining(message), PointsAwarded: 0 },
    })
    expect(await shop.everything()).toEqual(before)
    expect(await answersOf(shop)).toEqual([])
    test.api.now = START + DAY_MS - 1
    expect(resultOf(await answerQuiz(shop, 'ana', fullAnswer(quiz))).Success).toBe(true)
  })

  it('by a customer who is not enrolled, until they are', async () => {
    const { shop, quiz } = await openWithQuiz()
    const customer = (IsEnrolled: boolean) => ({ Customer: { OriginalId: 'ana', IsEnrolled } })
    await shop.completed('o2', 'ana', 1, customer(false))
    expect(resultOf(await answerQuiz(shop, 'ana', fullAnswer(quiz)))).toEqual({
      Success: false,
      Message: 'Só participantes do programa de pontos podem responder.',
      PointsAwarded: 0,
    })
    expect(await answersOf(shop)).toEqual([])
    await shop.completed('o3', 'ana', 1, customer(true))
    expect(resultOf(await answerQuiz(shop, 'ana', fullAnswer(quiz))).Success).toBe(true)
  })

  it.each([
    ['en', 'You have already answered this quiz.', 'Thank you for your answer! You have earned 50 points.'],
    ['es', 'Ya has respondido a este cuestionario.', '¡Gracias por tu respuesta! Has ganado 50 puntos.'],
  ] as const)("the message is in the merchant's language: %s", async (locale, answered, earned) => {
    const shop = await test.open(program(), { locale })
    await shop.completed('o1', 'ana', 1)
    const answers = fullAnswer(await offer(shop))
    expect(resultOf(await answerQuiz(shop, 'ana', answers)).Message).toBe(earned)
    expect(resultOf(await answerQuiz(shop, 'ana', answers)).Message).toBe(answered)
  })
})

describe('errors', () => {
  let shop: Shop
  let quiz: QuizItem
  let otherQuiz: QuizItem
  let closedQuiz: QuizItem
  let answers: [AnswerItem, AnswerItem, AnswerItem]
  beforeAll(async () => {
    ;({ shop, quiz } = await openWithQuiz())
    otherQuiz = await offer(shop, { ...COFFEE_OR_TEA, name: 'Other' })
    closedQuiz = await offer(shop, { ...COFFEE_OR_TEA, name: 'Closed' })
    await test.reader.query('update quiz set is_active = false where id = $1', [closedQuiz.Id])
    answers = fullAnswer(quiz) as typeof answers
  })

  const withSecond = (members: Partial<AnswerItem>) => [answers[0], { ...answers[1], ...members }, answers[2]]
  const withThird = (members: object) => [answers[0], answers[1], { ...answers[2], ...members }]

  async function expectRefused(code: number, field: string, customer: string, body: unknown): Promise<void> {
    const before = await shop.everything()
    expect(await answerQuiz(shop, customer, body)).toEqual(refused({ code, says: field }))
    expect(await shop.everything()).toEqual(before)
    expect(await answersOf(shop)).toEqual([])
  }

  it.each(['', '?customerId=', '?customerId=%20', '?customerId=a&customerId=b'])(
    '7 for the customer %s',
    async (query) => {
      for (const body of [answers, []]) {
        const url = `/v1/pvt/Quiz/answer${query}`
        expect(await shop.sendText('POST', url, JSON.stringify(body))).toEqual(
          refused({ code: 7, says: 'customerId' }),
        )
      }
    },
  )

  it.each(['nobody', 'ANA', 'ana\0', 'x'.repeat(3_000)])('59 for the customer %s', async (customer) => {
    await expectRefused(59, 'customerId', customer, answers)
    await expectRefused(59, 'customerId', customer, [])
  })

  it('7 for an empty array', () => expectRefused(7, 'answers', 'ana', []))

  it.each([null, '', ' \n'])('7 for the open answer %j', (OpenAnswer) =>
    expectRefused(7, '[2].OpenAnswer', 'ana', withThird({ OpenAnswer })),
  )

  it('7 for an open answer that is left out', () =>
    expectRefused(7, '[2].OpenAnswer', 'ana', [
      answers[0],
      answers[1],
      { QuizQuestionId: quiz.QuestionList[2]?.Id },
    ]))

  it('7 for an item without its question', () =>
    expectRefused(7, '[1].QuizQuestionId', 'ana', [answers[0], { ...answers[1], QuizQuestionId: null }]))

  it('7 for an incomplete answer', async () => {
    await expectRefused(7, String(answers[2].QuizQuestionId), 'ana', [answers[0], answers[1]])
    await expectRefused(7, String(answers[1].QuizQuestionId), 'ana', [answers[0], answers[0], answers[2]])
  })

  it('105 for an unknown question', async () => {
    for (const QuizQuestionId of [0, -1, 999_999_999, 1e15, 1e20]) {
      await expectRefused(105, 'QuizQuestionId', 'ana', [{ ...answers[0], QuizQuestionId }])
      await expectRefused(105, 'QuizQuestionId', 'ana', withThird({ QuizQuestionId }))
    }
  })

  it('105 for questions of two quizzes', () =>
    expectRefused(105, 'QuizQuestionId', 'ana', [answers[0], answers[1], fullAnswer(otherQuiz)[2]]))

  it('105 for a quiz that is switched off', () =>
    expectRefused(105, 'QuizQuestionId', 'ana', fullAnswer(closedQuiz)))

  it("105 for another tenant's quiz", async () => {
    const { quiz: foreign } = await openWithQuiz()
    await expectRefused(105, 'QuizQuestionId', 'ana', fullAnswer(foreign))
  })

  it('105 for an option of another question, of another quiz, or of none', async () => {
    const [own] = answers[1].OptionIds ?? []
    for (const foreign of [answers[0].OptionIds?.[0], fullAnswer(otherQuiz)[1]?.OptionIds?.[0], 0, 1e20]) {
      await expectRefused(105, '[1].OptionIds', 'ana', withSecond({ OptionIds: [Number(foreign)] }))
      await expectRefused(
        105,
        '[1].OptionIds',
        'ana',
        withSecond({ OptionIds: [Number(own), Number(foreign)] }),
      )
    }
  })

  it.each([null, []])('106 for the options %j', async (OptionIds) => {
    await expectRefused(106, '[1].OptionIds', 'ana', withSecond({ OptionIds }))
    await expectRefused(106, '[0].OptionIds', 'ana', [{ ...answers[0], OptionIds }, answers[1], answers[2]])
    await expectRefused(106, '[0].OptionIds', 'ana', [{ ...answers[0], OptionIds }])
  })

  it('107 for two options where one is chosen, also for the same one twice', async () => {
    const [one, other] = quiz.QuestionList[0]?.Options.map(({ Id }) => Id) ?? []
    for (const OptionIds of [
      [one, other],
      [one, one],
    ]) {
      await expectRefused(107, '[0].OptionIds', 'ana', [{ ...answers[0], OptionIds }, answers[1], answers[2]])
    }
  })

  it('106 and 107 where a question says how many options it takes', async () => {
    const quiz: NewQuiz = {
      name: 'Bounded',
      points: 10_000n,
      questions: [
        { text: 'Two or three', type: 1, options: ['a', 'b', 'c', 'd'], optionsMin: 2, optionsMax: 3 },
      ],
    }
    const offered = async (to: Shop) => {
      const [question] = (await offer(to, quiz)).QuestionList
      const [a = 0, b = 0, c = 0, d = 0] = question?.Options.map(({ Id }) => Id) ?? []
      return { a, b, c, d, send: (OptionIds: number[]) => [{ QuizQuestionId: question?.Id, OptionIds }] }
    }
    const { a, b, c, d, send } = await offered(shop)
    await expectRefused(106, 'OptionIds', 'ana', send([a]))
    await expectRefused(106, 'OptionIds', 'ana', send([a, a]))
    await expectRefused(107, 'OptionIds', 'ana', send([a, b, c, d]))
    // A merchant of its own, as nothing may be stored for this one.
    const other = await test.open()
    await other.completed('of bia', 'bia', 1)
    const own = await offered(other)
    expect(await answerQuiz(other, 'bia', own.send([own.d, own.a]))).toMatchObject({
      Result: { Success: true },
    })
  })

  it('108 for more answers than questions', () =>
    expectRefused(108, 'questions', 'ana', [...answers, answers[0]]))

  it.each<[number, string, unknown[]]>([
    [7, '[0].QuizQuestionId', [{ QuizQuestionId: '1' }]],
    [7, '[0].QuizQuestionId', [{ QuizQuestionId: 1.5 }]],
    [7, '[0].OpenAnswer', [{ QuizQuestionId: 1, OpenAnswer: 5 }]],
    [7, '[0].OpenAnswer', [{ QuizQuestionId: 1, OpenAnswer: 'a\0' }]],
    [10, '[0].OpenAnswer', [{ QuizQuestionId: 1, OpenAnswer: 'x'.repeat(4_001) }]],
    [7, '[0].OptionIds', [{ QuizQuestionId: 1, OptionIds: 1 }]],
    [7, '[0].OptionIds[0]', [{ QuizQuestionId: 1, OptionIds: ['1'] }]],
    [7, '[1]', [{ QuizQuestionId: 1 }, null]],
    [7, '[0]', ['x']],
  ])('%i for a wrong %s', (code, field, body) => expectRefused(code, field, 'ana', body))

  it.each(['{}', '"x"', 'null', ''])('a body that is no array is malformed: %s', async (payload) => {
    const response = await test.api.send({
      method: 'POST',
      url: '/v1/pvt/Quiz/answer?customerId=ana',
      headers: { authorization: shop.key.authorization, 'content-type': 'application/json' },
      payload,
    })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ HasError: true, ErrorCode: null, Result: null })
  })

  it("59 for another tenant's customer", async () => {
    const other = await test.open(program())
    await other.completed('o1', 'only-there', 1)
    await expectRefused(59, 'customerId', 'only-there', answers)
  })
})
