import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SOURCE, type Source } from '../../figures/rules/delta.ts'
import { type Decimal, decimalFromText, shortText, ZERO } from '../../platform/decimal.ts'
import type { JournalEntry } from '../journal.ts'
import { type Booked, leftOf, type Vintage } from '../vintage.ts'
import { bookedAt, type Estimate, openingEntries, postMonth } from './post-month.ts'

const d = decimalFromText
const CENT = 100n
const YEN = 10_000n
const [OCTOBER, NOVEMBER, DECEMBER] = [202610, 202611, 202612]
const EXPECTED: readonly Estimate[] = [
  { since: OCTOBER, breakage: d('0.2'), pointWorth: null },
  { since: DECEMBER, breakage: d('0.25'), pointWorth: null },
]

interface Became {
  readonly takenBack?: number
  readonly redeemed?: number
  readonly lost?: number
}

/** Points of R$ 0.05 each, unless told otherwise. */
function vintage(
  issued: number,
  sales: number,
  { takenBack = 0, redeemed = 0, lost = 0 }: Became = {},
  { source = SOURCE.sale as Source, month = OCTOBER, worth = 500n } = {},
): Vintage {
  const of = (points: number) => ({ points: BigInt(points) * 10_000n, worth: BigInt(points) * worth })
  return {
    ...{ month, source, sales: BigInt(sales) * 10_000n },
    ...{ issued: of(issued), takenBack: of(takenBack), redeemed: of(redeemed), lost: of(lost) },
    ...{ endedEarly: of(0), withoutWorth: worth === 0n ? of(issued).points : 0n },
  }
}

interface Posting {
  readonly month: number
  readonly vintages: readonly Vintage[]
}

/** The entries of one month after the other, and what is put aside at the end of each. */
function post(postings: readonly Posting[], estimates: readonly Estimate[] = EXPECTED, unit = CENT) {
  let before: ReadonlyMap<string, Booked> = new Map()
  return postings.map(({ month, vintages }) => {
    const { entries, booked } = postMonth({ month, vintages, basis: { estimates, unit }, before })
    before = booked
    const left = [...booked.values()].reduce((sum, one) => sum + leftOf(one), ZERO)
    return { entries: entries.map(told), left: shortText(left) }
  })
}

function told({ kind, vintage: of, debit, credit, amount }: JournalEntry): string {
  return `${kind} ${of}: ${debit} to ${credit} ${shortText(amount)}`
}

