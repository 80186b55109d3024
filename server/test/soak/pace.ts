const BEAT_MS = 20

/** What somebody does again and again, at most so often and so many at once. */
export interface Paced {
  readonly perSecond: number
  readonly atOnceMax: number
  /** Resolves with what came of it, such as a status. */
  once(): Promise<string>
}

/** How often something came of it, and how often a beat found everybody still waiting for an answer. */
export interface Counts {
  readonly outcomes: Readonly<Record<string, number>>
  readonly heldBack: number
}

/**
 * Starts them by the clock and not when the last one has ended, so that a slow server gets as many as a quick one.
 * What can't be started since all are under way is not made up for: the volume stays bounded.
 */
export class Pace {
  readonly #paced: Paced
  #perSecond: number
  #started = 0
  #startedSince = performance.now()
  #outcomes: Record<string, number> = {}
  #heldBack = 0
  #underWay = 0
  #due = 0
  #lastBeatAt = performance.now()

  constructor(paced: Paced) {
    this.#paced = paced
    this.#perSecond = paced.perSecond
    setInterval(() => this.#beat(), BEAT_MS)
  }

  /** Since they were last taken. */
  takeCounts(): Counts {
    const counts = { outcomes: this.#outcomes, heldBack: Math.round(this.#heldBack) }
    this.#outcomes = {}
    this.#heldBack = 0
    return counts
  }

  /** From now on only so many as could be started since the last call of `hurry`. */
  keepVolume(): void {
    this.#perSecond = (1_000 * this.#started) / (performance.now() - this.#startedSince)
  }

  /** As many as are wished for. */
  hurry(): void {
    this.#perSecond = this.#paced.perSecond
    this.#started = 0
    this.#startedSince = performance.now()
  }

  #beat(): void {
    const now = performance.now()
    this.#due += (this.#perSecond * (now - this.#lastBeatAt)) / 1_000
    this.#lastBeatAt = now
    while (this.#due >= 1 && this.#underWay < this.#paced.atOnceMax) {
      this.#due -= 1
      void this.#start()
    }
    if (this.#due >= 1) {
      this.#heldBack += Math.floor(this.#due)
      this.#due %= 1
    }
  }

  async #start(): Promise<void> {
    this.#underWay += 1
    this.#started += 1
    const outcome = await this.#paced.once().catch((error: Error) => `error ${error.message}`)
    this.#underWay -= 1
    this.#outcomes[outcome] = (this.#outcomes[outcome] ?? 0) + 1
  }
}
