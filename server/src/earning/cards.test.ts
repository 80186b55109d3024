import { describe, expect, it } from 'vitest'
import { LOCALES, type Locale } from '../contract/locale.ts'
import { type Decimal, decimalFromText as d } from '../platform/decimal.ts'
import { recountedCards } from './card-problems.ts'
import { evaluateOrder } from './evaluate.ts'
import { formatOf } from './format.ts'
import type { OrderFacts } from './order-facts.ts'
import { EMPTY_PROGRAM, type Program } from './program.ts'
import { changesOfProgram } from './program-changes.ts'
import { problemsOf } from './program-problems.ts'
import { parseProgram, readProgram } from './program-schema.ts'
import { partsOfRule, sentenceOfRule } from './rule-sentence.ts'
import { sentenceOf } from './sentence.ts'
import { type CatalogPlaces, NO_PLACES, type ProgramContext } from './warning.ts'
import { warningsOf } from './warnings.ts'
import { type StampsGiven, whyNotMore } from './why-not.ts'
import { notMoreText } from './why-not-text.ts'

const PURCHASE = { id: 1, kind: 'purchase', points: '1' }
const COFFEE = { id: 2, kind: 'card', name: 'Coffee', counts: 'items', of: 'category', ids: ['coffee'] }
const ITEMS = { ...COFFEE, stamps: 10, points: '100' }
const ORDERS = { id: 2, kind: 'card', counts: 'orders', stamps: 5, points: '100' }
const SPEND = { id: 2, kind: 'card', counts: 'spend', perAmount: '30', stamps: 5, points: '100' }
const NOVEMBER = { from: '2026-11-01T00:00:00-03:00', until: '2026-12-01T00:00:00-03:00' }

const content = (...rules: object[]) => ({ cashback: { isOn: false, pointValue: '0' }, rules })

function program(...rules: object[]): Program {
  const read = readProgram(content(PURCHASE, ...rules))
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.program
}

const CONTEXT = (locale: Locale) => ({
  locale,
  currency: 'BRL',
  timeZone: 'America/Sao_Paulo',
  nameOf: (): string | undefined => undefined,
})
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('a card', () => {
  it('is read with its defaults', () => {
    const { index } = program(ITEMS)
    expect(index.cards).toEqual([
      {
        id: 2,
        kind: 'card',
        name: 'Coffee',
        isActive: true,
        counts: 'items',
        picked: { of: 'category', ids: ['coffee'] },
        perAmount: null,
        stamps: 10,
        stampLimit: null,
        graceDays: 3,
        stampsGoodDays: null,
        once: false,
        when: null,
        points: d('100'),
        rewardId: null,
        waitingDays: 0,
        validityDays: null,
        goodUntil: null,
      },
    ])
    expect([index.asksZone, index.asksNumber, [...index.namedIds.category]]).toEqual([
      true,
      false,
      ['coffee'],
    ])
  })

  it('is in the index in the order of the program, where it is active', () => {
    const cards = [{ ...SPEND, id: 7 }, { ...ORDERS, id: 5, when: { firstOrders: 3 } }, ITEMS]
    const { index } = program(...cards, { ...ITEMS, id: 9, isActive: false })
    expect(index.cards.map(({ id }) => id)).toEqual([7, 5, 2])
    expect(index.asksNumber).toBe(true)
    expect(formatOf(content(PURCHASE, ITEMS) as never)).toBe(2)
  })

  it('changes nothing of what an order earns', () => {
    const order: OrderFacts = { ...FACTS, total: d('100') }
    const [without, beside] = [program(), program(ITEMS, { ...ORDERS, id: 3 }, { ...SPEND, id: 4 })].map(
      (one) => evaluateOrder(one, order),
    )
    expect(beside).toEqual(without)
  })
})

/** By rules behind the one for purchases. */
const problemsIn = (...rules: object[]) =>
  problemsOf(content(PURCHASE, ...rules)).map(({ pointer, code }) => (code ? `${pointer} ${code}` : pointer))

