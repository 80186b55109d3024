/** Accounting: entries that are proposed for a merchant's books, and months that are closed. */
import { bookedOf, entryFromText, readClosed } from '../../accounting/month-close.ts'
import { namedAccounts } from '../../accounting/settings.ts'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { isConfigRefusal } from '../../contract/config-refusal.ts'
import { problem } from '../../contract/problem.ts'
import { monthFromText, monthToText } from '../../figures/rules/period.ts'
import type { Month, ZoneSpan } from '../../figures/rules/zones.ts'
import { readVintages } from '../../figures/store/read-vintages.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import { problemOf } from '../../people/admin-api/config-refusal.ts'
import { changesBetween } from '../../people/audit.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { shortText } from '../../platform/decimal.ts'
import { decimalsOf } from '../../platform/money-format.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { findTimeZones } from '../../tenancy/store/zones.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { SpansOf } from '../reports/answered.ts'
import { changeEstimate, changeSettings, isSameEstimate } from './change.ts'
import { type CloseDeps, checkMonth, findBlocker, type Obstacle } from './check-month.ts'
import { closeMonth, monthsOf } from './close.ts'
import { journalCsv, journalLines } from './journal.ts'
import { problemOfObstacle } from './obstacle.ts'
import { presentAccounting, presentClosedMonth, presentLeft, presentOpenMonth } from './present.ts'
import {
  type Ledger,
  lockLedger,
  readFigures,
  readLedger,
  readOpenMonth,
  readOpenMonths,
  runningMonth,
} from './read-books.ts'
import {
  changeAccounting,
  closeMonthOperation,
  getAccounting,
  getJournal,
  getMonth,
  listMonths,
  setEstimate,
} from './schema.ts'
import { BLOCKER_TEXTS, usualNames, withTexts } from './texts.ts'

export function accountingAdminRoutes(api: AdminApi, deps: CloseDeps): void {
  settingsRoutes(api)
  /** When a month was depends on the zones that the merchant has had, which the directory knows. */
  const spansOf: SpansOf = ({ tenant: { id } }) =>
    deps.cells.directory.read([id], (tx) => findTimeZones(tx, id))
  monthRoutes(api, spansOf)
  closeRoute(api, deps, spansOf)
}

function settingsRoutes(api: AdminApi): void {
  api.read(getAccounting, 'cell', async (tx, { tenant, now }) => {
    const ledger = await readLedger(tx, tenant)
    return { answer: await present(tx, { tenant, now }, ledger), version: ledger.settings.version }
  })

  api.write(changeAccounting, 'cell', async (tx, { tenant, body, ifMatch, now }) => {
    const ledger = await lockLedger(tx, tenant)
    const running = runningMonth(tenant, now)
    const change = await changeSettings(tx, { tenant, body, expected: ifMatch, running }, ledger)
    const subject = { kind: 'accounting', id: String(tenant.id) }
    if (isConfigRefusal(change)) {
      return problemOf(tx, change, { ...subject, place: 'cell', tenantId: tenant.id })
    }
    const { before, after } = change
    const members = ({ version: _, startsIn, ...settings }: typeof after) => ({
      ...settings,
      startsIn: startsIn === null ? null : monthToText(startsIn),
    })
    return {
      answer: await present(tx, { tenant, now }, { ...ledger, settings: after }),
      version: after.version,
      audit: {
        target: { ...subject, label: tenant.name },
        ...changesBetween(before ? members(before) : {}, members(after)),
      },
    }
  })

  api.write(setEstimate, 'cell', async (tx, { tenant, params, body, now }) => {
    const ledger = await lockLedger(tx, tenant)
    const since = monthOfPath(params)
    const change = await changeEstimate(
      tx,
      tenant,
      { since, running: runningMonth(tenant, now) },
      body,
      ledger,
    )
    const subject = { kind: 'accounting', id: String(tenant.id) }
    if (isConfigRefusal(change)) {
      return problemOf(tx, change, { ...subject, place: 'cell', tenantId: tenant.id })
    }
    const members = ({ breakage, pointWorth }: typeof change.after) => ({
      breakage: shortText(breakage),
      pointWorth: pointWorth === null ? null : shortText(pointWorth),
    })
    const changed = await readLedger(tx, tenant)
    const audit = {
      target: { ...subject, label: monthToText(since) },
      ...changesBetween(change.before ? members(change.before) : {}, members(change.after)),
    }
    return {
      answer: await present(tx, { tenant, now }, changed),
      version: changed.settings.version,
      // Two who set the same have set it once.
      audit: change.before && isSameEstimate(change.before, change.after) ? null : audit,
    }
  })
}

