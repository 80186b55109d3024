/**
 * A customer's card, as simply as it can be said: stamps are a list of lots, changed in place and looked for one by one.
 * It shares no code with the server's cards, nor with the account of points.
 */
import { least, most, total, type Units, units, written } from './arithmetic.ts'
import type { Day, GoodUntil } from './calendar.ts'
import type { ModelAward } from './counter.ts'
import type { Per } from './counting.ts'
import type { When } from './facts.ts'
import type { Lot } from './ledger.ts'

/** What a program says of a card. Its number is that of every program that has it. */
export interface CardRule {
  readonly id: number
  readonly counts: 'items' | 'orders' | 'spend'
  /** Only such lines count. */
  readonly picked?: { readonly of: 'product' | 'brand' | 'category'; readonly ids: readonly string[] }
  /** Of a card that counts what is spent: how much is a stamp. */
  readonly perAmount?: Units
  readonly stamps: number
  readonly stampLimit?: { readonly stamps: number; readonly per: Exclude<Per, 'ever'> | 'order' }
  readonly stampsGoodDays?: number
  /** For how long stamps are good after the end of its window. */
  readonly graceDays?: number
  readonly once?: boolean
  readonly when?: When
  readonly isOff?: boolean
  readonly prize: PrizeTerms
}

export interface PrizeTerms {
  /** 0: none. */
  readonly points: Units
  /** The name of a gift. */
  readonly gift?: string
  readonly waitingDays: number
  readonly validityDays: number | null
  readonly goodUntil?: GoodUntil
}

/** What fills a card and what that is worth, from when it was begun. */
export interface Terms {
  readonly size: Units
  readonly prize: PrizeTerms
}

export interface Stamps {
  readonly order: string
  readonly original: Units
  left: Units
  day: Day
  expiresAt: number | null
  /** Of its record. */
  readonly number: number
}

export interface NewStamps {
  readonly type: number
  readonly stamps: Units
  readonly order: string
  readonly day: Day
  readonly expiresAt: number | null
}

export interface StampRecord {
  readonly type: number
  /** Below zero where stamps go. */
  readonly stamps: Units
  readonly at: number
  readonly order: string | null
  readonly lot: Stamps | null
  /** What is still owed of it. */
  debt: Units
  /** What was missing, and is not owed. */
  readonly letGo: Units
  readonly number: number
}

export interface Prize {
  readonly terms: Terms
  readonly uses: readonly { readonly lot: Stamps; readonly stamps: Units }[]
  /** null: it is a reward alone. */
  readonly points: Lot | null
  /** null: it is points alone. */
  readonly award: ModelAward | null
  readonly at: number
  undoneAt: number | null
  readonly number: number
  /**
   * Not null: stamps that it was given for are gone, and it stays because its coupon was used; so many of them were let go,
   * and do not come back with it.
   */
  lost: Units | null
}

export const STAMP = {
  order: 0,
  changed: 1,
  cancelled: 2,
  full: 5,
  fullUndone: 6,
  ended: 7,
  erased: 8,
} as const

/** Whoever is told of what happens to a card. */
export type Tell = (event: string) => void

let made = 0

export class Card {
  readonly id: number
  terms: Terms
  /** Oldest first. */
  records: StampRecord[] = []
  /** Oldest first, with those that were undone. */
  prizes: Prize[] = []
  /** How often an order gave less, because its limit was reached. */
  cuts = 0
  /** How often stamps were missing because the coupon of a prize had been used. */
  missed = 0
  /** How often prizes were undone, or kept after all, because a use of their coupons was undone. */
  freed = 0
  /** How often stamps that were owed were paid. */
  payments = 0

  constructor(id: number, terms: Terms) {
    this.id = id
    this.terms = terms
  }

  /** Those of which something is left, in the order in which they are used: what ends first, then the oldest. */
  get lots(): Stamps[] {
    const lots = this.records.flatMap(({ lot }) => (lot && lot.left > 0n ? [lot] : []))
    const end = ({ expiresAt }: Stamps): number => expiresAt ?? Number.MAX_SAFE_INTEGER
    return lots.toSorted((a, b) => end(a) - end(b))
  }

  get on(): Units {
    return total(this.lots.map(({ left }) => left))
  }

  get owed(): Units {
    return total(this.records.map(({ debt }) => debt))
  }

  get isBegun(): boolean {
    return this.on > 0n || this.owed > 0n
  }

  /** Newest first. */
  get standing(): Prize[] {
    return this.prizes.filter(({ undoneAt }) => undoneAt === null).toReversed()
  }

  /** What stands for an order: what it was given, less what has ended, was taken or was let go. */
  recordedFor(order: string): Units {
    const own = this.records.filter((record) => record.order === order)
    return total(own.map(({ stamps, letGo }) => stamps - letGo))
  }

  settle(now: number, tell: Tell): void {
    for (const lot of this.lots) {
      if (lot.expiresAt !== null && lot.expiresAt <= now) this.end(lot, lot.expiresAt, tell)
    }
  }

  give({ type, stamps, order, day, expiresAt }: NewStamps, now: number, tell: Tell): void {
    made += 1
    const lot = { order, original: stamps, left: stamps, day, expiresAt, number: made }
    this.records.push({ type, stamps, at: now, order, lot, debt: 0n, letGo: 0n, number: made })
    this.say(type, stamps, tell)
    this.afterGiving([lot], now, tell)
  }

  /** From the order's own lots, then from others. What is missing is owed, or let go. */
  takeBack(order: string, type: number, stamps: Units, owes: boolean, now: number, tell: Tell): Units {
    const own = this.lots.filter((lot) => lot.order === order)
    const others = this.lots.filter((lot) => lot.order !== order)
    const taken = total(take([...own, ...others], stamps).map((use) => use.stamps))
    const missing = stamps - taken
    const debt = owes ? missing : 0n
    this.add({ type, stamps: -taken - debt, at: now, order, lot: null, debt, letGo: missing - debt })
    if (taken + debt > 0n) this.say(type, -taken - debt, tell)
    return missing - debt
  }

