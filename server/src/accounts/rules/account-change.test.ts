/** What a batch writes of an account: all that has changed, and each thing once, as it ends. */
import { describe, expect, it } from 'vitest'
import { type Account, NEW_ACCOUNT, POINT_TYPE } from '../account.ts'
import type { Customer } from '../customer.ts'
import { type AccountChange, changedLots, isAccountChanged, movedLots, newRecords } from './account-change.ts'
import { Posting } from './posting.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const DAY = 86_400_000
const CUSTOMER = { tenantId: 1, id: 7 } as Customer
const AMOUNT = { points: 100n, cashback: 10n }
const PURCHASE = { type: POINT_TYPE.purchase, amount: AMOUNT, orderId: 3 }

/** What these commands of one batch do to a stored account. */
function changeBy(stored: Account, work: (posting: Posting) => void): AccountChange {
  let lastId = 10
  const posting = new Posting(stored, NOW, { next: () => ++lastId })
  work(posting)
  return {
    customer: CUSTOMER,
    before: { customer: CUSTOMER, account: stored },
    original: { lots: new Map(stored.lots.map((lot) => [lot.id, lot])), debts: new Map() },
    account: posting.account,
    entries: posting.entries,
    explanations: posting.explanations,
  }
}

describe('an account', () => {
  it('is written when only the moment has changed at which something is due', () => {
    const later = { ...PURCHASE, availableAt: NOW + DAY, expiresAt: null }
    expect(isAccountChanged(changeBy(NEW_ACCOUNT, () => {}))).toBe(false)
    expect(isAccountChanged(changeBy(NEW_ACCOUNT, (posting) => void posting.credit(later)))).toBe(true)
  })

  it('has a lot that is made, moved twice and used in one batch written once, as it ends', () => {
    const change = changeBy(NEW_ACCOUNT, (posting) => {
      posting.credit({ ...PURCHASE, availableAt: NOW, expiresAt: NOW + DAY })
      for (const days of [2, 3]) {
        posting.moveLots({ orderId: 3, availableAt: NOW, expiresAt: NOW + days * DAY })
      }
      posting.debit('points', 40n, { type: POINT_TYPE.redeem, orderId: null })
    })
    expect(newRecords(change)).toMatchObject([
      { entry: { expiresAt: NOW + 3 * DAY }, remaining: { points: 60n, cashback: 6n } },
      { entry: { kind: 'debit' } },
    ])
    expect(movedLots(change)).toEqual([])
    expect(changedLots(change)).toEqual([])
  })

  it('has a stored lot written with the last of its dates', () => {
    const open = { ...PURCHASE, availableAt: NOW, expiresAt: NOW + DAY }
    const { account: stored } = changeBy(NEW_ACCOUNT, (posting) => void posting.credit(open))
    const change = changeBy(stored, (posting) => {
      for (const days of [2, 3]) {
        posting.moveLots({ orderId: 3, availableAt: NOW, expiresAt: NOW + days * DAY })
      }
    })
    expect(newRecords(change)).toEqual([])
    expect(movedLots(change)).toMatchObject([{ id: 11, move: { expiresAt: NOW + 3 * DAY } }])
    expect(changedLots(change)).toMatchObject([{ id: 11, remaining: AMOUNT }])
  })
})
