import { describe, expect, it } from 'vitest'
import { POINT_TYPE, type PointType } from '../accounts/account.ts'
import { LOCALES, type Locale } from '../contract/locale.ts'
import { decimalFromText } from '../platform/decimal.ts'
import { evaluateAdjustment } from './adjustment.ts'
import { evaluateOrder } from './evaluate.ts'
import type { Line } from './explanation.ts'
import type { OrderFacts } from './order-facts.ts'
import { parseProgram } from './program-schema.ts'
import {
  lineTexts,
  type SentenceContext,
  sentenceOf,
  sentenceOfCap,
  sentenceOfNothing,
  sentenceOfOpening,
} from './sentence.ts'

const d = decimalFromText

const program = parseProgram({
  version: 3,
  cashback: { isOn: true, pointValue: '0.05' },
  rules: [
    { id: 1, kind: 'purchase', points: '1', minimumOrder: '20' },
    { id: 2, kind: 'firstPurchase', name: 'Welcome', points: '25' },
    {
      id: 3,
      kind: 'campaign',
      name: 'Black week',
      multiplier: '1.5',
      startsAt: '2026-11-20T00:00:00Z',
      endsAt: '2026-11-28T00:00:00Z',
    },
    { id: 4, kind: 'brand', name: 'Aurora doubles', ids: ['aurora'], multiplier: '2' },
    { id: 5, kind: 'category', ids: ['coffee'], points: '10' },
    { id: 6, kind: 'paymentMethod', name: 'Pix', ids: ['pix'], points: '5' },
    { id: 7, kind: 'branch', ids: ['centro'], multiplier: '1.1' },
    { id: 8, kind: 'tier', ids: ['9'], multiplier: '1.25' },
    { id: 9, kind: 'signup', name: 'Hello', points: '1' },
    { id: 10, kind: 'custom', key: 'review', name: 'Reviews', points: '7' },
  ],
})

const NAMES: Readonly<Record<string, string>> = {
  'tier 9': 'Gold',
  'quiz 4': 'Coffee',
  'reward 2': 'R$ 10 off',
}
const context: SentenceContext = {
  locale: 'en',
  currency: 'BRL',
  timeZone: 'America/Sao_Paulo',
  program,
  nameOf: (kind, id) => NAMES[`${kind} ${id}`],
}

const order: OrderFacts = {
  total: d('120'),
  placedAt: Date.parse('2026-01-16T12:00:00Z'),
  products: [],
  paymentMethodId: null,
  branchId: null,
  tierId: null,
  isFirstPurchase: false,
  number: null,
  timeZone: 'America/Sao_Paulo',
}

const recordedPoints = (points: string) => ({
  standing: { points: d(points), cashback: 0n },
  expiredPoints: 0n,
  writtenOffPoints: 0n,
  missedPoints: 0n,
})

/** What a record of this order would say. */
function told(facts: Partial<OrderFacts>, recorded?: string): string {
  const earning =
    recorded === undefined
      ? evaluateOrder(program, { ...order, ...facts })
      : evaluateAdjustment(program, recordedPoints(recorded), { ...order, ...facts }, program.cashback)
  const type = recorded === undefined ? POINT_TYPE.purchase : POINT_TYPE.orderAdjusted
  return sentenceOf({ type, ...earning, ...earning.explanation }, context)
}

function line(type: PointType, one: Line, more: Partial<SentenceContext> = {}): string {
  const record = { type, points: d(one.points), cashback: 0n, lines: [one] }
  return sentenceOf(record, { ...context, ...more })
}

