import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProgramFile } from './file.ts'
import { fileOfState, isChange, planOf, type State, stateOfFile } from './plan.ts'
import * as texts from './yaml.ts'

const { readProgramText } = texts

const FILE = `# yaml-language-server: $schema=./punchcard.schema.json
punchcard: 1
settings: { takeBack: clamp, tierGraceDays: 30 } # as in the contract
program:
  cashback: { isOn: true, pointValue: "0.05" }
  rules:
    - { id: 2, kind: brand, name: Aurora em dobro, ids: [aurora], multiplier: "2" }   # until Christmas
    - { id: 1, kind: purchase, name: 1 ponto por real, points: "1.00", validityDays: 365, isActive: true }

tiers:
  # Everybody begins here.
  - { key: bronze, name: Bronze, base: true }
  - key: gold
    name: Gold
    goals: [{ measure: spend, value: '2000', months: 12 }]
    benefits:
      - { reward: free-shipping, text: Frete grátis }
rewards:
  - key: ten-off
    type: fixedValue
    title: R$ 10 off
    value: "10"
    points: "200"
    coupon: { prefix: DEZ, validDays: 30 } # a month
  - { key: free-shipping, type: freeShipping, title: Frete grátis, points: "50" }
quizzes: []
`
const stateOf = (text: string): State => stateOfFile(readProgramText(text) as ProgramFile)
const writeProgramText = (state: State): string => texts.writeProgramText(fileOfState(state))
const updateProgramText = (text: string, state: State): string =>
  texts.updateProgramText(text, fileOfState(state), planOf(state, stateOf(text), { prune: false }))
const changes = (from: State, to: State) => planOf(from, to, { prune: true }).filter(isChange)

describe('a file and what a merchant has', () => {
  it('that say the same leave each other as they are, byte for byte', () => {
    expect(updateProgramText(FILE, stateOf(FILE))).toBe(FILE)
  })

  it('that differ are made the same with as little as it takes', () => {
    const state = stateOf(FILE)
    const changed: State = {
      ...state,
      rules: (state.rules ?? []).map((rule) => (rule.id === 2 ? { ...rule, multiplier: '3' } : rule)),
      rewards: (state.rewards ?? []).map((reward) =>
        reward.key === 'ten-off'
          ? { ...reward, coupon: { ...(reward.coupon as object), validDays: 45 } }
          : reward,
      ),
    }
    const lines = FILE.split('\n')
    const updated = updateProgramText(FILE, changed).split('\n')
    const differing = updated.filter((line) => !lines.includes(line))
    expect(differing).toEqual([
      '    - { id: 2, kind: brand, name: Aurora em dobro, ids: [aurora], multiplier: "3" }   # until Christmas',
      '    coupon: { prefix: DEZ, validDays: 45 } # a month',
    ])
    expect(changes(stateOf(updated.join('\n')), changed)).toEqual([])
  })

  it('keep their comments when things come, go and change places', () => {
    const state = stateOf(FILE)
    const [bronze, gold] = state.tiers ?? []
    const silver = { ...(gold ?? {}), key: 'silver', name: 'Silver' }
    const changed: State = { ...state, tiers: [gold ?? {}, silver], rewards: (state.rewards ?? []).slice(1) }
    const text = updateProgramText(FILE, changed)
    expect(changes(stateOf(text), changed)).toEqual([])
    expect(text).toContain('# until Christmas')
    expect(text).not.toContain('ten-off')
    expect(bronze?.base).toBe(true)
    expect(updateProgramText(text, changed)).toBe(text)
  })

  it('are the same after a new file was written', () => {
    const state = stateOf(FILE)
    const text = writeProgramText(state)
    expect(changes(stateOf(text), state)).toEqual([])
    expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=./punchcard.schema.json')
    expect(text).not.toContain('isActive')
  })

  it('that is broken is told with its line', () => {
    expect(() => readProgramText('punchcard: 1\nrules: [1, 2\nx: 3')).toThrow(/line 3/)
    expect(() => readProgramText('a: 1\na: 2')).toThrow(/unique/)
  })
})

