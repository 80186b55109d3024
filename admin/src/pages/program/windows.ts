import { type Rule, whenOf } from './program.ts'

/** From when until when a rule counts. */
export interface RuleWindow {
  readonly rule: Rule
  readonly from: number
  readonly until: number
}

/** Of all rules that have a beginning or an end. */
export function windowsOf(rules: readonly Rule[]): readonly RuleWindow[] {
  return rules.flatMap((rule) => {
    const { from, until } =
      rule.kind === 'campaign' ? { from: rule.startsAt, until: rule.endsAt } : whenOf(rule)
    if (from === undefined && until === undefined) return []
    return [
      {
        rule,
        from: from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from),
        until: until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until),
      },
    ]
  })
}

/** Each in the first row in which it meets none that was placed before it. */
export function inRows<Window extends Pick<RuleWindow, 'from' | 'until'>>(
  windows: readonly Window[],
): readonly (Window & { readonly row: number })[] {
  const rows: Window[][] = []
  return windows.map((window) => {
    const isFree = (placed: readonly Window[]): boolean =>
      placed.every((other) => other.until <= window.from || window.until <= other.from)
    const found = rows.findIndex(isFree)
    const row = found < 0 ? rows.length : found
    rows[row] = [...(rows[row] ?? []), window]
    return { ...window, row }
  })
}
