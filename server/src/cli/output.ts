import { createLogger } from '../platform/log.ts'

export function print(isJson: boolean, object: object, text: string): void {
  process.stdout.write(isJson ? `${JSON.stringify(object)}\n` : `${text}\n`)
}

/** Security events are logged only where a level is set: a person at a terminal has the answer already. */
export function note(fields: object, message: string): void {
  const { PUNCHCARD_LOG_LEVEL: level } = process.env
  if (level) createLogger({ level, destination: process.stderr }).info(fields, message)
}

export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Rows under their headings, each column as wide as its widest entry. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  return [headings, ...rows]
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
