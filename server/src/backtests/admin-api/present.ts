import { findAccountsById } from '../../accounts/store/accounts.ts'
import type { Locale } from '../../contract/locale.ts'
import { presentCustomer } from '../../customers/admin-api/present.ts'
import type { ProgramContextReader } from '../../earning/admin-api/program-context.ts'
import { sentenceContextOf } from '../../earning/admin-api/views.ts'
import { shortText } from '../../earning/explanation.ts'
import { EMPTY_PROGRAM, type Program } from '../../earning/program.ts'
import { changesOfProgram } from '../../earning/program-changes.ts'
import { parseProgram } from '../../earning/program-schema.ts'
import { type RuleSentenceContext, sentenceOfRule } from '../../earning/rule-sentence.ts'
import { findVersion } from '../../earning/store.ts'
import { presentJob } from '../../jobs/admin-api/present.ts'
import type { Job } from '../../jobs/job.ts'
import type { Pace } from '../../jobs/rules/progress.ts'
import type { Caller } from '../../people/actor.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { findTiers } from '../../tiers/collections/tiers.ts'
import type { BacktestSummary } from '../job.ts'
import type { BacktestInput, BacktestResult } from '../result.ts'
import { BOUNDS, type ChangeOfCustomer, type Changes, readChanges } from '../rules/changes.ts'
import { percentOf } from '../rules/percent.ts'
import { countsPoints } from '../rules/replay-tiers.ts'
import { type Both, NEVER, type RuleSum, readTotals, type Totals } from '../rules/totals.ts'
import type { StoredBacktest } from '../store/backtests.ts'
import type { BacktestItem, BacktestResultShown } from './schema.ts'
import { OTHER_VERSION_TEXT, TIER_BENEFIT_TEXT } from './texts.ts'

export function presentItem(job: Job, pace: Pace | null, locale: Locale): BacktestItem {
  const summary = job.state === 'done' ? (job.result as BacktestSummary | null) : null
  const [live = '0', candidate = '0'] = summary?.points ?? []
  return { ...presentShown(job, pace, locale), points: summary && { live, candidate } }
}

export function presentShown(job: Job, pace: Pace | null, locale: Locale) {
  const {
    kind: _kind,
    export: _export,
    wish: _wish,
    result: _result,
    ...shown
  } = presentJob(job, pace, locale)
  const { of, from, to } = job.input as BacktestInput
  const version = typeof of === 'object' ? of.version : null
  return { ...shown, of: typeof of === 'object' ? ('version' as const) : of, version, from, to }
}

export interface Presenting {
  readonly tenant: Tenant
  readonly caller: Pick<Caller, 'permissions'>
  readonly locale: Locale
  readonly now: Instant
  readonly reader: ProgramContextReader
}

export async function presentResult(
  tx: Tx,
  { program: content }: StoredBacktest,
  result: BacktestResult,
  presenting: Presenting,
): Promise<BacktestResultShown> {
  const { tenant, reader } = presenting
  const totals = readTotals(result.totals)
  const changes = readChanges(result.customers)
  const candidate = parseProgram({ ...content, version: 0 })
  const newest = await findVersion(tx, tenant.id, Math.max(0, ...result.versions))
  const live = newest ? parseProgram({ ...newest.program, version: newest.version }) : EMPTY_PROGRAM
  const context = await sentenceContextOf(tx, [content, newest?.program], presenting, reader)
  const { points, cashback, sales, orders, byTodaysCatalog, incomparable } = totals
  const hasWorth = cashback.live !== ZERO || cashback.candidate !== ZERO || candidate.cashback.isOn
  const shareOf = (worth: Decimal) => (hasWorth ? percentOf(worth, sales) : null)
  return {
    currency: tenant.currency,
    orders,
    sales: shortText(sales),
    points: presentBoth(points),
    change: percentOf(points.candidate - points.live, points.live),
    worth: hasWorth ? presentBoth(cashback) : null,
    share: { live: shareOf(cashback.live), candidate: shareOf(cashback.candidate) },
    rules: presentRules(totals, { live, candidate, context, hasWorth }),
    customers: await presentCustomers(tx, changes, presenting),
    tiers: await presentTiers(tx, changes, tenant),
    months: presentMonths(totals),
    incomparable: [...incomparable].map(([why, count]) => ({ why, orders: count })),
    byTodaysCatalog,
    check: { ...result.check, first: [...result.check.first] },
  }
}