describe('a sentence', () => {
  it('says what an order earned by which rules', () => {
    expect(told({})).toBe('120 points for R$\u00a0120.00 at 1 point per R$\u00a01.00')
    expect(told({ total: d('120.9') })).toBe(
      '120 points for R$\u00a0120.90 at 1 point per R$\u00a01.00, rounded down',
    )
    expect(told({ isFirstPurchase: true })).toBe(
      '145 points: +120 for R$\u00a0120.00 at 1 point per R$\u00a01.00; +25 for the first purchase (rule “Welcome”)',
    )
    expect(told({ total: d('1500'), paymentMethodId: 'pix', branchId: 'centro' })).toBe(
      '1,655 points: +1,500 for R$\u00a01,500.00 at 1 point per R$\u00a01.00; +5 for paying with “pix” (rule “Pix”); ' +
        '+150 for buying at “centro”, ×1.1 of the points for the amount',
    )
  })

  it('names the tier and the campaign, and what lines counted for', () => {
    const products = [
      { originalId: 'p', price: d('40'), brandId: 'aurora', categoryIds: [] },
      { originalId: 'q', price: d('30'), brandId: null, categoryIds: ['coffee'] },
    ]
    const placedAt = Date.parse('2026-11-21T12:00:00Z')
    expect(told({ products, placedAt, tierId: '9', tierMultiplier: d('1.1') })).toBe(
      '252 points: +120 for R$\u00a0120.00 at 1 point per R$\u00a01.00; +60 for R$\u00a0120.00 in the campaign “Black week” at ×1.5; ' +
        '+20 for R$\u00a040.00 in matching brands at ×2 instead of ×1.5 (rule “Aurora doubles”); ' +
        '+10 for 1 line in matching categories, 10 each; ' +
        '+30 for the tier “Gold”, ×1.25 of the points for the amount; ' +
        '+12 as a benefit of the tier “Gold”, ×1.1 of the points for the amount',
    )
    expect(told({ products })).toContain('+40 for R$\u00a040.00 in matching brands at ×2 (rule')
    expect(sentenceOfCap(d('1010'), d('10'), context)).toBe(
      'Its lines come to R$\u00a01,010.00, and count for at most the total of R$\u00a010.00, in their order',
    )
  })

  it('says what an adjustment changed, also to nothing', () => {
    expect(told({}, '150')).toBe(
      '-30 points: the order was changed; -150 recorded before; +120 for R$\u00a0120.00 at 1 point per R$\u00a01.00',
    )
    expect(told({ total: d('15') }, '150')).toBe(
      '-150 points: the order was changed; -150 recorded before; ' +
        'it earns nothing now: R$\u00a015.00 is below the minimum of R$\u00a020.00',
    )
  })

  it('says why an order was cancelled, and what became of its points', () => {
    const recorded = { kind: 'recorded', points: '-150' } as const
    expect(line(POINT_TYPE.orderCancelled, recorded)).toBe('-150 points: the order was cancelled')
    const lines = [recorded, { kind: 'otherRecord', points: '30' } as const]
    const record = { type: POINT_TYPE.orderCancelled, points: d('-120'), cashback: 0n, lines }
    expect(sentenceOf(record, context)).toBe(
      '-120 points: the order was cancelled; -150 recorded before; ' +
        '+30 in another record of the same moment, because a part was still waiting',
    )
  })

  it('says what all other records are for', () => {
    const signup = { kind: 'signup', rule: 9, points: '1' } as const
    expect(line(POINT_TYPE.signup, signup)).toBe('1 point for signing up (rule “Hello”)')
    expect(line(POINT_TYPE.manual, { kind: 'custom', rule: 10, points: '7' })).toBe(
      '7 points for “review” (rule “Reviews”)',
    )
    expect(line(POINT_TYPE.quiz, { kind: 'quiz', id: '4', points: '30' })).toBe(
      '30 points for the quiz “Coffee”',
    )
    expect(line(POINT_TYPE.redeem, { kind: 'reward', id: '2', points: '-100' })).toBe(
      '-100 points for the reward “R$ 10 off”',
    )
    expect(line(POINT_TYPE.redeem, { kind: 'reward', id: '2', amount: '5', points: '-100' })).toBe(
      '-100 points for the reward “R$ 10 off”: R$\u00a05.00 of cashback',
    )
    const at = Date.parse('2026-01-17T01:00:00Z')
    expect(line(POINT_TYPE.redeemReturned, { kind: 'returned', id: '2', at, points: '100' })).toBe(
      '100 points back from the reward “R$ 10 off” of 16 Jan 2026',
    )
    expect(line(POINT_TYPE.redeemReturned, { kind: 'refunded', id: '2', amount: '5', points: '100' })).toBe(
      '100 points back from the reward “R$ 10 off”: R$\u00a05.00 of cashback, because a part of its order was returned',
    )
    const lot = { points: '120', recordedAt: at, order: 'o-1' }
    expect(line(POINT_TYPE.expiry, { kind: 'expired', lot, points: '-20' })).toBe(
      '20 points expired, left of the 120 points of 16 Jan 2026 (order “o-1”)',
    )
    const change = {
      kind: 'cashbackChange',
      amount: '-2',
      reason: 'a mistake',
      key: 'k1',
      points: '-40',
    } as const
    expect(line(POINT_TYPE.manual, change)).toBe(
      '-40 points for R$\u00a02.00 of cashback that was removed by hand: “a mistake” (key “k1”)',
    )
    const adjusted = { kind: 'adjustment', reason: 'complaint', points: '40' } as const
    expect(line(POINT_TYPE.manual, adjusted)).toBe('40 points added by hand: a complaint')
    expect(line(POINT_TYPE.manual, { ...adjusted, amount: '-2', points: '-40' })).toBe(
      '-40 points for R$\u00a02.00 of cashback that was removed by hand: a complaint',
    )
    const added = { kind: 'pointsChange', reason: 'sorry', key: 'k2', points: '50' } as const
    expect(line(POINT_TYPE.manual, added)).toBe('50 points added by hand: “sorry” (key “k2”)')
    expect(line(POINT_TYPE.manual, { ...added, points: '-50' })).toBe(
      '50 points removed by hand: “sorry” (key “k2”)',
    )
    expect(sentenceOfOpening(d('120'), at, context)).toBe('120 points of 16 Jan 2026 became available')
  })

  it('tells of cashback where no points moved, and without a rule that is gone', () => {
    const lines = [{ kind: 'recorded', points: '0' } as const]
    const record = { type: POINT_TYPE.orderCancelled, points: 0n, cashback: d('-6'), lines }
    expect(sentenceOf(record, context)).toBe('-R$\u00a06.00 of cashback: the order was cancelled')
    const purchase = { kind: 'purchase', rule: 99, amount: '80', points: '80' } as const
    expect(line(POINT_TYPE.purchase, purchase)).toBe('80 points for R$\u00a080.00')
    expect(line(POINT_TYPE.purchase, purchase, { program: undefined })).toBe('80 points for R$\u00a080.00')
    expect(line(POINT_TYPE.redeem, { kind: 'reward', id: '77', points: '-5' })).toBe(
      '-5 points for the reward “77”',
    )
  })

  it('says why an order earned nothing', () => {
    const nothing = (why: Parameters<typeof sentenceOfNothing>[0]['why']) =>
      sentenceOfNothing({ why, total: d('15') }, context)
    expect(nothing('belowMinimum')).toBe(
      'This order earned nothing: R$\u00a015.00 is below the minimum of R$\u00a020.00',
    )
    expect(nothing('noRule')).toBe('This order earned nothing: the program had no active rule for purchases')
    expect(nothing('notEnrolled')).toBe(
      'This order earned nothing: its customer was not enrolled in the program',
    )
    expect(nothing('cancelled')).toBe('This order earned nothing: it was cancelled before it was complete')
    expect(nothing('lessThanAPoint')).toBe('This order earned nothing: its total came to less than a point')
    expect(nothing('pending')).toBe('This order has earned nothing yet: it is not complete')
  })

  it("writes money in the tenant's currency, exactly, and as its language writes it", () => {
    const purchase = { kind: 'purchase', rule: 1, amount: '1010.0375', points: '10' } as const
    const said = (locale: Locale, currency: string) =>
      line(POINT_TYPE.purchase, purchase, { locale, currency }).replaceAll('\u00a0', ' ')
    expect(said('en', 'JPY')).toBe('10 points for ¥ 1,010.0375 at 1 point per ¥ 1, rounded down')
    expect(said('pt-BR', 'BRL')).toBe(
      '10 pontos por R$ 1.010,0375 a 1 ponto por R$ 1,00, arredondado para baixo',
    )
    expect(said('es', 'EUR')).toBe('10 puntos por 1010,0375 € a 1 punto por 1,00 €, redondeado hacia abajo')
    expect(said('es', 'BRL')).toBe('10 puntos por 1010,0375 R$ a 1 punto por 1,00 R$, redondeado hacia abajo')
    expect(lineTexts([purchase], { ...context, currency: 'EUR' })).toEqual([
      '+10 for €\u00a01,010.0375 at 1 point per €\u00a01.00, rounded down',
    ])
  })

  it('is whole in every language, for every kind of line', () => {
    const at = Date.parse('2026-01-17T01:00:00Z')
    const lot = { points: '120', recordedAt: at, order: 'o-1' }
    const lines: Line[] = [
      { kind: 'purchase', rule: 1, amount: '80', points: '80' },
      { kind: 'product', rule: 99, count: 2, points: '20' },
      { kind: 'brand', rule: 4, amount: '40', points: '40' },
      { kind: 'category', rule: 5, count: 1, points: '10' },
      { kind: 'paymentMethod', rule: 6, id: 'pix', points: '5' },
      { kind: 'branch', rule: 7, id: 'centro', points: '8' },
      { kind: 'tier', rule: 8, id: '9', points: '20' },
      { kind: 'tierBenefit', id: '9', multiplier: '1.1', points: '8' },
      { kind: 'firstPurchase', rule: 2, points: '25' },
      { kind: 'order', rule: 99, points: '50' },
      { kind: 'order', rule: 99, amount: '80', points: '50' },
      { kind: 'paymentMethod', rule: 6, amount: '80', id: 'pix', points: '5' },
      { kind: 'branch', rule: 7, amount: '80', id: 'centro', points: '8' },
      { kind: 'tier', rule: 8, amount: '80', id: '9', points: '20' },
      { kind: 'firstPurchase', rule: 2, amount: '80', points: '25' },
      { kind: 'campaign', rule: 3, amount: '80', points: '40' },
      { kind: 'signup', rule: 9, points: '1' },
      { kind: 'birthday', rule: 99, points: '1' },
      { kind: 'referral', rule: 99, points: '1' },
      { kind: 'quiz', id: '4', points: '30' },
      { kind: 'custom', rule: 10, points: '7' },
      { kind: 'recorded', points: '-1' },
      { kind: 'otherRecord', points: '1' },
      { kind: 'notEnrolled', points: '-1' },
      { kind: 'writtenOff', points: '1' },
      { kind: 'reward', id: '2', amount: '5', points: '-100' },
      { kind: 'cashbackChange', amount: '-2', reason: 'x', key: 'k', points: '-40' },
      { kind: 'returned', id: '2', at, points: '100' },
      { kind: 'refunded', id: '2', amount: '5', points: '100' },
      { kind: 'expired', lot, points: '-20' },
      { kind: 'imported', points: '5' },
      { kind: 'unexplained', points: '5' },
    ]
    const inAll = LOCALES.map((locale) => lineTexts(lines, { ...context, locale }))
    for (const texts of inAll) {
      for (const text of texts) {
        expect(text).toMatch(/^[+-][\d.,]+ \S/)
        expect(text).not.toMatch(/undefined|null|NaN|[{}]|\[object/)
      }
    }
    // No language has borrowed a sentence from English.
    const [portuguese, english, spanish] = inAll
    for (const [index, { kind }] of lines.entries()) {
      expect(portuguese?.[index], kind).not.toBe(english?.[index])
      expect(spanish?.[index], kind).not.toBe(english?.[index])
    }
  })

  it('tell a return of a part as a clause, also where the order then earns nothing', () => {
    const returned = { kind: 'partReturned', amount: '40', key: 'R-1', points: '0' } as const
    const recorded = { kind: 'recorded', points: '-100' } as const
    const record = { type: POINT_TYPE.orderAdjusted, cashback: 0n, points: d('-100') }
    const texts = LOCALES.map((locale) =>
      sentenceOf(
        {
          ...record,
          lines: [returned, recorded, { kind: 'purchase', rule: 1, amount: '60', points: '0' }],
          none: 'below-minimum',
        },
        { ...context, locale },
      ),
    )
    const [portuguese, english, spanish] = texts
    expect(portuguese).toMatch(
      /^-100 pontos: o pedido foi alterado; R\$\u00a040,00 dele foram devolvidos \(chave “R-1”\); -100 registrados antes; /,
    )
    expect(english).toMatch(
      /^-100 points: the order was changed; R\$\u00a040\.00 of it was returned \(key “R-1”\); -100 recorded before; /,
    )
    expect(spanish).toMatch(
      /^-100 puntos: el pedido fue modificado; se devolvieron .*40,00.* de él \(clave “R-1”\); -100 registrados antes; /,
    )
  })
})
