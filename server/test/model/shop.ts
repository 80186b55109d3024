/** A merchant as the model has it: its customers, their orders, and what it offers. */
import { most, times, type Units } from './arithmetic.ts'
import { type Day, dayOf, daysAfter, endAfter, startOf } from './calendar.ts'
import type { Card } from './card.ts'
import { Catalog } from './catalog.ts'
import type { Counter, ModelCoupon, Redeemed } from './counter.ts'
import type { AllTaken } from './counting.ts'
import type { Program } from './earning.ts'
import type { Place } from './facts.ts'
import { Account, type Amount, type Inactivity, type Lot, TYPE } from './ledger.ts'
import type { HeldTier, ModelTier } from './tier.ts'

/** A change of a balance by hand, by which a key is known again. */
export interface ChangeMade {
  customer: string
  readonly measure: keyof Amount
  /** Below zero where it was removed. */
  readonly value: Units
}

export interface Customer {
  /** The first id that it had, by which the model knows it; of one that was erased, the id that is left of it. */
  id: string
  /** The id in the merchant's store that it has now. */
  originalId: string
  /** All ids that it has had: each of them names it. */
  readonly names: Set<string>
  name: string | null
  email: string | null
  readonly account: Account
  /** By the numbers of their rules. */
  readonly cards: Map<number, Card>
  readonly orders: Order[]
  isEnrolled: boolean
  tier: HeldTier | null
  /** The day of each review that was granted, by its key. */
  readonly reviews: Map<string, string>
  /** What one person has adjusted without another one. */
  readonly adjusted: { readonly at: number; readonly size: Units }[]
  /** What was last reserved for each basket, whatever became of it. */
  readonly baskets: Map<string, Redeemed>
  /** All that was ever reserved. */
  readonly reserved: Redeemed[]
  /** Made up by the server, and known from its answers. */
  publicId: string | null
  /** Whose first id it was, of one that was erased. */
  erased: string | null
  /** Of one that was merged into another: into whom, and the id by which its events still name it. */
  merged: { into: Customer; named: string | null } | null
}

/** A line of an order as it was sent. */
export interface Line {
  readonly product: string
  readonly price: Units | null
  readonly brand: string | null
  /** The shop says that it should earn nothing. */
  readonly isMarked?: boolean
  /** How many items it is; missing: one. */
  readonly quantity?: number
}

export const STATE = { pending: 1, complete: 2, cancelled: 3, ignored: 4 } as const

export interface Order {
  readonly id: string
  customer: string
  state: number
  status: string | null
  total: Units
  placedAt: number
  completedAt: number | null
  cancelledAt: number | null
  updatedAt: number
  lines: readonly Line[]
  coupon: string | null
  externalCoupon: string | null
  paymentMethod: string | null
  branch: string | null
  /** What of the total is shipping; null: nobody said. */
  shipping: Units | null
  /** What was given back of the total. */
  returned: Units
  /** The same of its lines: of each product, in the order in which its lines stand there. */
  returnedOf: ReadonlyMap<string, readonly Units[]>
  /** By the merchant's keys. */
  readonly returns: Map<string, ReturnMade>
  /** The coupons that it has used. */
  linked: readonly ModelCoupon[]
  earned: Earned | null
}

export interface PartToReturn {
  readonly order: string
  readonly key: string
  readonly value: Units
  readonly lines: readonly { readonly product: string; readonly value: Units }[] | null
  /** null: as the merchant has it. */
  readonly refunds: boolean | null
}

/** What a return did; it is answered again whenever it is sent again. */
export interface ReturnMade {
  readonly sent: PartToReturn
  readonly at: number
  readonly state: number
  readonly taken: Amount
  readonly writtenOff: Amount
  readonly refunded: Amount
  readonly remaining: Units
  readonly isTaken: boolean
}

