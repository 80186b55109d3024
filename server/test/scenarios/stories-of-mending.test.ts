import { describe, expect, it } from 'vitest'
import { refused, resultOf } from '../support/answers.ts'
import { decimal } from '../support/rewards.ts'
import { program } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()

describe('stories of mending', () => {
  it('a wrong redemption is found in the history, cancelled, and made good with points', async () => {
    const shop = await story.open(program({ waitingDays: 2, validityDays: 90 }), { locale: 'en' })
    const mug = await shop.makeReward({ points: decimal(80), title: 'Mug', couponValidDays: 30 })
    story.on('2026-01-10T12:00:00Z')
    await shop.completed('o1', 'ana', 100)
    expect(await shop.getPending('ana')).toMatchObject({ TotalPendingPoints: 100 })
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 0 })

    story.on('2026-01-12T12:00:00Z') // The points have opened, and nobody but Ana has asked.
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 100 })
    const { originalKey } = await shop.redeemed(mug, 'ana', { OriginalKey: 'cart-7' })

    story.on('2026-01-13T12:00:00Z') // “I never wanted a mug.”
    const [redeemed] = await shop.history('ana')
    expect(redeemed).toMatchObject({ Title: 'Mug', Points: -80, CouponIsAvailable: true })
    const [listed] = (await shop.listRewards('ana', '?IsCanceled=false')).Items ?? []
    expect(listed).toMatchObject({ OriginalKey: originalKey, Points: { Id: redeemed?.Id } })
    resultOf(await shop.cancelReward(listed?.Id ?? 0))
    resultOf(
      await shop.changePoints('ana', { Points: 5, OperationType: 0, Reason: 'Sorry', ChangeKey: 'call-1' }),
    )
    expect(await shop.cancelReward(listed?.Id ?? 0)).toEqual(refused({ code: 74, says: 'returned' }))
    expect(await shop.listCoupons('ana')).toMatchObject({ TotalItemCount: 0 })
    expect((await shop.history('ana')).map(({ Title, Points }) => [Title, Points])).toEqual([
      ['Adjustment', 5],
      ['Returned: Mug', 80],
      ['Mug', -80],
      ['Order o1', 100],
    ])

    story.on('2026-05-01T12:00:00Z') // What was bought has expired, also what came back; the apology has not.
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 5, PointsToExpire: [] })
    expect(await shop.getOrder('o1')).toMatchObject({ PointsGranted: 0 })
  })

  it('an order that was ignored is made good by hand, and says why it earned nothing', async () => {
    const shop = await story.open(program())
    story.on('2026-01-10T12:00:00Z')
    await shop.completed('o1', 'bia', 120, { Customer: { OriginalId: 'bia', IsEnrolled: false } })
    expect(await shop.getOrder('o1')).toMatchObject({
      State: 4,
      PointsGranted: 0,
      Explanation: { NoneReason: 'notEnrolled' },
    })
    await shop.completed('o2', 'bia', 10, { Customer: { OriginalId: 'bia', IsEnrolled: true } })
    expect(await shop.getOrder('o1')).toMatchObject({ State: 4, PointsGranted: 0 })
    const made = { Points: 120, OperationType: 0, Reason: 'Order o1', ChangeKey: 'mend-o1' }
    resultOf(await shop.changePoints('bia', made))
    resultOf(await shop.changePoints('bia', made))
    expect(await shop.getPoints('bia')).toMatchObject({ PointsBalance: 130, CashbackBalance: 13 })
  })
})
