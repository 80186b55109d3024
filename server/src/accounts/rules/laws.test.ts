/**
 * Laws that hold for an account in every sequence of commands. The oracle is the book: it keeps what the ledger
 * says is to be written, as the database would, and recomputes the account from that alone.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partsOfBalance } from '../../history/rules/explain-balance.ts'
import {
  type Account,
  type Amount,
  type DebitEntry,
  type Entry,
  isInDebt,
  isShortfall,
  type Lot,
  NEW_ACCOUNT,
  type Origin,
  POINT_TYPE,
  type PointEvent,
  type PointType,
  type Repayment,
  type Shortfall,
  type Step,
  type Unit,
} from '../account.ts'
import type { Customer } from '../customer.ts'
import type { LotSource } from '../store/lots.ts'
import { type AccountDraft, loadFirstLots, loadWanted, newDraft } from '../till/account-draft.ts'
import { type AccountChange, assertAddsUp, changedLots, newRecords } from './account-change.ts'
import { NO_ACTIVITY } from './inactivity.ts'
import { credit, debit, giveBack, type TakenBack, takeBack } from './ledger.ts'
import { ALL_LOADED, comparePositions, NotLoaded, nothingLoaded, type Wanted } from './loaded.ts'
import { spendingPosition } from './lots.ts'
import { settle } from './settle.ts'

const RUNS = 200
const START = 1_000

// ── the book ────────────────────────────────────────────────────────────────────────────────────────────────

interface BookRecord {
  readonly id: number
  readonly kind: 'credit' | 'debit' | 'return' | 'merge'
  readonly type: PointType
  readonly amount: Amount
  readonly at: number
  readonly orderId: number | null
  readonly availableAt: number
  readonly expiresAt: number | null
}

interface BookEvent extends PointEvent {
  readonly recordId: number
  readonly at: number
}

interface Book {
  readonly records: Map<number, BookRecord>
  readonly origins: Repayment[]
  readonly events: BookEvent[]
}

function post(book: Book, entries: readonly Entry[]): void {
  for (const entry of entries) {
    if (entry.kind !== 'opening' && entry.kind !== 'move') {
      expect(book.records.has(entry.id)).toBe(false)
      const { id, kind, type, amount, at } = entry
      const orderId = 'orderId' in entry ? entry.orderId : null
      const dates =
        kind === 'credit'
          ? { availableAt: entry.availableAt, expiresAt: entry.expiresAt }
          : { availableAt: at, expiresAt: null }
      book.records.set(id, { id, kind, type, amount, at, orderId, ...dates })
    }
    if (entry.kind === 'debit' || entry.kind === 'return') {
      for (const origin of entry.origins) book.origins.push({ debitId: entry.id, ...origin })
    }
    if ('repayments' in entry) book.origins.push(...entry.repayments)
    if (entry.event) book.events.push({ ...entry.event, recordId: entry.id, at: entry.at })
  }
}

const plus = (a: Amount, b: Amount): Amount => ({
  points: a.points + b.points,
  cashback: a.cashback + b.cashback,
})
const minus = (a: Amount, b: Amount): Amount => plus(a, { points: -b.points, cashback: -b.cashback })
const none: Amount = { points: 0n, cashback: 0n }
const sum = (amounts: Iterable<Amount>): Amount => Iterator.from(amounts).reduce(plus, none)
const isZero = ({ points, cashback }: Amount): boolean => points === 0n && cashback === 0n

/** Every lot there ever was. */
function allLots(book: Book): Lot[] {
  const opened = new Set(book.events.map(({ recordId }) => recordId))
  return [...book.records.values()]
    .filter(({ kind }) => kind === 'credit')
    .map(({ id, amount, availableAt, expiresAt, orderId }) => {
      const used = sum(book.origins.filter(({ lotId }) => lotId === id).map((origin) => origin.used))
      const remaining = minus(amount, used)
      return { id, original: amount, remaining, availableAt, expiresAt, isWaiting: !opened.has(id), orderId }
    })
}

function allDebts(book: Book): { recordId: number; remaining: Amount }[] {
  return [...book.records.values()]
    .filter(({ kind }) => kind === 'debit')
    .map(({ id, amount }) => {
      const covered = sum(book.origins.filter(({ debitId }) => debitId === id).map(({ used }) => used))
      return { recordId: id, remaining: minus(minus(none, amount), covered) }
    })
}

/** The account as it would be loaded from the database. */
function recompute(book: Book): Account {
  const lots = allLots(book).filter(({ remaining }) => !isZero(remaining))
  const debts = allDebts(book).filter(({ remaining }) => !isZero(remaining))
  const open = lots.filter(({ isWaiting }) => !isWaiting)
  const due = lots.map((lot) => (lot.isWaiting ? lot.availableAt : lot.expiresAt)).filter((at) => at !== null)
  return {
    balance: minus(sum(open.map((lot) => lot.remaining)), sum(debts.map((debt) => debt.remaining))),
    lots,
    loaded: ALL_LOADED,
    debts,
    repaid: [],
    sequence: book.events.length,
    otherSequence: 0,
    ...NO_ACTIVITY,
    inactivity: null,
    reservedUntil: null,
    awardsDueAt: null,
    hasTierPrizes: false,
    hasNewAwards: false,
    nextDueAt: due.length === 0 ? null : Math.min(...due),
  }
}

const byId = (a: Lot, b: Lot): number => a.id - b.id
/** What was repaid since it was loaded is no part of what is stored. */
const sorted = (account: Account): Account => ({
  ...account,
  lots: account.lots.toSorted(byId),
  repaid: [],
})

/**
 * What all records of an order add up to, less what was written off; never below zero, because other lots may have
 * stood in for more.
 */
