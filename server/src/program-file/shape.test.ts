import fc from 'fast-check'
import { expect, it } from 'vitest'
import { randomProgram } from '../../test/support/random-program.ts'
import { isSameContent } from '../earning/carry.ts'
import type { ProgramContent } from '../earning/program-json.ts'
import { problemsOf } from '../earning/program-problems.ts'
import { brief, canonical, type JsonObject } from './shape.ts'
import { SHAPES } from './shapes.ts'

const written = (rule: object) => brief(SHAPES.rule, canonical(SHAPES.rule, rule as JsonObject))

it('a rule that is written without what goes without saying means the same, and can be published', () => {
  const programs = randomProgram({
    tierIds: ['3', '9'],
    rewardIds: ['7', '12'],
    around: Date.UTC(2026, 10, 15),
  })
  fc.assert(
    fc.property(programs, (content) => {
      const again = { ...content, rules: content.rules.map(written) } as unknown as ProgramContent
      expect(problemsOf(again)).toEqual([])
      expect(isSameContent(again, content)).toBe(true)
      expect(again.rules.map((rule) => canonical(SHAPES.rule, rule as unknown as JsonObject))).toEqual(
        content.rules.map((rule) => canonical(SHAPES.rule, rule as unknown as JsonObject)),
      )
    }),
    { numRuns: 1_000, seed: 20_261_118 },
  )
})

it('a card is written as short as a person would write it', () => {
  const items = { id: 2, kind: 'card', counts: 'items', of: 'brand', ids: ['a'], stamps: 10, points: '100' }
  expect(written({ ...items, once: false, stampsGoodDays: null, isActive: true, waitingDays: 0 })).toEqual(
    items,
  )
  const spend = { id: 2, kind: 'card', counts: 'spend', perAmount: '1', stamps: 1, points: '100' }
  expect(written({ ...spend, perAmount: '1.00' })).toEqual(spend)
})
