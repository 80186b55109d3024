import { addDays, type Period, type Step } from './period.ts'

/** What a column is called: in full, below it, and in a second line below it. */
export interface BucketWords {
  readonly name: string
  readonly tick: string
  readonly under?: string
}

const at = (day: string): number => Date.parse(`${day}T12:00:00Z`)

/** Days have no zone any more: they are the merchant's. */
function format(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { ...options, timeZone: 'UTC' })
}

/** `17 de out.` is said as `17 out`; versions of the platform have spaces of different widths around a dash. */
const tidy = (text: string): string =>
  text
    .replaceAll(' de ', ' ')
    .replaceAll('.', '')
    .replaceAll(/[\u2009\u202f]/g, ' ')

/** “15 November”, with the year where it is another than this one. */
export function dayName(day: string, language: string): string {
  const year = day.slice(0, 4) === String(new Date().getUTCFullYear()) ? {} : ({ year: 'numeric' } as const)
  return tidy(format(language, { day: 'numeric', month: 'short', ...year }).format(at(day)))
}

/** “November 2026”, of `2026-11`, and below a column “Nov”. */
export function monthWords(
  month: string,
  language: string,
): { readonly name: string; readonly tick: string } {
  const { name, tick } = bucketWords(`${month}-01`, 'month', { from: month, to: month }, language)
  return { name, tick }
}

/** “17 October to 15 November 2026”: both ends of a period, with one year where it is the same. */
export function periodName({ from, to }: Period, language: string): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric' } as const
  if (from === to) return tidy(format(language, options).format(at(from)))
  return tidy(format(language, options).formatRange(at(from), at(to)))
}

/**
 * Of the day, week or month that begins with a day. A week or month at the edge of the period has only the days that are
 * in it.
 */
export function bucketWords(first: string, step: Step, period: Period, language: string): BucketWords {
  const day = { day: 'numeric', month: 'short' } as const
  if (step === 'month') {
    const month = tidy(format(language, { month: 'short' }).format(at(first)))
    const isFirst = first.slice(0, 7) === period.from.slice(0, 7)
    const isJanuary = first.slice(5, 7) === '01'
    return {
      name: format(language, { month: 'long', year: 'numeric' }).format(at(first)),
      tick: month,
      ...(isFirst || isJanuary ? { under: first.slice(0, 4) } : {}),
    }
  }
  const tick = tidy(format(language, day).format(at(first)))
  if (step === 'day')
    return { name: format(language, { day: 'numeric', month: 'long' }).format(at(first)), tick }
  const last = addDays(first, 6) < period.to ? addDays(first, 6) : period.to
  return { name: periodName({ from: first, to: last }, language), tick }
}