function recordedFor({ book, writtenOff }: World, orderId: number): Amount {
  const records = [...book.records.values()].filter((record) => record.orderId === orderId)
  const letGo = writtenOff.get(orderId) ?? none
  const { points, cashback } = minus(sum(records.map(({ amount }) => amount)), letGo)
  return { points: points < 0n ? 0n : points, cashback: cashback < 0n ? 0n : cashback }
}

// ── random lives of an account ──────────────────────────────────────────────────────────────────────────────

type Command =
  | { do: 'wait'; time: number }
  | { do: 'credit'; amount: Amount; waits: number; validity: number | null; orderId: number | null }
  | { do: 'debitPoints' | 'debitCashback'; eighths: bigint }
  | { do: 'takeBack'; orderId: number; quarters: bigint; policy: 'debt' | 'clamp' }
  | { do: 'giveBack'; which: number }

const whole = fc.bigInt({ min: 1n, max: 300n }).map((value) => value * 10_000n)
/** At one rate, at another, without cashback, cashback alone, and amounts so small that everything rounds. */
const someAmount: fc.Arbitrary<Amount> = fc.oneof(
  whole.map((points) => ({ points, cashback: points / 20n })),
  whole.map((points) => ({ points, cashback: (points * 333n) / 10_000n })),
  whole.map((points) => ({ points, cashback: 0n })),
  whole.map((cashback) => ({ points: 0n, cashback })),
  fc.record({ points: fc.bigInt({ min: 1n, max: 9n }), cashback: fc.bigInt({ min: 0n, max: 9n }) }),
)
const someOrder = fc.integer({ min: 1, max: 3 })
const someCredit = fc.record({
  do: fc.constant('credit' as const),
  amount: someAmount,
  waits: fc.constantFrom(-1, 0, 0, 0, 1, 3),
  validity: fc.constantFrom(null, null, -1, 0, 2, 4, 9),
  orderId: fc.option(someOrder, { freq: 3 }),
})
const someTakeBack = fc.record({
  do: fc.constant('takeBack' as const),
  orderId: someOrder,
  quarters: fc.bigInt({ min: 1n, max: 4n }),
  policy: fc.constantFrom('debt' as const, 'debt' as const, 'clamp' as const),
})
const someWait = fc.record({ do: fc.constant('wait' as const), time: fc.integer({ min: 1, max: 3 }) })
const someDebit = fc.record({
  do: fc.constantFrom('debitPoints' as const, 'debitCashback' as const),
  eighths: fc.bigInt({ min: 1n, max: 9n }),
})
const someGiveBack = fc.record({ do: fc.constant('giveBack' as const), which: fc.nat(9) })

/** Left to chance, few accounts would ever owe anything: an order earns, all is spent, the order is cancelled. */
const someTrouble: fc.Arbitrary<Command[]> = fc
  .tuple(someCredit, fc.option(someCredit), someOrder, fc.constantFrom(0, 2))
  .map(([earned, other, orderId, time]) => [
    { ...earned, orderId, waits: 0, validity: 5 },
    ...(other ? [other] : []),
    { do: 'debitPoints', eighths: 8n },
    { do: 'debitCashback', eighths: 8n },
    ...(time > 0 ? [{ do: 'wait' as const, time }] : []),
    { do: 'takeBack', orderId, quarters: 4n, policy: 'debt' },
  ])

const alone = (command: Command): Command[] => [command]
const someLife: fc.Arbitrary<Command[]> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: someWait.map(alone) },
      { weight: 6, arbitrary: someCredit.map(alone) },
      { weight: 3, arbitrary: someDebit.map(alone) },
      { weight: 2, arbitrary: someTakeBack.map(alone) },
      { weight: 3, arbitrary: someGiveBack.map(alone) },
      { weight: 2, arbitrary: someTrouble },
    ),
    { minLength: 3, maxLength: 25, size: 'max' },
  )
  .map((chapters) => chapters.flat())

/** Few orders, and much that is about each of them: a batch meets the same order several times. */
const someBusyLife: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: someCredit },
    { weight: 5, arbitrary: someTakeBack },
    { weight: 2, arbitrary: someDebit },
    { weight: 2, arbitrary: someGiveBack },
    { weight: 1, arbitrary: someWait },
  ),
  { minLength: 10, maxLength: 40, size: 'max' },
)

interface World {
  account: Account
  now: number
  readonly book: Book
  /** All that was written, in its order. */
  readonly entries: Entry[]
  readonly ids: { last: number; next(): number }
  /** Redemptions that have not been given back. */
  readonly redemptions: DebitEntry[]
  /** What was let go, by order, as orders keep it. */
  readonly writtenOff: Map<number, Amount>
}

interface Ran {
  readonly command: Command
  /** What the command came to: the amount to debit or to take back, the redemption's amount to give back. */
  readonly asked: Amount
  readonly before: Account
  /** null: refused. */
  readonly step: Step | null
  readonly shortfall: string | null
  readonly world: World
}

function newWorld(): World {
  const ids = { last: 0, next: () => ++ids.last }
  const book = { records: new Map(), origins: [], events: [] }
  return { account: NEW_ACCOUNT, now: START, book, entries: [], ids, redemptions: [], writtenOff: new Map() }
}

/** What the ledger gets it must not change. */
function freeze(account: Account): Account {
  for (const lot of account.lots) Object.freeze(lot)
  for (const debt of account.debts) Object.freeze(debt)
  Object.freeze(account.lots)
  Object.freeze(account.debts)
  return Object.freeze(account)
}

