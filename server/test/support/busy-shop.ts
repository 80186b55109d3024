import type { Random } from '../../src/platform/random.ts'
import { chanceOf } from './seed.ts'
import { iso, program } from './shop.ts'
import type { useStories } from './stories.ts'

const PEOPLE = ['ana', 'bob', 'eva', 'leo', 'mia', 'rui']
const DAY_MS = 86_400_000

interface Ways {
  readonly timeZone?: string
  readonly since?: string
  readonly atMostMs?: number
  readonly waitingDays?: number
  readonly takeBack?: 'debt' | 'clamp'
  /** Default: drawn with the seed of the run. */
  readonly chance?: Random
}

/**
 * A merchant with orders that are late, changed, cancelled and pending, rewards that are redeemed and refunded, changes by
 * hand, and debts. `live` does so many things more, at most a day apart.
 */
export async function openBusyShop(story: ReturnType<typeof useStories>, name: string, ways: Ways = {}) {
  const { timeZone = 'America/Sao_Paulo', since = '2026-05-10T15:00:00Z' } = ways
  const { atMostMs = DAY_MS, waitingDays = 3, takeBack = 'debt', chance = chanceOf(name) } = ways
  const shop = await story.open(
    program(
      { waitingDays, validityDays: 40 },
      { id: 2, kind: 'signup', points: '25', validityDays: 15 },
      { id: 3, kind: 'firstPurchase', points: '50' },
    ),
    { settings: { takeBack }, timeZone },
  )
  const rewards = [await shop.makeReward({}), await shop.makeReward({ points: 300_000n })]
  story.on(since)
  let steps = 0
  const live = async (count: number): Promise<void> => {
    for (const end = steps + count; steps < end; steps += 1) {
      story.api.now += chance.between(0, atMostMs)
      const order = `o${chance.between(0, 60)}`
      const who = PEOPLE[Number(order.slice(1)) % PEOPLE.length] ?? ''
      const choice = chance.between(0, 11)
      if (choice < 5) {
        const completed = iso(story.api.now - chance.between(0, 30 * DAY_MS))
        const dates = { OrderPlacementDate: '2026-02-01T12:00:00Z', OrderCompletedDate: completed }
        await shop.placeOrder(shop.completeOrder(order, who, chance.between(0, 200), dates))
      } else if (choice < 6) await shop.cancelOrder(order)
      else if (choice < 8) {
        const reward = rewards[steps % rewards.length] ?? 0
        await shop.redeem(reward, { CustomerId: who, OriginalKey: `k${steps}` })
      } else if (choice < 9) await shop.cancelRewardByKey(`k${chance.between(0, steps + 1)}`)
      else {
        const quantity = chance.between(-20, 40)
        await shop.changeCashback(who, {
          Value: Math.abs(quantity),
          OperationType: quantity < 0 ? 1 : 0,
          Reason: 'sorry',
          ChangeKey: `c${steps}`,
        })
      }
    }
  }
  return { shop, live }
}
