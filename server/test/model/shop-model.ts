/** What a merchant's API should answer to everything that changes an account, by the simple ledger. */
import { multiply, ONE, proportion } from '../../src/platform/decimal.ts'
import { localDate, startOfDay } from '../../src/platform/zone.ts'
import { type Amount, ModelAccount, TYPE } from './ledger-model.ts'
import type { ModelCounter, ModelCoupon } from './reward-model.ts'

const DAY_MS = 86_400_000
const STATE = { pending: 1, complete: 2, cancelled: 3, ignored: 4 } as const

export interface ModelProgram {
  /** Points for every `perAmount`, rounded down. */
  readonly points: bigint
  readonly perAmount: bigint
  readonly minimumOrder: bigint
  readonly waitingDays: number
  readonly validityDays: number | null
  readonly signupPoints: bigint
  readonly firstPurchasePoints: bigint
  readonly isCashbackOn: boolean
  readonly pointValue: bigint
  /** null: no rule for quizzes, so their points never expire. */
  readonly quizValidityDays: number | null
}

export interface ModelCustomer {
  readonly id: string
  readonly account: ModelAccount
  isEnrolled: boolean
  orderCount: number
  hasPurchased: boolean
}

export interface ModelOrder {
  readonly id: string
  readonly customer: string
  state: number
  total: bigint
  placedAt: number
  completedAt: number | null
  cancelledAt: number | null
  updatedAt: number
  /** Those that it has used. */
  coupons: readonly ModelCoupon[]
  earned: { readonly program: ModelProgram; readonly isFirstPurchase: boolean } | null
}

/** An order that is sound in itself. */
export interface OrderToPlace {
  readonly id: string
  readonly customer: string
  readonly total: bigint
  readonly placedAt: number
  readonly isCompleted: boolean
  readonly completedAt: number | null
  readonly isCancelled: boolean
  readonly cancelledAt: number | null
  /** null: it is not sent. */
  readonly updatedAt: number | null
  readonly isEnrolled: boolean | null
  /** Those whose codes it names, its own or not; at most two. */
  readonly coupons: readonly ModelCoupon[]
}

export type Outcome<T> = { readonly error: number } | { readonly done: T }

export class ModelShop {
  readonly customers = new Map<string, ModelCustomer>()
  readonly orders = new Map<string, ModelOrder>()
  readonly changeKeys = new Set<string>()

  readonly timeZone: string
  /** Whether customers owe what they have spent and must give back. */
  readonly owes: boolean
  readonly counter: ModelCounter
  program: ModelProgram

  constructor(timeZone: string, owes: boolean, program: ModelProgram, counter: ModelCounter) {
    this.counter = counter
    this.timeZone = timeZone
    this.owes = owes
    this.program = program
  }

  placeOrder(sent: OrderToPlace, now: number): Outcome<{ order: ModelOrder; customer: ModelCustomer }> {
    const known = this.customers.get(sent.customer)
    known?.account.settle(now)
    const stored = this.orders.get(sent.id)
    const updatedAt = sent.updatedAt ?? now
    if (stored) {
      if (stored.customer !== sent.customer || !known) return { error: 99 }
      if (updatedAt < stored.updatedAt) return { done: { order: stored, customer: known } }
      if (stored.state === STATE.cancelled) {
        return sent.isCancelled ? { done: { order: stored, customer: known } } : { error: 33 }
      }
    }
    const customer = known ?? this.welcome(sent.customer, sent.isEnrolled ?? true, now)
    customer.isEnrolled = sent.isEnrolled ?? customer.isEnrolled
    const order = stored ?? this.newOrder(sent)
    if (!stored) customer.orderCount += 1
    this.useCoupons(order, sent.isCancelled ? [] : sent.coupons, sent.placedAt, customer, now)
    if (sent.isCancelled) this.giveUp(order, customer)
    else if (order.earned) this.adjust(order, sent, customer, now)
    else if (sent.isCompleted && customer.isEnrolled) this.earn(order, sent, customer, now)

    if (!order.earned || order.completedAt === null) order.completedAt = sent.completedAt ?? order.completedAt
    const wasIgnored = order.state === STATE.ignored
    order.state = sent.isCancelled
      ? STATE.cancelled
      : order.earned
        ? STATE.complete
        : sent.isCompleted || wasIgnored
          ? STATE.ignored
          : STATE.pending
    order.total = sent.total
    order.placedAt = sent.placedAt
    order.cancelledAt = sent.cancelledAt
    order.updatedAt = updatedAt
    if (order.state === STATE.complete) customer.hasPurchased = true
    if (order.state === STATE.cancelled) customer.orderCount -= 1
    return { done: { order, customer } }
  }

  cancel(id: string, cancelledAt: number | null, now: number): Outcome<ModelOrder> {
    const order = this.orders.get(id)
    const customer = order && this.customers.get(order.customer)
    if (!order || !customer) return { error: 37 }
    customer.account.settle(now)
    if (cancelledAt === null) return { error: 14 }
    if (cancelledAt < order.placedAt) return { error: 15 }
    if (order.state === STATE.cancelled) return { done: order }
    this.useCoupons(order, [], order.placedAt, customer, now)
    this.giveUp(order, customer)
    order.state = STATE.cancelled
    order.cancelledAt = cancelledAt
    order.updatedAt = Math.max(order.updatedAt, now)
    customer.orderCount -= 1
    return { done: order }
  }

