/** `punchcard-small.js`: what shops have on every page. */
import './elements/balance.ts'
import { shop } from './shop.ts'

export type { ShopOptions, TokenAnswer } from './shop.ts'
export const { configure, signOut } = shop
