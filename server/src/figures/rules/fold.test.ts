import { describe, expect, it } from 'vitest'
import { type Amount, NOTHING, POINT_TYPE, type PointType } from '../../accounts/account.ts'
import type { StoredExplanation } from '../../earning/explanation.ts'
import { decimalFromText, shortText } from '../../platform/decimal.ts'
import { localDateToText } from '../../platform/zone.ts'
import { SERIES, type Series, sumOf } from './delta.ts'
import type { LedgerEntry, LotFacts, RecordFacts } from './entry.ts'
import { fold } from './fold.ts'
import type { ZoneSpan } from './zones.ts'

const SAO_PAULO: ZoneSpan[] = [{ since: 0, timeZone: 'America/Sao_Paulo' }]
const NAMES = new Map<number, string>(Object.entries(SERIES).map(([name, number]) => [number, name]))

const at = (text: string): number => Date.parse(text)
const amount = (points: string, cashback = '0'): Amount => ({
  points: decimalFromText(points),
  cashback: decimalFromText(cashback),
})

function record(type: PointType, of: Amount, more: Partial<RecordFacts> = {}): RecordFacts {
  return { id: 1, type, amount: of, explanation: null, before: null, rewardId: null, ...more }
}

const lot = (
  recordedAt: string,
  expiresAt: string | null,
  id = 1,
  type: PointType = POINT_TYPE.purchase,
): LotFacts => ({
  id,
  type,
  recordedAt: at(recordedAt),
  expiresAt: expiresAt === null ? null : at(expiresAt),
})

/** `flow 2026-10-31 0/0: 100 5 (1)`: series, day, a, b, points, cashback and how often. */
function told(entries: readonly LedgerEntry[], of?: Series, spans = SAO_PAULO): string[] {
  return sumOf(entries.flatMap((entry) => fold(entry, spans)))
    .filter(({ series }) => of === undefined || series === of)
    .map(({ series, day, a, b, amount: { points, cashback }, count }) => {
      const often = count === 0 ? '' : ` (${count})`
      const name = `${NAMES.get(series)} ${localDateToText(day)} ${a}/${b}`
      return `${name}: ${shortText(points)} ${shortText(cashback)}${often}`
    })
}

const purchase = (points: string, more = ''): StoredExplanation => ({
  v: 3,
  lines: [
    { rule: 7, kind: 'purchase', points, amount: '200' },
    ...(more ? [{ rule: 9, kind: 'category' as never, points: more }] : []),
  ],
})

