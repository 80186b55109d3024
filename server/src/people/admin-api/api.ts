import type { Account, Posted } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { Command } from '../../accounts/till/command.ts'
import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from '../../contract/admin-api/operation.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Problem } from '../../contract/problem.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { Caller } from '../actor.ts'
import type { AuditFacts } from '../audit.ts'
import type { CustomerNote } from '../customer-note.ts'

/** The database that an operation works in: the tenant's cell, or the directory of tenants, keys and people. */
export type Place = 'cell' | 'directory'

/** A request of one operation that has passed the log-in, its permission and its schemas. */
export interface Call<Op extends Operation = Operation> {
  readonly params: ParamsOf<Op>
  readonly query: QueryOf<Op>
  readonly body: BodyOf<Op>
  readonly tenant: Op['path'] extends `/tenants/:tenant${string}` ? Tenant : null
  readonly caller: Op['permission'] extends 'anyone' ? Caller | null : Caller
  /** By the tenant's clock; without a tenant, the time. */
  readonly now: Instant
  /** Of the request, for texts in the answer. */
  readonly locale: Locale
  /** The version that `If-Match` names. It is there where the operation asks for it; `*` is null. */
  readonly ifMatch: number | null
  /** Of `Idempotency-Key`, and what it stands for; null: none was sent. */
  readonly repeat: { readonly key: string; readonly requestHash: Buffer } | null
  /** The SHA-256 that `Content-Digest` names. It is there where the operation takes octets. */
  readonly digest: Buffer | null
  readonly requestId: string
  readonly address: string
  readonly userAgent: string
  /** Where the panel is for this caller, like `https://shop.example`. */
  readonly origin: string
  /** Of a cookie that the caller has sent. */
  readonly cookies: Readonly<Record<string, string | undefined>>
}

/** Of cookies there may be two. */
export type AnswerHeaders = Readonly<Record<string, string | string[]>>

export interface Answered<Op extends Operation> {
  readonly answer: AnswerOf<Op>
  /** The version of a configuration, for `ETag: "r<version>"`. */
  readonly version?: number
  readonly headers?: AnswerHeaders
}

/** What a write has done. The audit has its line in the same transaction; null: nothing was changed. */
export interface Written<Op extends Operation> extends Answered<Op> {
  readonly audit: AuditFacts | readonly AuditFacts[] | null
  /** Where it differs from the operation's own, as with 202 for an approval. */
  readonly status?: number
}

/** A read of what is marked with an audit action tells it too. */
export interface Read<Op extends Operation> extends Answered<Op> {
  readonly audit?: AuditFacts
}

/** A file that is handed out. */
export interface Download {
  readonly name: string
  /** null: not known before all of it is read. */
  readonly bytes: number | null
  /** Read as fast as the client takes it, and no further than that. It must not keep a connection between two pieces. */
  readonly octets: AsyncIterable<Uint8Array>
  readonly audit: AuditFacts | readonly AuditFacts[]
}

/** What a command has done to an account: as it was, settled, as it is, and what was posted in between. */
export interface AccountEffect {
  readonly before: AccountState
  readonly after: AccountState
  readonly entries: readonly Posted[]
}

interface AccountState {
  readonly customer: Customer | null
  readonly account: Account
}

/** What a command of the till is given; a problem: it is not run. */
interface CommandOf<Op extends Operation, Input extends { readonly tenant: Tenant }, Result> {
  /** Where it depends on what is decided about, which one it is. */
  readonly command: Command<Input, Result> | ((input: Input) => Command<Input, Result>)
  readonly input: (call: Call<Op>) => Promise<Input | Problem>
}

/** What such an operation has done. */
export interface Commanded<Op extends Operation> extends Written<Op> {
  /** In a person's words, about a customer: kept where erasing the customer deletes it, which the audit is not. */
  readonly noted?: CustomerNote
}

/** An operation that a command of the till does. */
export interface ByCommand<Op extends Operation, Input extends { readonly tenant: Tenant }, Result>
  extends CommandOf<Op, Input, Result> {
  /**
   * The answer, and what is told to the audit. Pure: it is asked while the command is decided, so that all of it is
   * saved with what the command changes. A problem: nothing of that is.
   */
  readonly written: (result: Result, call: Call<Op>, effect: AccountEffect) => Commanded<Op> | Problem
  /** Where it is about no account, an ordinary write does it; null: the command. */
  readonly unless?: (
    call: Call<Op>,
  ) => Promise<((tx: Tx, call: Call<Op>) => Promise<Written<Op> | Problem>) | null>
  /** The command keeps the key of the request itself, for good; otherwise its answer is kept for a day. */
  readonly keepsKey?: true
}

/** A question what a command would do. */
export interface ByTrying<Op extends Operation, Input extends { readonly tenant: Tenant }, Result>
  extends CommandOf<Op, Input, Result> {
  readonly shown: (result: Result, call: Call<Op>, effect: AccountEffect) => AnswerOf<Op> | Problem
  /** Where it is about no account, another look says it; null: the command. */
  readonly unless?: (call: Call<Op>) => Promise<AnswerOf<Op> | Problem | null>
}

/**
 * What an operation of the directory has to know of the merchant's cell. It is asked before the transaction begins: one
 * that waited for a cell would keep others from signing in.
 */
export type Prepare<Op extends Operation, Prepared> = (call: Call<Op>) => Promise<Prepared>

/**
 * Where the domains register their operations. A write runs in one transaction with its audit and its idempotency key:
 * a problem that it returns rolls everything back.
 */
export interface AdminApi {
  read<Op extends Operation, Prepared = undefined>(
    operation: Op,
    place: Place,
    handle: (tx: Tx, call: Call<Op>, prepared: Prepared) => Promise<Read<Op> | Problem>,
    prepare?: Prepare<Op, Prepared>,
  ): void
  write<Op extends Operation, Prepared = undefined>(
    operation: Op,
    place: Place,
    handle: (tx: Tx, call: Call<Op>, prepared: Prepared) => Promise<Written<Op> | Problem>,
    prepare?: Prepare<Op, Prepared>,
  ): void
  /** For what changes an account: the audit and the idempotency key are saved with the command. */
  command<Op extends Operation, Input extends { readonly tenant: Tenant }, Result>(
    operation: Op,
    by: ByCommand<Op, Input, Result>,
  ): void
  /** Runs a command to its end and undoes all of it: what is shown can't differ from what is done. */
  tryOut<Op extends Operation, Input extends { readonly tenant: Tenant }, Result>(
    operation: Op,
    by: ByTrying<Op, Input, Result>,
  ): void
  /** Its audit entry is committed before the first octet is sent. */
  download<Op extends Operation>(
    operation: Op,
    handle: (tx: Tx, call: Call<Op>) => Promise<Download | Problem>,
  ): void
  /**
   * For what can't be one transaction: signing in (a failure is counted, and stays), sending a test webhook. It writes
   * its audit itself.
   */
  custom<Op extends Operation>(
    operation: Op,
    handle: (call: Call<Op>) => Promise<(Answered<Op> & { readonly status?: number }) | Problem>,
  ): void
}
