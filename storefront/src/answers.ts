/** What the server answers, as it describes it: types alone, which are gone when the script runs. */
export type { Me } from '../../server/src/balances/public-api/schema.ts'
export type { OwnCoupons } from '../../server/src/coupons/public-api/schema.ts'
export type { OwnHistory, Why } from '../../server/src/history/public-api/schema.ts'
export type { OwnProgress, OwnRedemption, ShownProgram } from '../../server/src/http/storefront/schema.ts'
export type { Earn } from '../../server/src/orders/public-api/schema.ts'
export type { FriendsOffer, OwnReferral } from '../../server/src/referrals/public-api/schema.ts'
export type { OwnRewards } from '../../server/src/rewards/public-api/schema.ts'

import type { ShownProgram } from '../../server/src/http/storefront/schema.ts'
import type { OwnRewards } from '../../server/src/rewards/public-api/schema.ts'

export type { About } from '../../server/src/storefront/public-api/schema.ts'

/** What everyone sees of a reward, and what a customer sees of it. */
export type Reward = ShownProgram['rewards'][number] & Partial<OwnRewards['items'][number]>
