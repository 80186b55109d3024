import type { IconName } from '../../components/icon/paths.ts'

/** A sentence about something that waits, and where one does something about it. */
export interface Need {
  readonly key: string
  readonly icon: IconName
  readonly text: string
  readonly meta: string
  readonly action: string
  /** null: nothing can be done about it here. */
  readonly to: string | null
  readonly search?: Readonly<Record<string, string | number>>
  /** Since when; missing: that is not known. */
  readonly since?: string | null
  /** Something fails, rather than waits. */
  readonly isTrouble?: boolean
}

/**
 * The oldest first. Of what has no moment, trouble comes before all that has one, since it may be as old as any, and
 * the rest after it.
 */
export function oldestFirst(needs: readonly Need[]): readonly Need[] {
  const placeOf = ({ since, isTrouble = false }: Need): number =>
    since ? Date.parse(since) : isTrouble ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  // Not their difference: two infinities have none.
  return [...needs].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : placeOf(a) > placeOf(b) ? 1 : 0))
}
