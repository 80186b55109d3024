import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../platform/log.ts'
import { NotReadyError } from '../platform/not-ready.ts'
import { readConnectionRoom } from '../platform/postgres/connection-room.ts'
import { hasSessions } from '../platform/postgres/direct.ts'
import { isAway, isUnavailable } from '../platform/postgres/failures.ts'
import { openProbe, type Probe } from '../platform/postgres/probe.ts'
import { TakesNoWritesError } from '../platform/postgres/read-only.ts'
import { problemOfDatabase } from '../platform/postgres/readiness.ts'
import { type Replication, readReplication } from '../platform/postgres/replication.ts'
import { monotonicClock } from '../platform/system-clock.ts'
import { within } from '../platform/within.ts'
import { cellVariable, MAIN_CELL } from '../tenancy/cells.ts'
import { cellUrls, missingCells } from './cells.ts'
import type { Config } from './config.ts'
import { type ProcessKind, probeName, tellShortOfConnections } from './connections.ts'

const ASK_EVERY_MS = 2_000
/** A check asks several questions, and may have to look up a name first. */
const CHECK_TIMEOUT_MS = 15_000
const BEGIN_AGAIN_MS = 10_000
/** An outage is named in the log again this often. */
const REMIND_EVERY_MS = 60_000

interface WatchedCell {
  readonly name: string
  readonly url: string
  readonly probe: Probe
  isUp: boolean
  /** Why it may not be used; null from the moment on in which it was found to be right. */
  problem: string | null
  saidAt: number
  said: string
}

export interface WatchOptions {
  readonly kind: ProcessKind
  /** What else must hold for a database; answers what is wrong and what to do. */
  readonly check?: (url: string) => Promise<string | null>
}

/**
 * Looks after the databases of a process. It starts without a cell that is away, or that is not as it should be, and
 * uses it as soon as it is: the merchants of the other cells notice nothing. A cell that has been away is checked again,
 * because it may have come back from an older backup.
 */
export class CellWatch {
  readonly #cells: ReadonlyMap<string, WatchedCell>
  readonly #config: Config
  readonly #log: Logger
  readonly #options: WatchOptions
  readonly #stopping = new AbortController()
  readonly #beginning: Promise<void>[] = []
  readonly #directory = Promise.withResolvers<void>()
  #hasDirectoryAnswered = false
  #rounds: Promise<unknown> = Promise.resolve()
  #stopped: Promise<void> | null = null

