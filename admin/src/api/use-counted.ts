import { useState } from 'react'
import type { Input, OperationId } from './client.ts'
import { useRead } from './hooks.ts'

/** How often it is asked whether there is something new: while the first count runs, and afterwards. */
const COUNTING_MS = 2_000
const CURRENT_MS = 60_000

/** A report, read again while it is looked at; what is shown stays until the next one is there. */
export function useCounted<Id extends OperationId>(id: Id, input: Input<Id>, { isOff = false } = {}) {
  const [everyMs, setEveryMs] = useState(CURRENT_MS)
  const found = useRead(id, input, { everyMs, keep: true, isTagged: true, isOff })
  const answer = found.data?.answer as { readonly counting?: unknown } | undefined
  const wanted = answer?.counting ? COUNTING_MS : CURRENT_MS
  if (wanted !== everyMs) setEveryMs(wanted)
  return found
}