describe('a problem', () => {
  it.each<[string, object, string[]]>([
    ['no amount for what is spent', { ...SPEND, perAmount: undefined }, ['/rules/1/perAmount']],
    ['an amount where items count', { ...ITEMS, perAmount: '5' }, ['/rules/1/perAmount']],
    ['an amount where orders count', { ...ORDERS, perAmount: '5' }, ['/rules/1/perAmount']],
    ['no items', { ...ITEMS, of: undefined, ids: undefined }, ['/rules/1/ids']],
    ['of without ids', { ...ORDERS, of: 'brand' }, ['/rules/1/ids']],
    ['ids without of', { ...SPEND, ids: ['a'] }, ['/rules/1/of']],
    ['one stamp', { ...ITEMS, stamps: 1 }, ['/rules/1/stamps']],
    ['no stamps', { ...SPEND, stamps: 0 }, ['/rules/1/stamps']],
    ['too many stamps', { ...SPEND, stamps: 51 }, ['/rules/1/stamps']],
    ['grace without an end', { ...ITEMS, graceDays: 3 }, ['/rules/1/graceDays']],
    [
      'grace after a beginning',
      { ...ITEMS, graceDays: 3, when: { from: NOVEMBER.from } },
      ['/rules/1/graceDays'],
    ],
    ['too long a grace', { ...ITEMS, graceDays: 31, when: NOVEMBER }, ['/rules/1/graceDays']],
    [
      'an end before its beginning',
      { ...ITEMS, when: { from: NOVEMBER.until, until: NOVEMBER.from } },
      ['/rules/1/when/until EndDate_ManageAdditionalBonuses'],
    ],
    [
      'points below 1',
      { ...ITEMS, points: '0.5' },
      ['/rules/1/points Objective_AmountOfPointsCannotBeLessThanOne'],
    ],
    ['no prize', { ...ITEMS, points: undefined }, ['/rules/1/reward']],
    ['two ends of points', { ...ITEMS, validityDays: 3, goodUntil: { monthEnd: 1 } }, ['/rules/1/goodUntil']],
    ['a limit of a year', { ...ITEMS, stampLimit: { stamps: 1, per: 'year' } }, ['/rules/1/stampLimit/per']],
    ['what is to come', { ...ITEMS, streak: 'week' }, ['/rules/1/streak']],
  ])('is %s', (_, rule, expected) => {
    expect(problemsIn(JSON.parse(JSON.stringify(rule)) as object)).toEqual(expected)
  })

  it('is none where all goes together', () => {
    expect(problemsIn(ITEMS)).toEqual([])
    expect(problemsIn({ ...SPEND, stamps: 1 })).toEqual([])
    expect(problemsIn({ ...ORDERS, of: 'brand', ids: ['a'], graceDays: 0, when: NOVEMBER })).toEqual([])
    expect(
      problemsIn({ ...ITEMS, stampLimit: { stamps: 2, per: 'order' }, stampsGoodDays: 30, once: true }),
    ).toEqual([])
  })

  it('is a 21st active card', () => {
    const cards = Array.from({ length: 21 }, (_, index) => ({ ...ITEMS, id: index + 2 }))
    expect(problemsIn(...cards)).toEqual(['/rules'])
    expect(problemsIn(...cards.slice(1), { ...ITEMS, isActive: false })).toEqual([])
  })

  it('is a card that counted something else, in whatever is sent', () => {
    const published = new Map([[2, 'items']])
    const pointers = (json: unknown) => recountedCards(json, published).map(({ pointer }) => pointer)
    expect(pointers(content(PURCHASE, ORDERS))).toEqual(['/rules/1/counts'])
    expect(pointers(content(PURCHASE, ITEMS, { ...ORDERS, id: 3 }))).toEqual([])
    expect(pointers(content({ id: 2, kind: 'signup', points: '5' }))).toEqual([])
    expect([null, 5, { rules: 5 }, { rules: [null, 'a'] }].map(pointers)).toEqual([[], [], [], []])
  })
})

