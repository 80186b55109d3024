import { type Amount, POINT_TYPE } from '../../accounts/account.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import type { RecordId } from '../../contract/ids.ts'
import { type ImportLine, shortText } from '../../earning/explanation.ts'
import { type LocalDate, localDate, localDateToText, startOfDay } from '../../platform/zone.ts'
import type { AccountLine, ImportedLot } from '../account-line.ts'

interface Source {
  readonly importId: number
  readonly timeZone: string
}

/** Posts the lots of a line, or what is owed. The ids of their records: the second one is of a second lot. */
export function postAccount(posting: Posting, line: AccountLine, source: Source): RecordId[] {
  // After each lot: nothing may be due when the next one comes.
  const ids = line.lots.map((lot) => {
    const id = bringLot(posting, lot, line, source)
    noteActivity(posting, line, source)
    return id
  })
  if (line.debt) ids.push(owe(posting, line.debt, line, source))
  noteActivity(posting, line, source)
  return ids
}

function noteActivity(posting: Posting, { activeOn }: AccountLine, { timeZone }: Source): void {
  // To be imported is no activity; when there was some elsewhere, the file says.
  posting.markActive(startOfDay(activeOn, timeZone))
  // What has just come can't have ended before: elsewhere it had not.
  if (posting.isInactive) posting.markActive(posting.now)
}

function bringLot(
  posting: Posting,
  { amount, availableAt, expiresAt, earnedAt }: ImportedLot,
  { line }: AccountLine,
  { importId, timeZone }: Source,
): RecordId {
  const credit = { type: POINT_TYPE.import, amount, availableAt, expiresAt, orderId: null, earnedAt }
  return posting.bring(credit, explained({ importId, line, amount, earnedOn: localDate(earnedAt, timeZone) }))
}

/** What is open is taken first: no customer owes and has something at the same time. */
function owe(posting: Posting, debt: Amount, { line }: AccountLine, { importId }: Source): RecordId {
  const taken = posting.takeBack({
    type: POINT_TYPE.import,
    amount: debt,
    policy: 'debt',
    orderId: null,
    lot: null,
  })
  const [entry] = taken.entries
  if (entry?.kind !== 'debit') throw new Error('what is owed is a debit')
  posting.explain(entry.id, explained({ importId, line, amount: entry.amount, earnedOn: null }))
  return entry.id
}

function explained({
  importId,
  line,
  amount,
  earnedOn,
}: {
  readonly importId: number
  readonly line: number
  readonly amount: Amount
  readonly earnedOn: LocalDate | null
}): { readonly lines: readonly [ImportLine] } {
  const earned = earnedOn === null ? {} : { earnedOn: localDateToText(earnedOn) }
  return { lines: [{ kind: 'import', importId, line, ...earned, points: shortText(amount.points) }] }
}
