import type { Locale } from '../../contract/locale.ts'
import type { ZoneSpan } from '../../figures/rules/zones.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tenant } from '../../tenancy/tenant.ts'

/** Whose report is asked for, when, and in which language. */
export interface Asking {
  readonly tenant: Tenant
  readonly now: Instant
  readonly locale: Locale
}

/** For a report that reads what happened by its moment, and has to know when its days were. */
export interface AskingDays extends Asking {
  readonly spans: readonly ZoneSpan[]
}

/** The days of a report, as they were sent. */
export interface DaysQuery {
  readonly from?: string
  readonly to?: string
}