const SENTENCES: readonly [object, Readonly<Record<Locale, string>>][] = [
  [
    { ...ITEMS, validityDays: 365 },
    {
      en: 'Every item of category coffee gives a stamp; 10 stamps earn 100 points. Points expire after 365 days.',
      'pt-BR':
        'Cada item da categoria coffee dá um carimbo; 10 carimbos valem 100 pontos. Os pontos expiram em 365 dias.',
      es: 'Cada artículo de la categoría coffee da un sello; 10 sellos valen 100 puntos. Los puntos vencen a los 365 días.',
    },
  ],
  [
    {
      ...ORDERS,
      of: 'brand',
      ids: ['aurora'],
      stampLimit: { stamps: 1, per: 'day' },
      stampsGoodDays: 30,
      once: true,
      waitingDays: 3,
      when: { days: ['tue'] },
    },
    {
      en: 'Every order with a product of brand aurora gives a stamp, on Tuesdays; 5 stamps earn 100 points, at most 1 stamp a day; stamps expire after 30 days; once per customer. Points are available after 3 days and never expire.',
      'pt-BR':
        'Cada pedido com um produto da marca aurora dá um carimbo, às terças; 5 carimbos valem 100 pontos, no máximo 1 carimbo por dia; os carimbos expiram em 30 dias; uma vez por cliente. Os pontos ficam disponíveis depois de 3 dias e não expiram.',
      es: 'Cada pedido con un producto de la marca aurora da un sello, los martes; 5 sellos valen 100 puntos, como máximo 1 sello por día; los sellos vencen a los 30 días; una vez por cliente. Los puntos están disponibles después de 3 días y no vencen.',
    },
  ],
  [
    { ...SPEND, of: 'product', ids: ['4711'], stampLimit: { stamps: 2, per: 'order' } },
    {
      en: 'Every R$ 30.00 spent on products with the ID 4711 gives a stamp; 5 stamps earn 100 points, at most 2 stamps an order. Points never expire.',
      'pt-BR':
        'Cada R$ 30,00 em compras de produtos com o código 4711 dá um carimbo; 5 carimbos valem 100 pontos, no máximo 2 carimbos por pedido. Os pontos não expiram.',
      es: 'Cada 30,00 R$ en compras de productos con el código 4711 da un sello; 5 sellos valen 100 puntos, como máximo 2 sellos por pedido. Los puntos no vencen.',
    },
  ],
  [
    { ...SPEND, perAmount: '300', stamps: 1, once: true, graceDays: 5, when: NOVEMBER },
    {
      en: 'R$ 300.00 spent in all, from 1 Nov 2026 00:00 to the end of 30 Nov 2026 earns 100 points; stamps are good for 5 days after it ends; once per customer. Points never expire.',
      'pt-BR':
        'R$ 300,00 em compras no total, de 1 nov 2026 00:00 até o fim do dia 30 nov 2026 valem 100 pontos; os carimbos valem por 5 dias depois do fim; uma vez por cliente. Os pontos não expiram.',
      es: '300,00 R$ en compras en total, del 1 nov 2026 00:00 al fin del 30 nov 2026 valen 100 puntos; los sellos valen por 5 días después del final; una vez por cliente. Los puntos no vencen.',
    },
  ],
]

describe('the sentence of a card', () => {
  it.each(SENTENCES)('%#', (json, expected) => {
    const [, rule] = program(json).rules
    if (!rule) throw new Error('no rule')
    for (const locale of LOCALES) {
      expect(plain(sentenceOfRule(rule, CONTEXT(locale)))).toBe(expected[locale])
    }
  })

  it('has slots for all that can be changed', () => {
    const [, rule] = program({
      ...ITEMS,
      stampLimit: { stamps: 2, per: 'day' },
      when: { until: NOVEMBER.until },
    }).rules
    if (!rule) throw new Error('no rule')
    const slots = partsOfRule(rule, CONTEXT('en')).flatMap((part) => ('slot' in part ? [part.slot] : []))
    expect(slots).toEqual([
      '/counts',
      '/of',
      '/ids',
      '/when/until',
      '/stamps',
      '/points',
      '/stampLimit/stamps',
      '/stampLimit/per',
      '/stampsGoodDays',
      '/graceDays',
      '/once',
      '/waitingDays',
      '/validityDays',
    ])
  })

  it('tells why a full card gave its points', () => {
    const version = program(ITEMS)
    const lines = [{ kind: 'card' as const, rule: 2, count: 3, points: '100' }]
    const told = LOCALES.map((locale) =>
      sentenceOf(
        { type: 0, points: d('100'), cashback: 0n, lines },
        { ...CONTEXT(locale), program: version },
      ),
    )
    expect(told).toEqual([
      '100 pontos pelo cartão completo “Coffee”, número 3',
      '100 points for the full card “Coffee”, number 3',
      '100 puntos por la tarjeta completa “Coffee”, número 3',
    ])
  })
})

