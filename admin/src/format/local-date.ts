/** A day, or a moment on some clock, as fields keep it: `2026-12-01` or `2026-12-01T09:30`; `T24:00` is the end of a day. */

const END_OF_DAY: Readonly<Record<string, string>> & { readonly en: string } = {
  en: 'end of day',
  'pt-BR': 'fim do dia',
  es: 'fin del día',
}

/** `30 Jan` and the end of it: `30 Jan, end of day`. */
export function endOfDay(date: string, language: string): string {
  return `${date}, ${END_OF_DAY[language] ?? END_OF_DAY.en}`
}

function monthsOf(language: string): readonly string[] {
  const month = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, index) =>
    month
      .format(Date.UTC(2026, index, 15))
      .replace('.', '')
      .slice(0, 3),
  )
}

/** As it stands in a field: `1 Dec 2026 09:30`, `1 Dec 2026, end of day`. It can be typed back. */
export function typedLocal(local: string, language: string): string {
  const [year = '', month = '', day = ''] = local.slice(0, 10).split('-')
  const name = monthsOf(language)[Number(month) - 1] ?? month
  const time = local.slice(11, 16)
  const date = `${Number(day)} ${name} ${year}`
  if (time === '24:00') return endOfDay(date, language)
  return time === '' ? date : `${date} ${time}`
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}|\./gu, '')
    .toLowerCase()

/**
 * What was typed: `1 Dec 2026 9:30`, `1 de dezembro de 2026`, `01/12/2026`, `2026-12-01`. Days come before months, as the
 * panel writes them. A day without a time is meant whole: it starts at midnight, and ends when the day does. null: this
 * is no date.
 */
export function readLocal(typed: string, language: string, withTime: boolean, isEnd = false): string | null {
  const words = plain(typed)
    .replace(plain(END_OF_DAY[language] ?? END_OF_DAY.en), ' 24:00 ')
    .replaceAll(/,|\bde\b|\bdel\b|\bat\b|\bas\b/g, ' ')
    .replace(/^(\d{4}-\d\d?-\d\d?)t(?=\d)/, '$1 ')
    .trim()
    .split(/\s+/)
  const timeAt = words.findIndex((word) => /^\d{1,2}[:h]\d{2}$/.test(word))
  const time =
    timeAt < 0 ? (isEnd ? '24:00' : '00:00') : (words[timeAt] ?? '').replace('h', ':').padStart(5, '0')
  const parts = words.filter((_, index) => index !== timeAt).flatMap((word) => word.split(/[/-]/))
  const date = dateOf(parts, language)
  if (date === null || (timeAt >= 0 && !withTime) || !/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(time))
    return null
  return withTime ? `${date}T${time}` : date
}

function dateOf(parts: readonly string[], language: string): string | null {
  if (parts.length !== 3) return null
  const [day, month, year] = parts[0]?.length === 4 ? [parts[2], parts[1], parts[0]] : parts
  if (!/^\d{1,2}$/.test(day ?? '') || !/^\d{4}$/.test(year ?? '') || month === undefined) return null
  const named = monthsOf(language).findIndex((name) => month.startsWith(plain(name)))
  const number = /^\d{1,2}$/.test(month) ? Number(month) : named + 1
  const date = `${year}-${String(number).padStart(2, '0')}-${String(Number(day)).padStart(2, '0')}`
  // 31 Feb is no day: it would come back as another one.
  const at = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date) ? date : null
}

/** 0 is Sunday: where the reader lives, as far as the browser says it. */
export function firstDayOfWeek(language: string, preferred: readonly string[]): 0 | 1 | 6 {
  const here = preferred.find((one) => one.slice(0, 2) === language.slice(0, 2)) ?? language
  const locale = new Intl.Locale(here) as Intl.Locale & {
    getWeekInfo?: () => { readonly firstDay: number }
  }
  const first = locale.getWeekInfo?.().firstDay
  if (first === 1 || first === 6) return first
  return first === undefined && language === 'es' ? 1 : 0
}
