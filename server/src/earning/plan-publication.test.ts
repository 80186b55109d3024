import { describe, expect, it } from 'vitest'
import { planPublication, type Version } from './plan-publication.ts'
import type { ProgramContent } from './program-json.ts'

const NOW = Date.UTC(2026, 10, 20)
const DAY_MS = 86_400_000
const days = (count: number) => NOW + count * DAY_MS

const content = (points: string, ...more: object[]) =>
  ({
    cashback: { isOn: false, pointValue: '0' },
    rules: [{ id: 1, kind: 'purchase', points }, ...more],
  }) as ProgramContent
const version = (number: number, effectiveAt: number | null, program: ProgramContent): Version => ({
  version: number,
  program,
  publishedAt: NOW - DAY_MS,
  effectiveAt,
  ruleStarts: new Map(
    program.rules.flatMap(({ id, kind }) => (kind === 'card' ? [[id, effectiveAt ?? NOW]] : [])),
  ),
})

const BRAND = { id: 2, kind: 'brand', ids: ['a'], multiplier: '2' }
const live = version(8, null, content('1'))
const december = version(9, days(10), content('1', BRAND))
const january = version(10, days(40), content('1', BRAND, { id: 3, kind: 'signup', points: '5' }))
const change = { content: content('2'), base: live, current: live, waiting: [december, january] }
const at = (effectiveAt: number | null, carries = true) => ({ now: NOW, effectiveAt, carries })

describe('planPublication', () => {
  it('publishes a draft as it is where nothing waits, whether or not it may carry', () => {
    for (const carries of [true, false]) {
      expect(planPublication({ ...change, waiting: [] }, at(null, carries))).toEqual({
        kind: 'publish',
        content: change.content,
        before: live,
        replaced: null,
        carried: [],
      })
    }
  })

  it('asks before it changes what counts at that moment and what waits for a later one', () => {
    expect(planPublication(change, at(null, false))).toEqual({ kind: 'carry', into: [december, january] })
    expect(planPublication(change, at(days(20), false))).toEqual({ kind: 'carry', into: [december, january] })
    expect(planPublication(change, at(days(50), false))).toEqual({ kind: 'carry', into: [january] })
  })

  it('makes the change in each of them', () => {
    const plan = planPublication(change, at(days(20)))
    expect(plan).toMatchObject({
      kind: 'publish',
      content: content('2', BRAND),
      before: december,
      carried: [{ version: january, content: content('2', BRAND, { id: 3, kind: 'signup', points: '5' }) }],
    })
  })

  it('takes the place of what waits for the same moment, which makes no version more', () => {
    const february = version(11, days(70), january.program)
    const full = { ...change, waiting: [december, january, february], base: february, content: content('9') }
    expect(planPublication(full, at(days(70)))).toMatchObject({
      kind: 'publish',
      replaced: february,
      carried: [],
    })
    expect(planPublication(full, at(days(71)))).toEqual({ kind: 'full' })
    expect(planPublication({ ...full, base: live, content: content('2') }, at(null))).toMatchObject({
      kind: 'publish',
      carried: [{}, {}, {}],
    })
  })

  it('names every version that does not agree', () => {
    const other = version(9, days(10), content('3'))
    expect(planPublication({ ...change, waiting: [other, january] }, at(null))).toEqual({
      kind: 'conflicts',
      conflicts: [{ ruleId: 1, member: 'points', version: 9 }],
    })
  })

  it('has nothing to do where nothing would be different', () => {
    expect(planPublication({ ...change, content: content('1.00') }, at(null))).toEqual({ kind: 'same' })
    // What is live has the change already, and so has what waits.
    const done = { current: version(9, null, content('2')), waiting: [] }
    expect(planPublication({ ...change, ...done }, at(null))).toEqual({ kind: 'same' })
  })

  it('publishes again what waits with the same card, which now starts sooner', () => {
    const card = { id: 5, kind: 'card', counts: 'orders', stamps: 5, points: '10' }
    const waiting = [version(9, days(10), content('1', card))]
    const sooner = { ...change, content: content('1', card), waiting }
    expect(planPublication(sooner, at(null))).toMatchObject({
      kind: 'publish',
      carried: [{ version: waiting[0], content: content('1', card) }],
    })
    // It has started before.
    const current = version(8, null, content('1', card))
    const later = {
      ...sooner,
      current,
      base: current,
      waiting: [{ ...waiting[0], ruleStarts: new Map([[5, NOW]]) }],
    }
    expect(
      planPublication({ ...later, content: content('1', card, BRAND) } as never, at(days(20))),
    ).toMatchObject({
      kind: 'publish',
      carried: [],
    })
  })

  it('begins with nothing', () => {
    const first = { content: content('1'), base: null, current: null, waiting: [] }
    expect(planPublication(first, at(null, false))).toMatchObject({ kind: 'publish', before: null })
    const scheduled = { ...first, waiting: [version(1, days(10), content('1'))] }
    expect(planPublication({ ...scheduled, content: content('2') }, at(null))).toEqual({
      kind: 'conflicts',
      conflicts: [{ ruleId: 1, member: null, version: 1 }],
    })
  })
})
