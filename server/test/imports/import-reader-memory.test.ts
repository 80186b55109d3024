/**
 * What reading a long file needs is bounded. As for jobs (`jobs/memory`), the process is given little room: where there is
 * more, garbage lies in it for as long as it fits (another 200 MB by default, with a million lines as with ten).
 *
 * `IMPORT_LINES=10000000 npm test -- import-reader` reads ten million lines.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { LinesRead } from './read-lines-process.ts'

const LINES = Number(process.env.IMPORT_LINES ?? 30_000)
const MEMORY_MAX = 150_000_000
const LITTLE_ROOM = ['--max-old-space-size=80', '--max-semi-space-size=4']
const PROCESS = fileURLToPath(new URL('read-lines-process.ts', import.meta.url))

it(`reads ${LINES} lines in bounded memory`, { timeout: 3_600_000 }, async () => {
  const child = fork(PROCESS, [String(LINES)], { execArgv: LITTLE_ROOM })
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code}`)))
  const [read] = (await Promise.race([once(child, 'message'), failed])) as [LinesRead]
  const mb = (bytes: number) => (bytes / 1e6).toFixed(0)
  process.stdout.write(
    `${read.lines} lines: ${read.seconds.toFixed(1)} s, ${mb(read.mostBytes)} MB above idle, of them ${mb(read.hashBytes)} MB of hashes\n`,
  )
  expect(read.lines).toBe(LINES)
  expect(read.mostBytes).toBeLessThan(MEMORY_MAX)
})
