import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Instant } from '../../src/platform/clock.ts'
import { urlOfLogin } from './logins.ts'

const COMMAND_LINE = fileURLToPath(new URL('../../bin/punchcard.ts', import.meta.url))
const CLOCKED_API = fileURLToPath(new URL('./api-process.ts', import.meta.url))

/** An API in a process of its own, on a free port. */
export interface ApiProcess {
  readonly url: string
  readonly child: ChildProcess
  /** What it wrote to its log that is worse than information, for saying why a test failed. */
  readonly complaints: readonly string[]
  stop(): Promise<void>
}

/** `punchcard serve`, as a merchant's operator starts it. */
export async function startServe(databaseUrl: string): Promise<ApiProcess> {
  const child = spawn(process.execPath, [COMMAND_LINE, 'serve'], {
    env: {
      ...process.env,
      DATABASE_URL: urlOfLogin(databaseUrl, 'api'),
      HOST: '127.0.0.1',
      PORT: '0',
      PUNCHCARD_METRICS_PORT: '0',
      PUNCHCARD_DRAIN_SECONDS: '0',
      PUNCHCARD_RATE_LIMIT_PER_SECOND: '1000000',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const complaints: string[] = []
  const lines = createInterface({ input: child.stderr })
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const entry = readLogLine(line)
      if (entry.msg === 'ready' && entry.url) resolve(entry.url)
      if (!['trace', 'debug', 'info'].includes(entry.level ?? '')) complaints.push(line)
    })
    child.once('exit', () => reject(new Error(`punchcard serve ended: ${complaints.join('\n')}`)))
  })
  await untilReady(url)
  // That it could not answer before it was ready is no complaint.
  complaints.length = 0
  return { url, child, complaints, stop: () => end(child) }
}

/** A process that had to wait for a processor while it started takes itself for overloaded at first. */
async function untilReady(url: string): Promise<void> {
  for (;;) {
    const { ok } = await fetch(`${url}/readyz`)
    if (ok) return
    await sleep(50)
  }
}

/** undefined where the line is no log entry, such as a part of a stack. */
function readLogLine(line: string): { msg?: string; url?: string; level?: string } {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}

export interface ClockedApi extends ApiProcess {
  moveClock(now: Instant): Promise<void>
}

/** The same API with a clock that stands still until it is moved. */
export async function startClockedApi(databaseUrl: string, now: Instant): Promise<ClockedApi> {
  const child = fork(CLOCKED_API, {
    env: { ...process.env, DATABASE_URL: urlOfLogin(databaseUrl, 'api'), NOW: String(now) },
  })
  const [{ url }] = await Promise.race([
    once(child, 'message') as Promise<[{ url: string }]>,
    once(child, 'exit').then(() => Promise.reject(new Error('the API process ended before it was ready'))),
  ])
  await untilReady(url)
  return {
    url,
    child,
    complaints: [],
    stop: () => end(child),
    async moveClock(to) {
      child.send({ now: to })
      await once(child, 'message')
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  // After a failed test it may wait for requests that nobody will finish.
  const losePatience = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await ended
  clearTimeout(losePatience)
}
