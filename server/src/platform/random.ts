/** Random numbers that a seed brings back: mulberry32. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to just below 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1))
  }

  /** True so often in a hundred. */
  chance(percent: number): boolean {
    return this.fraction() * 100 < percent
  }

  one<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.fraction() * items.length)]
    if (item === undefined) throw new Error('nothing to choose from')
    return item
  }

  /** One of the names, each as often as its number says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries<number>(weights) as [Name, number][]
    let rest = this.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [name, weight] of entries) {
      rest -= weight
      if (rest < 0) return name
    }
    throw new Error('weights must be above 0')
  }
}
