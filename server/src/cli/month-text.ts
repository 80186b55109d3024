import type { MonthAnswer, MonthsAnswer } from '../management/accounting/schema.ts'
import { decimalFromText, textWithPlaces, ZERO } from '../platform/decimal.ts'
import { decimalsOf } from '../platform/money-format.ts'
import { table } from './output.ts'

/** The months of a merchant, with what is put aside at the end of each. */
export function monthsText({ items, counting, currency }: MonthsAnswer): string {
  if (items.length === 0) return 'No months: accounting is off.'
  const money = moneyOf(currency)
  const rows = items.map(({ month, state, left, closedAt, closedBy }) => [
    ...[month, state],
    ...(left ? [money(left.deferredRevenue), money(left.provision)] : [counting ? 'counting' : '', '']),
    ...[closedAt ?? '', closedBy ?? ''],
  ])
  const headings = ['Month', 'State', `Deferred revenue (${currency})`, 'Provision', 'Closed', 'By']
  return table(headings, toRight(headings, rows, [2, 3]))
}

/** A month with what it is reconciled with, its entries, and what they follow from: each adds up. */
export function monthText(shown: MonthAnswer): string {
  const { month, state, hash, blocker, left, currency } = shown
  const money = moneyOf(currency)
  return [
    `${month} is ${state}${hash ? `, hash ${hash}` : ''}.${blocker ? ` ${blocker.text}` : ''}`,
    sumText(shown),
    shown.entries.length === 0 ? 'No entries.' : entriesText(shown),
    ...(shown.vintages.length === 0 ? [] : [vintagesText(shown)]),
    `Put aside at the end: deferred revenue ${money(left.deferredRevenue)}, provision ${money(left.provision)} (${currency}).`,
  ].join('\n\n')
}

function sumText({ sum, currency }: MonthAnswer): string {
  const lines = [
    ['Start', sum.start],
    ['+ Dated in closed months', sum.late],
    ['+ Issued', sum.issued],
    ['+ Imported', sum.imported],
    ['− Redeemed', sum.redeemed],
    ['− Expired', sum.expired],
    ['− Taken back', sum.takenBack],
    ['= End', sum.end],
  ] as const
  const rows = lines
    .filter(([name, { points }]) => points !== '0' || name === 'Start' || name === '= End')
    .map(([name, { points, worth }]) => [name, points, moneyOf(currency)(worth)])
  const headings = ['', 'Points', `Worth (${currency})`]
  return table(headings, toRight(headings, rows, [1, 2]))
}

function entriesText({ entries, accounts, currency }: MonthAnswer): string {
  const money = moneyOf(currency)
  const named = (account: keyof typeof accounts) =>
    [accounts[account].code, accounts[account].name].filter(Boolean).join(' ')
  const rows = entries.map(({ text, debit, credit, amount }, index) => [
    ...[String(index + 1), text, named(debit), named(credit), money(amount)],
  ])
  const headings = ['Entry', 'Text', 'Debit', 'Credit', `Amount (${currency})`]
  const total = ['', 'Total', '', '', money(totalOf(entries.map(({ amount }) => amount)))]
  return table(headings, toRight(headings, [...rows, total], [4]))
}

function vintagesText({ vintages, currency }: MonthAnswer): string {
  const money = moneyOf(currency)
  const sums = ['deferred', 'takenBack', 'recognised', 'left'] as const
  const rows = vintages.map((vintage) => [
    ...[vintage.month, vintage.source],
    ...sums.map((key) => money(vintage[key])),
  ])
  const total = ['Total', '', ...sums.map((key) => money(totalOf(vintages.map((vintage) => vintage[key]))))]
  const headings = ['Issued in', 'Source', 'Deferred', 'Taken back', 'Recognised', `Left (${currency})`]
  return table(headings, toRight(headings, [...rows, total], [2, 3, 4, 5]))
}

function moneyOf(currency: string): (amount: string) => string {
  const places = decimalsOf(currency)
  return (amount) => textWithPlaces(decimalFromText(amount), places)
}

function totalOf(amounts: readonly string[]): string {
  return textWithPlaces(
    amounts.map(decimalFromText).reduce((sum, amount) => sum + amount, ZERO),
    0,
  )
}

/** Amounts stand one below the other. */
function toRight(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  columns: readonly number[],
): string[][] {
  const widthOf = (column: number) =>
    Math.max(...[headings, ...rows].map((row) => (row[column] ?? '').length))
  const widths = new Map(columns.map((column) => [column, widthOf(column)]))
  return rows.map((row) => row.map((text, column) => text.padStart(widths.get(column) ?? 0)))
}
