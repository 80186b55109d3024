import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { units } from '../../../test/model/arithmetic.ts'
import { localDate, localDateFromText, localDateToText, startOfDay } from '../../platform/zone.ts'
import {
  type Account,
  type Entry,
  type Lot,
  mayBeDue,
  NEW_ACCOUNT,
  POINT_TYPE,
  type Step,
} from '../account.ts'
import type { LotSource } from '../store/lots.ts'
import { loadFirstLots, loadWanted, newDraft } from '../till/account-draft.ts'
import {
  type Activity,
  afterActivity,
  goodThrough,
  type InactivityTerms,
  lastActiveDayEndingBefore,
  lastDay,
  needsNotice,
} from './inactivity.ts'
import { comparePositions, nothingLoaded } from './loaded.ts'
import { spendingPosition } from './lots.ts'
import { Posting } from './posting.ts'
import { settle } from './settle.ts'

const day = (text: string): number => localDateFromText(text) ?? Number.NaN
const terms = (months: number, noticeDays: number, startsOn: string): InactivityTerms => ({
  months,
  noticeDays,
  startsOn: day(startsOn),
  timeZone: 'America/Toronto',
})
const active = (activeOn: string | null, noticeOn: string | null = null): Activity => ({
  activeOn: activeOn === null ? null : day(activeOn),
  noticeOn: noticeOn === null ? null : day(noticeOn),
})
const through = (of: InactivityTerms, activity: Activity): string | null => {
  const last = goodThrough(of, activity, true)
  return last === null ? null : localDateToText(last)
}

describe('the end by inactivity', () => {
  const year = terms(12, 45, '2026-01-01')

  it('is a year after the last activity, told 45 days before', () => {
    expect(localDateToText(lastDay(year, day('2026-03-10')))).toBe('2027-03-10')
    expect(needsNotice(year, active('2026-03-10'), true, day('2027-01-23'))).toBe(false)
    expect(needsNotice(year, active('2026-03-10'), true, day('2027-01-24'))).toBe(true)
    expect(through(year, active('2026-03-10', '2027-01-24'))).toBe('2027-03-10')
  })

  it('is later where the notice was late, and never without one', () => {
    expect(through(year, active('2026-03-10', '2027-03-01'))).toBe('2027-04-15')
    expect(through(year, active('2026-03-10'))).toBeNull()
  })

  it('moves with an order, which voids the notice', () => {
    const noticed = active('2026-03-10', '2027-01-24')
    const bought = afterActivity(year, noticed, Date.parse('2027-03-02T15:00:00Z'))
    expect(bought).toEqual(active('2027-03-02'))
    expect(localDateToText(lastDay(year, bought.activeOn))).toBe('2028-03-02')
  })

  it('is the last day of a month that is too short', () => {
    const half = terms(6, 0, '2026-01-01')
    expect(through(half, active('2026-08-31'))).toBe('2027-02-28')
    const account = accountOf(half, active('2026-08-31'), [lotOf(1)])
    const { entries } = settle(account, Date.parse('2027-06-01T00:00:00Z'), ids())
    expect(entries.map(({ at }) => new Date(at).toISOString())).toEqual(['2027-03-01T05:00:00.000Z'])
  })

  it('counts from the day on which it starts, where that is later', () => {
    expect(through(terms(12, 0, '2027-06-01'), active('2026-01-01'))).toBe('2028-06-01')
    expect(through(terms(12, 0, '2027-06-01'), active(null))).toBe('2028-06-01')
  })

  it('asks for another notice where the merchant has given more time since', () => {
    const noticed = active('2026-03-10', '2027-01-24')
    const longer = terms(24, 45, '2026-01-01')
    expect(through(longer, noticed)).toBeNull()
    expect(needsNotice(longer, noticed, true, day('2028-01-24'))).toBe(false)
    expect(needsNotice(longer, noticed, true, day('2028-01-25'))).toBe(true)
    // More notice than before: the one that was given still counts, and the end is later.
    expect(through(terms(12, 60, '2026-01-01'), noticed)).toBe('2027-03-25')
  })

  it('is not moved by what happened before', () => {
    const noticed = active('2026-03-10', '2027-01-24')
    expect(afterActivity(year, noticed, Date.parse('2026-02-01T15:00:00Z'))).toEqual(noticed)
    expect(
      afterActivity(year, active('2027-01-24', '2027-01-24'), Date.parse('2027-01-24T20:00:00Z')),
    ).toEqual(active('2027-01-24'))
  })

  it('is found by the last day of activity that has one', () => {
    const any = fc.integer({ min: day('2024-01-01'), max: day('2032-12-31') })
    fc.assert(
      fc.property(any, any, fc.integer({ min: 1, max: 120 }), (startsOn, today, months) => {
        const of = { months, noticeDays: 0, startsOn, timeZone: 'UTC' }
        const found = lastActiveDayEndingBefore(of, today)
        for (const activeOn of [startsOn, (found ?? today) - 1, found ?? today, (found ?? today) + 1]) {
          expect(lastDay(of, activeOn) < today).toBe(found !== null && activeOn <= found)
        }
      }),
    )
  })
})

