import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Input, newKey, type OperationId } from '../../../api/client.ts'
import { type Outcome, useChange } from '../../../api/hooks.ts'
import { useTenant } from '../../../api/tenant.ts'

/** What shows points: all of it is read again after a change. */
const DOMAINS = ['customers', 'orders', 'redemptions', 'rewards', 'approvals', 'activity', 'needs'] as const

/** Changes points: the same request is sent with the same key, so that a lost answer never does it twice. */
export function usePointsChange<Id extends OperationId>(id: Id): (input: Input<Id>) => Promise<Outcome<Id>> {
  const tenant = useTenant()
  const client = useQueryClient()
  const change = useChange(id)
  const keys = useMemo(() => new Map<string, string>(), [])
  return async (input) => {
    const said = JSON.stringify(input)
    const key = keys.get(said) ?? newKey()
    keys.set(said, key)
    const outcome = await change({ ...input, key })
    if (outcome.isDone) {
      for (const domain of DOMAINS) void client.invalidateQueries({ queryKey: [tenant, domain] })
    }
    return outcome
  }
}
