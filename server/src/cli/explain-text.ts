import { type Amount, isNothing } from '../accounts/account.ts'
import { shortText } from '../earning/explanation.ts'
import type { Explained } from '../history/explain-customer.ts'
import type { ExplainedMoment, ExplainedOrder, UsedLot } from '../history/history.ts'
import { ORDER_STATE } from '../orders/order.ts'
import { type Instant, instantToText, instantToTextOrNull, lastSecondBefore } from '../platform/clock.ts'
import { type Decimal, decimalToNumber, ZERO } from '../platform/decimal.ts'
import { localDate, localDateTimeToText, localDateToText } from '../platform/zone.ts'
import { cardJson, cardLines } from './explain-cards-text.ts'

/** For support at a terminal: dates on the merchant's clock, one line per moment and what belongs to it below. */
export function toText(customer: string, explained: Explained): string {
  const { timeZone } = explained.tenant
  if ('order' in explained) return orderText(explained, timeZone)
  const { moments, balance, balanceBefore, leftOut } = explained.history
  const lines = [`Customer “${customer}” has ${amountText(balance)}. Times are of ${timeZone}.`, '']
  if (leftOut > 0) {
    lines.push(`${leftOutText(leftOut)}; before these entries it was ${amountText(balanceBefore)}.`, '')
  }
  for (const moment of moments) lines.push(...momentText(moment, timeZone, '='))
  if (moments.length === 0) lines.push('No points have ever been recorded.')
  for (const card of explained.cards) lines.push('', ...cardLines(card, timeZone))
  return lines.join('\n')
}

function orderText({ order: explained, notMore, stamps }: ExplainedOfOrder, timeZone: string): string {
  const { order, sentence, notes, records, leftOut } = explained
  const dates = [
    `placed ${timeText(order.placedAt, timeZone)}`,
    ...(order.completedAt === null ? [] : [`complete ${timeText(order.completedAt, timeZone)}`]),
    ...(order.cancelledAt === null ? [] : [`cancelled ${timeText(order.cancelledAt, timeZone)}`]),
  ]
  const lines = [
    `Order “${order.originalId}”, ${stateName(order.state)}, total ${shortText(order.total)}${returnedOf(order)}: ${dates.join(', ')} (${timeZone}).`,
    ...[sentence, ...notes].map((text) => `${text}.`),
    ...stamps.map((one) => `${stampsText(one)} on the card ${ruleName(one)}.`),
    ...notMore.map((one) => `Not more by ${ruleName(one)}: ${one.sentence}.`),
  ]
  if (leftOut > 0) lines.push(`${leftOutText(leftOut)}.`)
  if (records.length > 0) lines.push('')
  for (const record of records) lines.push(...momentText(record, timeZone, 'order'))
  return lines.join('\n')
}

function stampsText({ stamps, isMoney }: ExplainedOfOrder['stamps'][number]): string {
  const amount = shortText(stamps)
  return isMoney ? `An amount of ${amount}` : `${amount} ${amount === '1' ? 'stamp' : 'stamps'}`
}

function ruleName({ ruleId, name }: { readonly ruleId: number; readonly name: string }): string {
  return name === '' ? `rule ${ruleId}` : `“${name}”`
}

type ExplainedOfOrder = Extract<Explained, { order: unknown }>

function returnedOf({ returned }: ExplainedOrder['order']): string {
  return returned === ZERO ? '' : `, ${shortText(returned)} of it returned`
}

function leftOutText(count: number): string {
  return count === 1 ? '1 older record is not shown' : `${count} older records are not shown`
}

/** `whose` balance the figure behind the change is. */
function momentText(moment: ExplainedMoment, timeZone: string, whose: '=' | 'order'): string[] {
  const change = signed(moment.change.points).padStart(9)
  const balance = `${whose} ${shortText(moment.balance.points)}`.padEnd(9)
  const more = detailsOf(moment, timeZone)
  return [
    `${timeText(moment.at, timeZone)} ${change} ${balance}  ${moment.sentence}`,
    ...(more.length === 0 ? [] : [`${' '.repeat(INDENT)}${more.join('; ')}`]),
  ]
}

/** Of the line above: date and time, change, balance. */
const INDENT = 16 + 1 + 9 + 1 + 9 + 2

function detailsOf(moment: ExplainedMoment, timeZone: string): string[] {
  const { recordId, order, lot, owed, source, kind } = moment
  const details = [recordId === null ? 'due, not recorded yet' : `record ${recordId}`]
  if (order !== null) details.push(`order “${order}”`)
  if (kind === 'opening') return details
  if (source?.kind === 'redemption') details.push(`coupon “${source.coupon}”`, `key “${source.key}”`)
  if (source?.kind === 'grant') details.push(`key “${source.key}”`)
  if (moment.used.length > 0) details.push(usedText(moment, timeZone))
  if (lot?.isWaiting) details.push(`waits until ${timeText(lot.availableAt, timeZone)}`)
  if (lot) details.push(`${shortText(lot.remaining.points)} left${goodUntil(lot.expiresAt, timeZone)}`)
  if (owed) details.push(`${amountText(owed)} still owed`)
  return details
}

