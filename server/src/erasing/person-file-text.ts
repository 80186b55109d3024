/** The file about a customer as text: what `JSON.stringify(file, null, 2)` writes of the whole, piece by piece. */

/** All members but the lists, which follow. */
export function headOfFile(profile: object): string {
  return JSON.stringify(profile, null, 2).replace(/\n\}$/, '')
}

export function headOfList(name: string): string {
  return `,\n  ${JSON.stringify(name)}: [`
}

/** `before`: how many rows of this list are written. A text has no line break within: JSON escapes it. */
export function rowsOfList(rows: readonly unknown[], before: number): string {
  return rows
    .map((row, index) => `${before + index > 0 ? ',' : ''}\n    ${indented(JSON.stringify(row, null, 2))}`)
    .join('')
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n    ')
}

export function endOfList(count: number): string {
  return count > 0 ? '\n  ]' : ']'
}

export function endOfFile(): string {
  return '\n}\n'
}
