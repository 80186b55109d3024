import type { Account } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import type { SettledReads } from '../accounts/settled-reads.ts'
import { keyText } from '../accounts/till/collection.ts'
import type { Till } from '../accounts/till/till.ts'
import { programVersions } from '../earning/collections.ts'
import type { Program } from '../earning/program.ts'
import { findCurrentProgram } from '../earning/store.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { StampCard } from './card.ts'
import type { CardPrograms } from './rules/show-card.ts'
import { SettledCards } from './settled.ts'

/** A customer's cards, with nothing due on them. */
export interface CardsOfCustomer {
  readonly customer: Customer
  readonly account: Account
  readonly cards: ReadonlyMap<number, StampCard>
  readonly programs: CardPrograms
  readonly now: Instant
}

export interface CardReadsOptions {
  readonly reads: SettledReads
  readonly tillOf: (tenant: Tenant) => Till
}

/** Answers about the cards of one customer, with the programs that say what they are. */
export class CardReads {
  readonly #settled: SettledCards

  constructor({ reads, tillOf }: CardReadsOptions) {
    this.#settled = new SettledCards(reads, tillOf)
  }

  /** null: there is no such customer. `work` reads what else is needed, at the same moment. */
  of<Answer>(
    tenant: Tenant,
    customerKey: string,
    work: (tx: Tx, found: CardsOfCustomer) => Promise<Answer>,
  ): Promise<Answer | null> {
    return this.#settled.of(tenant, customerKey, async (tx, { stored, cards, now }) => {
      const { customer, account } = stored
      const programs = await readPrograms(tx, tenant, cards, now)
      return work(tx, { customer, account, cards, programs, now })
    })
  }
}

/** The programs that a customer's cards may name. */
export function readPrograms(
  tx: Tx,
  tenant: Tenant,
  cards: ReadonlyMap<number, StampCard>,
  now: Instant,
): Promise<CardPrograms> {
  return readProgramsBeside(tx, tenant, cards, findCurrentProgram(tx, tenant.id, now))
}

/** The same where the program as it stands is read for something else too. */
export async function readProgramsBeside(
  tx: Tx,
  { id: tenantId }: Tenant,
  cards: ReadonlyMap<number, StampCard>,
  program: Promise<Program>,
): Promise<CardPrograms> {
  const numbers = new Set([...cards.values()].map(({ begunVersion }) => begunVersion))
  const [current, versions] = await Promise.all([
    program,
    programVersions.load(
      tx,
      [...numbers].map((key) => ({ tenantId, key })),
    ),
  ])
  return { current, versionOf: (version) => versions.get(keyText({ tenantId, key: version })) }
}
