/**
 * Laws of the sums, over random lives of two accounts: with lots that are pending, end, move and come back, with debts that
 * later lots pay, with prizes, with two customers who become one, and with all that ends by inactivity or with its
 * customer. The oracle are the accounts themselves.
 */
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  type Account,
  type Amount,
  add,
  type Entry,
  isNothing,
  isShortfall,
  type Lot,
  NEW_ACCOUNT,
  NOTHING,
  negate,
  POINT_TYPE,
  type RecordIds,
} from '../../accounts/account.ts'
import { Posting } from '../../accounts/rules/posting.ts'
import { settle } from '../../accounts/rules/settle.ts'
import type { Explanation } from '../../earning/explanation.ts'
import { decimalToText, proportion } from '../../platform/decimal.ts'
import { CAUSE, type Delta, OUTCOME, partsOfVintage, SERIES, SOURCE, STOCK, sumOf } from './delta.ts'
import {
  entriesOfAccount,
  type StoredAccount,
  type StoredMove,
  type StoredOrigin,
  type StoredRecord,
} from './entries-of-account.ts'
import type { LedgerEntry, LotFacts, LotUse, RecordFacts } from './entry.ts'
import { fold } from './fold.ts'
import { entryOfEvent } from './read-entry.ts'
import { monthAsOf, type ZoneSpan } from './zones.ts'

/** In full by name: `FIGURE_RUNS=100000 npm test -- figures/rules/laws`, which takes an hour. */
const RUNS = Number(process.env.FIGURE_RUNS ?? 300)
vi.setConfig({ testTimeout: Math.max(180_000, RUNS * 100) })
const HOUR_MS = 3_600_000
/** A midnight in São Paulo, twelve days before November. */
const START = Date.parse('2026-10-20T03:00:00Z')

/** Also over the date line, and a change in the night in which clocks go back. */
const someSpans: fc.Arbitrary<ZoneSpan[]> = fc
  .array(
    fc.record({
      since: fc.integer({ min: 0, max: 1_500 }).map((hours) => START + hours * HOUR_MS),
      timeZone: fc.constantFrom(
        'America/Sao_Paulo',
        'Pacific/Kiritimati',
        'Pacific/Pago_Pago',
        'Europe/Lisbon',
      ),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((spans) => spans.toSorted((a, b) => a.since - b.since))

/** `who`: the second customer may become one with the first; then another one comes. */
type Command = { readonly who?: 0 | 1 } & Deed
type Deed =
  | { do: 'wait'; hours: number }
  | { do: 'credit'; amount: Amount; waits: number; validity: number | null; orderId: number }
  | { do: 'spend'; unit: 'points' | 'cashback'; eighths: bigint }
  | { do: 'takeBack'; orderId: number; quarters: bigint; policy: 'debt' | 'clamp' }
  | { do: 'giveBack'; which: number }
  | { do: 'move'; orderId: number; waits: number; validity: number | null }
  | { do: 'endAll'; isInactive: boolean }
  | { do: 'merge' }

const whole = fc.bigInt({ min: 1n, max: 300n }).map((value) => value * 10_000n)
const someAmount = fc.oneof(
  whole.map((points) => ({ points, cashback: points / 20n })),
  whole.map((points) => ({ points, cashback: 0n })),
  whole.map((cashback) => ({ points: 0n, cashback })),
)
/** By the number of the order, so that a life has lots of every source. */
const TYPES = [POINT_TYPE.purchase, POINT_TYPE.manual, POINT_TYPE.import, POINT_TYPE.prize]
const SOURCES = [SOURCE.sale, SOURCE.gift, SOURCE.imported, SOURCE.gift]
const orderId = fc.integer({ min: 1, max: TYPES.length })
const waits = fc.constantFrom(-24, 0, 0, 0, 30, 300)
const validity = fc.constantFrom(null, -1, 12, 288, 900)
const someDeed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 200 }) }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('credit' as const),
      amount: someAmount,
      waits,
      validity,
      orderId,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('spend' as const),
      unit: fc.constantFrom('points' as const, 'cashback' as const),
      eighths: fc.bigInt({ min: 1n, max: 8n }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('takeBack' as const),
      orderId,
      quarters: fc.bigInt({ min: 1n, max: 4n }),
      policy: fc.constantFrom('debt' as const, 'debt' as const, 'clamp' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('giveBack' as const), which: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), orderId, waits, validity }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('endAll' as const), isInactive: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.constant<Deed>({ do: 'merge' }) },
)
const someCommand: fc.Arbitrary<Command> = fc
  .tuple(fc.constantFrom(0 as const, 0 as const, 1 as const), someDeed)
  .map(([who, deed]) => ({ ...deed, who }))
