import { type Account, isToSettle } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import type { OfToken, SettledReads, Unsettled } from '../accounts/settled-reads.ts'
import { findCustomers, ofMerchant, type StoredAccount } from '../accounts/store/accounts.ts'
import { findOwnersOfTokens, isTokenGood } from '../accounts/store/token-owners.ts'
import { keyText } from '../accounts/till/collection.ts'
import type { TenantId } from '../contract/ids.ts'
import { CURRENT, programSchedule } from '../earning/collections.ts'
import { ProgramTooNewError } from '../earning/format.ts'
import { programAt, type Schedule } from '../earning/schedule.ts'
import type { Batcher } from '../platform/batcher.ts'
import type { Instant } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import type { Tenant, TenantClock } from '../tenancy/tenant.ts'
import { type Expiring, NOTHING_EXPIRES } from './rules/expiring.ts'
import {
  type ListedPoints,
  type PointsOwner,
  readExpiring,
  readPointsOfMany,
  readTiers,
  type ShownTier,
  tierText,
} from './store.ts'

/** Whose balance is read: of a customer whom the shop names, or of one who proves with a token who they are. */
type Whose = { readonly customerKey: string } | { readonly token: OfToken }

export interface BalanceInput {
  readonly tenantId: TenantId
  readonly tenant: Tenant
  readonly whose: Whose
  /** What the answer is for: `own` has what a customer sees of it on every page, and no history. */
  readonly view: 'listed' | 'own'
  /** It was settled a moment ago: what fell due since is left to the next. */
  readonly isSettled: boolean
}

interface AnyBalance {
  readonly customer: Customer
  readonly account: Account
  /** With cashback off, what the points once were worth is not shown. */
  readonly isCashbackOn: boolean
}

export interface Balance extends AnyBalance, ListedPoints {
  readonly view: 'listed'
}

export interface OwnBalance extends AnyBalance {
  readonly view: 'own'
  /** The next dates. */
  readonly expiring: Expiring
  readonly tier: ShownTier | null
  /** By the merchant's clock. */
  readonly now: Instant
}

/** null: there is no such customer. A program that can't be read is an answer here, or it would fail other merchants' reads. */
type Read = Balance | OwnBalance | ProgramTooNewError | Unsettled | null

/** Balances of many customers, of any merchants, in one transaction: all statements of it see one moment. */
export function readBalances(
  database: Database,
  inputs: readonly BalanceInput[],
  clock: TenantClock,
): Promise<Read[]> {
  const tenants = [...new Set(inputs.map(({ tenantId }) => tenantId))]
  return database.read(tenants, async (tx) => {
    const found = await findAccounts(tx, inputs)
    const read: Read[] = inputs.map(() => null)
    const toList: Listing[] = []
    for (const [index, input] of inputs.entries()) {
      const known = found[index]
      if (!known) continue
      const stored = ofMerchant(known, input.tenant)
      const now = clock(input.tenant)
      if (!input.isSettled && isToSettle(stored.account, now)) {
        read[index] = { unsettled: stored.customer.originalId }
      } else toList.push({ index, tenantId: input.tenantId, view: input.view, now, stored })
    }
    for (const [position, balance] of (await listPoints(tx, toList)).entries()) {
      read[toList[position]?.index ?? 0] = balance
    }
    return read
  })
}

