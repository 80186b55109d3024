import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createInStep } from './in-step.ts'

it('those of one turn take each step together', async () => {
  const inStep = createInStep()
  const steps: string[] = []
  for (const name of ['a', 'b', 'c']) {
    steps.push(`${name} comes`)
    inStep(() => {
      steps.push(`${name} goes on`)
      process.nextTick(() => steps.push(`${name} has its body`))
    })
  }
  await nextTurn()
  expect(steps).toEqual([
    ...['a comes', 'b comes', 'c comes'],
    ...['a goes on', 'b goes on', 'c goes on'],
    ...['a has its body', 'b has its body', 'c has its body'],
  ])
})

it('those that come while others go on are let go in the next turn', async () => {
  const inStep = createInStep()
  const steps: string[] = []
  inStep(() => {
    steps.push('first')
    inStep(() => steps.push('second'))
  })
  await nextTurn()
  expect(steps).toEqual(['first'])
  await nextTurn()
  expect(steps).toEqual(['first', 'second'])
})
