import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Cells } from '../tenancy/cells.ts'
import type { Tenant, TenantClock } from '../tenancy/tenant.ts'
import { mayBeDue } from './account.ts'
import { findCustomer, type StoredAccount } from './store/accounts.ts'
import { lookOnly } from './store/snapshot.ts'
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

/**
 * Answers about one customer. What is due on the account is settled first, so that an answer never depends on when a
 * job ran, and the next command finds what was shown. All statements of an answer see one moment.
 */
export class SettledReads {
  readonly #options: SettledReadsOptions

  constructor(options: SettledReadsOptions) {
    this.#options = options
  }

  /** null: there is no such customer. `work` gets the account as it is stored, without its lots, and the moment. */
  async of<Answer>(
    tenant: Tenant,
    customerKey: string,
    work: (tx: Tx, stored: StoredAccount, now: Instant) => Promise<Answer>,
  ): Promise<Answer | null> {
    const { cells, clock } = this.#options
    const read = await this.settling(tenant, customerKey, (isSettled) =>
      cells.of(tenant).read([tenant.id], async (tx) => {
        const [, stored] = await Promise.all([lookOnly(tx), findCustomer(tx, tenant.id, customerKey)])
        if (!stored) return null
        const now = clock(tenant)
        if (!isSettled && mayBeDue(stored.account, now)) return 'due'
        return { answer: await work(tx, stored, now) }
      }),
    )
    return read?.answer ?? null
  }

  /** Reads, and where that finds the account due, settles it and reads again; in the end it is as settled as can be. */
  async settling<Answer>(
    tenant: Tenant,
    customerKey: string,
    read: (isSettled: boolean) => Promise<Answer | 'due'>,
  ): Promise<Answer | null> {
    for (let settlings = 0; ; settlings += 1) {
      const answer = await read(settlings >= SETTLINGS_MAX)
      if (answer !== 'due') return answer as Answer
      await this.#options.tillOf(tenant).run(settleToRead, { tenant, customerKey })
    }
  }
}
