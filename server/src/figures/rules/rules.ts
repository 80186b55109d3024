import { type Amount, add, isNothing, NOTHING, negate, subtract } from '../../accounts/account.ts'
import { NO_RULE } from './delta.ts'
import { type Counted, type Flows, NONE_COUNTED } from './flow.ts'

/** A sum of the series of rules over a period; `version` is null for all of them. */
interface SumOfRule extends Counted {
  readonly rule: number
  readonly version: number | null
  readonly takes: boolean
  readonly days: number
}

/** What a rule gave and what was taken back of it. */
export interface RuleFigure {
  readonly given: Counted
  readonly takenBack: Counted
  /** Days on which it gave something. */
  readonly days: number
}

export interface RuleRow extends RuleFigure {
  /** Of the rule, or what stands in for one (`NO_RULE`). */
  readonly id: number
  /** The newest first. */
  readonly versions: readonly (RuleFigure & { readonly version: number })[]
}

const NONE: RuleFigure = { given: NONE_COUNTED, takenBack: NONE_COUNTED, days: 0 }

/**
 * What each rule gave, the most first. Imports are in the series of rules as well, with no rule and no version: they are no
 * gift of the program, and are taken off.
 */
export function ruleRows(
  sums: readonly SumOfRule[],
  imported: { readonly given: Counted; readonly takenBack: Counted },
): RuleRow[] {
  const figures = new Map<number, Map<number | null, RuleFigure>>()
  const change = (rule: number, version: number | null, by: (known: RuleFigure) => RuleFigure): void => {
    const ofRule = figures.get(rule) ?? new Map<number | null, RuleFigure>()
    ofRule.set(version, by(ofRule.get(version) ?? NONE))
    figures.set(rule, ofRule)
  }
  for (const { rule, version, takes, amount, count, days } of sums) {
    change(rule, version, (known) =>
      takes
        ? { ...known, takenBack: { amount: negate(amount), count } }
        : { ...known, given: { amount, count }, days },
    )
  }
  if (imported.given.count > 0 || imported.takenBack.count > 0) {
    for (const version of [null, 0]) {
      change(NO_RULE.other, version, ({ given, takenBack, days }) => ({
        given: less(given, imported.given),
        takenBack: less(takenBack, imported.takenBack),
        days,
      }))
    }
  }
  return [...figures].flatMap(([id, ofRule]) => rowOf(id, ofRule)).sort(byGiven)
}

function rowOf(id: number, figures: ReadonlyMap<number | null, RuleFigure>): RuleRow[] {
  const all = figures.get(null)
  if (!all || isEmpty(all)) return []
  const versions = [...figures].flatMap(([version, figure]) =>
    version === null || isEmpty(figure) ? [] : [{ version, ...figure }],
  )
  return [{ id, ...all, versions: versions.sort((a, b) => b.version - a.version) }]
}

/** Whether the rows are all that was issued, and all that was taken back. */
export function rulesAddUp(rows: readonly RuleRow[], { issued, takenBack }: Flows): boolean {
  const sum = (of: (row: RuleRow) => Amount): Amount =>
    rows.reduce((total, row) => add(total, of(row)), NOTHING)
  const given = sum((row) => row.given.amount)
  const taken = sum((row) => row.takenBack.amount)
  return isNothing(subtract(given, issued.amount)) && isNothing(subtract(taken, takenBack.amount))
}

function less(counted: Counted, part: Counted): Counted {
  return { amount: subtract(counted.amount, part.amount), count: counted.count - part.count }
}

function isEmpty({ given, takenBack }: RuleFigure): boolean {
  return [given, takenBack].every(({ amount, count }) => isNothing(amount) && count === 0)
}

function byGiven(a: RuleRow, b: RuleRow): number {
  const [one, other] = [a.given.amount.points, b.given.amount.points]
  return one > other ? -1 : one < other ? 1 : b.id - a.id
}