function usedText({ used, usedCount }: ExplainedMoment, timeZone: string): string {
  const lots = used.map((lot) => lotText(lot, timeZone)).join(', ')
  return usedCount > used.length ? `${lots} and ${usedCount - used.length} more lots` : lots
}

function lotText({ lotId, used, at, order }: UsedLot, timeZone: string): string {
  const lot = `record ${lotId} of ${dateText(at, timeZone)}${order === null ? '' : ` (order “${order}”)`}`
  return used.points < ZERO || used.cashback < ZERO
    ? `${shortText(-used.points)} back to ${lot}`
    : `${shortText(used.points)} from ${lot}`
}

/** The last day on which they are good; stored is the first moment at which they are not. */
function goodUntil(expiresAt: Instant | null, timeZone: string): string {
  return expiresAt === null ? '' : `, good until ${dateText(lastSecondBefore(expiresAt), timeZone)}`
}

function timeText(at: Instant, timeZone: string): string {
  return localDateTimeToText(at, timeZone)
}

function dateText(at: Instant, timeZone: string): string {
  return localDateToText(localDate(at, timeZone))
}

function amountText({ points, cashback }: Amount): string {
  const text = `${shortText(points)} points`
  return cashback === ZERO ? text : `${text} (cashback ${shortText(cashback)})`
}

function signed(points: Decimal): string {
  return points > ZERO ? `+${shortText(points)}` : shortText(points)
}

function stateName(state: number): string {
  return Object.entries(ORDER_STATE).find(([, number]) => number === state)?.[0] ?? String(state)
}

/** The same for programs: numbers as JSON has them, dates in UTC. */
export function toJson(customer: string, explained: Explained): object {
  const { tenant } = explained
  const whose = { tenant: tenant.id, customer, timeZone: tenant.timeZone }
  if ('history' in explained) {
    const { moments, balance, balanceBefore, leftOut } = explained.history
    return {
      ...whose,
      balance: amountJson(balance),
      balanceBefore: amountJson(balanceBefore),
      leftOut,
      records: moments.map((moment) => momentJson(moment, 'balance')),
      cards: explained.cards.map(cardJson),
    }
  }
  const { order, sentence, notes, stands, records, leftOut } = explained.order
  return {
    ...whose,
    order: {
      id: order.originalId,
      state: stateName(order.state),
      total: decimalToNumber(order.total),
      returned: decimalToNumber(order.returned),
      placedAt: instantToText(order.placedAt),
      completedAt: instantToTextOrNull(order.completedAt),
      cancelledAt: instantToTextOrNull(order.cancelledAt),
      programVersion: order.programVersion,
    },
    sentence,
    notes,
    notMore: explained.notMore,
    stamps: explained.stamps.map((one) => ({ ...one, stamps: decimalToNumber(one.stamps) })),
    stands: amountJson(stands),
    writtenOff: amountJson(order.writtenOff),
    leftOut,
    records: records.map((record) => momentJson(record, 'recorded')),
  }
}

function momentJson(moment: ExplainedMoment, balanceName: 'balance' | 'recorded'): object {
  const { lot, owed, used, usedCount, lines, source } = moment
  return {
    kind: moment.kind,
    id: moment.recordId,
    at: instantToText(moment.at),
    type: moment.type,
    ...amountJson(moment.amount),
    change: amountJson(moment.change),
    [balanceName]: amountJson(moment.balance),
    sentence: moment.sentence,
    programVersion: moment.programVersion,
    lines: lines.map((line) => ({
      ...line,
      amount: line.amount === null ? null : decimalToNumber(line.amount),
      points: decimalToNumber(line.points),
    })),
    order: moment.order,
    source:
      source &&
      ('redeemedAt' in source ? { ...source, redeemedAt: instantToText(source.redeemedAt) } : source),
    lot: lot && {
      left: amountJson(lot.remaining),
      isWaiting: lot.isWaiting,
      availableAt: instantToText(lot.availableAt),
      goodUntil: lot.expiresAt === null ? null : instantToText(lastSecondBefore(lot.expiresAt)),
    },
    owed: owed && !isNothing(owed) ? amountJson(owed) : null,
    used: used.map(({ lotId, used: amount, at, order }) => ({
      id: lotId,
      ...amountJson(amount),
      at: instantToText(at),
      order,
    })),
    usedCount,
  }
}

function amountJson({ points, cashback }: Amount): { points: number; cashback: number } {
  return { points: decimalToNumber(points), cashback: decimalToNumber(cashback) }
}
