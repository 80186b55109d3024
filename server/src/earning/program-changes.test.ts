import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomProgram } from '../../test/support/random-program.ts'
import { LOCALES, type Locale } from '../contract/locale.ts'
import { EMPTY_PROGRAM, type Program } from './program.ts'
import { changesOfProgram } from './program-changes.ts'
import { readProgram } from './program-schema.ts'
import { partsOfRule, type RuleSentenceContext, sentenceOfRule } from './rule-sentence.ts'

const NAMES: Readonly<Record<string, string>> = { 'brand aurora': 'Aurora', 'tier 9': 'Gold' }
const context = (locale: Locale): RuleSentenceContext => ({
  locale,
  currency: 'BRL',
  timeZone: 'America/Sao_Paulo',
  nameOf: (kind, id) => NAMES[`${kind} ${id}`],
})

function program(...rules: object[]): Program {
  const content = {
    cashback: { isOn: true, pointValue: '0.05' },
    rules: rules.map((rule, index) => ({ id: index + 1, ...rule })),
  }
  const read = readProgram(content)
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.program
}

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const said = (rule: object, locale: Locale) => {
  const [first] = program(rule).rules
  if (!first) throw new Error('no rule')
  return plain(sentenceOfRule(first, context(locale)))
}

it('tells dates of this year without it', () => {
  const [campaign] = program({
    kind: 'campaign',
    multiplier: '2',
    startsAt: '2026-12-31T22:00:00-03:00',
    endsAt: '2027-01-02T00:00:00-03:00',
  }).rules
  if (!campaign) throw new Error('no rule')
  const seenAt = (now: string) =>
    sentenceOfRule(campaign, { ...context('en'), now: Date.parse(now) }).split(' everything')[0]
  expect(seenAt('2026-11-15T12:00:00Z')).toBe('From 31 Dec 22:00 to the end of 1 Jan 2027')
  // In Sao Paulo it is still the old year.
  expect(seenAt('2027-01-01T02:00:00Z')).toBe('From 31 Dec 22:00 to the end of 1 Jan 2027')
  expect(seenAt('2027-01-01T04:00:00Z')).toBe('From 31 Dec 2026 22:00 to the end of 1 Jan')
})

