import type { TenantId } from '../../contract/ids.ts'

/** At a time. A body, and what is read from it, takes up to some 50 MB. */
const OF_KEY = 1
const OF_TENANT = 4
const OF_PROCESS = 16

export type NoPlace = 'key' | 'tenant' | 'process'

/** A request on many items, for as long as it is read, worked on or answered. */
export class BulkPlace {
  readonly #release: () => void
  /** The request, and the run if there is one. */
  #holders = 1
  #isGone = false
  #whenGone: (() => void) | null = null

  constructor(release: () => void) {
    this.#release = release
  }

  /** Keeps the place until `ended`; `stop` is called when the request is answered, or its sender gone. */
  hold(ended: Promise<void>, stop: () => void): void {
    this.#holders += 1
    if (this.#isGone) stop()
    else this.#whenGone = stop
    const letGo = () => this.#letGo()
    ended.then(letGo, letGo)
  }

  /** It is answered, or its sender is gone. */
  readonly leave = (): void => {
    if (this.#isGone) return
    this.#isGone = true
    this.#whenGone?.()
    this.#letGo()
  }

  #letGo(): void {
    this.#holders -= 1
    if (this.#holders === 0) this.#release()
  }
}

/** How many requests on many items are served at once: one for each key, so that live sales go first. */
export class BulkPlaces {
  readonly #taken = new Map<string, number>()
  #total = 0

  take(apiToken: string, tenantId: TenantId): BulkPlace | NoPlace {
    const tenant = `tenant-${tenantId}`
    if ((this.#taken.get(apiToken) ?? 0) >= OF_KEY) return 'key'
    if ((this.#taken.get(tenant) ?? 0) >= OF_TENANT) return 'tenant'
    if (this.#total >= OF_PROCESS) return 'process'
    this.#count([apiToken, tenant], 1)
    return new BulkPlace(() => this.#count([apiToken, tenant], -1))
  }

  #count(names: readonly string[], by: 1 | -1): void {
    this.#total += by
    for (const name of names) {
      const count = (this.#taken.get(name) ?? 0) + by
      if (count === 0) this.#taken.delete(name)
      else this.#taken.set(name, count)
    }
  }
}