function run(world: World, command: Command): { asked: Amount; result: Step | Shortfall } {
  const { account, now, ids, book, redemptions } = world
  switch (command.do) {
    case 'wait':
      return { asked: none, result: { account, entries: [] } }
    case 'credit': {
      const { amount, waits, validity, orderId } = command
      const availableAt = now + waits
      const expiresAt = validity === null ? null : availableAt + validity
      const input = { type: POINT_TYPE.purchase, amount, availableAt, expiresAt, orderId }
      return { asked: amount, result: credit(account, input, now, ids) }
    }
    case 'debitPoints': {
      const points = atLeastOne((account.balance.points * command.eighths) / 8n)
      return {
        asked: { points, cashback: 0n },
        result: debit(account, { ...REDEEM, unit: 'points', quantity: points }, now, ids),
      }
    }
    case 'debitCashback': {
      const cashback = atLeastOne((account.balance.cashback * command.eighths) / 8n)
      return {
        asked: { points: 0n, cashback },
        result: debit(account, { ...REDEEM, unit: 'cashback', quantity: cashback }, now, ids),
      }
    }
    case 'takeBack': {
      const { orderId, quarters, policy } = command
      const { points, cashback } = recordedFor(world, orderId)
      const amount = { points: (points * quarters) / 4n, cashback: (cashback * quarters) / 4n }
      const type = quarters === 4n ? POINT_TYPE.orderCancelled : POINT_TYPE.orderAdjusted
      const result = takeBack(account, { type, orderId, amount, policy }, now, ids)
      world.writtenOff.set(orderId, plus(world.writtenOff.get(orderId) ?? none, result.writtenOff))
      return { asked: amount, result }
    }
    case 'giveBack': {
      const [redemption] = redemptions.splice(command.which % (redemptions.length || 1), 1)
      if (!redemption) return { asked: none, result: { account, entries: [] } }
      // As they were before anything happened to them: the ledger must not rely on what was stored.
      const used = new Set(redemption.origins.map(({ lotId }) => lotId))
      const lots = allLots(book)
        .filter(({ id }) => used.has(id))
        .map((lot) => ({ ...lot, remaining: lot.original, isWaiting: true }))
      const input = { origins: redemption.origins, lots }
      return { asked: minus(none, redemption.amount), result: giveBack(account, input, now, ids) }
    }
  }
}

const REDEEM = { type: POINT_TYPE.redeem, orderId: null }
const atLeastOne = (value: bigint): bigint => (value < 1n ? 1n : value)

/** One command as the till does it: settle, decide, write. */
function obey(world: World, command: Command): Ran {
  settleNow(world)
  const before = freeze(world.account)
  const { asked, result } = run(world, command)
  if (isShortfall(result)) {
    return { command, asked, before, step: null, shortfall: result.shortfall, world }
  }
  write(world, result)
  for (const entry of result.entries) {
    if (entry.kind === 'debit' && entry.type === POINT_TYPE.redeem) world.redemptions.push(entry)
  }
  return { command, asked, before, step: result, shortfall: null, world }
}

function settleNow(world: World): readonly Entry[] {
  const step = settle(freeze(world.account), world.now, world.ids)
  write(world, step)
  return step.entries
}

function write(world: World, step: Step): void {
  post(world.book, step.entries)
  world.entries.push(...step.entries)
  world.account = step.account
}

/** `afterEach` may look, and may change the world. */
function live(commands: readonly Command[], afterEach: (ran: Ran) => void = () => {}): World {
  const world = newWorld()
  for (const command of commands) {
    if (command.do === 'wait') world.now += command.time
    afterEach(obey(world, command))
  }
  return world
}

function afterEveryCommand(check: (ran: Ran) => void): void {
  fc.assert(
    fc.property(someLife, (commands) => void live(commands, check)),
    { numRuns: RUNS },
  )
}

function afterAnyLife(check: (world: World) => void): void {
  fc.assert(
    fc.property(someLife, (commands) => check(live(commands))),
    { numRuns: RUNS },
  )
}

// ── the laws ────────────────────────────────────────────────────────────────────────────────────────────────

const MEASURES = ['points', 'cashback'] as const
const isNegative = ({ points, cashback }: Amount): boolean => points < 0n || cashback < 0n
const openIn = (account: Account): Lot[] => account.lots.filter(({ isWaiting }) => !isWaiting)
const held = (lots: readonly Lot[]): Amount => sum(lots.map(({ remaining }) => remaining))
const owed = (account: Account): Amount => sum(account.debts.map(({ remaining }) => remaining))
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

describe('an account', () => {
  it('is what its records say', () => {
    afterEveryCommand(({ world }) => expect(sorted(world.account)).toEqual(recompute(world.book)))
  })

  it('conserves points and cashback', () => {
    afterEveryCommand(({ world: { account, book } }) => {
      const recorded = sum([...book.records.values()].map(({ amount }) => amount))
      expect(minus(held(account.lots), owed(account))).toEqual(recorded)
      expect(minus(held(openIn(account)), owed(account))).toEqual(account.balance)
      expect(sum(book.events.map(({ change }) => change))).toEqual(account.balance)
    })
  })

  it('has no lot below zero or above its original, and no debt below zero', () => {
    afterEveryCommand(({ world: { book } }) => {
      for (const { original, remaining } of allLots(book)) {
        expect(isNegative(remaining) || isNegative(minus(original, remaining))).toBe(false)
      }
      for (const { remaining } of allDebts(book)) expect(isNegative(remaining)).toBe(false)
    })
  })

  it('never holds and owes in the same measure, so every debt shows in the balance', () => {
    afterEveryCommand(({ world: { account } }) => {
      const open = held(openIn(account))
      for (const unit of MEASURES) expect(smaller(open[unit], owed(account)[unit])).toBe(0n)
      expect(isInDebt(account)).toBe(account.debts.length > 0)
    })
  })

  it('has nothing due left, and no event for a lot that waits', () => {
    afterEveryCommand(({ world: { account, book, now } }) => {
      for (const lot of account.lots) {
        expect((lot.isWaiting ? lot.availableAt : lot.expiresAt) ?? now + 1).toBeGreaterThan(now)
        expect(book.events.some(({ recordId }) => recordId === lot.id)).toBe(!lot.isWaiting)
      }
    })
  })

  it('keeps the very object of a lot that a command did not touch', () => {
    afterEveryCommand(({ before, world, step }) => {
      const touched = new Set(step?.entries.flatMap(usesOf).map(({ lotId }) => lotId))
      const after = new Set(world.account.lots)
      for (const lot of before.lots) if (!touched.has(lot.id)) expect(after.has(lot)).toBe(true)
    })
  })
})

