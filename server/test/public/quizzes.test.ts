/** Quizzes in a page of the shop: src/quizzes/public-api, src/http/storefront/quiz-answers.ts. */
import { describe, expect, it } from 'vitest'
import type { OwnQuizAnswer } from '../../src/http/storefront/schema.ts'
import type { OwnQuiz, OwnQuizzes } from '../../src/quizzes/public-api/schema.ts'
import { QUESTION_TYPE } from '../../src/quizzes/quiz.ts'
import type { NewQuiz } from '../../src/quizzes/store/quizzes.ts'
import { erasedCustomer, upsertCustomer } from '../support/customers.ts'
import { itIsGuarded } from '../support/guarded.ts'
import { answerQuiz, COFFEE_OR_TEA, fullAnswer, listQuizzes, makeQuiz } from '../support/quizzes.ts'
import { program } from '../support/shop.ts'
import { configure, ORIGIN, openStorefront, type Storefront } from '../support/storefront.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const OFTEN = { perSecond: 1_000, perHour: 100_000 }
const shops = useShops()
const often = useShops({
  customerLimits: { read: OFTEN, long: OFTEN, redeem: OFTEN, quiz: OFTEN, join: OFTEN },
})
const ENGLISH = { 'accept-language': 'en' }
const QUIZ = { Scopes: ['read', 'quiz'] }
const MINUTE_MS = 60_000
const ON = { switches: { quizzes: true } }

async function open(...quizzes: readonly Partial<NewQuiz>[]) {
  const shop = await often.open(program({}, { id: 5, kind: 'quiz' }))
  const ids: number[] = []
  for (const quiz of quizzes) {
    ids.push(await makeQuiz(often.api.cells.directory, shop.tenantId, { ...COFFEE_OR_TEA, ...quiz }))
  }
  await shop.completed('o1', 'ana', 100)
  const storefront = await openStorefront(often.api, shop, { content: ON })
  return { shop, storefront, ids, token: await storefront.tokenOf('ana', QUIZ) }
}

async function quizzesOf(storefront: Storefront, token: string): Promise<OwnQuizzes['items']> {
  return (await storefront.read<OwnQuizzes>('/quizzes', token)).items
}

function send(
  { api }: Storefront,
  quiz: number | string,
  token: string | null,
  body: unknown,
  headers: Record<string, string> = ENGLISH,
) {
  return api.server.inject({
    method: 'POST',
    url: `/v1/pub/me/quizzes/${quiz}/answers`,
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
    payload: body as object,
  })
}

/** The first option of each choice, and a text. */
function full({ questions }: OwnQuiz) {
  return {
    answers: questions.map(({ id, type, options }) =>
      type === 'openText'
        ? { question: id, text: 'Strong and black' }
        : { question: id, options: options.slice(0, 1).map((option) => option.id) },
    ),
  }
}

async function firstOf(storefront: Storefront, token: string): Promise<OwnQuiz> {
  const [quiz] = await quizzesOf(storefront, token)
  if (!quiz) throw new Error('there is no quiz')
  return quiz
}

