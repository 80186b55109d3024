import { type Account, type Amount, hasPoints, inactivityEnd, NOTHING } from '../../accounts/account.ts'
import { goodThrough, isNoticed } from '../../accounts/rules/inactivity.ts'
import { readExactSearch, readSearch } from '../../accounts/rules/search.ts'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import { findAccountsById, type StoredAccount } from '../../accounts/store/accounts.ts'
import { findByFormerId, findByTerms } from '../../accounts/store/find.ts'
import { type CursorKeys, readCursor } from '../../contract/admin-api/cursor.ts'
import { isId, pageBelowId, pageOf, rowsOf } from '../../contract/admin-api/page.ts'
import { CURSOR_OF_OTHER_LIST, NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import { shortText } from '../../earning/explanation.ts'
import type { Caller } from '../../people/actor.ts'
import type { AdminApi, Answered, Call } from '../../people/admin-api/api.ts'
import { type Instant, instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import { ZERO } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type LocalDate, localDateToText } from '../../platform/zone.ts'
import { findConsents } from '../../terms/collections.ts'
import type { Consent } from '../../terms/terms.ts'
import { findTiers } from '../../tiers/collections/tiers.ts'
import { loadProgress } from '../../tiers/load-progress.ts'
import type { Progress } from '../../tiers/rules/progress.ts'
import { currentTier, GOAL_MEASURE, type Tier, type Tiers, tiersAbove } from '../../tiers/tier.ts'
import { profileVersion } from '../profile-version.ts'
import { type CustomerFilter, type Figures, findFigures, listCustomers as list } from '../store/customers.ts'
import {
  presentAmount,
  presentContact,
  presentCustomer,
  presentItem,
  presentTier,
  seesPersons,
} from './present.ts'
import { type CustomerAnswer, getCustomer, listCustomers } from './schema.ts'

const DAY_MS = 86_400_000
const EXPIRING_DAYS = [30, 60, 90]

export function customerAdminRoutes(api: AdminApi, reads: SettledReads): void {
  api.custom(listCustomers, async (call) => {
    const { tenant, query, caller } = call
    return reads.ofMany<Answered<typeof listCustomers> | Problem>(tenant, async (tx) => {
      // The page waits for the tiers only where one is filtered by: a search is a round trip shorter.
      const finding = findTiers(tx, tenant)
      const [tiers, page] = await Promise.all([finding, findPage(tx, call, finding)])
      if (isProblem(page)) return { answer: page, accounts: [] }
      const { rows, lookedUntil } = page
      const present = ({ stored }: FoundRow) => presentItem(stored, tiers, caller)
      return {
        answer: { answer: pageOf(query, rows, ({ keys }) => keys, present, lookedUntil) },
        accounts: rows.map(({ stored }) => stored),
      }
    })
  })

  api.custom(getCustomer, async ({ tenant, params, caller }) => {
    const answer = await reads.ofNumber(tenant, params.id, async (tx, stored, now) => {
      const until = EXPIRING_DAYS.map((days) => now + days * DAY_MS)
      const { customer } = stored
      const [tiers, figures, consents] = await Promise.all([
        findTiers(tx, tenant),
        findFigures(tx, tenant.id, customer, until),
        findConsents(tx, tenant.id, customer.id),
      ])
      const progress = await loadProgress(tx, tenant, customer, tiers, now)
      return presentAnswer(stored, { figures, consents, tiers, progress, until }, caller)
    })
    if (!answer) return NOT_FOUND
    return answer.version === null ? { answer } : { answer, version: answer.version }
  })
}

interface FoundRow {
  readonly keys: CursorKeys
  readonly stored: StoredAccount
}

interface FoundPage {
  readonly rows: readonly FoundRow[]
  readonly lookedUntil: CursorKeys | null
}

type ListCall = Call<typeof listCustomers>

async function findPage(tx: Tx, call: ListCall, tiers: Promise<Tiers>): Promise<FoundPage | Problem> {
  const { tenant, query } = call
  const filter = await filterOf(query, tiers)
  if (query.search !== undefined) return findSearched(tx, query.search, filter, call)
  const page = pageBelowId(query)
  if (isProblem(page)) return page
  const { ids, lookedUntil } = await list(tx, tenant.id, filter, page)
  const found = await findAccountsById(tx, tenant.id, ids)
  return {
    rows: ids.flatMap((id) => {
      const stored = found.get(id)
      return stored ? [{ keys: [id], stored }] : []
    }),
    lookedUntil: lookedUntil === null ? null : [lookedUntil],
  }
}

async function filterOf(
  { tier, enrolled }: ListCall['query'],
  finding: Promise<Tiers>,
): Promise<CustomerFilter> {
  const isEnrolled = enrolled ?? null
  if (tier === undefined) return { isEnrolled, tier: null }
  const tiers = await finding
  const base = currentTier(tiers, null)
  return { isEnrolled, tier: { id: tier, isBase: base?.id === tier, active: tiers.map(({ id }) => id) } }
}

/** Those that were meant exactly first: so a cursor says of which kind the last one was. */
async function findSearched(
  tx: Tx,
  text: string,
  filter: CustomerFilter,
  { tenant, query, caller }: ListCall,
): Promise<FoundPage | Problem> {
  const keys = readCursor(query, query.cursor, 2)
  if (isProblem(keys)) return keys
  const [rank = 0, belowId = Number.MAX_SAFE_INTEGER] = keys ?? []
  if (!isId(rank) || !isId(belowId)) return CURSOR_OF_OTHER_LIST
  const search = seesPersons(caller) ? readSearch(text) : readExactSearch(text)
  if (!search) return { rows: [], lookedUntil: null }
  const found = await findByTerms(tx, tenant.id, search, {
    after: { isExact: rank === 0, id: belowId },
    limit: rowsOf(query),
    isWanted: filter.isEnrolled === null && filter.tier === null ? null : (stored) => matches(stored, filter),
  })
  const rows = found.map(({ id, isExact, stored }) => ({ keys: [isExact ? 0 : 1, id], stored }))
  if (rows.length > 0 || keys !== null) return { rows, lookedUntil: null }
  const former = await findByFormerId(tx, tenant.id, text)
  const isMeant = former !== undefined && matches(former, filter)
  return { rows: isMeant ? [{ keys: [0, former.customer.id], stored: former }] : [], lookedUntil: null }
}

function matches({ customer }: StoredAccount, { isEnrolled, tier }: CustomerFilter): boolean {
  if (isEnrolled !== null && customer.profile.isEnrolled !== isEnrolled) return false
  if (tier === null) return true
  const held = customer.tier && tier.active.includes(customer.tier.id) ? customer.tier.id : null
  return held === null ? tier.isBase : held === tier.id
}

interface More {
  readonly figures: Figures
  readonly consents: readonly Consent[]
  readonly tiers: Tiers
  readonly progress: Progress
  /** By when something expires. */
  readonly until: readonly Instant[]
}

const NONE = { points: '0', cashback: '0' }

function presentAnswer(stored: StoredAccount, more: More, caller: Caller): CustomerAnswer {
  const { customer, account } = stored
  const { profile } = customer
  const { figures, consents, tiers } = more
  const [in30Days = NONE, in60Days = NONE, in90Days = NONE] = expiringBy(account, more).map(presentAmount)
  const isMasked = !seesPersons(caller)
  return {
    ...presentCustomer(customer, caller),
    ...presentContact(customer, caller),
    birthday: isMasked ? null : instantToTextOrNull(profile.birthday),
    version: isMasked ? null : profileVersion(customer),
    mergedInto: customer.mergedInto,
    isMasked,
    isEnrolled: profile.isEnrolled,
    enrolledAt: instantToTextOrNull(profile.enrolledAt),
    signupAt: instantToTextOrNull(profile.signupAt),
    createdAt: instantToText(customer.createdAt),
    balance: presentAmount(account.balance),
    waiting: presentAmount(figures.waiting),
    expiring: { in30Days, in60Days, in90Days },
    ...presentActivity(account),
    owed: presentAmount(figures.owed),
    ...presentTiers(customer.tier, currentTier(tiers, customer), more),
    counts: { orders: customer.orderCount + (customer.ordersBefore ?? 0) },
    spent: figures.spent === null ? null : shortText(figures.spent),
    firstOrderAt: instantToTextOrNull(figures.firstOrderAt),
    lastOrderAt: instantToTextOrNull(figures.lastOrderAt),
    consents: consents.map(({ kind, version, at, withdrawnAt }) => ({
      ...{ kind, version: version || null },
      at: instantToText(at),
      withdrawnAt: instantToTextOrNull(withdrawnAt),
    })),
  }
}

/** What expires by each of the days; all of it where the end that inactivity has comes first. */
function expiringBy(account: Account, { figures, until }: More): readonly Amount[] {
  const end = inactivityEnd(account)
  if (end === null || !hasPoints(account)) return figures.expiring
  const { points, cashback } = account.balance
  const all = { points: points > ZERO ? points : ZERO, cashback: cashback > ZERO ? cashback : ZERO }
  return until.map((day, index) => (end <= day ? all : (figures.expiring[index] ?? NOTHING)))
}

function presentActivity(account: Account): Pick<CustomerAnswer, 'activeOn' | 'endsOn' | 'noticedOn'> {
  const { inactivity, activeOn } = account
  if (inactivity === null) return { activeOn: null, endsOn: null, noticedOn: null }
  const isThere = hasPoints(account)
  const last = isThere ? goodThrough(inactivity, account, isThere) : null
  const text = (day: LocalDate | null): string | null => (day === null ? null : localDateToText(day))
  const noticeOn = isNoticed(inactivity, account) ? account.noticeOn : null
  return { activeOn: text(activeOn), endsOn: text(last), noticedOn: text(noticeOn) }
}

interface Held {
  readonly id: number
  readonly since: Instant
  readonly belowSince: Instant | null
}

function presentTiers(
  held: Held | null,
  current: Tier | null,
  { tiers, progress }: More,
): Pick<CustomerAnswer, 'tier' | 'nextTier'> {
  const own = held && held.id === current?.id ? held : null
  // No customer reaches a tier without goals by itself.
  const next = tiersAbove(tiers, current).find(({ goals }) => goals.length > 0)
  return {
    tier: current && {
      ...presentTier(current),
      since: instantToTextOrNull(own?.since ?? null),
      belowSince: instantToTextOrNull(own?.belowSince ?? null),
      goals: presentGoals(current, progress),
    },
    nextTier: next ? { ...presentTier(next), goals: presentGoals(next, progress) } : null,
  }
}

const MEASURES = ['spend', 'orders', 'points'] as const

function presentGoals({ goals }: Tier, progress: Progress): NonNullable<CustomerAnswer['tier']>['goals'] {
  return goals.map((goal) => {
    const has = progress(goal)
    return {
      name: goal.name,
      measure: MEASURES.find((name) => GOAL_MEASURE[name] === goal.measure) ?? 'points',
      value: shortText(goal.value),
      progress: shortText(has),
      months: goal.months,
      isMet: has >= goal.value,
    }
  })
}
