import type { Locale } from '../contract/locale.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, decimalFromText, decimalToText, ONE } from '../platform/decimal.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { ENGLISH } from './english.ts'
import type { Count, Language } from './language.ts'
import { PORTUGUESE } from './portuguese.ts'
import { SPANISH } from './spanish.ts'

/** A further language is one object, and its name here. */
const LANGUAGES: Readonly<Record<Locale, Language>> = { en: ENGLISH, 'pt-BR': PORTUGUESE, es: SPANISH }

/** Amounts, counts and dates as a language writes them, in one merchant's currency and time zone. */
export interface Words {
  readonly language: Language
  money(amount: Decimal): string
  /** Without decimals where there are none: `R$1`. */
  plainMoney(amount: Decimal): string
  optionalMoney(amount: string | undefined): string | null
  count(value: Decimal): Count
  signed(value: Decimal): string
  times(multiplier: Decimal): string
  date(at: Instant): string
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
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency, ...exact })
  const plainMoney = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
    ...exact,
  })
  const number = new Intl.NumberFormat(locale, exact)
  const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero', ...exact })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
  const write = (format: Intl.NumberFormat, value: Decimal): string =>
    format.format(decimalToText(value) as Intl.StringNumericLiteral)
  return {
    language,
    money: (amount) => write(money, amount),
    plainMoney: (amount) => write(plainMoney, amount),
    optionalMoney: (amount) => (amount === undefined ? null : write(money, decimalFromText(amount))),
    count: (value) => ({ text: write(number, value), isOne: value === ONE || value === -ONE }),
    signed: (value) => write(signed, value),
    times: (multiplier) => `×${write(number, multiplier)}`,
    date: (at) => date.format(at),
  }
}
