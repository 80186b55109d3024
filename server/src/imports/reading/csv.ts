import { COLUMNS_MAX, LINE_MAX, UnreadableFile } from './format.ts'

/** One record of a file, as it is written. */
export interface CsvRecord {
  readonly cells: readonly string[]
  /** Where the next one begins. */
  readonly end: number
  /** How many lines it takes: more than one with a line break between quotes. */
  readonly lines: number
  /** Something follows a closing quote, or the last quote is never closed. */
  readonly isBroken: boolean
  /**
   * The quote that breaks it: how many lines of the record are before the one where it opens, and before the one where it
   * ends. Null: the record is whole, or breaks within one line.
   */
  readonly unclosed: { readonly from: number; readonly to: number } | null
}

const QUOTE = '"'
const QUOTE_CODE = 0x22
const FEED_CODE = 0x0a
const RETURN_CODE = 0x0d
const LINE_BREAK = /\r\n|\n|\r/g

/**
 * The record of CSV that begins at this place of the text, as RFC 4180 has it; null: its end is not in the text yet. A
 * quote within a cell that does not begin with one is a character like any other, as in all spreadsheets.
 */
export function readCsvRecord(
  text: string,
  at: number,
  delimiter: string,
  isLast: boolean,
): CsvRecord | null {
  const bound = Math.min(text.length, at + LINE_MAX + 1)
  let end = at
  let hasQuote = false
  while (end < bound) {
    const code = text.charCodeAt(end)
    if (code === FEED_CODE || code === RETURN_CODE) break
    if (code === QUOTE_CODE) {
      hasQuote = true
      break
    }
    end += 1
  }
  if (hasQuote) return readQuoted(text, at, delimiter, isLast)
  if (end - at > LINE_MAX) throw new UnreadableFile('line-too-long')
  if (!isLast && isCut(text, end)) return null
  const cells = text.slice(at, end).split(delimiter, COLUMNS_MAX + 1)
  if (cells.length > COLUMNS_MAX) throw new UnreadableFile('too-many-columns')
  return { cells, end: afterBreak(text, end), lines: 1, isBroken: false, unclosed: null }
}

/** The line may go on, or its line feed be missing, in the text that follows. */
function isCut(text: string, end: number): boolean {
  return end >= text.length || (text[end] === '\r' && end === text.length - 1)
}

function afterBreak(text: string, end: number): number {
  if (end >= text.length) return text.length
  return text.startsWith('\r\n', end) ? end + 2 : end + 1
}

function readQuoted(text: string, from: number, delimiter: string, isLast: boolean): CsvRecord | null {
  const cells: string[] = []
  let at = from
  let isBroken = false
  let unclosed: CsvRecord['unclosed'] = null
  for (;;) {
    if (cells.length >= COLUMNS_MAX) throw new UnreadableFile('too-many-columns')
    const cell = text[at] === QUOTE ? readQuotedCell(text, at) : readBareCell(text, at, delimiter)
    const isEnded = cell.end >= text.length || isBreakAt(text, cell.end)
    // What stands behind a closing quote belongs to no cell.
    const isFollowed = !isEnded && text[cell.end] !== delimiter
    const end = isFollowed ? readBareCell(text, cell.end, delimiter).end : cell.end
    if (end - from > LINE_MAX) throw new UnreadableFile('line-too-long')
    isBroken ||= isFollowed || cell.isOpen
    if (cell.isOpen || isFollowed) unclosed ??= unclosedBetween(text, { from, at, end, isOpen: cell.isOpen })
    cells.push(cell.value)
    if (text[end] === delimiter && !cell.isOpen) {
      at = end + 1
    } else if (!isLast && (cell.isOpen || isCut(text, end))) {
      return null
    } else {
      const lines = 1 + breaksIn(text.slice(from, end))
      return { cells, end: afterBreak(text, end), lines, isBroken, unclosed }
    }
  }
}

/** What follows a closing quote breaks one line alone, unless the quote has taken the lines before it. */
function unclosedBetween(
  text: string,
  {
    from,
    at,
    end,
    isOpen,
  }: { readonly from: number; readonly at: number; readonly end: number; readonly isOpen: boolean },
): CsvRecord['unclosed'] {
  const opened = breaksIn(text.slice(from, at))
  // The line break at the end of the file begins no line.
  const to = opened + breaksIn(text.slice(at, end).trimEnd())
  return isOpen || to > opened ? { from: opened, to } : null
}

interface ReadCell {
  readonly value: string
  readonly end: number
  /** Its quote is not closed in the text. */
  readonly isOpen: boolean
}

function readQuotedCell(text: string, at: number): ReadCell {
  let end = at + 1
  for (;;) {
    end = text.indexOf(QUOTE, end)
    if (end < 0) return { value: text.slice(at + 1), end: text.length, isOpen: true }
    if (text[end + 1] !== QUOTE) break
    end += 2
  }
  return { value: text.slice(at + 1, end).replaceAll('""', QUOTE), end: end + 1, isOpen: false }
}

function readBareCell(text: string, at: number, delimiter: string): ReadCell {
  let end = at
  while (end < text.length && text[end] !== delimiter && !isBreakAt(text, end)) end += 1
  return { value: text.slice(at, end), end, isOpen: false }
}

function isBreakAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === FEED_CODE || code === RETURN_CODE
}

function breaksIn(text: string): number {
  return text.match(LINE_BREAK)?.length ?? 0
}
