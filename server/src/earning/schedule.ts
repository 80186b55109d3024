import type { Instant } from '../platform/clock.ts'
import { isReadable } from './format.ts'
import { EMPTY_PROGRAM, type Program } from './program.ts'

/** How many versions may wait for their moments. */
export const WAITING_MAX = 3

/**
 * What a merchant earns by, and from when on: the version that has counted since its publication, and those that took
 * effect after it or will at a moment of their own. Which of them counts is asked anew at every moment, so that each
 * switch happens at its instant, by the tenant's clock, whether or not a worker runs.
 */
export interface Schedule {
  /** null: there is none. */
  readonly since: Program | null
  /** By their moments; of equal ones the higher number is the later. */
  readonly dated: readonly { readonly effectiveAt: Instant; readonly program: Program }[]
}

/** The program by which is earned at a moment. `undefined`: the merchant has published nothing. */
export function programAt(schedule: Schedule | undefined, now: Instant): Program {
  if (!schedule) return EMPTY_PROGRAM
  const { since, dated } = schedule
  return dated.findLast(({ effectiveAt }) => effectiveAt <= now)?.program ?? since ?? EMPTY_PROGRAM
}

/**
 * All that may count for commands of one batch: what is loaded does for either side of a switch, as the clock of a
 * sandbox may be moved over it between two of them. What can't be read is left out: nothing is earned by it here.
 */
export function programsOf(schedule: Schedule | undefined): Program[] {
  if (!schedule) return []
  const { since, dated } = schedule
  return [...dated.map(({ program }) => program), ...(since === null ? [] : [since])].filter(isReadable)
}

/** When a version takes effect, and its number. */
interface Moment {
  readonly version: number
  readonly publishedAt: Instant
  /** null: with its publication. */
  readonly effectiveAt: Instant | null
}

export function momentOf({ effectiveAt, publishedAt }: Omit<Moment, 'version'>): Instant {
  return effectiveAt ?? publishedAt
}

/** The version that counts at a moment, and those that wait for a later one, the next first. */
export function standingAt<Version extends Moment>(
  versions: readonly Version[],
  now: Instant,
): { readonly current: Version | null; readonly waiting: readonly Version[] } {
  const since = versions.find(({ effectiveAt }) => effectiveAt === null) ?? null
  const dated = versions.filter(({ effectiveAt }) => effectiveAt !== null).toSorted(byMoment)
  const passed = dated.findLast((version) => momentOf(version) <= now)
  return { current: passed ?? since, waiting: dated.filter((version) => momentOf(version) > now) }
}

export function byMoment(one: Moment, other: Moment): number {
  return momentOf(one) - momentOf(other) || one.version - other.version
}
