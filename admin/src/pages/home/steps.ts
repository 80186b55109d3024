import type { Answer } from '../../api/client.ts'

export type Step = Answer<'checklist.get'>['steps'][number]
export type StepName = Step['step']

/** What can be done without: skipping it still completes the list. */
const OPTIONAL: readonly StepName[] = ['webhookReceived', 'pointsShown']

/** Once one of those that can be done without is done, the others keep nothing open. */
export function stepsLeft(steps: readonly Step[], isOptionalSkipped: boolean): readonly Step[] {
  const left = steps.filter(({ isDone }) => !isDone)
  const isEnough = isOptionalSkipped || steps.some(({ step, isDone }) => isDone && OPTIONAL.includes(step))
  return isEnough ? left.filter(({ step }) => !OPTIONAL.includes(step)) : left
}

export function isOptional(step: StepName): boolean {
  return OPTIONAL.includes(step)
}

/** The one that the card offers: the first that only waits for a person. */
export function nextStep(steps: readonly Step[]): StepName | null {
  const open = steps.filter(({ isDone }) => !isDone)
  return (open.find(({ step }) => step !== 'firstCall') ?? open[0])?.step ?? null
}