/** One a kind, and each in all languages. */
const EXAMPLES: readonly [object, Readonly<Record<Locale, string>>][] = [
  [
    { kind: 'purchase', points: '1', validityDays: 365 },
    {
      en: 'Customers earn 1 point for every R$ 1.00 they spend. Points expire after 365 days.',
      'pt-BR': 'Clientes ganham 1 ponto a cada R$ 1,00 em compras. Os pontos expiram em 365 dias.',
      es: 'Los clientes ganan 1 punto por cada 1,00 R$ que gastan. Los puntos vencen a los 365 días.',
    },
  ],
  [
    {
      kind: 'purchase',
      points: '2',
      minimumOrder: '50',
      rounding: 'nearest',
      waitingDays: 7,
      validityDays: 90,
    },
    {
      en: 'Customers earn 2 points for every R$ 1.00 they spend, rounded to the nearest, on orders from R$ 50.00. Points are available after 7 days and expire after 90 days.',
      'pt-BR':
        'Clientes ganham 2 pontos a cada R$ 1,00 em compras, arredondado para o mais próximo, em pedidos a partir de R$ 50,00. Os pontos ficam disponíveis depois de 7 dias e expiram em 90 dias.',
      es: 'Los clientes ganan 2 puntos por cada 1,00 R$ que gastan, redondeado al más próximo, en pedidos desde 50,00 R$. Los puntos están disponibles después de 7 días y vencen a los 90 días.',
    },
  ],
  [
    { kind: 'brand', ids: ['aurora', 'x'], multiplier: '2' },
    {
      en: 'Products of brand Aurora, x earn 2 times the points.',
      'pt-BR': 'Produtos da marca Aurora, x ganham 2 vezes os pontos.',
      es: 'Los productos de la marca Aurora, x ganan 2 veces los puntos.',
    },
  ],
  [
    { kind: 'product', ids: ['1', '2', '3', '4', '5', '6', '7'], points: '1' },
    {
      en: 'Products with the ID 1, 2, 3, 4, 5, 2 more earn 1 extra point per order line.',
      'pt-BR': 'Produtos com o código 1, 2, 3, 4, 5, mais 2 ganham 1 ponto a mais por linha do pedido.',
      es: 'Los productos con el código 1, 2, 3, 4, 5, 2 más ganan 1 punto más por línea del pedido.',
    },
  ],
  [
    { kind: 'category', ids: ['coffee'], points: '50' },
    {
      en: 'Products of category coffee earn 50 extra points per order line.',
      'pt-BR': 'Produtos da categoria coffee ganham 50 pontos a mais por linha do pedido.',
      es: 'Los productos de la categoría coffee ganan 50 puntos más por línea del pedido.',
    },
  ],
  [
    { kind: 'paymentMethod', ids: ['pix'], multiplier: '1.2' },
    {
      en: 'Orders paid with pix earn 1.2 times the points.',
      'pt-BR': 'Pedidos pagos com pix ganham 1,2 vezes os pontos.',
      es: 'Los pedidos pagados con pix ganan 1,2 veces los puntos.',
    },
  ],
  [
    { kind: 'branch', ids: ['centro'], points: '10' },
    {
      en: 'Orders placed at centro earn 10 extra points.',
      'pt-BR': 'Pedidos feitos em centro ganham 10 pontos a mais.',
      es: 'Los pedidos hechos en centro ganan 10 puntos más.',
    },
  ],
  [
    { kind: 'tier', ids: ['9'], multiplier: '1.5' },
    {
      en: 'Customers in Gold earn 1.5 times the points.',
      'pt-BR': 'Clientes no nível Gold ganham 1,5 vezes os pontos.',
      es: 'Los clientes del nivel Gold ganan 1,5 veces los puntos.',
    },
  ],
  [
    { kind: 'tier', ids: ['9'], points: '20', when: { firstOrders: 1 } },
    {
      en: "Customers in Gold earn 20 extra points, on a customer's first order.",
      'pt-BR': 'Clientes no nível Gold ganham 20 pontos a mais, no primeiro pedido de um cliente.',
      es: 'Los clientes del nivel Gold ganan 20 puntos más, en el primer pedido de un cliente.',
    },
  ],
  [
    {
      kind: 'brand',
      ids: ['aurora'],
      multiplier: '3',
      stacks: true,
      when: { days: ['tue', 'thu', 'sat'], hours: [{ from: '16:00', until: '18:00' }], tiers: ['9'] },
    },
    {
      en: 'Products of brand Aurora earn 3 times the points, on Tuesdays, Thursdays and Saturdays, from 16:00 to 18:00, for customers in Gold, on top of everything.',
      'pt-BR':
        'Produtos da marca Aurora ganham 3 vezes os pontos, às terças e quintas e aos sábados, das 16:00 às 18:00, para clientes no nível Gold, somando-se a tudo.',
      es: 'Los productos de la marca Aurora ganan 3 veces los puntos, los martes, jueves y sábados, de 16:00 a 18:00, para clientes del nivel Gold, sumándose a todo.',
    },
  ],
  [
    {
      kind: 'order',
      points: '50',
      stacks: false,
      when: {
        from: '2026-12-01T08:30:00-03:00',
        until: '2026-12-25T00:00:00-03:00',
        hours: [
          { from: '22:00', until: '02:00' },
          { from: '12:00', until: '24:00' },
        ],
        branches: ['centro'],
        paymentMethods: ['pix', 'card'],
        minimumOrder: '200',
        firstOrders: 3,
      },
    },
    {
      en: "Orders earn 50 extra points, from 1 Dec 2026 08:30 to the end of 24 Dec 2026, from 22:00 to 02:00 and from 12:00 to 24:00, at centro, paid with pix, card, on orders from R$ 200.00, on a customer's first 3 orders, unless a larger bonus counts.",
      'pt-BR':
        'Pedidos ganham 50 pontos a mais, de 1 dez 2026 08:30 até o fim do dia 24 dez 2026, das 22:00 às 02:00 e das 12:00 às 24:00, em centro, pagos com pix, card, em pedidos a partir de R$ 200,00, nos primeiros 3 pedidos de um cliente, a menos que um bônus maior conte.',
      es: 'Los pedidos ganan 50 puntos más, del 1 dic 2026 08:30 al fin del 24 dic 2026, de 22:00 a 02:00 y de 12:00 a 24:00, en centro, pagados con pix, card, en pedidos desde 200,00 R$, en los primeros 3 pedidos de un cliente, salvo que cuente una bonificación mayor.',
    },
  ],
  [
    {
      kind: 'branch',
      ids: ['centro'],
      multiplier: '2',
      stacks: false,
      when: { from: '2026-12-01T08:30:00-03:00', days: ['sun'] },
    },
    {
      en: 'Orders placed at centro earn 2 times the points, from 1 Dec 2026 08:30 on, on Sundays, instead of any smaller multiplier.',
      'pt-BR':
        'Pedidos feitos em centro ganham 2 vezes os pontos, a partir de 1 dez 2026 08:30, aos domingos, no lugar de um multiplicador menor.',
      es: 'Los pedidos hechos en centro ganan 2 veces los puntos, desde el 1 dic 2026 08:30, los domingos, en lugar de un multiplicador menor.',
    },
  ],
  [
    { kind: 'firstPurchase', points: '100' },
    {
      en: "A customer's first order earns 100 extra points.",
      'pt-BR': 'O primeiro pedido de um cliente ganha 100 pontos a mais.',
      es: 'El primer pedido de un cliente gana 100 puntos más.',
    },
  ],
  [
    {
      kind: 'campaign',
      multiplier: '3',
      startsAt: '2026-12-01T08:30:00-03:00',
      endsAt: '2026-12-25T00:00:00-03:00',
    },
    {
      en: 'From 1 Dec 2026 08:30 to the end of 24 Dec 2026 everything earns 3 times the points.',
      'pt-BR': 'De 1 dez 2026 08:30 até o fim do dia 24 dez 2026, tudo ganha 3 vezes os pontos.',
      es: 'Desde el 1 dic 2026 08:30 hasta el fin del 24 dic 2026, todo gana 3 veces los puntos.',
    },
  ],
  [
    { kind: 'signup', points: '20', validityDays: 1, waitingDays: 1 },
    {
      en: 'Customers get 20 points for joining. Points are available after 1 day and expire after 1 day.',
      'pt-BR':
        'Clientes ganham 20 pontos ao se cadastrar. Os pontos ficam disponíveis depois de 1 dia e expiram em 1 dia.',
      es: 'Los clientes reciben 20 puntos al registrarse. Los puntos están disponibles después de 1 día y vencen al día.',
    },
  ],
  [
    { kind: 'birthday', points: '30' },
    {
      en: 'Customers get 30 points on their birthday. Points never expire.',
      'pt-BR': 'Clientes ganham 30 pontos no aniversário. Os pontos não expiram.',
      es: 'Los clientes reciben 30 puntos en su cumpleaños. Los puntos no vencen.',
    },
  ],
  [
    { kind: 'referral', points: '40', waitingDays: 7 },
    {
      en: 'Customers get 40 points for referring a friend who makes a purchase. Points are available after 7 days and never expire.',
      'pt-BR':
        'Clientes ganham 40 pontos por indicar um amigo que compra. Os pontos ficam disponíveis depois de 7 dias e não expiram.',
      es: 'Los clientes reciben 40 puntos por recomendar a un amigo que compra. Los puntos están disponibles después de 7 días y no vencen.',
    },
  ],
  [
    { kind: 'birthday', points: '30', goodUntil: { monthEnd: 0 } },
    {
      en: 'Customers get 30 points on their birthday. Points expire at the end of the month.',
      'pt-BR': 'Clientes ganham 30 pontos no aniversário. Os pontos expiram no fim do mês.',
      es: 'Los clientes reciben 30 puntos en su cumpleaños. Los puntos vencen al final del mes.',
    },
  ],
  [
    { kind: 'purchase', points: '1', goodUntil: { monthEnd: 12 } },
    {
      en: 'Customers earn 1 point for every R$ 1.00 they spend. Points expire at the end of the 12th month after.',
      'pt-BR':
        'Clientes ganham 1 ponto a cada R$ 1,00 em compras. Os pontos expiram no fim do 12º mês seguinte.',
      es: 'Los clientes ganan 1 punto por cada 1,00 R$ que gastan. Los puntos vencen al final del 12.º mes siguiente.',
    },
  ],
  [
    { kind: 'referral', points: '40', waitingDays: 7, goodUntil: { yearDay: '03-31', years: 0 } },
    {
      en: 'Customers get 40 points for referring a friend who makes a purchase. Points are available after 7 days and expire after 31 March of the same year.',
      'pt-BR':
        'Clientes ganham 40 pontos por indicar um amigo que compra. Os pontos ficam disponíveis depois de 7 dias e expiram depois de 31 de março do mesmo ano.',
      es: 'Los clientes reciben 40 puntos por recomendar a un amigo que compra. Los puntos están disponibles después de 7 días y vencen después del 31 de marzo del mismo año.',
    },
  ],
  [
    { kind: 'quiz', goodUntil: { yearDay: '03-31', years: 1 } },
    {
      en: 'Customers earn points for answering quizzes. Points expire after 31 March of the next year.',
      'pt-BR':
        'Clientes ganham os pontos de cada quiz que respondem. Os pontos expiram depois de 31 de março do ano seguinte.',
      es: 'Los clientes ganan los puntos de cada cuestionario que responden. Los puntos vencen después del 31 de marzo del año siguiente.',
    },
  ],
  [
    { kind: 'quiz', goodUntil: { yearDay: '12-31', years: 3 } },
    {
      en: 'Customers earn points for answering quizzes. Points expire after 31 December of the 3rd year after.',
      'pt-BR':
        'Clientes ganham os pontos de cada quiz que respondem. Os pontos expiram depois de 31 de dezembro do 3º ano seguinte.',
      es: 'Los clientes ganan los puntos de cada cuestionario que responden. Los puntos vencen después del 31 de diciembre del 3.er año siguiente.',
    },
  ],
  [
    { kind: 'quiz', validityDays: 90 },
    {
      en: 'Customers earn points for answering quizzes. Points expire after 90 days.',
      'pt-BR': 'Clientes ganham os pontos de cada quiz que respondem. Os pontos expiram em 90 dias.',
      es: 'Los clientes ganan los puntos de cada cuestionario que responden. Los puntos vencen a los 90 días.',
    },
  ],
  [
    { kind: 'custom', key: 'review', points: '1', limits: { perDay: 1 }, validityDays: 90 },
    {
      en: 'Each “review” earns 1 point, at most 1 time a day. Points expire after 90 days.',
      'pt-BR': 'Cada “review” ganha 1 ponto, no máximo 1 vez por dia. Os pontos expiram em 90 dias.',
      es: 'Cada “review” gana 1 punto, como máximo 1 vez por día. Los puntos vencen a los 90 días.',
    },
  ],
]

