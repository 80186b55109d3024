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
type Read<Answer> = { readonly due: string } | { readonly answer: Answer }
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
    return this.#read(tenant, (step) => this.#reads.of(tenant, customerKey, step), work)
  }

  /** The same for a customer who is known by number. */
  ofNumber<Answer>(tenant: Tenant, customerId: CustomerId, work: Work<Answer>): Promise<Answer | null> {
    return this.#read(tenant, (step) => this.#reads.ofNumber(tenant, customerId, step), work)
  }

  async #read<Answer>(
    tenant: Tenant,
    readBy: (step: Step<Answer>) => Promise<Read<Answer> | null>,
    work: Work<Answer>,
  ): Promise<Answer | null> {
    for (let settlings = 0; ; settlings += 1) {
      const read = await readBy(async (tx, stored, now) => {
        const key = { tenantId: tenant.id, key: stored.customer.id }
        const cards = (await loadOne(tx, stampCards, key)) ?? NO_CARDS
        if (settlings < SETTLINGS_MAX && isDue(cards, now)) return { due: stored.customer.originalId }
        return { answer: await work(tx, { stored, cards, now }) }
      })
      if (!read) return null
      if (!('due' in read)) return read.answer
      await this.#tillOf(tenant).run(settleCards, { tenant, customerKey: read.due })
    }
  }
}

function isDue(cards: CustomerCards, now: Instant): boolean {
  return [...cards.values()].some(({ account: { nextDueAt } }) => nextDueAt !== null && nextDueAt <= now)
}
