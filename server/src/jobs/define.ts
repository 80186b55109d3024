import type { Till } from '../accounts/till/till.ts'
import type { Permission } from '../contract/permission.ts'
import type { Instant } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import type { TimeZoneSince } from '../tenancy/store/zones.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { Job } from './job.ts'
import type { FileQuotas } from './rules/file-quota.ts'
import type { PageDone } from './rules/take-turns.ts'

/** What a page may use. */
export interface PageBudget {
  readonly tenant: Tenant
  /** By the tenant's clock. */
  readonly now: Instant
  /** How many rows to read or write at most. It shrinks where pages take long. */
  readonly rows: number
  /** Which job it is, and whose: for what the page writes beside its checkpoint. */
  readonly job: Pick<Job, 'id' | 'byActor' | 'byLabel' | 'done'>
  /** For a kind that writes files: what they may have, and what all files of the cell had lately. */
  readonly files: FileRoom
  /** For what the cell of the merchant does not know. */
  readonly directory: Database
  /** For a kind that asks for them: the time zones that the merchant has had. */
  readonly spans: readonly TimeZoneSince[]
  /** The worker stops: end the page, or leave it for another worker. */
  readonly signal: AbortSignal
}

/** What a page that runs commands may use beside that. */
export interface TillBudget extends PageBudget {
  /** What changes accounts goes through it: up to 200 calls at once, which it saves in batches of its own. */
  readonly till: Till
  /** For short reads. Nothing is open while the page waits for the till, but what a snapshot holds. */
  readonly database: Pick<Database, 'read'>
}

export interface FileRoom {
  /** By the server's clock: files of a sandbox whose clock was moved expire like all others. */
  readonly now: Instant
  readonly quotas: FileQuotas
  readonly bytesOfCell: number
}

export interface Page<Checkpoint, Result> extends PageDone {
  readonly checkpoint: Checkpoint
  readonly result?: Result
  /** For a kind that only reads: what is written in the transaction that saves the checkpoint, such as a file's part. */
  readonly write?: (tx: Tx) => Promise<void>
  /** So long nothing can be done: the worker waits, with no transaction open, before it asks for the next page. */
  readonly restMs?: number
}

/** Everything that the foundation has to know about a kind of job. */
export interface JobDefinition<Input, Checkpoint, Result> {
  /** A word, which API and command line show. It never changes: rows have it. */
  readonly kind: string
  /** Needed to start it, to see it, and to download its files at that moment. */
  readonly permission: Permission
  /** What is needed as well to download its files, by what is asked of it. */
  readonly needs?: (input: Input) => Permission | undefined
  /**
   * Does one page. It may run again after a kill, so everything that it writes has a key of its own. Of a kind that is
   * `isReadOnly` it runs in a transaction that writes nothing. `done` of the page is that of the whole job.
   */
  readonly step: (
    tx: Tx,
    input: Input,
    checkpoint: Checkpoint | null,
    budget: PageBudget,
  ) => Promise<Page<Checkpoint, Result>>
  /** When its merchant moves to another cell: begin again there, or keep the merchant from moving until it has ended. */
  readonly onMove: 'restart' | 'block'
  /** When a customer of the merchant is erased: begin again, delete its files when it ends, or go on. */
  readonly onErase: 'restart' | 'mark' | 'nothing'
  /** The files that it reads, by its input. Of a kind that is marked they stay until it ends. */
  readonly uploads?: (input: Input) => readonly number[]
  /** It reads the merchant's data and changes none of it: it also runs for a merchant that is closed. */
  readonly isReadOnly: boolean
  /**
   * Its pages write, and what they write is undone: they find out what something would do. Only what `write` of the page
   * does stays.
   */
  readonly isTrial?: true
  /** Its pages are told what room there is for files. */
  readonly writesFiles?: true
  /** Its pages are told the time zones that the merchant has had. */
  readonly usesZones?: true
  /** How long the job with its result is kept after its end. */
  readonly resultDays: number
  /** Deletes what an unfinished run has left, such as parts of a file: when it is cancelled or begins again. */
  readonly discard?: (tx: Tx, job: Job) => Promise<void>
}

/**
 * A kind whose pages run commands through the till, in no transaction of the job. Its checkpoint is saved afterwards, so
 * a page may run a second time: each of its commands finds out by a key of its own that it was done.
 */
export interface TillJobDefinition<Input, Checkpoint, Result>
  extends Omit<JobDefinition<Input, Checkpoint, Result>, 'step' | 'isReadOnly' | 'isTrial'> {
  /** Does one page. What is written with its checkpoint goes into `write` of the page. */
  readonly work: (
    input: Input,
    checkpoint: Checkpoint | null,
    budget: TillBudget,
  ) => Promise<Page<Checkpoint, Result>>
}

type AnyJob = JobDefinition<unknown, unknown, unknown>

interface KindOf<Input> extends Omit<AnyJob, 'step'> {
  /** Never set: it carries the type of the input. */
  readonly input?: Input
}
export type StepJobKind<Input> = KindOf<Input> & Pick<AnyJob, 'step'>
type TillJobKind<Input> = KindOf<Input> & Pick<TillJobDefinition<unknown, unknown, unknown>, 'work'>

export type JobKind<Input = unknown> = StepJobKind<Input> | TillJobKind<Input>

export type JobKinds = ReadonlyMap<string, JobKind>

/** In the domain that owns the work. The input and the checkpoint are stored as JSON. */
export function defineJob<Input, Checkpoint, Result>(
  definition: JobDefinition<Input, Checkpoint, Result>,
): StepJobKind<Input> {
  return definition as unknown as StepJobKind<Input>
}

/** The same of a kind that runs commands. */
export function defineTillJob<Input, Checkpoint, Result>(
  definition: TillJobDefinition<Input, Checkpoint, Result>,
): TillJobKind<Input> {
  return { ...definition, isReadOnly: false } as unknown as TillJobKind<Input>
}

/** All kinds that a process knows, by their name. */
export function jobKinds(kinds: readonly JobKind[]): JobKinds {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]))
  if (byName.size < kinds.length) throw new Error('two kinds of jobs have the same name')
  return byName
}