  /** Takes a whole card. */
  fill(points: Lot | null, award: ModelAward | null, now: number, tell: Tell): void {
    const { size } = this.terms
    const uses = take(this.lots, size)
    this.add({ type: STAMP.full, stamps: -size, at: now, order: null, lot: null, debt: 0n, letGo: 0n })
    this.say(STAMP.full, -size, tell)
    tell(`Card_Completed of ${this.id}, ${this.standing.length + 1}`)
    const prize = {
      terms: this.terms,
      uses,
      points,
      award,
      at: now,
      undoneAt: null,
      number: made,
      lost: null,
    }
    this.prizes.push(prize)
  }

  /** The stamps of a full card go back to where they were. One on which nothing is becomes that card again. */
  unfill(prize: Prize, now: number, tell: Tell): void {
    if (!this.isBegun) this.terms = prize.terms
    prize.undoneAt = now
    // What was let go is of the stamps that end first.
    let gone = prize.lost ?? 0n
    const lots: Stamps[] = []
    for (const use of prize.uses) {
      const kept = most(use.stamps - gone, 0n)
      gone -= use.stamps - kept
      use.lot.left += kept
      if (kept > 0n) lots.push(use.lot)
    }
    const stamps = total(prize.uses.map((use) => use.stamps)) - (prize.lost ?? 0n)
    this.add({ type: STAMP.fullUndone, stamps, at: now, order: null, lot: null, debt: 0n, letGo: 0n })
    if (stamps > 0n) this.say(STAMP.fullUndone, stamps, tell)
    this.afterGiving(lots, now, tell)
  }

  /** The order is of another day: so are its stamps of which nothing was used. */
  move(order: string, day: Day, expiresAt: number | null, now: number, tell: Tell): void {
    const untouched = this.lots.filter((lot) => lot.order === order && lot.left === lot.original)
    for (const lot of untouched) {
      lot.day = day
      lot.expiresAt = expiresAt
    }
    this.endOverdue(untouched, now, tell)
  }

  /** Its person was erased. What is owed stays owed. */
  endAll(now: number, tell: Tell): void {
    this.settle(now, tell)
    const stamps = total(take(this.lots, this.on).map((use) => use.stamps))
    if (stamps === 0n) return
    this.add({ type: STAMP.erased, stamps: -stamps, at: now, order: null, lot: null, debt: 0n, letGo: 0n })
    this.say(STAMP.erased, -stamps, tell)
  }

  /**
   * Another account of the same person had a card of this rule too. Of a card that only the other one had begun its size
   * and prize stay. What is due on either is settled when something happens to this one.
   */
  takeOver(other: Card, now: number, tell: Tell): void {
    const isOver = this.lots.every(({ expiresAt }) => expiresAt !== null && expiresAt <= now)
    if (isOver && this.owed === 0n) this.terms = other.terms
    this.records = [...this.records, ...other.records].sort((a, b) => a.number - b.number)
    this.prizes = [...this.prizes, ...other.prizes].sort((a, b) => a.number - b.number)
    this.cuts += other.cuts
    this.missed += other.missed
    this.freed += other.freed
    this.payments += other.payments
    if (this.on === 0n || this.owed === 0n) return
    this.settle(now, tell)
    this.payDebts()
  }

  private add(record: Omit<StampRecord, 'number'>): void {
    made += 1
    this.records.push({ ...record, number: made })
  }

  /** Stamps that come after their end pay nothing. */
  private afterGiving(lots: readonly Stamps[], now: number, tell: Tell): void {
    this.endOverdue(lots, now, tell)
    this.payDebts()
  }

  private endOverdue(lots: readonly Stamps[], now: number, tell: Tell): void {
    for (const lot of lots) {
      if (lot.left > 0n && lot.expiresAt !== null && lot.expiresAt <= now) this.end(lot, now, tell)
    }
  }

  private end(lot: Stamps, at: number, tell: Tell): void {
    const stamps = -lot.left
    lot.left = 0n
    this.add({ type: STAMP.ended, stamps, at, order: lot.order, lot: null, debt: 0n, letGo: 0n })
    this.say(STAMP.ended, stamps, tell)
  }

  /** Oldest debt first. */
  private payDebts(): void {
    for (const record of this.records) {
      const paid = total(take(this.lots, record.debt).map(({ stamps }) => stamps))
      record.debt -= paid
      if (paid > 0n) this.payments += 1
    }
  }

  private say(type: number, stamps: Units, tell: Tell): void {
    const topic = stamps > 0n ? 'Stamp_Add' : 'Stamp_Removed'
    const [change, after, size] = [stamps, this.on - this.owed, this.terms.size].map(written)
    tell(
      `${topic} of ${this.id}, ${this.standing.length + 1}: type ${type}, ${change}, then ${after} of ${size}`,
    )
  }
}

function take(lots: readonly Stamps[], wanted: Units): { readonly lot: Stamps; readonly stamps: Units }[] {
  let missing = wanted
  return lots.flatMap((lot) => {
    const stamps = least(lot.left, missing)
    if (stamps === 0n) return []
    lot.left -= stamps
    missing -= stamps
    return [{ lot, stamps }]
  })
}

/** How much fills a card of this rule: of one that counts what is spent, so much money. */
export function sizeOf({ stamps, perAmount }: Pick<CardRule, 'stamps' | 'perAmount'>): Units {
  return BigInt(stamps) * (perAmount ?? units(1))
}
