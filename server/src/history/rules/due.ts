import {
  type Account,
  type Amount,
  type DebitEntry,
  mayBeDue,
  NOTHING,
  POINT_TYPE,
  type Repayment,
} from '../../accounts/account.ts'
import { ALL_LOADED } from '../../accounts/rules/loaded.ts'
import { settle } from '../../accounts/rules/settle.ts'
import type { RecordId } from '../../contract/ids.ts'
import { type StoredExplanation, shortText } from '../../earning/explanation.ts'
import type { Instant } from '../../platform/clock.ts'
import { type LocalDate, localDateToText } from '../../platform/zone.ts'
import type { DueLot, HistoryFacts, HistoryRecord, Moment } from '../history.ts'

/** For records that are not written yet: the sequence of ids will never come so far. */
const FIRST_UNWRITTEN_ID = 2 ** 52

export function isWritten(recordId: RecordId): boolean {
  return recordId < FIRST_UNWRITTEN_ID
}

/**
 * The facts as they are once everything that is due has been settled. The next command or sweep will write the same,
 * at the same moments: so a reader sees no difference between before and after it.
 */
export function withDue(facts: HistoryFacts, now: Instant): HistoryFacts {
  const account: Account = {
    ...facts.account,
    lots: facts.dueLots,
    debts: facts.debts,
    loaded: ALL_LOADED,
  }
  if (!mayBeDue(account, now)) return facts
  let lastId = FIRST_UNWRITTEN_ID
  const settled = settle(account, now, { next: () => ++lastId })
  const dueLots = new Map(facts.dueLots.map((lot) => [lot.id, lot]))
  const records = new Map(facts.records)
  const moments: Moment[] = [...facts.moments]
  const repayments: Repayment[] = []
  for (const entry of settled.entries) {
    if (entry.kind === 'opening') repayments.push(...entry.repayments)
    if (entry.kind !== 'debit') continue
    const lot = dueLots.get(entry.origins[0]?.lotId ?? 0)
    if (!lot) continue
    records.set(entry.id, expiryOf(entry, lot))
    moments.push({ recordId: entry.id, at: entry.at, isOpening: false })
  }
  const left = new Map(settled.account.lots.map((lot) => [lot.id, lot.remaining]))
  for (const { id } of facts.dueLots) {
    const record = records.get(id)
    if (!record?.lot) continue
    const lot = { ...record.lot, remaining: left.get(id) ?? NOTHING, isWaiting: false }
    records.set(id, { ...record, lot })
  }
  payDebts(records, repayments, settled.account, dueLots)
  const { balance } = settled.account
  const recordCount = facts.recordCount + (records.size - facts.records.size)
  return { ...facts, account: { ...facts.account, balance }, records, moments, recordCount }
}

function expiryOf({ id, at, amount, inactiveSince }: DebitEntry, lot: DueLot): HistoryRecord {
  const used = { points: -amount.points, cashback: -amount.cashback }
  return {
    id,
    type: POINT_TYPE.expiry,
    amount,
    at,
    orderId: lot.orderId,
    order: lot.order,
    isOrderCancelled: false,
    lot: null,
    debt: null,
    takenOfWaiting: NOTHING,
    used: [{ lotId: lot.id, used, original: lot.original, at: lot.at, order: lot.order }],
    usedCount: 1,
    explanation: inactiveSince === undefined ? null : endedSince(inactiveSince, amount),
    source: null,
  }
}

function endedSince(since: LocalDate, { points }: Amount): StoredExplanation {
  return { lines: [{ kind: 'inactive', since: localDateToText(since), points: shortText(points) }] }
}

function payDebts(
  records: Map<number, HistoryRecord>,
  repayments: readonly Repayment[],
  { debts }: Account,
  dueLots: ReadonlyMap<number, DueLot>,
): void {
  const owed = new Map(debts.map(({ recordId, remaining }) => [recordId, remaining]))
  for (const { debitId, lotId, used } of repayments) {
    const record = records.get(debitId)
    const lot = dueLots.get(lotId)
    if (!record || !lot) continue
    const payer = { lotId, used, original: lot.original, at: lot.at, order: lot.order }
    records.set(debitId, {
      ...record,
      debt: owed.get(debitId) ?? NOTHING,
      used: [...record.used, payer],
      usedCount: record.usedCount + 1,
    })
  }
}
