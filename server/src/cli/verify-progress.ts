import type { WriteStream } from 'node:tty'
import type { Place } from '../app/verify.ts'
import { counted } from '../platform/counted.ts'
import { progressBar } from '../platform/progress.ts'
import { monotonicClock } from '../platform/system-clock.ts'

/** How often a log gets a line. */
const LINE_EVERY_MS = 30_000

/** Tells a terminal all the time how far a verification is, and a log now and then, with the place to go on from. */
export class VerifyProgress {
  readonly #terminal: WriteStream
  readonly #total: number
  readonly #bar: ReturnType<typeof progressBar>
  readonly #startedAt = monotonicClock()
  #toldAt = this.#startedAt
  #done = 0

  constructor(terminal: WriteStream, total: number) {
    this.#terminal = terminal
    this.#total = total
    this.#bar = progressBar(terminal, total, () => this.#text)
  }

  advance(accounts: number, place: Place): void {
    this.#done += accounts
    this.#bar.advance(accounts)
    if (this.#terminal.isTTY || monotonicClock() - this.#toldAt < LINE_EVERY_MS) return
    this.#toldAt = monotonicClock()
    this.#terminal.write(`${this.#text}. To go on from here: --after ${placeToText(place)}\n`)
  }

  /** Before something else is written. */
  clear(): void {
    this.#bar.clear()
  }

  get #text(): string {
    const seconds = Math.max(monotonicClock() - this.#startedAt, 1) / 1_000
    const rate = this.#done / seconds
    const left = rate === 0 ? '' : `, ${durationToText((this.#total - this.#done) / rate)} left`
    return `${this.#done} of ${counted(this.#total, 'account')}, ${Math.round(rate)} per second${left}`
  }
}

function durationToText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 90) return `${whole} s`
  return whole < 5_400 ? `${Math.round(whole / 60)} min` : `${(whole / 3_600).toFixed(1)} h`
}

export function placeToText({ tenantId, account }: Place): string {
  return `${tenantId}:${account}`
}
