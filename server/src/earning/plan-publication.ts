import type { Instant } from '../platform/clock.ts'
import { type CarryConflict, carry, isCarried, isSameContent } from './carry.ts'
import type { Program } from './program.ts'
import type { ProgramContent } from './program-json.ts'
import { startsSooner } from './rule-starts.ts'
import { momentOf, WAITING_MAX } from './schedule.ts'

/** As far as publishing looks at a version. */
export interface Version {
  readonly version: number
  readonly program: ProgramContent
  readonly publishedAt: Instant
  readonly effectiveAt: Instant | null
  readonly ruleStarts: Program['ruleStarts']
}

/** A program as a change to the version that it is based on, and what there is. */
export interface Change<Known extends Version> {
  readonly content: ProgramContent
  /** null: nothing was published when it was begun. */
  readonly base: Known | null
  readonly current: Known | null
  /** By their moments. */
  readonly waiting: readonly Known[]
}

export interface ConflictWith extends CarryConflict {
  readonly version: number
}

/** What publishing comes to, or why it does not. */
export type PublicationPlan<Known extends Version> =
  | {
      readonly kind: 'publish'
      readonly content: ProgramContent
      /** What it replaces or will replace. */
      readonly before: Known | null
      /** The version that waits for the same moment, which would never count. */
      readonly replaced: Known | null
      /** What waits for a later moment, with the change made there too. */
      readonly carried: readonly { readonly version: Known; readonly content: ProgramContent }[]
    }
  /** It has to be carried into these, which was not asked for. */
  | { readonly kind: 'carry'; readonly into: readonly Known[] }
  | { readonly kind: 'conflicts'; readonly conflicts: readonly ConflictWith[] }
  /** As many wait as may. */
  | { readonly kind: 'full' }
  /** Nothing would be different. */
  | { readonly kind: 'same' }

const NOTHING: ProgramContent = { cashback: { isOn: false, pointValue: '0' }, rules: [] }

interface When {
  readonly now: Instant
  /** null: now. */
  readonly effectiveAt: Instant | null
  readonly carries: boolean
}

/**
 * Publishing makes a change in the version that counts at its moment, and in every one that waits for a later moment:
 * otherwise those would undo it, unnoticed.
 */
export function planPublication<Known extends Version>(
  { content, base, current, waiting }: Change<Known>,
  { now, effectiveAt, carries }: When,
): PublicationPlan<Known> {
  const moment = effectiveAt ?? now
  const before = waiting.findLast((version) => momentOf(version) <= moment) ?? current
  const later = waiting.filter((version) => momentOf(version) > moment)
  const isBased = before?.version === base?.version
  const replaced = before !== null && before !== current && momentOf(before) === moment ? before : null
  if (base && isSameContent(base.program, content)) return { kind: 'same' }
  const isOneMore = effectiveAt !== null && replaced === null
  if (isOneMore && waiting.length >= WAITING_MAX) return { kind: 'full' }
  if (isBased && later.length === 0) return { kind: 'publish', content, before, replaced, carried: [] }
  if (!carries) return { kind: 'carry', into: [...(isBased || !before ? [] : [before]), ...later] }
  const change = { base: base?.program ?? NOTHING, content }
  const found = [isBased ? content : carry(change.base, content, before?.program ?? NOTHING)]
  found.push(...later.map(({ program }) => carry(change.base, content, program)))
  const conflicts = found.flatMap((one, index) => {
    const { version = 0 } = (index === 0 ? before : later[index - 1]) ?? {}
    return isCarried(one) ? [] : one.map((conflict) => ({ ...conflict, version }))
  })
  const [target, ...others] = found.filter(isCarried)
  if (conflicts.length > 0 || !target) return { kind: 'conflicts', conflicts }
  const carried = later.flatMap((version, index) => {
    const own = others[index]
    if (own === undefined) return []
    const isAsItWas = isSameContent(version.program, own) && !startsSooner(version.ruleStarts, target, moment)
    return isAsItWas ? [] : [{ version, content: own }]
  })
  if (before && carried.length === 0 && isSameContent(before.program, target)) return { kind: 'same' }
  return { kind: 'publish', content: target, before, replaced, carried }
}
