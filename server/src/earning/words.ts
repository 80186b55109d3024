import type { Locale } from '../contract/locale.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, decimalFromText, decimalToText, ONE } from '../platform/decimal.ts'
import { moneyFormat } from '../platform/money-format.ts'
import { localDateTimeToText } from '../platform/zone.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { StampLimit } from './card-members.ts'
import { ENGLISH } from './english.ts'
import type { Count, Language } from './language.ts'
import type { Limit } from './limit-members.ts'
import { PORTUGUESE } from './portuguese.ts'
import type { CapRule } from './program.ts'
import { SPANISH } from './spanish.ts'

/** A further language is one object, and its name here. */
const LANGUAGES: Readonly<Record<Locale, Language>> = { en: ENGLISH, 'pt-BR': PORTUGUESE, es: SPANISH }

export function languageOf(locale: Locale): Language {
  return LANGUAGES[locale]
}

/** Amounts, counts and dates as a language writes them, in one merchant's currency and time zone. */
export interface Words {
  readonly language: Language
  /** `R$ 1,240.00`: with its decimals, and a space that does not break. */
  money(amount: Decimal): string
  optionalMoney(amount: string | undefined): string | null
  count(value: Decimal): Count
  signed(value: Decimal): string
  times(multiplier: Decimal): string
  /** `2 Nov 2026`, the day first in every language; of the same year as `now` without it. */
  date(at: Instant, now?: Instant): string
  /** `Nov 2026` */
  month(at: Instant): string
  /** `31 March`, of `03-31`: a day of every year. */
  dayOfYear(monthAndDay: string): string
}

const known = new Map<string, Words>()
const KNOWN_MAX = 1_000

/** Making a format takes Intl 20-50 µs, writing with it 1 µs. */
export function wordsFor({
  locale,
  currency,
  timeZone,
}: Pick<Tenant, 'locale' | 'currency' | 'timeZone'>): Words {
  const name = `${locale} ${currency} ${timeZone}`
  let words = known.get(name)
  if (!words) {
    if (known.size >= KNOWN_MAX) known.clear()
    words = makeWords(LANGUAGES[locale], currency, timeZone)
    known.set(name, words)
  }
  return words
}

function makeWords(language: Language, currency: string, timeZone: string): Words {
  const { locale } = language
  // Four decimals, as amounts are kept: a fact that is told must not be rounded.
  const exact = { maximumFractionDigits: 4 } as const
  const money = moneyFormat(locale, currency, exact)
  const number = new Intl.NumberFormat(locale, exact)
  const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero', ...exact })
  // British English has the day before the month, as the other two have.
  const dates = locale === 'en' ? 'en-GB' : locale
  const day = new Intl.DateTimeFormat(dates, { timeZone, day: 'numeric', month: 'short' })
  const dayOfYear = new Intl.DateTimeFormat(dates, {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  const month = new Intl.DateTimeFormat(dates, { timeZone, month: 'short', year: 'numeric' })
  const everyYear = new Intl.DateTimeFormat(dates, { timeZone: 'UTC', day: 'numeric', month: 'long' })
  const write = (format: Intl.NumberFormat, value: Decimal): string =>
    format.format(decimalToText(value) as Intl.StringNumericLiteral)
  const writeMoney = (amount: Decimal): string => write(money, amount).replace(/(\p{Sc})(\d)/u, '$1\u00a0$2')
  return {
    language,
    money: writeMoney,
    optionalMoney: (amount) => (amount === undefined ? null : writeMoney(decimalFromText(amount))),
    count: (value) => ({ text: write(number, value), isOne: value === ONE || value === -ONE }),
    signed: (value) => write(signed, value),
    times: (multiplier) => `×${write(number, multiplier)}`,
    dayOfYear: (monthAndDay) => everyYear.format(Date.parse(`2001-${monthAndDay}T00:00:00Z`)),
    month: (at) => tidy(month.format(at)),
    date: (at, now) => {
      const isThisYear = now !== undefined && yearOf(at, timeZone) === yearOf(now, timeZone)
      return tidy((isThisYear ? day : dayOfYear).format(at))
    },
  }
}

/** `2 de nov. de 2026` is written as `2 nov 2026`: short, and alike in all three. */
function tidy(date: string): string {
  return date.replaceAll(' de ', ' ').replaceAll('.', '')
}

function yearOf(at: Instant, timeZone: string): string {
  return localDateTimeToText(at, timeZone).slice(0, '2026'.length)
}

/** `16:00`; `24:00` at the end of a day. */
export function clockText(minutes: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** `3 times a month`. */
export function limitText({ times, per }: Limit, { language, count }: Words): string {
  return `${language.rules.often(count(BigInt(times) * ONE))} ${language.rules.per[per]}`
}

/** `2 stamps a day`. */
export function stampLimitText({ stamps, per }: StampLimit, { language, count }: Words): string {
  return `${language.rules.card.stamps(count(BigInt(stamps) * ONE))} ${language.rules.per[per]}`
}

/** `500 points a day`. */
export function capText({ points, per }: CapRule, { language, count }: Words): string {
  return `${language.points(count(points))} ${language.rules.per[per]}`
}
