import { type KINDS, RULE_KINDS, traitsOf } from '../src/earning/kinds.ts'

/** For the panel: where it shows a kind of rule, what it asks for before it adds one, and what that begins with. */
export function writePanelRuleKinds(): string {
  return [
    '/* Made by `npm run generate` from the kinds of rules. */',
    '',
    '/** `asks`: what a rule of this kind says nothing without. `conditions`: what it can ask for. */',
    'export const RULE_KINDS = {',
    ...RULE_KINDS.map((kind) => `  ${kind}: ${literal(entryOf(kind))},`),
    '} as const',
    '',
  ].join('\n')
}

function entryOf(kind: keyof typeof KINDS) {
  const { group, picks, members, multipliersCompete = false, start } = traitsOf(kind)
  const asks =
    picks !== undefined ? 'ids' : (['excluded', 'picked', 'key'].find((name) => name in members) ?? null)
  return {
    group,
    asks,
    lasts: 'endsAt' in members,
    prize: 'rewardId' in members,
    conditions: conditionsOf(kind),
    stacks: 'stacks' in members,
    limit: 'limit' in members,
    multipliersCompete,
    start,
  }
}

/** What a rule of this kind can ask for. */
function conditionsOf(kind: keyof typeof KINDS): string[] {
  const schema = traitsOf(kind).members.when?.properties.when as { properties?: object } | undefined
  return Object.keys(schema?.properties ?? {})
}

/** As the formatter writes it, on one line. */
function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([name, one]) => `${name}: ${literal(one)}`)
  return `{ ${members.join(', ')} }`
}
