import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Answered } from './client.ts'
import { useRead } from './hooks.ts'
import type { ProblemError } from './problems.ts'
import { useTenant } from './tenant.ts'

const ASKED_EVERY_MS = 60_000

/** What waits for a person: Home tells it, and the rail has a mark for it, from one answer. */
export function useNeeds(): UseQueryResult<Answered<'needs.get'>, ProblemError> {
  return useRead('needs.get', {}, { everyMs: ASKED_EVERY_MS, isWordless: true })
}

/** Asks again as soon as what is seen on a page changes: the mark in the rail must not contradict it for a minute. */
export function useNeedsAgain(seen: string | null): void {
  const tenant = useTenant()
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it changes
  useEffect(() => {
    if (seen !== null) void client.invalidateQueries({ queryKey: [tenant, 'needs'] })
  }, [seen])
}
