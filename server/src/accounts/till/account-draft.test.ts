import { expect, it } from 'vitest'
import { type Lot, NEW_ACCOUNT } from '../account.ts'
import type { Customer } from '../customer.ts'
import { nothingLoaded } from '../rules/loaded.ts'
import { withDeadline } from '../rules/lots.ts'
import type { LotSource } from '../store/lots.ts'
import { loadFirstLots, loadWanted, newDraft } from './account-draft.ts'

const STORED = 1_000
const CHANGED = 2_000

const lot = (id: number): Lot => ({
  id,
  original: { points: 10n, cashback: 1n },
  remaining: { points: 10n, cashback: 1n },
  availableAt: 0,
  expiresAt: null,
  isWaiting: false,
  orderId: null,
})

it('a deadline that a command of the batch has changed stays so when more lots are loaded', async () => {
  let lastId = 0
  const source: LotSource = {
    next: async () => [{ open: [lot(++lastId)], waiting: [], debts: [], reservedUntil: STORED }],
    certain: async () => [[]],
  }
  const customer = { tenantId: 1, id: 7 } as Customer
  const account = { ...NEW_ACCOUNT, loaded: nothingLoaded(false, STORED), nextDueAt: STORED }
  const draft = newDraft({ customer, account }, 1)
  await loadFirstLots(source, [{ draft, orderIds: [] }], 1)
  expect(draft.account.reservedUntil).toBe(STORED)
  draft.account = withDeadline(draft.account, CHANGED)
  await loadWanted(source, draft, { kind: 'open' })
  expect(draft.account.lots.map(({ id }) => id)).toEqual([1, 2])
  expect(draft.account.reservedUntil).toBe(CHANGED)
})
