import { describe, expect, it } from 'vitest'
import type { NewQuiz } from '../../src/quizzes/store/quizzes.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { refused, resultOf } from '../support/answers.ts'
import { answerQuiz, COFFEE_OR_TEA, fullAnswer, listQuizzes, makeQuiz } from '../support/quizzes.ts'
import { DAY_MS, iso, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()

const make = (shop: Shop, quiz: NewQuiz): Promise<number> =>
  makeQuiz(test.api.cells.of({ cell: MAIN_CELL }), shop.tenantId, quiz)

const namesOf = async (shop: Shop): Promise<string[]> =>
  resultOf(await listQuizzes(shop)).map(({ Name }) => Name)

describe('the answer', () => {
  it('has every member of a quiz, its questions and their options', async () => {
    const shop = await test.open()
    const id = await make(shop, {
      ...COFFEE_OR_TEA,
      startsAt: START - DAY_MS,
      endsAt: START + DAY_MS,
    })
    const number = expect.any(Number)
    expect(await listQuizzes(shop)).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      HasError: false,
      Result: [
        {
          Id: id,
          Name: 'Coffee or tea?',
          StartDate: iso(START - DAY_MS),
          EndDate: iso(START + DAY_MS),
          IsCompleted: false,
          QuestionList: [
            {
              Id: number,
              Question: 'Coffee or tea?',
              Type: 0,
              Options: [
                { Id: number, Text: 'Coffee', Type: 0 },
                { Id: number, Text: 'Tea', Type: 0 },
              ],
            },
            {
              Id: number,
              Question: 'When do you drink it?',
              Type: 1,
              Options: [
                { Id: number, Text: 'Morning', Type: 0 },
                { Id: number, Text: 'Noon', Type: 0 },
                { Id: number, Text: 'Evening', Type: 0 },
              ],
            },
            { Id: number, Question: 'Your perfect cup?', Type: 2, Options: [] },
          ],
          AmountOfPoints: 50,
        },
      ],
    })
  })

  it('is an empty list where there is no quiz', async () => {
    expect(await listQuizzes(await test.open())).toMatchObject({ HasError: false, Result: [] })
  })

  it('has no dates where the quiz has none', async () => {
    const shop = await test.open()
    await make(shop, COFFEE_OR_TEA)
    expect(resultOf(await listQuizzes(shop))).toMatchObject([{ StartDate: null, EndDate: null }])
  })
})

describe('which quizzes are listed', () => {
  it('those that are open at this moment, oldest first', async () => {
    const shop = await test.open()
    await make(shop, { ...COFFEE_OR_TEA, name: 'without dates' })
    await make(shop, { ...COFFEE_OR_TEA, name: 'switched off', isActive: false })
    await make(shop, { ...COFFEE_OR_TEA, name: 'tomorrow', startsAt: START + DAY_MS })
    await make(shop, { ...COFFEE_OR_TEA, name: 'until tomorrow', endsAt: START + DAY_MS })

    expect(await namesOf(shop)).toEqual(['without dates', 'until tomorrow'])
    test.api.now = START + DAY_MS - 1
    expect(await namesOf(shop)).toEqual(['without dates', 'until tomorrow'])
    test.api.now = START + DAY_MS
    expect(await namesOf(shop)).toEqual(['without dates', 'tomorrow'])
  })

  it("never another tenant's", async () => {
    const [mine, other] = [await test.open(), await test.open()]
    await make(other, COFFEE_OR_TEA)
    expect(await namesOf(mine)).toEqual([])
    expect(await namesOf(other)).toEqual(['Coffee or tea?'])
  })
})

describe('for a customer', () => {
  it('says which quizzes they have completed, and only they', async () => {
    const shop = await test.open()
    await make(shop, COFFEE_OR_TEA)
    await make(shop, { ...COFFEE_OR_TEA, name: 'Sugar?' })
    await shop.completed('o1', 'ana', 1)
    await shop.completed('o2', 'bia / 2', 1)
    const [quiz] = resultOf(await listQuizzes(shop))
    if (!quiz) throw new Error('no quiz')
    resultOf(await answerQuiz(shop, 'ana', fullAnswer(quiz)))

    const completedOf = async (query: string) =>
      resultOf(await listQuizzes(shop, query)).map(({ Name, IsCompleted }) => [Name, IsCompleted])
    const none = [
      ['Coffee or tea?', false],
      ['Sugar?', false],
    ]
    expect(await completedOf('?customerId=ana')).toEqual([
      ['Coffee or tea?', true],
      ['Sugar?', false],
    ])
    expect(await completedOf('?customerId=bia%20%2F%202')).toEqual(none)
    expect(await completedOf('')).toEqual(none)
    expect(await completedOf('?customerId=')).toEqual(none)
    expect(await completedOf('?customerId=%20')).toEqual(none)
  })
})

describe('errors', () => {
  it.each([
    ['an unknown customer', '?customerId=nobody'],
    ['an id in other letters', '?customerId=ANA'],
    ['an id that cannot be stored', '?customerId=ana%00'],
    ['an id that is too long', `?customerId=${'x'.repeat(3_000)}`],
  ])('59 for %s', async (_case, query) => {
    const shop = await test.open()
    await shop.completed('o1', 'ana', 1)
    await make(shop, COFFEE_OR_TEA)
    expect(await listQuizzes(shop, query)).toEqual(refused({ code: 59, says: 'customerId' }))
  })

  it("59 for another tenant's customer", async () => {
    const [mine, other] = [await test.open(), await test.open()]
    await other.completed('o1', 'ana', 1)
    expect(await listQuizzes(mine, '?customerId=ana')).toEqual(refused({ code: 59, says: 'customerId' }))
    expect(await listQuizzes(other, '?customerId=ana')).toMatchObject({ HasError: false })
  })

  it('7 for an id that is sent twice', async () => {
    const shop = await test.open()
    expect(await listQuizzes(shop, '?customerId=a&customerId=b')).toEqual(
      refused({ code: 7, says: 'customerId' }),
    )
  })
})
