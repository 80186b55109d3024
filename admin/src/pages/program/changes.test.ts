import { expect, it } from 'vitest'
import { countChanges } from './changes.ts'
import type { Draft, Program } from './program.ts'

const rule = (id: number, points: string) => ({
  id,
  kind: 'paymentMethod',
  name: 'Pix',
  ids: ['pix'],
  points,
})
const program = (...rules: ReturnType<typeof rule>[]): Program =>
  ({ cashback: { isOn: false, pointValue: '0' }, rules }) as unknown as Program
const draftOf = (of: Program, problems: number): Draft =>
  ({ program: of, problems: Array.from({ length: problems }), changes: [] }) as unknown as Draft

it('a draft with something wrong counts what differs, came and went', () => {
  const live = program(rule(1, '10'), rule(2, '20'), rule(3, '30'))
  expect(countChanges(draftOf(program(rule(1, '-1'), rule(2, '20'), rule(4, '5')), 1), live)).toBe(3)
  expect(countChanges(draftOf(program(rule(1, '-1')), 1), null)).toBe(1)
})

it('otherwise the server has counted', () => {
  expect(countChanges(draftOf(program(rule(1, '11')), 0), program(rule(1, '10')))).toBe(0)
})
