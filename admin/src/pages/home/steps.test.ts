import { expect, it } from 'vitest'
import { type Step, stepsLeft } from './steps.ts'

const NEEDED = ['keyMade', 'firstCall', 'programPublished', 'firstPoints'] as const

const left = (done: readonly string[], isSkipped = false): string[] =>
  stepsLeft(
    [...NEEDED, 'webhookReceived' as const, 'pointsShown' as const].map(
      (step): Step => ({ step, isDone: done.includes(step), at: null }),
    ),
    isSkipped,
  ).map(({ step }) => step)

it('asks for what can be done without until one of it is done, or it is skipped', () => {
  expect(left(NEEDED)).toEqual(['webhookReceived', 'pointsShown'])
  expect(left(NEEDED, true)).toEqual([])
  expect(left([...NEEDED, 'webhookReceived'])).toEqual([])
  expect(left([...NEEDED, 'pointsShown'])).toEqual([])
  expect(left(['pointsShown'])).toEqual([...NEEDED])
  expect(left([], true)).toEqual([...NEEDED])
})