/** What an order has earned with, whatever changes later. */
export interface Earned {
  readonly program: Program
  readonly tier: { readonly name: string; readonly multiplier: Units | null } | null
  readonly isFirstPurchase: boolean
  /** null: its customer was erased before. */
  readonly number: number | null
  /** Where each of its products stood. */
  places: ReadonlyMap<string, Place>
  /** From when its days count: the completion, or where that lay ahead of our clock, the time of receipt. */
  countsFrom: number
  /** When it was first given points; null: not yet. */
  pointsSince: number | null
  /** What its merchant did without, instead of the customer owing it. */
  readonly writtenOff: Amount
  /** What it grew by while its customer was not enrolled: nobody ever earns that. */
  missed: Units
  /** What it has taken of limits and caps. */
  taken: AllTaken
  /** What it has given to cards. */
  stamps: AllTaken
  /** What of it counts for tiers; null: nothing, because of what is left out. */
  countsForTiers: Units | null
  /** Nothing of it counts: it is no purchase. */
  isExcluded: boolean
}

/** A line of a file of opening balances. */
export interface SentBalance {
  /** An id that the customer has or had in the shop; null: the e-mail names them. */
  readonly who: string | null
  readonly email: string | null
  readonly points: Units
  /** They can be used from a day on. */
  readonly pending: { readonly points: Units; readonly from: Day } | null
  /** The last day on which they are good; null: they always are. */
  readonly lastDay: Day | null
}

export interface ImportMade {
  readonly importId: number
  readonly sent: SentBalance
  readonly lots: readonly Lot[]
  isUndone: boolean
}

export type Outcome<T> = { readonly error: number } | { readonly done: T }

export interface ShopSettings {
  readonly timeZone: string
  /** Whether customers owe what they have spent and must give back. */
  readonly owes: boolean
  readonly graceDays: number
  /** Whether redeemed cashback goes back with a return that says nothing of it. */
  readonly refundsRedeem: boolean
  readonly inactivity?: Inactivity
}

export class Shop {
  readonly customers = new Map<string, Customer>()
  readonly orders = new Map<string, Order>()
  readonly changes = new Map<string, ChangeMade>()
  /** Ids and e-mails by which those are recognised who were erased and come back. */
  readonly erasedIds = new Set<string>()
  readonly erasedEmails = new Set<string>()
  readonly catalog = new Catalog()
  readonly settings: ShopSettings
  readonly counter: Counter
  /** Lowest first. */
  readonly tiers: readonly ModelTier[]
  program: Program
  /** What it is going to earn by, each from a moment on; the next first. */
  waiting: readonly { readonly program: Program; readonly at: number }[] = []
  /** When each card first took effect. */
  readonly ruleStarts = new Map<number, number>()
  /** What lines of imports have brought, by what they say. */
  readonly imported = new Map<string, ImportMade>()
  /** When the nightly job has last looked at everybody. */
  sweptAt: number | null = null

  constructor(
    settings: ShopSettings,
    program: Program,
    counter: Counter,
    tiers: readonly ModelTier[],
    now: number,
  ) {
    this.settings = settings
    this.program = program
    this.counter = counter
    this.tiers = tiers
    this.publish(program, now)
  }

  /** From this moment on it is the program. */
  publish(program: Program, at: number): void {
    this.program = program
    for (const { id, isOff } of program.cards) {
      if (!isOff && !this.ruleStarts.has(id)) this.ruleStarts.set(id, at)
    }
  }

  /** Time goes on: what was scheduled until then is the program. Returns how many took effect. */
  moveClock(now: number): number {
    const passed = this.waiting.filter(({ at }) => at <= now)
    for (const { program, at } of passed) this.publish(program, at)
    this.waiting = this.waiting.slice(passed.length)
    return passed.length
  }

  schedule(program: Program, at: number): void {
    this.waiting = [...this.waiting, { program, at }].toSorted((one, other) => one.at - other.at)
  }