  private constructor(config: Config, log: Logger, options: WatchOptions) {
    this.#config = config
    this.#log = log
    this.#options = options
    this.#cells = new Map(
      [...cellUrls(config)].map(([name, url]) => {
        const probe = openProbe(url, probeName(options.kind))
        const problem = `The database of the cell “${name}” has not answered yet.`
        return [name, { name, url, probe, isUp: false, problem, saidAt: Number.NEGATIVE_INFINITY, said: '' }]
      }),
    )
  }

  /**
   * Asks every database once. Refuses where the directory answers and is not as it should be: that is a mistake in the
   * configuration, and no process would be of any use.
   */
  static async start(config: Config, log: Logger, options: WatchOptions): Promise<CellWatch> {
    const watch = new CellWatch(config, log, options)
    try {
      await watch.#begin()
    } catch (error) {
      await watch.stop()
      throw error
    }
    watch.#rounds = Promise.all([...watch.#cells.values()].map((cell) => watch.#keepAsking(cell)))
    return watch
  }

  /** Whether the directory has answered since the start; what becomes of it later is for metrics and alerts. */
  get hasDirectoryAnswered(): boolean {
    return this.#hasDirectoryAnswered
  }

  /** Resolves when it has; never, if the process stops before. */
  get directoryAnswered(): Promise<void> {
    return this.#directory.promise
  }

  /** By cell, whether its database answers, takes writes and can be used. */
  get up(): ReadonlyMap<string, boolean> {
    return new Map([...this.#cells].map(([name, { isUp }]) => [name, isUp]))
  }

  /** What is behind the databases that answer. */
  async replication(): Promise<[string, Replication][]> {
    const up = [...this.#cells.values()].filter(({ isUp }) => isUp)
    // One that fails does not hide the others.
    const asked = up.map(async ({ name, probe }): Promise<[string, Replication][]> => {
      const found = await readReplication(probe).catch(() => null)
      return found ? [[name, found]] : []
    })
    return (await Promise.all(asked)).flat()
  }

  /** Why a cell may not be used; null: it may. */
  problemOf(name: string): string | null {
    return this.#cells.get(name)?.problem ?? null
  }

  /**
   * Runs `begin` once for each cell: before this resolves where the cell can be used, later for the others. Where the
   * database goes away meanwhile, it is tried again.
   */
  async beginEach(begin: (cell: string) => Promise<void>): Promise<void> {
    for (const [name, { problem }] of this.#cells) {
      const isBegun = problem === null && (await this.#hasBegun(name, begin, true))
      if (!isBegun) this.#beginning.push(this.#untilBegun(name, begin))
    }
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#end()
    return this.#stopped
  }

  async #end(): Promise<void> {
    this.#stopping.abort()
    await Promise.all([this.#rounds, ...this.#beginning])
    await Promise.all([...this.#cells.values()].map(({ probe }) => probe.close()))
  }

  async #hasBegun(name: string, begin: (cell: string) => Promise<void>, isStart = false): Promise<boolean> {
    try {
      await begin(name)
      return true
    } catch (error) {
      // One cell that fails must not keep the process from the others.
      if (name === MAIN_CELL && isStart && !isUnavailable(error)) throw error
      this.#log.error({ cell: name, reason: reasonOf(error) }, 'a cell could not be begun; trying again')
      return false
    }
  }

  async #untilBegun(name: string, begin: (cell: string) => Promise<void>): Promise<void> {
    const { signal } = this.#stopping
    let isBegun = false
    while (!isBegun && !signal.aborted) {
      await sleep(ASK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted || this.problemOf(name) !== null) continue
      isBegun = await this.#hasBegun(name, begin)
      if (!isBegun) await sleep(BEGIN_AGAIN_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  async #begin(): Promise<void> {
    await Promise.all([...this.#cells.values()].map((cell) => this.#check(cell, true)))
    if (!this.#hasDirectoryAnswered) return
    const missing = await missingCells(this.#config)
    if (missing !== null) throw new NotReadyError(missing)
  }

  async #keepAsking(cell: WatchedCell): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await sleep(ASK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
      if (!signal.aborted) await this.#ask(cell)
    }
  }

  async #ask(cell: WatchedCell): Promise<void> {
    if (!cell.isUp) return this.#check(cell, false)
    try {
      await cell.probe.ask()
    } catch (error) {
      this.#noteAway(cell, error)
    }
  }

  async #check(cell: WatchedCell, isStart: boolean): Promise<void> {
    const isRefusedNow = isStart && cell.name === MAIN_CELL
    try {
      const problem = await within(CHECK_TIMEOUT_MS, this.#problemIn(cell.url))
      if (problem === null) await this.#noteUsable(cell, isStart)
      else if (isRefusedNow) throw new NotReadyError(problem)
      else this.#noteWrong(cell, problem)
    } catch (error) {
      if (isRefusedNow && !isAway(error)) throw error
      this.#noteAway(cell, error)
    }
  }

  async #problemIn(url: string): Promise<string | null> {
    const problem = await problemOfDatabase(url, this.#config.appRole)
    return problem ?? (await this.#options.check?.(url)) ?? null
  }

  async #noteUsable(cell: WatchedCell, isStart: boolean): Promise<void> {
    if (cell.name === MAIN_CELL && !isStart && !this.#hasDirectoryAnswered) {
      // At the start it would have refused; now it serves the merchants whom it can serve.
      const missing = await missingCells(this.#config)
      if (missing !== null) this.#log.error({ reason: missing }, 'a cell has no database')
    }
    cell.isUp = true
    cell.problem = null
    cell.said = ''
    if (!isStart) this.#log.info({ cell: cell.name }, 'the database of a cell can be used again')
    if (cell.name === MAIN_CELL) this.#noteDirectory()
    await this.#tellShortOfConnections(cell)
  }

  /** A server that has too few fails requests when it is busy, which is too late to hear of it. */
  async #tellShortOfConnections(cell: WatchedCell): Promise<void> {
    const { kind } = this.#options
    const { connectionCount } = this.#config
    // The figures are for a warning: whatever keeps them away is told elsewhere.
    const room = await readConnectionRoom(cell.probe).catch(() => null)
    const reason = room && tellShortOfConnections(room, { kind, cell: cell.name, connectionCount })
    if (!reason) return
    // Behind a pooler, processes share connections, and how many is its own setting.
    const isDirect = await hasSessions(cell.url).catch(() => false)
    if (isDirect)
      this.#log.warn({ cell: cell.name, reason }, 'the database of a cell has too few connections')
  }

  #noteDirectory(): void {
    this.#hasDirectoryAnswered = true
    this.#directory.resolve()
  }

  #noteWrong(cell: WatchedCell, problem: string): void {
    cell.problem = problem
    this.#say(cell, problem, 'the database of a cell cannot be used')
  }

  /** Where it was in use, transactions still try it: they see by themselves when it is back. */
  #noteAway(cell: WatchedCell, error: unknown): void {
    cell.isUp = false
    const what = error instanceof TakesNoWritesError ? 'takes no writes' : 'does not answer'
    this.#say(cell, reasonOf(error), `the database of a cell ${what}`)
  }

  /** Once, and then every minute. */
  #say(cell: WatchedCell, reason: string, message: string): void {
    const now = monotonicClock()
    const isSaid = cell.said === message && now - cell.saidAt < REMIND_EVERY_MS
    if (isSaid || this.#stopping.signal.aborted) return
    cell.said = message
    cell.saidAt = now
    this.#log.error({ cell: cell.name, variable: cellVariable(cell.name), reason }, message)
  }
}

/** A host with several addresses has an error for each, and no message of its own. */
function reasonOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string }
  return message || (code ?? 'no reason')
}
