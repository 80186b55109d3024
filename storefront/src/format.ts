import type { About } from './answers.ts'

/*
 * Numbers and dates as the language of the texts writes them; the time zone is the merchant's. Functions instead of an
 * object with methods: their names cost nothing.
 */

/** Decimal text, exact however large, with a true minus. */
export function points(about: About, amount: string): string {
  const format = new Intl.NumberFormat(localeOf(about), { maximumFractionDigits: 4 })
  // The types know numbers alone, which hold less than a balance.
  return format.format(amount as unknown as number).replace('-', '\u2212')
}

/** `point` or `points`, as the merchant calls them. */
export function unit({ pointsName: { one, many } }: About, amount: string): string {
  return /^-?1$/.test(amount) ? one : many
}

/** `1,240 points`, which stay together. */
export const amount = (about: About, value: string): string =>
  `${points(about, value)}\u00a0${unit(about, value)}`

/** `10 Dec`, with the year when it is another one. Of what ends, the server names the last second. */
export function date(about: About, moment: string): string {
  const at = Date.parse(moment)
  const year = { year: 'numeric' } as const
  const isOtherYear = write(about, at, year) !== write(about, Date.now(), year)
  const format = { day: 'numeric', month: 'short', ...(isOtherYear && year) } as const
  return write(about, at, format).replace(/ de\b|\./g, '')
}

/** `14:02`. */
export function time(about: About, at: number): string {
  return write(about, at, { timeStyle: 'short' })
}

/** One of the shop's texts, with what stands in its places. */
export function text({ texts }: About, name: string, places: Readonly<Record<string, string>>): string {
  return (texts[name] ?? '').replace(/\{(\w+)\}/g, (_, place) => places[place] as string)
}

/** `Silver, Gold and Platinum`. */
export const list = (about: About, names: readonly string[]): string =>
  new Intl.ListFormat(localeOf(about)).format(names)

function write(about: About, at: number, options: Intl.DateTimeFormatOptions): string {
  const { timeZone } = about
  return new Intl.DateTimeFormat(localeOf(about), { timeZone, ...options }).format(at)
}

/** In English the day stands first, as in the other two. */
function localeOf({ language }: About): string {
  return language === 'en' ? 'en-GB' : language
}