const someLife = fc.array(someCommand, { minLength: 3, maxLength: 40, size: 'max' })

interface Stored {
  readonly records: Map<number, StoredRecord>
  readonly origins: StoredOrigin[]
  readonly moves: StoredMove[]
}

/** A customer, and what the ledger's tables would have of the account. */
class Customer {
  account: Account = NEW_ACCOUNT
  readonly stored: Stored = { records: new Map(), origins: [], moves: [] }
  readonly redemptions: Extract<Entry, { kind: 'debit' }>[] = []
  /** No two customers have the same order. */
  readonly firstOrder: number

  constructor(firstOrder: number) {
    this.firstOrder = firstOrder
  }

  /** As the rows of both are when those of the other one have become this one's. */
  takeOver({ account: other, stored, redemptions }: Customer): void {
    const due = [this.account.nextDueAt, other.nextDueAt].filter((at) => at !== null)
    const { balance, lots, debts } = this.account
    this.account = {
      ...this.account,
      balance: add(balance, other.balance),
      lots: [...lots, ...other.lots],
      debts: [...debts, ...other.debts].toSorted((a, b) => a.recordId - b.recordId),
      nextDueAt: due.length > 0 ? Math.min(...due) : null,
    }
    for (const [id, record] of stored.records) this.stored.records.set(id, record)
    this.stored.origins.push(...stored.origins)
    this.stored.moves.push(...stored.moves)
    this.redemptions.push(...redemptions)
  }

  storedAccount(): StoredAccount {
    const waiting = new Set(this.account.lots.filter((lot) => lot.isWaiting).map(({ id }) => id))
    const records = [...this.stored.records.values()].toSorted((a, b) => a.id - b.id)
    return { ...this.stored, records: records.map((one) => ({ ...one, isWaiting: waiting.has(one.id) })) }
  }
}

/** As the ledger explains what ended because nothing happened. */
const INACTIVE = {
  lines: [{ kind: 'inactive', since: '2026-01-01', points: '-1' }],
} as unknown as Explanation

/** What happens to two customers of a merchant. */
class Life {
  now = START
  /** What ended: at its own time or because nothing happened, and with its customer. */
  readonly ended = { expired: NOTHING, early: NOTHING }
  readonly entries: LedgerEntry[] = []
  /** The same, as they are read from the log: with what events say, and not with what the rules had said. */
  readonly read: (LedgerEntry | null)[] = []
  #isInactive = false
  #customers: readonly [Customer, Customer] = [new Customer(1), new Customer(1 + TYPES.length)]
  #customer: Customer = this.#customers[0]
  readonly #ids: RecordIds & { last: number } = { last: 0, next: () => ++this.#ids.last }
  readonly #lots = new Map<number, LotFacts>()
  readonly #everyLot = new Map<number, Lot>()
  readonly #records = new Map<number, RecordFacts>()

  get accounts(): Account[] {
    return this.#customers.map(({ account }) => account)
  }

  get stored(): StoredAccount[] {
    return this.#customers.map((customer) => customer.storedAccount())
  }

