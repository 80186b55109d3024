/** Rows of tables as lines of text, from the database and from the model alike. */
import { written } from './arithmetic.ts'
import type { Amount, LedgerRecord } from './ledger.ts'
import type { HeldTier } from './tier.ts'

export interface RecordRow {
  customer: string
  type: number
  points: string
  cashback: string
  order: string | null
  available_at: Date | null
  expires_at: Date | null
  is_waiting: boolean
  remaining_points: string | null
  remaining_cashback: string
  debt_points: string | null
  debt_cashback: string
}

export interface OrderRow {
  state: number
  total: string
  returned: string
  placed_at: Date
  completed_at: Date | null
  updated_at: Date
}

export interface CouponRow {
  code: string
  customer: string
  value: string
  valid_until: Date | null
  is_used: boolean
  is_inactive: boolean
  order: string | null
  used_for: string | null
  key: string | null
}

export interface RedemptionRow {
  key: string
  reward: string
  customer: string
  external: string
  cost: string
  refunded: string
  is_returned: boolean
  coupon_key: string
  checkout: string | null
  deadline: Date | null
  released_by: number | null
}

export function describeCoupon(row: CouponRow): string {
  const state = row.is_used ? 'used' : 'free'
  const until = row.valid_until?.toISOString() ?? 'ever'
  const order = `${row.order === null ? '' : ` by ${row.order}`}${row.used_for === null ? '' : ` for ${row.used_for}`}`
  const inactive = row.is_inactive ? ', inactive' : ''
  return `of ${row.customer}, ${row.value} until ${until}, ${state}${order}${inactive}, from ${row.key}`
}

export function describeRedemption(row: RedemptionRow): string {
  const end = row.is_returned ? ', returned' : ''
  const basket = row.checkout === null ? '' : `, for ${row.checkout} until ${row.deadline?.toISOString()}`
  const released = row.released_by === null ? '' : `, released by ${row.released_by}`
  return `${row.reward} by ${row.customer} for ${row.cost} less ${row.refunded}, ${row.external} ${row.coupon_key}${basket}${end}${released}`
}

export function describeOrder({ state, total, returned, ...row }: OrderRow): string {
  const { placed_at, completed_at, updated_at } = row
  const dates = [placed_at, completed_at, updated_at].map((date) => date?.toISOString() ?? 'never')
  return `state ${state}, total ${total} less ${returned}, placed ${dates[0]}, completed ${dates[1]}, updated ${dates[2]}`
}

export function describeHeld(held: HeldTier | null): string | null {
  if (!held) return null
  const below = held.belowSince === null ? null : new Date(held.belowSince)
  return describeTier(held.tier.name, new Date(held.since), below)
}

export function describeTier(name: string | null, since: Date | null, below: Date | null): string | null {
  if (name === null) return null
  return `${name} since ${since?.toISOString()}${below ? `, missed since ${below.toISOString()}` : ''}`
}

export function describeRecord({ type, amount, order, lot, debt }: LedgerRecord): string {
  return describe(
    type,
    amountText(amount),
    order,
    lot && {
      left: amountText(lot.left),
      isWaiting: lot.isWaiting,
      availableAt: new Date(lot.availableAt),
      expiresAt: lot.expiresAt === null ? null : new Date(lot.expiresAt),
    },
    debt && amountText(debt),
  )
}

export function describeRow(row: RecordRow): string {
  return describe(
    row.type,
    `${row.points} / ${row.cashback}`,
    row.order,
    row.remaining_points === null
      ? null
      : {
          left: `${row.remaining_points} / ${row.remaining_cashback}`,
          isWaiting: row.is_waiting,
          availableAt: row.available_at,
          expiresAt: row.expires_at,
        },
    row.debt_points === null ? null : `${row.debt_points} / ${row.debt_cashback}`,
  )
}

function describe(
  type: number,
  amount: string,
  order: string | null,
  lot: { left: string; isWaiting: boolean; availableAt: Date | null; expiresAt: Date | null } | null,
  debt: string | null,
): string {
  const parts = [`type ${type}: ${amount}`]
  if (order !== null) parts.push(`order ${order}`)
  if (lot) {
    const until = lot.expiresAt?.toISOString() ?? 'ever'
    parts.push(
      `left ${lot.left}, ${lot.isWaiting ? 'waits until' : 'since'} ${lot.availableAt?.toISOString()}`,
    )
    parts.push(`good until ${until}`)
  }
  if (debt !== null) parts.push(`owed ${debt}`)
  return parts.join(', ')
}

export function amountText({ points, cashback }: Amount): string {
  return `${written(points)} / ${written(cashback)}`
}
