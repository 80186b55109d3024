import type { Answer } from '../../api/client.ts'
import type { Draft } from './program.ts'

export type Waiting = Answer<'program.get'>['queue'][number]

/** A rule that the draft and another version change in different ways, as the server tells it. */
export interface CarryConflict {
  readonly ruleId: number | null
  readonly member: string | null
  readonly version: number
  readonly name: string
  readonly now: string | null
  readonly yours: string | null
  readonly theirs: string | null
}

export interface Carrying {
  /** The live version, where it is not the one that the draft is a change to; null: it is. */
  readonly live: number | null
  /** The versions that wait and have to be changed too. */
  readonly waiting: readonly Waiting[]
}

/** Into what the draft would have to be carried if it took effect at this moment; null: now. The server decides. */
export function carryingOf(
  { basedOn }: Pick<Draft, 'basedOn'>,
  current: number | null,
  queue: readonly Waiting[],
  moment: string | null,
): Carrying {
  const at = moment === null ? Date.now() : Date.parse(moment)
  const before = queue.findLast(({ effectiveAt }) => Date.parse(effectiveAt) <= at)
  const later = queue.filter(({ effectiveAt }) => Date.parse(effectiveAt) > at)
  if ((before?.version ?? current ?? 0) === basedOn) return { live: null, waiting: later }
  return before ? { live: null, waiting: [before, ...later] } : { live: current, waiting: later }
}

/** Numbers of rules that waiting versions have given: a new rule with one of them could not be carried into those. */
export function takenIds(queue: readonly Waiting[]): readonly number[] {
  return queue.flatMap(({ changes }) => changes.flatMap(({ ruleId }) => ruleId ?? []))
}
