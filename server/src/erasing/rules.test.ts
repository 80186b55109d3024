import { describe, expect, it } from 'vitest'
import { type Amount, NEW_ACCOUNT, NOTHING, POINT_TYPE } from '../accounts/account.ts'
import { Posting } from '../accounts/rules/posting.ts'
import { endPoints } from './rules.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const DAY = 86_400_000
const amount = (points: bigint): Amount => ({ points: points * 10n, cashback: points })

function posting(...lots: { amount: Amount; availableAt: number; expiresAt: number | null }[]): Posting {
  let lastId = 0
  const made = new Posting(NEW_ACCOUNT, NOW, { next: () => ++lastId })
  for (const lot of lots) made.credit({ type: POINT_TYPE.manual, orderId: null, ...lot })
  return made
}

describe('what erasing ends', () => {
  const open = { amount: amount(3n), availableAt: NOW, expiresAt: null }
  const ending = { amount: amount(4n), availableAt: NOW, expiresAt: NOW + DAY }
  const waiting = { amount: amount(5n), availableAt: NOW + DAY, expiresAt: null }

  it('is told as what could be spent and what was still waiting', () => {
    const account = posting(open, ending, waiting)
    expect(endPoints(account)).toEqual({ expired: amount(7n), closed: amount(5n) })
    expect(account.account).toMatchObject({ balance: NOTHING, lots: [] })
    expect(endPoints(posting(waiting))).toEqual({ expired: NOTHING, closed: amount(5n) })
  })

  it('is not what had expired before', () => {
    const over = posting({ ...open, expiresAt: NOW - DAY })
    expect(over.entries).toHaveLength(2)
    expect(endPoints(over)).toEqual({ expired: NOTHING, closed: NOTHING })
  })
})
