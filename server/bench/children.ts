import type { ChildProcess } from 'node:child_process'

/** Where the benchmark fails, what it has started ends with it. */
export function endWithThis(child: ChildProcess): void {
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
}
