import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomProgram } from '../../test/support/random-program.ts'
import { type CarryConflict, carry, isCarried } from './carry.ts'
import type { ProgramContent, RuleJson } from './program-json.ts'
import { parseProgram } from './program-schema.ts'

const cashback = { isOn: true, pointValue: '0.05' }
const purchase = (points: string, more: object = {}) => ({ id: 1, kind: 'purchase', points, ...more })
const brand = (id: number, multiplier: string, more: object = {}) => ({
  id,
  kind: 'brand',
  ids: ['a'],
  multiplier,
  ...more,
})
const content = (...rules: object[]) => ({ cashback, rules }) as ProgramContent

/** What it means, however it is written. */
function meaningOf(program: ProgramContent) {
  const { cashback: own, rules } = parseProgram({ ...program, version: 1 })
  return { own, rules }
}

describe('carry', () => {
  it('makes the change of a draft in a version that has changed something else', () => {
    const base = content(purchase('1'), brand(2, '2'))
    const draft = content(purchase('2'), brand(2, '2'), brand(7, '3'))
    const december = content(purchase('1'), brand(2, '4'), brand(3, '5'))
    expect(carry(base, draft, december)).toEqual(
      content(purchase('2'), brand(2, '4'), brand(3, '5'), brand(7, '3')),
    )
  })

  it('takes away what the draft has taken away', () => {
    const base = content(purchase('1'), brand(2, '2'), brand(3, '2'))
    const draft = content(purchase('1'), brand(3, '2'))
    expect(carry(base, draft, content(purchase('4'), brand(2, '2'), brand(3, '2')))).toEqual(
      content(purchase('4'), brand(3, '2')),
    )
  })

  it('leaves alone what both have changed alike, however it is written', () => {
    const base = content(purchase('1', { perAmount: '2' }))
    const draft = content(purchase('2'))
    const onto = content(purchase('2', { perAmount: '1.00' }))
    expect(carry(base, draft, onto)).toEqual(onto)
  })

  it.each<[string, object[], object[], object[], CarryConflict[]]>([
    ['a member', [purchase('1')], [purchase('2')], [purchase('3')], [{ ruleId: 1, member: 'points' }]],
    [
      'two members',
      [purchase('1', { waitingDays: 1 })],
      [purchase('2', { waitingDays: 2 })],
      [purchase('3')],
      [
        { ruleId: 1, member: 'points' },
        { ruleId: 1, member: 'waitingDays' },
      ],
    ],
    [
      'different members of a rule',
      [purchase('1')],
      [purchase('2')],
      [purchase('1', { name: 'All' })],
      [{ ruleId: 1, member: null }],
    ],
    ['a rule that is gone there', [brand(2, '2')], [brand(2, '3')], [], [{ ruleId: 2, member: null }]],
    ['a rule that is gone in the draft', [brand(2, '2')], [], [brand(2, '3')], [{ ruleId: 2, member: null }]],
    ['a number that both have given', [], [brand(2, '2')], [brand(2, '3')], [{ ruleId: 2, member: null }]],
    [
      'a multiplier and points',
      [brand(2, '2')],
      [brand(2, '3')],
      [{ id: 2, kind: 'brand', ids: ['a'], points: '5' }],
      [{ ruleId: 2, member: 'multiplier' }],
    ],
  ])('says where %s can not be decided', (_, base, draft, onto, conflicts) => {
    expect(carry(content(...base), content(...draft), content(...onto))).toEqual(conflicts)
  })

  it('takes the cashback as one thing', () => {
    const off = { isOn: false, pointValue: '0.05' }
    const more = { isOn: true, pointValue: '0.10' }
    const base = content()
    expect(carry(base, { ...base, cashback: off }, { ...base, rules: [purchase('1') as RuleJson] })).toEqual({
      cashback: off,
      rules: [purchase('1')],
    })
    expect(carry(base, { ...base, cashback: off }, { ...base, cashback: more })).toEqual([
      { ruleId: null, member: null },
    ])
  })

  it('keeps the order of the version, or takes that of the draft where the version has not changed it', () => {
    const rules = (...ids: number[]) => content(...ids.map((id) => brand(id, '2')))
    const idsOf = (carried: ReturnType<typeof carry>) =>
      isCarried(carried) ? carried.rules.map(({ id }) => id) : carried
    expect(idsOf(carry(rules(1, 2, 3), rules(3, 1, 2), rules(1, 9, 2, 3)))).toEqual([3, 1, 9, 2])
    expect(idsOf(carry(rules(1, 2, 3), rules(1, 2, 8, 3), rules(3, 2, 1)))).toEqual([3, 2, 8, 1])
  })
})

