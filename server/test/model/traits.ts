/** What is remarkable about an order that was sent, so that a run can show that it met it. */
import type { SentOrder } from './orders.ts'
import { leftOf, type Order, type Shop, STATE } from './shop.ts'

/** `before` and `after`: the order as it was and as it is; undefined: there is none, or it was refused. */
export function traitsOf(
  shop: Shop,
  sent: SentOrder,
  before: Order | undefined,
  after: Order | undefined,
  now: number,
): string[] {
  const traits = new Set<string>()
  const spent = (sent.lines ?? []).reduce((sum, { price }) => sum + (price ?? 0n), 0n)
  if (after && spent > after.total) traits.add('lines above the total')
  if (sent.paymentMethods) traits.add('payment methods')
  if (after?.completedAt && after.completedAt > now) traits.add('completion ahead')
  if (!before || !after) return [...traits]
  for (const trait of traitsOfUpdate(shop, sent, before, after, now)) traits.add(trait)
  return [...traits]
}

function traitsOfUpdate(shop: Shop, sent: SentOrder, before: Order, after: Order, now: number): string[] {
  const isComplete = before.state === STATE.complete
  const isSame = before.updatedAt === after.updatedAt
  const isAdjusted = isComplete && before.total !== after.total
  const traits: [string, boolean][] = [
    ['older', typeof sent.updatedAt === 'number' && sent.updatedAt < before.updatedAt && isSame],
    ['far ahead', typeof sent.updatedAt === 'number' && sent.updatedAt > now + 86_400_000],
    ['without a date', sent.updatedAt === undefined || sent.updatedAt === null],
    ['no products', sent.lines?.length === 0 && before.lines.length > 0 && after.lines.length > 0],
    ['without its coupon', isComplete && before.linked.length > 0 && !sent.coupon && after.linked.length > 0],
    ['already less what was returned', before.returned > 0n && sent.total === leftOf(before)],
    ['no code', sent.coupon === '' && before.coupon !== null],
    ['completion corrected', isComplete && before.completedAt !== after.completedAt],
    ['product has moved', isAdjusted && hasMoved(shop, before)],
    ['program has changed', isAdjusted && before.earned?.program !== shop.program],
    ['adjusted without cashback', isAdjusted && !shop.program.isCashbackOn],
    ['adjusted while not enrolled', isAdjusted && shop.customers.get(after.customer)?.isEnrolled === false],
    ['ignored for good', before.state === STATE.ignored && after.state === STATE.ignored],
  ]
  return traits.flatMap(([name, isSo]) => (isSo ? [name] : []))
}

/** Whether the catalogue now says something else of a product than when the order earned. */
function hasMoved({ catalog }: Shop, { earned }: Order): boolean {
  return [...(earned?.places ?? [])].some(([product, place]) => {
    const { brand, categories } = catalog.placeOf(product)
    return place.brand !== brand || place.categories.join() !== categories.join()
  })
}
