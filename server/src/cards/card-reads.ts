import type { Account } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import type { SettledReads } from '../accounts/settled-reads.ts'
import { keyText, loadOne } from '../accounts/till/collection.ts'
import type { Till } from '../accounts/till/till.ts'
import { programVersions } from '../earning/collections.ts'
import { findCurrentProgram } from '../earning/store.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { StampCard } from './card.ts'
import { stampCards } from './collections/cards.ts'
import { settleCards } from './commands.ts'
import type { CardPrograms } from './rules/show-card.ts'

/** A customer's cards, with nothing due on them. */
export interface CardsOfCustomer {
  readonly customer: Customer
  readonly account: Account
  readonly cards: ReadonlyMap<number, StampCard>
  readonly programs: CardPrograms
  readonly now: Instant
}

/** How often cards are settled for one answer: more is due only where time went on meanwhile. */
const SETTLINGS_MAX = 2

export interface CardReadsOptions {
  readonly reads: SettledReads
  readonly tillOf: (tenant: Tenant) => Till
}

/** Answers about the cards of one customer. Stamps that are due to end have ended: an answer depends on no job. */
export class CardReads {
  readonly #options: CardReadsOptions

  constructor(options: CardReadsOptions) {
    this.#options = options
  }

  /** null: there is no such customer. `work` reads what else is needed, at the same moment. */
  async of<Answer>(
    tenant: Tenant,
    customerKey: string,
    work: (tx: Tx, found: CardsOfCustomer) => Promise<Answer>,
  ): Promise<Answer | null> {
    const { reads, tillOf } = this.#options
    for (let settlings = 0; ; settlings += 1) {
      const read = await reads.of(tenant, customerKey, async (tx, { customer, account }, now) => {
        const cards = await loadOne(tx, stampCards, { tenantId: tenant.id, key: customer.id })
        const all = cards ?? new Map<number, StampCard>()
        if (settlings < SETTLINGS_MAX && isDue(all, now)) return { due: customer.originalId }
        const programs = await readPrograms(tx, tenant, all, now)
        return { answer: await work(tx, { customer, account, cards: all, programs, now }) }
      })
      if (!read) return null
      if (!('due' in read)) return read.answer
      await tillOf(tenant).run(settleCards, { tenant, customerKey: read.due })
    }
  }
}

function isDue(cards: ReadonlyMap<number, StampCard>, now: Instant): boolean {
  return [...cards.values()].some(({ account: { nextDueAt } }) => nextDueAt !== null && nextDueAt <= now)
}

async function readPrograms(
  tx: Tx,
  { id: tenantId }: Tenant,
  cards: ReadonlyMap<number, StampCard>,
  now: Instant,
): Promise<CardPrograms> {
  const numbers = new Set([...cards.values()].map(({ begunVersion }) => begunVersion))
  const [current, versions] = await Promise.all([
    findCurrentProgram(tx, tenantId, now),
    programVersions.load(
      tx,
      [...numbers].map((key) => ({ tenantId, key })),
    ),
  ])
  return { current, versionOf: (version) => versions.get(keyText({ tenantId, key: version })) }
}