describe('the quizzes of a customer', () => {
  it('are these, to the last member', async () => {
    const { storefront, ids, token } = await open({
      endsAt: START + MINUTE_MS,
      questions: [
        ...COFFEE_OR_TEA.questions,
        {
          text: 'Two of them',
          type: QUESTION_TYPE.severalChoices,
          ...{ options: ['a', 'b', 'c'], optionsMin: 2, optionsMax: 2 },
        },
      ],
    })
    const id = expect.any(Number)
    const named = (...texts: string[]) => texts.map((text) => ({ id, text }))
    expect(await quizzesOf(storefront, token)).toEqual([
      {
        id: ids[0],
        name: 'Coffee or tea?',
        points: '50',
        until: new Date(START + MINUTE_MS).toISOString(),
        questions: [
          {
            ...{ id, text: 'Coffee or tea?', type: 'singleChoice', least: 1, most: 1 },
            options: named('Coffee', 'Tea'),
          },
          {
            ...{ id, text: 'When do you drink it?', type: 'severalChoices', least: 1, most: 3 },
            options: named('Morning', 'Noon', 'Evening'),
          },
          { id, text: 'Your perfect cup?', type: 'openText', options: [], least: 0, most: 0 },
          {
            ...{ id, text: 'Two of them', type: 'severalChoices', least: 2, most: 2 },
            options: named('a', 'b', 'c'),
          },
        ],
      },
    ])
  })

  it('are the open ones that they have not answered, wherever they did', async () => {
    const { shop, storefront, ids, token } = await open(
      { name: 'Open' },
      { name: 'Soon', startsAt: START + MINUTE_MS },
      { name: 'Over', endsAt: START },
      { name: 'Off', isActive: false },
      { name: 'At the till' },
      { name: 'Here' },
    )
    const known = (await listQuizzes(shop)).Result?.find(({ Id }) => Id === ids[4])
    await answerQuiz(shop, 'ana', known && fullAnswer(known))
    const here = (await quizzesOf(storefront, token)).find(({ id }) => id === ids[5])
    expect((await send(storefront, ids[5] ?? 0, token, here && full(here))).statusCode).toBe(200)
    expect((await quizzesOf(storefront, token)).map(({ name }) => name)).toEqual(['Open'])
    await shop.completed('o2', 'bia', 10)
    const ofBia = await quizzesOf(storefront, await storefront.tokenOf('bia'))
    expect(ofBia.map(({ name }) => name)).toEqual(['Open', 'At the till', 'Here'])
  })

  it('are twenty at most', async () => {
    const { storefront, ids, token } = await open(...Array.from({ length: 22 }, () => ({})))
    expect((await quizzesOf(storefront, token)).map(({ id }) => id)).toEqual(ids.slice(0, 20))
  })

  itIsGuarded(shops, {
    path: '/quizzes',
    switch: 'quizzes',
    switches: { quizzes: true },
    perSecond: 5,
    ofProspect: { items: [] },
  })
})

