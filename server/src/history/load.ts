import { mayBeDue } from '../accounts/account.ts'
import { findCustomer, ofMerchant } from '../accounts/store/accounts.ts'
import { keyText } from '../accounts/till/collection.ts'
import type { TenantId } from '../contract/ids.ts'
import { programVersions } from '../earning/collections.ts'
import type { Program } from '../earning/program.ts'
import { EMPTY_PROGRAM } from '../earning/program.ts'
import type { Instant } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { HistoryFacts, HistoryRecord, Moment, Names, ToldTenant } from './history.ts'
import { type Background, explanationOf } from './rules/explain.ts'
import type { OrderFacts } from './rules/explain-order.ts'
import {
  countRecords,
  findDue,
  findMoments,
  findMomentsOfOrder,
  findNames,
  type Owner,
} from './store/history.ts'
import { findOrder } from './store/orders.ts'
import { readRecords } from './store/records.ts'

export interface HistoryInput {
  readonly tenant: Tenant
  /** The customer's id in the merchant's store. */
  readonly customer: string
  /** How many of the newest moments. */
  readonly limit: number
}

/** What is needed to explain a customer's points; null: there is no such customer. Writes nothing. */
export function loadHistory(
  database: Database,
  { tenant, customer, limit }: HistoryInput,
  now: Instant,
): Promise<HistoryFacts | null> {
  return database.read([tenant.id], async (tx) => {
    const found = await look(tx, tenant, customer)
    if (!found) return null
    const { owner } = found
    const [moments, recordCount] = await Promise.all([
      findMoments(tx, owner, now, limit),
      countRecords(tx, owner),
    ])
    return { ...(await withRecords(tx, found, moments, now, [])), recordCount }
  })
}

/** The same for one order. null: there is no such customer; `noOrder`: this customer has no such order. */
export function loadOrder(
  database: Database,
  { tenant, customer, limit }: HistoryInput,
  originalId: string,
  now: Instant,
): Promise<OrderFacts | 'noOrder' | null> {
  return database.read([tenant.id], async (tx) => {
    const found = await look(tx, tenant, customer)
    if (!found) return null
    const { owner } = found
    const order = await findOrder(tx, owner, originalId)
    if (!order) return 'noOrder'
    const { moments, count, recorded } = await findMomentsOfOrder(tx, owner, order.id, limit)
    const versions = order.programVersion === null ? [] : [order.programVersion]
    const facts = await withRecords(tx, found, moments, now, versions)
    return { ...facts, order, recorded, recordCount: count }
  })
}

interface Found {
  readonly tenant: Tenant
  readonly owner: Owner
  readonly account: HistoryFacts['account']
}

async function look(tx: Tx, tenant: Tenant, customer: string): Promise<Found | null> {
  const stored = await findCustomer(tx, tenant.id, customer)
  if (!stored) return null
  const owner = { tenantId: tenant.id, customerId: stored.customer.id }
  return { tenant, owner, account: ofMerchant(stored, tenant).account }
}

async function withRecords(
  tx: Tx,
  { tenant, owner, account }: Found,
  moments: readonly Moment[],
  now: Instant,
  versions: readonly number[],
): Promise<Omit<HistoryFacts, 'recordCount'>> {
  const ids = [...new Set(moments.map(({ recordId }) => recordId))]
  // Where the points may have ended because nothing happened, all lots have.
  const until = account.inactivity !== null && mayBeDue(account, now) ? null : now
  const [records, due] = await Promise.all([readRecords(tx, owner, ids), findDue(tx, owner, until)])
  const background = await loadBackground(tx, tenant, [...records.values()], versions)
  return { account, dueLots: due.lots, debts: due.debts, records, moments, ...background }
}

/** What explaining these records needs beside them. `versions`: programs that are needed whatever they say. */
export async function loadBackground(
  tx: Tx,
  tenant: ToldTenant,
  records: readonly HistoryRecord[],
  versions: readonly number[] = [],
): Promise<Background> {
  const [programs, names] = await Promise.all([
    loadPrograms(tx, tenant.id, [...versions, ...records.flatMap(({ explanation }) => explanation?.v ?? [])]),
    loadNames(tx, tenant.id, records),
  ])
  return { tenant, programs, names }
}

async function loadPrograms(
  tx: Tx,
  tenantId: TenantId,
  versions: readonly number[],
): Promise<Map<number, Program>> {
  const wanted = [...new Set(versions)]
  const programs = new Map([[EMPTY_PROGRAM.version, EMPTY_PROGRAM]])
  if (wanted.length === 0) return programs
  const keys = wanted.map((version) => ({ tenantId, key: version }))
  const found = await programVersions.load(tx, keys)
  for (const version of wanted) {
    const program = found.get(keyText({ tenantId, key: version }))
    if (program) programs.set(version, program)
  }
  return programs
}

const NAMED = {
  tier: 'tier',
  tierBenefit: 'tier',
  tierReached: 'tier',
  quiz: 'quiz',
  reward: 'reward',
  returned: 'reward',
  refunded: 'reward',
} as const

async function loadNames(tx: Tx, tenantId: TenantId, records: readonly HistoryRecord[]): Promise<Names> {
  const wanted = records
    .flatMap((record) => explanationOf(record).lines)
    .flatMap((line) => {
      const kind = NAMED[line.kind as keyof typeof NAMED]
      return kind && 'id' in line && line.id ? [{ kind, id: line.id }] : []
    })
  const distinct = new Map(wanted.map((one) => [`${one.kind} ${one.id}`, one]))
  const found = await findNames(tx, tenantId, [...distinct.values()])
  return { of: (kind, id) => found.get(`${kind} ${id}`) }
}
