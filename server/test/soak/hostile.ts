/**
 * `npm run soak -- hostile`: everybody who means harm beside a quiet merchant, for an hour. Each twelfth of
 * it ends with a baseline: as many requests as the attackers sent, but to a route that needs no database.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { seedOf } from '../support/seed.ts'
import type { AttackCounts, Order } from './attack-process.ts'
import type { Phase, Target } from './attackers.ts'
import { judge, mean, megabytes, milliseconds, percentile, type Seen } from './judge.ts'
import type { Counts } from './pace.ts'
import { QuietSender, type Timed } from './quiet-shop.ts'
import { openStage, type Stage } from './stage.ts'
import { WatchedProcess } from './watched-process.ts'

const MINUTES = Number(process.env.SOAK_MINUTES ?? 60)
const SEED = seedOf('SOAK_SEED')
/** The first is the warm-up; the memory of the next two is compared with that of the last two. */
const CYCLES = 12
const CYCLE_MS = (MINUTES * 60_000) / CYCLES
const BASELINE_SHARE = 0.2
/** After a change of phase, requests of the one before are still under way. */
const SETTLING_MS = Math.min(3_000, CYCLE_MS / 20)
const MINUTE_MS = 60_000
const SAMPLE_MS = 1_000

const say = (text: string): void => void process.stdout.write(`${text}\n`)

export async function soakHostile(): Promise<boolean> {
  say(`${MINUTES} minutes, SOAK_SEED=${SEED}; starting PostgreSQL, serve and work`)
  const stage = await openStage()
  try {
    const soak = new Soak(stage)
    const criteria = judge(await soak.run())
    for (const { isMet, text } of criteria) say(`${isMet ? 'met   ' : 'MISSED'} ${text}`)
    return criteria.every(({ isMet }) => isMet)
  } finally {
    await stage.close()
  }
}

class Soak {
  readonly #stage: Stage
  readonly #processes: readonly WatchedProcess[]
  readonly #attackers: WatchedProcess
  readonly #attack: ChildProcess
  readonly #quiet: QuietSender
  readonly #crashes: string[] = []
  readonly #faults: string[] = []
  readonly #totals = new Map<string, { counted: number; heldBack: number }>()
  readonly #times: Record<Phase, number[]> = { attack: [], baseline: [] }
  #isStopping = false
  readonly #phases: { readonly phase: Phase; readonly since: number }[] = []
  #startedAt = performance.now()

  constructor(stage: Stage) {
    this.#stage = stage
    const { serve, work, quiet, loud } = stage
    const onEnd = (how: string): void => {
      if (!this.#isStopping) this.#crashes.push(how)
    }
    this.#processes = [
      new WatchedProcess('serve', serve.child, onEnd),
      new WatchedProcess('work', work.child, onEnd),
    ]
    this.#attack = fork(fileURLToPath(new URL('./attack-process.ts', import.meta.url)))
    this.#attackers = new WatchedProcess('attackers', this.#attack, onEnd)
    const port = Number(new URL(serve.url).port)
    const target: Target = {
      port,
      authorization: loud.authorization,
      rewardId: loud.rewardId,
      seed: SEED,
    }
    this.#attack.send(target)
    this.#quiet = new QuietSender(serve.url, quiet, SEED)
  }