describe('an answer', () => {
  it('earns the points of the quiz, and the balance is that of the next read', async () => {
    const { shop, storefront, ids, token } = await open({})
    const answer = await send(storefront, ids[0] ?? 0, token, full(await firstOf(storefront, token)))
    expect(answer.statusCode).toBe(200)
    const { points, me } = answer.json<OwnQuizAnswer>()
    expect([points, me.points]).toEqual(['50', '150'])
    expect(me).toEqual(await storefront.seen(token))
    const [stored] = await often.reader.query<{ answers: unknown }>(
      'select answers from quiz_answer where tenant_id = $1',
      [shop.tenantId],
    )
    expect(JSON.stringify(stored?.answers)).toContain('Strong and black')
  })

  it('counts once, however often it is sent', async () => {
    const { storefront, ids, token } = await open({})
    const body = full(await firstOf(storefront, token))
    const sent = Array.from({ length: 20 }, () => send(storefront, ids[0] ?? 0, token, body))
    const answers = await Promise.all(sent)
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const refused = answers.filter(({ statusCode }) => statusCode === 409)
    expect(refused).toHaveLength(19)
    expect(refused[0]?.json()).toMatchObject({
      code: 'alreadyAnswered',
      detail: 'You have already answered this quiz.',
    })
    expect((await storefront.seen(token)).points).toBe('150')
  })

  it('to a quiz that has not begun, or is over, is refused', async () => {
    const { storefront, ids, token } = await open({
      startsAt: START,
      endsAt: START + MINUTE_MS,
    })
    const body = full(await firstOf(storefront, token))
    for (const moment of [START - 1, START + MINUTE_MS]) {
      often.api.now = moment
      const answer = await send(storefront, ids[0] ?? 0, token, body)
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'quizClosed'])
    }
    often.api.now = START
    expect((await storefront.seen(token)).points).toBe('100')
  })

  it('to a quiz that is not there: unknown, off, another one’s questions, another merchant’s', async () => {
    const other = await open({})
    const { shop, storefront, ids, token } = await open({}, {})
    const [first, second] = await quizzesOf(storefront, token)
    const body = full(first as OwnQuiz)
    for (const [quiz, sent] of [
      [other.ids[0], full(await firstOf(other.storefront, other.token))],
      [ids[1], body],
      [ids[0], full(second as OwnQuiz)],
      [9_007_199_254_740_991, body],
      ['0', body],
      ['x', body],
    ] as const) {
      const answer = await send(storefront, quiz ?? 0, token, sent)
      expect([quiz, answer.statusCode, answer.json().detail]).toEqual([quiz, 404, 'There is nothing here.'])
    }
    await often.reader.query('update quiz set is_active = false where tenant_id = $1', [shop.tenantId])
    expect((await send(storefront, ids[0] ?? 0, token, body)).statusCode).toBe(404)
    expect((await storefront.seen(token)).points).toBe('100')
  })

  it('is told what is wrong with it', async () => {
    const { storefront, ids, token } = await open({})
    const { answers } = full(await firstOf(storefront, token))
    const [single, several, text] = answers
    const pointersOf = async (body: unknown) => {
      const answer = await send(storefront, ids[0] ?? 0, token, body)
      expect([answer.statusCode, body]).toEqual([422, body])
      return answer.json().errors.map(({ pointer }: { pointer: string }) => pointer)
    }
    expect(await pointersOf({})).toEqual(['/answers'])
    expect(await pointersOf({ answers: [] })).toEqual(['/answers'])
    expect(await pointersOf({ answers: [single, several] })).toEqual(['/answers'])
    expect(await pointersOf({ answers: [...answers, single] })).toEqual(['/answers'])
    expect(await pointersOf({ answers: [single, several, { ...text, text: ' ' }] })).toEqual([
      '/answers/2/text',
    ])
    expect(await pointersOf({ answers: [{ ...single, options: [] }, several, text] })).toEqual([
      '/answers/0/options',
    ])
    const both = [...(single?.options ?? []), ...(several?.options ?? [])]
    expect(await pointersOf({ answers: [single, { ...several, options: both }, text] })).toEqual([
      '/answers/1/options',
    ])
    expect(await pointersOf({ answers: [{ question: 'x', more: 1, options: [0] }], more: 1 })).toEqual(
      expect.arrayContaining(['/answers/0/question', '/answers/0/more', '/answers/0/options/0', '/more']),
    )
    expect(await pointersOf({ answers: [{ ...text, text: 'x'.repeat(4_001) }] })).toEqual(['/answers/0/text'])
    expect((await storefront.seen(token)).points).toBe('100')
  })

  it('of one who has not joined, or has left, is refused', async () => {
    const { shop, storefront, ids, token } = await open({})
    const body = full(await firstOf(storefront, token))
    await upsertCustomer(shop, { OriginalId: 'ana', IsEnrolled: false })
    const answer = await send(storefront, ids[0] ?? 0, token, body)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 'notEnrolled', detail: 'Only members of the points program can answer.' },
    ])
    await erasedCustomer(shop, 'ana')
    expect((await send(storefront, ids[0] ?? 0, token, body)).statusCode).toBe(401)
  })

  it('needs the scope, the origin and the switch', async () => {
    const { shop, storefront, ids, token } = await open({})
    const other = await open({})
    const quiz = ids[0] ?? 0
    const body = full(await firstOf(storefront, token))
    const [prefix, , key, sealed] = token.split('.')
    const ofOther = [prefix, other.shop.tenantId, key, sealed].join('.')
    for (const bad of [null, token.slice(0, -1), ofOther]) {
      expect((await send(storefront, quiz, bad, body)).statusCode).toBe(401)
    }
    for (const scopes of [['read'], ['read', 'redeem', 'refer', 'join']]) {
      const wrong = await storefront.tokenOf('ana', { Scopes: scopes })
      const answer = await send(storefront, quiz, wrong, body)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'scope'])
    }
    const prospect = await storefront.tokenOf('new one', QUIZ)
    expect((await send(storefront, quiz, prospect, body)).statusCode).toBe(403)
    const elsewhere = { ...ENGLISH, origin: 'https://elsewhere.example' }
    const wrongOrigin = await send(storefront, quiz, token, body, elsewhere)
    expect([wrongOrigin.statusCode, wrongOrigin.json().code]).toEqual([403, 'origin'])
    await configure(often.api, shop.tenantId, { content: { switches: { quizzes: false } } })
    await until(async () => (await storefront.own('/quizzes', token)).statusCode === 404)
    expect((await send(storefront, quiz, token, body)).statusCode).toBe(404)
    await configure(often.api, shop.tenantId, { content: ON })
    await until(async () => (await storefront.own('/quizzes', token)).statusCode === 200)
    const good = await send(storefront, quiz, token, body, { ...ENGLISH, origin: ORIGIN })
    expect([good.statusCode, good.headers['access-control-allow-origin']]).toEqual([200, ORIGIN])
    expect((await storefront.seen(token)).points).toBe('150')
  })

  it('is sent once a second, by each customer', async () => {
    const shop = await shops.open(program())
    await shop.completed('o1', 'ana', 100)
    const storefront = await openStorefront(shops.api, shop, { content: ON })
    const token = await storefront.tokenOf('ana', QUIZ)
    const body = { answers: [{ question: 1, text: 'x' }] }
    const sent = Array.from({ length: 4 }, () => send(storefront, 1, token, body))
    const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
  })
})
