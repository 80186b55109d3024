/** `punchcard.js`: all elements. */
import './elements/balance.ts'
import './elements/earn.ts'
import './elements/history.ts'
import './elements/tier.ts'
import { shop } from './shop.ts'

export type { ShopOptions, TokenAnswer } from './shop.ts'
export const { configure, signOut } = shop
