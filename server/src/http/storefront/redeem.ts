import { readOwn } from '../../accounts/public-api/own-reads.ts'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import type { Till } from '../../accounts/till/till.ts'
import type { Me } from '../../balances/public-api/schema.ts'
import { isProblem, type Problem, unlessProblem } from '../../contract/problem.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { showingTo, toOwnCoupon } from '../../coupons/public-api/present.ts'
import { decimalFromText } from '../../platform/decimal.ts'
import { redeemReward } from '../../rewards/commands/redeem.ts'
import {
  NOT_ENROLLED,
  problemOfRedeeming,
  VALUE_MISSING,
  VALUE_OF_POINTS,
} from '../../rewards/public-api/refusals.ts'
import { SHOWN_CHANNELS } from '../../rewards/public-api/routes.ts'
import { randomCodes } from '../../rewards/random-codes.ts'
import type { CustomerCall, Done, PublicApi } from '../../tenancy/public-api/api.ts'
import type { Tenant, TenantClock } from '../../tenancy/tenant.ts'
import { redeemAsMe } from './schema.ts'

export interface RedeemOptions {
  readonly reads: SettledReads
  readonly clock: TenantClock
  readonly tillOf: (tenant: Tenant) => Till
  readonly readMe: (call: CustomerCall) => Promise<Me | Problem>
}

type Call = CustomerCall<typeof redeemAsMe>

export function redeemRoutes(api: PublicApi, options: RedeemOptions): void {
  api.done(redeemAsMe, (call) => redeem(options, call))
}

async function redeem(options: RedeemOptions, call: Call): Promise<Done<typeof redeemAsMe> | Problem> {
  const { reads, clock, tillOf, readMe } = options
  const { tenant, body } = call
  const { reward: rewardId, key } = body
  const price = body.points === null ? null : decimalFromText(body.points)
  const value = body.value == null ? null : decimalFromText(body.value)
  if (price !== null && value !== null) return VALUE_OF_POINTS
  if (price === null && value === null) return VALUE_MISSING
  // Whether the token is still good is looked at here: the till knows of no tokens.
  const owner = await readOwn(reads, call, async (_tx, { customer }) => customer)
  if (owner === null) return NOT_ENROLLED
  if (isProblem(owner)) return owner
  const outcome = await tillOf(tenant).run(redeemReward, {
    tenant,
    rewardId,
    customerKey: owner.originalId,
    // It never meets a key of the shop. Not the customer’s own either: when two become one, their keys go on counting.
    originalKey: `me:${key}`,
    value,
    metadata: [],
    place: { channels: SHOWN_CHANNELS, purchase: null, points: null, shown: { price } },
    reservation: null,
    ...randomCodes(),
  })
  if (isRefusal(outcome)) return problemOfRedeeming(outcome)
  const { coupon, reward, isNew } = outcome
  const { title, usageInstructions, usesCustomInstruction } = reward
  const words = { title, instructions: usesCustomInstruction ? usageInstructions : null }
  return {
    answer: {
      coupon: toOwnCoupon(coupon, words, showingTo(call, clock(tenant))),
      me: unlessProblem(await readMe(call)),
    },
    isRepeated: !isNew,
  }
}
