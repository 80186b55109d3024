import type { FieldProblem } from '../contract/field-problem.ts'
import type { LocalizedText } from '../contract/locale.ts'
import {
  AMOUNT_NEEDED,
  COUNTS_OTHERWISE,
  GRACE_WITHOUT_END,
  ITEMS_NEEDED,
  NO_AMOUNT_HERE,
  PICK_TOGETHER,
  TOO_MANY_CARDS,
  TWO_STAMPS,
} from './card-texts.ts'
import type { RuleJson } from './program-json.ts'

/** More active cards than this are refused: each is looked at with every order. */
const CARDS_MAX = 20

type CardJson = Extract<RuleJson, { kind: 'card' }>

/** Members that do not go with what the card counts, or with its conditions. */
export function problemsOfCard(path: string, rule: CardJson): FieldProblem[] {
  const { counts, of, ids, perAmount, stamps, graceDays, when } = rule
  const found: FieldProblem[] = []
  const say = (member: string, message: LocalizedText): void => {
    found.push({ pointer: `${path}/${member}`, message })
  }
  if (counts === 'spend' && perAmount === undefined) say('perAmount', AMOUNT_NEEDED)
  if (counts !== 'spend' && perAmount !== undefined) say('perAmount', NO_AMOUNT_HERE)
  if (counts === 'items' && of === undefined && ids === undefined) say('ids', ITEMS_NEEDED)
  else if (ids === undefined && of !== undefined) say('ids', PICK_TOGETHER)
  else if (of === undefined && ids !== undefined) say('of', PICK_TOGETHER)
  if (counts !== 'spend' && stamps < 2) say('stamps', TWO_STAMPS)
  if (graceDays !== undefined && when?.until === undefined) say('graceDays', GRACE_WITHOUT_END)
  return found
}

export function problemsAmongCards(rules: readonly RuleJson[]): FieldProblem[] {
  const active = rules.filter(({ kind, isActive }) => kind === 'card' && isActive !== false)
  return active.length > CARDS_MAX ? [{ pointer: '/rules', message: TOO_MANY_CARDS }] : []
}

/**
 * Cards that count something else than what they were published with, in what may not even be a program: the stamps
 * that customers have would mean something else.
 */
export function recountedCards(json: unknown, published: ReadonlyMap<number, string>): FieldProblem[] {
  const rules: unknown = (json as { rules?: unknown } | null)?.rules
  if (!Array.isArray(rules) || published.size === 0) return []
  return rules.flatMap((rule: { kind?: unknown; id?: unknown; counts?: unknown } | null, position) => {
    if (rule?.kind !== 'card') return []
    const before = published.get(Number(rule.id))
    const isSame = before === undefined || before === rule.counts
    return isSame ? [] : [{ pointer: `/rules/${position}/counts`, message: COUNTS_OTHERWISE }]
  })
}