describe('a rule as a sentence', () => {
  it.each(EXAMPLES)('%j', (rule, expected) => {
    for (const locale of LOCALES) expect(said(rule, locale)).toBe(expected[locale])
  })

  it('names in its slots every member that it has, with its value', () => {
    const [rule] = program({ kind: 'brand', ids: ['aurora'], multiplier: '2' }).rules
    if (!rule) throw new Error('no rule')
    expect(partsOfRule(rule, context('en'))).toEqual([
      { text: 'Products ' },
      {
        slot: '/kind',
        kind: 'choice',
        value: 'brand',
        display: 'of brand',
        options: [
          { value: 'product', display: 'with the ID' },
          { value: 'brand', display: 'of brand' },
          { value: 'category', display: 'of category' },
        ],
      },
      { text: ' ' },
      { slot: '/ids', kind: 'picker', value: ['aurora'], display: 'Aurora', picks: 'brand' },
      { text: ' earn ' },
      { slot: '/multiplier', kind: 'number', value: '2', display: '2' },
      { text: ' ' },
      {
        slot: '/bonus',
        kind: 'choice',
        value: 'multiplier',
        display: 'times the points',
        options: [
          { value: 'multiplier', display: 'times the points' },
          { value: 'points', display: 'extra points per order line' },
        ],
      },
      { text: '.' },
    ])
  })
})