describe('a purchase', () => {
  it('that earns at once is issued, open, of its rules and of its month', () => {
    const explanation = purchase('80', '20')
    const entry: LedgerEntry = {
      kind: 'credit',
      // 23:30 of the last day of October in São Paulo.
      at: at('2026-11-01T02:30:00Z'),
      record: record(POINT_TYPE.purchase, amount('100', '5.01'), { explanation }),
      lot: lot('2026-11-01T02:30:00Z', '2027-11-01T03:00:00Z'),
      change: amount('100', '5.01'),
      repaid: NOTHING,
    }
    expect(told([entry])).toEqual([
      'flow 2026-10-31 0/0: 100 5.01 (1)',
      'rule 2026-10-31 7/6: 80 4.008 (1)',
      'rule 2026-10-31 9/6: 20 1.002 (1)',
      'vintage 2026-10-31 202610/0: 100 5.01',
      'sales 2026-10-31 0/0: 0 200 (1)',
      // It ends at the first midnight of November, so October is its last month.
      'stock 2026-10-31 202710/0: 100 5.01',
    ])
  })

  it('counts apart from what was given without a sale, and from what was imported', () => {
    const issued = (type: PointType): string[] => {
      const given = lot('2026-10-10T12:00:00Z', null, 1, type)
      const of = record(type, amount('100', '5'))
      return told([{ kind: 'pendingCredit', at: given.recordedAt, record: of, lot: given }], SERIES.vintage)
    }
    expect(
      [POINT_TYPE.orderAdjusted, POINT_TYPE.birthday, POINT_TYPE.prize, POINT_TYPE.import].map(issued),
    ).toEqual([0, 8, 8, 16].map((b) => [`vintage 2026-10-10 202610/${b}: 100 5`]))
  })

  it('that is pending is issued in no balance, and when it opens, of its rules, less what was taken before', () => {
    const pending = lot('2026-10-10T12:00:00Z', null)
    const of = record(POINT_TYPE.purchase, amount('100', '5'), { explanation: purchase('80', '20') })
    const taken = record(POINT_TYPE.orderAdjusted, amount('-50', '-2.5'))
    const entries: LedgerEntry[] = [
      { kind: 'pendingCredit', at: at('2026-10-10T12:00:00Z'), record: of, lot: pending },
      {
        kind: 'pendingDebit',
        at: at('2026-10-12T12:00:00Z'),
        record: taken,
        uses: [{ lot: pending, amount: amount('50', '2.5') }],
      },
      {
        kind: 'opening',
        at: at('2026-10-20T12:00:00Z'),
        record: of,
        lot: pending,
        change: amount('50', '2.5'),
        repaid: amount('30', '0'),
      },
    ]
    expect(told(entries)).toEqual([
      'flow 2026-10-10 0/6: 100 5 (1)',
      'stock 2026-10-10 0/1: 100 5',
      'vintage 2026-10-10 202610/0: 100 5',
      'sales 2026-10-10 0/0: 0 200 (1)',
      'flow 2026-10-12 11/6: -50 -2.5 (1)',
      'stock 2026-10-12 0/1: -50 -2.5',
      'vintage 2026-10-12 202610/1: 50 2.5',
      'flow 2026-10-20 0/1: 50 2.5 (1)',
      'rule 2026-10-20 7/6: 40 2 (1)',
      'rule 2026-10-20 9/6: 10 0.5 (1)',
      'stock 2026-10-20 0/1: -50 -2.5',
      'stock 2026-10-20 0/0: 20 2.5',
      'stock 2026-10-20 0/2: -30 0',
      'vintage 2026-10-20 202610/6: 30 0',
    ])
  })

  it('that is computed again gives each rule what it has more or less than in the record before', () => {
    const open = lot('2026-10-10T12:00:00Z', null)
    const cancelled = record(POINT_TYPE.orderCancelled, amount('-100', '-5'), {
      explanation: { v: 4, lines: [{ kind: 'recorded', points: '-100' }] },
      before: purchase('80', '20'),
    })
    const grown = record(POINT_TYPE.orderAdjusted, amount('40', '2'), {
      explanation: {
        v: 4,
        lines: [
          { rule: 7, kind: 'purchase', points: '140', amount: '350' },
          { kind: 'recorded', points: '-100' },
        ],
      },
      before: purchase('80', '20'),
    })
    const entries: LedgerEntry[] = [
      {
        kind: 'debit',
        at: at('2026-10-11T12:00:00Z'),
        record: cancelled,
        change: amount('-100', '-5'),
        uses: [{ lot: open, amount: amount('100', '5') }],
      },
      {
        kind: 'credit',
        at: at('2026-10-12T12:00:00Z'),
        record: grown,
        lot: open,
        change: amount('40', '2'),
        repaid: NOTHING,
      },
    ]
    expect(told(entries, SERIES.rule)).toEqual([
      'rule 2026-10-11 7/9: -80 -4 (1)',
      'rule 2026-10-11 9/9: -20 -1 (1)',
      'rule 2026-10-12 7/8: 60 3 (1)',
      'rule 2026-10-12 9/8: -20 -1 (1)',
    ])
    expect(told(entries, SERIES.sales)).toEqual(['sales 2026-10-12 0/0: 0 150 (1)'])
  })

  it('of which the other half was taken in the record before leaves the rest to «other»', () => {
    const second = record(POINT_TYPE.orderCancelled, amount('-30'), {
      explanation: {
        v: 3,
        lines: [
          { kind: 'recorded', points: '-100' },
          { kind: 'otherRecord', points: '70' },
        ],
      },
      before: { v: 3, lines: [{ kind: 'recorded', points: '-100' }] },
    })
    const entry: LedgerEntry = {
      kind: 'debit',
      at: at('2026-10-11T12:00:00Z'),
      record: second,
      change: amount('-30'),
      uses: [],
    }
    expect(told([entry])).toEqual([
      'flow 2026-10-11 9/3: -30 0 (1)',
      'rule 2026-10-11 -4/7: -30 0 (1)',
      'stock 2026-10-11 0/2: 30 0',
    ])
  })
})