const originsOf = (entry: Entry): readonly Origin[] =>
  entry.kind === 'debit' || entry.kind === 'return' ? entry.origins : []
const repaymentsOf = (entry: Entry): readonly Repayment[] => ('repayments' in entry ? entry.repayments : [])
const usesOf = (entry: Entry): readonly Origin[] => [...originsOf(entry), ...repaymentsOf(entry)]

describe('events', () => {
  it('are numbered without a gap, in time order, each with the balance after it', () => {
    afterAnyLife(({ book }) => {
      let [sequence, balance, at] = [0, none, START]
      for (const event of book.events) {
        balance = plus(balance, event.change)
        expect(event.sequence).toBe(++sequence)
        expect(event.balance).toEqual(balance)
        expect(event.at).toBeGreaterThanOrEqual(at)
        expect(event.topic).toBe(isNegative(event.change) ? 'Point_Removed' : 'Point_Add')
        expect(isZero(event.change)).toBe(false)
        at = event.at
      }
    })
  })

  it('tell the amount of their record, less what was taken from it while it waited', () => {
    afterAnyLife(({ book }) => {
      const withEvent = new Set(book.events.map(({ recordId }) => recordId))
      for (const { recordId, change } of book.events) {
        const amount = book.records.get(recordId)?.amount ?? none
        const takenEarly = book.origins.filter((use) => use.lotId === recordId && !withEvent.has(use.debitId))
        expect(change).toEqual(minus(amount, sum(takenEarly.map(({ used }) => used))))
      }
    })
  })
})

/** Soonest expiry first, then oldest. */
function isSpentBefore(a: Lot, b: Lot): boolean {
  if (a.expiresAt === b.expiresAt) return a.id < b.id
  if (a.expiresAt === null) return false
  return b.expiresAt === null || a.expiresAt < b.expiresAt
}

const usedOf = (origins: readonly Origin[], lot: Lot): Amount =>
  origins.find(({ lotId }) => lotId === lot.id)?.used ?? none

/** A lot is touched only when every lot that comes before it has been used up. */
function expectSpendingOrder(lots: readonly Lot[], origins: readonly Origin[], unit: Unit): void {
  for (const lot of lots) {
    if (usedOf(origins, lot)[unit] === 0n) continue
    for (const earlier of lots.filter((other) => isSpentBefore(other, lot))) {
      expect(usedOf(origins, earlier)[unit]).toBe(earlier.remaining[unit])
    }
  }
}

/** Within half a ten-thousandth of the exact share, and whoever empties a lot gets all of it. */
function expectProportion(lots: readonly Lot[], origins: readonly Origin[], unit: Unit): void {
  const other = unit === 'points' ? 'cashback' : 'points'
  for (const lot of lots) {
    const used = usedOf(origins, lot)
    if (used[unit] === 0n) continue
    const error = used[other] * lot.remaining[unit] - lot.remaining[other] * used[unit]
    expect((error < 0n ? -error : error) * 2n).toBeLessThanOrEqual(lot.remaining[unit])
    if (used[unit] === lot.remaining[unit]) expect(used).toEqual(lot.remaining)
  }
}

const debitsOf = (step: Step): DebitEntry[] => step.entries.filter((entry) => entry.kind === 'debit')

describe('a debit', () => {
  it('is what its origins used plus what it left owing, each lot once', () => {
    afterEveryCommand(({ step }) => {
      for (const { amount, origins, debt } of step ? debitsOf(step) : []) {
        expect(sum([amount, debt, ...origins.map(({ used }) => used)])).toEqual(none)
        expect(new Set(origins.map(({ lotId }) => lotId)).size).toBe(origins.length)
        for (const { used } of origins) expect(isZero(used) || isNegative(used)).toBe(false)
      }
    })
  })

  it('takes exactly what was asked, in the spending order and in proportion', () => {
    afterEveryCommand(({ command, asked, before, step }) => {
      if ((command.do !== 'debitPoints' && command.do !== 'debitCashback') || !step) return
      const unit = command.do === 'debitPoints' ? 'points' : 'cashback'
      const origins = step.entries.flatMap(originsOf)
      expect(sum(origins.map(({ used }) => used))[unit]).toBe(asked[unit])
      expectSpendingOrder(openIn(before), origins, unit)
      expectProportion(openIn(before), origins, unit)
    })
  })

  it('is refused when it asks for more than the balance, and only then', () => {
    afterEveryCommand(({ command, asked, before, shortfall }) => {
      if (command.do !== 'debitPoints' && command.do !== 'debitCashback') return
      const unit = command.do === 'debitPoints' ? 'points' : 'cashback'
      const balance = before.balance[unit]
      const reason = balance < 0n ? 'inDebt' : 'balanceTooSmall'
      expect(shortfall).toBe(asked[unit] > balance ? reason : null)
    })
  })

  it('in one measure leaves what is owed in the other as it is, and takes nothing there', () => {
    let spentWhileOwing = 0
    afterEveryCommand(({ command, before, step }) => {
      if ((command.do !== 'debitPoints' && command.do !== 'debitCashback') || !step) return
      const other = command.do === 'debitPoints' ? 'cashback' : 'points'
      expect(step.account.debts).toBe(before.debts)
      if (owed(before)[other] === 0n) return
      spentWhileOwing += 1
      expect(step.account.balance[other]).toBe(before.balance[other])
    })
    expect(spentWhileOwing).toBeGreaterThan(0)
  })

  it('given back at once leaves the account as it was', () => {
    afterAnyLife((world) => {
      for (const kind of ['debitPoints', 'debitCashback'] as const) {
        const { before, step } = obey(world, { do: kind, eighths: 5n })
        if (!step) continue
        obey(world, { do: 'giveBack', which: world.redemptions.length - 1 })
        expect(sorted(world.account)).toEqual({ ...sorted(before), sequence: before.sequence + 2 })
      }
    })
  })
})