// ── settling ────────────────────────────────────────────────────────────────────────────────────────────────

function ids() {
  let last = 1_000
  return { next: () => ++last }
}

function lotOf(id: number, dates: Partial<Pick<Lot, 'availableAt' | 'expiresAt' | 'isWaiting'>> = {}): Lot {
  const amount = { points: units(10), cashback: units(1) }
  const open = { availableAt: Date.parse('2026-02-01T12:00:00Z'), expiresAt: null, isWaiting: false }
  return { id, original: amount, remaining: amount, orderId: id, ...open, ...dates }
}

function accountOf(inactivity: InactivityTerms, activity: Activity, lots: readonly Lot[]): Account {
  const open = lots.filter(({ isWaiting }) => !isWaiting)
  const due = lots.map((lot) => (lot.isWaiting ? lot.availableAt : lot.expiresAt)).filter((at) => at !== null)
  return {
    ...NEW_ACCOUNT,
    ...activity,
    inactivity,
    lots,
    balance: {
      points: open.reduce((sum, { remaining }) => sum + remaining.points, 0n),
      cashback: open.reduce((sum, { remaining }) => sum + remaining.cashback, 0n),
    },
    nextDueAt: due.length === 0 ? null : Math.min(...due),
  }
}

const written = (entries: readonly Entry[]) =>
  entries.map(({ kind, id, at, event, ...entry }) => ({
    kind,
    at,
    // Ids are given in the order of settling.
    lot: kind === 'opening' ? id : 'origins' in entry ? entry.origins.map(({ lotId }) => lotId) : [],
    since: 'inactiveSince' in entry ? entry.inactiveSince : null,
    balance: event?.balance,
    sequence: event?.sequence,
  }))

const outcome = ({ account, entries }: Step) => ({
  entries: written(entries),
  activity: { activeOn: account.activeOn, noticeOn: account.noticeOn },
  balance: account.balance,
  lots: account.lots.map(({ id, isWaiting }) => [id, isWaiting]).toSorted(),
  isDue: account.nextDueAt,
})

