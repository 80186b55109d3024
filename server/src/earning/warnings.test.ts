import { describe, expect, it } from 'vitest'
import { LOCALES } from '../contract/locale.ts'
import { decimalFromText } from '../platform/decimal.ts'
import { EMPTY_PROGRAM, type Program } from './program.ts'
import { readProgram } from './program-schema.ts'
import { NO_PLACES, type ProgramContext } from './warning.ts'
import { unknownTiers, warningsOf } from './warnings.ts'

const NOW = Date.parse('2026-11-15T12:00:00Z')

function program(...rules: object[]): Program {
  const content = {
    cashback: { isOn: true, pointValue: '0.05' },
    rules: rules.map((rule, index) => ({ id: index + 1, ...rule })),
  }
  const read = readProgram(content)
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.program
}

const PURCHASE = { kind: 'purchase', points: '1', validityDays: 365 }
const CONTEXT: ProgramContext = {
  now: NOW,
  timeZone: 'America/New_York',
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

const namesOf = (rules: readonly object[], more: Partial<ProgramContext> = {}) =>
  warningsOf(program(...rules), { ...CONTEXT, ...more }).map(({ pointer, name }) => `${pointer} ${name}`)

const campaign = (multiplier: string, startsAt: string, endsAt: string) => ({
  kind: 'campaign',
  multiplier,
  startsAt,
  endsAt,
})

describe('a warning', () => {
  it('is given of nothing that is as most merchants have it', () => {
    expect(
      namesOf([PURCHASE, { kind: 'brand', ids: ['aurora'], multiplier: '2' }, { kind: 'quiz' }], {
        openQuizzes: 1,
      }),
    ).toEqual([])
  })

  it('is given where nothing earns, also where the rule is only switched off', () => {
    expect(namesOf([])).toEqual(['/rules nothingEarns'])
    expect(namesOf([{ ...PURCHASE, isActive: false }])).toEqual(['/rules nothingEarns'])
  })

  it('is given where points become good for less than they are now', () => {
    const current = program({ ...PURCHASE, validityDays: null })
    expect(namesOf([PURCHASE], { current })).toEqual(['/rules/0/validityDays shorterValidity'])
    expect(namesOf([{ ...PURCHASE, validityDays: null }], { current: program(PURCHASE) })).toEqual([])
    expect(namesOf([PURCHASE], { current: program(PURCHASE) })).toEqual([])
  })

  it('compares the ends that the calendar says with what there is now, over a year', () => {
    const { validityDays: _, ...purchase } = PURCHASE
    const monthEnd = (months: number) => ({ ...purchase, goodUntil: { monthEnd: months } })
    const yearDay = { ...purchase, goodUntil: { yearDay: '03-31', years: 1 } }
    const sooner = ['/rules/0/goodUntil shorterValidity']
    expect(namesOf([monthEnd(12)], { current: program(PURCHASE) })).toEqual([])
    expect(namesOf([monthEnd(11)], { current: program(PURCHASE) })).toEqual(sooner)
    expect(namesOf([yearDay], { current: program(PURCHASE) })).toEqual(sooner)
    expect(namesOf([yearDay], { current: program({ ...PURCHASE, validityDays: null }) })).toEqual(sooner)
    expect(namesOf([PURCHASE], { current: program(monthEnd(12)) })).toEqual([
      '/rules/0/validityDays shorterValidity',
    ])
    expect(
      namesOf([{ ...purchase, goodUntil: { yearDay: '03-31', years: 2 } }], { current: program(yearDay) }),
    ).toEqual([])
  })

  it('is given of cashback above a fifth of what is spent, and not of a fifth', () => {
    const rate = (points: string, perAmount: string) => namesOf([{ ...PURCHASE, points, perAmount }])
    expect(rate('4', '1')).toEqual([])
    expect(rate('4.0001', '1')).toEqual(['/rules/0/points highCashback'])
    expect(rate('41', '10')).toEqual(['/rules/0/points highCashback'])
  })

  it('is given of ids that the catalog does not know, once it knows anything', () => {
    const rules = [PURCHASE, { kind: 'brand', ids: ['aurora', 'lumen'], multiplier: '2' }]
    const known = { product: new Map(), brand: new Map([['aurora', 'Aurora']]), category: new Map() }
    expect(namesOf(rules, { known })).toEqual(['/rules/1/ids unknownId'])
    expect(namesOf(rules, { known: null })).toEqual([])
  })

  it('is given of ways to pay and branches that no order has named, unless there is no order', () => {
    const rules = [
      PURCHASE,
      { kind: 'paymentMethod', ids: ['pix', 'pixx'], multiplier: '2' },
      { kind: 'branch', ids: ['centro'], points: '10' },
    ]
    const seen = { paymentMethod: new Set(['pix']), branch: new Set(['centro']) }
    const found = warningsOf(program(...rules), { ...CONTEXT, seen })
    expect(found.map(({ pointer, name }) => `${pointer} ${name}`)).toEqual(['/rules/1/ids unknownId'])
    expect(found[0]?.message.en).toBe('Not in any of your last 1,000 orders: “pixx”.')
    // Orders that never say how they were paid can't earn by it.
    expect(namesOf(rules, { seen: { ...seen, paymentMethod: new Set() } })).toEqual([
      '/rules/1/ids unknownId',
    ])
    expect(namesOf(rules)).toEqual([])
  })

  it('is given of a multiplier that another rule or a campaign of now outdoes', () => {
    const brand = { kind: 'brand', ids: ['aurora'], multiplier: '2' }
    expect(namesOf([PURCHASE, brand, { ...brand, multiplier: '3' }])).toEqual(['/rules/1/ids betterRule'])
    const running = campaign('2', '2026-11-10T00:00:00Z', '2026-11-20T00:00:00Z')
    const later = campaign('2', '2026-11-16T00:00:00Z', '2026-11-20T00:00:00Z')
    expect(namesOf([PURCHASE, brand, running])).toEqual(['/rules/1/multiplier betterCampaign'])
    expect(namesOf([PURCHASE, brand, later])).toEqual([])
  })

  it('is given of a campaign that is over, is outdone, or has a change of clocks in it', () => {
    const over = campaign('2', '2026-11-01T00:00:00Z', '2026-11-15T12:00:00Z')
    expect(namesOf([PURCHASE, over])).toEqual(['/rules/1/endsAt campaignIsOver'])
    const [good, better] = [
      campaign('2', '2026-12-01T00:00:00Z', '2026-12-10T00:00:00Z'),
      campaign('3', '2026-12-09T00:00:00Z', '2026-12-20T00:00:00Z'),
    ]
    expect(namesOf([PURCHASE, good, better])).toEqual(['/rules/1/multiplier betterCampaign'])
    const march = campaign('2', '2027-03-10T05:00:00Z', '2027-03-20T04:00:00Z')
    expect(namesOf([PURCHASE, march])).toEqual(['/rules/1/endsAt clocksChange'])
    expect(namesOf([PURCHASE, march], { timeZone: 'America/Sao_Paulo' })).toEqual([])
  })

  it('is given of what is left out and never sent, and of what gives nothing because of it', () => {
    const rules = [
      PURCHASE,
      { kind: 'exclude', of: 'marked' },
      { kind: 'exclude', of: 'shipping' },
      { kind: 'exclude', of: 'brand', ids: ['aurora', 'lumen'] },
      { kind: 'brand', ids: ['aurora'], multiplier: '2' },
      { kind: 'brand', ids: ['other'], multiplier: '2' },
    ]
    expect(namesOf(rules, { sent: { marks: false, shipping: false, quantities: false } })).toEqual([
      '/rules/1/of unseenMark',
      '/rules/2/of unseenShipping',
      '/rules/4/ids excludedAnyway',
    ])
    expect(namesOf(rules, { sent: { marks: true, shipping: true, quantities: false } })).toEqual([
      '/rules/4/ids excludedAnyway',
    ])
    const brand = new Map([
      ['aurora', 'Aurora'],
      ['other', 'Other'],
    ])
    const known = { product: new Map(), brand, category: new Map() }
    expect(namesOf(rules, { known })).toContain('/rules/3/ids unknownId')
  })

  it('is given of a bonus above a cap', () => {
    const cap = { kind: 'cap', points: '500', per: 'day' }
    const order = (points: string) => ({ kind: 'order', points, when: { minimumOrder: '1' } })
    expect(namesOf([PURCHASE, cap, order('501'), order('500')])).toEqual(['/rules/2/points aboveCap'])
  })

  it('is given of days and hours that do not come, or that a clock skips', () => {
    const when = (asked: object) => namesOf([PURCHASE, { kind: 'order', points: '5', when: asked }])
    // From Monday to Wednesday.
    const week = { from: '2026-11-16T00:00:00-05:00', until: '2026-11-19T00:00:00-05:00' }
    expect(when({ ...week, days: ['sat', 'sun'] })).toEqual(['/rules/1/when neverHolds'])
    expect(when({ ...week, days: ['wed'] })).toEqual([])
    const evening = { ...week, until: '2026-11-16T12:00:00-05:00' }
    expect(when({ ...evening, hours: [{ from: '16:00', until: '18:00' }] })).toEqual([
      '/rules/1/when neverHolds',
    ])
    // The night of the day before reaches into it.
    expect(when({ ...evening, hours: [{ from: '22:00', until: '02:00' }] })).toEqual([])
    const night = { days: ['sun'], hours: [{ from: '02:00', until: '03:00' }] }
    expect(when(night)).toEqual(['/rules/1/when/hours skippedHour'])
    expect(when({ ...night, days: ['sat'] })).toEqual([])
    expect(when({ ...night, hours: [{ from: '01:00', until: '03:00' }] })).toEqual([])
    expect(
      namesOf([PURCHASE, { kind: 'order', points: '5', when: night }], { timeZone: 'America/Sao_Paulo' }),
    ).toEqual([])
  })

  it('is given of a rule that was over lately and is gone, or switched off', () => {
    const order = (until: string) => ({ kind: 'order', points: '5', when: { until } })
    const current = program(PURCHASE, order('2026-11-01T00:00:00Z'), order('2026-10-01T00:00:00Z'))
    expect(namesOf([PURCHASE], { current })).toEqual(['/rules removedTooSoon'])
    expect(namesOf([PURCHASE, { ...order('2026-11-01T00:00:00Z'), isActive: false }], { current })).toEqual([
      '/rules removedTooSoon',
    ])
    expect(namesOf([PURCHASE, order('2026-11-01T00:00:00Z')], { current })).toEqual([
      '/rules/1/when/until over',
    ])
  })

  it('is given of a tier that was ended, and of one that multiplies by itself', () => {
    const tier = (id: string, more: object) => ({
      id,
      name: `Tier ${id}`,
      isArchived: false,
      multiplier: null,
      ...more,
    })
    const tiers = [
      tier('1', { isArchived: true }),
      tier('2', { multiplier: decimalFromText('1.5') }),
      tier('3', {}),
    ]
    expect(namesOf([PURCHASE, { kind: 'tier', ids: ['1', '2', '3'], multiplier: '2' }], { tiers })).toEqual([
      '/rules/1/ids archivedTier',
      '/rules/1/ids tierMultiplies',
    ])
    const json = { rules: [null, { kind: 'tier', ids: ['3', '4', 5] }, { kind: 'brand', ids: ['4'] }] }
    expect(unknownTiers(json, tiers).map(({ pointer }) => pointer)).toEqual(['/rules/1/ids/1'])
  })

  it('is given of quizzes that nobody can answer', () => {
    expect(namesOf([PURCHASE, { kind: 'quiz' }], { openQuizzes: 0 })).toEqual(['/rules/1 noOpenQuiz'])
  })

  it('is given where quizzes can be answered and no rule says when their points expire', () => {
    expect(namesOf([PURCHASE], { openQuizzes: 2 })).toEqual(['/rules quizWithoutRule'])
    expect(namesOf([PURCHASE, { kind: 'quiz', isActive: false }], { openQuizzes: 1 })).toEqual([
      '/rules quizWithoutRule',
    ])
    expect(namesOf([PURCHASE, { kind: 'quiz' }], { openQuizzes: 1 })).toEqual([])
  })

  it('speaks all languages', () => {
    const rules = [{ ...PURCHASE, points: '10' }, { kind: 'quiz' }]
    const more = { ...CONTEXT, openQuizzes: 0, current: program({ ...PURCHASE, validityDays: 400 }) }
    for (const { message } of warningsOf(program(...rules), more)) {
      expect(new Set(LOCALES.map((locale) => message[locale])).size).toBe(LOCALES.length)
      for (const locale of LOCALES) expect(message[locale]).toMatch(/^\p{Lu}.*\.$/u)
    }
  })
})
