import { expect, it } from 'vitest'
import { NEW_ACCOUNT } from '../../accounts/account.ts'
import { ONE } from '../../platform/decimal.ts'
import type { Reward } from '../reward.ts'
import { mostCashbackFor } from './purchase.ts'

/** How much of R$ 500 of cashback may pay for a basket of R$ 100, of which other discounts take off R$ 20. */
function most(terms: Partial<Reward>, discount = 20n * ONE): bigint {
  const reward = { cashbackMaximum: null, cashbackPurchasePercent: null, ...terms } as Reward
  const account = { ...NEW_ACCOUNT, balance: { points: 0n, cashback: 500n * ONE } }
  return mostCashbackFor(reward, account, { value: 100n * ONE, discount })
}

it('cashback pays at most what is left, and its percentage is of the whole purchase', () => {
  expect(most({})).toBe(80n * ONE)
  expect(most({}, 120n * ONE)).toBe(0n)
  expect(most({ cashbackMaximum: 30n * ONE })).toBe(30n * ONE)
  expect(most({ cashbackPurchasePercent: 50n * ONE })).toBe(50n * ONE)
  expect(most({ cashbackPurchasePercent: 90n * ONE })).toBe(80n * ONE)
  // In whole cents.
  expect(most({ cashbackPurchasePercent: 33_3333n })).toBe(33_3300n)
})
