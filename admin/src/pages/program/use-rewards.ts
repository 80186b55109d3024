import { useRead } from '../../api/hooks.ts'
import type { Pickable } from '../../components/sentence/types.ts'

/** The merchant's rewards that a rule can give; none where they are not asked for, or not known yet. */
export function useRewards(isAsked = true): readonly Pickable[] {
  const found = useRead('program.choices', { query: { of: 'reward' } }, { isOff: !isAsked })
  return found.data?.answer.items ?? []
}
