import { useMemo } from 'react'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'

/** The tiers that there are, by their keys. */
export function useTierNames(): ReadonlyMap<string, string> {
  const tiers = useRead('tiers.get', {}, { isOff: !useMay('tiers.read') })
  const found = tiers.data?.answer.tiers
  return useMemo(
    () => new Map((found ?? []).filter(({ archived }) => !archived).map(({ key, name }) => [key, name])),
    [found],
  )
}
