import { describe, expect, it } from 'vitest'
import { POINT_TYPE } from '../accounts/account.ts'
import { LOCALES, type Locale } from '../contract/locale.ts'
import { decimalFromText, ZERO } from '../platform/decimal.ts'
import { formatOf } from './format.ts'
import { problemsWith } from './manage/program-state.ts'
import { EMPTY_PROGRAM, type Program } from './program.ts'
import { changesOfProgram } from './program-changes.ts'
import type { ProgramContent } from './program-json.ts'
import { problemsOf } from './program-problems.ts'
import { readProgram } from './program-schema.ts'
import { namesReward, unknownRewards } from './reward-warnings.ts'
import { partsOfRule, sentenceOfRule } from './rule-sentence.ts'
import { sentenceOf } from './sentence.ts'
import { type KnownReward, NO_PLACES, type ProgramContext } from './warning.ts'
import { unknownTiers, warningsOf } from './warnings.ts'

const NAMES: Readonly<Record<string, string>> = { 'tier 3': 'Gold', 'reward 7': 'Mug', 'reward 8': 'Tea' }
const context = (locale: Locale) => ({
  locale,
  currency: 'BRL',
  timeZone: 'America/Sao_Paulo',
  nameOf: (kind: string, id: string) => NAMES[`${kind} ${id}`],
})

const contentOf = (...rules: object[]) => ({
  cashback: { isOn: false, pointValue: '0' },
  rules: rules.map((rule, index) => ({ id: index + 1, ...rule })),
})

function program(...rules: object[]): Program {
  const read = readProgram(contentOf(...rules))
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.program
}

function only(rule: object) {
  const [first] = program(rule).rules
  if (!first) throw new Error('no rule')
  return first
}

const REACHED = { kind: 'tierReached', ids: ['3'] }
const CARD = { kind: 'card', name: 'Coffee', counts: 'orders', stamps: 10 }

describe('a prize', () => {
  it.each(['card', 'signup', 'birthday', 'tierReached'])('of %s is points, a reward or both', (kind) => {
    const rule = { kind, ...(kind === 'card' && CARD), ...(kind === 'tierReached' && REACHED) }
    expect(only({ ...rule, points: '5' })).toMatchObject({ points: decimalFromText('5'), rewardId: null })
    expect(only({ ...rule, reward: '7' })).toMatchObject({ points: ZERO, rewardId: 7 })
    const both = { ...rule, points: '5', reward: '7', waitingDays: 3 }
    expect(only(both)).toMatchObject({ points: decimalFromText('5'), rewardId: 7, waitingDays: 3 })
    expect(formatOf(contentOf({ ...rule, reward: '7' }) as ProgramContent)).toBe(2)
  })

  it('for reaching a tier is in the index in the order of the program, where it is active', () => {
    const rules = [
      { ...REACHED, reward: '7' },
      { ...REACHED, points: '5' },
    ]
    const { index } = program(...rules, { ...REACHED, reward: '8', isActive: false })
    expect(index.tierReached.map(({ id }) => id)).toEqual([1, 2])
    expect(formatOf(contentOf({ ...REACHED, points: '5' }) as ProgramContent)).toBe(2)
  })

  it.each<[string, object, string[]]>([
    ['is missing', { kind: 'signup' }, ['/rules/0/reward']],
    ['is missing from a card', CARD, ['/rules/0/reward']],
    ['is missing from a tier', { ...REACHED, waitingDays: 3 }, ['/rules/0/reward']],
    [
      'is less than a point',
      { kind: 'birthday', points: '0.5', reward: '7' },
      ['/rules/0/points Objective_AmountOfPointsCannotBeLessThanOne'],
    ],
    ['is no number', { kind: 'signup', reward: 'mug' }, ['/rules/0/reward']],
    ['is below one', { kind: 'signup', reward: '0' }, ['/rules/0/reward']],
    ['has too long a number', { kind: 'signup', reward: '1'.repeat(16) }, ['/rules/0/reward']],
    ['is given twice', { kind: 'signup', reward: ['7', '8'] }, ['/rules/0/reward']],
    ['is of a referral', { kind: 'referral', points: '5', reward: '7' }, ['/rules/0/reward']],
    ['is for no tier', { ...REACHED, ids: [], reward: '7' }, ['/rules/0/ids']],
    ['is for too many tiers', { ...REACHED, ids: Array(51).fill('3'), reward: '7' }, ['/rules/0/ids']],
    ['has conditions', { ...REACHED, reward: '7', when: { days: ['tue'] } }, ['/rules/0/when']],
    [
      'ends twice',
      { ...REACHED, points: '5', validityDays: 5, goodUntil: { monthEnd: 1 } },
      ['/rules/0/goodUntil'],
    ],
  ])('is refused where it %s', (_, rule, expected) => {
    const found = problemsOf(contentOf(rule)).map(({ pointer, code }) =>
      code ? `${pointer} ${code}` : pointer,
    )
    expect([...new Set(found)]).toEqual(expected)
  })
})

