import type { Decision } from '../accounts/command.ts'
import type { ActionStep } from '../earning/earn.ts'
import { type Grant, grantItem } from '../earning/store.ts'
import type { Instant } from '../platform/clock.ts'

/** What is saved when an action has earned points: them, why, and that it was granted. */
export function granting(
  grant: Pick<Grant, 'customerId' | 'action' | 'key'>,
  { step, recordId, explanation }: ActionStep,
  now: Instant,
) {
  return {
    account: step.account,
    entries: step.entries,
    explanations: new Map([[recordId, explanation]]),
    items: [grantItem({ ...grant, recordId, at: now })],
  } satisfies Omit<Decision<unknown>, 'result'>
}
