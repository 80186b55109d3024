import { describe, expect, it } from 'vitest'
import type { Locale } from '../contract/locale.ts'
import { decimalFromText } from '../platform/decimal.ts'
import { sentenceForCustomers } from './customer-rule.ts'
import { formatOf } from './format.ts'
import { kindsAlike } from './prize-slots.ts'
import { EMPTY_PROGRAM, type Program, type Rule, rewardsGivenBy } from './program.ts'
import { changesOfProgram } from './program-changes.ts'
import type { ProgramContent } from './program-json.ts'
import { problemsOf } from './program-problems.ts'
import { readProgram } from './program-schema.ts'
import { unknownRewards } from './reward-warnings.ts'
import { partsOfRule, sentenceOfRule } from './rule-sentence.ts'
import { NO_PLACES, type ProgramContext } from './warning.ts'
import { warningsOf } from './warnings.ts'

const PLAIN = { kind: 'referral', points: '150', waitingDays: 14, validityDays: 365 }
const WHOLE = {
  ...PLAIN,
  minimumOrder: '50',
  withinDays: 30,
  friendPoints: '20',
  friendReward: '4',
  limits: { perDay: 5, ever: 50 },
}

const contentOf = (...rules: object[]) => ({
  cashback: { isOn: false, pointValue: '0' },
  rules: rules.map((rule, index) => ({ id: index + 1, ...rule })),
})

function program(...rules: object[]): Program {
  const read = readProgram(contentOf(...rules))
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.program
}

function only(rule: object): Rule {
  const [first] = program(rule).rules
  if (!first) throw new Error('no rule')
  return first
}

const context = (locale: Locale) => ({
  locale,
  currency: 'BRL',
  timeZone: 'America/Sao_Paulo',
  nameOf: (kind: string, id: string) => (kind === 'reward' ? `Reward ${id}` : undefined),
})
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const formatWith = (rule: object) => formatOf(contentOf(rule) as ProgramContent)

