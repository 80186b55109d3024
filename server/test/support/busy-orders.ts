import { chanceOf } from './seed.ts'
import { DAY_MS, iso, program } from './shop.ts'
import type { useStories } from './stories.ts'

const PEOPLE = ['ana', 'bob', 'eva', 'leo', 'mia', 'rui']

interface BusyOrders {
  /** Customers who are not enrolled. */
  readonly strangers?: readonly string[]
  readonly purchase?: Parameters<typeof program>[0]
}

/**
 * A merchant whose orders are late, changed, cancelled, returned in parts and placed on other days than before, at several
 * branches. `live` does so many things more.
 */
export async function openBusyOrders(
  story: ReturnType<typeof useStories>,
  name: string,
  { strangers = [], purchase = {} }: BusyOrders = {},
) {
  const chance = chanceOf(name)
  const shop = await story.open(program({ waitingDays: 3, validityDays: 40, ...purchase }), {
    settings: { takeBack: 'debt' },
  })
  story.on('2026-05-10T15:00:00Z')
  let steps = 0
  const live = async (count: number): Promise<void> => {
    for (const end = steps + count; steps < end; steps += 1) {
      story.api.now += chance.between(0, DAY_MS / 2)
      const order = `o${chance.between(0, Math.max(40, count / 3))}`
      const who = PEOPLE[Number(order.slice(1)) % PEOPLE.length] ?? ''
      const choice = chance.between(0, 12)
      if (choice < 8) {
        const placed = iso(story.api.now - chance.between(0, 90 * DAY_MS))
        const isComplete = choice < 7
        const branch = chance.between(0, 3)
        await shop.placeOrder({
          ...shop.completeOrder(order, who, chance.between(0, 200), {
            OrderPlacementDate: placed,
            ...(strangers.includes(who) ? { Customer: { OriginalId: who, IsEnrolled: false } } : {}),
            ...(isComplete ? { OrderCompletedDate: iso(story.api.now) } : { OrderCompletedDate: null }),
            ...(branch > 0 ? { Branch: { OriginalId: `b${branch}`, Name: 'x' } } : {}),
          }),
          IsCompleted: isComplete,
        })
      } else if (choice < 10) await shop.cancelOrder(order)
      else await shop.returnPart(order, { ValueToRefund: chance.between(1, 120), CancelKey: `r${steps}` })
    }
  }
  return { shop, live }
}
