import { readOwn } from '../../accounts/public-api/own-reads.ts'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Problem } from '../../contract/problem.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { CustomerCall, PublicApi } from '../../tenancy/public-api/api.ts'
import type { Tenant, TenantClock } from '../../tenancy/tenant.ts'
import { loadRewardsForCustomer } from '../load-for-customer.ts'
import { REWARD_CHANNEL } from '../reward.ts'
import type { WantedRewards } from '../store/rewards.ts'
import { presentOwnRewards, presentShownRewards } from './present.ts'
import { type OwnRewards, readOwnRewards, type ShownReward } from './schema.ts'

export interface OwnRewardsOptions {
  readonly reads: SettledReads
  readonly cells: Cells
  readonly clock: TenantClock
}

/** Of more than a page shows, the newest. */
const LOOKED_AT_MAX = 200

/** Not those for points of sale alone. */
export const SHOWN_CHANNELS = [REWARD_CHANNEL.all, REWARD_CHANNEL.online] as const

/** What browsers may see. */
const SHOWN_REWARDS: WantedRewards = {
  channels: SHOWN_CHANNELS,
  newest: LOOKED_AT_MAX,
  isOverToo: false,
}

export function ownRewardsRoutes(api: PublicApi, options: OwnRewardsOptions): void {
  api.personal(readOwnRewards, (call) => ownRewards(options, call))
}

/** What everyone may see. */
export async function loadShownRewards(
  tx: Tx,
  tenant: Tenant,
  now: Instant,
  locale: Locale,
): Promise<ShownReward[]> {
  const { rewards } = await loadRewardsForCustomer(tx, tenant, null, now, SHOWN_REWARDS)
  return presentShownRewards(rewards, { ...tenant, locale })
}

/** Also what comes along with a token. */
export async function ownRewards(
  { reads, cells, clock }: OwnRewardsOptions,
  call: Pick<CustomerCall, 'tenant' | 'token' | 'locale'>,
): Promise<OwnRewards | Problem> {
  const { tenant, locale } = call
  const showing = { ...tenant, locale }
  const own = await readOwn(reads, call, async (tx, stored, now) => {
    const { rewards } = await loadRewardsForCustomer(tx, tenant, stored, now, SHOWN_REWARDS)
    return presentOwnRewards(rewards, showing)
  })
  if (own) return own
  return cells.of(tenant).read([tenant.id], async (tx) => {
    const { rewards } = await loadRewardsForCustomer(tx, tenant, null, clock(tenant), SHOWN_REWARDS)
    return presentOwnRewards(rewards, showing)
  })
}
