import { type BulkAnswer, failedItem, type ItemName } from '../../contract/private-api/bulk.ts'
import type { ApiRefusal } from '../../contract/private-api/errors.ts'
import { ChangeSignal } from '../../platform/change-signal.ts'
import type { ItemTurn } from '../../tenancy/private-api/bulk-operation.ts'

/** An item as it was read: refused at once, or to be run. */
export type ReadItem<Body> = ItemName &
  (
    | { readonly refused: ApiRefusal }
    | { readonly body: Body; readonly turn: ItemTurn; readonly ignored?: readonly string[] }
  )

export type ItemToRun<Body> = Exclude<ReadItem<Body>, { readonly refused: ApiRefusal }>

export interface BulkRunOptions<Body, Result> {
  readonly items: AsyncIterable<ReadItem<Body>> | Iterable<ReadItem<Body>>
  readonly atOnce: number
  /** Asked before each item is begun; null: it may be. */
  readonly whyNot: (index: number) => ApiRefusal | null | Promise<ApiRefusal | null>
  /** Never rejects. */
  readonly run: (item: ItemToRun<Body>) => Promise<BulkAnswer<Result>>
}

/**
 * Works through a list: begins items in their order, at most so many at once, and hands out answers as they come. No
 * item is begun while too many answers wait to be taken. What was begun comes to its end, whatever happens to the
 * sender.
 */
export class BulkRun<Body, Result> {
  /** Resolves when nothing is under way any more. */
  readonly ended: Promise<void>
  readonly #options: BulkRunOptions<Body, Result>
  readonly #changed = new ChangeSignal()
  readonly #names = new Map<string, { readonly queue: string | null; count: number }>()
  #done: BulkAnswer<Result>[] = []
  #underWay = 0
  #isStopped = false
  #isOver = false

  /** Begins at once. */
  constructor(options: BulkRunOptions<Body, Result>) {
    this.#options = options
    this.ended = this.#workThrough().finally(() => {
      this.#isOver = true
      this.#changed.fire()
    })
  }

  /** Begins no more items: the sender is gone. */
  stop(): void {
    this.#isStopped = true
    this.#changed.fire()
  }

  /** As they come. To leave before the end stops the run. */
  async *answers(): AsyncGenerator<readonly BulkAnswer<Result>[]> {
    try {
      for (;;) {
        if (this.#done.length > 0) {
          const done = this.#done
          this.#done = []
          this.#changed.fire()
          yield done
        } else if (this.#isOver) break
        else await this.#changed.next()
      }
      await this.ended
    } finally {
      this.stop()
    }
  }

  async #workThrough(): Promise<void> {
    const { items, whyNot } = this.#options
    for await (const item of items) {
      while (!this.#isStopped && !this.#mayBegin(item)) await this.#changed.next()
      if (this.#isStopped) break
      const refused = 'refused' in item ? item.refused : await whyNot(item.index)
      if (refused) this.#answer(failedItem(item, refused))
      else void this.#run(item as ItemToRun<Body>)
    }
    while (this.#underWay > 0) await this.#changed.next()
  }

  #mayBegin(item: ReadItem<Body>): boolean {
    const { atOnce } = this.#options
    if (this.#underWay >= atOnce || this.#done.length >= atOnce) return false
    if ('refused' in item) return true
    const { name, queue } = item.turn
    const before = this.#names.get(name)
    return before === undefined || (queue !== null && before.queue === queue)
  }

  async #run(item: ItemToRun<Body>): Promise<void> {
    const { name, queue } = item.turn
    const named = this.#names.get(name) ?? { queue, count: 0 }
    this.#names.set(name, named)
    named.count += 1
    this.#underWay += 1
    const answer = await this.#options.run(item)
    named.count -= 1
    if (named.count === 0) this.#names.delete(name)
    this.#underWay -= 1
    this.#answer(answer)
  }

  #answer(answer: BulkAnswer<Result>): void {
    this.#done.push(answer)
    this.#changed.fire()
  }
}
