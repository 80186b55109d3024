import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { urlOfLogin } from './logins.ts'

const COMMAND_LINE = fileURLToPath(new URL('../../bin/punchcard.ts', import.meta.url))

export interface WorkerProcess {
  readonly child: ChildProcess
  readonly metricsUrl: string | null
  /** What it wrote to its log that is worse than information. */
  readonly complaints: readonly string[]
  /** Its exit code. */
  stop(): Promise<number | null>
}

/** `punchcard work`, as a merchant's operator starts it. */
export async function startWorker(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
  /** Another program that does the same. */
  command: readonly string[] = [COMMAND_LINE, 'work'],
): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [...command], {
    env: {
      ...process.env,
      PUNCHCARD_WORKER_METRICS_PORT: '0',
      ...environment,
      DATABASE_URL: urlOfLogin(databaseUrl, 'worker'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const complaints: string[] = []
  const metricsUrl = await new Promise<string | null>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const entry = line.startsWith('{') ? JSON.parse(line) : {}
      if (entry.msg === 'ready') resolve(entry.metrics)
      if (!['trace', 'debug', 'info'].includes(entry.level)) complaints.push(line)
    })
    child.once('exit', () => reject(new Error(`punchcard work ended: ${complaints.join('\n')}`)))
  })
  return {
    child,
    metricsUrl,
    complaints,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
  }
}

/** Asks again and again; the test's own timeout is the limit. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(50)
}
