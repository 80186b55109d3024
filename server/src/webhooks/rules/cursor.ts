import type { TenantId } from '../../contract/ids.ts'
import type { LogPosition } from '../../events/event.ts'
import type { Instant } from '../../platform/clock.ts'

/** How far a receiver has read the log by itself. */
export interface Cursor {
  readonly after: LogPosition
  /** All that lies behind was written at this time or later: what is known of it when the log is cut off before it. */
  readonly writtenSince: Instant
}

/** The beginning of the log. */
export const OLDEST: LogPosition = { transaction: '0', id: 0 }

const VERSION = 1
/** The largest that the log can have: epochs have 15 bits, and a server gives out 48 bits of numbers. */
const TRANSACTION_MAX = 2n ** 63n

export function cursorToText(tenantId: TenantId, { after, writtenSince }: Cursor): string {
  const parts = [VERSION, tenantId, after.transaction, after.id, writtenSince]
  return Buffer.from(parts.join('.')).toString('base64url')
}

/** null: it is none of ours, or another merchant's. */
export function cursorFromText(tenantId: TenantId, text: string): Cursor | null {
  const parts = Buffer.from(text, 'base64url').toString('latin1').split('.')
  if (parts.length !== 5 || !parts.every((part) => /^(0|[1-9]\d{0,18})$/.test(part))) return null
  const [version, tenant, transaction = '', id, writtenSince] = parts
  if (Number(version) !== VERSION || Number(tenant) !== tenantId) return null
  if (BigInt(transaction) >= TRANSACTION_MAX) return null
  const numbers = [Number(id), Number(writtenSince)] as const
  if (!numbers.every((number) => Number.isSafeInteger(number))) return null
  return { after: { transaction, id: numbers[0] }, writtenSince: numbers[1] }
}
