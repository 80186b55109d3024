import { shop } from './shop.ts'

export type { ShopOptions, TokenAnswer } from './shop.ts'
export const { configure, signOut } = shop
