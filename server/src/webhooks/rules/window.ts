import type { CustomerId } from '../../contract/ids.ts'
import type { EventKey, LogPosition } from '../../events/event.ts'
import type { Instant } from '../../platform/clock.ts'

/** An event that failed, or that waits behind one of the same customer that did. */
export interface HeldEvent extends EventKey {
  readonly attempts: number
  /** null: as soon as it is the first of its customer. */
  readonly nextAttemptAt: Instant | null
}

/** What has to be saved together, so that the next worker goes on from there. */
export interface WindowChanges {
  /** Everything up to here is delivered or held; null: not moved. */
  readonly cursor: LogPosition | null
  readonly held: readonly HeldEvent[]
  readonly parked: readonly HeldEvent[]
  /** No longer held: delivered. */
  readonly released: readonly EventKey[]
}

interface Read {
  readonly key: EventKey
  isSettled: boolean
}

/** The events of one customer that are not delivered, oldest first. */
interface Lane {
  /** All of them have a row in the table of retries. */
  isHeld: boolean
  isSending: boolean
  items: Item[]
}

interface Item {
  readonly key: EventKey
  /** Its place in what was read; null: it was held before. */
  readonly read: Read | null
  attempts: number
  nextAttemptAt: Instant | null
}

type Mark =
  | { readonly kind: 'held' | 'parked'; readonly event: HeldEvent }
  | { readonly kind: 'released'; readonly event: EventKey }

/**
 * Keeps the order for one endpoint: of one customer there is never more than one event under way, and none is
 * sent before the one before it was received or given up. A customer whose event failed is held: its later
 * events queue behind it, and all other customers go on. It decides nothing about time and does no I/O.
 */
export class Window {
  readonly #lanes = new Map<number, Lane>()
  #log: Read[] = []
  #first = 0
  #cursor: LogPosition
  #savedCursor: LogPosition
  #end: LogPosition
  readonly #marks = new Map<number, Mark>()
  /** Held when it was opened. The cursor may lie before them, and then they are read once more. */
  readonly #heldBefore: Set<number>
  /** Customers who can be sent to at once, and those held by when they can; stale entries are passed over. */
  #ready: number[] = []
  #nextReady = 0
  readonly #due: { at: Instant; customerId: CustomerId }[] = []
  #heldCount = 0
  #sendingCount = 0

  constructor(cursor: LogPosition, held: readonly HeldEvent[]) {
    this.#cursor = cursor
    this.#savedCursor = cursor
    this.#end = cursor
    this.#heldBefore = new Set(held.map(({ id }) => id))
    for (const event of held.toSorted((a, b) => a.id - b.id)) {
      const lane = this.#laneOf(event.customerId)
      lane.isHeld = true
      const { attempts, nextAttemptAt } = event
      lane.items.push({ key: event, read: null, attempts, nextAttemptAt })
      this.#heldCount += 1
    }
    for (const customerId of this.#lanes.keys()) this.#offer(customerId)
  }

  /** After which event to go on reading. */
  get end(): LogPosition {
    return this.#end
  }

  /** Events that were read and are neither delivered nor held. */
  get unsettledCount(): number {
    return this.#log.length - this.#first
  }

  get heldCount(): number {
    return this.#heldCount
  }

  get sendingCount(): number {
    return this.#sendingCount
  }

  /**
   * Takes what was read, in the order of the log. What the endpoint does not want is settled as it comes, and so is what
   * it knew as held.
   */
  add(key: EventKey, isWanted: boolean): void {
    const isNew = isWanted && !this.#heldBefore.delete(key.id)
    const read: Read = { key, isSettled: !isNew }
    this.#log.push(read)
    this.#end = key
    if (isNew) {
      const lane = this.#laneOf(key.customerId)
      const item: Item = { key, read, attempts: 0, nextAttemptAt: null }
      lane.items.push(item)
      if (lane.isHeld) this.#hold(item)
      else if (lane.items.length === 1) this.#offer(key.customerId)
    }
    this.#advance()
  }

  /** The next event to send, which is under way from now on; null: there is none at this moment. */
  next(now: Instant): EventKey | null {
    return this.#nextDue(now) ?? this.#nextReadyKey()
  }

  /** When the next held event may be sent; null: none is waiting for a time. */
  nextDueAt(): Instant | null {
    while (this.#due[0] && !this.#isDueEntry(this.#due[0])) this.#popDue()
    return this.#due[0]?.at ?? null
  }

  isHeld({ customerId }: EventKey): boolean {
    return this.#lanes.get(customerId)?.isHeld ?? false
  }

  attemptsOf({ customerId }: EventKey): number {
    return this.#lanes.get(customerId)?.items[0]?.attempts ?? 0
  }

  received(key: EventKey): void {
    const { lane, item } = this.#finish(key)
    lane.items.shift()
    if (lane.isHeld) {
      this.#heldCount -= 1
      this.#marks.set(key.id, { kind: 'released', event: item.key })
    }
    this.#settle(item)
    this.#offer(key.customerId)
  }

  /** Not received: to be tried again at a time, and all later ones of the customer after it. */
  failed(key: EventKey, nextAttemptAt: Instant): void {
    const { lane, item } = this.#finish(key)
    item.attempts += 1
    item.nextAttemptAt = nextAttemptAt
    if (lane.isHeld) this.#mark(item)
    else {
      lane.isHeld = true
      for (const one of lane.items) this.#hold(one)
    }
    this.#offer(key.customerId)
    this.#advance()
  }

  /** Given up: the later ones of the customer go on. */
  gaveUp(key: EventKey): void {
    const { lane, item } = this.#finish(key)
    item.attempts += 1
    lane.items.shift()
    if (lane.isHeld) this.#heldCount -= 1
    this.#marks.set(key.id, { kind: 'parked', event: heldEvent(item) })
    this.#settle(item)
    this.#offer(key.customerId)
  }

  /** As if it had not been tried: it is not the event that failed. */
  putBack(key: EventKey): void {
    this.#finish(key)
    this.#offer(key.customerId, true)
  }

  changes(): WindowChanges {
    const marks = [...this.#marks.values()]
    return {
      cursor: this.#cursor === this.#savedCursor ? null : this.#cursor,
      held: marks.flatMap(({ kind, event }) => (kind === 'held' ? [event] : [])),
      parked: marks.flatMap(({ kind, event }) => (kind === 'parked' ? [event] : [])),
      released: marks.flatMap(({ kind, event }) => (kind === 'released' ? [event] : [])),
    }
  }

  /** What changed since these changes were taken stays to be saved. */
  saved(changes: WindowChanges): void {
    if (changes.cursor) this.#savedCursor = changes.cursor
    for (const event of [...changes.held, ...changes.parked, ...changes.released]) {
      if (this.#marks.get(event.id)?.event === event) this.#marks.delete(event.id)
    }
  }

  #laneOf(customerId: CustomerId): Lane {
    let lane = this.#lanes.get(customerId)
    if (!lane) {
      lane = { isHeld: false, isSending: false, items: [] }
      this.#lanes.set(customerId, lane)
    }
    return lane
  }

  #finish(key: EventKey): { lane: Lane; item: Item } {
    const lane = this.#lanes.get(key.customerId)
    const item = lane?.items[0]
    if (!lane?.isSending || item?.key.id !== key.id) throw new Error(`event ${key.id} was not under way`)
    lane.isSending = false
    this.#sendingCount -= 1
    return { lane, item }
  }

  #start(lane: Lane, item: Item): EventKey {
    lane.isSending = true
    this.#sendingCount += 1
    return item.key
  }

  /** Lets the first of a customer be found, as soon as it may be sent. */
  #offer(customerId: CustomerId, isFirst = false): void {
    const lane = this.#lanes.get(customerId)
    const item = lane?.items[0]
    if (!lane || lane.isSending) return
    if (!item) this.#lanes.delete(customerId)
    else if (lane.isHeld) this.#pushDue(item.nextAttemptAt ?? 0, customerId)
    else if (isFirst && this.#nextReady > 0) {
      this.#nextReady -= 1
      this.#ready[this.#nextReady] = customerId
    } else this.#ready.push(customerId)
  }