describe('taking back', () => {
  const takesBack = (
    check: (ran: Ran & { step: Step }, command: Command & { do: 'takeBack' }) => void,
  ): void =>
    afterEveryCommand((ran) => {
      const { command, step } = ran
      if (command.do === 'takeBack' && step) check({ ...ran, step }, command)
    })

  it('takes all the points, or with clamp those there are', () => {
    takesBack(({ asked, before, step }, { orderId, policy }) => {
      const reached = before.lots.filter((lot) => !lot.isWaiting || lot.orderId === orderId)
      const taken = sum(debitsOf(step).map(({ amount }) => minus(none, amount)))
      const most = policy === 'debt' ? asked.points : smaller(asked.points, held(reached).points)
      expect(taken.points).toBe(most)
    })
  })

  it('takes the points that were asked for, owes them, or writes them off', () => {
    takesBack(({ asked, step }, { policy }) => {
      const taken = sum(debitsOf(step).map(({ amount }) => minus(none, amount)))
      const { writtenOff } = step as TakenBack
      expect(taken.points + writtenOff.points).toBe(asked.points)
      expect(isNegative(writtenOff)).toBe(false)
      if (policy === 'debt') expect(writtenOff).toEqual(none)
    })
  })

  it('never takes later what was written off', () => {
    takesBack(({ world }, { orderId, quarters, policy }) => {
      if (quarters < 4n || policy === 'debt') return
      expect(recordedFor(world, orderId).points).toBe(0n)
      obey(world, {
        do: 'credit',
        amount: { points: 500n, cashback: 0n },
        waits: 0,
        validity: null,
        orderId: null,
      })
      const { step } = obey(world, { do: 'takeBack', orderId, quarters: 4n, policy })
      const taken = step ? sum(debitsOf(step).map(({ amount }) => amount)) : none
      expect(taken.points).toBe(0n)
    })
  })

  it('takes from the own lots what was recorded, in both measures, before it touches others', () => {
    takesBack(({ asked, before, step }, { orderId }) => {
      const own = before.lots.filter((lot) => lot.orderId === orderId)
      const uses = step.entries.flatMap(originsOf)
      const used = sum(
        own.map((lot) => sum(uses.filter(({ lotId }) => lotId === lot.id).map((use) => use.used))),
      )
      for (const unit of MEASURES) expect(used[unit]).toBe(smaller(asked[unit], held(own)[unit]))
    })
  })

  it('takes from the other lots in the spending order, their cashback in proportion', () => {
    takesBack(({ before, step }, { orderId }) => {
      const others = before.lots.filter((lot) => lot.orderId !== orderId)
      const uses = step.entries.flatMap(originsOf)
      for (const lot of others) if (lot.isWaiting) expect(usedOf(uses, lot)).toEqual(none)
      const open = others.filter((lot) => !lot.isWaiting)
      expectSpendingOrder(open, uses, 'points')
      if (sum(open.map((lot) => usedOf(uses, lot))).points > 0n) expectProportion(open, uses, 'points')
    })
  })

  it('takes exactly what was recorded, in both measures, where no other lot stands in', () => {
    takesBack(({ asked, before, step }, { orderId, policy }) => {
      const own = new Set(before.lots.filter((lot) => lot.orderId === orderId).map(({ id }) => id))
      if (policy === 'clamp' || step.entries.flatMap(originsOf).some(({ lotId }) => !own.has(lotId))) return
      expect(sum(debitsOf(step).map(({ amount }) => minus(none, amount)))).toEqual(asked)
    })
  })

  it('owes the share of the cashback that goes with the points owed', () => {
    takesBack(({ asked, before, step }, { orderId, policy }) => {
      const own = held(before.lots.filter((lot) => lot.orderId === orderId))
      const spent = minus(asked, {
        points: smaller(asked.points, own.points),
        cashback: smaller(asked.cashback, own.cashback),
      })
      const debt = sum(debitsOf(step).map((entry) => entry.debt))
      if (policy === 'clamp') expect(debt).toEqual(none)
      const share = debt.cashback * spent.points - spent.cashback * debt.points
      if (debt.points > 0n) expect(share * 2n).toBeLessThanOrEqual(spent.points)
    })
  })

  it('makes no event of what it takes from waiting lots, and a clamped one no debt', () => {
    takesBack(({ before, step }, { policy }) => {
      const waiting = new Set(before.lots.filter((lot) => lot.isWaiting).map(({ id }) => id))
      for (const { origins, event, debt } of debitsOf(step)) {
        for (const { lotId } of origins) expect(waiting.has(lotId)).toBe(event === null)
        if (policy === 'clamp' || event === null) expect(debt).toEqual(none)
      }
    })
  })

  it('of all that an order has just earned restores what was open and what was owed', () => {
    fc.assert(
      fc.property(someLife, someCredit, (commands, earned) => {
        const world = live(commands)
        settleNow(world)
        const before = world.account
        obey(world, { ...earned, orderId: 99 })
        obey(world, { do: 'takeBack', orderId: 99, quarters: 4n, policy: 'debt' })
        const { account } = world
        expect(account.balance).toEqual(before.balance)
        expect(owed(account)).toEqual(owed(before))
        expect(account.lots.toSorted(byId)).toEqual(before.lots.toSorted(byId))
      }),
      { numRuns: RUNS },
    )
  })
})

