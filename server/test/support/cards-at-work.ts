/** For tests: one customer, one card and orders, decided as commands decide them, each in a batch of its own. */
import { NEW_ACCOUNT, NOTHING } from '../../src/accounts/account.ts'
import { Posting } from '../../src/accounts/rules/posting.ts'
import {
  NOTHING_DONE,
  type StampCard,
  type StampEntry,
  type StandingPrize,
  stampsOn,
  stampsOwed,
} from '../../src/cards/card.ts'
import { CardPosting } from '../../src/cards/rules/card-posting.ts'
import { PrizeDesk } from '../../src/cards/rules/prizes.ts'
import { stampBasis } from '../../src/cards/rules/quantity.ts'
import { stampCard, sumOfOrder } from '../../src/cards/rules/stamp-order.ts'
import type { OrderFacts } from '../../src/earning/order-facts.ts'
import type { CardRule, Program } from '../../src/earning/program.ts'
import { parseProgram } from '../../src/earning/program-schema.ts'
import type { Taken } from '../../src/earning/taken.ts'
import { type Decimal, decimalFromText, decimalToNumber, ZERO } from '../../src/platform/decimal.ts'

const ZONE = 'America/Sao_Paulo'
const START = Date.parse('2026-03-02T15:00:00Z')
const DAY = 86_400_000

interface KnownOrder {
  readonly facts: OrderFacts
  readonly taken: Taken | undefined
}

export class CardsAtWork {
  readonly program: Program
  readonly rule: CardRule
  policy: 'debt' | 'clamp' = 'debt'
  now = START
  card: StampCard | undefined
  account = NEW_ACCOUNT
  readonly records: StampEntry[] = []
  prizes: StandingPrize[] = []
  /** Prizes that were used, as coupons are: nothing undoes them. */
  readonly used = new Set<number>()
  readonly #orders = new Map<number, KnownOrder>()
  #id = 1_000

  constructor(card: object) {
    const rules = [
      { id: 1, kind: 'purchase', points: '1', perAmount: '1' },
      { id: 12, kind: 'card', name: 'Coffee card', ...card },
    ]
    this.program = parseProgram({ version: 1, cashback: { isOn: false, pointValue: '0' }, rules })
    const [rule] = this.program.index.cards
    if (!rule) throw new Error('the program has a card')
    this.rule = rule
  }

  /** Days after the start, at the same hour. */
  on(day: number): this {
    this.now = START + day * DAY
    return this
  }

  /** An order of so many items, or over so much, as it is now; 0: it is cancelled. */
  order(id: number, amount: number | string, change: Partial<OrderFacts> = {}): this {
    const known = this.#orders.get(id)
    const total = decimalFromText(String(amount))
    const facts = total === ZERO ? null : { ...this.#factsOf(total, known), ...change }
    return this.orderAs(id, facts)
  }

  orderAs(id: number, facts: OrderFacts | null): this {
    const known = this.#orders.get(id)
    const main = new Posting(this.account, this.now, { next: () => (this.#id += 1) })
    main.settle()
    const desk = new PrizeDesk({
      customerId: 7,
      current: this.program,
      timeZone: ZONE,
      policy: this.policy,
      prizesOf: () => this.prizes.filter(({ award }) => !this.used.has(award.id)),
      endedInBatch: () => NOTHING,
    })
    const stamped = stampCard(
      this.card,
      {
        orderId: id,
        timeZone: ZONE,
        rule: facts && { card: this.rule, program: this.program },
        now: facts && stampBasis(this.program, facts),
        before: known ? stampBasis(this.program, known.facts) : null,
        had: known?.taken,
        standing: sumOfOrder(this.records, id),
        isEnrolled: true,
        usedOf: ({ period }) => this.#usedIn(period),
      },
      desk,
      main,
    )
    if (stamped?.posting) this.#keep(stamped.posting)
    this.account = main.account
    if (facts) this.#orders.set(id, { facts, taken: stamped?.taken ?? undefined })
    else this.#orders.delete(id)
    return this
  }

  /** Ends what is due. */
  settle(): this {
    if (!this.card) return this
    const main = new Posting(this.account, this.now, { next: () => (this.#id += 1) })
    this.#keep(new CardPosting(this.card, main, ZONE))
    return this
  }

  useNewestPrize(): this {
    const [newest] = this.prizes
    if (!newest) throw new Error('there is no prize')
    this.used.add(newest.award.id)
    return this
  }

  /** The card as people see it. */
  get shown() {
    const { card } = this
    const on = card ? decimalToNumber(stampsOn(card)) : 0
    const owed = card ? decimalToNumber(stampsOwed(card)) : 0
    const standing = this.prizes.length
    return `${on} on, ${owed} owed, ${standing} ${standing === 1 ? 'prize' : 'prizes'}`
  }

  get points(): number {
    return decimalToNumber(this.account.balance.points)
  }

  get writtenOff(): number {
    return decimalToNumber(this.records.reduce((sum, { writtenOff }) => sum + writtenOff, ZERO))
  }

  #keep(posting: CardPosting): void {
    const { card, paid, moved } = posting
    const { entries, made, undone } = card.ofBatch
    this.records.push(...entries)
    for (const { debitId, lotId, used } of paid) {
      const place = this.records.findIndex(({ id }) => id === debitId)
      const record = this.records[place]
      const isNew = entries.some(({ id }) => id === debitId)
      if (record && !isNew) this.records[place] = { ...record, origins: [...record.origins, { lotId, used }] }
    }
    for (const { id, day, expiresAt } of moved) {
      const place = this.records.findIndex((record) => record.id === id)
      const record = this.records[place]
      if (record) this.records[place] = { ...record, day, expiresAt }
    }
    this.prizes = [...made, ...this.prizes].filter(({ award }) => !undone.includes(award.id))
    this.card = { ...card, isStored: true, ofBatch: NOTHING_DONE }
  }

  #usedIn(period: string): Decimal {
    return [...this.#orders.values()].reduce(
      (sum, { taken }) => (taken?.period === period ? sum + taken.amount : sum),
      ZERO,
    )
  }

  #factsOf(amount: Decimal, known: KnownOrder | undefined): OrderFacts {
    const isItems = this.rule.counts === 'items'
    return {
      total: amount,
      placedAt: known?.facts.placedAt ?? this.now,
      timeZone: ZONE,
      products: isItems ? [{ ...LINE, quantity: Number(amount / 10_000n), price: amount }] : [],
      paymentMethodId: null,
      branchId: null,
      tierId: null,
      isFirstPurchase: false,
      number: null,
    }
  }
}

const LINE = { originalId: 'coffee', brandId: null, categoryIds: ['coffee'] }