  #nextReadyKey(): EventKey | null {
    while (this.#nextReady < this.#ready.length) {
      const lane = this.#lanes.get(this.#ready[this.#nextReady] ?? 0)
      this.#nextReady += 1
      if (this.#nextReady > 1_000 && this.#nextReady * 2 > this.#ready.length) {
        this.#ready = this.#ready.slice(this.#nextReady)
        this.#nextReady = 0
      }
      const item = lane?.items[0]
      if (lane && item && !lane.isHeld && !lane.isSending) return this.#start(lane, item)
    }
    return null
  }

  #nextDue(now: Instant): EventKey | null {
    const at = this.nextDueAt()
    if (at === null || at > now) return null
    const { customerId } = this.#popDue()
    const lane = this.#lanes.get(customerId)
    const item = lane?.items[0]
    return lane && item ? this.#start(lane, item) : null
  }

  #isDueEntry({ at, customerId }: { at: Instant; customerId: CustomerId }): boolean {
    const lane = this.#lanes.get(customerId)
    const item = lane?.items[0]
    return !!lane?.isHeld && !lane.isSending && !!item && (item.nextAttemptAt ?? 0) === at
  }

  /** Sorted, soonest first: those that wait for a time are few, and mostly the last is the latest. */
  #pushDue(at: Instant, customerId: CustomerId): void {
    let index = this.#due.length
    while (index > 0 && (this.#due[index - 1]?.at ?? 0) > at) index -= 1
    this.#due.splice(index, 0, { at, customerId })
  }

  #popDue(): { at: Instant; customerId: CustomerId } {
    const first = this.#due.shift()
    if (!first) throw new Error('nothing waits for a time')
    return first
  }

  #hold(item: Item): void {
    this.#heldCount += 1
    this.#mark(item)
    if (item.read) item.read.isSettled = true
  }

  #mark(item: Item): void {
    this.#marks.set(item.key.id, { kind: 'held', event: heldEvent(item) })
  }

  #settle({ read }: Item): void {
    if (read) read.isSettled = true
    this.#advance()
  }

  #advance(): void {
    for (let read = this.#log[this.#first]; read?.isSettled; read = this.#log[this.#first]) {
      this.#cursor = read.key
      this.#first += 1
    }
    if (this.#first > 1_000 && this.#first * 2 > this.#log.length) {
      this.#log = this.#log.slice(this.#first)
      this.#first = 0
    }
  }
}

function heldEvent({ key, attempts, nextAttemptAt }: Item): HeldEvent {
  const { transaction, id, customerId, replays = 0 } = key
  return { transaction, id, customerId, replays, attempts, nextAttemptAt }
}
