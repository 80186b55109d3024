import type { Clock } from './clock.ts'

export const systemClock: Clock = () => Date.now()

/** Milliseconds that only ever go forward, for measuring how long something took or is still good for. */
export const monotonicClock: Clock = () => performance.now()
