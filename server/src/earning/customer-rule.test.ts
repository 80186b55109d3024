import { describe, expect, it } from 'vitest'
import type { Locale } from '../contract/locale.ts'
import { isToldToCustomers, sentenceForCustomers } from './customer-rule.ts'
import type { Rule } from './program.ts'
import type { RuleJson } from './program-json.ts'
import { readRule } from './program-schema.ts'
import type { Picked } from './slot.ts'

const NOW = Date.parse('2026-11-19T12:00:00Z')
const NAMES: Readonly<Record<string, string>> = {
  'product espresso': 'Espresso',
  'product latte': 'Latte',
  'tier 2': 'Gold',
  'tier 3': 'Platinum',
  'brand aurora': 'Aurora',
  'brand sol': 'Sol',
  'brand luna': 'Luna',
  'brand mar': 'Mar',
  'paymentMethod pix': 'Pix',
  'reward 7': 'A coffee',
}

function rule(json: object): Rule {
  return readRule({ id: 1, ...json } as RuleJson)
}

function told(json: object, locale: Locale = 'en'): string {
  const context = {
    ...{ locale, currency: 'BRL', timeZone: 'America/Sao_Paulo', now: NOW },
    nameOf: (kind: Picked, id: string) => NAMES[`${kind} ${id}`],
  }
  return sentenceForCustomers(rule(json), context).replaceAll('\u00a0', ' ')
}

/** One of each kind, and what is told of it. */
const EXAMPLES: readonly (readonly [object, string, string, string])[] = [
  [
    { kind: 'purchase', points: '1', validityDays: 365 },
    '1 point for every R$ 1.00 you spend. Points expire after 365 days.',
    '1 ponto a cada R$ 1,00 em compras. Os pontos expiram em 365 dias.',
    '1 punto por cada 1,00 R$ que gasta. Los puntos vencen a los 365 días.',
  ],
  [
    { kind: 'exclude', of: 'product', ids: ['espresso', 'latte'], outOf: ['points'] },
    'Not counted towards points: Espresso and Latte.',
    'Não contam para pontos: Espresso e Latte.',
    'No cuentan para puntos: Espresso y Latte.',
  ],
  [
    { kind: 'exclude', of: 'marked', outOf: ['points'], when: { days: ['mon'] } },
    'Not counted towards points: items marked by the shop, on Mondays.',
    'Não contam para pontos: itens que a loja marca, às segundas.',
    'No cuentan para puntos: artículos que la tienda marca, los lunes.',
  ],
  [
    { kind: 'cap', points: '500', per: 'day' },
    'At most 500 points a day from purchases.',
    'No máximo 500 pontos por dia em compras.',
    'Como máximo 500 puntos por día en compras.',
  ],
  [
    { kind: 'product', ids: ['espresso', 'latte'], multiplier: '2' },
    'Espresso and Latte: 2 times the points.',
    'Espresso e Latte: 2 vezes os pontos.',
    'Espresso y Latte: 2 veces los puntos.',
  ],
  [
    { kind: 'brand', ids: ['aurora'], points: '20' },
    'Products of brand Aurora earn 20 extra points each.',
    'Produtos da marca Aurora ganham 20 pontos a mais cada um.',
    'Los productos de la marca Aurora ganan 20 puntos más cada uno.',
  ],
  [
    { kind: 'tier', ids: ['2'], multiplier: '1.5' },
    'In Gold you earn 1.5 times the points.',
    'No nível Gold, você ganha 1,5 vezes os pontos.',
    'En el nivel Gold gana 1,5 veces los puntos.',
  ],
  [
    { kind: 'firstPurchase', points: '25' },
    'Your first order earns 25 extra points.',
    'Seu primeiro pedido ganha 25 pontos a mais.',
    'Su primer pedido gana 25 puntos más.',
  ],
  [
    { kind: 'order', points: '5', when: { tiers: ['2'], firstOrders: 3 } },
    'Orders earn 5 extra points, in Gold, on your first 3 orders.',
    'Pedidos ganham 5 pontos a mais, no nível Gold, nos seus primeiros 3 pedidos.',
    'Los pedidos ganan 5 puntos más, en el nivel Gold, en sus primeros 3 pedidos.',
  ],
  [
    { kind: 'signup', points: '50' },
    'You get 50 points for joining. Points never expire.',
    'Você ganha 50 pontos ao se cadastrar. Os pontos não expiram.',
    'Recibe 50 puntos al registrarse. Los puntos no vencen.',
  ],
  [
    { kind: 'birthday', reward: 7 },
    'You get the reward A coffee on your birthday.',
    'Você ganha a recompensa A coffee no seu aniversário.',
    'Recibe la recompensa A coffee en su cumpleaños.',
  ],
  [
    { kind: 'tierReached', ids: ['2'], points: '100', validityDays: 30 },
    'When you reach Gold you get 100 points. Points expire after 30 days.',
    'Ao chegar ao nível Gold, você ganha 100 pontos. Os pontos expiram em 30 dias.',
    'Al llegar al nivel Gold recibe 100 puntos. Los puntos vencen a los 30 días.',
  ],
  [
    { kind: 'referral', points: '150' },
    'You get 150 points for referring a friend who makes a purchase. Points never expire.',
    'Você ganha 150 pontos por indicar um amigo que compra. Os pontos não expiram.',
    'Recibe 150 puntos por recomendar a un amigo que compra. Los puntos no vencen.',
  ],
  [
    { kind: 'quiz' },
    'You earn points for answering quizzes. Points never expire.',
    'Você ganha os pontos de cada quiz que responder. Os pontos não expiram.',
    'Gana los puntos de cada cuestionario que responda. Los puntos no vencen.',
  ],
  [
    {
      kind: 'custom',
      name: 'Writing a review',
      key: 'review',
      points: '7',
      limits: { perDay: 1, ever: null },
    },
    'You get 7 points for “Writing a review”, at most 1 time a day. Points never expire.',
    'Você ganha 7 pontos por “Writing a review”, no máximo 1 vez por dia. Os pontos não expiram.',
    'Recibe 7 puntos por “Writing a review”, como máximo 1 vez por día. Los puntos no vencen.',
  ],
]

