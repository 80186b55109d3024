import type { TenantId } from '../contract/ids.ts'
import type { Clock, Instant } from '../platform/clock.ts'
import type { Cells } from '../tenancy/cells.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { type FailedRequest, IDS_MAX, isHint, MESSAGE_MAX, OTHER_OPERATIONS } from './failed-request.ts'
import { maskedMessage } from './rules/mask-message.ts'
import { addToFailedRequests, insertFailedRequests } from './store.ts'

/** What is told of a call that failed. */
export interface NotedRequest {
  readonly tenant: Pick<Tenant, 'id' | 'cell'>
  readonly operation: string
  readonly status: number
  readonly code: number | null
  readonly message: string
  readonly requestId: string
  /** The shop's id of the order that it was about; null: about none. */
  readonly orderId: string | null
  readonly apiToken: string
  /** Path, query and body: what of them is in the message is left out. */
  readonly sent: readonly unknown[]
}

const FLUSH_MS = 1_000
const MINUTE_MS = 60_000
/** Of one merchant in one minute; what is beyond is counted together. */
const LINES_MAX = 30
/** Of one kind in one minute: later ones count as the last of them, and their messages are not looked at. */
const LOOKED_AT_MAX = 50
/** The same of hints: a merchant's other lines of the minute must have room beside them. */
const HINTS_LOOKED_AT_MAX = 3
/** How often a hint that is there already is written: a shop may send one with every order. */
const HINT_SAVED_EVERY_MS = 20_000
/** Merchants with failures in one minute; those beyond are not noted. */
const MERCHANTS_MAX = 2_000
/** Not saved yet, while the database can't be reached. */
const UNSAVED_MAX = 10_000
const LINES_AT_ONCE = 500
/** Ids that this process remembers within a minute, of all merchants: they are kept in memory for so long. */
const IDS_PER_MINUTE_MAX = 100_000

/** One row, as it grows within its minute. */
class Line {
  readonly cell: string
  request: FailedRequest
  /** Of the row; null: it is not there yet. */
  id: number | null = null
  saved = 0
  savedAt: Instant | null = null
  /** How many of its ids the row has. */
  savedIds = { requests: 0, orders: 0 }
  readonly requestIds = new Set<string>()
  readonly orderIds = new Set<string>()

  constructor(cell: string, request: FailedRequest) {
    this.cell = cell
    this.request = request
  }

  isDue(now: Instant): boolean {
    return this.savedAt === null || !isHint(this.request) || now - this.savedAt >= HINT_SAVED_EVERY_MS
  }
}

interface Kind {
  line: Line
  looked: number
}

interface Minute {
  readonly lines: Map<string, Line>
  readonly kinds: Map<string, Kind>
}

/**
 * Remembers which calls were refused or failed, and writes them once a second: no answer waits for it. A flood of
 * refusals makes a few rows per minute, with counts. A process that is killed loses what it noted in its last second.
 */
export class FailedRequests {
  readonly #cells: Cells
  readonly #clock: Clock
  #minute = 0
  #idCount = 0
  readonly #merchants = new Map<number, Minute>()
  #unsaved = new Set<Line>()
  #timer: NodeJS.Timeout | null = null
  #flushing = Promise.resolve()

  constructor(cells: Cells, clock: Clock) {
    this.#cells = cells
    this.#clock = clock
  }

  note(noted: NotedRequest): void {
    const now = this.#clock()
    const minute = Math.floor(now / MINUTE_MS)
    if (minute !== this.#minute) {
      // What is not saved yet is still among the unsaved.
      this.#minute = minute
      this.#idCount = 0
      this.#merchants.clear()
    }
    const line = this.#lineOf(noted, now)
    if (!line) return
    const { request } = line
    line.request = { ...request, at: now, requestId: noted.requestId, count: request.count + 1 }
    this.#remember(line.requestIds, noted.requestId)
    this.#remember(line.orderIds, noted.orderId)
    this.#unsaved.add(line)
    this.#flushSoon()
  }

  #remember(ids: Set<string>, id: string | null): void {
    if (id === null || ids.size >= IDS_MAX || ids.has(id) || this.#idCount >= IDS_PER_MINUTE_MAX) return
    ids.add(id)
    this.#idCount += 1
  }

