import { isSame, memberAt, withMember } from './path.ts'

export type Whose = 'yours' | 'theirs'

export interface Difference {
  readonly path: string
  /** Who wins unless one chooses: who has changed it; where both have, the one who is asked. */
  readonly whose: Whose
}

/** The members in which two who began with the same now differ. */
export function differencesOf(
  paths: readonly string[],
  base: object,
  mine: object,
  theirs: object,
): readonly Difference[] {
  return paths.flatMap((path) => {
    const [was, is, other] = [memberAt(base, path), memberAt(mine, path), memberAt(theirs, path)]
    if (isSame(is, other)) return []
    return [{ path, whose: isSame(was, is) ? 'theirs' : 'yours' }]
  })
}

/** Theirs, with those members of mine that were chosen. */
export function merge<Values extends object>(
  mine: Values,
  theirs: Values,
  chosen: ReadonlyMap<string, Whose>,
): Values {
  let result = theirs
  for (const [path, whose] of chosen) {
    if (whose === 'yours') result = withMember(result, path, memberAt(mine, path))
  }
  return result
}