/** By both doors. A token of a customer who is gone, or whose tokens were ended, leads nowhere. */
async function findAccounts(tx: Tx, inputs: readonly BalanceInput[]): Promise<(StoredAccount | undefined)[]> {
  const byKey: number[] = []
  const byToken: number[] = []
  for (const [index, { whose }] of inputs.entries()) ('token' in whose ? byToken : byKey).push(index)
  const named = byKey.flatMap((index) => {
    const input = inputs[index]
    return input && 'customerKey' in input.whose
      ? [{ tenantId: input.tenantId, key: input.whose.customerKey }]
      : []
  })
  const owners = byToken.flatMap((index) => {
    const input = inputs[index]
    return input && 'token' in input.whose ? [{ tenantId: input.tenantId, ...input.whose.token }] : []
  })
  const [ofNames, ofTokens] = await Promise.all([findCustomers(tx, named), findOwnersOfTokens(tx, owners)])
  const found: (StoredAccount | undefined)[] = inputs.map(() => undefined)
  for (const [place, index] of byKey.entries()) found[index] = ofNames[place]
  for (const [place, index] of byToken.entries()) {
    const owner = ofTokens[place]
    const { issuedAt = 0 } = owners[place] ?? {}
    if (owner && isTokenGood(owner, issuedAt)) found[index] = owner
  }
  return found
}

interface Listing {
  readonly index: number
  readonly tenantId: TenantId
  readonly view: BalanceInput['view']
  readonly now: Instant
  readonly stored: StoredAccount
}

async function listPoints(
  tx: Tx,
  toList: readonly Listing[],
): Promise<(Balance | OwnBalance | ProgramTooNewError)[]> {
  if (toList.length === 0) return []
  const tenants = [...new Set(toList.map(({ tenantId }) => tenantId))]
  const listed = toList.filter(({ view }) => view === 'listed')
  const own = toList.filter(({ view }) => view === 'own')
  const [points, expiring, tiers, schedules] = await Promise.all([
    listed.length === 0 ? [] : readPointsOfMany(tx, listed.map(ownerOf)),
    own.length === 0 ? [] : readExpiring(tx, own.map(ownerOf), OWN_DATES_MAX),
    readTiers(
      tx,
      own.flatMap(({ tenantId, stored: { customer } }) =>
        customer.tier ? [{ tenantId, tierId: customer.tier.id }] : [],
      ),
    ),
    programSchedule.load(
      tx,
      tenants.map((tenantId) => ({ tenantId, key: CURRENT })),
    ),
  ])
  const pointsOf = new Map(listed.map(({ index }, position) => [index, points[position]]))
  const expiringOf = new Map(own.map(({ index }, position) => [index, expiring[position]]))
  return toList.map(({ index, tenantId, view, now, stored: { customer, account } }) => {
    const isCashbackOn = showsCashback(schedules.get(keyText({ tenantId, key: CURRENT })), now)
    if (typeof isCashbackOn !== 'boolean') return isCashbackOn
    if (view === 'own') {
      const tier = customer.tier ? (tiers.get(tierText(tenantId, customer.tier.id)) ?? null) : null
      const dates = expiringOf.get(index) ?? NOTHING_EXPIRES
      return { view, customer, account, expiring: dates, tier, isCashbackOn, now }
    }
    const { history = [], expiring: dates = NOTHING_EXPIRES } = pointsOf.get(index) ?? {}
    return { view, customer, account, history, expiring: dates, isCashbackOn }
  })
}

/** One more than a customer is shown: a date that inactivity ends before is not listed. */
const OWN_DATES_MAX = 4

function ownerOf({ tenantId, stored }: Listing): PointsOwner {
  return { tenantId, customerId: stored.customer.id }
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
    const read = await this.#read(tenant, { customerKey }, 'listed')
    return read?.view === 'listed' ? read : null
  }

  /** What a customer sees of it; null: there is no such customer, or none whose token this is. */
  async own(tenant: Tenant, whose: Whose): Promise<OwnBalance | null> {
    const read = await this.#read(tenant, whose, 'own')
    return read?.view === 'own' ? read : null
  }

  async #read(
    tenant: Tenant,
    whose: Whose,
    view: BalanceInput['view'],
  ): Promise<Balance | OwnBalance | null> {
    const read = await this.#reads.gathered(tenant, (isSettled) =>
      this.#batcherOf(tenant.cell).call({ tenantId: tenant.id, tenant, whose, view, isSettled }),
    )
    if (read instanceof ProgramTooNewError) throw read
    return read
  }
}
