import { type Change, isChange } from '../program-file/plan.ts'
import type { Json } from '../program-file/shape.ts'
import type { FileWarning } from '../program-file/warnings.ts'

const SIGNS: Readonly<Record<Change['kind'], string>> = {
  add: '+',
  change: '~',
  remove: '-',
  archive: '-',
  keep: ' ',
}

export interface Plan {
  readonly changes: readonly Change[]
  /** Versions that take effect later and have to be changed too. */
  readonly carried: readonly { readonly version: number; readonly effectiveAt: string }[]
  readonly warnings: readonly FileWarning[]
  readonly basis: string
  /** From when on the program counts; null: at once. */
  readonly effectiveAt: string | null
}

/** A plan with all that should be known before it is applied. */
export function planWithWarnings(plan: Omit<Plan, 'basis'>): string {
  return [planText(plan), ...warningLines(plan)].join('\n')
}

/**
 * Likely mistakes, as the panel tells them: equal ones as one, with the names of their rules; first those of what
 * changes, apart those of rules that stay as they are.
 */
export function warningLines({ warnings, changes }: Pick<Plan, 'warnings' | 'changes'>): string[] {
  const changedRules = new Set(changes.flatMap(({ section, key }) => (section === 'rule' ? [key] : [])))
  const isChanged = ({ rule }: FileWarning): boolean => rule === null || changedRules.has(String(rule.id))
  const block = (title: string, found: readonly FileWarning[]): string[] =>
    found.length === 0 ? [] : [title, ...together(found)]
  return [
    ...block('Warnings:', warnings.filter(isChanged)),
    ...block(
      'Warnings of rules that stay as they are:',
      warnings.filter((one) => !isChanged(one)),
    ),
  ]
}

function together(warnings: readonly FileWarning[]): string[] {
  const byMessage = Map.groupBy(warnings, ({ message }) => message)
  return [...byMessage].map(([message, found]) => {
    const names = new Set(found.flatMap(({ rule }) => (rule === null ? [] : [ruleName(rule)])))
    return names.size === 0 ? `  ! ${message}` : `  ! ${[...names].join(', ')}: ${message}`
  })
}

function ruleName({ id, name }: NonNullable<FileWarning['rule']>): string {
  return name === '' ? `rule ${id}` : `rule ${id} “${name}”`
}

/** What a plan changes. */
export function planText({ changes, carried, effectiveAt }: Omit<Plan, 'basis' | 'warnings'>): string {
  if (changes.length === 0) return 'Nothing to do: the merchant has what the file says.'
  const names = changes.map(nameOf)
  const width = Math.max(...names.map(({ length }) => length))
  const lines = changes.flatMap((change, at) => linesOf(change, (names[at] ?? '').padEnd(width), width))
  const moment = effectiveAt === null || !changes.some(isOfProgram) ? [] : [`Takes effect at ${effectiveAt}.`]
  return [...lines, summaryOf(changes), ...moment, ...carriedText(carried)].join('\n')
}

/** Everything else is changed at once; only the program can wait. */
function isOfProgram(change: Change): boolean {
  return isChange(change) && (change.section === 'rule' || change.section === 'cashback')
}

/** What became of a plan, after it. Versions that were changed too have new numbers now. */
export function appliedText(
  { changes, carried, effectiveAt }: Omit<Plan, 'basis' | 'warnings'>,
  version: number | null,
): string {
  const lines = [planText({ changes, carried: [], effectiveAt: null }), 'Applied.']
  if (version === null) return lines.join('\n')
  lines.push(
    effectiveAt === null
      ? `Version ${version} of the program was published.`
      : `Version ${version} of the program is scheduled. It takes effect at ${effectiveAt}.`,
  )
  if (carried.length > 0) lines.push(`Also changed, under new numbers: ${namesOf(carried)}.`)
  return lines.join('\n')
}

/** What became of a version that was scheduled. */
export function cancelledText({
  cancelled,
  waiting,
}: {
  readonly cancelled: Plan['carried'][number]
  readonly waiting: Plan['carried']
}): string {
  const left =
    waiting.length === 0 ? 'No other version is scheduled.' : `Still scheduled: ${namesOf(waiting)}.`
  return `Cancelled: ${namesOf([cancelled])}.\n${left}`
}

/** Versions that wait would undo it. */
function carriedText(carried: Plan['carried']): string[] {
  if (carried.length === 0) return []
  return [`Also changes ${namesOf(carried)}: apply it with --carry.`]
}

function namesOf(carried: Plan['carried']): string {
  return carried.map(({ version, effectiveAt }) => `version ${version} (from ${effectiveAt})`).join(', ')
}

function nameOf({ section, key, label }: Change): string {
  if (key === '') return section
  return label === '' || label === key ? `${section} ${key}` : `${section} ${key} “${label}”`
}

function linesOf(change: Change, name: string, width: number): string[] {
  const [first = '', ...others] = detailsOf(change)
  const indented = others.map((text) => `    ${' '.repeat(width)}   ${text}`)
  return [`  ${SIGNS[change.kind]} ${name}   ${first}`.trimEnd(), ...indented]
}

function detailsOf({ kind, members }: Change): string[] {
  switch (kind) {
    case 'keep':
      return ['not in the file: left as it is (archive it with --prune)']
    case 'archive':
      return ['not in the file: will be archived']
    case 'remove':
      return ['not in the file: will be left out of the next version']
    case 'add':
      return [
        members
          .filter(({ member }) => !['id', 'key', 'title', 'name', 'kind'].includes(member))
          .map(({ member, after }) => `${member} ${valueText(after)}`)
          .join(', '),
      ]
    case 'change':
      return members.map(
        ({ member, before, after }) => `${member}  ${valueText(before)} -> ${valueText(after)}`,
      )
  }
}

const VALUE_MAX = 60

function valueText(value: Json): string {
  const text = JSON.stringify(value)
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX - 1)}…` : text
}

function summaryOf(changes: readonly Change[]): string {
  const count = (...kinds: Change['kind'][]) => changes.filter(({ kind }) => kinds.includes(kind)).length
  if (!changes.some(isChange)) return 'Nothing to do: what the file speaks of is as it says.'
  const removed = count('remove')
  return `Plan: ${count('add')} to add, ${count('change')} to change, ${count('archive')} to archive${
    removed > 0 ? `, ${removed} to remove` : ''
  }.`
}
