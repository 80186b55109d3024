/** What a client finds out about the rewards that cards have given to its customers. */
import { awardsOf } from './awards.ts'
import { settleGifts } from './cards.ts'
import type { GiftMade, ModelCommand, Scene } from './command.ts'
import type { Essence } from './essence.ts'
import type { Customer } from './shop.ts'

/** Whether rewards were given, or could not be, of which the server has not told the codes. */
export function hasUnknownGifts(customer: Customer, now: number): boolean {
  return awardsOf(customer).some(({ isKnown, dueAt }) => !isKnown && dueAt <= now)
}

/** No other answer tells that something was given. */
export function lookAtGifts({ shop, customer }: Scene, now: number): ModelCommand {
  const known = shop.customers.get(customer.id)
  if (!known) throw new Error(`${customer.id} is gone`)
  settleGifts(shop, known, now)
  const name = shop.nameOf(customer.id)
  const all = awardsOf(known)
  return {
    shop: customer.shop,
    customer: customer.id,
    action: 'look at gifts',
    method: 'GET',
    path: 'award',
    async ask(desk) {
      const gifts = await desk.giftsOf(name)
      learn(gifts)
      return essenceOf(gifts)
    },
    expected: essenceOf(all),
    traits: ['looked at gifts'],
  }

  /** Of one card those that are new came in this order. */
  function learn(gifts: readonly GiftMade[]): void {
    for (const award of all) award.isKnown = true
    const unnamed = all.flatMap(({ rule, given }) => (given?.coupon.code === '' ? [{ rule, given }] : []))
    for (const { rule, given: told } of gifts) {
      if (!told || shop.counter.redemptions.has(told.key)) continue
      const index = unnamed.findIndex((one) => one.rule === rule)
      const [found] = index < 0 ? [] : unnamed.splice(index, 1)
      if (!found) continue
      const { coupon, redemption } = found.given
      redemption.number = told.number
      shop.counter.rename(coupon, told.key)
      shop.counter.name(coupon, told.code, told.externalCode)
      customer.coupons.push(coupon)
    }
  }
}

function essenceOf(gifts: readonly { readonly rule: number; readonly state: string }[]): Essence {
  return { gifts: gifts.map(({ rule, state }) => `${rule} ${state}`).toSorted() }
}
