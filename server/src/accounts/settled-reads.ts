import type { CustomerId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Cells } from '../tenancy/cells.ts'
import type { Tenant, TenantClock } from '../tenancy/tenant.ts'
import { isToSettle } from './account.ts'
import { findAccountsById, findCustomer, ofMerchant, type StoredAccount } from './store/accounts.ts'
import { findOwnersOfTokens, isTokenGood } from './store/token-owners.ts'
import type { Command } from './till/command.ts'
import type { Till } from './till/till.ts'

interface SettleInput {
  readonly tenant: Tenant
  readonly customerKey: string
}

/** The till settles an account before each command, and this command is nothing else. It settles all that is due. */
const settleToRead: Command<SettleInput, null> = {
  name: 'settle to read',
  customerOf: ({ customerKey }) => customerKey,
  loads: () => [],
  decide: () => ({ result: null }),
}

export interface SettledReadsOptions {
  readonly cells: Cells
  readonly clock: TenantClock
  readonly tillOf: (tenant: Tenant) => Till
}

/** How often an account is settled for one answer: more is due only where time went on meanwhile. */
const SETTLINGS_MAX = 2

/** The customer whose account has to be settled first. */
export interface Unsettled {
  readonly unsettled: string
}

function isUnsettled(answer: unknown): answer is Unsettled {
  return typeof answer === 'object' && answer !== null && 'unsettled' in answer
}

/** `issuedAt`: one that was made before the customer's tokens were ended is refused. */
export interface OfToken {
  readonly customerId: CustomerId
  readonly issuedAt: Instant
}

/** What is read of one customer: it gets the account as it is stored, without its lots, and the moment. */
type Work<Answer> = (tx: Tx, stored: StoredAccount, now: Instant) => Promise<Answer>

/**
 * Answers about one customer. What is due on the account is settled first, so that an answer never depends on when a
 * job ran, and the next command finds what was shown. All statements of an answer see one moment.
 */
export class SettledReads {
  readonly #options: SettledReadsOptions

  constructor(options: SettledReadsOptions) {
    this.#options = options
  }

  /** null: there is no such customer. */
  of<Answer>(tenant: Tenant, customerKey: string, work: Work<Answer>): Promise<Answer | null> {
    return this.#read(tenant, (tx) => findCustomer(tx, tenant.id, customerKey), work)
  }

  /** The same for a customer who is known by number. */
  ofNumber<Answer>(tenant: Tenant, customerId: CustomerId, work: Work<Answer>): Promise<Answer | null> {
    return this.#read(
      tenant,
      async (tx) => (await findAccountsById(tx, tenant.id, [customerId])).get(customerId) ?? null,
      work,
    )
  }

  /** The same for the customer whose token it is; null: there is no such customer, or it is no longer good. */
  ofToken<Answer>(
    tenant: Tenant,
    { customerId, issuedAt }: OfToken,
    work: Work<Answer>,
  ): Promise<Answer | null> {
    return this.#read(
      tenant,
      async (tx) => {
        const [owner] = await findOwnersOfTokens(tx, [{ tenantId: tenant.id, customerId }])
        return owner && isTokenGood(owner, issuedAt) ? owner : null
      },
      work,
    )
  }

  /** For a list about several customers: where something is due on one of their accounts, it is read again. */
  async ofMany<Answer>(
    tenant: Tenant,
    work: (tx: Tx, now: Instant) => Promise<{ answer: Answer; accounts: Iterable<StoredAccount> }>,
  ): Promise<Answer> {
    const { cells, clock } = this.#options
    for (let settlings = 0; ; settlings += 1) {
      const now = clock(tenant)
      const { answer, accounts } = await cells.of(tenant).read([tenant.id], (tx) => work(tx, now))
      const due = Iterator.from(accounts).filter((stored) =>
        isToSettle(ofMerchant(stored, tenant).account, now),
      )
      const keys = settlings < SETTLINGS_MAX ? [...due].map(({ customer }) => customer.originalId) : []
      if (keys.length === 0) return answer
      await Promise.all(keys.map((customerKey) => this.#settle(tenant, customerKey)))
    }
  }

  /** For a read that is gathered with others: it says whose account it finds that is not settled. */
  async gathered<Answer>(
    tenant: Tenant,
    read: (isSettled: boolean) => Promise<Answer | Unsettled>,
  ): Promise<Exclude<Answer, Unsettled>> {
    for (let settlings = 0; ; settlings += 1) {
      const answer = await read(settlings >= SETTLINGS_MAX)
      if (!isUnsettled(answer)) return answer as Exclude<Answer, Unsettled>
      await this.#settle(tenant, answer.unsettled)
    }
  }

  async #read<Answer>(
    tenant: Tenant,
    find: (tx: Tx) => Promise<StoredAccount | null>,
    work: Work<Answer>,
  ): Promise<Answer | null> {
    const { cells, clock } = this.#options
    for (let settlings = 0; ; settlings += 1) {
      const read = await cells.of(tenant).read([tenant.id], async (tx) => {
        const found = await find(tx)
        if (!found) return null
        const stored = ofMerchant(found, tenant)
        const now = clock(tenant)
        if (settlings < SETTLINGS_MAX && isToSettle(stored.account, now)) {
          return { due: stored.customer.originalId }
        }
        return { answer: await work(tx, stored, now) }
      })
      if (!read) return null
      if (!('due' in read)) return read.answer
      await this.#settle(tenant, read.due)
    }
  }

  async #settle(tenant: Tenant, customerKey: string): Promise<void> {
    await this.#options.tillOf(tenant).run(settleToRead, { tenant, customerKey })
  }
}
