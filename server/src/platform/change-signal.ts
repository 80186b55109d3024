/** Wakes all who wait for something to change. */
export class ChangeSignal {
  #waiting = Promise.withResolvers<void>()

  /** Resolves at the next `fire`. Look just before at what you wait for: what has changed already wakes no one. */
  next(): Promise<void> {
    return this.#waiting.promise
  }

  fire(): void {
    this.#waiting.resolve()
    this.#waiting = Promise.withResolvers<void>()
  }
}