const reward = (id: string, more: Partial<KnownReward> = {}): KnownReward => ({
  id,
  title: `Reward ${id}`,
  isArchived: false,
  isCashback: false,
  points: ZERO,
  hasMinimum: false,
  codesLeft: null,
  ...more,
})
const REWARDS = [reward('7'), reward('8', { isArchived: true }), reward('9', { isCashback: true })]
const CODE = 'ApiExternalRewardConfiguration_Get_Error'

describe('a reward that can not be given', () => {
  it('is one that is unknown, archived or cashback, in what may not even be a program', () => {
    const rules = [null, { reward: '7' }, { reward: '8' }, { reward: 9 }, { reward: '9' }, { reward: '10' }]
    const found = unknownRewards({ rules }, REWARDS)
    expect(found.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/rules/2/reward', CODE],
      ['/rules/4/reward', CODE],
      ['/rules/5/reward', CODE],
    ])
    expect(new Set(found.map(({ message }) => message.en)).size).toBe(3)
    expect([unknownRewards(null, REWARDS), unknownRewards({ rules: 5 }, REWARDS)]).toEqual([[], []])
    expect([namesReward({ rules }), namesReward({ rules: [{ kind: 'signup' }] })]).toEqual([true, false])
  })

  it('is told once, also where it is no number', () => {
    const json = contentOf({ kind: 'signup', reward: 'house-coffee' }, { ...REACHED, reward: '7' })
    const known = { tiers: [], rewards: REWARDS }
    const found = problemsWith(json, known, { cardCounts: new Map() })
    expect(found.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/rules/1/ids/0', 'Tier_NotFound'],
      ['/rules/0/reward', CODE],
    ])
    expect(unknownTiers(json, []).map(({ pointer }) => pointer)).toEqual(['/rules/1/ids/0'])
  })
})

