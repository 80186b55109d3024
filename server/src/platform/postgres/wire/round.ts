import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { Statement } from '../sql.ts'
import { Bytes } from './bytes.ts'
import { writeBind, writeClose, writeDescribe, writeExecute, writeParse, writeSync } from './messages.ts'

interface Connection {
  readonly stream: Duplex
}

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

/** A statement that this connection has prepared, or is about to. */
interface Prepared {
  /** What its rows are made by; null: it has none. */
  rows: Rows | null
  /** Statements without rows, such as inserts, are known by their first answer, and are not asked again. */
  isDescribed: boolean
}

interface Rows {
  readonly fields: readonly Field[]
  readonly make: (texts: readonly (string | null)[]) => unknown
}

/** Of one connection, by their names. */
export class PreparedStatements {
  readonly #byName = new Map<string, Prepared>()
  /** Those that failed at their first use: the server may have prepared them, or not. */
  readonly #doubtful = new Set<string>()
  readonly #types: pg.CustomTypesConfig

  constructor(types: pg.CustomTypesConfig) {
    this.#types = types
  }

  find(name: string): Prepared | undefined {
    return this.#byName.get(name)
  }

  add(name: string): Prepared {
    const prepared = { rows: null, isDescribed: true }
    this.#byName.set(name, prepared)
    return prepared
  }

  forget(name: string): void {
    this.#byName.delete(name)
    this.#doubtful.add(name)
  }

  isDoubtful(name: string): boolean {
    return this.#doubtful.has(name)
  }

  trust(name: string): void {
    this.#doubtful.delete(name)
  }

  /** Mostly they are what they were. After a migration they may not be, and behind a pooler no server refuses that. */
  describe(prepared: Prepared, fields: readonly Field[]): void {
    if (!prepared.rows || !areSame(prepared.rows.fields, fields)) {
      prepared.rows = { fields, make: rowMaker(fields, this.#types) }
    }
  }
}

function areSame(before: readonly Field[], after: readonly Field[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ name, dataTypeID }, index) => {
      const field = after[index]
      return field?.name === name && field.dataTypeID === dataTypeID
    })
  )
}

interface Sent {
  readonly name: string
  readonly prepared: Prepared
  readonly isNew: boolean
  /** It opens the transaction: without it, what follows would have one of its own. */
  readonly isOpening: boolean
  readonly rows: unknown[]
  hasRows: boolean
  /** Why a row could not be read. */
  misread: { readonly error: unknown } | null
  readonly resolve: (answer: { rows: never[] }) => void
  readonly reject: (error: unknown) => void
}

const TRANSACTION_FAILED = '25P02'

/**
 * Statements as one message to PostgreSQL, with one Sync at its end: so a batch is one write and mostly one read, where
 * each statement had its own. What stands behind a statement that fails, the server skips. pg takes it in place of a
 * query of its own, and hands it the answers.
 */
export class Round {
  readonly #statements: PreparedStatements
  readonly #bytes = new Bytes(takeSpace())
  readonly #sent: Sent[] = []
  readonly #onClose: () => void
  #answered = 0
  #timeoutMs = 0
  #timer: NodeJS.Timeout | undefined

  /** `onClose`: it is sent now or has failed, and takes no more statements. */
  constructor(statements: PreparedStatements, onClose: () => void) {
    this.#statements = statements
    this.#onClose = onClose
  }

  get isEmpty(): boolean {
    return this.#sent.length === 0
  }

  /** `timeoutMs`: for how long it may be waited for; that of the round is the longest of its statements. */
  add<Row>(statement: Statement<Row>, timeoutMs: number, isOpening = false): Promise<{ rows: Row[] }> {
    const { name } = statement
    const known = this.#statements.find(name)
    const start = this.#bytes.length
    try {
      this.#write(statement, known)
    } catch (error) {
      this.#bytes.cutTo(start)
      throw error
    }
    const isNew = known === undefined
    const prepared = known ?? this.#statements.add(name)
    this.#timeoutMs = Math.max(this.#timeoutMs, timeoutMs)
    return new Promise((resolve, reject) => {
      const answer = { rows: [], hasRows: false, misread: null, resolve, reject }
      this.#sent.push({ name, prepared, isNew, isOpening, ...answer })
    })
  }

