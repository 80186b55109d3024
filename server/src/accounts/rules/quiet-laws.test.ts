/** Laws of what figures read: nothing that happens to an account is told by neither an event nor a quiet entry. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Account, add, NEW_ACCOUNT, NOTHING, POINT_TYPE, subtract } from '../account.ts'
import type { Customer } from '../customer.ts'
import { QUIET_KIND_OF } from '../quiet-entry.ts'
import {
  type AccountChange,
  newEvents,
  newLotMoves,
  newOrigins,
  newQuietEntries,
  newRecords,
} from './account-change.ts'
import { Posting } from './posting.ts'

const START = Date.UTC(2026, 0, 15)
const HOUR = 3_600_000
const CUSTOMER = { tenantId: 1, id: 7 } as Customer

type Step =
  | { readonly kind: 'earn'; readonly order: number; readonly points: number; readonly waits: number }
  | { readonly kind: 'move'; readonly order: number; readonly opens: number; readonly ends: number }
  | { readonly kind: 'takeBack'; readonly order: number; readonly points: number }
  | { readonly kind: 'redeem'; readonly points: number }

const order = fc.integer({ min: 1, max: 3 })
const points = fc.integer({ min: 1, max: 50 })
const hours = fc.integer({ min: -5, max: 40 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('earn' as const), order, points, waits: hours }),
  fc.record({ kind: fc.constant('move' as const), order, opens: hours, ends: hours }),
  fc.record({ kind: fc.constant('takeBack' as const), order, points }),
  fc.record({ kind: fc.constant('redeem' as const), points }),
)
const history = fc.array(
  fc.record({ step, after: fc.integer({ min: 0, max: 12 }), isNewBatch: fc.boolean() }),
  {
    maxLength: 25,
  },
)

/** An amount of points and cashback, where a point is worth 0.1. */
const of = (quantity: number) => ({ points: BigInt(quantity) * 10_000n, cashback: BigInt(quantity) * 1_000n })

/** All that is written, batch by batch. */
function run(steps: readonly { step: Step; after: number; isNewBatch: boolean }[]): {
  changes: AccountChange[]
  account: Account
} {
  let [account, now, lastId] = [NEW_ACCOUNT, START, 0]
  const changes: AccountChange[] = []
  let before = account
  let entries: AccountChange['entries'] = []
  const save = (): void => {
    const stored = { customer: CUSTOMER, account: before }
    const original = {
      lots: new Map(before.lots.map((lot) => [lot.id, lot])),
      debts: new Map(before.debts.map((debt) => [debt.recordId, debt])),
    }
    changes.push({
      customer: CUSTOMER,
      before: stored,
      original,
      account,
      entries,
      explanations: new Map(),
    })
    before = account
    entries = []
  }
  for (const { step: wanted, after, isNewBatch } of steps) {
    if (isNewBatch) save()
    now += after * HOUR
    const posting = new Posting(account, now, { next: () => ++lastId })
    posting.settle()
    act(posting, wanted)
    account = posting.account
    entries = [...entries, ...posting.entries]
  }
  save()
  return { changes, account }
}

function act(posting: Posting, wanted: Step): void {
  const { now } = posting
  if (wanted.kind === 'earn') {
    const availableAt = now + wanted.waits * HOUR
    const dates = { availableAt, expiresAt: availableAt + 48 * HOUR, orderId: wanted.order }
    posting.credit({ type: POINT_TYPE.purchase, amount: of(wanted.points), ...dates })
  } else if (wanted.kind === 'move') {
    const { order: orderId, opens, ends } = wanted
    posting.moveLots({ orderId, availableAt: now + opens * HOUR, expiresAt: now + (opens + ends) * HOUR })
  } else if (wanted.kind === 'takeBack') {
    const type = POINT_TYPE.orderCancelled
    posting.takeBack({ type, orderId: wanted.order, amount: of(wanted.points), policy: 'debt' })
  } else posting.debit('points', of(wanted.points).points, { type: POINT_TYPE.redeem, orderId: null })
}

const holds = (law: (told: ReturnType<typeof run>) => void): void =>
  fc.assert(
    fc.property(history, (steps) => law(run(steps))),
    { numRuns: 300 },
  )

describe('what figures read', () => {
  it('of pending lots: quiet credits and debits less what opened are what is pending', () => {
    holds(({ changes, account }) => {
      const quiet = changes.flatMap(newQuietEntries)
      const entered = quiet.reduce(
        (all, { entry }) => (entry.kind === 'move' ? all : add(all, entry.amount)),
        NOTHING,
      )
      const opened = changes
        .flatMap(({ entries }) => entries)
        .reduce((all, entry) => (entry.kind === 'opening' ? add(all, entry.event.change) : all), NOTHING)
      const pending = account.lots.reduce(
        (all, lot) => (lot.isWaiting ? add(all, lot.remaining) : all),
        NOTHING,
      )
      expect(subtract(entered, opened)).toEqual(pending)
      for (const { entry } of quiet) expect(QUIET_KIND_OF[entry.kind]).toBeTypeOf('number')
    })
  })

  it('of balances: every event has its cause, and together they come to the balance', () => {
    holds(({ changes, account }) => {
      const events = changes.flatMap(newEvents)
      expect(events.reduce((all, { change }) => add(all, change), NOTHING)).toEqual(account.balance)
      for (const { cause, topic } of events) {
        const topics = { 0: 'Point_Add', 1: 'Point_Add', 2: 'Point_Update', 3: 'Point_Removed' }
        expect(topics[cause as keyof typeof topics]).toBe(topic)
      }
    })
  })

  it('of dates: the former ones of each move are those that the lot had', () => {
    holds(({ changes, account }) => {
      const dates = new Map<number, { availableAt: number; expiresAt: number | null }>()
      for (const { entry } of changes.flatMap(({ entries }) => entries.map((entry) => ({ entry })))) {
        if (entry.kind === 'credit') dates.set(entry.id, entry)
        if (entry.kind !== 'move') continue
        const former = dates.get(entry.id)
        const { availableAt, expiresAt } = entry.lot
        expect({ availableAt, expiresAt }).toEqual({
          availableAt: former?.availableAt,
          expiresAt: former?.expiresAt,
        })
        dates.set(entry.id, entry)
      }
      const moved = changes.flatMap(newLotMoves)
      expect(moved.length).toBe(changes.flatMap(({ entries }) => entries.filter(isMove)).length)
      for (const lot of account.lots) {
        expect(dates.get(lot.id)).toMatchObject({ availableAt: lot.availableAt, expiresAt: lot.expiresAt })
      }
    })
  })

  it('of debits: their own origins and what they left owing are their amount; the rest was repaid later', () => {
    holds(({ changes }) => {
      const origins = changes.flatMap(newOrigins)
      for (const { entry } of changes.flatMap(newRecords)) {
        if (entry.kind !== 'debit') continue
        const own = origins.filter(({ recordId, repaidAt }) => recordId === entry.id && repaidAt === null)
        const used = own.reduce((all, one) => add(all, one.used), entry.debt)
        expect(used).toEqual(subtract(NOTHING, entry.amount))
      }
    })
  })
})

function isMove({ kind }: AccountChange['entries'][number]): boolean {
  return kind === 'move'
}
