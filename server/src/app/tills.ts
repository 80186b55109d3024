import type { Awards } from '../accounts/till/awards.ts'
import { createTill, type Till, type TillOptions } from '../accounts/till/till.ts'
import { REWARDS_DUE, rewardsDue } from '../orders/due.ts'
import type { Clock } from '../platform/clock.ts'
import { undoing } from '../platform/postgres/undoing.ts'
import { type Cells, UnknownCellError } from '../tenancy/cells.ts'
import type { Tenant } from '../tenancy/tenant.ts'

interface Observed extends Pick<TillOptions, 'lanes' | 'onBatch' | 'onBatchDone' | 'trace'> {
  /** A reward that is due could not be given. */
  readonly onAwardsFailure?: Awards['onFailure']
}

/** One till for each cell: two of a process would only make each other's batches smaller. */
export function tillOfEachCell(
  cells: Cells,
  clock: Clock,
  { onAwardsFailure = () => {}, ...observed }: Observed = {},
): (tenant: Tenant) => Till {
  const options = { clock, ...rewardsDue(onAwardsFailure), ...observed }
  return byCell(
    new Map([...cells.all].map(([cell, database]) => [cell, createTill({ database, ...options })])),
  )
}

/**
 * Likewise, for commands that are only tried out: all that they do is undone. With one lane, because a look at what
 * would happen must not hold up what happens. A reservation that is over by then is released in earnest, by `tillOf`.
 */
export function tryingTillOfEachCell(
  cells: Cells,
  clock: Clock,
  tillOf: (tenant: Tenant) => Till,
): (tenant: Tenant) => Till {
  const options = { clock, lanes: 1, ...REWARDS_DUE, releaseIn: tillOf }
  return byCell(
    new Map(
      [...cells.all].map(([cell, database]) => [
        cell,
        createTill({ database: undoing(database), ...options }),
      ]),
    ),
  )
}

function byCell(tills: ReadonlyMap<string, Till>): (tenant: Tenant) => Till {
  return (tenant) => {
    const till = tills.get(tenant.cell)
    if (!till) throw new UnknownCellError(tenant.cell)
    return till
  }
}