describe('a rule for referrals', () => {
  it('that says nothing new means what it has always meant, and older processes can read it', () => {
    expect(only(PLAIN)).toMatchObject({
      minimumOrder: 0n,
      withinDays: 90,
      friendPoints: 0n,
      friendRewardId: null,
      limits: { perDay: null, ever: null },
    })
    expect(formatWith(PLAIN)).toBe(1)
  })

  it.each(['minimumOrder', 'withinDays', 'friendPoints', 'friendReward', 'limits'] as const)(
    'with %s is read by newer processes alone, also while it is off',
    (name) => expect(formatWith({ ...PLAIN, [name]: WHOLE[name], isActive: false })).toBe(3),
  )

  it('tells all that it asks and gives, in each language', () => {
    expect(plain(sentenceOfRule(only(PLAIN), context('en')))).toBe(
      'Customers get 150 points for referring a friend who makes a purchase. ' +
        'Points are available after 14 days and expire after 365 days.',
    )
    expect(plain(sentenceOfRule(only(WHOLE), context('en')))).toBe(
      'Customers get 150 points for referring a friend who makes a purchase of at least R$ 50.00 within 30 days, ' +
        'at most 5 times a day, at most 50 times in all. Points are available after 14 days and expire after 365 days. ' +
        'Friends get 20 points for their first order. Friends get the reward Reward 4 for joining.',
    )
    expect(plain(sentenceOfRule(only(WHOLE), context('pt-BR')))).toBe(
      'Clientes ganham 150 pontos por indicar um amigo que compra pelo menos R$ 50,00 em até 30 dias, ' +
        'no máximo 5 vezes por dia, no máximo 50 vezes no total. Os pontos ficam disponíveis depois de 14 dias e ' +
        'expiram em 365 dias. Os amigos ganham 20 pontos pelo primeiro pedido. Os amigos ganham a recompensa Reward 4 ao se cadastrar.',
    )
    expect(plain(sentenceOfRule(only(WHOLE), context('es')))).toBe(
      'Los clientes reciben 150 puntos por recomendar a un amigo que compra por al menos 50,00 R$ dentro de 30 días, ' +
        'como máximo 5 veces por día, como máximo 50 veces en total. Los puntos están disponibles después de 14 días y ' +
        'vencen a los 365 días. Los amigos reciben 20 puntos por su primer pedido. Los amigos reciben la recompensa Reward 4 al unirse.',
    )
  })

  it('is told to customers as theirs', () => {
    expect(plain(sentenceForCustomers(only(WHOLE), context('en')))).toContain(
      'Your friend gets 20 points for the first order. Your friend gets the reward Reward 4 for joining.',
    )
  })

  it('offers what it says where it is edited', () => {
    const slots = (rule: object) =>
      partsOfRule(only(rule), context('en')).flatMap((part) => ('slot' in part ? [part.slot] : []))
    const asked = [
      '/minimumOrder',
      '/withinDays',
      '/limits/perDay',
      '/limits/ever',
      '/friendPoints',
      '/friendReward',
    ]
    expect(slots(WHOLE)).toEqual(expect.arrayContaining(asked))
    expect(slots(PLAIN).filter((slot) => asked.includes(slot))).toEqual([])
  })

  it('becomes another kind only as long as nothing is lost', () => {
    expect(kindsAlike(only(PLAIN))).toEqual(['signup', 'birthday', 'referral'])
    for (const name of ['minimumOrder', 'withinDays', 'friendPoints', 'friendReward', 'limits'] as const) {
      expect(kindsAlike(only({ ...PLAIN, [name]: WHOLE[name] }))).toEqual(['referral'])
    }
  })

  it('tells what is different, a reward that comes or goes too', () => {
    const changes = (before: object, after: object) =>
      changesOfProgram(program(before), program(after), context('en')).map(({ sentence }) => plain(sentence))
    expect(changes(WHOLE, { ...WHOLE, minimumOrder: '60', withinDays: 31, friendPoints: '1' })).toEqual([
      'rule 1: on orders from R$ 60.00 instead of R$ 50.00',
      'rule 1: within 31 days instead of 30 days',
      'rule 1: the friend gets 1 point instead of 20 points',
    ])
    const { friendReward: _, ...without } = WHOLE
    expect(changes(WHOLE, without)).toEqual(['rule 1: the friend’s reward is nothing instead of Reward 4'])
    expect(changes(without, WHOLE)).toEqual(['rule 1: the friend’s reward is Reward 4 instead of nothing'])
  })

  it.each([
    ['no days', { withinDays: 0 }, '/rules/0/withinDays'],
    ['more than a year', { withinDays: 366 }, '/rules/0/withinDays'],
    ['an amount below zero', { minimumOrder: '-1' }, '/rules/0/minimumOrder'],
    ['points that are a number', { friendPoints: 20 }, '/rules/0/friendPoints'],
    ['a condition', { when: { days: ['mon'] } }, '/rules/0/when'],
    ['a limit of another kind', { limit: { times: 1, per: 'day' } }, '/rules/0/limit'],
  ])('is refused with %s', (_, more, pointer) => {
    expect(problemsOf(contentOf({ ...PLAIN, ...more })).map((found) => found.pointer)).toContain(pointer)
  })

  const tea = { isArchived: false, isCashback: false, points: 0n, hasMinimum: true, codesLeft: null }
  const mug = { ...tea, id: '4', title: 'Mug', hasMinimum: false }

  it('names the friend’s reward as any other rule does', () => {
    expect(rewardsGivenBy(only(WHOLE))).toEqual([{ member: 'friendReward', rewardId: 4 }])
    expect(unknownRewards(contentOf(WHOLE), []).map(({ pointer }) => pointer)).toEqual([
      '/rules/0/friendReward',
    ])
    expect(unknownRewards(contentOf(WHOLE), [mug])).toEqual([])
  })

  it('warns of what invites people to refer themselves, and of what gives friends no reason', () => {
    const asked: ProgramContext = {
      ...{
        now: 0,
        timeZone: 'UTC',
        current: EMPTY_PROGRAM,
        known: null,
        places: NO_PLACES,
        seen: null,
        tiers: [],
      },
      ...{
        rewards: [mug, { ...tea, id: '5', title: 'Tea' }],
        openQuizzes: 0,
        sent: null,
        begunCards: new Map(),
      },
    }
    const warned = (rule: object) =>
      warningsOf(program({ kind: 'purchase', points: '1' }, rule), asked).map(({ name }) => name)
    expect(warned({ kind: 'referral', points: '5' })).toEqual([
      'spentBeforeReturn',
      'noLimit',
      'nothingForFriend',
    ])
    expect(warned(WHOLE)).toEqual(['rewardForAnyOrder'])
    expect(warned({ ...WHOLE, friendReward: '5' })).toEqual([])
    expect(decimalFromText('20')).toBe((only(WHOLE) as { friendPoints: bigint }).friendPoints)
  })
})
