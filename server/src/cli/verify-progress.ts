import type { WriteStream } from 'node:tty'
import type { Shard } from '../accounts/store/account-pages.ts'
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
  readonly #shard: Shard
  readonly #bar: ReturnType<typeof progressBar>
  readonly #startedAt = monotonicClock()
  #toldAt = this.#startedAt
  #done = 0

  constructor(terminal: WriteStream, total: number, shard: Shard) {
    this.#shard = shard
    this.#terminal = terminal
    this.#total = total
    this.#bar = progressBar(terminal, total, () => this.#text)
  }

  advance(accounts: number, place: Place): void {
    this.#done += accounts
    this.#bar.advance(accounts)
    if (this.#terminal.isTTY || monotonicClock() - this.#toldAt < LINE_EVERY_MS) return
    this.#toldAt = monotonicClock()
    this.#terminal.write(`${this.#text}. To go on from here: --after ${placeToText(place, this.#shard)}\n`)
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

/** A place is one of a shard: in another one it would leave pages out. */
export function placeToText({ tenantId, account }: Place, { number, of }: Shard): string {
  return `${tenantId}:${account}${of === 1 ? '' : `@${number}/${of}`}`
}