describe('what changed of a card', () => {
  const changes = (before: object, after: object, locale: Locale = 'en') =>
    changesOfProgram(program(before), program(after), CONTEXT(locale)).map(
      ({ member, sentence }) => `${member}: ${plain(sentence)}`,
    )

  it.each<[object, object, string[]]>([
    [
      ITEMS,
      { ...ITEMS, stamps: 8, points: '50' },
      ['points: Coffee: 50 points instead of 100 points', 'stamps: Coffee: stamps needed: 8 instead of 10'],
    ],
    [ITEMS, { ...ITEMS, ids: ['tea'] }, ['ids: Coffee: for tea instead of coffee']],
    [
      ITEMS,
      { ...ITEMS, of: 'brand', ids: ['x'] },
      ['of: Coffee: only with a product of brand x instead of with a product of category coffee'],
    ],
    [ORDERS, { ...ORDERS, of: 'brand', ids: ['x'] }, ['of: rule 2: only with a product of brand x']],
    [{ ...SPEND, of: 'brand', ids: ['x'] }, SPEND, ['of: rule 2: no longer only on products of brand x']],
    [SPEND, { ...SPEND, perAmount: '40' }, ['perAmount: rule 2: for every R$ 40.00 instead of R$ 30.00']],
    [{ ...SPEND, stamps: 1 }, SPEND, ['stamps: rule 2: stamps needed: 5 instead of 1']],
    [ITEMS, { ...ITEMS, once: true }, ['once: Coffee: once per customer instead of every time it is full']],
    [
      ITEMS,
      { ...ITEMS, stampsGoodDays: 30 },
      ['stampsGoodDays: Coffee: stamps expire after 30 days (before: never expire)'],
    ],
    [
      ITEMS,
      { ...ITEMS, stampLimit: { stamps: 2, per: 'day' } },
      ['stampLimit: Coffee: at most 2 stamps a day'],
    ],
    [
      { ...ITEMS, stampLimit: { stamps: 2, per: 'day' } },
      ITEMS,
      ['stampLimit: Coffee: no longer at most 2 stamps a day'],
    ],
    [
      ITEMS,
      { ...ITEMS, graceDays: 1, when: { until: NOVEMBER.until } },
      [
        'graceDays: Coffee: stamps are good for 1 day after it ends instead of 3 days',
        'when/until: Coffee: only until the end of 30 Nov 2026',
      ],
    ],
    [
      ITEMS,
      { ...ITEMS, graceDays: 3, when: { until: NOVEMBER.until } },
      ['when/until: Coffee: only until the end of 30 Nov 2026'],
    ],
    [ITEMS, { ...ITEMS, stampsGoodDays: null, once: false, waitingDays: 0 }, []],
  ])('is told member by member, %#', (before, after, expected) => {
    expect(changes(before, after)).toEqual(expected)
    for (const locale of LOCALES) {
      const told = changes(before, after, locale)
      expect(told).toHaveLength(expected.length)
      expect(told.join(' ')).not.toMatch(/[{}[\]]|undefined/)
    }
  })
})

const NOW = Date.parse('2026-11-15T12:00:00Z')
const WARNED: ProgramContext = {
  now: NOW,
  timeZone: 'America/Sao_Paulo',
  current: EMPTY_PROGRAM,
  known: null,
  places: NO_PLACES,
  seen: null,
  tiers: [],
  rewards: [],
  openQuizzes: 0,
  sent: null,
  begunCards: new Map(),
}
const warned = (rules: readonly object[], more: Partial<ProgramContext> = {}) => {
  const found = warningsOf(program(...rules), { ...WARNED, ...more })
  for (const { message } of found) {
    for (const locale of LOCALES) expect(message[locale]).not.toMatch(/undefined|NaN|[{}]/)
  }
  return found.map(({ pointer, name }) => `${pointer} ${name}`)
}
describe('the sentence of a card with a last day', () => {
  const slotOf = (card: object, locale: Locale): string[] => {
    const [rule] = program(card).index.cards
    const parts = rule ? partsOfRule(rule, CONTEXT(locale)) : []
    return parts.flatMap((part) => ('slot' in part && part.slot === '/stampsGoodDays' ? [part.display] : []))
  }

  it('says how long stamps are good without contradicting its end', () => {
    expect(LOCALES.flatMap((locale) => slotOf({ ...ITEMS, when: NOVEMBER }, locale))).toEqual([
      'não expiram antes do fim',
      'don’t expire before it ends',
      'no vencen antes del final',
    ])
    expect(slotOf(ITEMS, 'en')).toEqual(['never expire'])
    expect(slotOf({ ...ITEMS, when: NOVEMBER, stampsGoodDays: 5 }, 'en')).toEqual(['expire after 5 days'])
  })
})

