import type { WriteStream } from 'node:tty'

const WIDTH = 30

/** Shows on a terminal how far something is; writes nothing where the output is no terminal. */
export function progressBar(terminal: WriteStream, total: number, textOf: (done: number) => string) {
  let done = 0
  return {
    advance(count: number): void {
      done += count
      if (!terminal.isTTY) return
      const filled = total === 0 ? WIDTH : Math.round((WIDTH * done) / total)
      const bar = '█'.repeat(Math.min(WIDTH, filled)).padEnd(WIDTH, '░')
      terminal.write(`\r${bar} ${textOf(done)}`)
    },
    clear(): void {
      if (terminal.isTTY) terminal.write('\r\u001b[K')
    },
  }
}
