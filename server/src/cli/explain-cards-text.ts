import type { ExplainedCard, ExplainedStamps } from '../cards/explain.ts'
import { shortText } from '../earning/explanation.ts'
import { instantToText } from '../platform/clock.ts'
import { type Decimal, decimalToNumber, ZERO } from '../platform/decimal.ts'
import { localDateTimeToText, localDateToText } from '../platform/zone.ts'

const PARTS = {
  given: 'given',
  takenBack: 'taken back',
  ended: 'ended',
  full: 'used by full cards',
} as const satisfies Record<ExplainedCard['parts'][number]['kind'], string>

/** A card with how its stamps add up, and below it a line for each record. */
export function cardLines(card: ExplainedCard, timeZone: string): string[] {
  const { balance, size, completed, parts, records, leftOut } = card
  const owed = balance < ZERO ? `, ${shortText(-balance)} owed` : ''
  const on = shortText(balance < ZERO ? ZERO : balance)
  const unit = card.isMoney ? '' : ' stamps'
  const filled = completed === 0 ? '' : `; filled ${completed === 1 ? 'once' : `${completed} times`}`
  const sum = parts.map(({ kind, stamps }) => `${signed(stamps)} ${PARTS[kind]}`).join(', ')
  return [
    `Card ${nameOf(card)}: ${on} of ${shortText(size)}${unit}${owed}${filled}.`,
    ...(sum === '' ? [] : [`${shortText(balance)} = ${sum}.`]),
    ...(leftOut === 0 ? [] : [`${leftOut} older ${leftOut === 1 ? 'record is' : 'records are'} not shown.`]),
    ...records.map((record) => recordLine(record, timeZone)),
  ]
}

function recordLine({ id, at, stamps, after, sentence }: ExplainedStamps, timeZone: string): string {
  const moment = `${localDateTimeToText(at, timeZone)} ${signed(stamps).padStart(9)}`
  const record = id === null ? 'due, not recorded yet' : `record ${id}`
  return `${moment} ${`= ${shortText(after)}`.padEnd(9)}  ${sentence}; ${record}`
}

function nameOf({ ruleId, name, isMoney }: ExplainedCard): string {
  const called = name === '' ? `of rule ${ruleId}` : `“${name}”`
  return isMoney ? `${called}, which counts money` : called
}

function signed(stamps: Decimal): string {
  return stamps > ZERO ? `+${shortText(stamps)}` : shortText(stamps)
}

/** The same for programs. */
export function cardJson(card: ExplainedCard): object {
  const { ruleId, name, isMoney, size, balance, completed, parts, records, leftOut } = card
  return {
    ruleId,
    name,
    isMoney,
    size: decimalToNumber(size),
    balance: decimalToNumber(balance),
    completed,
    parts: Object.fromEntries(parts.map(({ kind, stamps }) => [kind, decimalToNumber(stamps)])),
    leftOut,
    records: records.map((record) => ({
      ...record,
      at: instantToText(record.at),
      day: localDateToText(record.day),
      stamps: decimalToNumber(record.stamps),
      after: decimalToNumber(record.after),
    })),
  }
}