const SENT = { marks: true, shipping: true, quantities: true }

describe('a warning', () => {
  it('is given of no card that is as most are', () => {
    expect(warned([ITEMS, { ...ORDERS, id: 3 }, { ...SPEND, id: 4 }], { sent: SENT })).toEqual([])
  })

  it('is given where all that it is about is left out of stamps', () => {
    const out = (more: object) => ({
      id: 3,
      kind: 'exclude',
      of: 'category',
      ids: ['coffee', 'tea'],
      ...more,
    })
    expect(warned([ITEMS, out({})])).toEqual(['/rules/1/ids excludedAnyway'])
    expect(warned([ITEMS, out({ outOf: ['stamps'] })])).toEqual(['/rules/1/ids excludedAnyway'])
    expect(warned([ITEMS, out({ outOf: ['points', 'tiers'] })])).toEqual([])
    expect(warned([ITEMS, out({ when: { days: ['tue'] } })])).toEqual([])
    expect(warned([{ ...ITEMS, ids: ['coffee', 'milk'] }, out({})])).toEqual([])
  })

  it('is given where its time is over, never comes, or is skipped by a clock', () => {
    const over = { ...ITEMS, when: { until: '2026-11-10T00:00:00-03:00' } }
    expect(warned([over])).toEqual(['/rules/1/when/until over'])
    expect(warned([], { current: program(over) })).toEqual(['/rules removedTooSoon'])
    const monday = { from: '2026-12-01T00:00:00-03:00', until: '2026-12-03T00:00:00-03:00', days: ['mon'] }
    expect(warned([{ ...ITEMS, when: monday }])).toEqual(['/rules/1/when neverHolds'])
    const night = { ...ITEMS, when: { hours: [{ from: '02:00', until: '03:00' }] } }
    expect(warned([night], { timeZone: 'America/New_York' })).toEqual(['/rules/1/when/hours skippedHour'])
  })

  it('is given where items count and no order says how many', () => {
    expect(warned([ITEMS], { sent: { ...SENT, quantities: false } })).toEqual([
      '/rules/1/counts unseenQuantity',
    ])
    expect(warned([ORDERS], { sent: { ...SENT, quantities: false } })).toEqual([])
  })

  it('is given of ids that the catalog does not know', () => {
    const known = { product: new Map(), brand: new Map(), category: new Map([['tea', 'Tea']]) }
    expect(warned([ITEMS], { known })).toEqual(['/rules/1/ids unknownId'])
    expect(warned([{ ...ITEMS, ids: ['tea'] }], { known })).toEqual([])
  })

  it.each<[string, object, boolean]>([
    [
      '10 days of one stamp a day',
      { when: { from: '2026-12-01T00:00:00-03:00', until: '2026-12-11T00:00:00-03:00' } },
      false,
    ],
    [
      '9 days of one',
      { when: { from: '2026-12-01T00:00:00-03:00', until: '2026-12-10T00:00:00-03:00' } },
      true,
    ],
    [
      '9 days and a minute',
      { when: { from: '2026-12-01T00:00:00-03:00', until: '2026-12-10T00:01:00-03:00' } },
      false,
    ],
    [
      '9 days of two',
      {
        stampLimit: { stamps: 2, per: 'day' },
        when: { from: '2026-12-01T00:00:00-03:00', until: '2026-12-10T00:00:00-03:00' },
      },
      false,
    ],
    [
      'a month of Tuesdays',
      { when: { ...NOVEMBER, until: '2026-12-31T00:00:00-03:00', days: ['tue'] } },
      true,
    ],
    ['until a day, from now on', { when: { until: '2026-11-24T00:00:00-03:00' } }, true],
    [
      '10 weeks',
      {
        stampLimit: { stamps: 1, per: 'week' },
        when: { from: '2026-12-06T00:00:00-03:00', until: '2027-02-02T00:00:00-03:00' },
      },
      false,
    ],
    [
      '9 weeks',
      {
        stampLimit: { stamps: 1, per: 'week' },
        when: { from: '2026-12-07T00:00:00-03:00', until: '2027-02-02T00:00:00-03:00' },
      },
      true,
    ],
    [
      'two months',
      {
        stampLimit: { stamps: 5, per: 'month' },
        when: { from: '2026-12-31T00:00:00-03:00', until: '2027-01-02T00:00:00-03:00' },
      },
      false,
    ],
    [
      'one month',
      {
        stampLimit: { stamps: 9, per: 'month' },
        when: { from: '2026-12-01T00:00:00-03:00', until: '2027-01-01T00:00:00-03:00' },
      },
      true,
    ],
    ['stamps that end too soon', { stampsGoodDays: 8 }, true],
    ['stamps that just last', { stampsGoodDays: 9 }, false],
    ['too few orders', { stampLimit: { stamps: 3, per: 'order' }, when: { firstOrders: 3 } }, true],
    ['orders that do', { stampLimit: { stamps: 3, per: 'order' }, when: { firstOrders: 4 } }, false],
  ])('is given where a card can not be full: %s', (_, more, isNeverFull) => {
    const rule = { ...ITEMS, stampLimit: { stamps: 1, per: 'day' }, ...more }
    expect(warned([rule])).toEqual(isNeverFull ? ['/rules/1/stamps neverFull'] : [])
  })

  it('is given where an item stamps an older card too, unless that one is switched off', () => {
    const other = { ...ITEMS, id: 3, name: 'Second' }
    expect(warned([ITEMS, other])).toEqual(['/rules/2/ids otherCard'])
    expect(warned([{ ...ITEMS, isActive: false }, other])).toEqual([])
    expect(warned([ITEMS, { ...other, ids: ['tea'] }])).toEqual([])
  })

  const WITHIN: CatalogPlaces = {
    products: new Map([['espresso', { brandId: 'aurora', categoryIds: ['hot', 'coffee'] }]]),
    categories: new Map([
      ['hot', ['hot', 'coffee']],
      ['coffee', ['coffee']],
    ]),
  }
  const NAMES = {
    product: new Map([['espresso', 'Espresso']]),
    brand: new Map([['aurora', 'Aurora']]),
    category: new Map([
      ['hot', 'Hot drinks'],
      ['coffee', 'Coffees'],
    ]),
  }
  it.each([
    ['a product of its category', { of: 'product', ids: ['espresso'] }, { ids: ['coffee'] }, 'Espresso'],
    ['the category of its product', { ids: ['coffee'] }, { of: 'product', ids: ['espresso'] }, 'Espresso'],
    [
      'the brand of its product',
      { of: 'brand', ids: ['aurora'] },
      { of: 'product', ids: ['espresso'] },
      'Espresso',
    ],
    ['a category inside its own', { ids: ['hot'] }, { ids: ['coffee'] }, 'Hot drinks'],
    ['a category around its own', { ids: ['coffee'] }, { ids: ['hot'] }, 'Hot drinks'],
    ['the same category', { ids: ['coffee'] }, { ids: ['coffee'] }, 'Coffees'],
    ['another category', { ids: ['coffee'] }, { ids: ['tea'] }, null],
  ])('is given where an older card counts %s, by their names', (_, first, second, both) => {
    const cards = [
      { ...ITEMS, name: 'Espresso card', ...first },
      { ...ITEMS, id: 3, name: 'Second', ...second },
    ]
    const found = warningsOf(program(...cards), { ...WARNED, known: NAMES, places: WITHIN })
    const told = found.flatMap(({ name, message }) => (name === 'otherCard' ? [message.en] : []))
    const expected = `“${both}” already gives stamps on “Espresso card”: customers collect on both cards.`
    expect(told).toEqual(both === null ? [] : [expected])
  })

  it('never shows the number of a card that has no title', () => {
    const found = warningsOf(program({ ...ITEMS, name: '' }, { ...ITEMS, id: 3, name: 'Second' }), WARNED)
    expect(found.map(({ message }) => message.en)).toEqual([
      expect.stringContaining('already gives stamps on another card:'),
    ])
  })

  it('is given where customers have begun a card that becomes another', () => {
    const context = { current: program(ITEMS), begunCards: new Map([[2, 7]]) }
    expect(warned([ITEMS], context)).toEqual([])
    expect(warned([{ ...ITEMS, name: 'Other', ids: ['tea'], once: true }], context)).toEqual([])
    expect(warned([{ ...ITEMS, stamps: 8 }], context)).toEqual(['/rules/1/stamps begunCards'])
    expect(warned([{ ...ITEMS, points: '99' }], context)).toEqual(['/rules/1/points begunCards'])
    expect(warned([{ ...ITEMS, waitingDays: 9 }], context)).toEqual(['/rules/1/waitingDays begunCards'])
    expect(warned([{ ...ITEMS, stamps: 8 }], { ...context, begunCards: new Map([[3, 7]]) })).toEqual([])
  })

  it('is given where customers have begun a card that is switched off or gone', () => {
    const context = { current: program(ITEMS), begunCards: new Map([[2, 1]]) }
    expect(warned([], context)).toEqual(['/rules cardOff'])
    expect(warned([{ ...ITEMS, isActive: false }], context)).toEqual(['/rules/1/isActive cardOff'])
    expect(warned([], { current: program(ITEMS) })).toEqual([])
    expect(warned([], { ...context, current: program({ ...ITEMS, isActive: false }) })).toEqual([])
  })

  it('is given where its points become good for less', () => {
    const current = program({ ...ITEMS, validityDays: 365 })
    expect(warned([{ ...ITEMS, validityDays: 90 }], { current })).toEqual([
      '/rules/1/validityDays shorterValidity',
    ])
    expect(warned([{ ...ITEMS, validityDays: 366 }], { current })).toEqual([])
  })
})