function monthRoutes(api: AdminApi, spansOf: SpansOf): void {
  api.read(listMonths, 'cell', async (tx, { tenant, now }) => {
    const ledger = await readLedger(tx, tenant)
    const figures = await readFigures(tx, tenant)
    const running = runningMonth(tenant, now)
    const months = monthsOf(tenant, now, ledger)
    const open = figures ? await readOpenMonths(tx, figures, months.at(-1) ?? running, ledger) : new Map()
    const closes = new Map(ledger.closes.map((close) => [close.month, close]))
    const items = months.map((month) => {
      const close = closes.get(month)
      const booked = close ? bookedOf(readClosed(close)) : open.get(month)?.booked
      return {
        month: monthToText(month),
        state: close ? ('closed' as const) : month >= running ? ('running' as const) : ('open' as const),
        closedAt: close ? instantToText(close.closedAt) : null,
        closedBy: close?.closedBy.label ?? null,
        left: booked ? presentLeft(booked) : null,
      }
    })
    return {
      answer: { counting: figures === null, currency: tenant.currency, items: items.toReversed() },
    }
  })

  api.read(
    getMonth,
    'cell',
    async (tx, { tenant, params, now, locale }, spans) => {
      const month = monthOfPath(params)
      const ledger = await readLedger(tx, tenant)
      if (!monthsOf(tenant, now, ledger).includes(month)) return NOT_FOUND
      const close = ledger.closes.find((one) => one.month === month)
      if (close) return { answer: presentClosedMonth(close, tenant) }
      const open = await openMonth(tx, tenant, month, ledger)
      if (!open) return COUNTING
      const blocker = await findBlocker(tx, { tenant, now, month, spans }, ledger)
      const isOver = month < runningMonth(tenant, now)
      return { answer: presentOpenMonth(open, ledger, { tenant, locale, isOver, blocker }) }
    },
    spansOf,
  )

  api.read(getJournal, 'cell', async (tx, { tenant, params, now }) => {
    const month = monthOfPath(params)
    const ledger = await readLedger(tx, tenant)
    if (!monthsOf(tenant, now, ledger).includes(month)) return NOT_FOUND
    const close = ledger.closes.find((one) => one.month === month)
    const closed = close && readClosed(close)
    const open = close ? null : await openMonth(tx, tenant, month, ledger)
    if (!closed && !open) return COUNTING
    const lines = journalLines({
      ...{ tenantId: tenant.id, month, isClosed: closed !== undefined },
      decimals: closed?.decimals ?? decimalsOf(tenant.currency),
      entries: closed
        ? closed.entries.map(entryFromText)
        : withTexts(open?.posted.entries ?? [], tenant.locale),
      accounts: closed?.accounts ?? namedAccounts(ledger.settings, usualNames(tenant.locale)),
    })
    return { answer: { lines, csv: journalCsv(lines) } }
  })
}

interface Prepared {
  readonly found: Obstacle | null
  readonly spans: readonly ZoneSpan[]
}

function closeRoute(api: AdminApi, deps: CloseDeps, spansOf: SpansOf): void {
  api.write<typeof closeMonthOperation, Prepared>(
    closeMonthOperation,
    'cell',
    async (tx, { tenant, params, now, caller }, { found, spans }) => {
      const month = monthOfPath(params)
      const ledger = await lockLedger(tx, tenant)
      if (!monthsOf(tenant, now, ledger).includes(month)) return NOT_FOUND
      const by = { kind: caller.actor.kind, label: caller.actor.label }
      const closed = await closeMonth(tx, { tenant, month, now, spans, by, found }, ledger)
      if ('code' in closed) return problemOfObstacle(closed, month, caller)
      const answer = presentClosedMonth(closed.close, tenant)
      const audit = {
        target: { kind: 'accounting', id: monthToText(month), label: monthToText(month) },
        after: { hash: answer.hash, ...answer.left },
      }
      return { answer, audit: closed.isNew ? audit : null }
    },
    async ({ tenant, params, now }) => {
      const spans = await spansOf({ tenant })
      return { spans, found: await checkMonth(deps, { tenant, month: monthOfPath(params), now, spans }) }
    },
  )
}

const COUNTING = problem('conflict', BLOCKER_TEXTS.counting, { code: 'counting' })

/** Its schema lets nothing else through. */
function monthOfPath({ month }: { readonly month: string }): Month {
  return monthFromText(month) ?? 0
}

async function present(tx: Tx, { tenant, now }: { tenant: Tenant; now: Instant }, ledger: Ledger) {
  const figures = await readFigures(tx, tenant)
  const vintages = figures && (await readVintages(tx, figures))
  return presentAccounting(ledger, tenant, {
    changes: vintages?.changes ?? null,
    running: runningMonth(tenant, now),
  })
}

async function openMonth(tx: Tx, tenant: Tenant, month: Month, ledger: Ledger) {
  const figures = await readFigures(tx, tenant)
  return figures && readOpenMonth(tx, figures, month, ledger)
}
