import { describe, expect, it } from 'vitest'
import { COFFEE_CARD, SPEND_CARD } from '../support/coffee-card.ts'
import { DAY_MS, iso, program } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()

describe('the answer', () => {
  it('has every member', async () => {
    const shop = await test.open(
      program({}, { ...SPEND_CARD, when: { from: iso(START - DAY_MS), until: iso(START + DAY_MS) } }),
      { locale: 'en' },
    )
    expect(await shop.listCards()).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: [
        {
          CardId: 13,
          Name: 'November',
          Text: expect.stringMatching(/^R\$\u00a0300\.00 spent in all, from .* earns 100 points/),
          Counts: 2,
          State: 0,
          Size: 300,
          GoalAmount: 300,
          StampAmount: 300,
          StartDate: iso(START - DAY_MS),
          EndDate: iso(START + DAY_MS - 1_000),
          Prize: { RewardConfigurationId: null, Title: null, Points: 100 },
        },
      ],
      HasError: false,
    })
  })

  it('lists active cards in the order of the program, and whether they have started or are over', async () => {
    const orders = { kind: 'card', counts: 'orders', stamps: 5, points: '10' } as const
    const shop = await test.open(
      program(
        {},
        { ...orders, id: 20, name: 'Later', when: { from: iso(START + DAY_MS) } },
        COFFEE_CARD,
        { ...orders, id: 21, name: 'Over', when: { until: iso(START) } },
        { ...orders, id: 22, name: 'Off', isActive: false },
      ),
    )
    const { Result } = await shop.listCards()
    expect(Result).toMatchObject([
      { CardId: 20, State: 2, Counts: 1, Size: 5, GoalAmount: null, StartDate: iso(START + DAY_MS) },
      { CardId: 12, State: 0, Counts: 0, Size: 10, StartDate: null, EndDate: null },
      { CardId: 21, State: 3 },
    ])
  })

  it('is empty without a program, and of this merchant only', async () => {
    const other = await test.open(program({}, COFFEE_CARD))
    const shop = await test.open(null)
    expect(await shop.listCards()).toMatchObject({ HasError: false, Result: [] })
    expect(await other.listCards()).toMatchObject({ Result: [{ CardId: 12 }] })
  })
})
