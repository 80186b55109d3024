interface Entry<Value> {
  readonly value: Value
  readonly bytes: number
}

/** Keeps what was used last, up to so many bytes. */
export class BoundedMemory<Value> {
  readonly #bytesMax: number
  readonly #entries = new Map<string, Entry<Value>>()
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  get(name: string): Value | undefined {
    const entry = this.#entries.get(name)
    if (entry) {
      // Deleted and set again, it is the youngest.
      this.#entries.delete(name)
      this.#entries.set(name, entry)
    }
    return entry?.value
  }

  set(name: string, value: Value, bytes: number): void {
    this.#delete(name)
    this.#entries.set(name, { value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax) return
      this.#delete(oldest)
    }
  }

  #delete(name: string): void {
    this.#bytes -= this.#entries.get(name)?.bytes ?? 0
    this.#entries.delete(name)
  }
}
