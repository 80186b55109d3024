import type { SettledReads } from '../accounts/settled-reads.ts'
import type { StoredAccount } from '../accounts/store/accounts.ts'
import { loadOne } from '../accounts/till/collection.ts'
import type { Till } from '../accounts/till/till.ts'
import type { CustomerId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { type CustomerCards, stampCards } from './collections/cards.ts'
import { settleCards } from './commands.ts'

const NO_CARDS: CustomerCards = new Map()

/** How often cards are settled for one answer: more is due only where time went on meanwhile. */
const SETTLINGS_MAX = 2

export interface CardsRead {
  readonly stored: StoredAccount
  readonly cards: CustomerCards
  readonly now: Instant
}

type Work<Answer> = (tx: Tx, read: CardsRead) => Promise<Answer>
/** Their cards have to be settled first. */
class Due {
  readonly customerKey: string
  constructor(customerKey: string) {
    this.customerKey = customerKey
  }
}

class Done<Answer> {
  readonly answer: Answer
  constructor(answer: Answer) {
    this.answer = answer
  }
}

type Read<Answer> = Due | Done<Answer>
type Step<Answer> = (tx: Tx, stored: StoredAccount, now: Instant) => Promise<Read<Answer>>

/** Answers about the cards of one customer: stamps that are due have ended by then, as points have. */
export class SettledCards {
  readonly #reads: SettledReads
  readonly #tillOf: (tenant: Tenant) => Till

  constructor(reads: SettledReads, tillOf: (tenant: Tenant) => Till) {
    this.#reads = reads
    this.#tillOf = tillOf
  }

  /** null: there is no such customer. */
  of<Answer>(tenant: Tenant, customerKey: string, work: Work<Answer>): Promise<Answer | null> {
    return this.by(tenant, (step) => this.#reads.of(tenant, customerKey, step), work)
  }

  /** The same for a customer who is known by number. */
  ofNumber<Answer>(tenant: Tenant, customerId: CustomerId, work: Work<Answer>): Promise<Answer | null> {
    return this.by(tenant, (step) => this.#reads.ofNumber(tenant, customerId, step), work)
  }

  /** The same for the customer whom `readBy` finds. What it says otherwise is the answer. */
  async by<Answer, Otherwise>(
    tenant: Tenant,
    readBy: (step: Step<Answer>) => Promise<Read<Answer> | Otherwise>,
    work: Work<Answer>,
  ): Promise<Answer | Otherwise> {
    for (let settlings = 0; ; settlings += 1) {
      const read = await readBy(async (tx, stored, now) => {
        const key = { tenantId: tenant.id, key: stored.customer.id }
        const cards = (await loadOne(tx, stampCards, key)) ?? NO_CARDS
        if (settlings < SETTLINGS_MAX && isDue(cards, now)) return new Due(stored.customer.originalId)
        return new Done(await work(tx, { stored, cards, now }))
      })
      if (read instanceof Done) return read.answer
      if (!(read instanceof Due)) return read
      await this.#tillOf(tenant).run(settleCards, { tenant, customerKey: read.customerKey })
    }
  }
}

function isDue(cards: CustomerCards, now: Instant): boolean {
  return [...cards.values()].some(({ account: { nextDueAt } }) => nextDueAt !== null && nextDueAt <= now)
}