describe('a rule as customers read it', () => {
  it.each(EXAMPLES)('%j is told in each language', (json, ...texts) => {
    const [english, portuguese, spanish] = texts
    expect({ en: told(json, 'en'), 'pt-BR': told(json, 'pt-BR'), es: told(json, 'es') }).toEqual({
      en: english,
      'pt-BR': portuguese,
      es: spanish,
    })
  })

  it('names three things at most, and no id', () => {
    const brands = ['aurora', 'sol', 'luna', 'mar', 'unknown']
    expect(told({ kind: 'brand', ids: brands, multiplier: '2' })).toBe(
      'Products of brand Aurora, Sol, Luna and 2 more earn 2 times the points.',
    )
    expect(told({ kind: 'tier', ids: ['2', '3'], multiplier: '2' })).toBe(
      'In Gold or Platinum you earn 2 times the points.',
    )
    expect(told({ kind: 'branch', ids: ['store-17'], multiplier: '2' })).toBe(
      'Orders placed at selected stores earn 2 times the points.',
    )
    expect(told({ kind: 'order', points: '5', when: { branches: ['s-17'], paymentMethods: ['pix'] } })).toBe(
      'Orders earn 5 extra points, at selected stores, paid with Pix.',
    )
    const card = { kind: 'card', name: 'Coffee', counts: 'items', stamps: 10, points: '50', of: 'product' }
    expect(told({ ...card, ids: ['espresso'] })).toMatch(/^Every item among Espresso gives a stamp;/)
    for (const [json, english, portuguese, spanish] of [
      [
        { kind: 'product', ids: ['espresso', 'sku-1'], multiplier: '2' },
        'Selected products: 2 times the points.',
        'Produtos selecionados: 2 vezes os pontos.',
        'Productos seleccionados: 2 veces los puntos.',
      ],
      [
        { kind: 'brand', ids: ['sku-1'], multiplier: '2' },
        'Products of selected brands earn 2 times the points.',
        'Produtos de marcas selecionadas ganham 2 vezes os pontos.',
        'Los productos de marcas seleccionadas ganan 2 veces los puntos.',
      ],
      [
        { kind: 'category', ids: ['sku-1'], multiplier: '2' },
        'Products in selected categories earn 2 times the points.',
        'Produtos em categorias selecionadas ganham 2 vezes os pontos.',
        'Los productos en categorías seleccionadas ganan 2 veces los puntos.',
      ],
      [
        { kind: 'paymentMethod', ids: ['7'], multiplier: '2' },
        'Orders paid with selected payment methods earn 2 times the points.',
        'Pedidos pagos com formas de pagamento selecionadas ganham 2 vezes os pontos.',
        'Los pedidos pagados con formas de pago seleccionadas ganan 2 veces los puntos.',
      ],
      [
        { kind: 'tier', ids: ['99'], multiplier: '2' },
        'In selected tiers you earn 2 times the points.',
        'No nível níveis selecionados, você ganha 2 vezes os pontos.',
        'En el nivel niveles seleccionados gana 2 veces los puntos.',
      ],
      [
        { kind: 'exclude', of: 'brand', ids: ['sku-1'], outOf: ['points'] },
        'Not counted towards points: products of selected brands.',
        'Não contam para pontos: produtos de marcas selecionadas.',
        'No cuentan para puntos: productos de marcas seleccionadas.',
      ],
    ] as const) {
      expect([told(json, 'en'), told(json, 'pt-BR'), told(json, 'es')]).toEqual([
        english,
        portuguese,
        spanish,
      ])
    }
  })

  it('is told while it counts', () => {
    const day = 24 * 60 * 60 * 1_000
    const at = (days: number): string => new Date(NOW + days * day).toISOString()
    const isTold = (json: object): boolean => isToldToCustomers(rule(json), NOW)
    const campaign = { kind: 'campaign', multiplier: '2' }
    const order = { kind: 'order', points: '5' }
    expect(
      [
        { ...campaign, startsAt: at(-1), endsAt: at(1) },
        { ...order, when: { from: at(0) } },
        { ...order, when: { until: at(1) } },
      ].map(isTold),
    ).toEqual([true, true, true])
    expect(
      [
        { ...campaign, startsAt: at(1), endsAt: at(2) },
        { ...campaign, startsAt: at(-2), endsAt: at(0) },
        { ...order, when: { from: at(1) } },
        { ...order, when: { until: at(0) } },
        { ...order, isActive: false },
        { kind: 'custom', key: 'review', points: '7' },
      ].map(isTold),
    ).toEqual([false, false, false, false, false, false])
  })
})
