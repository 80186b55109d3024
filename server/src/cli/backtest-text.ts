import type { BacktestResultShown } from '../management/backtest-client.ts'
import { moneyFormat } from '../platform/money-format.ts'
import { table } from './output.ts'

type Result = BacktestResultShown
type Both = Result['points']

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 4 })
const SIGNED = new Intl.NumberFormat('en', { maximumFractionDigits: 4, signDisplay: 'exceptZero' })

/** What a change would have cost in so many days, for below a plan. */
export function priceLine(result: Result, days: number): string {
  const { points, change, customers } = result
  const more = differenceOf(points)
  const worth = result.worth && moneyOf(result, differenceOf(result.worth))
  const sum = `${SIGNED.format(more)}${worth ? `, ${worth}` : ''}`
  const isFewer = more < 0
  const by =
    change === null || more === 0
      ? `${more === 0 ? 'no more' : isFewer ? 'fewer' : 'more'} points`
      : `${change.replace('-', '')}% ${isFewer ? 'fewer' : 'more'} points (${sum})`
  const who = `${counted(customers.more, 'customer gets', 'customers get')} more, ${customers.fewer} fewer`
  return `Price: the last ${counted(days, 'day', 'days')} would have cost ${by}; ${who}.`
}

/** All that a person asks for first; the rest is in the panel and in the JSON. */
export function backtestText(
  result: Result,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  const { points, worth, share, customers, check, incomparable, byTodaysCatalog, tiers } = result
  const money = (value: number) => moneyOf(result, value)
  const rows = [
    ['Points', ...numbersOf(points, (value) => WHOLE.format(value)), percent(result.change)],
    ...(worth ? [['Worth', ...numbersOf(worth, money), percent(result.change)]] : []),
    ...(share.live === null ? [] : [['Share of sales', `${share.live}%`, `${share.candidate}%`, '', '']]),
  ]
  return [
    `${counted(result.orders, 'order', 'orders')} from ${from} to ${to}`,
    '',
    table(['', 'Live', 'Tried out', 'Difference', ''], rows),
    ...ruleLines(result),
    '',
    `${counted(customers.more, 'customer gets', 'customers get')} more points, ${customers.fewer} fewer, ${customers.same} as many.`,
    ...(tiers ? [`${tiers.up} would be in a higher tier, ${tiers.down} in a lower one.`] : []),
    ...(byTodaysCatalog > 0
      ? [`For ${counted(byTodaysCatalog, 'order', 'orders')}, today’s catalog says where the products are.`]
      : []),
    ...incomparable.map(
      ({ why, orders }) => `${counted(orders, 'order was', 'orders were')} left out: ${LEFT_OUT[why]}.`,
    ),
    checkLine(check),
    'Cards and gifts are not included. Customers would have bought differently under other rules; a backtest can’t know that.',
  ].join('\n')
}

const LEFT_OUT = {
  catalog: 'it is not known where their products stood in the catalog',
  newerVersion: 'they earned by a program that this server is too old to read',
} as const

function ruleLines(result: Result): string[] {
  const changed = result.rules.filter(({ points, change }) => change !== 'same' || differenceOf(points) !== 0)
  if (changed.length === 0) return []
  const rows = changed.map(({ rule, name, sentence, points, worth, orders }) => [
    `  ${rule === null ? sentence : `rule ${rule}${name === '' ? '' : ` “${name}”`}`}`,
    ...numbersOf(points, (value) => WHOLE.format(value)),
    ...(result.worth ? [worth ? signedMoney(result, worth) : ''] : []),
    counted(orders, 'order', 'orders'),
  ])
  const heads = ['What changes it', 'Live', 'Tried out', 'Difference', ...(result.worth ? ['Worth'] : []), '']
  return [
    '',
    table(heads, rows),
    'Rules depend on each other: without one of these, the others can give other amounts.',
  ]
}

function checkLine({ orders, differences, first }: Result['check']): string {
  const text = `${counted(differences, 'difference', 'differences')} in ${counted(orders, 'order', 'orders')}`
  if (differences === 0) return `The live program gives exactly what was recorded: ${text}.`
  return `The live program gives something other than what was recorded: ${text}, such as ${first.join(', ')}.`
}

function numbersOf(both: Both, write: (value: number) => string): string[] {
  const more = differenceOf(both)
  const sign = more > 0 ? '+' : ''
  return [write(Number(both.live)), write(Number(both.candidate)), `${sign}${write(more)}`]
}

function percent(change: string | null): string {
  return change === null ? '' : `${change.startsWith('-') ? '' : '+'}${change}%`
}

/** For people alone: what is compared with a limit is compared as it was sent. */
function differenceOf({ live, candidate }: Both): number {
  return (Math.round(Number(candidate) * 10_000) - Math.round(Number(live) * 10_000)) / 10_000
}

function moneyOf({ currency }: Result, value: number): string {
  return currency === null ? WHOLE.format(value) : moneyFormat('en', currency).format(value)
}

function signedMoney(result: Result, worth: Both): string {
  const more = differenceOf(worth)
  return `${more > 0 ? '+' : ''}${moneyOf(result, more)}`
}

function counted(count: number, one: string, many: string): string {
  return `${WHOLE.format(count)} ${count === 1 ? one : many}`
}
