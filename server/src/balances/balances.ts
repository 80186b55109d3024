import { type Account, isToSettle } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import type { SettledReads } from '../accounts/settled-reads.ts'
import { findCustomers, ofMerchant, type StoredAccount } from '../accounts/store/accounts.ts'
import { keyText } from '../accounts/till/collection.ts'
import type { TenantId } from '../contract/ids.ts'
import { CURRENT, programSchedule } from '../earning/collections.ts'
import { ProgramTooNewError } from '../earning/format.ts'
import { programAt, type Schedule } from '../earning/schedule.ts'
import type { Batcher } from '../platform/batcher.ts'
import type { Instant } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import type { Tenant, TenantClock } from '../tenancy/tenant.ts'
import { NOTHING_EXPIRES } from './rules/expiring.ts'
import { type ListedPoints, readPointsOfMany } from './store.ts'

export interface BalanceInput {
  readonly tenantId: TenantId
  readonly tenant: Tenant
  readonly customerKey: string
  /** It was settled a moment ago: what fell due since is left to the next. */
  readonly isSettled: boolean
}

export interface Balance extends ListedPoints {
  readonly customer: Customer
  readonly account: Account
  /** With cashback off, what the points once were worth is not shown. */
  readonly isCashbackOn: boolean
}

/** null: there is no such customer. A program that can't be read is an answer here, or it would fail other merchants' reads. */
type Read = Balance | ProgramTooNewError | 'due' | null

/** Balances of many customers, of any merchants, in one transaction: all statements of it see one moment. */
export function readBalances(
  database: Database,
  inputs: readonly BalanceInput[],
  clock: TenantClock,
): Promise<Read[]> {
  const tenants = [...new Set(inputs.map(({ tenantId }) => tenantId))]
  return database.read(tenants, async (tx) => {
    const keys = inputs.map(({ tenantId, customerKey: key }) => ({ tenantId, key }))
    const found = await findCustomers(tx, keys)
    const read: Read[] = inputs.map(() => null)
    const toList: Listing[] = []
    for (const [index, input] of inputs.entries()) {
      const known = found[index]
      if (!known) continue
      const stored = ofMerchant(known, input.tenant)
      const now = clock(input.tenant)
      if (!input.isSettled && isToSettle(stored.account, now)) read[index] = 'due'
      else toList.push({ index, tenantId: input.tenantId, now, stored })
    }
    for (const [position, balance] of (await listPoints(tx, toList)).entries()) {
      read[toList[position]?.index ?? 0] = balance
    }
    return read
  })
}

interface Listing {
  readonly index: number
  readonly tenantId: TenantId
  readonly now: Instant
  readonly stored: StoredAccount
}

async function listPoints(tx: Tx, toList: readonly Listing[]): Promise<(Balance | ProgramTooNewError)[]> {
  if (toList.length === 0) return []
  const tenants = [...new Set(toList.map(({ tenantId }) => tenantId))]
  const [listed, schedules] = await Promise.all([
    readPointsOfMany(
      tx,
      toList.map(({ tenantId, stored }) => ({ tenantId, customerId: stored.customer.id })),
    ),
    programSchedule.load(
      tx,
      tenants.map((tenantId) => ({ tenantId, key: CURRENT })),
    ),
  ])
  return toList.map(({ tenantId, now, stored: { customer, account } }, position) => {
    const isCashbackOn = showsCashback(schedules.get(keyText({ tenantId, key: CURRENT })), now)
    if (typeof isCashbackOn !== 'boolean') return isCashbackOn
    const { history = [], expiring = NOTHING_EXPIRES } = listed[position] ?? {}
    return { customer, account, history, expiring, isCashbackOn }
  })
}

function showsCashback(schedule: Schedule | undefined, now: Instant): boolean | ProgramTooNewError {
  try {
    return programAt(schedule, now).cashback.isOn
  } catch (error) {
    if (error instanceof ProgramTooNewError) return error
    throw error
  }
}

/** Balances that are read together with those that others ask for in the same moment. */
export class Balances {
  readonly #batcherOf: (cell: string) => Batcher<BalanceInput, Read>
  readonly #reads: SettledReads

  constructor(batcherOf: (cell: string) => Batcher<BalanceInput, Read>, reads: SettledReads) {
    this.#batcherOf = batcherOf
    this.#reads = reads
  }

  /** null: there is no such customer. */
  async of(tenant: Tenant, customerKey: string): Promise<Balance | null> {
    const read = await this.#reads.gathered(tenant, customerKey, (isSettled) =>
      this.#batcherOf(tenant.cell).call({ tenantId: tenant.id, tenant, customerKey, isSettled }),
    )
    if (read instanceof ProgramTooNewError) throw read
    return read
  }
}
