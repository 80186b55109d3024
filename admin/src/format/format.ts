import { endOfDay } from './local-date.ts'
import { justBefore, toLocalEnd } from './zone.ts'

/** Numbers, money and dates as the language of the page writes them; currency and time zone are the merchant's. */
export interface FormatOptions {
  readonly language: string
  readonly currency: string
  readonly timeZone: string
}

export interface Format {
  readonly timeZone: string
  readonly currency: string
  /** Decimal text: no decimals unless there are any. */
  points(amount: string): string
  /** With its sign, where the sign is the news. */
  signed(amount: string): string
  money(amount: string): string
  number(value: number): string
  /** `36.8%` of 368 tenths; null is a rate without a base: `–`. */
  percent(tenths: number | null): string
  /** Of a file: `640 bytes`, `1.4 MB`. */
  size(bytes: number): string
  /** A round value beside an axis: `1,500`, and `5K` where the greatest is `25K`. */
  axis(value: number, greatest: number): string
  /** `2 Nov`, with the year when it is another one. */
  date(moment: string): string
  time(moment: string): string
  /** `Nov 2026`. */
  month(moment: string): string
  /** `2 Nov 14:02`. */
  moment(moment: string): string
  /** The last day of what ends then: `30 Jan` where it ends at the midnight after it. */
  endDate(end: string): string
  /** `30 Jan 18:00`, or `30 Jan, end of day`. */
  end(end: string): string
  /** `2 h ago` within a day, else the date. */
  ago(moment: string, now?: Date): string
  /** `this hour`, `2 h ago`: for moments that are kept by the hour. */
  agoByHour(hour: string, now?: Date): string
  /** The city of the zone, for people. */
  zone: string
}

/** The platform would say "this minute". */
const JUST_NOW: Readonly<Record<string, string>> & { readonly en: string } = {
  en: 'just now',
  'pt-BR': 'agora mesmo',
  es: 'ahora mismo',
}

/** More than a number holds: these take the text itself. */
type Exact = (value: string) => string

export function createFormat({ language, currency, timeZone }: FormatOptions): Format {
  const plain = new Intl.NumberFormat(language, { maximumFractionDigits: 4 })
  const exact = plain.format.bind(plain) as unknown as Exact
  const inPercent = new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: 1 })
  const short = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })
  const withSign = new Intl.NumberFormat(language, { maximumFractionDigits: 4, signDisplay: 'exceptZero' })
  const coins = coinsOf(language, currency)
  const day = dateFormat(language, { timeZone, day: 'numeric', month: 'short' })
  const dayOfYear = dateFormat(language, { timeZone, day: 'numeric', month: 'short', year: 'numeric' })
  const clock = dateFormat(language, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const monthOfYear = dateFormat(language, { timeZone, month: 'short', year: 'numeric' })
  const yearOf = dateFormat('en', { timeZone, year: 'numeric' })
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })

  const date = (moment: string): string => {
    const at = new Date(moment)
    const isThisYear = yearOf.format(at) === yearOf.format(new Date())
    return tidy((isThisYear ? day : dayOfYear).format(at))
  }
  const time = (moment: string): string => clock.format(new Date(moment))
  return {
    timeZone,
    currency,
    points: (amount) => minus(exact(amount)),
    signed: (amount) => minus((withSign.format as unknown as Exact)(amount)),
    money: (amount) =>
      minus((coins.format as unknown as Exact)(amount)).replace(/(\p{Sc})(\d)/u, '$1\u00a0$2'),
    number: (value) => minus(plain.format(value)),
    percent: (tenths) => (tenths === null ? '–' : minus(inPercent.format(tenths / 1_000))),
    size: (bytes) => sizeIn(language, bytes),
    axis: (value, greatest) => minus((greatest < 10_000 ? plain : short).format(value)),
    date,
    time,
    month: (moment) => tidy(monthOfYear.format(new Date(moment))),
    moment: (moment) => `${date(moment)} ${time(moment)}`,
    endDate: (end) => date(justBefore(end)),
    end: (end) =>
      toLocalEnd(end, timeZone).endsWith('T24:00')
        ? endOfDay(date(justBefore(end)), language)
        : `${date(end)} ${time(end)}`,
    ago(moment, now = new Date()) {
      const minutes = Math.round((now.getTime() - new Date(moment).getTime()) / 60_000)
      if (minutes < 1) return JUST_NOW[language] ?? JUST_NOW.en
      if (minutes < 60) return relative.format(-minutes, 'minute')
      if (minutes < 24 * 60) return relative.format(-Math.round(minutes / 60), 'hour')
      return date(moment)
    },
    agoByHour(hour, now = new Date()) {
      const hours = Math.floor((now.getTime() - new Date(hour).getTime()) / 3_600_000)
      return hours < 24 ? relative.format(-hours, 'hour') : date(hour)
    },
    zone: cityOf(timeZone),
  }
}