  obey({ who = 0, ...command }: Command): void {
    if (command.do === 'merge') {
      this.#merge()
      return
    }
    this.#customer = this.#customers[who]
    if (command.do === 'wait') this.now += command.hours * HOUR_MS
    const settled = settle(this.#customer.account, this.now, this.#ids)
    this.#write(settled.account, settled.entries)
    const posting = new Posting(settled.account, this.now, this.#ids)
    this.#run(posting, command)
    this.#write(posting.account, posting.entries as Entry[])
    this.#isInactive = false
  }

  /** What is due by now is settled when they are one, as it is by the command that merges customers. */
  #merge(): void {
    const [into, from] = this.#customers
    const { balance } = from.account
    const recordId = this.#ids.next()
    into.takeOver(from)
    this.#customers = [into, new Customer(from.firstOrder + TYPES.length)]
    this.#customer = into
    const posting = new Posting(into.account, this.now, this.#ids)
    posting.mergeAccounts({ recordId, change: balance })
    this.#write(posting.account, posting.entries as Entry[])
    if (isNothing(balance)) return
    const leaving = { kind: 'merge', at: this.now, record: this.#record(recordId), repaid: [] } as const
    this.entries.push({ ...leaving, change: negate(balance) })
    this.read.push({ ...leaving, change: negate(balance) })
  }

  #run(posting: Posting, command: Deed): void {
    const { firstOrder, redemptions } = this.#customer
    if (command.do === 'credit') {
      const availableAt = this.now + command.waits * HOUR_MS
      const expiresAt = command.validity === null ? null : availableAt + command.validity * HOUR_MS
      const { amount, orderId: number } = command
      const order = firstOrder + number - 1
      posting.credit({ type: typeOf(order), amount, availableAt, expiresAt, orderId: order })
    } else if (command.do === 'spend') {
      const quantity = proportion(posting.account.balance[command.unit], command.eighths, 8n)
      if (quantity <= 0n) return
      const spent = posting.debit(command.unit, quantity, { type: POINT_TYPE.redeem, orderId: null })
      if (!isShortfall(spent as never)) redemptions.push(spent as never)
    } else if (command.do === 'takeBack') {
      const order = firstOrder + command.orderId - 1
      const lots = posting.account.lots.filter((lot) => lot.orderId === order)
      const all = lots.reduce((sum, { original }) => add(sum, original), NOTHING)
      const amount = {
        points: (all.points * command.quarters) / 4n,
        cashback: (all.cashback * command.quarters) / 4n,
      }
      const type = typeOf(order) === POINT_TYPE.prize ? POINT_TYPE.prize : POINT_TYPE.orderCancelled
      posting.takeBack({ type, orderId: order, amount, policy: command.policy })
    } else if (command.do === 'giveBack') {
      const [redemption] = redemptions.splice(command.which % (redemptions.length || 1), 1)
      if (!redemption) return
      const lots = redemption.origins.map(({ lotId }) => this.#everyLot.get(lotId) as Lot)
      posting.giveBack({ origins: redemption.origins, lots })
    } else if (command.do === 'move') {
      const availableAt = this.now + command.waits * HOUR_MS
      const expiresAt = command.validity === null ? null : availableAt + command.validity * HOUR_MS
      posting.moveLots({ orderId: firstOrder + command.orderId - 1, availableAt, expiresAt })
    } else if (command.do === 'endAll') {
      posting.endAll()
      this.#isInactive = command.isInactive
    }
  }

  #write(account: Account, entries: readonly Entry[]): void {
    this.#customer.account = account
    for (const lot of account.lots) this.#everyLot.set(lot.id, lot)
    for (const entry of entries) this.#note(entry)
  }

  #note(entry: Entry): void {
    const { id, at } = entry
    if ('type' in entry) {
      const { type, amount } = entry
      const isExpiry = entry.kind === 'debit' && type === POINT_TYPE.expiry
      const explanation = isExpiry && this.#isInactive ? INACTIVE : null
      this.#records.set(id, { id, type, amount, explanation, before: null, rewardId: null })
      if (isExpiry) this.#end(entry)
    }
    if (entry.kind === 'credit') {
      this.#lots.set(id, { id, type: entry.type, recordedAt: at, expiresAt: entry.expiresAt })
    }
    const before = this.#lots.get(id) ?? null
    if (entry.kind === 'move') {
      this.#lots.set(id, { ...(before ?? this.#lot(id)), expiresAt: entry.expiresAt })
    }
    this.entries.push(this.#directly(entry, before))
    this.read.push(this.#asRead(entry, before))
    this.#store(entry)
  }

  #end({ at, origins }: Extract<Entry, { kind: 'debit' }>): void {
    for (const { lotId, used } of origins) {
      const { expiresAt } = this.#lot(lotId)
      const isOver = this.#isInactive || (expiresAt !== null && expiresAt <= at)
      const kind = isOver ? 'expired' : 'early'
      this.ended[kind] = add(this.ended[kind], used)
    }
  }

  #store(entry: Entry): void {
    const { id, at } = entry
    const { records, origins, moves } = this.#customer.stored
    if ('type' in entry) {
      const dates =
        entry.kind === 'credit'
          ? { availableAt: entry.availableAt, expiresAt: entry.expiresAt }
          : { availableAt: null, expiresAt: null }
      const order = 'orderId' in entry ? entry.orderId : null
      records.set(id, { ...this.#record(id), recordedAt: at, orderId: order, ...dates, isWaiting: false })
    }
    const record = records.get(id)
    if (entry.kind === 'move' && record) {
      const from = { availableAt: record.availableAt ?? at, expiresAt: record.expiresAt }
      moves.push({ recordId: id, movedAt: at, wasPending: entry.event === null, from })
      records.set(id, { ...record, availableAt: entry.availableAt, expiresAt: entry.expiresAt })
    }
    if ('origins' in entry) {
      for (const { lotId, used } of entry.origins) origins.push({ recordId: id, lotId, used, repaidAt: null })
    }
    if ('repayments' in entry) {
      for (const { debitId, lotId, used } of entry.repayments) {
        origins.push({ recordId: debitId, lotId, used, repaidAt: at })
      }
    }
  }

  #directly(entry: Entry, before: LotFacts | null): LedgerEntry {
    const { id, at } = entry
    const record = this.#record(id)
    const repayments = 'repayments' in entry ? entry.repayments : []
    const repaid = repayments.map(({ lotId, used }) => ({ lot: this.#lot(lotId), amount: used }))
    if (entry.kind === 'move') {
      const kind = entry.event ? 'move' : 'pendingMove'
      return { kind, at, record, from: before ?? this.#lot(id), to: this.#lot(id) }
    }
    if (entry.kind === 'debit') {
      const uses = this.#uses(entry.origins)
      if (!entry.event) return { kind: 'pendingDebit', at, record, uses }
      return { kind: 'debit', at, record, uses, change: entry.event.change }
    }
    if (entry.kind === 'return') {
      const uses = this.#uses(entry.origins).map((use) => ({ ...use, amount: negate(use.amount) }))
      return { kind: 'refund', at, record, uses, repaid, change: entry.event.change }
    }
    if (entry.kind === 'merge') {
      return { kind: 'merge', at, record, change: entry.event?.change ?? NOTHING, repaid }
    }
    const lot = this.#lot(id)
    if (entry.event === null) return { kind: 'pendingCredit', at, record, lot }
    const paid = repayments.reduce((sum, { used }) => add(sum, used), NOTHING)
    const kind = entry.kind === 'opening' ? 'opening' : 'credit'
    return { kind, at, record, lot, change: entry.event.change, repaid: paid }
  }

  /** What has an event, as the fold reads it. */
  #asRead(entry: Entry, before: LotFacts | null): LedgerEntry | null {
    const { id, at, event } = entry
    if (event === null) return this.entries.at(-1) ?? null
    const causes = { ...CAUSE, return: CAUSE.refund }
    const repaid = entry.kind === 'merge' ? this.#uses(entry.repayments) : []
    return entryOfEvent({
      cause: causes[entry.kind],
      at,
      change: event.change,
      balance: event.balance,
      record: this.#record(id),
      lot: this.#lots.get(id) ?? null,
      movedFrom: entry.kind === 'move' ? before : null,
      origins: 'origins' in entry ? this.#uses(entry.origins) : [],
      repaid,
    })
  }

  #uses(origins: readonly { lotId: number; used: Amount }[]): LotUse[] {
    return origins.map(({ lotId, used }) => ({ lot: this.#lot(lotId), amount: used }))
  }

  #lot(id: number): LotFacts {
    return this.#lots.get(id) as LotFacts
  }

  #record(id: number): RecordFacts {
    return this.#records.get(id) as RecordFacts
  }
}

function typeOf(order: number): (typeof TYPES)[number] {
  return TYPES[order % TYPES.length] ?? POINT_TYPE.purchase
}

function live(commands: readonly Command[]): Life {
  const life = new Life()
  for (const command of commands) life.obey(command)
  return life
}

const total = (deltas: readonly Delta[], keep: (delta: Delta) => boolean): Amount =>
  deltas.filter(keep).reduce((sum, { amount }) => add(sum, amount), NOTHING)
const inStock = (stock: number) => (delta: Delta) => delta.series === SERIES.stock && delta.b === stock
const sumsOf = (entries: readonly (LedgerEntry | null)[], spans: readonly ZoneSpan[]): Delta[] =>
  sumOf(entries.flatMap((entry) => (entry ? fold(entry, spans) : [])))
const inOrder = (deltas: readonly Delta[]): string[] =>
  deltas
    .map(
      ({ series, day, a, b, amount, count }) =>
        `${series} ${day} ${a} ${b}: ${decimalToText(amount.points)} ${decimalToText(amount.cashback)} ${count}`,
    )
    .toSorted()

function holds(check: (life: Life, spans: ZoneSpan[], deltas: Delta[]) => void): void {
  fc.assert(
    fc.property(someLife, someSpans, (commands, spans) => {
      const life = live(commands)
      check(life, spans, sumsOf(life.entries, spans))
    }),
    { numRuns: RUNS, seed: Number(process.env.FIGURE_SEED ?? 28) },
  )
}

describe('the sums', () => {
  it('of all changes are the balance', () => {
    holds(({ accounts }, _spans, deltas) => {
      const flow = total(deltas, ({ series, b }) => series === SERIES.flow && b !== CAUSE.pending)
      expect(flow).toEqual(accounts.reduce((sum, { balance }) => add(sum, balance), NOTHING))
      // What left the one customer came to the other.
      expect(total(deltas, ({ series, b }) => series === SERIES.flow && b === CAUSE.merge)).toEqual(NOTHING)
    })
  })

  it('of the stock are what is open, pending and owed, by the month in which it ends', () => {
    holds(({ accounts, entries }, spans, deltas) => {
      const everyLot = accounts.flatMap(({ lots }) => lots)
      const held = (isWaiting: boolean): Amount =>
        everyLot
          .filter((lot) => lot.isWaiting === isWaiting)
          .reduce((sum, { remaining }) => add(sum, remaining), NOTHING)
      expect(total(deltas, inStock(STOCK.open))).toEqual(held(false))
      expect(total(deltas, inStock(STOCK.pending))).toEqual(held(true))
      const debts = accounts.flatMap((account) => account.debts)
      const owed = debts.reduce((sum, { remaining }) => add(sum, remaining), NOTHING)
      expect(total(deltas, inStock(STOCK.owed))).toEqual(owed)
      const recordedAt = new Map(
        entries.flatMap((entry) =>
          'lot' in entry && entry.kind !== 'opening' ? [[entry.lot.id, entry.at]] : [],
        ),
      )
      for (const month of new Set(deltas.filter(inStock(STOCK.open)).map(({ a }) => a))) {
        const ends = everyLot.filter(
          ({ id, isWaiting, expiresAt }) =>
            !isWaiting &&
            (expiresAt === null ? 0 : monthAsOf(expiresAt - 1, recordedAt.get(id) ?? 0, spans)) === month,
        )
        const sum = ends.reduce((all, { remaining }) => add(all, remaining), NOTHING)
        expect(total(deltas, (delta) => inStock(STOCK.open)(delta) && delta.a === month)).toEqual(sum)
      }
    })
  })

  it('of a vintage: what became of it, and what is left, is what was issued, of each source', () => {
    holds(({ accounts }, _spans, deltas) => {
      const { issued, refunded, takenBack, redeemed, expired, endedEarly, repaid } = OUTCOME
      for (const from of Object.values(SOURCE)) {
        const of = (...outcomes: number[]): Amount =>
          total(deltas, ({ series, b }) => {
            const { outcome, source } = partsOfVintage(b)
            return series === SERIES.vintage && source === from && outcomes.includes(outcome)
          })
        const left = accounts
          .flatMap(({ lots }) => lots)
          .filter(({ orderId }) => SOURCES[(orderId ?? 0) % TYPES.length] === from)
          .reduce((sum, { remaining }) => add(sum, remaining), NOTHING)
        const came = add(of(issued), of(refunded))
        expect(add(of(takenBack, redeemed, expired, endedEarly, repaid), left)).toEqual(came)
      }
      for (const { series, a, b, amount } of deltas) {
        if (series !== SERIES.vintage) continue
        expect([a, b, amount.points >= 0n && amount.cashback >= 0n]).toEqual([a, b, true])
      }
    })
  })

  it('of what expired are what ended at its time or because nothing happened, and apart from what ended early', () => {
    holds(({ ended }, _spans, deltas) => {
      const of = (wanted: number): Amount =>
        total(deltas, ({ series, b }) => series === SERIES.vintage && partsOfVintage(b).outcome === wanted)
      expect(of(OUTCOME.expired)).toEqual(ended.expired)
      expect(of(OUTCOME.endedEarly)).toEqual(ended.early)
    })
  })

  it('are the same in any order and in any portions', () => {
    fc.assert(
      fc.property(someLife, someSpans, fc.infiniteStream(fc.nat()), (commands, spans, chance) => {
        const { entries } = live(commands)
        const keyed = entries.map((entry) => ({ entry, key: chance.next().value ?? 0 }))
        const shuffled = keyed.toSorted((a, b) => a.key - b.key).map(({ entry }) => entry)
        const cut = entries.length === 0 ? 0 : (chance.next().value ?? 0) % entries.length
        const portions = [shuffled.slice(0, cut), shuffled.slice(cut)].flatMap((part) => sumsOf(part, spans))
        expect(inOrder(sumOf(portions))).toEqual(inOrder(sumsOf(entries, spans)))
      }),
      { numRuns: RUNS, seed: Number(process.env.FIGURE_SEED ?? 28) },
    )
  })

  it('of what is read from the log are those of what happened', () => {
    holds(({ read }, spans, deltas) => expect(inOrder(sumsOf(read, spans))).toEqual(inOrder(deltas)))
  })

  it('of what is stored in the end are those of what happened', () => {
    holds((life, spans, deltas) => {
      // What left a customer and came to another one is told by events alone: together it is nothing.
      const told = deltas.filter(({ series, b }) => series !== SERIES.flow || b !== CAUSE.merge)
      expect(inOrder(sumsOf(life.stored.flatMap(entriesOfAccount), spans))).toEqual(inOrder(told))
    })
  })

  it('likewise where repayments were stored without their moment, in all', () => {
    holds((life, spans, deltas) => {
      const former = life.stored.map((stored) => ({
        ...stored,
        origins: stored.origins.map((origin) => ({ ...origin, repaidAt: null })),
      }))
      const sums = sumsOf(former.flatMap(entriesOfAccount), spans)
      for (const stock of Object.values(STOCK)) {
        expect(total(sums, inStock(stock))).toEqual(total(deltas, inStock(stock)))
      }
    })
  })
})
