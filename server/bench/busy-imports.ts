/** Merchants who import one file after the other: each is run dry and then applied. */
import { setTimeout as sleep } from 'node:timers/promises'
import { JOB_KINDS } from '../src/app/job-kinds.ts'
import type { Job } from '../src/jobs/job.ts'
import { changeOneJob } from '../src/jobs/manage.ts'
import type { Database } from '../src/platform/postgres/database.ts'
import { systemClock } from '../src/platform/system-clock.ts'
import { ImportsAtWork } from '../test/support/imports-at-work.ts'

const LOOK_EVERY_MS = 500

class Importer {
  readonly tenantId: number
  readonly #imports: ImportsAtWork
  readonly #lines: number
  #files = 0
  #current: { readonly id: number; readonly job: Job; readonly isApplied: boolean } | null = null

  constructor(database: Database, tenantId: number, lines: number) {
    this.tenantId = tenantId
    this.#imports = new ImportsAtWork({ database, tenantId, clock: systemClock })
    this.#lines = lines
  }

  /** The job that is under way. */
  async job(): Promise<Job | null> {
    return this.#current && this.#imports.job(this.#current.job)
  }

  /** Begins what comes next, if nothing is under way. True: a file is done. */
  async goOn(): Promise<boolean> {
    const state = (await this.job())?.state ?? 'done'
    if (state === 'failed' || state === 'cancelled') throw new Error(`an import is ${state}`)
    if (state !== 'done') return false
    const before = this.#current
    if (before && !before.isApplied) {
      this.#current = { ...before, job: await this.#imports.apply(before), isApplied: true }
      return false
    }
    this.#files += 1
    const lines = Array.from({ length: this.#lines }, (_, n) => `f${this.#files}-${n},10.25,2037-12-31`)
    const { id } = await this.#imports.make(['id,points,expires_on', ...lines])
    this.#current = { id, job: await this.#imports.check({ id }), isApplied: false }
    return before !== null
  }

  forget(): void {
    this.#current = null
  }
}

export class BusyImports {
  readonly #database: Database
  readonly #importers: readonly Importer[]
  #done = 0

  /** `lines` of each file. */
  constructor(database: Database, tenantIds: readonly number[], lines: number) {
    this.#database = database
    this.#importers = tenantIds.map((tenantId) => new Importer(database, tenantId, lines))
  }

  get told(): string {
    return `imports of ${this.#importers.length} merchants, ${this.#done} files done`
  }

  async begin(): Promise<void> {
    this.#done = 0
    await this.#again()
  }

  async until(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await sleep(LOOK_EVERY_MS)
      await this.#again()
    }
  }

  /** Ends all of it, so that nothing of it is beside what comes next. */
  async end(): Promise<void> {
    for (const importer of this.#importers) {
      const { tenantId } = importer
      const job = await importer.job()
      if (job && !['done', 'cancelled'].includes(job.state)) {
        const asked = { tenantId, id: job.id, change: 'cancel' as const, now: systemClock() }
        await this.#database.transaction([tenantId], (tx) =>
          changeOneJob(tx, ({ kind }) => JOB_KINDS.get(kind) ?? null, asked),
        )
        while (!['done', 'cancelled'].includes((await importer.job())?.state ?? 'done')) {
          await sleep(LOOK_EVERY_MS)
        }
      }
      importer.forget()
    }
  }

  async #again(): Promise<void> {
    for (const importer of this.#importers) if (await importer.goOn()) this.#done += 1
  }
}
