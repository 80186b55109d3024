import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../app/config.ts'
import { listenerCount } from '../../platform/http/listeners.ts'
import { type ListeningSockets, openSockets } from '../../platform/http/listening-sockets.ts'
import type { Logger } from '../../platform/log.ts'
import { joinMetrics } from '../../platform/metrics-text.ts'
import { restartAfter } from '../../platform/restart-delay.ts'
import type { Limits } from '../../tenancy/limits.ts'
import { REPLACED } from '../stop.ts'
import { connectionsOfEach, type Started } from './places.ts'
import { type Ending, SiblingProcess } from './sibling-process.ts'

/** How long a process that is to replace another one may take until it is ready. */
const READY_WITHIN_MS = 60_000

/** The first process ended before it listened; it has said why. */
export class StartFailedError extends Error {
  override readonly name = 'StartFailedError'
  readonly exitCode: number | null

  constructor({ code, signal }: Ending) {
    super(`the first process ended at its start (${signal ?? code})`)
    this.exitCode = code
  }
}

/**
 * The processes that serve on one port: as many as are wanted, each on sockets of its own. Connections that wait on the
 * sockets of a process survive it where another one takes its place; where it ended by itself, its sockets are closed,
 * so that the system gives the next connections to the others at once.
 */
export class Siblings {
  readonly #config: Config
  readonly #log: Logger
  readonly #limits: Limits
  readonly #running = new Set<SiblingProcess>()
  readonly #allReady = Promise.withResolvers<void>()
  /** The one that was asked for, as soon as it is known: 0 means any. */
  #port: number
  #failures = 0
  #isStopping = false
  #replacing: Promise<void> | null = null
  #isReplacingAgain = false

  constructor(config: Config, log: Logger, limits: Limits) {
    this.#config = config
    this.#log = log
    this.#limits = limits
    this.#port = config.port
  }

  /** Starts the first one, and where it listens all others: what is wrong with the configuration is said once. */
  async start(): Promise<Started> {
    const first = this.#startOn(await this.#openSockets())
    first.isOnTrial = true
    const started = await Promise.race([first.started, first.ended])
    if (!('url' in started)) throw new StartFailedError(started)
    first.isOnTrial = false
    await this.#fill()
    await Promise.all([...this.#running].map((one) => Promise.race([one.started, one.ended])))
    return { url: started.url, isReady: this.#areAllReady() }
  }

  /** Resolves when all that are wanted are ready at the same time. */
  get allReady(): Promise<void> {
    return this.#allReady.promise
  }

  async metrics(): Promise<string> {
    return joinMetrics(await Promise.all([...this.#running].map((one) => one.metrics())))
  }

  /** Stops all of them at once, each as a lone server stops. */
  async stop(reason: string): Promise<void> {
    this.#isStopping = true
    const endings = [...this.#running].map(({ ended }) => ended)
    for (const one of this.#running) {
      one.stop(reason)
      // The port is free as soon as the last one has closed its own copies.
      one.sockets.close()
    }
    const failed = (await Promise.all(endings)).find(({ code }) => code !== 0)
    if (failed) throw new Error(`a process was cut off (${failed.signal ?? failed.code})`)
  }

  killAll(): void {
    for (const one of this.#running) one.kill()
  }

  /** One after the other, without a moment in which there are fewer. Once more, if that is asked for meanwhile. */
  replaceAll(): void {
    if (this.#replacing) {
      this.#isReplacingAgain = true
      return
    }
    this.#replacing = this.#replaceEach()
      .catch((error: unknown) => this.#giveUp(error))
      .finally(() => {
        this.#replacing = null
        if (!this.#isReplacingAgain) return
        this.#isReplacingAgain = false
        this.replaceAll()
      })
  }

  async #replaceEach(): Promise<void> {
    const olds = this.#wanted()
    this.#log.info({ processes: olds.length }, 'replacing all processes, one after the other')
    for (const old of olds) {
      // One that has ended meanwhile was replaced already.
      if (this.#isStopping || !this.#running.has(old)) continue
      if (!(await this.#replace(old))) {
        if (!this.#isStopping) this.#log.error('a new process did not get ready: the others stay as they are')
        return
      }
    }
    this.#log.info({ processes: olds.length }, 'all processes were replaced')
  }

  /** False where the new one does not get ready: then the old one stays. */
  async #replace(old: SiblingProcess): Promise<boolean> {
    old.isWanted = false
    const fresh = this.#startOn(old.sockets)
    fresh.isOnTrial = true
    const isReady = await Promise.race([
      fresh.ready.then(() => true),
      fresh.ended.then(() => false),
      sleep(READY_WITHIN_MS, false, { ref: false }),
    ])
    fresh.isOnTrial = false
    if (isReady) {
      old.stop(REPLACED)
      await old.ended
    } else {
      old.isWanted = true
      fresh.isWanted = false
      fresh.kill()
    }
    // Where one of the two ended by itself meanwhile.
    await this.#fill()
    return isReady
  }

  #wanted(): SiblingProcess[] {
    return [...this.#running].filter(({ isWanted }) => isWanted)
  }

  #areAllReady(): boolean {
    return this.#wanted().filter(({ isReady }) => isReady).length >= this.#config.processes
  }

  #startOn(sockets: ListeningSockets): SiblingProcess {
    const taken = new Set([...this.#running].map(({ number }) => number))
    let number = 1
    while (taken.has(number)) number += 1
    const { processes } = this.#config
    const sibling = new SiblingProcess(number, sockets, { processes, limits: this.#limits })
    this.#running.add(sibling)
    void sibling.ready.then(() => {
      if (this.#areAllReady()) this.#allReady.resolve()
    })
    void sibling.ended.then((ending) => this.#noteEnd(sibling, ending))
    return sibling
  }

  #noteEnd(sibling: SiblingProcess, ending: Ending): void {
    this.#running.delete(sibling)
    // One that leaves, or did not get ready, shares them with the other one.
    if ([...this.#running].every(({ sockets }) => sockets !== sibling.sockets)) sibling.sockets.close()
    if (this.#isStopping || !sibling.isWanted || sibling.isOnTrial) return
    const { failures, delayMs } = restartAfter(this.#failures, ending.livedMs)
    this.#failures = failures
    const { code, signal } = ending
    this.#log.error(
      { process: sibling.number, code, signal, restartInMs: delayMs },
      'a process ended by itself: another one is started',
    )
    setTimeout(() => void this.#fill().catch((error: unknown) => this.#giveUp(error)), delayMs)
  }

  async #fill(): Promise<void> {
    while (!this.#isStopping && this.#wanted().length < this.#config.processes) {
      const sockets = await this.#openSockets()
      if (this.#isStopping) sockets.close()
      else this.#startOn(sockets)
    }
  }

  /** Nothing that goes away by itself: the one who started this process starts it again. */
  #giveUp(error: unknown): void {
    this.#log.fatal({ err: error }, 'no further process can be started')
    process.exit(1)
  }

  async #openSockets(): Promise<ListeningSockets> {
    const { host } = this.#config
    const count = listenerCount(connectionsOfEach(this.#config))
    const sockets = await openSockets({ host, port: this.#port }, count)
    this.#port = sockets.port
    return sockets
  }
}
