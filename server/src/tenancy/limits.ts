import type { Answers, Channel } from '../platform/channel.ts'
import type { Clock } from '../platform/clock.ts'
import { failuresInProcess, type LoginAttempt, type LoginFailures } from './login-failures.ts'
import { countInProcess, type RequestCounts } from './rate-limit.ts'

/** What is counted of senders, and has to be counted in one place for all processes that serve them. */
export interface Limits {
  readonly counts: RequestCounts
  readonly failures: LoginFailures
}

export function limitsInProcess(clock: Clock): Limits {
  return { counts: countInProcess(clock), failures: failuresInProcess(clock) }
}

/** The limits of the process at the other end, which answers as `answersOf` says. */
export function limitsOver(channel: Channel): Limits {
  return {
    counts: { count: (names) => channel.ask('count', names) },
    failures: {
      begin: (attempt) => channel.ask('beginLogin', attempt),
      end: (attempt, isFailure) => void channel.ask('endLogin', { attempt, isFailure }),
    },
  }
}

export function answersOf({ counts, failures }: Limits): Answers {
  return {
    count: (names: readonly string[]) => counts.count(names),
    beginLogin: (attempt: LoginAttempt) => failures.begin(attempt),
    endLogin: ({ attempt, isFailure }: { attempt: LoginAttempt; isFailure: boolean }) =>
      failures.end(attempt, isFailure),
  }
}