describe('changes', () => {
  const rule = { kind: 'brand', name: 'Aurora em dobro', ids: ['aurora'], multiplier: '2' }
  const sentences = (before: Program, after: Program, locale: Locale = 'en') =>
    changesOfProgram(before, after, context(locale)).map(({ sentence }) => plain(sentence))

  it('of an end name the days, the month or the day of the year', () => {
    const quiz = (end: object) => program({ kind: 'quiz', name: 'Quiz', ...end })
    const [days, month] = [quiz({ validityDays: 90 }), quiz({ goodUntil: { monthEnd: 12 } })]
    const yearDay = quiz({ goodUntil: { yearDay: '03-31', years: 1 } })
    expect(changesOfProgram(days, month, context('en'))).toMatchObject([
      { member: 'goodUntil', before: 90, after: { monthEnd: 12 } },
    ])
    expect(sentences(days, month)).toEqual([
      'Quiz: points expire at the end of the 12th month after (before: expire after 90 days)',
    ])
    expect(sentences(month, yearDay, 'pt-BR')).toEqual([
      'Quiz: os pontos expiram depois de 31 de março do ano seguinte (antes: expiram no fim do 12º mês seguinte)',
    ])
    expect(sentences(yearDay, days, 'es')).toEqual([
      'Quiz: los puntos vencen a los 90 días (antes: vencen después del 31 de marzo del año siguiente)',
    ])
    expect(sentences(month, quiz({ goodUntil: { monthEnd: 12 } }))).toEqual([])
  })

  it('are said in the three languages', () => {
    const [before, after] = [program(rule), program({ ...rule, multiplier: '3' })]
    expect(LOCALES.map((locale) => sentences(before, after, locale))).toEqual([
      ['Aurora em dobro: 3× em vez de 2×'],
      ['Aurora em dobro: 3× instead of 2×'],
      ['Aurora em dobro: 3× en lugar de 2×'],
    ])
  })

  it('tell what came, what went, what is switched off, and a bonus of another type', () => {
    const before = program(rule, { kind: 'signup', points: '20' })
    const after = program({ ...rule, isActive: false }, { kind: 'birthday', points: '20' })
    expect(sentences(before, after)).toEqual([
      'No longer: Customers get 20 points for joining. Points never expire.',
      'Aurora em dobro: is switched off',
      'New: Customers get 20 points on their birthday. Points never expire.',
    ])
    const { multiplier: _, ...others } = rule
    expect(
      changesOfProgram(program(rule), program({ ...others, points: '50' }), context('en')),
    ).toMatchObject([
      {
        member: 'bonus',
        sentence: 'Aurora em dobro: 50 extra points per order line instead of 2 times the points',
      },
    ])
  })

  it('are none where both mean the same, however they are written', () => {
    const short = program({ kind: 'purchase', points: '1' })
    const long = program({
      kind: 'purchase',
      points: '1.00',
      perAmount: '1.0',
      minimumOrder: '0',
      rounding: 'floor',
      waitingDays: 0,
      validityDays: null,
      name: '',
      isActive: true,
    })
    expect(sentences(short, long)).toEqual([])
  })

  it('are there exactly where two programs differ, and speak every language', () => {
    const random = randomProgram({
      tierIds: ['9'],
      rewardIds: ['7', '8'],
      around: Date.parse('2026-11-15T12:00:00Z'),
    })
    const read = random
      .map((content) => readProgram(content))
      .map((one) => ('program' in one ? one.program : EMPTY_PROGRAM))
    // Often the same but for a rule or two.
    const pair = fc.tuple(read, read, fc.boolean(), fc.nat()).map(([one, other, isNear, at]) => {
      if (!isNear) return [one, other] as const
      const rules = [...one.rules]
      const place = at % (rules.length + 1)
      const [replaced] = other.rules
      if (replaced) rules.splice(place, at % 2, { ...replaced, id: rules[place]?.id ?? 1_000_001 })
      return [one, { ...one, rules }] as const
    })
    fc.assert(
      fc.property(pair, ([before, after]) => {
        const meaning = ({ cashback, rules }: Program) => ({ cashback, rules })
        const isSame = isDeepStrictEqual(meaning(before), meaning(after))
        for (const locale of LOCALES) {
          const changes = changesOfProgram(before, after, context(locale))
          expect(changes.length === 0, JSON.stringify(changes)).toBe(isSame)
          for (const { sentence } of changes) expect(sentence).not.toMatch(/undefined|NaN|[{}]|\[object/)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('conditions that change', () => {
  const bonus = { kind: 'brand', ids: ['aurora'], multiplier: '3' }
  const changes = (before: object, after: object, locale: Locale) =>
    changesOfProgram(program({ ...bonus, ...before }), program({ ...bonus, ...after }), context(locale)).map(
      ({ member, sentence }) => [member, plain(sentence)],
    )

  it('are told one by one: what came, what went, and what is otherwise', () => {
    const before = { when: { days: ['tue'], minimumOrder: '50' } }
    const after = { when: { days: ['tue', 'sat'], hours: [{ from: '16:00', until: '18:00' }] } }
    expect(changes(before, after, 'en')).toEqual([
      ['when/days', 'rule 1: only on Tuesdays and Saturdays instead of on Tuesdays'],
      ['when/hours', 'rule 1: only from 16:00 to 18:00'],
      ['when/minimumOrder', 'rule 1: no longer only on orders from R$ 50.00'],
    ])
    expect(changes(before, after, 'pt-BR')).toEqual([
      ['when/days', 'regra 1: só às terças e aos sábados, em vez de às terças'],
      ['when/hours', 'regra 1: só das 16:00 às 18:00'],
      ['when/minimumOrder', 'regra 1: não mais só em pedidos a partir de R$ 50,00'],
    ])
    expect(changes(before, after, 'es')).toEqual([
      ['when/days', 'regla 1: solo los martes y sábados, en vez de los martes'],
      ['when/hours', 'regla 1: solo de 16:00 a 18:00'],
      ['when/minimumOrder', 'regla 1: ya no solo en pedidos desde 50,00 R$'],
    ])
  })

  it('and how a rule goes beside others', () => {
    expect(changes({}, { stacks: true }, 'en')).toEqual([['stacks', 'rule 1: comes on top of everything']])
    expect(changes({ stacks: true }, {}, 'en')).toEqual([
      ['stacks', 'rule 1: doesn’t add up with other bonuses any more, only the best one counts'],
    ])
    // What it would do by itself is no difference.
    expect(changes({}, { stacks: false }, 'en')).toEqual([])
  })
})
