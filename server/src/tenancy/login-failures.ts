import type { Clock } from '../platform/clock.ts'
import { Budget, Throttle } from './throttle.ts'

/** With one token from one sender. */
const FAILURES_OF_TOKEN = { failuresMax: 10, windowMs: 60_000 }
/** Of one sender with any tokens: each new token is a question to the directory. */
const FAILURES_OF_SENDER = { burst: 100, perSecond: 10 }

export interface LoginAttempt {
  readonly token: string
  readonly sender: string
}

export interface Wait {
  readonly by: 'token' | 'address'
  readonly retryAfterMs: number
}

/** Which senders have failed to log in too often. */
export interface LoginFailures {
  /** How long this one has to wait; null: it may try, and every try that began has to end. */
  begin(attempt: LoginAttempt): Wait | null | Promise<Wait | null>
  end(attempt: LoginAttempt, isFailure: boolean): void
}

/** Counts in this process alone. */
export function failuresInProcess(clock: Clock): LoginFailures {
  const ofToken = new Throttle(FAILURES_OF_TOKEN)
  const ofSender = new Budget(FAILURES_OF_SENDER)
  const nameOf = ({ token, sender }: LoginAttempt): string => `${token} ${sender}`
  return {
    begin(attempt) {
      const waitForToken = ofToken.retryAfterMs(nameOf(attempt), clock())
      if (waitForToken > 0) return { by: 'token', retryAfterMs: waitForToken }
      const waitForSender = ofSender.take(attempt.sender, clock())
      return waitForSender > 0 ? { by: 'address', retryAfterMs: waitForSender } : null
    },
    end(attempt, isFailure) {
      if (isFailure) ofToken.countFailure(nameOf(attempt), clock())
      else ofSender.giveBack(attempt.sender, clock())
    },
  }
}