/** Three programs that share most of their rules, so that changes meet in all ways. */
const programs = randomProgram({
  tierIds: ['1', '2'],
  rewardIds: ['7', '8'],
  around: Date.parse('2026-11-18T00:00:00Z'),
})
const threeAlike = fc
  .tuple(programs, programs, fc.infiniteStream(fc.nat(5)))
  .map(([one, other, choices]): [ProgramContent, ProgramContent, ProgramContent] => {
    const changed = (): ProgramContent => {
      const taken = new Set(one.rules.map(({ id }) => id))
      const spare = other.rules.filter(({ id }) => !taken.has(id))
      const rules = one.rules.flatMap((rule) => {
        switch (choices.next().value) {
          case 0:
            return []
          case 1:
            return [{ ...rule, name: 'Renamed' }]
          case 2:
            return [{ ...rule, isActive: !(rule.isActive ?? true) }]
          default:
            return [rule]
        }
      })
      const added = spare.filter(() => choices.next().value === 0)
      const isTurned = choices.next().value === 0
      const all = [...rules, ...added] as RuleJson[]
      return {
        cashback: choices.next().value === 0 ? other.cashback : one.cashback,
        rules: isTurned ? all.toReversed() : all,
      }
    }
    return [one, changed(), changed()]
  })

const RUNS = { numRuns: 300 }

describe('law 10', () => {
  it('a draft that changes nothing leaves a version as it is', () => {
    fc.assert(
      fc.property(threeAlike, ([base, , onto]) => {
        expect(carry(base, base, onto)).toEqual(onto)
      }),
      RUNS,
    )
  })

  it('a version that equals the base becomes the draft', () => {
    fc.assert(
      fc.property(threeAlike, ([base, draft]) => {
        const carried = carry(base, draft, base)
        if (!isCarried(carried)) throw new Error(JSON.stringify(carried))
        expect(meaningOf(carried)).toEqual(meaningOf(draft))
      }),
      RUNS,
    )
  })

  it('conflicts, and what every rule becomes, do not depend on the order of rules', () => {
    const seen = { carried: 0, conflicts: 0 }
    fc.assert(
      fc.property(threeAlike, ([base, draft, onto]) => {
        const turned = (program: ProgramContent) => ({ ...program, rules: program.rules.toReversed() })
        const byId = (carried: ReturnType<typeof carry>) =>
          isCarried(carried) ? carried.rules.toSorted((a, b) => a.id - b.id) : carried
        const carried = carry(base, draft, onto)
        seen[isCarried(carried) ? 'carried' : 'conflicts'] += 1
        for (const other of [
          carry(turned(base), draft, onto),
          carry(base, turned(draft), onto),
          carry(base, draft, turned(onto)),
        ]) {
          expect(byId(other)).toEqual(byId(carried))
        }
      }),
      RUNS,
    )
    expect(Math.min(seen.carried, seen.conflicts)).toBeGreaterThan(20)
  })

  it('every part is as one of both says, and the change of the draft is made', () => {
    fc.assert(
      fc.property(threeAlike, ([base, draft, onto]) => {
        const carried = carry(base, draft, onto)
        if (!isCarried(carried)) return
        const rulesOf = (program: ProgramContent) =>
          new Map(meaningOf(program).rules.map((rule) => [rule.id, rule]))
        const [was, wanted, there, is] = [base, draft, onto, carried].map(rulesOf) as [
          ReturnType<typeof rulesOf>,
          ReturnType<typeof rulesOf>,
          ReturnType<typeof rulesOf>,
          ReturnType<typeof rulesOf>,
        ]
        for (const id of new Set([...was.keys(), ...wanted.keys(), ...there.keys(), ...is.keys()])) {
          const isChanged = JSON.stringify(show(was.get(id))) !== JSON.stringify(show(wanted.get(id)))
          expect(show(is.get(id))).toEqual(show((isChanged ? wanted : there).get(id)))
        }
        expect(new Set(carried.rules.map(({ id }) => id)).size).toBe(carried.rules.length)
      }),
      RUNS,
    )
  })
})

const show = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (_, one: unknown) =>
      typeof one === 'bigint' ? `${one}` : one instanceof Set ? [...one] : one,
    ),
  )