  async run(): Promise<Seen> {
    this.#startedAt = performance.now()
    this.#phases.push({ phase: 'attack', since: this.#startedAt })
    const endsAt = this.#startedAt + CYCLES * CYCLE_MS
    let minutesTold = 0
    let timed: Timed[] = []
    while (performance.now() < endsAt && this.#crashes.length === 0) {
      await sleep(SAMPLE_MS)
      this.#choosePhase()
      await Promise.all(this.#processes.map((one) => one.sample()))
      timed = timed.concat(this.#sortTimes())
      const elapsed = performance.now() - this.#startedAt
      if (elapsed >= (minutesTold + 1) * MINUTE_MS) {
        minutesTold += 1
        await this.#tellMinute(minutesTold, timed)
        timed = []
      }
    }
    return this.#end()
  }

  /** The last fifth of each cycle is the baseline. */
  #choosePhase(): void {
    const share = ((performance.now() - this.#startedAt) % CYCLE_MS) / CYCLE_MS
    const phase = share < 1 - BASELINE_SHARE ? 'attack' : 'baseline'
    if (phase === this.#phases.at(-1)?.phase) return
    this.#phases.push({ phase, since: performance.now() })
    this.#order({ phase })
  }

  /** Keeps the times of the quiet merchant's requests by phase, from the end of the warm-up on. */
  #sortTimes(): readonly Timed[] {
    const timed = this.#quiet.takeTimes()
    for (const { dueAt, ms } of timed) {
      const now = this.#phases.findLast(({ since }) => since <= dueAt)
      const isSettled = now && dueAt >= Math.max(this.#startedAt + CYCLE_MS, now.since + SETTLING_MS)
      if (isSettled) this.#times[now.phase].push(ms)
    }
    return timed
  }

  #order(order: Order): void {
    if (this.#attack.connected) this.#attack.send(order)
  }

  async #takeCounts(): Promise<AttackCounts> {
    if (!this.#attack.connected) return { attacks: {}, slow: {} }
    const answered = once(this.#attack, 'message') as Promise<[AttackCounts]>
    this.#order('counts')
    const [counts] = await answered
    for (const [name, { outcomes, heldBack }] of Object.entries(counts.attacks)) {
      this.#add(name, sum(outcomes), heldBack)
      for (const [outcome, count] of Object.entries(outcomes)) {
        // Who floods may be told to come back later.
        if (/^(5\d\d|broken|error)/.test(outcome) && outcome !== '503')
          this.#faults.push(`${name}: ${count} × ${outcome}`)
      }
    }
    for (const [name, count] of Object.entries(counts.slow)) this.#add(name, count, 0)
    return counts
  }

  #add(name: string, counted: number, heldBack: number): void {
    const before = this.#totals.get(name) ?? { counted: 0, heldBack: 0 }
    this.#totals.set(name, { counted: before.counted + counted, heldBack: before.heldBack + heldBack })
  }

  async #tellMinute(minute: number, timed: readonly Timed[]): Promise<void> {
    const times = timed.map(({ ms }) => ms)
    const { attacks, slow } = await this.#takeCounts()
    const memory = this.#processes.map(
      ({ name, memory }) => `${name} ${megabytes(memory.at(-1)?.bytes ?? 0)}`,
    )
    const handles = await this.#processes[0]?.handles()
    const attacked = [
      ...Object.entries(attacks).map(([name, counts]) => `${name} ${describeCounts(counts)}`),
      ...Object.entries(slow).map(([name, count]) => `${name} ${count}`),
    ]
    const middle = this.#startedAt + (minute - 0.5) * MINUTE_MS
    const { phase = '' } = this.#phases.findLast(({ since }) => since <= middle) ?? {}
    say(
      `${String(minute).padStart(3)} min ${phase.padEnd(8)} ${memory.join(', ')}, ${handles} handles | ` +
        `quiet ${times.length} answers, p50 ${milliseconds(percentile(times, 0.5))}, ` +
        `p99 ${milliseconds(percentile(times, 0.99))}, ${this.#quiet.failures.length} failures so far | ` +
        attacked.join(', '),
    )
  }

  async #end(): Promise<Seen> {
    const { serve, work } = this.#stage
    const endedAt = performance.now()
    await this.#takeCounts()
    await this.#tellLimits((endedAt - this.#startedAt) / 1_000)
    this.#isStopping = true
    this.#attack.disconnect()
    await this.#quiet.stop()
    this.#sortTimes()
    await Promise.all([serve.stop(), work.stop()])
    for (const [name, { exitCode }] of Object.entries({ serve: serve.child, work: work.child })) {
      if (exitCode !== 0) this.#crashes.push(`${name} ended with ${exitCode} when it was asked to`)
    }
    const windowOf = (name: WatchedProcess) => ({
      first: mean(name.memoryBetween(this.#startedAt + CYCLE_MS, this.#startedAt + 3 * CYCLE_MS)),
      last: mean(name.memoryBetween(endedAt - 2 * CYCLE_MS, endedAt)),
    })
    const { attack, baseline } = this.#times
    return {
      memory: Object.fromEntries(this.#processes.map((one) => [one.name, windowOf(one)])),
      crashes: this.#crashes,
      quiet: {
        requests: this.#quiet.requests,
        failures: this.#quiet.failures,
        attacked: attack,
        baseline,
      },
      faults: this.#faults,
      errors: [...serve.complaints, ...work.complaints].filter((line) =>
        /"level":"(error|fatal)"/.test(line),
      ),
      verified: await this.#stage.verify(),
    }
  }

  /** What kept the attackers from doing more: their own rates, or processors. */
  async #tellLimits(seconds: number): Promise<void> {
    for (const [name, { counted, heldBack }] of this.#totals) {
      const held = heldBack > 0 ? `; ${heldBack} more were held back, all its connections being in use` : ''
      say(`${name}: ${counted}, ${(counted / seconds).toFixed(1)}/s${held}`)
    }
    const shares: string[] = []
    for (const one of [...this.#processes, this.#attackers]) {
      const waited = percent(await one.secondsWaited(), seconds)
      shares.push(
        `${one.name} ${percent(await one.secondsUsed(), seconds)} (waited for one ${waited} of the time)`,
      )
    }
    const { user, system } = process.cpuUsage()
    say(
      `of one processor (there are ${cpus().length}): ${shares.join(', ')}, ` +
        `quiet merchant ${percent((user + system) / 1e6, seconds)}. Attackers are limited by their rates; where some were ` +
        'held back, by the server, and where it waited for processors, by the machine',
    )
  }
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(0)} %`

const sum = (outcomes: Counts['outcomes']): number => Object.values(outcomes).reduce((a, b) => a + b, 0)

function describeCounts({ outcomes, heldBack }: Counts): string {
  const parts = Object.entries(outcomes).map(([outcome, count]) => `${count} × ${outcome.slice(0, 80)}`)
  return `${sum(outcomes)} (${parts.join(', ')}${heldBack > 0 ? `, ${heldBack} held back` : ''})`
}