const CONTEXT: ProgramContext = {
  now: Date.parse('2026-11-15T12:00:00Z'),
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
const PURCHASE = { kind: 'purchase', points: '1' }
const warned = (rules: readonly object[], more: Partial<ProgramContext>) =>
  warningsOf(program(PURCHASE, ...rules), { ...CONTEXT, ...more })

describe('a warning', () => {
  it('is given of a reward that the points of its rule would buy, and of one that has few codes', () => {
    const rewards = [reward('7', { points: decimalFromText('150') }), reward('8', { codesLeft: 1 })]
    const rules = [
      { kind: 'signup', points: '150', reward: '7' },
      { kind: 'birthday', reward: '8' },
      { kind: 'tierReached', ids: ['3'], points: '150', reward: '7', isActive: false },
    ]
    const found = warned(rules, { rewards })
    expect(found.map(({ pointer, name }) => `${pointer} ${name}`)).toEqual([
      '/rules/1/reward rewardCosts',
      '/rules/2/reward fewCodes',
    ])
    expect(found.map(({ message }) => message.en)).toEqual([
      'The reward “Reward 7” costs 150 points to redeem, and this rule gives it free. Customers get the rule’s 150 points on top.',
      'The reward “Reward 8” has 1 code left. Add more, or customers will wait for it.',
    ])
    for (const { message } of found) {
      expect(new Set(LOCALES.map((locale) => message[locale])).size).toBe(LOCALES.length)
    }
  })

  it('is not given of a reward that costs more than the points beside it, or nothing', () => {
    const rewards = [reward('7', { points: decimalFromText('150') }), reward('8')]
    const rules = [
      { ...CARD, reward: '7' },
      { kind: 'signup', points: '149', reward: '7' },
      { kind: 'birthday', points: '10', reward: '8' },
    ]
    expect(warned(rules, { rewards })).toEqual([])
  })

  it('is given of a tier that is archived, and not of what it multiplies', () => {
    const tier = { id: '3', name: 'Gold', multiplier: decimalFromText('2') }
    const named = (isArchived: boolean) =>
      warned([{ ...REACHED, reward: '7' }], { tiers: [{ ...tier, isArchived }] }).map(({ name }) => name)
    expect([named(true), named(false)]).toEqual([['archivedTier'], []])
  })

  it('is given of a begun card whose reward changes, and not of an expiry that points never had', () => {
    const current = program({ ...CARD, reward: '7' })
    const rules = [{ ...CARD, id: 1, points: '5', reward: '8', validityDays: 5 }]
    const found = warningsOf(program(...rules, PURCHASE), {
      ...CONTEXT,
      current,
      begunCards: new Map([[1, 2]]),
    })
    expect(found.map(({ pointer, name }) => `${pointer} ${name}`)).toEqual(['/rules/0/points begunCards'])
    const other = warningsOf(program({ ...CARD, reward: '8' }, PURCHASE), {
      ...CONTEXT,
      current,
      begunCards: new Map([[1, 2]]),
    })
    expect(other.map(({ pointer, name }) => `${pointer} ${name}`)).toEqual(['/rules/0/reward begunCards'])
  })
})

describe('the sentence of a prize', () => {
  it.each<[object, Readonly<Record<Locale, string>>]>([
    [
      { ...REACHED, reward: '7' },
      {
        en: 'Customers who reach Gold get the reward Mug.',
        'pt-BR': 'Clientes que chegam ao nível Gold ganham a recompensa Mug.',
        es: 'Los clientes que llegan al nivel Gold reciben la recompensa Mug.',
      },
    ],
    [
      { kind: 'signup', reward: '7', waitingDays: 3 },
      {
        en: 'Customers get the reward Mug for joining; the prize is available after 3 days.',
        'pt-BR':
          'Clientes ganham a recompensa Mug ao se cadastrar; o prêmio fica disponível depois de 3 dias.',
        es: 'Los clientes reciben la recompensa Mug al registrarse; el premio está disponible después de 3 días.',
      },
    ],
    [
      { kind: 'birthday', points: '50', reward: '8', validityDays: 30 },
      {
        en: 'Customers get 50 points and the reward Tea on their birthday. Points expire after 30 days.',
        'pt-BR': 'Clientes ganham 50 pontos e a recompensa Tea no aniversário. Os pontos expiram em 30 dias.',
        es: 'Los clientes reciben 50 puntos y la recompensa Tea en su cumpleaños. Los puntos vencen a los 30 días.',
      },
    ],
    [
      { ...CARD, reward: '10', once: true },
      {
        en: 'Every order gives a stamp; 10 stamps earn the reward 10; once per customer.',
        'pt-BR': 'Cada pedido dá um carimbo; 10 carimbos valem a recompensa 10; uma vez por cliente.',
        es: 'Cada pedido da un sello; 10 sellos valen la recompensa 10; una vez por cliente.',
      },
    ],
    [
      { ...REACHED, points: '100', waitingDays: 1 },
      {
        en: 'Customers who reach Gold get 100 points. Points are available after 1 day and never expire.',
        'pt-BR':
          'Clientes que chegam ao nível Gold ganham 100 pontos. Os pontos ficam disponíveis depois de 1 dia e não expiram.',
        es: 'Los clientes que llegan al nivel Gold reciben 100 puntos. Los puntos están disponibles después de 1 día y no vencen.',
      },
    ],
  ])('says what is given', (rule, expected) => {
    const said = LOCALES.map((locale) => [locale, sentenceOfRule(only(rule), context(locale))])
    expect(Object.fromEntries(said)).toEqual(expected)
  })

  it('has a slot for the reward and for the tiers', () => {
    const slots = partsOfRule(only({ ...REACHED, points: '5', reward: '7' }), context('en')).filter(
      (part) => 'slot' in part,
    )
    expect(slots.find(({ slot }) => slot === '/reward')).toEqual({
      slot: '/reward',
      kind: 'picker',
      value: '7',
      display: 'Mug',
      picks: 'reward',
    })
    expect(slots.find(({ slot }) => slot === '/ids')).toMatchObject({ picks: 'tier', display: 'Gold' })
  })

  it('offers kinds that can give a reward, where it gives one', () => {
    const kinds = (rule: object) =>
      partsOfRule(only(rule), context('en')).flatMap((part) =>
        'slot' in part && part.slot === '/kind' ? part.options?.map(({ value }) => value) : [],
      )
    expect(kinds({ kind: 'signup', points: '5' })).toEqual(['signup', 'birthday', 'referral'])
    expect(kinds({ kind: 'signup', points: '5', reward: '7' })).toEqual(['signup', 'birthday'])
  })

  it('tells why points were earned by reaching a tier', () => {
    const line = { kind: 'tierReached', rule: 1, id: '3', points: '100' } as const
    const record = { type: POINT_TYPE.prize, points: decimalFromText('100'), cashback: ZERO, lines: [line] }
    const told = LOCALES.map((locale) =>
      sentenceOf(record, { ...context(locale), program: program({ ...REACHED, points: '100' }) }),
    )
    expect(told).toEqual([
      '100 pontos por chegar ao nível “Gold”',
      '100 points for reaching the tier “Gold”',
      '100 puntos por llegar al nivel “Gold”',
    ])
  })
})

describe('a change of a prize', () => {
  const changes = (before: object, after: object, locale: Locale = 'en') =>
    changesOfProgram(program(before), program(after), context(locale)).map(
      ({ member, sentence }) => `${member} ${sentence}`,
    )

  it.each<[string, object, object, string[]]>([
    ['another reward', { reward: '7' }, { reward: '8' }, ['reward rule 1: the reward Tea instead of Mug']],
    [
      'a reward besides',
      { points: '5' },
      { points: '6', reward: '7' },
      ['reward rule 1: 6 points and the reward Mug instead of 5 points'],
    ],
    [
      'points instead of a reward',
      { reward: '7', validityDays: null },
      { points: '5', validityDays: 30 },
      [
        'validityDays rule 1: points expire after 30 days (before: never expire)',
        'reward rule 1: 5 points instead of the reward Mug',
      ],
    ],
    [
      'other points beside a reward',
      { points: '5', reward: '7' },
      { points: '6', reward: '7' },
      ['points rule 1: 6 points instead of 5 points'],
    ],
    [
      'days to wait',
      { reward: '7' },
      { reward: '7', waitingDays: 2 },
      ['waitingDays rule 1: the prize is available after 2 days instead of immediately'],
    ],
    ['nothing', { reward: '7', waitingDays: 0 }, { reward: '7' }, []],
  ])('is %s', (_, before, after, expected) => {
    expect(changes({ kind: 'signup', ...before }, { kind: 'signup', ...after })).toEqual(expected)
    for (const locale of LOCALES) {
      const told = changes({ kind: 'signup', ...before }, { kind: 'signup', ...after }, locale)
      expect(told).toHaveLength(expected.length)
      expect(told.join(' ')).not.toMatch(/[{}[\]]|undefined/)
    }
  })
})
