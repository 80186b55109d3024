import { describe, expect, it } from 'vitest'
import { decimalFromText } from '../../src/platform/decimal.ts'
import { resultOf } from '../support/answers.ts'
import { answerQuiz, COFFEE_OR_TEA, fullAnswer, listQuizzes, makeQuiz } from '../support/quizzes.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { BRONZE_SILVER_GOLD, points, sweepNow } from '../support/tiers.ts'

const story = useStories()

const tierOf = async (shop: Shop, customer = 'ana') =>
  resultOf(await shop.getCustomer(customer)).CurrentTier?.Name ?? null

/** The nightly look of a day. */
async function night(date: string, shop: Shop): Promise<string | null> {
  story.on(`${date}T07:00:00Z`)
  await sweepNow(story.api, shop)
  return tierOf(shop)
}

async function answerAny(shop: Shop, customer: string) {
  const [quiz] = resultOf(await listQuizzes(shop))
  return quiz ? resultOf(await answerQuiz(shop, customer, fullAnswer(quiz))) : null
}

describe('stories of tiers and quizzes', () => {
  it('a quiz tips a customer into a tier, and the next order has its multiplier', async () => {
    const tiers = [
      { name: 'Base', order: 1, isBase: true },
      {
        name: 'Friend',
        order: 2,
        goals: [points(140)],
        benefits: [{ description: 'Half as much again', multiplier: decimalFromText('1.5') }],
      },
    ]
    const shop = await story.open(program(), { tiers })
    await makeQuiz(story.database, shop.tenantId, COFFEE_OR_TEA)
    story.on('2026-01-10T12:00:00Z')
    expect((await shop.completed('o1', 'ana', 100)).Customer).toMatchObject({
      PointsBalance: 100,
      TierName: 'Base',
    })
    expect((await answerAny(shop, 'ana'))?.PointsAwarded).toBe(50)
    expect(await tierOf(shop)).toBe('Friend')
    story.on('2026-01-11T12:00:00Z')
    expect((await shop.completed('o2', 'ana', 100)).Customer.PointsBalance).toBe(300)
    // What it earned with stays with the order.
    story.on('2026-01-12T12:00:00Z')
    const smaller = await shop.completed('o2', 'ana', 60, { OrderPlacementDate: '2026-01-11T12:00:00Z' })
    expect(smaller.Customer.PointsBalance).toBe(240)
  })

  it('a tier is reached, kept for a year, kept for the grace period, lost, and reached again', async () => {
    const shop = await story.open(program(), { tiers: BRONZE_SILVER_GOLD })
    story.on('2026-01-15T12:00:00Z')
    await shop.completed('o1', 'ana', 510)
    expect(await tierOf(shop)).toBe('Silver')
    expect(await night('2027-01-15', shop)).toBe('Silver')
    expect(await night('2027-01-16', shop)).toBe('Silver') // The order counts no longer; the grace begins.
    expect(await night('2027-02-14', shop)).toBe('Silver')
    expect(await night('2027-02-15', shop)).toBe('Bronze')
    story.on('2027-03-01T12:00:00Z')
    await shop.completed('o2', 'ana', 300)
    expect(await tierOf(shop)).toBe('Bronze')
    await shop.completed('o3', 'ana', 2_000)
    expect(await tierOf(shop)).toBe('Gold')
  })

  it('a reward is kept for a tier: refused, reached, redeemed, lost, refused, and the coupon still counts', async () => {
    const shop = await story.open(program(), { tiers: BRONZE_SILVER_GOLD, settings: { tierGraceDays: 0 } })
    const reward = await shop.makeReward({ couponValidDays: 400 })
    await story.query(
      `insert into reward_configuration_tier (tenant_id, reward_configuration_id, tier_id) values ($1, $2, $3)`,
      [shop.tenantId, reward, shop.tierIds[1]],
    )
    story.on('2026-01-10T12:00:00Z')
    await shop.completed('o1', 'ana', 300)
    expect(await shop.refusal(reward, 'ana')).toBe(47)
    story.on('2026-06-10T12:00:00Z')
    await shop.completed('o2', 'ana', 300)
    const { couponCode } = await shop.redeemed(reward, 'ana')
    expect(await night('2027-01-12', shop)).toBe('Bronze') // January's order counts no longer.
    expect(await shop.refusal(reward, 'ana')).toBe(47)
    await shop.completed('o3', 'ana', 10, { Coupon: couponCode })
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: true, order: 'o3' })
  })

  it('a large order goes back: the tier it had reached goes with it, what was redeemed in it stays', async () => {
    const shop = await story.open(program(), { tiers: BRONZE_SILVER_GOLD })
    const reward = await shop.makeReward()
    story.on('2026-01-10T12:00:00Z')
    await shop.completed('o1', 'ana', 600)
    const { couponCode } = await shop.redeemed(reward, 'ana')
    expect(await night('2026-01-20', shop)).toBe('Silver')
    story.on('2026-01-20T12:00:00Z')
    await shop.cancelled('o1')
    expect((await shop.events('ana')).at(-1)?.balance).toEqual([-100, -10])
    expect(await tierOf(shop)).toBe('Bronze')
    expect(await night('2026-01-21', shop)).toBe('Bronze')
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: false, is_inactive: false })
  })

  it('a quiz of one week: too early, in time and once, too late', async () => {
    const shop = await story.open(program({}, { id: 2, kind: 'quiz', validityDays: 7 }))
    const quizId = await makeQuiz(story.database, shop.tenantId, COFFEE_OR_TEA)
    const open = async () => resultOf(await listQuizzes(shop)).length
    story.on('2026-01-10T12:00:00Z')
    for (const customer of ['ana', 'bia', 'caio']) await shop.completed(`of-${customer}`, customer, 0)
    const [quiz] = resultOf(await listQuizzes(shop))
    if (!quiz) throw new Error('no quiz is open')
    await story.query('update quiz set starts_at = $3, ends_at = $4 where tenant_id = $1 and id = $2', [
      shop.tenantId,
      quizId,
      '2026-01-12T03:00:00Z',
      '2026-01-19T03:00:00Z',
    ])
    const answer = async (customer: string) => {
      const { Success, PointsAwarded } = resultOf(await answerQuiz(shop, customer, fullAnswer(quiz)))
      return [Success, PointsAwarded]
    }
    story.on('2026-01-12T02:59:59.999Z')
    expect([await open(), await answer('ana')]).toEqual([0, [false, 0]])
    story.on('2026-01-12T03:00:00Z')
    expect([await open(), await answer('ana')]).toEqual([1, [true, 50]])
    expect(await answer('ana')).toEqual([false, 0])
    story.on('2026-01-19T02:59:59.999Z')
    expect(await answer('bia')).toEqual([true, 50])
    story.on('2026-01-19T03:00:00Z')
    expect([await open(), await answer('caio')]).toEqual([0, [false, 0]])
    // A week after her answer Ana's points are over; Bia's last for another one.
    story.on('2026-01-20T03:00:00Z')
    expect((await shop.completed('a2', 'ana', 0)).Customer.PointsBalance).toBe(0)
    expect((await shop.completed('b2', 'bia', 0)).Customer.PointsBalance).toBe(50)
  })
})