function presentBoth({ live, candidate }: Both) {
  return { live: shortText(live), candidate: shortText(candidate) }
}

interface Programs {
  readonly live: Program
  readonly candidate: Program
  readonly hasWorth: boolean
  readonly context: RuleSentenceContext
}

function presentRules({ rules }: Totals, programs: Programs): BacktestResultShown['rules'] {
  const { live, candidate, context, hasWorth } = programs
  const changed = new Map(
    changesOfProgram(live, candidate, context).map(({ ruleId, kind }) => [ruleId, kind] as const),
  )
  const shown = [...rules].toSorted(([, one], [, other]) => byDifference(one, other))
  return shown.map(([key, { points, cashback, orders }]) => {
    const id = Number(key)
    const rule = [...candidate.rules, ...live.rules].find((one) => one.id === id)
    const isRule = Number.isInteger(id)
    return {
      rule: isRule ? id : null,
      name: rule?.name ?? '',
      sentence: rule
        ? sentenceOfRule(rule, context)
        : (isRule ? OTHER_VERSION_TEXT : TIER_BENEFIT_TEXT)[context.locale],
      change: isRule ? (changed.get(id) ?? (rule ? 'same' : 'removed')) : 'same',
      points: presentBoth(points),
      worth: hasWorth && cashback ? presentBoth(cashback) : null,
      orders,
    }
  })
}

function byDifference(one: RuleSum, other: RuleSum): number {
  const [a, b] = [differenceOf(one), differenceOf(other)]
  if (a !== b) return a > b ? -1 : 1
  return one.points.live === other.points.live ? 0 : one.points.live > other.points.live ? -1 : 1
}

function differenceOf({ points }: RuleSum): Decimal {
  const difference = points.candidate - points.live
  return difference < ZERO ? -difference : difference
}

async function presentCustomers(
  tx: Tx,
  { more, fewer, same, moreBy, fewerBy, gains, losses }: Changes,
  { tenant, caller }: Presenting,
): Promise<BacktestResultShown['customers']> {
  const ids = [...gains, ...losses].map(({ customerId }) => customerId)
  const stored = await findAccountsById(tx, tenant.id, ids)
  const present = (list: readonly ChangeOfCustomer[]) =>
    list.flatMap(({ customerId, points }) => {
      const found = stored.get(customerId)
      return found ? [{ customer: presentCustomer(found.customer, caller), points: presentBoth(points) }] : []
    })
  const classes = Math.max(moreBy.length, fewerBy.length)
  const buckets = Array.from({ length: classes }, (_, place) => ({
    above: place === 0 ? 0 : (BOUNDS[place - 1] ?? 0),
    upTo: BOUNDS[place] ?? null,
    more: moreBy[place] ?? 0,
    fewer: fewerBy[place] ?? 0,
  }))
  return { more, fewer, same, buckets, gains: present(gains), losses: present(losses) }
}

async function presentTiers(
  tx: Tx,
  { tiers: moved }: Changes,
  tenant: Tenant,
): Promise<BacktestResultShown['tiers']> {
  const tiers = await findTiers(tx, tenant)
  if (!countsPoints(tiers)) return null
  const { up, down, byTier } = moved
  const named = byTier.map(([id, live, candidate]) => {
    const tier = tiers.find((one) => one.id === id)
    return { id: id === 0 ? null : id, name: tier?.name ?? '', order: tier?.order ?? -1, live, candidate }
  })
  const sorted = named.toSorted((one, other) => other.order - one.order)
  return { up, down, tiers: sorted.map(({ order: _order, ...tier }) => tier) }
}

/** Those that never expire last. */
function presentMonths({ months }: Totals): BacktestResultShown['months'] {
  const sorted = [...months].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return sorted.map(([month, points]) => ({
    month: month === NEVER ? null : month,
    points: presentBoth(points),
  }))
}