describe('giving back', () => {
  it('adds what the redemption took, and what has expired meanwhile expires again', () => {
    afterEveryCommand(({ command, asked, step, world }) => {
      const [entry, ...others] = step?.entries ?? []
      if (command.do !== 'giveBack' || entry?.kind !== 'return') return
      expect(entry.amount).toEqual(asked)
      expect(entry.event.change).toEqual(asked)
      const late = allLots(world.book).filter(({ expiresAt }) => expiresAt !== null && expiresAt <= world.now)
      const isLate = new Set(late.map(({ id }) => id))
      const reopened = entry.origins.filter(({ lotId }) => isLate.has(lotId))
      const expired = others.flatMap(originsOf).map(({ lotId, used }) => ({ lotId, used: minus(none, used) }))
      expect(expired.toSorted((a, b) => a.lotId - b.lotId)).toEqual(
        reopened.toSorted((a, b) => a.lotId - b.lotId),
      )
    })
  })
})

describe('repaying', () => {
  it('pays the oldest debt first, from lots that are open and not expired', () => {
    const check = (before: Account, { entries, account }: Step, book: Book): void => {
      const lots = new Map(allLots(book).map((lot) => [lot.id, lot]))
      for (const entry of entries) {
        for (const { lotId, used } of repaymentsOf(entry)) {
          expect(lots.get(lotId)?.isWaiting).toBe(false)
          expect(lots.get(lotId)?.expiresAt ?? entry.at + 1).toBeGreaterThan(entry.at)
          expect(isZero(used) || isNegative(used)).toBe(false)
        }
      }
      const left = (recordId: number): Amount =>
        account.debts.find((debt) => debt.recordId === recordId)?.remaining ?? none
      for (const [index, debt] of before.debts.entries()) {
        for (const unit of MEASURES) {
          if (left(debt.recordId)[unit] === debt.remaining[unit]) continue
          for (const older of before.debts.slice(0, index)) expect(left(older.recordId)[unit]).toBe(0n)
        }
      }
    }
    afterEveryCommand(({ before, step, world }) => {
      if (step) check(before, step, world.book)
      const waiting = world.account
      world.now += 1
      check(waiting, { entries: settleNow(world), account: world.account }, world.book)
    })
  })
})

describe('a credit', () => {
  it('repays each measure by itself, as far as it reaches', () => {
    afterEveryCommand(({ command, before, step, world }) => {
      if (command.do !== 'credit' || !step) return
      const { waits, validity } = command
      const isOpen = waits <= 0 && (validity === null || waits + validity > 0)
      const paying = isOpen ? command.amount : none
      for (const unit of MEASURES) {
        const debt = owed(before)[unit]
        expect(owed(world.account)[unit]).toBe(debt - smaller(debt, paying[unit]))
      }
    })
  })
})

describe('settling', () => {
  it('at any times, in any order, ends the same', () => {
    const someTimes = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 6 })
    fc.assert(
      fc.property(someLife, someTimes, (commands, times) => {
        const [once, often] = [live(commands), live(commands)]
        const end = once.now + 12
        once.now = end
        for (const time of times) {
          often.now = end - time
          settleNow(often)
        }
        often.now = end
        settleNow(once)
        settleNow(often)
        expect(often.account).toEqual(once.account)
        expect(often.book).toEqual(once.book)
      }),
      { numRuns: RUNS },
    )
  })

  it('between commands changes nothing', () => {
    fc.assert(
      fc.property(someLife, (commands) => {
        const seldom = live(commands)
        const often = newWorld()
        for (const command of commands) {
          for (let time = command.do === 'wait' ? command.time : 0; time > 0; time--) {
            often.now += 1
            settleNow(often)
          }
          obey(often, command)
        }
        expect(often.book).toEqual(seldom.book)
        expect(often.account).toEqual(seldom.account)
      }),
      { numRuns: RUNS },
    )
  })

  it('opens and expires at the moment it was due, of one moment first what opens, and ends at once what has ended', () => {
    afterAnyLife((world) => {
      const { book } = world
      world.now += 20
      const entries = settleNow(world)
      for (const [index, entry] of entries.entries()) {
        const next = entries[index + 1]
        expect(next?.at ?? entry.at).toBeGreaterThanOrEqual(entry.at)
        const lot = book.records.get(entry.kind === 'opening' ? entry.id : (originsOf(entry)[0]?.lotId ?? 0))
        const hasEnded = (lot?.expiresAt ?? Infinity) <= (lot?.availableAt ?? 0)
        if (next?.kind === 'opening' && next.at === entry.at && !hasEnded) expect(entry.kind).toBe('opening')
        if (entry.kind === 'opening' && hasEnded) expect(originsOf(next ?? entry)[0]?.lotId).toBe(lot?.id)
        if (entry.kind === 'opening') expect(entry.at).toBe(lot?.availableAt)
        else expect(entry.at).toBe(Math.max(lot?.availableAt ?? 0, lot?.expiresAt ?? 0))
        expect(entry.kind === 'opening' || ('type' in entry && entry.type === POINT_TYPE.expiry)).toBe(true)
      }
    })
  })
})