  changeCashback(
    id: string,
    value: bigint,
    isRemoval: boolean,
    changeKey: string,
    now: number,
  ): Outcome<ModelCustomer> {
    const customer = this.customers.get(id)
    customer?.account.settle(now)
    if (!this.program.isCashbackOn) return { error: 69 }
    if (!customer) return { error: 59 }
    if (this.changeKeys.has(changeKey)) return { error: 66 }
    if (isRemoval) {
      if (!customer.account.spend('cashback', value, TYPE.manual)) return { error: 94 }
    } else {
      const points = proportion(value, ONE, this.program.pointValue)
      const amount = { points, cashback: value }
      customer.account.credit(
        { type: TYPE.manual, amount, order: null, availableAt: now, expiresAt: null },
        now,
      )
    }
    this.changeKeys.add(changeKey)
    return { done: customer }
  }

  private useCoupons(
    order: ModelOrder,
    named: readonly ModelCoupon[],
    placedAt: number,
    { account }: ModelCustomer,
    now: number,
  ): void {
    order.coupons = this.counter.use({ ...order, placedAt }, named, order.coupons, now, ({ uses }) => {
      if (uses.length > 0) account.giveBack(uses, now)
    })
  }

  welcome(id: string, isEnrolled: boolean, now: number): ModelCustomer {
    const account = new ModelAccount()
    const customer = { id, account, isEnrolled, orderCount: 0, hasPurchased: false }
    this.customers.set(customer.id, customer)
    if (isEnrolled && this.program.signupPoints > 0n) {
      const amount = worth(this.program.signupPoints, this.program)
      const expiresAt = this.endOf(now, SIGNUP_VALIDITY_DAYS)
      account.credit({ type: TYPE.signup, amount, order: null, availableAt: now, expiresAt }, now)
    }
    return customer
  }

  private newOrder({ id, customer, total, placedAt }: OrderToPlace): ModelOrder {
    const order: ModelOrder = {
      id,
      customer,
      state: STATE.pending,
      total,
      placedAt,
      completedAt: null,
      cancelledAt: null,
      updatedAt: 0,
      coupons: [],
      earned: null,
    }
    this.orders.set(id, order)
    return order
  }

  private earn(order: ModelOrder, sent: OrderToPlace, customer: ModelCustomer, now: number): void {
    const { program } = this
    const isFirstPurchase = !customer.hasPurchased
    order.earned = { program, isFirstPurchase }
    order.completedAt = sent.completedAt
    const amount = worth(pointsOf(sent.total, program, isFirstPurchase), program)
    this.addLot(order, TYPE.purchase, amount, customer, now)
  }

  private adjust(order: ModelOrder, sent: OrderToPlace, customer: ModelCustomer, now: number): void {
    if (!order.earned || (order.total === sent.total && order.placedAt === sent.placedAt)) return
    const { program, isFirstPurchase } = order.earned
    const recorded = customer.account.recordedFor(order.id)
    const wanted = worth(pointsOf(sent.total, program, isFirstPurchase), program)
    const points = wanted.points - recorded.points
    const cashback = wanted.cashback - worth(recorded.points, program).cashback
    if (points > 0n) {
      const amount = { points, cashback: cashback > 0n ? cashback : 0n }
      this.addLot(order, TYPE.orderAdjusted, amount, customer, now)
    } else if (points < 0n) {
      const amount = {
        points: between(-points, recorded.points),
        cashback: between(-cashback, recorded.cashback),
      }
      customer.account.takeBack(order.id, TYPE.orderAdjusted, amount, this.owes)
    }
  }

  private giveUp(order: ModelOrder, customer: ModelCustomer): void {
    if (!order.earned) return
    const { points, cashback } = customer.account.recordedFor(order.id)
    const amount = { points: between(points, points), cashback: between(cashback, cashback) }
    customer.account.takeBack(order.id, TYPE.orderCancelled, amount, this.owes)
  }

  private addLot(
    order: ModelOrder,
    type: number,
    amount: Amount,
    customer: ModelCustomer,
    now: number,
  ): void {
    if (amount.points === 0n && amount.cashback === 0n) return
    const { waitingDays, validityDays } = order.earned?.program ?? this.program
    const availableAt = (order.completedAt ?? now) + waitingDays * DAY_MS
    const expiresAt = validityDays === null ? null : this.endOf(availableAt, validityDays)
    customer.account.credit({ type, amount, order: order.id, availableAt, expiresAt }, now)
  }

  /** The end of the day so many days later, on the merchant's calendar. */
  endOf(start: number, days: number): number {
    return startOfDay(localDate(start, this.timeZone) + days + 1, this.timeZone)
  }
}

export const SIGNUP_VALIDITY_DAYS = 15
function pointsOf(total: bigint, program: ModelProgram, isFirstPurchase: boolean): bigint {
  if (total < program.minimumOrder) return 0n
  const whole = (total * program.points) / (program.perAmount * ONE)
  return whole * ONE + (isFirstPurchase ? program.firstPurchasePoints : 0n)
}

export function worth(points: bigint, { isCashbackOn, pointValue }: ModelProgram): Amount {
  return { points, cashback: isCashbackOn ? multiply(points, pointValue) : 0n }
}

function between(value: bigint, most: bigint): bigint {
  if (value < 0n || most < 0n) return 0n
  return value < most ? value : most
}
