import { type Account, inactivityEnd } from '../../accounts/account.ts'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import { type CursorKeys, readCursor, writeCursor } from '../../contract/admin-api/cursor.ts'
import { isId, isMoment, pageOf, rowsOf } from '../../contract/admin-api/page.ts'
import { CURSOR_OF_OTHER_LIST, NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import { presentAmount, seesPersons } from '../../customers/admin-api/present.ts'
import { shortText } from '../../earning/explanation.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { decimalFromText } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { loadTimeline, type TimelineCursor } from '../load-timeline.ts'
import { partsOfBalance } from '../rules/explain-balance.ts'
import { type ListedLot, type LotPlace, listLots as list, sumLots, sumRecords } from '../store/balance.ts'
import type { Owner } from '../store/history.ts'
import { presentItem, presentLot } from './present.ts'
import { type BalanceExplained, explainBalance, getTimeline, listLots } from './schema.ts'

/** Of each kind; `customers.lots` lists all. */
const LOTS_MAX = 100

export function historyAdminRoutes(api: AdminApi, reads: SettledReads): void {
  api.custom(explainBalance, async ({ tenant, params }) => {
    const answer = await reads.ofNumber(tenant, params.id, async (tx, { customer, account }, now) =>
      explain(tx, { tenantId: tenant.id, customerId: customer.id }, account, now),
    )
    return answer ? { answer } : NOT_FOUND
  })

  api.custom(getTimeline, async ({ tenant, params, query, caller, locale }) => {
    const after = readTimelineCursor(query)
    if (isProblem(after)) return after
    const page = await reads.ofNumber(tenant, params.id, (tx, { customer, account }, now) =>
      loadTimeline(tx, {
        tenant: { ...tenant, locale, hidesWords: !seesPersons(caller) },
        owner: { tenantId: tenant.id, customerId: customer.id },
        account,
        now,
        after,
        kinds: query.kinds === undefined ? null : new Set(query.kinds.split(',')),
        limit: rowsOf(query),
      }),
    )
    if (!page) return NOT_FOUND
    const shown = page.items.slice(0, rowsOf(query) - 1)
    const last = shown.at(-1)
    const isMore = page.items.length > shown.length && last !== undefined
    const next = isMore ? { ...last.place, balance: last.balanceBefore } : page.lookedUntil
    return {
      answer: {
        items: shown.map((item) => presentItem(item, { caller, locale })),
        nextCursor: next && writeCursor(query, keysOfCursor(next)),
      },
    }
  })

  api.custom(listLots, async ({ tenant, params, query }) => {
    const isWaiting = query.state === 'waiting'
    const after = readLotPlace(query)
    if (isProblem(after)) return after
    const found = await reads.ofNumber(tenant, params.id, async (tx, { customer, account }) => {
      const owner = { tenantId: tenant.id, customerId: customer.id }
      const rows = await list(tx, owner, { isWaiting, after, limit: rowsOf(query) })
      return { rows, inactiveAt: inactivityEnd(account) }
    })
    if (!found) return NOT_FOUND
    const { rows, inactiveAt } = found
    return { answer: pageOf(query, rows, keysOfLot, (lot) => presentLot(lot, inactiveAt)) }
  })
}

async function explain(tx: Tx, owner: Owner, account: Account, now: Instant): Promise<BalanceExplained> {
  const inactiveAt = inactivityEnd(account)
  const present = (lot: ListedLot) => presentLot(lot, inactiveAt)
  const first = { after: FIRST_LOT, limit: LOTS_MAX }
  const [sums, lots, open, waiting] = await Promise.all([
    sumRecords(tx, owner),
    sumLots(tx, owner),
    list(tx, owner, { ...first, isWaiting: false }),
    list(tx, owner, { ...first, isWaiting: true }),
  ])
  return {
    asOf: instantToText(now),
    ...presentAmount(account.balance),
    parts: partsOfBalance(sums, lots.waiting).map(({ kind, amount, records }) => ({
      kind,
      ...presentAmount(amount),
      records,
    })),
    open: { ...presentAmount(lots.open.amount), count: lots.open.count, lots: open.map(present) },
    waiting: {
      ...presentAmount(lots.waiting.amount),
      count: lots.waiting.count,
      lots: waiting.map(present),
    },
    owed: presentAmount(lots.owed),
  }
}

interface CursorQuery extends Readonly<Record<string, unknown>> {
  readonly cursor?: string
}

function keysOfCursor({ at, rank, id, balance }: TimelineCursor): CursorKeys {
  return [at, rank, id, shortText(balance.points), shortText(balance.cashback)]
}

const DECIMAL = /^-?\d{1,20}(\.\d{1,4})?$/

function isDecimal(value: unknown): value is string {
  return typeof value === 'string' && DECIMAL.test(value)
}

function readTimelineCursor(query: CursorQuery): TimelineCursor | null | Problem {
  const keys = readCursor(query, query.cursor, 5)
  if (keys === null || isProblem(keys)) return keys
  const [at, rank, id, points, cashback] = keys
  if (!isMoment(at) || !isId(id) || (rank !== 0 && rank !== 1)) return CURSOR_OF_OTHER_LIST
  if (!isDecimal(points) || !isDecimal(cashback)) return CURSOR_OF_OTHER_LIST
  return { at, rank, id, balance: { points: decimalFromText(points), cashback: decimalFromText(cashback) } }
}

const FIRST_LOT: LotPlace = { at: Number.NEGATIVE_INFINITY, id: 0 }
/** JSON knows no infinity: of a lot that never expires. */
const NEVER = 'never'

function keysOfLot({ isWaiting, availableAt, expiresAt, id }: ListedLot): CursorKeys {
  return [isWaiting ? availableAt : (expiresAt ?? NEVER), id]
}

function readLotPlace(query: CursorQuery): LotPlace | Problem {
  const keys = readCursor(query, query.cursor, 2)
  if (isProblem(keys)) return keys
  if (keys === null) return FIRST_LOT
  const [at, id] = keys
  if (!isId(id)) return CURSOR_OF_OTHER_LIST
  if (at === NEVER) return { at: Number.POSITIVE_INFINITY, id }
  return isMoment(at) ? { at, id } : CURSOR_OF_OTHER_LIST
}