  /**
   * Changes what a first purchase is worth, now and in everything that waits. False, and nothing is changed: something
   * that waits has another idea of it.
   */
  carryFirstPurchase(points: Units): boolean {
    const was = this.program.firstPurchasePoints
    const agrees = ({ program: { firstPurchasePoints } }: { readonly program: Program }): boolean =>
      firstPurchasePoints === was || firstPurchasePoints === points
    if (!this.waiting.every(agrees)) return false
    this.program = { ...this.program, firstPurchasePoints: points }
    this.waiting = this.waiting.map(({ program, at }) => ({
      program: { ...program, firstPurchasePoints: points },
      at,
    }))
    return true
  }

  /** One who was erased before and comes back has signed up before. */
  addCustomer(id: string, isEnrolled: boolean, now: number, email: string | null = null): Customer {
    const customer = this.newCustomer(id, id, isEnrolled)
    if (isEnrolled && !this.isReturning(id, email))
      this.grant(customer, TYPE.signup, this.program.signupPoints, SIGNUP_VALIDITY_DAYS, now)
    return customer
  }

  /** One who comes from elsewhere has signed up there, and gets nothing for it. `name`: the id that the server has. */
  bringCustomer(id: string, name: string): Customer {
    return this.newCustomer(id, name, true)
  }

  private newCustomer(id: string, name: string, isEnrolled: boolean): Customer {
    const customer: Customer = {
      id,
      originalId: name,
      names: new Set([name]),
      name: null,
      email: null,
      account: new Account(this.settings.timeZone, this.settings.inactivity ?? null),
      cards: new Map(),
      orders: [],
      isEnrolled,
      tier: null,
      reviews: new Map(),
      adjusted: [],
      baskets: new Map(),
      reserved: [],
      publicId: null,
      erased: null,
      merged: null,
    }
    this.customers.set(id, customer)
    return customer
  }

  isReturning(id: string, email: string | null): boolean {
    return this.erasedIds.has(id) || (email !== null && this.erasedEmails.has(email.toLowerCase()))
  }

  /** The id that a customer has now. */
  nameOf(id: string): string {
    return this.customers.get(id)?.originalId ?? id
  }

  /** Points for something other than an order: they are there at once. */
  grant({ account }: Customer, type: number, points: Units, validityDays: number | null, now: number): void {
    if (points === 0n) return
    const expiresAt = validityDays === null ? null : this.endAfter(this.dayOf(now), validityDays)
    account.credit({ type, amount: this.worth(points), order: null, availableAt: now, expiresAt }, now)
  }

  /** Points with what they are worth under the program of today. */
  worth(points: Units): Amount {
    return { points, cashback: this.program.isCashbackOn ? times(points, this.program.pointValue) : 0n }
  }

  dayOf(instant: number): string {
    return dayOf(instant, this.settings.timeZone)
  }

  startAfter(day: string, days: number): number {
    return startOf(daysAfter(day, days), this.settings.timeZone)
  }

  endAfter(day: string, days: number): number {
    return endAfter(day, days, this.settings.timeZone)
  }
}

export const SIGNUP_VALIDITY_DAYS = 15

/** More points than these are adjusted by two. */
export const ADJUST_ABOVE: Units = 200_000n

/** How many orders a customer has that are not cancelled. */
export function orderCountOf({ orders }: Customer): number {
  return orders.filter(({ state }) => state !== STATE.cancelled).length
}

/** Rules and tiers look at what is left of an order. */
export function leftOf({ total, returned }: Order): Units {
  return total - returned
}

/** The same of its lines, in their order. */
export function leftOfLines({ lines, returnedOf }: Pick<Order, 'lines' | 'returnedOf'>): Line[] {
  return lines.map((line, index) => {
    if (line.price === null) return line
    const position = lines.slice(0, index).filter(({ product }) => product === line.product).length
    return { ...line, price: most(line.price - (returnedOf.get(line.product)?.[position] ?? 0n), 0n) }
  })
}
