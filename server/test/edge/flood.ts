import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('./flood-process.ts', import.meta.url))

/** Runs `work` while so many connections of another process flood the port; with how often they got which status. */
export async function duringFlood<T>(
  /** `authorization`: that of a key, or “invented” for another one each time. */
  flood: { port: number; connections: number; path: string; authorization?: string },
  work: () => Promise<T>,
): Promise<{ result: T; statuses: Record<string, number> }> {
  const { port, connections, path, authorization } = flood
  const args = [String(port), String(connections), path, ...(authorization ? [authorization] : [])]
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => {
    output += bytes.toString()
  })
  try {
    await sleep(1_500)
    const result = await work()
    child.stdin.end()
    await once(child, 'close')
    return { result, statuses: JSON.parse(output) as Record<string, number> }
  } finally {
    child.kill('SIGKILL')
  }
}

/** How long requests take, one after the other on one connection, in milliseconds from the quickest to the slowest. */
export async function timesOf(send: () => Promise<void>, durationMs: number): Promise<number[]> {
  const times: number[] = []
  const endsAt = performance.now() + durationMs
  while (performance.now() < endsAt) {
    const startedAt = performance.now()
    await send()
    times.push(performance.now() - startedAt)
  }
  return times.sort((a, b) => a - b)
}

export function median(sorted: readonly number[]): number {
  return sorted[sorted.length >> 1] ?? Number.NaN
}
