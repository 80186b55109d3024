/** Numbers as people write them. What `1.234` is depends on the column: no value alone decides, and none is guessed. */
import type { Decimal } from '../../platform/decimal.ts'
import type { NumberStyle } from './format.ts'

/** A longer text is no amount. */
const NUMBER_TEXT_MAX = 60
const PLACES = 4
/** Whole digits that an amount may have: it stays below 10^11. */
const WHOLE_DIGITS_MAX = 11

const CURRENCY =
  '(?:[A-Z]{0,2}\\$|€|£|¥|₡|₲|S\\/\\.?|Bs\\.?|BRL|USD|EUR|GBP|MXN|ARS|CLP|COP|PEN|UYU|PYG|BOB|CRC|GTQ|DOP|CAD|AUD)'
const UNIT = '(?:pts?\\.?|points?|pontos?|puntos?)'
const DRESSED = new RegExp(
  `^([-+−]?)\\s*(?:${CURRENCY}\\s*)?([-+−]?)\\s*([0-9.,'’\\s]*[0-9])\\s*(?:${CURRENCY}|${UNIT})?$`,
  'iu',
)
const SPACES = /[\s'’]/u
/** As a spreadsheet writes a number that is too wide for its column: digits are lost. */
const SCIENTIFIC = /^[-+]?\d+(?:[.,]\d+)?e[+-]?\d+$/iu

export type NumberProblem = 'not-a-number' | 'scientific-notation' | 'not-storable'

/** The digits of a number that was read. */
interface Digits {
  readonly isNegative: boolean
  readonly whole: string
  readonly fraction: string
}

/** Strictly by one style: groups have three digits, or it is no number of this style. */
export function readNumber(text: string, style: NumberStyle): Decimal | NumberProblem {
  const digits = digitsOf(text, style)
  if (!digits) return isScientific(text) ? 'scientific-notation' : 'not-a-number'
  const whole = digits.whole.replace(/^0+(?=\d)/, '')
  const fraction = digits.fraction.replace(/0+$/, '')
  if (whole.length > WHOLE_DIGITS_MAX || fraction.length > PLACES) return 'not-storable'
  const magnitude = BigInt(whole + fraction.padEnd(PLACES, '0'))
  return digits.isNegative ? -magnitude : magnitude
}

function isScientific(text: string): boolean {
  return text.length <= NUMBER_TEXT_MAX && SCIENTIFIC.test(text.trim())
}

/** A number of JSON, which has a decimal point in any case. */
export function readWrittenNumber(number: string): Decimal | NumberProblem {
  return /^-?\d{1,40}(?:\.\d{1,40})?$/.test(number) ? readNumber(number, 'dot') : 'not-storable'
}

/** What a value says of the style of its column. */
export type NumberEvidence = NumberStyle | 'either' | 'ambiguous' | 'none'

/** `either`: both styles read the same. `none`: it is no number of either. */
export function evidenceOfNumber(text: string): NumberEvidence {
  const dot = digitsOf(text, 'dot')
  const comma = digitsOf(text, 'comma')
  if (!dot && !comma) return 'none'
  if (!dot) return 'comma'
  if (!comma) return 'dot'
  return dot.whole === comma.whole && dot.fraction === comma.fraction ? 'either' : 'ambiguous'
}

function digitsOf(text: string, style: NumberStyle): Digits | null {
  if (text.length > NUMBER_TEXT_MAX) return null
  const dressed = DRESSED.exec(text.trim())
  if (!dressed) return null
  const [, first = '', second = '', body = ''] = dressed
  if (first !== '' && second !== '') return null
  const [whole = '', fraction = '', ...more] = body.split(style === 'dot' ? '.' : ',')
  if (more.length > 0 || !/^\d*$/.test(fraction)) return null
  const joined = withoutGroups(whole, style)
  const isNegative = ['-', '−'].includes(first + second)
  return joined === null ? null : { isNegative, whole: joined, fraction }
}

/** Null: it is not grouped by threes with one mark. */
function withoutGroups(whole: string, style: NumberStyle): string | null {
  if (/^\d*$/.test(whole)) return whole === '' ? '0' : whole
  const marks = new Set([...whole].filter((character) => !/\d/.test(character)))
  const [mark = '', other] = marks
  const isGrouping = mark === (style === 'dot' ? ',' : '.') || SPACES.test(mark)
  if (other !== undefined || !isGrouping) return null
  const [first = '', ...groups] = whole.split(mark)
  // Nothing is grouped behind a zero: 0,125 is a fraction.
  const isFirst = /^\d{1,3}$/.test(first) && first !== '0'
  return isFirst && groups.every((group) => /^\d{3}$/.test(group)) ? first + groups.join('') : null
}