describe('the entries of a month', () => {
  it('of October’s sales, through returns, redemptions, another estimate and the last expiry', () => {
    const became = [
      {},
      { takenBack: 1_000, redeemed: 24_000 },
      { takenBack: 1_000, redeemed: 52_000 },
      { takenBack: 1_000, redeemed: 73_250, lost: 25_750 },
    ]
    const months = [OCTOBER, NOVEMBER, DECEMBER, 202711]
    const postings = months.map((month, index) => ({
      month,
      vintages: [vintage(100_000, 100_000, became[index])],
    }))
    expect(post(postings)).toEqual([
      { entries: ['issued 202610: revenue to deferredRevenue 3846.15'], left: '3846.15' },
      {
        entries: [
          'takenBack 202610: deferredRevenue to revenue 38.46',
          'recognised 202610: deferredRevenue to revenue 1153.85',
        ],
        left: '2653.84',
      },
      {
        entries: [
          'recognised 202610: deferredRevenue to revenue 1346.15',
          'estimate 202610: deferredRevenue to revenue 166.67',
        ],
        left: '1141.02',
      },
      { entries: ['recognised 202610: deferredRevenue to revenue 1141.02'], left: '0' },
    ])
  })

  it('of points without a sale are an expense, and of imported ones an opening balance', () => {
    const gift = { source: SOURCE.gift }
    expect(post([{ month: OCTOBER, vintages: [vintage(2_000, 0, {}, gift)] }])).toEqual([
      { entries: ['issued 202610: marketingExpense to provision 80'], left: '80' },
    ])
    const imported = (became: Became) => [vintage(2_000, 0, became, { source: SOURCE.imported })]
    expect(
      post([
        { month: OCTOBER, vintages: imported({}) },
        { month: NOVEMBER, vintages: imported({ takenBack: 500, redeemed: 600 }) },
      ]).map(({ entries }) => entries),
    ).toEqual([
      ['issued 202610: opening to provision 80'],
      ['takenBack 202610: provision to opening 20', 'recognised 202610: provision to revenue 30'],
    ])
  })

  it('are those of Example 52 of IFRS 15', () => {
    const estimates = [
      { since: 202601, breakage: d('0.05'), pointWorth: null },
      { since: 202701, breakage: d('0.03'), pointWorth: null },
    ]
    const of = (redeemed: number) => [
      vintage(10_000, 100_000, { redeemed }, { month: 202601, worth: 10_000n }),
    ]
    const [, first, second] = post(
      [
        { month: 202601, vintages: of(0) },
        { month: 202612, vintages: of(4_500) },
        { month: 202701, vintages: of(8_500) },
      ],
      estimates,
    )
    expect(first).toEqual({
      entries: ['recognised 202601: deferredRevenue to revenue 4109.59'],
      left: '4566.21',
    })
    // Together 3,492.91: 4,000 points of 9,700, less what the better estimate takes back of the first 4,500.
    expect(second?.left).toBe('1073.3')
  })

  it('are none where nothing was issued, sold or expected', () => {
    expect(post([{ month: OCTOBER, vintages: [vintage(0, 0)] }])).toEqual([{ entries: [], left: '0' }])
    expect(post([{ month: OCTOBER, vintages: [vintage(100, 0)] }])).toEqual([{ entries: [], left: '0' }])
    const without = [{ since: OCTOBER, breakage: ZERO, pointWorth: null }]
    expect(post([{ month: OCTOBER, vintages: [vintage(100_000, 100_000)] }], without)[0]?.left).toBe('4761.9')
    const hardly = [{ since: OCTOBER, breakage: d('0.95'), pointWorth: null }]
    const beyond = { redeemed: 60_000, lost: 0 }
    expect(post([{ month: OCTOBER, vintages: [vintage(100_000, 100_000, beyond)] }], hardly)).toEqual([
      {
        entries: [
          'issued 202610: revenue to deferredRevenue 249.38',
          'recognised 202610: deferredRevenue to revenue 249.38',
        ],
        left: '0',
      },
    ])
    const back = { takenBack: 100_000 }
    expect(post([{ month: OCTOBER, vintages: [vintage(100_000, 100_000, back)] }])[0]?.left).toBe('0')
  })

  it('take the worth of a point where the records have none', () => {
    const estimates = [{ since: OCTOBER, breakage: d('0.2'), pointWorth: d('0.05') }]
    const noCashback = vintage(100_000, 100_000, {}, { worth: 0n })
    expect(post([{ month: OCTOBER, vintages: [noCashback] }], estimates)[0]?.left).toBe('3846.15')
    expect(post([{ month: OCTOBER, vintages: [noCashback] }])[0]?.entries).toEqual([])
  })

  it('take the records’ own worth where they have one, and that of a point for the others', () => {
    const estimates = [{ since: OCTOBER, breakage: d('0.2'), pointWorth: d('0.04') }]
    const half = { ...vintage(100_000, 100_000, {}, { worth: 250n }), withoutWorth: d('50000') }
    // W = 2,500 + 50,000 × 0.04 = 4,500
    expect(post([{ month: OCTOBER, vintages: [half] }], estimates)[0]?.left).toBe('3474.9')
  })

  it('are rounded to the smallest unit of the currency, and end at nothing', () => {
    const yen = (became: Became) => [vintage(1_001, 1_001, became, { worth: 5_000n })]
    expect(
      post(
        [
          { month: OCTOBER, vintages: yen({}) },
          { month: NOVEMBER, vintages: yen({ redeemed: 333 }) },
          { month: DECEMBER, vintages: yen({ redeemed: 800, lost: 201 }) },
        ],
        EXPECTED,
        YEN,
      ),
    ).toEqual([
      { entries: ['issued 202610: revenue to deferredRevenue 286'], left: '286' },
      { entries: ['recognised 202610: deferredRevenue to revenue 119'], left: '167' },
      { entries: ['recognised 202610: deferredRevenue to revenue 167'], left: '0' },
    ])
  })

  it('begin with one entry for all months before the first', () => {
    const vintages = [
      vintage(100_000, 100_000, { takenBack: 1_000, redeemed: 24_000 }, { month: 202608 }),
      vintage(2_000, 0, {}, { month: 202609, source: SOURCE.gift }),
    ]
    const basis = { estimates: EXPECTED, unit: CENT }
    const before = bookedAt(202609, vintages, basis)
    expect(openingEntries(vintages, before).map(told)).toEqual([
      'opening null: opening to deferredRevenue 2653.84',
      'opening null: opening to provision 80',
    ])
    expect(postMonth({ month: OCTOBER, vintages, basis, before }).entries).toEqual([])
  })
})

