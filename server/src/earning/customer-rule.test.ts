import { describe, expect, it } from 'vitest'
import { LOCALES, type Locale } from '../contract/locale.ts'
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
    'Not counted towards points: Espresso, Latte.',
    'Não contam para pontos: Espresso, Latte.',
    'No cuentan para puntos: Espresso, Latte.',
  ],
  [
    { kind: 'exclude', of: 'marked', outOf: ['points'], when: { days: ['mon'] } },
    'Not counted towards points: items marked by the shop, on Mondays.',
    'Não contam para pontos: itens que a loja marca, às segundas.',
    'No cuentan para puntos: artículos que la tienda marca, los lunes.',
  ],
  [
    { kind: 'cap', points: '500', per: 'day' },
    'You earn at most 500 points a day from orders.',
    'Você ganha no máximo 500 pontos por dia com pedidos.',
    'Usted gana como máximo 500 puntos por día con pedidos.',
  ],
  [
    { kind: 'product', ids: ['espresso', 'latte'], multiplier: '2' },
    'Espresso, Latte: 2 times the points.',
    'Espresso, Latte: 2 vezes os pontos.',
    'Espresso, Latte: 2 veces los puntos.',
  ],
  [
    { kind: 'brand', ids: ['Aurora'], points: '20' },
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

  it('names neither stores nor products that have no name, and three things at most', () => {
    const many = ['espresso', 'latte', 'a', 'b', 'c']
    const brands = ['A', 'B', 'C', 'D', 'E']
    expect(told({ kind: 'product', ids: many, multiplier: '2' })).toBe(
      'Selected products: 2 times the points.',
    )
    expect(told({ kind: 'brand', ids: brands, multiplier: '2' })).toBe(
      'Products of brand A, B, C, 2 more earn 2 times the points.',
    )
    expect(told({ kind: 'branch', ids: ['store-17'], multiplier: '2' })).toBe(
      'Orders placed at selected stores earn 2 times the points.',
    )
    expect(told({ kind: 'order', points: '5', when: { branches: ['store-17'] } })).toBe(
      'Orders earn 5 extra points, at selected stores.',
    )
    for (const locale of LOCALES) {
      expect(told({ kind: 'exclude', of: 'product', ids: ['sku-1'] }, locale)).not.toMatch(/sku-1| {2}/)
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
