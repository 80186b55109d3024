import type { FastifyReply } from 'fastify'
import { tooManyRequests } from '../contract/admin-api/texts.ts'
import type { TenantId } from '../contract/ids.ts'
import { ProblemError } from '../contract/problem.ts'
import { FairQueue, type FairQueueOptions, QueueRefusedError } from '../platform/fair-queue.ts'

/** Bounds what is in memory at once of bodies and files. A request holds its slot until its answer is sent or given up. */
export class HeldSlots {
  readonly #queue: FairQueue
  readonly #retrySeconds: number

  constructor(options: FairQueueOptions, retrySeconds: number) {
    this.#queue = new FairQueue(options)
    this.#retrySeconds = retrySeconds
  }

  /** Waits for a slot of this merchant. Rejects where too many are held or waited for. */
  take(tenantId: TenantId, { raw }: FastifyReply): Promise<void> {
    return new Promise((resolve, reject) => {
      const held = () =>
        new Promise<void>((release) => {
          // The client may have hung up while it waited, and then there is nothing more to be told of.
          if (raw.destroyed) release()
          raw.once('close', release)
          raw.once('finish', release)
          resolve()
        })
      this.#queue.run(tenantId, held).catch((error: unknown) => {
        const isOwn = error instanceof QueueRefusedError && error.why === 'groupFull'
        reject(isOwn ? new ProblemError(tooManyRequests(this.#retrySeconds)) : error)
      })
    })
  }
}