/** A vintage through 24 months: what is taken back, redeemed, refunded and lost, until nothing is open. */
const someMonths = fc.record({
  issued: fc.integer({ min: 1, max: 2_000_000 }),
  sales: fc.integer({ min: 0, max: 50_000_000 }),
  worth: fc.bigInt({ min: 0n, max: 30_000n }),
  source: fc.constantFrom<Source>(SOURCE.sale, SOURCE.gift, SOURCE.imported),
  unit: fc.constantFrom(10n, CENT, YEN),
  steps: fc.array(
    fc.record({
      what: fc.constantFrom('takenBack' as const, 'redeemed' as const, 'refunded' as const, 'lost' as const),
      percent: fc.integer({ min: 0, max: 100 }),
      breakage: fc.bigInt({ min: 0n, max: 9_500n }),
    }),
    { minLength: 24, maxLength: 24 },
  ),
})

describe('what is put aside for a vintage', () => {
  it('is never below zero, is what its entries add up to, and ends at 0.00, in every currency', () => {
    fc.assert(
      fc.property(someMonths, ({ issued, sales, worth, source, unit, steps }) => {
        const became = { takenBack: 0, redeemed: 0, lost: 0 }
        const open = () => issued - became.takenBack - became.redeemed - became.lost
        const monthOf = (index: number) => (2026 + Math.floor(index / 12)) * 100 + (index % 12) + 1
        const estimates = steps.map(({ breakage }, index) => ({
          ...{ since: monthOf(index), breakage, pointWorth: null },
        }))
        let before: ReadonlyMap<string, Booked> = new Map()
        let balance: Decimal = ZERO
        steps.forEach(({ what, percent }, index) => {
          const isLast = index === steps.length - 1
          if (isLast) became.lost += open()
          else if (index > 0 && what === 'refunded') {
            became.redeemed -= Math.floor((became.redeemed * percent) / 100)
          } else if (index > 0 && what !== 'refunded') {
            became[what] += Math.floor((open() * percent) / 100)
          }
          const month = monthOf(index)
          const vintages = [vintage(issued, sales, became, { source, worth, month: 202601 })]
          const { entries, booked } = postMonth({ month, vintages, basis: { estimates, unit }, before })
          before = booked
          for (const { debit, credit, amount } of entries) {
            expect(amount > ZERO && amount % unit === 0n && debit !== credit).toBe(true)
            const isLiability = (account: string) => account === 'deferredRevenue' || account === 'provision'
            balance += isLiability(credit) ? amount : -amount
          }
          const [left = ZERO] = [...booked.values()].map(leftOf)
          expect([left >= ZERO, left]).toEqual([true, balance])
          if (isLast) expect(left).toBe(ZERO)
        })
      }),
      { numRuns: Number(process.env.ACCOUNTING_RUNS ?? 300), seed: Number(process.env.TEST_SEED ?? 28) },
    )
  })
})
