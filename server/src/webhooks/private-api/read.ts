import type { TenantId } from '../../contract/ids.ts'
import { type ApiRefusal, wrongField } from '../../contract/private-api/errors.ts'
import { integerFromQuery } from '../../contract/private-api/query.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { POINT_TOPICS, TOPICS, type Topic } from '../../events/event.ts'
import type { LogInput } from '../read-log.ts'
import { cursorFromText } from '../rules/cursor.ts'
import { EVENTS_DEFAULT, EVENTS_MAX, NOW } from './schema.ts'

export function readEventsQuery(
  tenantId: TenantId,
  query: Readonly<Record<string, unknown>>,
): LogInput | ApiRefusal {
  const size = integerFromQuery(query.PageSize, EVENTS_DEFAULT)
  if (size === null || size < 1 || size > EVENTS_MAX) {
    return wrongField('ApiExternal_Error_Page_Size', 'PageSize', `must be from 1 to ${EVENTS_MAX}.`)
  }
  const topics = readTopics(query.Topic)
  if (isRefusal(topics)) return topics
  const from = readCursor(tenantId, query.Cursor)
  return isRefusal(from) ? from : { from, size, topics }
}

function readTopics(sent: unknown): ReadonlySet<Topic> | ApiRefusal {
  const names = sent === undefined ? POINT_TOPICS : [sent].flat()
  const unknown = names.find((name) => !(TOPICS as readonly unknown[]).includes(name))
  if (unknown === undefined) return new Set(names as Topic[])
  return wrongField('WebhookSubscription_TopicRequired', 'Topic', `must be one of ${TOPICS.join(', ')}.`)
}

function readCursor(tenantId: TenantId, sent: unknown): LogInput['from'] | ApiRefusal {
  if (sent === undefined || sent === '' || sent === 'null') return 'oldest'
  if (sent === NOW) return NOW
  const cursor = typeof sent === 'string' ? cursorFromText(tenantId, sent) : null
  const hint = 'is not one that you were given: send a NextCursor as it is, or leave it out.'
  return cursor ?? wrongField('Genaral_LengthLimitExceeded', 'Cursor', hint)
}

export const TOO_OLD = wrongField(
  'Genaral_LengthLimitExceeded',
  'Cursor',
  'is older than what is kept: events may be missing. Read the balances of all customers, and go on from “now”.',
)
