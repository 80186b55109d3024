import { describe, expect, it } from 'vitest'
import { EMPTY_PROGRAM } from './program.ts'
import { programAt, programsOf, standingAt } from './schedule.ts'

const program = (version: number) => ({ ...EMPTY_PROGRAM, version })
const AT = Date.UTC(2026, 11, 1, 3)
const DAY_MS = 86_400_000

const dated = (version: number, effectiveAt: number) => ({ effectiveAt, program: program(version) })

describe('programAt', () => {
  it('is each version from its instant on, and the one before it until then', () => {
    const schedule = { since: program(8), dated: [dated(9, AT), dated(10, AT + DAY_MS)] }
    const versionAt = (now: number) => programAt(schedule, now).version
    expect([AT - 1, AT, AT + DAY_MS - 1, AT + DAY_MS, AT + 9 * DAY_MS].map(versionAt)).toEqual([
      8, 9, 9, 10, 10,
    ])
    expect(programsOf(schedule).map(({ version }) => version)).toEqual([9, 10, 8])
  })

  it('is the last of those with the same moment', () => {
    const schedule = { since: program(8), dated: [dated(9, AT), dated(10, AT)] }
    expect(programAt(schedule, AT).version).toBe(10)
  })

  it('is the one without a moment of its own at any time, where no other is there', () => {
    expect(programAt({ since: program(2), dated: [] }, Number.MIN_SAFE_INTEGER).version).toBe(2)
  })

  it('is empty before the first version, and without any', () => {
    const schedule = { since: null, dated: [dated(1, AT)] }
    expect(programAt(schedule, AT - 1)).toBe(EMPTY_PROGRAM)
    expect(programAt(undefined, AT)).toBe(EMPTY_PROGRAM)
    expect(programsOf(undefined)).toEqual([])
  })
})

describe('standingAt', () => {
  const version = (number: number, effectiveAt: number | null) => ({
    version: number,
    publishedAt: AT - DAY_MS,
    effectiveAt,
  })

  it('tells what counts from what waits, by moments and not by numbers', () => {
    const versions = [version(12, AT + 1), version(11, null), version(10, AT + DAY_MS)]
    const at = (now: number) => {
      const { current, waiting } = standingAt(versions, now)
      return [current?.version, ...waiting.map((one) => one.version)]
    }
    expect([AT, AT + 1, AT + DAY_MS].map(at)).toEqual([[11, 12, 10], [12, 10], [10]])
  })

  it('has nothing before the first', () => {
    expect(standingAt([version(1, AT)], AT - 1)).toEqual({ current: null, waiting: [version(1, AT)] })
    expect(standingAt([], AT)).toEqual({ current: null, waiting: [] })
  })
})
