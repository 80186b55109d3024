import type { ChildProcess } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'

/** In which /proc counts the time of processors. */
const TICKS_PER_SECOND = 100
const PAGE_BYTES = 4_096

/** What a process of its own uses, as Linux tells. */
export class WatchedProcess {
  readonly name: string
  readonly memory: { readonly at: number; readonly bytes: number }[] = []
  readonly #child: ChildProcess

  /** `onEnd` hears of it when it ends, and how. */
  constructor(name: string, child: ChildProcess, onEnd: (how: string) => void) {
    this.name = name
    this.#child = child
    child.once('exit', (code, signal) => onEnd(`${name} ended with ${signal ?? code}`))
  }

  async sample(): Promise<void> {
    const text = await this.#read('statm')
    const pages = Number(text?.split(' ')[1])
    if (pages > 0) this.memory.push({ at: performance.now(), bytes: pages * PAGE_BYTES })
  }

  memoryBetween(from: number, to: number): number[] {
    return this.memory.filter(({ at }) => at >= from && at < to).map(({ bytes }) => bytes)
  }

  /** Of processors, since it started. */
  async secondsUsed(): Promise<number> {
    const text = (await this.#read('stat')) ?? ''
    // The name of the program, in brackets, may contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  }

  /** In which it could have gone on, and others had the processors. */
  async secondsWaited(): Promise<number> {
    const text = (await this.#read('schedstat')) ?? ''
    return Number(text.split(' ')[1]) / 1e9
  }

  /** Open files and connections. */
  async handles(): Promise<number> {
    const names = await readdir(`/proc/${this.#child.pid}/fd`).catch(() => [])
    return names.length
  }

  async #read(file: string): Promise<string | null> {
    return readFile(`/proc/${this.#child.pid}/${file}`, 'utf8').catch(() => null)
  }
}
