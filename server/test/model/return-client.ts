/** What a client returns of its orders, and how that must be answered. */
import { least, moneyNumber, toNumber, type Units } from './arithmetic.ts'
import type { ModelCommand, Scene } from './command.ts'
import { type Essence, expectedOf, text } from './essence.ts'
import { anyOrder, prizedOrder, sendNewOrder } from './order-client.ts'
import { partOfLeft, type Returned, returnPart } from './returns.ts'
import { leftOf, leftOfLines, type Order, type PartToReturn, STATE } from './shop.ts'

export function returnAnyPart(scene: Scene, now: number): ModelCommand {
  const { random } = scene
  const order =
    (random.chance(25) && prizedOrder(scene, now)) ||
    (random.chance(40) && paidWithCashback(scene)) ||
    anyOrder(scene)
  return order ? returnOf(scene, order, now) : sendNewOrder(scene, now)
}

export function returnOf(scene: Scene, order: Order, now: number): ModelCommand {
  const sent = partOf(scene, order)
  const isAtPos = scene.random.chance(30)
  const outcome = returnPart(scene.shop, sent, now)
  const done = 'done' in outcome ? outcome.done : null
  return {
    shop: scene.customer.shop,
    customer: scene.customer.id,
    action: 'return',
    method: 'POST',
    path: `/v1/pvt/${isAtPos ? 'POS' : 'Order'}/${sent.order}/partialcancel`,
    body: {
      ValueToRefund: toNumber(sent.value),
      CancelKey: sent.key,
      ...(sent.lines && {
        Products: sent.lines.map(({ product, value }) => ({
          OriginalId: product,
          ValueToRefund: toNumber(value),
        })),
      }),
      ...(sent.refunds !== null && { ShouldRefundRedeem: sent.refunds }),
    },
    expected: expectedOf(outcome, (returned) => (isAtPos ? { code: codeOf(returned) } : essenceOf(returned))),
    traits: done ? traitsOf(done) : [],
  }
}

/** One for which cashback was redeemed: of that a part may go back. */
function paidWithCashback({ shop, customer, random }: Scene): Order | null {
  const paid = shop.customers
    .get(customer.id)
    ?.orders.filter(
      ({ state, linked }) =>
        state !== STATE.cancelled && linked.some(({ redemption }) => redemption?.reward.points === null),
    )
  return paid && paid.length > 0 ? random.one(paid) : null
}

/** Something new, or what was returned before: the same, or the same key for something else. */
function partOf(scene: Scene, order: Order): PartToReturn {
  const { random } = scene
  const made = [...order.returns.values()]
  const again = made.length > 0 && random.chance(15) ? random.one(made).sent : null
  if (again && random.chance(60)) return again
  const { value, lines } = random.chance(40)
    ? partOfLines(scene, order)
    : { value: anyValue(scene, order), lines: null }
  return {
    order: random.chance(2) ? `${scene.name}-no-order` : order.id,
    key: again?.key ?? scene.newKey(),
    value,
    lines,
    refunds: random.one([true, true, false, null]),
  }
}

function anyValue({ random }: Scene, order: Order): Units {
  const kind = random.weighted({ part: 74, all: 18, more: 5, nothing: 3 })
  if (kind === 'nothing') return random.one([0n, -100n])
  if (kind === 'more') return leftOf(order) + 1n
  return kind === 'all' ? leftOf(order) : partOfLeft(order, random.between(1, 99))
}

/** Of one or two of its lines; now and then of one that it has not, more than there is, or with a sum that is wrong. */
function partOfLines(scene: Scene, order: Order): Pick<PartToReturn, 'value' | 'lines'> {
  const { random } = scene
  const left = leftOfLines(order).filter(({ price }) => price === null || price > 0n)
  if (left.length === 0) return { value: anyValue(scene, order), lines: null }
  const chosen = [...new Set([random.one(left), random.one(left)])]
  const lines = chosen.map(({ product, price }) => {
    const most = least(price ?? leftOf(order), leftOf(order))
    const value = random.chance(30) ? most : ((most * BigInt(random.between(1, 100))) / 10_000n) * 100n
    return {
      product: random.chance(4) ? 'no-line' : product,
      value: random.chance(4) ? value + 100n : value > 0n ? value : 1n,
    }
  })
  const sum = lines.reduce((all, { value }) => all + value, 0n)
  return { value: random.chance(4) ? sum + 1n : sum, lines }
}

function essenceOf({ made }: Returned): Essence {
  return {
    isCanceled: true,
    UpdatedAt: text(made.at),
    Status: made.state,
    PointsTakenBack: toNumber(made.taken.points),
    CashbackTakenBack: moneyNumber(made.taken.cashback),
    WrittenOff: { Points: toNumber(made.writtenOff.points), Cashback: moneyNumber(made.writtenOff.cashback) },
    PointsReturned: toNumber(made.refunded.points),
    CashbackReturned: moneyNumber(made.refunded.cashback),
    RemainingTotal: moneyNumber(made.remaining),
  }
}

function codeOf({ made, isAgain }: Returned): string {
  if (isAgain) return '05'
  if (made.state === STATE.cancelled) return '08'
  return made.isTaken ? '07' : '06'
}

function traitsOf({ made, isAgain }: Returned): string[] {
  if (isAgain) return ['returned again']
  return [
    made.state === STATE.cancelled ? 'returned whole' : 'returned in part',
    ...(made.sent.lines ? ['returned by line'] : []),
    ...(made.refunded.cashback > 0n && made.state !== STATE.cancelled ? ['refunded in part'] : []),
    ...(made.writtenOff.points > 0n ? ['returned and written off'] : []),
  ]
}