describe('settling an account to which nothing happens', () => {
  const month = terms(1, 0, '2026-01-01')

  it('ends all that is open, each lot with its own record, in the order in which they are spent', () => {
    const lots = [lotOf(1), lotOf(2, { expiresAt: Date.parse('2027-01-01T05:00:00Z') }), lotOf(3)]
    const { account, entries } = settle(
      accountOf(month, active('2026-02-01'), lots),
      Date.parse('2026-05-01T00:00:00Z'),
      ids(),
    )
    expect(written(entries).map(({ lot, since }) => [lot, since])).toEqual(
      [2, 1, 3].map((id) => [[id], day('2026-02-01')]),
    )
    expect(new Set(entries.map(({ at }) => at))).toEqual(
      new Set([startOfDay(day('2026-03-02'), 'America/Toronto')]),
    )
    expect(entries.map((entry) => 'type' in entry && entry.type)).toEqual(Array(3).fill(POINT_TYPE.expiry))
    expect(account).toMatchObject({ lots: [], balance: { points: 0n, cashback: 0n }, activeOn: null })
  })

  it('counts a lot that opens as something that happened, and leaves one that opens when the others end', () => {
    const opensFirst = startOfDay(day('2026-02-20'), 'America/Toronto')
    const end = startOfDay(day('2026-03-21'), 'America/Toronto')
    const lots = [
      lotOf(1),
      lotOf(2, { availableAt: opensFirst, isWaiting: true }),
      lotOf(3, { availableAt: end, isWaiting: true }),
    ]
    const { account, entries } = settle(accountOf(month, active('2026-02-01'), lots), end, ids())
    expect(written(entries).map(({ kind, lot, at }) => [kind, lot, at])).toEqual([
      ['opening', 2, opensFirst],
      ['debit', [1], end],
      ['debit', [2], end],
      ['opening', 3, end],
    ])
    expect(account.activeOn).toBe(day('2026-03-21'))
  })

  it('forgets the day where nothing is left that could end', () => {
    const { account, entries } = settle(
      accountOf(month, active('2026-02-01'), []),
      Date.parse('2026-05-01'),
      ids(),
    )
    expect(entries).toEqual([])
    expect(account.activeOn).toBeNull()
    expect(mayBeDue(account, Date.parse('2030-01-01'))).toBe(false)
  })

  const at = fc.integer({ min: Date.parse('2026-01-05'), max: Date.parse('2026-12-30') })
  const onDay = at.map((moment) => startOfDay(localDate(moment, 'America/Toronto'), 'America/Toronto'))
  const lots = fc
    .array(
      fc.record({ availableAt: fc.oneof(at, onDay), life: fc.option(fc.integer({ min: 1, max: 200 })) }),
      {
        maxLength: 8,
      },
    )
    .map((all) =>
      all.map(({ availableAt, life }, index) => {
        const expiresAt =
          life === null
            ? null
            : startOfDay(localDate(availableAt, 'America/Toronto') + life, 'America/Toronto')
        const isWaiting = availableAt > START
        return lotOf(index + 1, { availableAt, expiresAt, isWaiting })
      }),
    )
  const START = Date.parse('2026-03-01T12:00:00Z')
  const history = fc.record({
    lots,
    months: fc.integer({ min: 1, max: 4 }),
    noticeDays: fc.constantFrom(0, 0, 5, 45),
    activeOn: fc.option(fc.integer({ min: day('2026-01-01'), max: day('2026-03-01') })),
    notice: fc.option(fc.integer({ min: day('2026-03-01'), max: day('2026-12-01') })),
    startsOn: fc.integer({ min: day('2026-01-01'), max: day('2026-06-01') }),
  })
  const accountOfHistory = (of: {
    readonly lots: readonly Lot[]
    readonly months: number
    readonly noticeDays: number
    readonly activeOn: number | null
    readonly notice: number | null
    readonly startsOn: number
  }): Account => {
    const zone = {
      months: of.months,
      noticeDays: of.noticeDays,
      startsOn: of.startsOn,
      timeZone: 'America/Toronto',
    }
    return accountOf(zone, { activeOn: of.activeOn, noticeOn: of.notice }, of.lots)
  }

  it('gives the same records however often and late it is done', () => {
    fc.assert(
      fc.property(history, fc.array(at, { maxLength: 6 }), (of, moments) => {
        const end = Date.parse('2027-06-01T00:00:00Z')
        const once = settle(accountOfHistory(of), end, ids())
        const numbers = ids()
        let account = accountOfHistory(of)
        const entries: Entry[] = []
        for (const moment of [...moments.toSorted((a, b) => a - b), end, end]) {
          const step = settle(account, moment, numbers)
          account = step.account
          entries.push(...step.entries)
        }
        expect(outcome({ account, entries })).toEqual(outcome(once))
        expect(mayBeDue(account, end)).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  it('gives the same records in portions of any size', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.integer({ min: 1, max: 4 }), at, async (of, portion, now) => {
        const whole = accountOfHistory(of)
        const once = settle(whole, now, ids())
        const stored: Account = {
          ...whole,
          lots: [],
          loaded: nothingLoaded(false, whole.nextDueAt),
          inactivity: null,
        }
        const draft = newDraft({ customer: CUSTOMER, account: stored }, portion, whole.inactivity)
        const source = sourceOf(of.lots)
        await loadFirstLots(source, [{ draft, orderIds: [] }], portion)
        const numbers = ids()
        const entries: Entry[] = []
        for (;;) {
          const step = settle(draft.account, now, numbers)
          draft.account = step.account
          entries.push(...step.entries)
          if (!mayBeDue(draft.account, now)) break
          draft.portion = portion
          await loadWanted(source, draft, { kind: 'due' })
        }
        const done = outcome({ account: draft.account, entries })
        expect(done.entries).toEqual(outcome(once).entries)
        expect(done.activity).toEqual(outcome(once).activity)
        expect(done.balance).toEqual(outcome(once).balance)
      }),
      { numRuns: 1_000 },
    )
  })

  function sourceOf(all: readonly Lot[]): LotSource {
    const openFrom = all
      .filter(({ isWaiting }) => !isWaiting)
      .toSorted((a, b) => comparePositions(spendingPosition(a), spendingPosition(b)))
    const placeOf = (lot: Lot) => ({ at: lot.availableAt, id: lot.id })
    const waitingFrom = all
      .filter(({ isWaiting }) => isWaiting)
      .toSorted((a, b) => comparePositions(placeOf(a), placeOf(b)))
    return {
      next: async (asks, limit) =>
        asks.map(({ after }) => ({
          open: openFrom
            .filter((lot) => comparePositions(spendingPosition(lot), after.open) > 0)
            .slice(0, limit),
          waiting: waitingFrom
            .filter((lot) => comparePositions(placeOf(lot), after.waiting) > 0)
            .slice(0, limit),
          debts: [],
          reservedUntil: null,
        })),
      certain: async () => [],
    }
  }
})

const CUSTOMER = { tenantId: 1, id: 1 } as never

describe('what counts as something that happened', () => {
  const zone = terms(12, 45, '2026-01-01')
  const now = Date.parse('2026-11-16T15:00:00Z')
  const before = accountOf(zone, active('2026-02-01', '2026-11-01'), [lotOf(1)])
  const dayAfter = (act: (posting: Posting) => void): string | null => {
    const posting = new Posting(before, now, ids())
    act(posting)
    const { activeOn } = posting.account
    return activeOn === null ? null : localDateToText(activeOn)
  }
  const lot = {
    type: POINT_TYPE.manual,
    amount: { points: units(5), cashback: 0n },
    expiresAt: null,
    orderId: null,
  }

  it('is a credit, a redemption and its return', () => {
    expect(dayAfter((posting) => posting.credit({ ...lot, availableAt: now }))).toBe('2026-11-16')
    expect(
      dayAfter((posting) => posting.debit('points', units(3), { type: POINT_TYPE.redeem, orderId: null })),
    ).toBe('2026-11-16')
    expect(
      dayAfter((posting) => {
        const origins = [{ lotId: 9, used: { points: units(1), cashback: 0n } }]
        posting.giveBack({ origins, lots: [lotOf(9)] })
      }),
    ).toBe('2026-11-16')
    // Of an order that was completed earlier: on that day, and never ahead.
    expect(dayAfter((posting) => posting.markActive(Date.parse('2026-05-01T15:00:00Z')))).toBe('2026-05-01')
    expect(dayAfter((posting) => posting.markActive(now + 86_400_000))).toBe('2026-11-16')
  })

  it('is not what waits, is removed by hand or is taken back', () => {
    expect(dayAfter((posting) => posting.credit({ ...lot, availableAt: now + 1 }))).toBe('2026-02-01')
    expect(
      dayAfter((posting) => posting.debit('points', units(3), { type: POINT_TYPE.manual, orderId: null })),
    ).toBe('2026-02-01')
    expect(
      dayAfter((posting) =>
        posting.takeBack({
          type: POINT_TYPE.orderCancelled,
          orderId: 1,
          amount: { points: units(10), cashback: units(1) },
          policy: 'debt',
        }),
      ),
    ).toBe('2026-02-01')
    expect(dayAfter((posting) => posting.markActive(Date.parse('2026-01-01T15:00:00Z')))).toBe('2026-02-01')
  })
})