const FACTS: OrderFacts = {
  total: d('50'),
  placedAt: Date.parse('2026-11-18T15:58:00-03:00'),
  timeZone: 'America/Sao_Paulo',
  products: [{ originalId: 'espresso', price: d('50'), brandId: 'aurora', categoryIds: ['coffee'] }],
  paymentMethodId: null,
  branchId: null,
  tierId: null,
  isFirstPurchase: false,
  number: 5,
}
const given = (more: Partial<StampsGiven> = {}): StampsGiven => ({
  stamps: new Map<number, Decimal>(),
  done: new Set(),
  arrivedAt: FACTS.placedAt,
  ...more,
})

describe('why an order gives no stamps', () => {
  const told = (
    rules: readonly object[],
    {
      facts = {},
      cards = null,
      locale = 'en',
      starts = new Map<number, number>(),
    }: {
      facts?: Partial<OrderFacts>
      cards?: StampsGiven | null
      locale?: Locale
      starts?: ReadonlyMap<number, number>
    } = {},
  ) => {
    const version = parseProgram({ version: 7, ...content(PURCHASE, ...rules) }, starts)
    const order = { ...FACTS, ...facts }
    const context = { ...CONTEXT(locale), program: version }
    return whyNotMore(version, order, evaluateOrder(version, order).explanation, cards).map(
      (one) => `${one.rule.id} ${one.why}: ${plain(notMoreText(one, context))}`,
    )
  }

  it('is not said where it gave some, or where all is true and it is not known', () => {
    expect(told([ITEMS])).toEqual([])
    expect(told([{ ...ITEMS, stampLimit: { stamps: 1, per: 'day' } }])).toEqual([])
    expect(told([ITEMS], { cards: given({ stamps: new Map([[2, d('1')]]) }) })).toEqual([])
    expect(told([{ ...ITEMS, isActive: false, ids: ['tea'] }])).toEqual([])
  })

  it('is what it asks for, or a line that is not there', () => {
    expect(told([{ ...ITEMS, ids: ['tea'] }])).toEqual(['2 noSuchLine: no line has what it asks for'])
    expect(told([{ ...ITEMS, when: { minimumOrder: '60' } }])).toEqual([
      '2 belowItsMinimum: only from R$ 60.00; R$ 50.00 counted',
    ])
    expect(told([{ ...ORDERS, when: { firstOrders: 3 } }])).toEqual([
      '2 notAmongFirst: only on the first 3 orders; this was number 5',
    ])
    const free = [{ originalId: 'espresso', price: 0n, brandId: null, categoryIds: ['coffee'] }]
    expect(told([ITEMS], { facts: { products: free } })).toHaveLength(1)
    const unpriced = [{ originalId: 'espresso', price: null, brandId: null, categoryIds: ['coffee'] }]
    expect(told([ITEMS], { facts: { products: unpriced } })).toEqual([])
    expect(
      told([{ ...SPEND, of: 'category', ids: ['coffee'] }], { facts: { products: unpriced } }),
    ).toHaveLength(1)
  })

  it('is what is left out of stamps', () => {
    const out = {
      id: 3,
      kind: 'exclude',
      name: 'No coffee',
      of: 'category',
      ids: ['coffee'],
      outOf: ['stamps'],
    }
    expect(told([ORDERS, out])).toEqual(["2 excluded: R$ 50.00 of it doesn't count because of “No coffee”"])
    expect(told([ITEMS, out])).toEqual(['2 noSuchLine: no line has what it asks for'])
  })

  it('is told also where no points are earned', () => {
    const version = parseProgram({ version: 7, ...content({ ...ITEMS, ids: ['tea'] }) })
    const { explanation } = evaluateOrder(version, FACTS)
    expect(whyNotMore(version, FACTS, explanation).map(({ why }) => why)).toEqual(['noSuchLine'])
  })

  const START = Date.parse('2026-11-19T12:00:00-03:00')
  it.each<[object, Parameters<typeof told>[1], Readonly<Record<Locale, string>>]>([
    [
      { ...ITEMS, once: true },
      { cards: given({ done: new Set([2]) }) },
      {
        en: '2 cardDone: the card “Coffee” is complete, and is given once',
        'pt-BR': '2 cardDone: o cartão “Coffee” está completo e vale uma vez',
        es: '2 cardDone: la tarjeta “Coffee” está completa y se da una vez',
      },
    ],
    [
      { ...ITEMS, when: NOVEMBER },
      { cards: given({ arrivedAt: Date.parse('2026-12-04T00:00:00-03:00') }) },
      {
        en: '2 cardClosed: it came after the card closed on 3 Dec 2026',
        'pt-BR': '2 cardClosed: veio depois que o cartão fechou em 3 dez 2026',
        es: '2 cardClosed: llegó después de que la tarjeta cerró el 3 dic 2026',
      },
    ],
    [
      ITEMS,
      { starts: new Map([[2, START]]) },
      {
        en: '2 beforeCard: it was placed before the card began on 19 Nov 2026',
        'pt-BR': '2 beforeCard: foi feito antes de o cartão começar em 19 nov 2026',
        es: '2 beforeCard: se hizo antes de que la tarjeta empezara el 19 nov 2026',
      },
    ],
    [
      { ...ITEMS, stampLimit: { stamps: 2, per: 'day' } },
      { cards: given() },
      {
        en: '2 limitReached: already given as often as allowed: 2 stamps a day',
        'pt-BR': '2 limitReached: já dado o máximo de vezes: 2 carimbos por dia',
        es: '2 limitReached: ya se dio el máximo de veces: 2 sellos por día',
      },
    ],
  ])('is what the card says, in three languages, %#', (rule, more, expected) => {
    for (const locale of LOCALES) expect(told([rule], { ...more, locale })).toEqual([expected[locale]])
  })

  it('is not a close that has not come, nor a start where the card has a beginning of its own', () => {
    const cards = given({
      stamps: new Map([[2, d('1')]]),
      arrivedAt: Date.parse('2026-12-03T23:59:59-03:00'),
    })
    expect(told([{ ...ITEMS, when: NOVEMBER }], { cards, starts: new Map([[2, START]]) })).toEqual([])
  })
})