describe('what expires', () => {
  const expired = (more: Partial<RecordFacts>, when: string, ends: string | null): LedgerEntry => ({
    kind: 'debit',
    at: at(when),
    record: record(POINT_TYPE.expiry, amount('-10', '-1'), more),
    change: amount('-10', '-1'),
    uses: [{ lot: lot('2025-10-15T12:00:00Z', ends), amount: amount('10', '1') }],
  })

  it('at midnight counts on its last day', () => {
    expect(told([expired({}, '2026-11-01T03:00:00Z', '2026-11-01T03:00:00Z')])).toEqual([
      'flow 2026-10-31 8/3: -10 -1 (1)',
      'stock 2026-10-31 202610/0: -10 -1',
      'vintage 2026-10-31 202510/3: 10 1',
    ])
  })

  it('by inactivity likewise, and what ends early with its customer on its own day, as no breakage', () => {
    const explanation: StoredExplanation = {
      lines: [{ kind: 'inactive', since: '2026-01-01', points: '-10' }],
    }
    expect(told([expired({ explanation }, '2026-11-01T03:00:00Z', null)], SERIES.vintage)).toEqual([
      'vintage 2026-10-31 202510/3: 10 1',
    ])
    expect(told([expired({}, '2026-11-01T03:00:00Z', '2027-01-01T03:00:00Z')], SERIES.vintage)).toEqual([
      'vintage 2026-11-01 202510/4: 10 1',
    ])
  })
})

describe('a reward', () => {
  it('is redeemed and refunded by its id, also where only its redemption knows it', () => {
    const redeemed = record(POINT_TYPE.redeem, amount('-60', '-3'), {
      explanation: { v: 3, lines: [{ kind: 'reward', id: '41', points: '-60' }] },
    })
    const refunded = record(POINT_TYPE.redeemReturned, amount('60', '3'), { rewardId: 41 })
    const uses = [{ lot: lot('2026-09-15T12:00:00Z', null), amount: amount('60', '3') }]
    const entries: LedgerEntry[] = [
      { kind: 'debit', at: at('2026-10-11T12:00:00Z'), record: redeemed, change: amount('-60', '-3'), uses },
      {
        kind: 'refund',
        at: at('2026-10-12T12:00:00Z'),
        record: refunded,
        change: amount('60', '3'),
        uses,
        repaid: [],
      },
    ]
    expect(told(entries, SERIES.reward)).toEqual([
      'reward 2026-10-11 41/0: 60 3 (1)',
      'reward 2026-10-12 41/1: 60 3 (1)',
    ])
    expect(told(entries, SERIES.vintage)).toEqual([
      'vintage 2026-10-11 202609/2: 60 3',
      'vintage 2026-10-12 202609/5: 60 3',
    ])
  })
})

describe('points that no rule gave', () => {
  it.each([
    [{ kind: 'tierBenefit', id: '2', points: '10' }, POINT_TYPE.purchase, -1],
    [{ kind: 'quiz', id: '2', points: '10' }, POINT_TYPE.quiz, -2],
    [{ kind: 'adjustment', reason: 'goodwill', points: '10' }, POINT_TYPE.manual, -3],
    [null, POINT_TYPE.manual, -3],
    [null, POINT_TYPE.birthday, -4],
  ] as const)('%j of type %i is %i', (line, type, row) => {
    const explanation = line && { v: 1, lines: [line] }
    const entry: LedgerEntry = {
      kind: 'credit',
      at: at('2026-10-11T12:00:00Z'),
      record: record(type, amount('10'), { explanation }),
      lot: lot('2026-10-11T12:00:00Z', null),
      change: amount('10'),
      repaid: NOTHING,
    }
    expect(told([entry], SERIES.rule)).toEqual([`rule 2026-10-11 ${row}/${line ? 2 : 0}: 10 0 (1)`])
  })
})

describe('a time zone that changes', () => {
  it('leaves days and months to those that were in force', () => {
    const spans = [
      { since: at('2026-01-01T00:00:00Z'), timeZone: 'Pacific/Pago_Pago' },
      { since: at('2026-11-01T00:00:00Z'), timeZone: 'Pacific/Kiritimati' },
    ]
    const early = lot('2026-10-31T12:00:00Z', '2026-12-01T05:00:00Z')
    const credit: LedgerEntry = {
      kind: 'credit',
      at: early.recordedAt,
      record: record(POINT_TYPE.signup, amount('10')),
      lot: early,
      change: amount('10'),
      repaid: NOTHING,
    }
    const spent: LedgerEntry = {
      kind: 'debit',
      at: at('2026-11-01T12:00:00Z'),
      record: record(POINT_TYPE.redeem, amount('-10')),
      change: amount('-10'),
      uses: [{ lot: early, amount: amount('10') }],
    }
    expect(told([credit, spent], SERIES.stock, spans)).toEqual([
      'stock 2026-10-31 202611/0: 10 0',
      'stock 2026-11-02 202611/0: -10 0',
    ])
  })
})
