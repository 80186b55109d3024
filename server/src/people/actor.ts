import type { Permission } from '../contract/permission.ts'
import type { Instant } from '../platform/clock.ts'

/** Who does something, as the audit names them for good. */
export interface Actor {
  readonly kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
  /** null: the command line and the system have none. */
  readonly id: number | null
  readonly label: string
}

/** By which way it came. */
export type Via = 'panel' | 'token' | 'cli' | 'job'

/** Who asks, and what they may do for the merchant that the path names. */
export interface Caller {
  readonly actor: Actor
  readonly via: Via
  /** The person that is signed in, or whose token it is; null: a merchant's own token, the command line. */
  readonly personId: number | null
  /** The session, as its hash; null: no session. */
  readonly session: Buffer | null
  /** Until when what asks for a confirmation may be done; null: not without one. Tokens need none. */
  readonly confirmedUntil: Instant | null
  /** null: no member of this merchant, so the merchant is not there for them. */
  readonly permissions: ReadonlySet<Permission> | null
  /** Since when a person whom another member let in has had this role; else null, as for the command line. */
  readonly memberSince?: Instant | null
  /** A person who runs the installation; what they may do for a merchant is in `permissions` all the same. */
  readonly isOperator?: boolean
  /** For whose limits it counts, where that is not the actor itself: a service token's is the person who made it. */
  readonly answersFor?: string
}

/** Whether the person has to show again that it is them, for what asks for that. Tokens and the command line do not. */
export function hasToConfirm({ via, confirmedUntil }: Caller, now: Instant): boolean {
  return via === 'panel' && (confirmedUntil === null || confirmedUntil <= now)
}

/** For whose limits it counts what the caller does. */
export function answerableKey({ actor, answersFor }: Caller): string {
  return answersFor ?? actorKey(actor)
}

/** As who asks or decides is kept for good. */
export function namedActor({ actor }: Caller): { readonly key: string; readonly label: string } {
  return { key: actorKey(actor), label: actor.label.slice(0, LABEL_MAX) }
}

const LABEL_MAX = 250

/** The name under which an actor's idempotency keys and limits are kept. */
export function actorKey({ kind, id }: Actor): string {
  return id === null ? kind : `${kind}:${id}`
}
