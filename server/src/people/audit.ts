import { isDeepStrictEqual } from 'node:util'
import type { Instant } from '../platform/clock.ts'
import type { Actor, Via } from './actor.ts'

/** What was done to, in the words of the moment: a reward keeps the title that it had. */
export interface AuditTarget {
  readonly kind: string
  readonly id: string
  readonly label: string
}

type Members = Readonly<Record<string, unknown>>

/** What an operation tells the audit about its change. */
export interface AuditFacts {
  readonly target: AuditTarget
  /** Only the members that changed; `changesBetween` finds them. */
  readonly before?: Members | null
  readonly after?: Members | null
  readonly note?: string | null
  /** Where one operation does several things; default: the operation's own. */
  readonly action?: string
}

export interface AuditEntry extends AuditFacts {
  readonly action: string
  readonly at: Instant
  readonly actor: Actor
  readonly requestId: string | null
  readonly address: string | null
  readonly via: Via
}

/** The members in which two states of a thing differ, as they were and as they are. */
export function changesBetween(before: Members, after: Members): { before: Members; after: Members } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  )
  const pick = (from: Members): Members =>
    Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]]))
  return { before: pick(before), after: pick(after) }
}
