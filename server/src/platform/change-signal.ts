/** Wakes all who wait for something to change. */
export class ChangeSignal {
  #waiting = Promise.withResolvers<void>()

  /** Resolves at the next `fire`. Look just before at what you wait for: what has changed already wakes nobody. */
  next(): Promise<void> {
    return this.#waiting.promise
  }

  fire(): void {
    this.#waiting.resolve()
    this.#waiting = Promise.withResolvers<void>()
  }
}
