import type { Clock } from '../../platform/clock.ts'
import type { Sealer } from '../../platform/sealing.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { Proof } from './sign-in.ts'

/** What the operations of people work with. */
export interface PeopleDeps {
  readonly cells: Cells
  /** The time of day. People live by it, also where a sandbox has another clock. */
  readonly clock: Clock
  readonly sealer: Sealer | null
  readonly proof: Proof
}
