import type { Permission } from '../../../../server/src/contract/permission.ts'
import type { Answer } from '../../api/client.ts'

export type Token = Answer<'tokens.list'>['items'][number]
export type { Permission }

/** A merchant's own token has no business with who comes in, and never decides in place of a person. */
const NEVER = new Set(['people', 'tokens', 'security', 'approvals'])

export interface Area {
  readonly name: string
  readonly permissions: readonly Permission[]
}

/** `program.read` and `program.write` belong together, in the order in which they come. */
export function areasOf(permissions: readonly Permission[]): readonly Area[] {
  const areas = new Map<string, Permission[]>()
  for (const permission of permissions) {
    const area = areaOf(permission)
    if (!NEVER.has(area)) areas.set(area, [...(areas.get(area) ?? []), permission])
  }
  return [...areas].map(([name, own]) => ({ name, permissions: own }))
}

export function areaOf(permission: Permission): string {
  return permission.split('.', 1)[0] ?? permission
}

export function verbOf(permission: Permission): string {
  return permission.split('.').slice(1).join('.')
}

/** Who may change something may see it: without that a token finds nothing to change. */
export function withPermission(
  chosen: readonly Permission[],
  permission: Permission,
  offered: readonly Permission[],
): readonly Permission[] {
  const reads = offered.filter((one) => one === `${areaOf(permission)}.read`)
  return [...new Set([...chosen, ...reads, permission])]
}

/** Each permission that deserves a second look, with the name of its warning. */
const WARNED = { 'program.publish': 'publish', 'keys.write': 'keys' } as const

export function warningsOf(chosen: readonly Permission[]): readonly (typeof WARNED)[keyof typeof WARNED][] {
  return Object.entries(WARNED).flatMap(([permission, warning]) =>
    chosen.some((one) => one === permission) ? [warning] : [],
  )
}
