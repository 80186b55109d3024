/** What a client does by hand: cancels redemptions, changes points, grants reviews. */
import { toNumber, type Units } from './arithmetic.ts'
import type { ModelCommand, Scene } from './command.ts'
import { essenceOfModelCancelled, essenceOfModelPoints, essenceOfModelReview, expectedOf } from './essence.ts'
import { cancelReward, changePoints, grantReview, REVIEW } from './rewards.ts'

/** One of the customer's, whatever became of it; now and then one that never was. */
export function cancelAnyReward(scene: Scene, now: number): ModelCommand {
  const { random, customer } = scene
  const own = customer.coupons.flatMap(({ redemption }) => redemption ?? [])
  const standing = own.filter(({ isReturned }) => !isReturned)
  const among = random.chance(80) && standing.length > 0 ? standing : own
  const key = among.length === 0 || random.chance(5) ? scene.newKey() : random.one(among).key
  return cancelOf(scene, key, now)
}

/** By its key, or by its number where an answer has told it. */
export function cancelOf({ random, shop, customer }: Scene, key: string, now: number): ModelCommand {
  const number = shop.counter.redemptions.get(key)?.redemption.number ?? null
  const isByNumber = number !== null && random.chance(50)
  const outcome = cancelReward(shop, key, now)
  return {
    shop: customer.shop,
    customer: customer.id,
    action: 'cancel reward',
    method: 'DELETE',
    path: `/v1/pvt/POS/rewards${isByNumber ? `/${number}` : `?OriginalKey=${encodeURIComponent(key)}`}`,
    traits: isByNumber ? ['redemption cancelled by its number'] : [],
    body: {},
    expected: expectedOf(outcome, essenceOfModelCancelled),
  }
}

export function addPoints(scene: Scene, now: number): ModelCommand {
  return change(scene, BigInt(scene.random.between(1, 4_000)) * 100n, false, now)
}

/** Part of the balance, all of it, or more than there is. */
export function removePoints(scene: Scene, now: number): ModelCommand {
  const { random, shop, customer } = scene
  const balance = shop.customers.get(customer.id)?.account.balance.points ?? 0n
  const part = (balance * BigInt(random.between(1, 110))) / 100n
  const value = balance <= 0n ? 100n : random.chance(20) ? balance : part
  return change(scene, value > 0n ? value : 1n, true, now)
}

/** Under a new key, or one of a change before: the same again, or something else. */
function change(scene: Scene, value: Units, isRemoval: boolean, now: number): ModelCommand {
  const { random, shop, customer } = scene
  const own = [...shop.changes].filter(([, made]) => made.customer === customer.id)
  const known = own.length > 0 && random.chance(20) ? random.one(own) : undefined
  const isAgain = known !== undefined && random.chance(60)
  const again = isAgain ? known[1].value : 0n
  const sent = {
    customer: customer.id,
    value: isAgain ? (again < 0n ? -again : again) : value,
    isRemoval: isAgain ? again < 0n : isRemoval,
    key: known?.[0] ?? scene.newKey(),
  }
  const outcome = changePoints(shop, sent, now)
  return {
    shop: customer.shop,
    customer: customer.id,
    action: sent.isRemoval ? 'remove points' : 'add points',
    method: 'POST',
    path: `/v1/pvt/Customer/${customer.id}/points`,
    body: {
      Points: (sent.isRemoval ? -1 : 1) * toNumber(sent.value),
      OperationType: sent.isRemoval ? 1 : 0,
      Reason: 'model',
      ChangeKey: sent.key,
    },
    expected: expectedOf(outcome, (done) => essenceOfModelPoints(shop, done)),
  }
}

/** A review, by the id of its rule or by its key; now and then one that was granted before. */
export function grantAnyReview(scene: Scene, now: number): ModelCommand {
  const { random, shop, customer } = scene
  const before = [...(shop.customers.get(customer.id)?.reviews.keys() ?? [])]
  const key = before.length > 0 && random.chance(25) ? random.one(before) : scene.newKey()
  const outcome = grantReview(shop, customer.id, key, now)
  return {
    shop: customer.shop,
    customer: customer.id,
    action: 'grant review',
    method: 'POST',
    path: `/v1/pvt/Objectives/${random.chance(50) ? REVIEW.id : REVIEW.key}/redeem`,
    body: { CustomerId: customer.id, Key: key },
    expected: expectedOf(outcome, (done) => essenceOfModelReview(shop, done)),
  }
}
