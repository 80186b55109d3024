import { type KINDS, RULE_KINDS, traitsOf } from '../src/earning/kinds.ts'

/** For the panel: where it shows a kind of rule, what it asks for before it adds one, and what that begins with. */
export function writePanelRuleKinds(): string {
  return [
    '/* Made by `npm run generate` from the kinds of rules. */',
    '',
    '/** `asks`: what a rule of this kind says nothing without. `isOfOrders`: orders earn by it. */',
    'export const RULE_KINDS = {',
    ...RULE_KINDS.map((kind) => `  ${kind}: ${literal(entryOf(kind))},`),
    '} as const',
    '',
  ].join('\n')
}

function entryOf(kind: keyof typeof KINDS) {
  const { group, picks, appliesTo, members, start } = traitsOf(kind)
  const asks = picks !== undefined ? 'ids' : 'key' in members ? 'key' : null
  return { group, asks, isOfOrders: appliesTo !== 'action', lasts: 'endsAt' in members, start }
}

/** As the formatter writes it, on one line. */
function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([name, one]) => `${name}: ${literal(one)}`)
  return `{ ${members.join(', ')} }`
}
