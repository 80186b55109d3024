import { type Change, put } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import { awards } from '../awards/collections.ts'
import { coupons } from '../coupons/collections/coupons.ts'
import type { Program } from '../earning/program.ts'
import { type Tenant, takeBackPolicy } from '../tenancy/tenant.ts'
import type { UndoContext, UndonePrize } from './rules/undo-prize.ts'

export function undoContextOf(
  facts: Pick<Facts, 'endedInBatch'>,
  tenant: Tenant,
  current: Program,
): UndoContext {
  return {
    current,
    timeZone: tenant.timeZone,
    policy: takeBackPolicy(tenant),
    endedInBatch: (lotId) => facts.endedInBatch(lotId),
  }
}

/** But for the redemptions that are returned, which a command counts together with others. */
export function changesOfUndone(undone: readonly UndonePrize[]): Change[] {
  return undone.flatMap(({ award, takenBack }) => [
    put(awards, award, award),
    ...(takenBack ? [put(coupons, takenBack.redemption.couponKey, takenBack.coupon)] : []),
  ])
}
