import { describe, expect, it } from 'vitest'
import { LOCALES, type Locale } from '../contract/locale.ts'
import { decimalFromText as d } from '../platform/decimal.ts'
import { evaluateOrder } from './evaluate.ts'
import type { OrderFacts } from './order-facts.ts'
import { parseProgram } from './program-schema.ts'
import { type WhyNot, whyNotMore } from './why-not.ts'
import { notMoreText } from './why-not-text.ts'

/** A Wednesday, two minutes to four in the afternoon. */
const FACTS: OrderFacts = {
  total: d('180'),
  placedAt: Date.parse('2026-11-18T15:58:00-03:00'),
  timeZone: 'America/Sao_Paulo',
  products: [{ originalId: 'beans', price: d('50'), brandId: 'aurora', categoryIds: ['coffee'] }],
  paymentMethodId: 'card',
  branchId: 'centro',
  tierId: '1',
  isFirstPurchase: false,
  number: 5,
}
const PURCHASE = { id: 1, kind: 'purchase', points: '1' }

function notMore(rules: readonly object[], facts: Partial<OrderFacts> = {}) {
  const program = parseProgram({
    version: 7,
    cashback: { isOn: false, pointValue: '0' },
    rules: [PURCHASE, ...rules.map((rule, index) => ({ id: index + 2, name: `Rule ${index + 2}`, ...rule }))],
  })
  const order = { ...FACTS, ...facts }
  return { program, found: whyNotMore(program, order, evaluateOrder(program, order).explanation) }
}

function told(rules: readonly object[], locale: Locale, facts: Partial<OrderFacts> = {}): string[] {
  const { program, found } = notMore(rules, facts)
  const context = {
    locale,
    currency: 'BRL',
    timeZone: 'America/Sao_Paulo',
    program,
    nameOf: (kind: string, id: string) => (kind === 'tier' && id === '3' ? 'Gold' : undefined),
  }
  return found.map((one) => notMoreText(one, context).replaceAll('\u00a0', ' '))
}

const extra = { kind: 'order', points: '5' }
const EXAMPLES: readonly [WhyNot['why'], object, Readonly<Record<Locale, string>>][] = [
  [
    'notYet',
    { ...extra, when: { from: '2026-12-01T00:00:00-03:00' } },
    { en: 'it starts on 1 Dec 2026', 'pt-BR': 'começa em 1 dez 2026', es: 'empieza el 1 dic 2026' },
  ],
  [
    'over',
    {
      kind: 'campaign',
      multiplier: '2',
      startsAt: '2026-10-01T00:00:00-03:00',
      endsAt: '2026-11-01T00:00:00-03:00',
    },
    { en: 'it ended on 1 Nov 2026', 'pt-BR': 'acabou em 1 nov 2026', es: 'terminó el 1 nov 2026' },
  ],
  [
    'otherDay',
    { ...extra, when: { days: ['tue'] } },
    {
      en: 'only on Tuesdays; this was a Wednesday',
      'pt-BR': 'só às terças; isto foi numa quarta',
      es: 'solo los martes; esto fue un miércoles',
    },
  ],
  [
    'otherHour',
    { ...extra, when: { hours: [{ from: '16:00', until: '18:00' }] } },
    {
      en: 'only from 16:00 to 18:00; this was at 15:58',
      'pt-BR': 'só das 16:00 às 18:00; isto foi às 15:58',
      es: 'solo de 16:00 a 18:00; esto fue a las 15:58',
    },
  ],
  [
    'otherTier',
    { kind: 'tier', ids: ['3'], multiplier: '2' },
    { en: 'only for Gold', 'pt-BR': 'só para Gold', es: 'solo para Gold' },
  ],
  [
    'otherBranch',
    { ...extra, when: { branches: ['jardins'] } },
    { en: 'only at jardins', 'pt-BR': 'só em jardins', es: 'solo en jardins' },
  ],
  [
    'otherPayment',
    { kind: 'paymentMethod', ids: ['pix'], points: '5' },
    { en: 'only paid with pix', 'pt-BR': 'só pago com pix', es: 'solo pagado con pix' },
  ],
  [
    'belowItsMinimum',
    { ...extra, when: { minimumOrder: '200' } },
    {
      en: 'only from R$ 200.00; R$ 180.00 counted',
      'pt-BR': 'só a partir de R$ 200,00; contaram R$ 180,00',
      es: 'solo desde 200,00 R$; contaron 180,00 R$',
    },
  ],
  [
    'notAmongFirst',
    { ...extra, when: { firstOrders: 3 } },
    {
      en: 'only on the first 3 orders; this was number 5',
      'pt-BR': 'só nos primeiros 3 pedidos; este foi o número 5',
      es: 'solo en los primeros 3 pedidos; este fue el número 5',
    },
  ],
  [
    'noSuchLine',
    { kind: 'brand', ids: ['zeta'], multiplier: '2' },
    {
      en: 'no line has what it asks for',
      'pt-BR': 'nenhuma linha tem o que ela pede',
      es: 'ninguna línea tiene lo que pide',
    },
  ],
]

describe('why it is not more', () => {
  it.each(EXAMPLES)('%s is told in three languages', (why, rule, texts) => {
    expect(notMore([rule]).found).toMatchObject([{ why, rule: { id: 2 } }])
    for (const locale of LOCALES) expect(told([rule], locale)).toEqual([texts[locale]])
  })

  it('names what counted instead', () => {
    const rules = [
      { kind: 'category', ids: ['coffee'], multiplier: '2' },
      { kind: 'brand', ids: ['aurora'], multiplier: '3' },
      { kind: 'order', points: '5', stacks: false, when: { minimumOrder: '1' } },
      { kind: 'order', points: '9', stacks: false, when: { minimumOrder: '1' } },
    ]
    expect(told(rules, 'en')).toEqual([
      '“Rule 3” gave more, and only the best one counts',
      '“Rule 5” gave more, and only the best one counts',
    ])
    expect(told(rules, 'pt-BR')[0]).toBe('“Rule 3” deu mais, e só o melhor conta')
    expect(told(rules, 'es')[0]).toBe('“Rule 3” dio más, y solo cuenta el mejor')
  })

  it('says nothing of a bonus that gave something, is off, or of an order that earns nothing anyway', () => {
    const gives = { ...extra, when: { minimumOrder: '1' } }
    expect(notMore([gives, { ...extra, isActive: false, when: { days: ['tue'] } }]).found).toEqual([])
    expect(notMore([{ ...extra, when: { days: ['tue'] } }], { total: 0n }).found).toEqual([])
  })

  it('tells a first order apart from one of which the number is not known', () => {
    expect(told([{ kind: 'firstPurchase', points: '5' }], 'en')).toEqual([
      'only on the first order; this was number 5',
    ])
    expect(told([{ ...extra, when: { firstOrders: 1 } }], 'en', { number: null })).toEqual([
      'only on the first order',
    ])
  })
})