describe('folding', () => {
  it('commands on one account equals loading it anew for each of them', () => {
    fc.assert(
      fc.property(someLife, (commands) => {
        const folded = live(commands)
        const loaded = live(commands, ({ world }) => {
          const account = recompute(world.book)
          world.account = { ...account, lots: account.lots.toReversed() }
        })
        expect(sorted(loaded.account)).toEqual(sorted(folded.account))
        expect(loaded.book).toEqual(folded.book)
      }),
      { numRuns: RUNS },
    )
  })

  it('credits needs no lots where nothing is owed or due', () => {
    fc.assert(
      fc.property(someLife, fc.array(someCredit, { minLength: 1, maxLength: 4 }), (commands, credits) => {
        const [full, bare] = [live(commands), live(commands)]
        bare.account = unloaded(bare.account)
        for (const command of credits) {
          if (isInDebt(bare.account)) return
          obey(full, command)
          obey(bare, command)
          const added = full.account.lots.filter(({ id }) => bare.account.lots.some((lot) => lot.id === id))
          const { loaded } = bare.account
          expect(bare.book).toEqual(full.book)
          expect(bare.account).toEqual({ ...full.account, lots: added, loaded })
        }
      }),
      { numRuns: RUNS },
    )
  })
})

// ── loading in portions ─────────────────────────────────────────────────────────────────────────────────────

/** As its row alone tells. */
function unloaded(account: Account): Account {
  return { ...account, lots: [], debts: [], loaded: nothingLoaded(isInDebt(account), account.nextDueAt) }
}

/** The lots that the book has written down, as the database would give them out. */
function sourceOf(book: Book): LotSource {
  return {
    async next(asks, limit) {
      const { lots, debts } = recompute(book)
      const opening = ({ availableAt, id }: Lot) => ({ at: availableAt, id })
      const inOrder = (isWaiting: boolean, after: { at: number; id: number }) => {
        const position = isWaiting ? opening : spendingPosition
        return lots
          .filter((lot) => lot.isWaiting === isWaiting && comparePositions(position(lot), after) > 0)
          .toSorted((a, b) => comparePositions(position(a), position(b)))
          .slice(0, limit)
      }
      return asks.map(({ after }) => ({
        open: inOrder(false, after.open),
        waiting: inOrder(true, after.waiting),
        debts: debts.filter(({ recordId }) => recordId > after.debts).slice(0, limit),
        reservedUntil: null,
      }))
    },
    async certain(asks) {
      const { lots } = recompute(book)
      // As often as it is asked for, as a join gives it out.
      return asks.map(({ orderIds, lotIds }) => [
        ...orderIds.flatMap((wanted) => lots.filter(({ orderId }) => orderId === wanted)),
        ...lotIds.flatMap((wanted) => lots.filter(({ id }) => id === wanted)),
      ])
    },
  }
}

function draftOf(world: World, portion: number): AccountDraft {
  const customer = { tenantId: 1, id: 1 } as NonNullable<AccountDraft['customer']>
  return newDraft({ customer, account: unloaded(world.account) }, portion)
}

const copyOf = (book: Book): Book => ({
  records: new Map(book.records),
  origins: [...book.origins],
  events: [...book.events],
})

const isDue = ({ account, now }: World): boolean => account.nextDueAt !== null && account.nextDueAt <= now

/** One command as the till does it: what is missed is loaded in portions. */
async function obeyInDraft(
  world: World,
  draft: AccountDraft,
  stored: LotSource,
  command: Command,
): Promise<void> {
  for (;;) {
    const redemptions = [...world.redemptions]
    world.account = draft.account
    let lastId = world.ids.last
    try {
      settleNow(world)
      draft.account = world.account
      lastId = world.ids.last
      if (isDue(world)) throw new NotLoaded({ kind: 'due' })
      obey(world, command)
      draft.account = world.account
      return
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error
      world.redemptions.splice(0, world.redemptions.length, ...redemptions)
      world.ids.last = lastId
      await loadWanted(stored, draft, error.wanted)
    }
  }
}

/** Several commands in one batch: each sees what those before it have made of the account. Returns what is written. */
async function obeyBatch(
  world: World,
  commands: readonly Command[],
  portion: number,
): Promise<AccountChange> {
  const draft = draftOf(world, portion)
  const stored = sourceOf(copyOf(world.book))
  const first = world.entries.length
  const orderIds = commands.flatMap((command) => (command.do === 'takeBack' ? [command.orderId] : []))
  if (orderIds.length > 0) await loadFirstLots(stored, [{ draft, orderIds }], portion)
  for (const command of commands) {
    if (command.do === 'wait') world.now += command.time
    await obeyInDraft(world, draft, stored, command)
  }
  const customer = draft.customer as Customer
  return { ...draft, customer, entries: world.entries.slice(first) }
}

/** What is left of each lot once a batch is written, by the rows that it writes. */
function leftAfter(before: Account, change: AccountChange): Map<number, Amount> {
  const left = new Map(before.lots.map(({ id, remaining }) => [id, remaining]))
  for (const { entry, remaining } of newRecords(change)) if (remaining) left.set(entry.id, remaining)
  const written = new Set<number>()
  for (const { id, remaining } of changedLots(change)) {
    expect(written.has(id), `lot ${id} is written once`).toBe(false)
    written.add(id)
    left.set(id, remaining)
  }
  return new Map([...left].filter(([, remaining]) => !isZero(remaining)))
}

/** As an account with more due than a portion is settled: each portion is saved, and the rest loaded anew. */
async function settleInPortions(world: World, portion: number): Promise<number> {
  for (let portions = 0; ; portions += 1) {
    const draft = draftOf(world, portion)
    const stored = sourceOf(copyOf(world.book))
    let wanted: Wanted | null = { kind: 'due' }
    while (wanted) {
      await loadWanted(stored, draft, wanted)
      world.account = draft.account
      const lastId = world.ids.last
      try {
        wanted = settleNow(world).length > 0 || !isDue(world) ? null : { kind: 'due' }
        draft.account = world.account
      } catch (error) {
        if (!(error instanceof NotLoaded)) throw error
        world.ids.last = lastId
        wanted = error.wanted
      }
    }
    if (!isDue(world)) return portions
  }
}