/** Names of zones are without accents: cities of Latin America as they write themselves. */
const CITIES: Readonly<Record<string, string>> = {
  Sao_Paulo: 'São Paulo',
  Belem: 'Belém',
  Cuiaba: 'Cuiabá',
  Maceio: 'Maceió',
  Santarem: 'Santarém',
  Araguaina: 'Araguaína',
  Eirunepe: 'Eirunepé',
  Noronha: 'Fernando de Noronha',
  Bogota: 'Bogotá',
  Mexico_City: 'Ciudad de México',
  Cancun: 'Cancún',
  Merida: 'Mérida',
  Mazatlan: 'Mazatlán',
  Bahia_Banderas: 'Bahía de Banderas',
  Asuncion: 'Asunción',
  Panama: 'Panamá',
  Cordoba: 'Córdoba',
  Tucuman: 'Tucumán',
}

function cityOf(timeZone: string): string {
  const city = timeZone.split('/').at(-1) ?? timeZone
  return CITIES[city] ?? city.replaceAll('_', ' ')
}

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** In the largest unit of which there is one, by thousands. */
function sizeIn(language: string, bytes: number): string {
  const power = Math.min(SIZES.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const unit = SIZES[power] ?? 'byte'
  const display = power === 0 ? 'long' : 'short'
  const options = { style: 'unit', unit, unitDisplay: display, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language, options).format(bytes / 1_000 ** power)
}

/** Spanish knows no sign for BRL and writes the code: then the sign that the country itself uses is taken. */
function coinsOf(language: string, currency: string): Intl.NumberFormat {
  const usual = new Intl.NumberFormat(language, { style: 'currency', currency })
  if (!usual.format(0).includes(currency)) return usual
  return new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
}

function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  // In English the day stands first, as in the other two.
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, options)
}

/** `2 de nov.` is said as `2 nov`: short, and alike in all three. */
function tidy(date: string): string {
  return date.replaceAll(' de ', ' ').replaceAll('.', '')
}

/** A true minus, as wide as a digit. */
function minus(text: string): string {
  return text.replace(/^-/, '\u2212')
}

/** What a person has typed in their language as decimal text; null: it is no number. */
export function readDecimal(typed: string, language: string): string | null {
  const decimalSign = new Intl.NumberFormat(language).format(1.5).charAt(1)
  const groupSign = decimalSign === ',' ? '.' : ','
  const text = typed.replaceAll(/[\s\u00a0]/g, '').replace(/^\u2212/, '-')
  const canonical = isWritten(text, decimalSign)
    ? text.replace(decimalSign, '.')
    : isGrouped(text, groupSign, decimalSign)
      ? text.replaceAll(groupSign, '').replace(decimalSign, '.')
      : // “1.5” where a comma is the decimal sign is meant as one and a half, and so is “1,5” where a point is.
        text.replace(groupSign, '.')
  const isNumber = /^-?\d+(\.\d+)?$/.test(canonical)
  return isNumber ? canonical.replace(/^(-?)0+(?=\d)/, '$1') : null
}

function isWritten(text: string, decimalSign: string): boolean {
  return new RegExp(`^-?\\d+(\\${decimalSign}\\d+)?$`).test(text)
}

/** Thousands in threes: anything else is another language's decimal sign, or a mistake. */
function isGrouped(text: string, groupSign: string, decimalSign: string): boolean {
  return new RegExp(`^-?\\d{1,3}(\\${groupSign}\\d{3})+(\\${decimalSign}\\d+)?$`).test(text)
}

/** Decimal text as a person types it: without groups. */
export function typedDecimal(amount: string, language: string): string {
  const decimalSign = new Intl.NumberFormat(language).format(1.5).charAt(1)
  return amount.replace('.', decimalSign)
}
