import { describe, expect, it } from 'vitest'
import type { Amount } from '../../accounts/account.ts'
import type { GiveBack } from '../../accounts/rules/ledger.ts'
import type { Redemption } from '../redemption.ts'
import { amountOf, partOf, restOf } from './refund.ts'

const amount = (points: bigint, cashback: bigint): Amount => ({ points, cashback })
const lot = (id: number) => ({
  id,
  original: amount(100n, 100n),
  availableAt: 0,
  expiresAt: null,
  orderId: null,
})
const origin = (lotId: number, points: bigint, cashback: bigint) => ({
  lotId,
  used: amount(points, cashback),
})

/** Lot 2 has paid a debt in points alone. */
const SPENT: GiveBack = {
  origins: [origin(1, 40n, 4n), origin(2, 5n, 0n), origin(3, 30n, 6n)],
  lots: [lot(1), lot(2), lot(3)],
}
const redemptionWith = (refunded: Amount) => ({ refunded }) as Redemption

describe('cashback that goes back in parts', () => {
  it('goes to the lot that was used last, then to the one before, each with its points', () => {
    const first = partOf(SPENT, redemptionWith(amount(0n, 0n)), 5n)
    expect(first).toEqual({ origins: [origin(3, 25n, 5n)], lots: [lot(3)] })
    const second = partOf(SPENT, redemptionWith(amountOf(first)), 3n)
    expect(second).toEqual({ origins: [origin(1, 20n, 2n), origin(3, 5n, 1n)], lots: [lot(1), lot(3)] })
    const rest = restOf(SPENT, redemptionWith(amount(50n, 8n)))
    expect(rest).toEqual({ origins: [origin(1, 20n, 2n), origin(2, 5n, 0n)], lots: [lot(1), lot(2)] })
  })

  it('is all that was used where nothing has gone back before', () => {
    expect(restOf(SPENT, redemptionWith(amount(0n, 0n)))).toBe(SPENT)
  })
})
