import { type Amount, add, NOTHING, subtract } from '../../accounts/account.ts'
import { shortText } from '../../earning/explanation.ts'
import type { NothingReason } from '../../earning/language.ts'
import type { Program } from '../../earning/program.ts'
import {
  sentenceOfCap,
  sentenceOfNothing,
  sentenceOfOrder,
  sentenceOfWrittenOff,
} from '../../earning/sentence.ts'
import { type NothingBecause, ORDER_STATE, type Order, remainingTotal } from '../../orders/order.ts'
import type { Instant } from '../../platform/clock.ts'
import { ZERO } from '../../platform/decimal.ts'
import type { ExplainedLine, ExplainedOrder, HistoryFacts, HistoryOrder, HistoryRecord } from '../history.ts'
import { isWritten, withDue } from './due.ts'
import {
  type Background,
  explainLines,
  explainMoment,
  explainRecord,
  inOrder,
  sentenceContextOf,
} from './explain.ts'
import { linesLeftOut } from './left-out.ts'

/** Of one order: its newest records, and the sum of all its records. */
export interface OrderFacts extends HistoryFacts {
  readonly order: HistoryOrder
  readonly recorded: Amount
}

/** Why an order earned what it did, or nothing, and what has become of it since. */
export function explainOrder(facts: OrderFacts, now: Instant, limit: number): ExplainedOrder {
  const { order } = facts
  const settled = withDue(facts, now)
  const all = settled.moments.toSorted(inOrder).flatMap((moment) => {
    const record = settled.records.get(moment.recordId)
    return record && record.orderId === order.id && !moment.isOpening ? [{ moment, record }] : []
  })
  const due = all.filter(({ record }) => !isWritten(record.id))
  const recorded = due.reduce((sum, { record }) => add(sum, record.amount), facts.recorded)
  // Of one that earned elsewhere, records are only what was taken back of that.
  const isElsewhere = order.nothingBecause === 'imported'
  const stands = isElsewhere ? NOTHING : subtract(recorded, order.writtenOff)
  const shown = all.slice(-limit)
  let running = shown.reduce((rest, { record }) => subtract(rest, record.amount), recorded)
  const records = shown.map(({ moment, record }) => {
    running = add(running, record.amount)
    return explainMoment(settled, record, { moment, change: record.amount, balance: running })
  })
  const context = sentenceContextOf(facts, order.programVersion)
  const leftOut = facts.recordCount + due.length - shown.length
  const sentence =
    all.length === 0 || isElsewhere
      ? sentenceOfNothing({ why: whyNothing(order, context.program), total: remainingTotal(order) }, context)
      : sentenceOfOrder(stands.points, context)
  return { order, sentence, notes: notesOn(order, facts), stands, records, leftOut }
}

const REASON: Readonly<Record<NothingBecause, NothingReason>> = {
  'no-purchase-rule': 'noRule',
  'below-minimum': 'belowMinimum',
  excluded: 'excluded',
  capped: 'capped',
  'less-than-a-point': 'lessThanAPoint',
  'not-enrolled': 'notEnrolled',
  imported: 'imported',
}

type OrderOfLines = Pick<HistoryOrder, 'state' | 'programVersion' | 'total' | 'returned' | 'nothingBecause'>

/** For an order without points. One that earned has no stored reason: it is found from what else is stored. */
function whyNothing(order: OrderOfLines, program: Program | undefined): NothingReason {
  const { state, programVersion, nothingBecause } = order
  if (nothingBecause !== null) return REASON[nothingBecause]
  if (state === ORDER_STATE.ignored) return 'notEnrolled'
  if (programVersion === null) return state === ORDER_STATE.cancelled ? 'cancelled' : 'pending'
  const purchase = program?.index.purchase
  if (!purchase) return 'noRule'
  return remainingTotal(order) < purchase.minimumOrder ? 'belowMinimum' : 'lessThanAPoint'
}

/** Why the points of an order are what they are, in the lines of all its records. */
export interface OrderLines {
  readonly programVersion: number | null
  /** Oldest first. Their points add up to what is recorded for the order. */
  readonly lines: readonly ExplainedLine[]
  /** Why nothing is recorded for it; null: something is. */
  readonly none: NoneOfOrder | null
}

export type NoneOfOrder = Exclude<NothingReason, 'lessThanAPoint'>

/**
 * The records are the order's newest, oldest first. What older ones came to is one line before them: an order that was
 * changed a thousand times is told by its last changes.
 */
export function explainOrderLines(
  background: Background,
  order: Order,
  { records, recorded }: { readonly records: readonly HistoryRecord[]; readonly recorded: Amount },
): OrderLines {
  const { state, total, returned, earned, details } = order
  const programVersion = earned?.programVersion ?? null
  const context = sentenceContextOf(background, programVersion)
  const { nothingBecause } = details
  const none =
    recorded.points === ZERO
      ? noneOf({ state, total, returned, programVersion, nothingBecause }, context.program)
      : null
  const before = records.reduce((rest, { amount }) => rest - amount.points, recorded.points)
  const lines = [
    ...(before === ZERO ? [] : explainLines([{ kind: 'recorded', points: shortText(before) }], context)),
    ...records.flatMap((record) => explainRecord(background, record).lines),
  ]
  if (none !== 'excluded') return { programVersion, lines, none }
  const told = new Set(lines.flatMap(({ kind, ruleId }) => (kind === 'exclude' ? [ruleId] : [])))
  const leftOut = explainLines(linesLeftOut(order, context.program), context)
  return { programVersion, lines: [...lines, ...leftOut.filter(({ ruleId }) => !told.has(ruleId))], none }
}

/** Less than a point is told as below the minimum: the least that earns. */
export function noneOf(order: OrderOfLines, program: Program | undefined): NoneOfOrder {
  if (order.state === ORDER_STATE.cancelled) return 'cancelled'
  const why = whyNothing(order, program)
  return why === 'lessThanAPoint' ? 'belowMinimum' : why
}

const LINE_KINDS: readonly string[] = ['product', 'brand', 'category']

function notesOn(order: HistoryOrder, facts: OrderFacts): string[] {
  const { linePrices, programVersion, writtenOff } = order
  const total = remainingTotal(order)
  const context = sentenceContextOf(facts, programVersion)
  const notes = writtenOff.points > ZERO ? [sentenceOfWrittenOff(writtenOff.points, context)] : []
  const lines = linePrices.reduce((sum, price) => sum + price, ZERO)
  const canLinesCount = context.program?.rules.some((rule) => rule.isActive && LINE_KINDS.includes(rule.kind))
  return canLinesCount && lines > total ? [...notes, sentenceOfCap(lines, total, context)] : notes
}