describe('loading', () => {
  const somePortion = fc.integer({ min: 1, max: 4 })

  it('only as far as a command needs comes to the same as loading everything', async () => {
    await fc.assert(
      fc.asyncProperty(someLife, somePortion, async (commands, portion) => {
        const full = live(commands)
        const partial = newWorld()
        for (const command of commands) {
          await obeyBatch(partial, [command], portion)
          const { nextDueAt } = recompute(partial.book)
          expect(partial.account.nextDueAt ?? Infinity).toBeLessThanOrEqual(nextDueAt ?? Infinity)
        }
        expect(partial.book).toEqual(full.book)
        expect(partial.account.balance).toEqual(full.account.balance)
      }),
      { numRuns: RUNS },
    )
  })

  it('as far as a batch needs, and what it writes, comes to the same as one command after the other', async () => {
    await fc.assert(
      fc.asyncProperty(
        someBusyLife,
        somePortion,
        fc.integer({ min: 2, max: 8 }),
        async (commands, portion, size) => {
          const full = live(commands)
          const partial = newWorld()
          for (let at = 0; at < commands.length; at += size) {
            const before = recompute(partial.book)
            const change = await obeyBatch(partial, commands.slice(at, at + size), portion)
            assertAddsUp(change)
            const { lots, nextDueAt } = recompute(partial.book)
            expect(leftAfter(before, change)).toEqual(
              new Map(lots.map(({ id, remaining }) => [id, remaining])),
            )
            expect(partial.account.nextDueAt ?? Infinity).toBeLessThanOrEqual(nextDueAt ?? Infinity)
          }
          expect(partial.book).toEqual(full.book)
          expect(partial.account.balance).toEqual(full.account.balance)
        },
      ),
      { numRuns: RUNS },
    )
  })

  it('and settling in portions comes to the same as at once', async () => {
    let most = 0
    await fc.assert(
      fc.asyncProperty(
        someLife,
        somePortion,
        fc.integer({ min: 1, max: 12 }),
        async (commands, portion, time) => {
          const [atOnce, inPortions] = [live(commands), live(commands)]
          atOnce.now += time
          inPortions.now += time
          settleNow(atOnce)
          most = Math.max(most, await settleInPortions(inPortions, portion))
          expect(inPortions.book).toEqual(atOnce.book)
          expect(recompute(inPortions.book)).toEqual(sorted(atOnce.account))
        },
      ),
      { numRuns: RUNS },
    )
    expect(most).toBeGreaterThan(1)
  })
})

describe('a writer', () => {
  const customer = { tenantId: 1, id: 7 } as Customer
  const lot = (points: bigint): Lot => ({
    id: 1,
    original: { points: 100n, cashback: 10n },
    remaining: { points, cashback: points / 10n },
    availableAt: START,
    expiresAt: null,
    isWaiting: false,
    orderId: 1,
  })
  const holding = (points: bigint, ...lots: Lot[]): Account => ({
    ...NEW_ACCOUNT,
    balance: { points, cashback: points / 10n },
    lots,
  })
  const changeTo = (account: Account): AccountChange => ({
    customer,
    before: { customer, account: holding(100n) },
    original: { lots: new Map([[1, lot(100n)]]), debts: new Map() },
    account,
    entries: [],
    explanations: new Map(),
  })

  it('refuses what does not add up: a lot twice, a lot too many, a debt that nothing took', () => {
    expect(() => assertAddsUp(changeTo(holding(80n, lot(80n))))).not.toThrow()
    expect(() => assertAddsUp(changeTo(holding(0n)))).not.toThrow()
    expect(() => assertAddsUp(changeTo(holding(80n, lot(80n), lot(100n))))).toThrow(
      'lot or debt 1 is in its account twice',
    )
    expect(() => assertAddsUp(changeTo(holding(80n, lot(60n))))).toThrow('customer 7 would not add up')
    const owing = {
      ...holding(80n, lot(80n)),
      debts: [{ recordId: 2, remaining: { points: 1n, cashback: 0n } }],
    }
    expect(() => assertAddsUp(changeTo(owing))).toThrow('nothing was written')
  })
})

describe('a balance', () => {
  /** More of them by name: `BALANCE_HISTORIES=100000 npm test -- accounts/rules/laws`. */
  const HISTORIES = Number(process.env.BALANCE_HISTORIES ?? RUNS)

  it('is told in parts that add up to it, and in lots that add up to what is open and what waits', {
    timeout: 60_000 + HISTORIES * 10,
  }, () => {
    const met = new Map<string, number>()
    const meet = (what: string): void => void met.set(what, (met.get(what) ?? 0) + 1)
    fc.assert(
      fc.property(someLife, (commands) => {
        const world = live(commands)
        settleNow(world)
        const { account, book } = world
        const waiting = account.lots.filter(({ isWaiting }) => isWaiting)
        const sums = [...book.records.values()].map(({ type, amount }) => ({
          type,
          amount,
          isByHand: false,
          count: 1,
        }))
        const parts = partsOfBalance(sums, { amount: held(waiting), count: waiting.length })
        expect(sum(parts.map(({ amount }) => amount))).toEqual(account.balance)
        expect(minus(held(openIn(account)), owed(account))).toEqual(account.balance)
        expect(
          parts.filter(({ kind }) => kind !== 'waiting').reduce((all, { records }) => all + records, 0),
        ).toBe(book.records.size)
        for (const { kind } of parts) meet(kind)
        if (!isZero(owed(account))) meet('owed')
      }),
      { numRuns: HISTORIES },
    )
    // Or else the histories would be too tame to show anything.
    for (const kind of [
      'earned',
      'cancelled',
      'orderChanged',
      'redeemed',
      'returned',
      'expired',
      'waiting',
      'owed',
    ]) {
      expect([kind, (met.get(kind) ?? 0) > 5]).toEqual([kind, true])
    }
  })
})