  #write({ name, text, values }: Statement<unknown>, known: Prepared | undefined): void {
    const bytes = this.#bytes
    if (!known) {
      if (this.#statements.isDoubtful(name)) writeClose(bytes, name)
      writeParse(bytes, name, text)
    }
    writeBind(bytes, name, values)
    if (!known || known.isDescribed) writeDescribe(bytes)
    writeExecute(bytes)
  }

  submit(connection: Connection): null {
    this.#onClose()
    writeSync(this.#bytes)
    const { space, written } = this.#bytes
    // A stream that is gone fails all that waits for it, by itself.
    if (connection.stream.writable) connection.stream.write(written, () => giveSpaceBack(space))
    // The words by which others know that no answer came in time.
    this.#timer = setTimeout(
      () => this.handleError(new Error('Query read timeout'), connection),
      this.#timeoutMs,
    )
    return null
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    const current = this.#sent[this.#answered]
    if (!current) return
    current.hasRows = true
    this.#statements.describe(current.prepared, fields)
  }

  /** An error that left here would end the process: pg calls this while it reads from the socket. */
  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const current = this.#sent[this.#answered]
    if (!current?.prepared.rows || current.misread) return
    try {
      current.rows.push(current.prepared.rows.make(fields))
    } catch (error) {
      current.misread = { error }
    }
  }

  handleCommandComplete(): void {
    const current = this.#sent[this.#answered]
    this.#answered += 1
    if (!current) return
    current.prepared.isDescribed = current.hasRows
    if (current.isNew) this.#statements.trust(current.name)
    if (current.misread) current.reject(current.misread.error)
    else current.resolve({ rows: current.rows as never[] })
  }

  handleReadyForQuery(): void {
    clearTimeout(this.#timer)
  }

  handleError(error: Error, { stream }: Connection): void {
    this.#onClose()
    clearTimeout(this.#timer)
    const isRefused = error instanceof pg.DatabaseError && error.severity === 'ERROR'
    const failed = this.#sent.slice(this.#answered)
    this.#answered = this.#sent.length
    for (const [behind, { name, isNew, reject }] of failed.entries()) {
      if (isNew) this.#statements.forget(name)
      reject(isRefused && behind > 0 ? skippedError() : error)
    }
    // An answer that comes too late must not be taken for one of the next round's. And what is queued already for a
    // transaction that was never opened must not be sent.
    if (!(error instanceof pg.DatabaseError) || failed[0]?.isOpening) stream.destroy()
  }
}

/** As the server says it of a statement behind one that has failed, where each has its own Sync. */
function skippedError(): pg.DatabaseError {
  const error = new pg.DatabaseError('skipped, because a statement before it has failed', 0, 'error')
  error.severity = 'ERROR'
  error.code = TRANSACTION_FAILED
  return error
}

/** All rows of a statement get one shape, copied from a row that has all members already. */
function rowMaker(fields: readonly Field[], types: pg.CustomTypesConfig): Rows['make'] {
  const names = fields.map(({ name }) => name)
  const parsers = fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text'))
  const blank = Object.fromEntries(names.map((name) => [name, null]))
  return (texts) => {
    const row: Record<string, unknown> = { ...blank }
    for (let index = 0; index < names.length; index += 1) {
      const text = texts[index] as string | null
      if (text !== null) row[names[index] as string] = (parsers[index] as (text: string) => unknown)(text)
    }
    return row
  }
}

/** Room for the messages, used again when it has been sent: a batch of 24 orders takes some 20 KB. */
const spaces: Buffer[] = []
const SPACE_BYTES = 65_536
const SPACE_BYTES_KEPT_MAX = 1_048_576
const SPACES_KEPT_MAX = 16

function takeSpace(): Buffer {
  return spaces.pop() ?? Buffer.allocUnsafeSlow(SPACE_BYTES)
}

function giveSpaceBack(space: Buffer): void {
  if (spaces.length < SPACES_KEPT_MAX && space.length <= SPACE_BYTES_KEPT_MAX) spaces.push(space)
}
