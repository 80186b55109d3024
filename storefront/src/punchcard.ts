/** `punchcard.js`: all elements. */
import './elements/balance.ts'
import './elements/cards.ts'
import './elements/coupons.ts'
import './elements/earn.ts'
import './elements/history.ts'
import './elements/join.ts'
import './elements/page.ts'
import './elements/redeem.ts'
import './elements/rewards.ts'
import './elements/summary.ts'
import './elements/tier.ts'
import { shop } from './shop.ts'

export type { ShopOptions, TokenAnswer } from './shop.ts'
export const { configure, signOut } = shop