  #lineOf(noted: NotedRequest, now: number): Line | null {
    const { tenant, operation, status, code, apiToken } = noted
    const merchant = this.#minuteOf(tenant.id)
    if (!merchant) return null
    const kindName = `${apiToken} ${operation} ${status} ${code}`
    const kind = merchant.kinds.get(kindName)
    if (kind && kind.looked >= (isHint(noted) ? HINTS_LOOKED_AT_MAX : LOOKED_AT_MAX)) return kind.line
    const message = maskedMessage(noted.message, noted.sent).slice(0, MESSAGE_MAX)
    const line = lineIn(merchant, `${kindName} ${message}`, () => {
      const { requestId } = noted
      const first = { tenantId: tenant.id, at: now, operation, status, code, message, requestId, apiToken }
      return new Line(tenant.cell, { ...first, requestIds: [], orderIds: [], count: 0 })
    })
    merchant.kinds.set(kindName, { line, looked: (kind?.looked ?? 0) + 1 })
    return line
  }

  #minuteOf(tenantId: TenantId): Minute | null {
    let merchant = this.#merchants.get(tenantId)
    if (!merchant) {
      if (this.#merchants.size >= MERCHANTS_MAX || this.#unsaved.size >= UNSAVED_MAX) return null
      merchant = { lines: new Map(), kinds: new Map() }
      this.#merchants.set(tenantId, merchant)
    }
    return merchant
  }

  #flushSoon(): void {
    if (this.#timer) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      void this.flush().catch(() => {
        // What could not be written is tried again.
        if (this.#unsaved.size > 0) this.#flushSoon()
      })
    }, FLUSH_MS)
    this.#timer.unref()
  }

  /** One after the other: the number of a row is known only when it was inserted. */
  flush(isLast = false): Promise<void> {
    const now = (): Promise<void> => this.#flushNow(isLast)
    this.#flushing = this.#flushing.then(now, now)
    return this.#flushing
  }

  async #flushNow(isLast: boolean): Promise<void> {
    const now = this.#clock()
    const { due = [], later = [] } = Object.groupBy(this.#unsaved, (line) =>
      isLast || line.isDue(now) ? 'due' : 'later',
    )
    const lines = due
    this.#unsaved = new Set(later)
    if (later.length > 0 && !isLast) this.#flushSoon()
    for (const [cell, own] of Map.groupBy(lines, (line) => line.cell)) {
      for (let from = 0; from < own.length; from += LINES_AT_ONCE) {
        const some = own.slice(from, from + LINES_AT_ONCE)
        await this.#save(cell, some).catch((error) => {
          for (const line of lines) if (line.saved < line.request.count) this.#unsaved.add(line)
          throw error
        })
      }
    }
  }

  async #save(cell: string, lines: readonly Line[]): Promise<void> {
    const tenantIds = [...new Set(lines.map(({ request }) => request.tenantId))]
    // As they are now: more may come while they are written.
    const counted = lines.map((line) => {
      const [requestIds, orderIds] = [[...line.requestIds], [...line.orderIds]]
      return { line, count: line.request.count, request: { ...line.request, requestIds, orderIds } }
    })
    const fresh = counted.filter(({ line }) => line.id === null)
    const grown = counted.flatMap(({ line: { id, saved, savedIds }, request, count }) => {
      const requestIds = request.requestIds.slice(savedIds.requests)
      const orderIds = request.orderIds.slice(savedIds.orders)
      return id === null ? [] : [{ id, ...request, requestIds, orderIds, count: count - saved }]
    })
    const ids = await this.#cells.of({ cell }).transaction(tenantIds, async (tx) => {
      await addToFailedRequests(tx, grown)
      return insertFailedRequests(
        tx,
        fresh.map(({ request }) => request),
      )
    })
    for (const [index, { line }] of fresh.entries()) line.id = ids[index] ?? null
    for (const { line, count, request } of counted) {
      line.saved = count
      line.savedAt = request.at
      line.savedIds = { requests: request.requestIds.length, orders: request.orderIds.length }
    }
  }

  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    await this.flush(true).catch(() => {})
  }
}

/** The line of this name; where there is no room for another one, that of all others. */
function lineIn({ lines }: Minute, name: string, make: () => Line): Line {
  const known = lines.get(name)
  if (known) return known
  if (lines.size < LINES_MAX) {
    const line = make()
    lines.set(name, line)
    return line
  }
  const others = lines.get(OTHER_OPERATIONS)
  if (others) return others
  const line = make()
  line.request = { ...line.request, operation: OTHER_OPERATIONS, code: null, message: '' }
  lines.set(OTHER_OPERATIONS, line)
  return line
}
