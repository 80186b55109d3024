import { POINT_TYPE, type PointType } from '../../accounts/account.ts'
import { DATE_HINT, readDate } from '../../contract/private-api/dates.ts'
import type { Page } from '../../contract/private-api/envelopes.ts'
import { type ApiRefusal, wrongField } from '../../contract/private-api/errors.ts'
import { readPage } from '../../contract/private-api/paging.ts'
import { integerFromQuery } from '../../contract/private-api/query.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import type { Instant } from '../../platform/clock.ts'
import type { HistoryFilter } from '../store/page.ts'

export interface HistoryInput {
  readonly page: Page
  readonly filter: HistoryFilter
}

const TYPES: readonly number[] = Object.values(POINT_TYPE)

export function readHistoryInput(
  sent: Readonly<Record<string, unknown>>,
  timeZone: string,
): HistoryInput | ApiRefusal {
  const page = readPage(sent)
  if (isRefusal(page)) return page
  const from = readMoment(sent, 'From', timeZone)
  if (isRefusal(from)) return from
  const until = readMoment(sent, 'Until', timeZone)
  if (isRefusal(until)) return until
  if (from !== null && until !== null && from > until) {
    return refusal('Campaign_InvalidDateRange', 'From lies after Until.', 'From')
  }
  const type = readType(sent.PointType)
  if (isRefusal(type)) return type
  return { page, filter: { from, until, type } }
}

function readMoment(
  sent: Readonly<Record<string, unknown>>,
  field: string,
  timeZone: string,
): Instant | null | ApiRefusal {
  const value = sent[field]
  if (value === undefined || value === 'null') return null
  const date = typeof value === 'string' ? readDate(value, timeZone) : 'invalid'
  if (date === 'invalid') return wrongField('General_FieldCannotBeDefault', field, DATE_HINT)
  return date === 'missing' ? null : date
}

const NO_TYPE = -1

function readType(value: unknown): PointType | null | ApiRefusal {
  const type = integerFromQuery(value, NO_TYPE)
  const isSent = value !== undefined && value !== '' && value !== 'null'
  if (!isSent) return null
  if (type === null) {
    return wrongField('General_FieldCannotBeNullOrBlank', 'PointType', 'must be a whole number.')
  }
  if (!TYPES.includes(type)) {
    const last = Math.max(...TYPES)
    return wrongField('Genaral_LengthLimitExceeded', 'PointType', `must be from 0 to ${last}.`)
  }
  return type as PointType
}