describe('a plan', () => {
  const plan = (text: string, prune = false) => planOf(stateOf(FILE), stateOf(text), { prune })

  it('has nothing to do for the same, however it is written', () => {
    expect(plan(JSON.stringify(readProgramText(FILE)))).toEqual([])
    expect(plan(FILE.replace('"1.00"', '"1"').replace("'2000'", '"2000.0"'))).toEqual([])
  })

  it('tells what is added, changed, removed and kept', () => {
    const text = FILE.replace('multiplier: "2"', 'multiplier: "3"')
      .replace('  - { key: free-shipping', '  - { key: mug')
      .replace(/ {4}- \{ id: 1,.*\n/, '')
    expect(plan(text).map(({ kind, section, key, members }) => [kind, section, key, members.length])).toEqual(
      [
        ['change', 'rule', '2', 1],
        ['remove', 'rule', '1', 0],
        ['add', 'reward', 'mug', expect.any(Number)],
        ['keep', 'reward', 'free-shipping', 0],
      ],
    )
    expect(plan(text, true).at(-1)?.kind).toBe('archive')
  })

  it('leaves alone what the file does not speak of', () => {
    expect(plan('punchcard: 1')).toEqual([])
  })

  it('sees that tiers have changed places', () => {
    const { tiers } = stateOf(FILE)
    const turned: State = { ...stateOf(FILE), tiers: [...(tiers ?? [])].reverse() }
    expect(planOf(stateOf(FILE), turned, { prune: false })).toEqual([
      expect.objectContaining({
        section: 'tier',
        members: [{ member: 'order', before: ['bronze', 'gold'], after: ['gold', 'bronze'] }],
      }),
    ])
  })
})

const RUNS = Number(process.env.PROGRAM_FILES ?? 20)

describe('random programs', () => {
  const decimal = fc
    .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 0, max: 9999 }))
    .map(([a, b]) => `${a}.${b}`)
  const name = fc.string({ maxLength: 30, unit: 'grapheme' })
  const rule = (id: number) =>
    fc.oneof(
      fc.record({
        id: fc.constant(id),
        kind: fc.constant('purchase'),
        name,
        points: decimal,
        validityDays: fc.option(fc.nat(400)),
      }),
      fc.record({
        id: fc.constant(id),
        kind: fc.constant('brand'),
        name,
        ids: fc.array(
          name.filter((text) => text !== ''),
          { minLength: 1, maxLength: 3 },
        ),
        multiplier: decimal,
      }),
      fc.record({
        id: fc.constant(id),
        kind: fc.constant('custom'),
        key: fc.constant('review'),
        points: decimal,
        limits: fc.record({ perDay: fc.option(fc.integer({ min: 1, max: 9 })) }),
      }),
    )
  const reward = (key: string) =>
    fc.record(
      {
        key: fc.constant(key),
        type: fc.constantFrom('percent', 'fixedValue', 'custom'),
        title: name,
        points: decimal,
        isActive: fc.boolean(),
        description: fc.option(name),
        coupon: fc.record(
          { prefix: fc.option(name), validDays: fc.option(fc.integer({ min: 1, max: 90 })) },
          { requiredKeys: [] },
        ),
        tiers: fc.array(fc.constantFrom('gold', 'silver'), { maxLength: 2 }),
      },
      { requiredKeys: ['key', 'type', 'title'] },
    )
  const file = fc.record({
    punchcard: fc.constant(1 as const),
    program: fc.record({
      cashback: fc.record({ isOn: fc.boolean(), pointValue: decimal }),
      rules: fc
        .integer({ min: 0, max: 4 })
        .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => rule(at + 1)))),
    }),
    rewards: fc
      .integer({ min: 0, max: 4 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => reward(`r${at}`)))),
  })

  it(`survive the round trip through a file, ${RUNS} of them`, () => {
    fc.assert(
      fc.property(file, file, (one, other) => {
        const [state, next] = [
          stateOfFile(one as unknown as ProgramFile),
          stateOfFile(other as unknown as ProgramFile),
        ]
        const text = writeProgramText(state)
        expect(changes(stateOf(text), state)).toEqual([])
        expect(updateProgramText(text, state)).toBe(text)
        const updated = updateProgramText(text, next)
        expect(changes(stateOf(updated), next)).toEqual([])
        expect(updateProgramText(updated, next)).toBe(updated)
      }),
      { numRuns: RUNS },
    )
  })
})

describe('rules without an id', () => {
  const RULES = `program:
  rules: # the best first
    - kind: brand   # until Christmas
      ids: [aurora]
      multiplier: "2"
    - { kind: purchase, points: "1" } # for all
    - { id: 7, kind: signup, points: "20" }
    -
      kind: quiz
`
  it('get the next ones above all that are used, and nothing else is touched', () => {
    expect(texts.withRuleIds(RULES, [3, 11])).toBe(`program:
  rules: # the best first
    - id: 12
      kind: brand   # until Christmas
      ids: [aurora]
      multiplier: "2"
    - { id: 13, kind: purchase, points: "1" } # for all
    - { id: 7, kind: signup, points: "20" }
    -
      id: 14
      kind: quiz
`)
  })

  it('in JSON get a quoted one, and a text in which each has one stays as it is', () => {
    const json = '{"program": {"rules": [{"kind": "quiz"}]}}'
    const numbered = texts.withRuleIds(json, [])
    expect(numbered).toBe('{"program": {"rules": [{"id": 1, "kind": "quiz"}]}}')
    expect(texts.withRuleIds(numbered, [])).toBe(numbered)
    expect(texts.withRuleIds('punchcard: 1\n', [4])).toBe('punchcard: 1\n')
  })
})
