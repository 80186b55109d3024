import type { Amount } from '../accounts/account.ts'
import type { ExportCell, ExportKind, ExportPage } from '../jobs/export.ts'
import { type Instant, instantToText, instantToTextOrNull } from '../platform/clock.ts'
import { shortText } from '../platform/decimal.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { knownLocalDate, localDateToText } from '../platform/zone.ts'
import { entriesOfAccount } from './rules/entries-of-account.ts'
import { rewardOf } from './rules/fold.ts'
import { lotsAsOf, movementsOf, TYPE_NAMES } from './rules/movements.ts'
import { dayAsOf, dayOf } from './rules/zones.ts'
import { findOrderIds, findPublicIds } from './store/export-names.ts'
import { findMoment, isMomentLost, type Moment } from './store/moments.ts'
import { type AccountToCount, readAccounts } from './store/read-accounts.ts'

/** An account has some ten records. */
const ROWS_OF_ACCOUNT = 10

/** Every change of a balance: what was issued, redeemed, expired and taken back, with its lots and rules. */
export const movementsExport: ExportKind = {
  name: 'movements',
  holdsPersons: false,
  hasDates: true,
  columns: [
    ...['publicId', 'recordId', 'at', 'type', 'flow', 'points', 'cashback', 'orderId', 'rewardId', 'version'],
    ...['lots', 'rules'],
  ],
  sums: ['points', 'cashback'],
  begin: (tx, { tenant }) => findMoment(tx, tenant.id),
  page: (tx, page) =>
    pageOf(tx, page, ({ account, publicId, orderIds }) => {
      const byId = new Map(account.records.map((record) => [record.id, record]))
      return movementsOf(entriesOfAccount(account), page.filter).map((movement): ExportCell[] => {
        const { record, at, flow, change, uses, shares } = movement
        const orderId = byId.get(record.id)?.orderId
        return [
          ...[publicId, record.id, instantToText(at), TYPE_NAMES.get(record.type) ?? null, flow],
          ...amountCells(change),
          (orderId && orderIds.get(orderId)) ?? null,
          rewardOf(record) || null,
          record.explanation?.v ?? null,
          uses.map(({ lot, amount }) => `${lot.id}:${shortText(amount.points)}`).join(' ') || null,
          shares.map(({ rule, amount }) => `${rule}:${shortText(amount.points)}`).join(' ') || null,
        ]
      })
    }),
}

/** Every lot of which something was left, now or at the end of a past day; and what customers owed. */
export const lotsExport: ExportKind = {
  name: 'lots',
  holdsPersons: false,
  hasDates: false,
  takesDay: true,
  columns: [
    ...[
      'publicId',
      'recordId',
      'state',
      'type',
      'recordedAt',
      'availableAt',
      'expiresAt',
      'lastDay',
      'orderId',
    ],
    ...['originalPoints', 'points', 'cashback'],
  ],
  sums: ['points', 'cashback'],
  begin: (tx, { tenant }) => findMoment(tx, tenant.id),
  page: (tx, page) => {
    const { filter, spans } = page
    const day = filter.asOf ? knownLocalDate(filter.asOf) : null
    const counts = (at: Instant) => day === null || dayOf(at, spans) <= day
    return pageOf(tx, page, ({ account, publicId, orderIds }) => {
      const byId = new Map(account.records.map((record) => [record.id, record]))
      const { lots, owed } = lotsAsOf(entriesOfAccount(account), counts)
      const rows = lots.map(({ lot, state, left }): ExportCell[] => {
        const record = byId.get(lot.id)
        const { recordedAt, expiresAt } = lot
        return [
          ...[publicId, lot.id, state, TYPE_NAMES.get(lot.type) ?? null, instantToText(recordedAt)],
          instantToTextOrNull(record?.availableAt ?? null),
          instantToTextOrNull(expiresAt),
          expiresAt === null ? null : localDateToText(dayAsOf(expiresAt - 1, recordedAt, spans)),
          (record?.orderId && orderIds.get(record.orderId)) ?? null,
          record ? shortText(record.amount.points) : null,
          ...amountCells(left),
        ]
      })
      if (owed.points === 0n && owed.cashback === 0n) return rows
      const nothing = Array.from({ length: 7 }, () => null)
      const taken = { points: -owed.points, cashback: -owed.cashback }
      return [...rows, [publicId, null, 'owed', ...nothing, ...amountCells(taken)]]
    })
  },
}

function amountCells({ points, cashback }: Amount): [string, string] {
  return [shortText(points), shortText(cashback)]
}

interface AccountToExport extends Pick<AccountToCount, 'account'> {
  readonly publicId: string | null
  readonly orderIds: ReadonlyMap<number, string>
}

/** Whole accounts, one after the other: a page may have more rows than wanted, or none, and says itself whether it is the last. */
async function pageOf(
  tx: Tx,
  { tenant, after, limit, moment: known }: ExportPage,
  rowsOf: (account: AccountToExport) => readonly ExportCell[][],
): ReturnType<ExportKind['page']> {
  const wanted = Math.max(1, Math.floor(limit / ROWS_OF_ACCOUNT))
  const from = (after as number | null) ?? 0
  const moment = (known ?? null) as Moment | null
  const accounts = await readAccounts(tx, tenant.id, { after: from, limit: wanted, asOf: moment })
  const orders = accounts.flatMap(({ customerId, account: { records } }) =>
    records.flatMap(({ orderId }) => (orderId === null ? [] : { customerId, orderId })),
  )
  const [publicIds, orderIds] = await Promise.all([
    findPublicIds(
      tx,
      tenant.id,
      accounts.map(({ customerId }) => customerId),
    ),
    findOrderIds(tx, tenant.id, orders),
  ])
  const rows = accounts.flatMap(({ customerId, account }) =>
    rowsOf({ account, publicId: publicIds.get(customerId) ?? null, orderIds }),
  )
  const isLast = accounts.length < wanted
  const isLost = isLast && moment !== null && (await isMomentLost(tx, tenant.id, moment))
  return { rows, after: accounts.at(-1)?.customerId ?? from, isLast, isLost }
}
