import { findAccountsById } from '../../accounts/store/accounts.ts'
import { readCursor, writeCursor } from '../../contract/admin-api/cursor.ts'
import { isId, isMoment, rowsOf } from '../../contract/admin-api/page.ts'
import { CURSOR_OF_OTHER_LIST } from '../../contract/admin-api/texts.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import { presentCustomer } from '../../customers/admin-api/present.ts'
import type { TierMoves } from '../../figures/admin-api/tiers-schema.ts'
import type { ZoneSpan } from '../../figures/rules/zones.ts'
import type { Caller } from '../../people/actor.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { localDateToText } from '../../platform/zone.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { BASE } from '../../tiers/rules/tier-report.ts'
import {
  type ListedMove,
  listMoves,
  type MovePlace,
  type ReportedTier,
  readReportedTiers,
  sumMoves,
} from '../../tiers/store/moves.ts'
import type { MoveReason } from '../../tiers/tier.ts'
import type { DaysQuery } from './asking.ts'
import { periodOf, todayOf } from './period.ts'
import { baseOf, momentsOf } from './tiers.ts'

interface MovesQuery extends DaysQuery, Readonly<Record<string, unknown>> {
  readonly fromTier?: number
  readonly toTier?: number
  readonly limit?: number
  readonly cursor?: string
}

export interface AskedMoves {
  readonly tenant: Tenant
  readonly now: Instant
  readonly caller: Caller
  readonly spans: readonly ZoneSpan[]
  readonly query: MovesQuery
}

export async function tierMovesOf(tx: Tx, asked: AskedMoves): Promise<TierMoves | Problem> {
  const { tenant, caller, query, spans } = asked
  const today = todayOf(asked)
  const period = periodOf(query, today)
  if (isProblem(period)) return period
  const after = readPlace(query)
  if (isProblem(after)) return after
  const { tiers } = await readReportedTiers(tx, tenant.id)
  const baseId = baseOf(tiers)
  const moments = momentsOf(period, spans)
  const filter = tiersOf(query, baseId)
  const sums = await sumMoves(tx, tenant.id, moments, baseId)
  const figure = sums.filter(
    ({ from, to, isInPeriod }) =>
      isInPeriod && (filter.fromTier ?? from) === from && (filter.toTier ?? to) === to,
  )
  const limit = rowsOf(query)
  const { moves, lookedUntil } = await listMoves(
    tx,
    tenant.id,
    { inPeriod: moments.inPeriod, baseId, ...filter },
    { after, limit },
  )
  const shown = moves.slice(0, limit - 1)
  const last = moves.length > shown.length ? shown.at(-1) : lookedUntil
  return {
    today: localDateToText(today),
    items: await present(tx, shown, { tenant, caller, tiers }),
    figure: { moves: figure.reduce((sum, { moves: count }) => sum + count, 0) },
    nextCursor: last ? writeCursor(query, [last.at, last.id]) : null,
  }
}

/** The base tier by its number is the base tier as well. */
function tiersOf(
  { fromTier, toTier }: MovesQuery,
  baseId: number | null,
): { readonly fromTier?: number; readonly toTier?: number } {
  const known = (id: number): number => (id === baseId ? BASE : id)
  return {
    ...(fromTier === undefined ? {} : { fromTier: known(fromTier) }),
    ...(toTier === undefined ? {} : { toTier: known(toTier) }),
  }
}

function readPlace(query: MovesQuery): MovePlace | null | Problem {
  const keys = readCursor(query, query.cursor, 2)
  if (keys === null || isProblem(keys)) return keys
  const [at, id] = keys
  return isMoment(at) && isId(id) ? { at, id } : CURSOR_OF_OTHER_LIST
}

const REASONS = {
  'goals reached': 'goalsReached',
  'goals missed': 'goalsMissed',
  'tier removed': 'tierRemoved',
  'order taken back': 'orderTakenBack',
  'customers merged': 'customersMerged',
  imported: 'imported',
  'import undone': 'importUndone',
} as const satisfies Readonly<Record<MoveReason, string>>

async function present(
  tx: Tx,
  moves: readonly ListedMove[],
  {
    tenant,
    caller,
    tiers,
  }: { readonly tenant: Tenant; readonly caller: Caller; readonly tiers: readonly ReportedTier[] },
): Promise<TierMoves['items']> {
  const customers = await findAccountsById(
    tx,
    tenant.id,
    moves.map(({ customerId }) => customerId),
  )
  const nameOf = (id: number | null) => {
    const tier = tiers.find((one) => (id === null ? one.isBase : one.id === id))
    return { id: tier?.isBase ? BASE : (id ?? BASE), name: tier?.name ?? null }
  }
  return moves.flatMap(({ id, at, customerId, fromTierId, toTierId, reason }) => {
    const stored = customers.get(customerId)
    if (!stored) return []
    return {
      id,
      customer: presentCustomer(stored.customer, caller),
      at: instantToText(at),
      from: nameOf(fromTierId),
      to: nameOf(toTierId),
      reason: REASONS[reason],
    }
  })
}
