/** CSV as RFC 4180 has it, in UTF-8 with a decimal dot; or as spreadsheets of a country open it with a double click. */
export type CsvLayout =
  | { readonly kind: 'plain' }
  | { readonly kind: 'spreadsheet'; readonly decimal: '.' | ',' }

export const PLAIN: CsvLayout = { kind: 'plain' }

const BOM = '\uFEFF'
const NUMBER = /^-?\d+([.,]\d+)?$/
/** A cell that begins so is a formula to a spreadsheet, which runs it when the file is opened. */
const FORMULA = /^[=+\-@\t\r]/

/** What stands before the first line. */
export function csvStart(layout: CsvLayout): string {
  return layout.kind === 'spreadsheet' ? BOM : ''
}

export function csvLine(cells: readonly string[], layout: CsvLayout): string {
  return `${cells.map((cell) => csvCell(cell, layout)).join(separatorOf(layout))}\r\n`
}

function separatorOf(layout: CsvLayout): string {
  return layout.kind === 'spreadsheet' && layout.decimal === ',' ? ';' : ','
}

function csvCell(cell: string, layout: CsvLayout): string {
  const text = guarded(localised(cell, layout))
  return splits(text, layout) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A plain file is opened in every country, and a Brazilian spreadsheet goes by semicolons. */
function splits(text: string, layout: CsvLayout): boolean {
  return (
    /["\r\n]/.test(text) ||
    text.includes(separatorOf(layout)) ||
    (layout.kind === 'plain' && text.includes(';'))
  )
}

function localised(cell: string, layout: CsvLayout): string {
  return layout.kind === 'spreadsheet' && layout.decimal === ',' && NUMBER.test(cell)
    ? cell.replace('.', ',')
    : cell
}

/** So that no spreadsheet runs it. */
export function guarded(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}

/** What was in the cell before it was guarded; readers of our own files need it. */
export function unguarded(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text
}
