import { type Amount, add, isNothing, NOTHING, POINT_TYPE, subtract } from '../../accounts/account.ts'
import { type Explanation, type Line, shortText } from '../../earning/explanation.ts'
import {
  lineTexts,
  NOTHING as NOTHING_EARNED,
  type SentenceContext,
  sentenceOf,
  sentenceOfOpening,
} from '../../earning/sentence.ts'
import type { Instant } from '../../platform/clock.ts'
import { decimalFromText } from '../../platform/decimal.ts'
import type {
  ExplainedHistory,
  ExplainedLine,
  ExplainedMoment,
  ExplainedRecord,
  HistoryFacts,
  HistoryRecord,
  Moment,
} from '../history.ts'
import { isWritten, withDue } from './due.ts'

/** The newest moments of a customer's points, oldest first, each with why and with the balance after it. */
export function explainHistory(facts: HistoryFacts, now: Instant, limit: number): ExplainedHistory {
  const settled = withDue(facts, now)
  const moments = settled.moments.toSorted(inOrder).slice(-limit)
  const changes = moments.flatMap((moment) => {
    const record = settled.records.get(moment.recordId)
    const change = record ? changeOf(record, moment) : NOTHING
    // What was taken back whole while it waited never opened.
    return record && !(moment.isOpening && isNothing(change)) ? [{ moment, record, change }] : []
  })
  const { balance } = settled.account
  const balanceBefore = changes.reduce((rest, { change }) => subtract(rest, change), balance)
  let running = balanceBefore
  const explained = changes.map(({ moment, record, change }) => {
    running = add(running, change)
    return explainMoment(settled, record, { moment, change, balance: running })
  })
  const shown = explained.filter(({ kind }) => kind === 'record').length
  return { balanceBefore, moments: explained, balance, leftOut: settled.recordCount - shown }
}

/** In time order. What was due at a moment comes before anything else that happened at it. */
export function inOrder(a: Moment, b: Moment): number {
  return a.at - b.at || Number(b.isOpening) - Number(a.isOpening) || a.recordId - b.recordId
}

/** What a moment did to the balance. A lot that waits is not in the balance, nor is what was taken from it. */
export function changeOf({ amount, at, lot, takenOfWaiting }: HistoryRecord, { isOpening }: Moment): Amount {
  if (!lot) return add(amount, takenOfWaiting)
  if (isOpening) return subtract(amount, lot.takenWhileWaiting)
  return lot.availableAt > at ? NOTHING : amount
}

export interface MomentNow {
  readonly moment: Moment
  readonly change: Amount
  readonly balance: Amount
}

/** What is needed to tell why: the programs and names that the record's explanation refers to. */
export type Background = Pick<HistoryFacts, 'tenant' | 'programs' | 'names'>

/** Why one record has its points. */
export function explainRecord(background: Background, record: HistoryRecord): ExplainedRecord {
  const { v, lines, none } = explanationOf(record)
  const context = sentenceContextOf(background, v)
  const { type, amount } = record
  return {
    programVersion: v,
    sentence: sentenceOf({ type, ...amount, lines, none }, context),
    lines: explainLines(lines, context),
    none: none === undefined ? null : NOTHING_EARNED[none],
  }
}

/** One moment of a record: when it was made, or when its lot became available. */
export function explainMoment(
  facts: HistoryFacts,
  record: HistoryRecord,
  { moment, change, balance }: MomentNow,
): ExplainedMoment {
  const { programVersion, sentence, lines } = explainRecord(facts, record)
  const { type, amount } = record
  return {
    kind: moment.isOpening ? 'opening' : 'record',
    recordId: isWritten(record.id) ? record.id : null,
    at: moment.at,
    type,
    amount,
    change,
    balance,
    sentence: moment.isOpening
      ? sentenceOfOpening(change.points, record.at, sentenceContextOf(facts, programVersion))
      : sentence,
    programVersion,
    lines: moment.isOpening ? [] : lines,
    order: record.order,
    lot: record.lot,
    owed: record.debt && !isNothing(record.debt) ? record.debt : null,
    used: record.used,
    usedCount: record.usedCount,
    source: record.source,
  }
}

export function sentenceContextOf(
  { tenant, programs, names }: Background,
  version: number | null,
): SentenceContext {
  const { locale, currency, timeZone, hidesWords = false } = tenant
  const program = version === null ? undefined : programs.get(version)
  return { locale, currency, timeZone, program, nameOf: names.of, hidesWords }
}

export function explainLines(lines: readonly Line[], context: SentenceContext): ExplainedLine[] {
  const texts = lineTexts(lines, context)
  return lines.map((line, index) => {
    const ruleId = 'rule' in line ? line.rule : null
    return {
      kind: line.kind,
      ruleId,
      rule: context.program?.rules.find(({ id }) => id === ruleId)?.name || null,
      amount: 'amount' in line && line.amount !== undefined ? decimalFromText(line.amount) : null,
      count: 'count' in line ? (line.count ?? null) : null,
      referenceId: referenceOf(line),
      points: decimalFromText(line.points),
      text: texts[index] ?? '',
    }
  })
}

function referenceOf(line: Line): string | null {
  if ('id' in line) return line.id ?? null
  return 'key' in line ? line.key : null
}

/** With the lines that are not stored because another row says the same. */
export type ReadExplanation = Omit<Explanation, 'v' | 'lines'> & {
  readonly v: number | null
  readonly lines: readonly Line[]
}

/** Every record has one, and its lines add up to the record's points. */
export function explanationOf(record: HistoryRecord): ReadExplanation {
  if (!record.explanation) return { v: null, lines: [derivedLine(record)] }
  return { ...record.explanation, v: record.explanation.v ?? null }
}

function derivedLine({ type, amount, source, used }: HistoryRecord): Line {
  const [first, second] = used
  const points = shortText(amount.points)
  if (source?.kind === 'change') {
    const { unit, reason, key } = source
    if (unit === 'points') return { kind: 'pointsChange', reason, key, points }
    return { kind: 'cashbackChange', amount: shortText(amount.cashback), reason, key, points }
  }
  if (source?.kind === 'redemption') {
    const id = String(source.rewardId)
    return type === POINT_TYPE.redeemReturned
      ? { kind: 'returned', id, at: source.redeemedAt, points }
      : { kind: 'reward', id, points }
  }
  // Several lots end at once when their customer is erased, and only then.
  if (type === POINT_TYPE.expiry && second) return { kind: 'erased', points }
  if (type === POINT_TYPE.expiry && first) {
    const { original, at, order } = first
    return { kind: 'expired', lot: { points: shortText(original.points), recordedAt: at, order }, points }
  }
  if (type === POINT_TYPE.orderCancelled) return { kind: 'recorded', points }
  if (type === POINT_TYPE.merge) return { kind: 'merged', points }
  return { kind: type === POINT_TYPE.import ? 'imported' : 'unexplained', points }
}
