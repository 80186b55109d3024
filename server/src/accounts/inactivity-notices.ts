import type { CustomerId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { settleAll } from '../platform/settle-all.ts'
import { localDate } from '../platform/zone.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { hasPoints } from './account.ts'
import { inactivityTerms, lastActiveDayEndingBefore, needsNotice } from './rules/inactivity.ts'
import { dateUndated, findToNotice, type InactivePlace } from './store/inactive.ts'
import type { Command } from './till/command.ts'
import type { Till } from './till/till.ts'

interface NoticeInput {
  readonly tenant: Tenant
  readonly customerKey: string
}

/** Tells a customer, once, that the points will end. One who was active meanwhile is not told. */
const giveNotice: Command<NoticeInput, boolean> = {
  name: 'notice of inactivity',
  customerOf: ({ customerKey }) => customerKey,
  loads: () => [],
  decide({ customer, account }, _input, posting) {
    const { inactivity } = account
    if (!customer || inactivity === null) return { result: false }
    const today = localDate(posting.now, inactivity.timeZone)
    if (!needsNotice(inactivity, account, hasPoints(account), today)) return { result: false }
    posting.noticeInactivity()
    return { result: true }
  },
}

export interface NoticesOptions {
  readonly database: Database
  readonly till: Till
  readonly tenant: Tenant
  readonly now: Instant
  readonly signal?: AbortSignal
}

/** Customers whose days are looked at in one statement. */
const PAGE = 1_000
/** Notices that are given at once: one batch of the till. */
const AT_ONCE = 100
const FIRST: InactivePlace = { activeOn: -1_000_000, id: 0 }

/**
 * The daily step of merchants whose points end when nothing happens; nothing for all others. It ends nothing itself. It
 * may be late, cut off or run twice: who was told is known from the account, and points end no sooner for it.
 */
export async function noticeInactive(options: NoticesOptions): Promise<void> {
  const { tenant, now } = options
  const terms = inactivityTerms(tenant)
  if (terms === null) return
  const today = localDate(now, terms.timeZone)
  if (today >= terms.startsOn) await dateAll(options, terms.startsOn)
  if (terms.noticeDays === 0) return
  const activeUntil = lastActiveDayEndingBefore(terms, today + terms.noticeDays + 1)
  if (activeUntil === null) return
  const ask = { tenantId: tenant.id, terms, today, activeUntil }
  const failures = settleAll()
  for (let after: InactivePlace | undefined = FIRST; after && !options.signal?.aborted; ) {
    const behind: InactivePlace = after
    const page = await options.database.read([tenant.id], (tx) => findToNotice(tx, ask, behind, PAGE))
    for (let first = 0; first < page.length && !options.signal?.aborted; first += AT_ONCE) {
      const customers = page.slice(first, first + AT_ONCE)
      await failures.settle(
        customers.map(({ originalId: customerKey }) => options.till.run(giveNotice, { tenant, customerKey })),
      )
    }
    after = page.length < PAGE ? undefined : page.at(-1)
  }
  failures.throwIfAny('customers could not be told that their points will end')
}

/** Of customers to whom nothing happened since it was switched on, the index knows no day. */
async function dateAll({ database, tenant, signal }: NoticesOptions, startsOn: number): Promise<void> {
  for (let after: CustomerId | null = 0; after !== null && !signal?.aborted; ) {
    const behind: CustomerId = after
    after = await database.transaction([tenant.id], (tx) =>
      dateUndated(tx, { tenantId: tenant.id, startsOn }, behind, PAGE),
    )
  }
}
