import { type ChildProcess, fork } from 'node:child_process'
import { Channel } from '../../platform/channel.ts'
import type { ListeningSockets } from '../../platform/http/listening-sockets.ts'
import { FIGURES_TIMEOUT_MS } from '../../platform/metrics.ts'
import { monotonicClock } from '../../platform/system-clock.ts'
import { within } from '../../platform/within.ts'
import { answersOf, type Limits } from '../../tenancy/limits.ts'
import type { Started } from './places.ts'

export interface Ending {
  readonly code: number | null
  readonly signal: string | null
  readonly livedMs: number
}

/** A process that the primary has started, as the primary sees it. */
export class SiblingProcess {
  /** Tells it apart in metrics, and in the list of processes. */
  readonly number: number
  readonly sockets: ListeningSockets
  /** Listens; never, if it ends before. */
  readonly started: Promise<Started>
  readonly ended: Promise<Ending>
  /** False where it leaves: another one has its place. */
  isWanted = true
  /** Its end means that it could not start, which is no reason to start it again. */
  isOnTrial = false
  isReady = false
  readonly #child: ChildProcess
  readonly #channel: Channel
  readonly #ready = Promise.withResolvers<void>()
  #hasStarted = false

  constructor(number: number, sockets: ListeningSockets, options: { processes: number; limits: Limits }) {
    const startedAt = monotonicClock()
    const started = Promise.withResolvers<Started>()
    this.number = number
    this.sockets = sockets
    const args = ['serve', '--processes', String(options.processes), '--sibling', String(number)]
    const child = fork(process.argv[1] ?? '', args, {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc', ...sockets.fileDescriptors],
    })
    this.#child = child
    this.#channel = new Channel(
      {
        send: (message) => void child.send(message, () => {}),
        onMessage: (listener) => void child.on('message', listener),
      },
      {
        ...answersOf(options.limits),
        started: (value: Started) => {
          this.#hasStarted = true
          started.resolve(value)
          if (value.isReady) this.#noteReady()
        },
        ready: () => this.#noteReady(),
      },
    )
    this.started = started.promise
    this.ended = new Promise((resolve) => {
      const end = (code: number | null, signal: string | null): void =>
        resolve({ code, signal, livedMs: monotonicClock() - startedAt })
      child.once('exit', end)
      child.once('error', () => end(null, null))
    })
  }

  /** Never, if it ends before. */
  get ready(): Promise<void> {
    return this.#ready.promise
  }

  /** Empty where it does not answer in time. */
  async metrics(): Promise<string> {
    if (!this.#hasStarted) return ''
    return within(FIGURES_TIMEOUT_MS, this.#channel.ask<string>('metrics')).catch(() => '')
  }

  stop(reason: string): void {
    void this.#channel.ask('stop', reason)
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  #noteReady(): void {
    this.isReady = true
    this.#ready.resolve()
  }
}
