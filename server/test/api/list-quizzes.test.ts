import { describe, expect, it } from 'vitest'
import type { NewQuiz } from '../../src/quizzes/store.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { answerQuiz, COFFEE_OR_TEA, fullAnswer, listQuizzes, makeQuiz } from '../support/quizzes.ts'
import { DAY_MS, iso, refused, resultOf, type Seller, useSellers } from '../support/seller.ts'
import { START } from '../support/test-api.ts'

const test = useSellers()

const make = (seller: Seller, quiz: NewQuiz): Promise<number> =>
  makeQuiz(test.api.cells.of({ cell: MAIN_CELL }), seller.tenantId, quiz)

const namesOf = async (seller: Seller): Promise<string[]> =>
  resultOf(await listQuizzes(seller)).map(({ Name }) => Name)

describe('the answer', () => {
  it('has every member of a quiz, its questions and their options', async () => {
    const seller = await test.open()
    const id = await make(seller, {
      ...COFFEE_OR_TEA,
      startsAt: START - DAY_MS,
      endsAt: START + DAY_MS,
    })
    const number = expect.any(Number)
    expect(await listQuizzes(seller)).toEqual({
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
    const seller = await test.open()
    await make(seller, COFFEE_OR_TEA)
    expect(resultOf(await listQuizzes(seller))).toMatchObject([{ StartDate: null, EndDate: null }])
  })
})

describe('which quizzes are listed', () => {
  it('those that are open at this moment, oldest first', async () => {
    const seller = await test.open()
    await make(seller, { ...COFFEE_OR_TEA, name: 'without dates' })
    await make(seller, { ...COFFEE_OR_TEA, name: 'switched off', isActive: false })
    await make(seller, { ...COFFEE_OR_TEA, name: 'tomorrow', startsAt: START + DAY_MS })
    await make(seller, { ...COFFEE_OR_TEA, name: 'until tomorrow', endsAt: START + DAY_MS })

    expect(await namesOf(seller)).toEqual(['without dates', 'until tomorrow'])
    test.api.now = START + DAY_MS - 1
    expect(await namesOf(seller)).toEqual(['without dates', 'until tomorrow'])
    test.api.now = START + DAY_MS
    expect(await namesOf(seller)).toEqual(['without dates', 'tomorrow'])
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
    const seller = await test.open()
    await make(seller, COFFEE_OR_TEA)
    await make(seller, { ...COFFEE_OR_TEA, name: 'Sugar?' })
    await seller.complete('o1', 'ana', 1)
    await seller.complete('o2', 'bia / 2', 1)
    const [quiz] = resultOf(await listQuizzes(seller))
    if (!quiz) throw new Error('no quiz')
    resultOf(await answerQuiz(seller, 'ana', fullAnswer(quiz)))

    const completedOf = async (query: string) =>
      resultOf(await listQuizzes(seller, query)).map(({ Name, IsCompleted }) => [Name, IsCompleted])
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
    const seller = await test.open()
    await seller.complete('o1', 'ana', 1)
    await make(seller, COFFEE_OR_TEA)
    expect(await listQuizzes(seller, query)).toEqual(refused(59, 'customerId'))
  })

  it("59 for another tenant's customer", async () => {
    const [mine, other] = [await test.open(), await test.open()]
    await other.complete('o1', 'ana', 1)
    expect(await listQuizzes(mine, '?customerId=ana')).toEqual(refused(59, 'customerId'))
    expect(await listQuizzes(other, '?customerId=ana')).toMatchObject({ HasError: false })
  })

  it('7 for an id that is sent twice', async () => {
    const seller = await test.open()
    expect(await listQuizzes(seller, '?customerId=a&customerId=b')).toEqual(refused(7, 'customerId'))
  })
})
