import { setTimeout as sleep } from 'node:timers/promises'
import { Batcher } from '../../platform/batcher.ts'
import { monotonicClock } from '../../platform/system-clock.ts'
import type { BatchOutcome, Call } from './batch.ts'

export type Outcome = Exclude<BatchOutcome, { readonly aside: unknown }>

/** How a turn is to be run. `isHeavy`: alone, however many lots. `waits`: for its account, if that is locked. */
export interface TurnOptions {
  readonly isHeavy: boolean
  readonly waits: boolean
}

export interface SideLaneOptions {
  readonly waitingMax: number
  readonly run: (calls: readonly Call[], options: TurnOptions) => Promise<BatchOutcome[]>
}

/** Another transaction did not let go of what a command needs. Nothing was changed: it can be sent again. */
export class HeldUpError extends Error {
  override readonly name = 'HeldUpError'
}

/** As long as PostgreSQL would wait for a lock (LOGIN_SETTINGS). */
const WAIT_MAX_MS = 5_000
/** For an account that was waited for in vain a moment ago: most likely it still would be. */
const WAIT_AGAIN_MAX_MS = 1_000
const REMEMBER_MS = 10_000
/** For commands whose time was used up by those before them in the line: long enough to be tried once. */
const LAST_TRY_MS = 100
const PAUSE_MIN_MS = 10
const PAUSE_MAX_MS = 100
/**
 * Each blocks a connection for one turn's patience at most. Not one alone: while it waits for an account that will
 * not be free, the next one most likely is.
 */
const WAITING_LANES = 2

interface Turn extends TurnOptions {
  readonly calls: readonly Call[]
  /** When the commands are answered, if they are held up. */
  readonly expiresAt: number
}

interface Waiting {
  readonly call: Call
  readonly answer: (outcome: Outcome) => void
}

/**
 * Where commands go on that would keep the others of their batch waiting: those of an account with very many lots,
 * and those that need what another transaction holds. The commands of one account stay together and in their order.
 */
export class SideLane {
  readonly #options: SideLaneOptions
  readonly #heavyLane: Batcher<Turn, readonly BatchOutcome[]>
  readonly #waitingLane: Batcher<Turn, readonly BatchOutcome[]>
  /** The end of the line of each account that is aside. */
  readonly #lines = new Map<string, Promise<void>>()
  /** Accounts that were given up a moment ago. */
  readonly #givenUp = new Map<string, NodeJS.Timeout>()

  constructor(options: SideLaneOptions) {
    this.#options = options
    this.#heavyLane = this.#createLane(1)
    this.#waitingLane = this.#createLane(WAITING_LANES)
  }

  /** Tenants take turns: accounts with 100,000 lots to settle, or a hundred locked ones, delay their own tenant. */
  #createLane(lanes: number): Batcher<Turn, readonly BatchOutcome[]> {
    return new Batcher({
      lanes,
      batchMax: 1,
      waitingMax: this.#options.waitingMax,
      groupOf: ({ calls }) => calls[0]?.input.tenant.id ?? 0,
      run: (turns) => Promise.all(turns.map((turn) => this.#runTurn(turn))),
    })
  }

  get waiting(): number {
    return this.#heavyLane.waiting + this.#waitingLane.waiting
  }

  /** Accounts with commands here, and those that were waited for in vain a moment ago. Later commands go behind. */
  accounts(): Set<string> {
    return new Set([...this.#lines.keys(), ...this.#givenUp.keys()])
  }

  /** Commands of one account (null: it is not known), in their order. Each is answered when it is done. */
  run(account: string | null, calls: readonly Call[], isHeavy: boolean): Promise<Outcome>[] {
    const lines = this.#lines
    const arrivedAt = monotonicClock()
    const answers = calls.map((call) => ({ call, ...Promise.withResolvers<Outcome>() }))
    const group = answers.map(({ call, resolve }) => ({ call, answer: resolve }))
    const before = (account === null ? undefined : lines.get(account)) ?? Promise.resolve()
    const line = before
      .then(() => this.#workThrough(account, group, isHeavy, arrivedAt))
      .catch((error) => {
        for (const { answer } of group) answer({ error })
      })
      .then(() => {
        if (account !== null && lines.get(account) === line) lines.delete(account)
      })
    if (account !== null) lines.set(account, line)
    return answers.map(({ promise }) => promise)
  }

  /** One turn after the other, until each command is answered. */
  async #workThrough(
    account: string | null,
    group: readonly Waiting[],
    heavy: boolean,
    arrivedAt: number,
  ): Promise<void> {
    const patienceMs = account !== null && this.#givenUp.has(account) ? WAIT_AGAIN_MAX_MS : WAIT_MAX_MS
    let left = group
    let isHeavy = heavy
    let waits = !heavy
    let expiresAt = Math.max(arrivedAt + patienceMs, monotonicClock() + LAST_TRY_MS)
    let pauseMs = PAUSE_MIN_MS
    while (left.length > 0) {
      // What is heavy runs alone; the others as in any batch, so that a burst for one account is one transaction.
      const turn = isHeavy ? left.slice(0, 1) : left
      const lane = waits ? this.#waitingLane : this.#heavyLane
      const outcomes = await lane.call({ calls: turn.map(({ call }) => call), isHeavy, waits, expiresAt })
      const { again, needsLots } = answerAll(turn, outcomes)
      left = [...again, ...left.slice(turn.length)]
      isHeavy ||= needsLots
      const isProgress = needsLots || again.length < turn.length
      if (isProgress) this.#forgive(account)
      if (isProgress || !waits) {
        expiresAt = monotonicClock() + patienceMs
        pauseMs = PAUSE_MIN_MS
      } else if (monotonicClock() >= expiresAt) return this.#giveUp(account, left)
      waits = again.length > 0 && !needsLots
      if (isProgress) continue
      await sleep(pauseMs)
      pauseMs = Math.min(PAUSE_MAX_MS, pauseMs * 2)
    }
  }

  async #runTurn({ calls, expiresAt, ...options }: Turn): Promise<readonly BatchOutcome[]> {
    // Thousands of accounts may be locked. A command that could not be tried in time is answered all the same.
    if (options.waits && monotonicClock() > expiresAt)
      return calls.map(() => ({ aside: null, isHeavy: false }))
    return this.#options.run(calls, options)
  }

  #giveUp(account: string | null, group: readonly Waiting[]): void {
    if (account !== null) {
      clearTimeout(this.#givenUp.get(account))
      this.#givenUp.set(account, setTimeout(() => this.#givenUp.delete(account), REMEMBER_MS).unref())
    }
    const error = new HeldUpError('another transaction holds what the command needs')
    for (const { answer } of group) answer({ error })
  }

  #forgive(account: string | null): void {
    if (account === null) return
    clearTimeout(this.#givenUp.get(account))
    this.#givenUp.delete(account)
  }
}

/** Answers what was done. `again`: those to be run again; `needsLots`: the first of them, many lots. */
function answerAll(
  turn: readonly Waiting[],
  outcomes: readonly BatchOutcome[],
): { again: Waiting[]; needsLots: boolean } {
  const again: Waiting[] = []
  let needsLots = false
  for (const [index, waiting] of turn.entries()) {
    const outcome = outcomes[index] ?? { error: new Error('a command was left without an outcome') }
    if (!('aside' in outcome)) waiting.answer(outcome)
    else if (again.push(waiting) === 1) needsLots = outcome.isHeavy
  }
  return { again, needsLots }
}
