/** What a merchant has at the counter: rewards, the coupons that they became, and quizzes. */
import type { Units } from './arithmetic.ts'
import type { Amount, LedgerRecord, Use } from './ledger.ts'

export interface ModelReward {
  /** Its title, by which it is found in the database. */
  readonly name: string
  /** What it costs; null: cashback, as much as is asked for. */
  readonly points: Units | null
  readonly cashbackMaximum: Units | null
  readonly customerLimit: number | null
  readonly couponDays: number | null
  readonly isActive: boolean
}

export interface ModelCoupon {
  /** Made up by the server where a redemption issued it, and known from its answer. */
  code: string
  customer: string
  readonly value: Units
  /** As the merchant sent it; null for what we issued. */
  readonly validFrom: number | null
  /** The first moment at which it is no longer good; null: it always is. */
  validUntil: number | null
  isUsed: boolean
  isInactive: boolean
  /** The order that is linked to it. */
  order: string | null
  /** The sale that it was used for: that of its order, or one that a till has announced. */
  usedFor: string | null
  /** null: the merchant made it. */
  readonly redemption: ModelRedemption | null
}

export interface ModelRedemption {
  key: string
  /** By which the server knows it, where an answer has told. */
  number: number | null
  readonly reward: ModelReward
  customer: string
  uses: readonly Use[]
  cost: Amount
  externalCode: string
  isReturned: boolean
  /** Nothing was asked for it. */
  readonly isGift: boolean
  /** What has gone back, because parts of an order were returned. */
  refunded: Amount
  /** The basket that it is reserved for; null: it is for no basket in particular. */
  readonly checkout: string | null
  /** Until when it is reserved, or was when it was released; null: it is for good. */
  deadline: number | null
  releasedBy: number | null
  /** Of a reservation that stands again: what of it is still owed, and which lots have paid the rest since. */
  again: LedgerRecord | null
}

/** What has released a reservation. */
export const RELEASED_BY = { deadline: 1, shop: 2, basket: 3, reservation: 4, cancellation: 5 } as const

/** Whether it is reserved: neither confirmed nor released. */
export function isHeld({ deadline, isReturned }: ModelRedemption): boolean {
  return deadline !== null && !isReturned
}

export interface ModelQuiz {
  readonly name: string
  readonly points: Units
  readonly answeredBy: Set<string>
}

export interface Redeemed {
  readonly redemption: ModelRedemption
  readonly coupon: ModelCoupon
}

/** A reward that a full card gives. */
export interface ModelAward {
  readonly rule: number
  readonly gift: ModelReward
  readonly dueAt: number
  state: 'due' | 'given' | 'held' | 'undone' | 'dropped'
  /** When its person was erased before it was given. */
  droppedAt: number | null
  /** What it became. */
  given: Redeemed | null
  /** Whether it could not be given at first. */
  wasHeld: boolean
  /** Whether the server has told what it made of it. */
  isKnown: boolean
}

export class Counter {
  readonly rewards: readonly ModelReward[]
  /** Rewards that are too dear for every customer: cards give them. */
  readonly gifts: readonly ModelReward[]
  /** Names of gifts that can't be given now: they are switched off, or have no codes. */
  readonly switchedOff = new Set<string>()
  readonly withoutCodes = new Set<string>()
  readonly quizzes: readonly ModelQuiz[]
  /** By key. */
  readonly redemptions = new Map<string, Redeemed>()
  readonly #redemptionsOf = new Map<string, ModelRedemption[]>()
  /** In the order in which they were made. */
  readonly coupons: ModelCoupon[] = []
  readonly #byCode = new Map<string, ModelCoupon>()
  readonly #byExternalCode = new Map<string, ModelCoupon>()

  constructor(
    rewards: readonly ModelReward[],
    quizzes: readonly { name: string; points: Units }[],
    gifts: readonly ModelReward[] = [],
  ) {
    this.rewards = rewards
    this.gifts = gifts
    this.quizzes = quizzes.map((quiz) => ({ ...quiz, answeredBy: new Set() }))
  }

  add(coupon: ModelCoupon): void {
    this.coupons.push(coupon)
    const { redemption } = coupon
    if (!redemption) {
      this.#byCode.set(coupon.code.toUpperCase(), coupon)
      return
    }
    this.redemptions.set(redemption.key, { redemption, coupon })
    const own = this.#redemptionsOf.get(redemption.customer) ?? []
    this.#redemptionsOf.set(redemption.customer, [...own, redemption])
  }

  canGive({ name }: ModelReward): boolean {
    return !this.switchedOff.has(name) && !this.withoutCodes.has(name)
  }

  /** Where no key was sent, the server makes one up, and tells. */
  rename({ redemption }: ModelCoupon, key: string): void {
    const known = redemption && this.redemptions.get(redemption.key)
    if (!known) return
    this.redemptions.delete(redemption.key)
    redemption.key = key
    this.redemptions.set(key, known)
  }

  /** All that a customer had belongs to the one that is left of them. */
  moveAll(from: string, to: string): void {
    for (const coupon of this.coupons) if (coupon.customer === from) coupon.customer = to
    const own = this.#redemptionsOf.get(from) ?? []
    for (const redemption of own) redemption.customer = to
    this.#redemptionsOf.delete(from)
    this.#redemptionsOf.set(to, [...(this.#redemptionsOf.get(to) ?? []), ...own])
    for (const { answeredBy } of this.quizzes) if (answeredBy.delete(from)) answeredBy.add(to)
  }

  /** The server has told how it named what a redemption issued. */
  name(coupon: ModelCoupon, code: string, externalCode: string): void {
    coupon.code = code
    this.#byCode.set(code.toUpperCase(), coupon)
    this.#byExternalCode.set(externalCode.toUpperCase(), coupon)
    if (coupon.redemption) coupon.redemption.externalCode = externalCode
  }

  /** A code is the external code of a redemption, else the code of a coupon, in whatever case. */
  find(code: string, customer: string): ModelCoupon | null {
    const key = code.trim().toUpperCase()
    const found = [this.#byExternalCode.get(key), this.#byCode.get(key)]
    return found.find((coupon) => coupon?.customer === customer) ?? null
  }

  /** Of whomever. */
  isKnown(code: string): boolean {
    const key = code.trim().toUpperCase()
    return this.#byExternalCode.has(key) || this.#byCode.has(key)
  }

  has(code: string): ModelCoupon | null {
    return this.#byCode.get(code.toUpperCase()) ?? null
  }

  /** How many redemptions of a reward by a customer stand. */
  standing(reward: ModelReward, customer: string): number {
    const own = this.#redemptionsOf.get(customer) ?? []
    return own.filter((one) => one.reward === reward && !one.isReturned).length
  }
}
