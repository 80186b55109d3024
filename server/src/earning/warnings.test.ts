import { describe, expect, it } from 'vitest'
import { LOCALES } from '../contract/locale.ts'
import { decimalFromText } from '../platform/decimal.ts'
import { EMPTY_PROGRAM, type Program } from './program.ts'
import { readProgram } from './program-schema.ts'
import { type ProgramContext, unknownTiers, warningsOf } from './warnings.ts'

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
  seen: null,
  tiers: [],
  openQuizzes: 0,
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

  it('is given of cashback above a fifth of what is spent, and not of a fifth', () => {
    const rate = (points: string, perAmount: string) => namesOf([{ ...PURCHASE, points, perAmount }])
    expect(rate('4', '1')).toEqual([])
    expect(rate('4.0001', '1')).toEqual(['/rules/0/points highCashback'])
    expect(rate('41', '10')).toEqual(['/rules/0/points highCashback'])
  })

  it('is given of ids that the catalogue does not know, once it knows anything', () => {
    const rules = [PURCHASE, { kind: 'brand', ids: ['aurora', 'lumen'], multiplier: '2' }]
    const known = { product: new Set<string>(), brand: new Set(['aurora']), category: new Set<string>() }
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
