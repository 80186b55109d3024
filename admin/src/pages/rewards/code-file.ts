/** So many lines are sent at a time: progress is shown after each, and none comes near the server's 2 MiB. */
const LINES_PER_PART = 5_000
/** A line that is longer is no code; the server says so of what is left of it. */
const LINE_MAX = 300

export interface Part {
  readonly text: string
  /** How many lines of the file stand before it. */
  readonly linesBefore: number
  readonly lines: number
}

/** The lines of a file of codes, in parts. */
export function partsOf(lines: readonly string[]): readonly Part[] {
  const parts: Part[] = []
  for (let start = 0; start < lines.length; start += LINES_PER_PART) {
    const some = lines.slice(start, start + LINES_PER_PART)
    parts.push({
      text: some.map((line) => line.slice(0, LINE_MAX)).join('\n'),
      linesBefore: start,
      lines: some.length,
    })
  }
  return parts
}

export function linesOf(text: string): readonly string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop()
  return lines
}

export interface UploadResult {
  readonly imported: number
  readonly duplicates: number
  readonly invalid: number
  readonly duplicateCodes: readonly string[]
  /** Numbers of lines of the whole file. */
  readonly invalidLines: readonly number[]
}

export const NOTHING_SENT: UploadResult = {
  imported: 0,
  duplicates: 0,
  invalid: 0,
  duplicateCodes: [],
  invalidLines: [],
}

/** What all parts up to this one have come to. */
export function addResult(sum: UploadResult, one: UploadResult, linesBefore: number): UploadResult {
  return {
    imported: sum.imported + one.imported,
    duplicates: sum.duplicates + one.duplicates,
    invalid: sum.invalid + one.invalid,
    duplicateCodes: [...sum.duplicateCodes, ...one.duplicateCodes],
    invalidLines: [...sum.invalidLines, ...one.invalidLines.map((line) => line + linesBefore)],
  }
}
