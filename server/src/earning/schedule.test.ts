import { describe, expect, it } from 'vitest'
import { EMPTY_PROGRAM } from './program.ts'
import { programAt, programsOf } from './schedule.ts'

const program = (version: number) => ({ ...EMPTY_PROGRAM, version })
const AT = Date.UTC(2026, 11, 1, 3)

describe('programAt', () => {
  it('is the newest version from its instant on, and the one before it until then', () => {
    const schedule = { newest: program(2), effectiveAt: AT, before: program(1) }
    expect([AT - 1, AT, AT + 1].map((now) => programAt(schedule, now).version)).toEqual([1, 2, 2])
    expect(programsOf(schedule).map(({ version }) => version)).toEqual([2, 1])
  })

  it('is the newest at once where it has no moment of its own', () => {
    const schedule = { newest: program(2), effectiveAt: null, before: null }
    expect(programAt(schedule, Number.MIN_SAFE_INTEGER).version).toBe(2)
  })

  it('is empty before the first version, and without any', () => {
    const schedule = { newest: program(1), effectiveAt: AT, before: null }
    expect(programAt(schedule, AT - 1)).toBe(EMPTY_PROGRAM)
    expect(programAt(undefined, AT)).toBe(EMPTY_PROGRAM)
    expect(programsOf(undefined)).toEqual([])
  })
})
