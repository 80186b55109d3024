import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { endWithThis } from './children.ts'
import type { LoadResult } from './load.ts'
import type {
  AnyLoad,
  BalanceLoad,
  ListLoad,
  OrderLoad,
  ReadLoad,
  RedemptionLoad,
  RequestLoad,
  VisitorLoad,
} from './loads.ts'
import type { TurnsAsked, TurnsTaken } from './turns-process.ts'

export interface ServerProcess {
  readonly pid: number
  readonly port: number
  readonly metricsPort: number | null
  stop(): Promise<void>
}

function start(file: string, environment: Record<string, string>): ChildProcess {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  endWithThis(child)
  return child
}

function firstMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null): void =>
      reject(new Error(`a process of the benchmark ended with ${code}`))
    child.once('exit', fail)
    child.once('message', (message) => {
      child.off('exit', fail)
      resolve(message as T)
    })
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

async function startServer(file: string, environment: Record<string, string>): Promise<ServerProcess> {
  const child = start(file, environment)
  const { port, metricsPort } = await firstMessage<{ port: number; metricsPort?: number }>(child)
  return { pid: child.pid ?? 0, port, metricsPort: metricsPort ?? null, stop: () => end(child) }
}

export function startPunchcard(
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<ServerProcess> {
  return startServer('punchcard-process.ts', {
    DATABASE_URL: databaseUrl,
    PORT: '0',
    PUNCHCARD_RATE_LIMIT_PER_SECOND: '1000000',
    PUNCHCARD_LOG_LEVEL: 'error',
    ...environment,
  })
}

export function startFloor(
  databaseUrl: string,
  isDirect: boolean,
  environment: Record<string, string> = {},
): Promise<ServerProcess> {
  return startServer('floor-process.ts', {
    DATABASE_URL: databaseUrl,
    ...environment,
    ...(isDirect ? { BENCH_DIRECT: '1' } : {}),
  })
}

export interface TurnsProcess {
  readonly pid: number
  /** Until the job has ended. */
  take(asked: TurnsAsked): Promise<TurnsTaken>
  stop(): Promise<void>
}

/** Takes turns of jobs, and does nothing else that a worker does. */
export async function startTurns(
  databaseUrl: string,
  secretsKey: string,
  environment: Record<string, string> = {},
): Promise<TurnsProcess> {
  const child = start('turns-process.ts', {
    ...{ DATABASE_URL: databaseUrl, PUNCHCARD_SECRETS_KEY: secretsKey },
    ...environment,
  })
  await firstMessage(child)
  return {
    pid: child.pid ?? 0,
    take(asked) {
      const taken = firstMessage<TurnsTaken>(child)
      child.send(asked)
      return taken
    },
    stop: () => end(child),
  }
}

export interface Answer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Answers every order with these bytes. */
export function startBare(answer: Answer): Promise<ServerProcess> {
  return startServer('bare-process.ts', { BENCH_ANSWER: JSON.stringify(answer) })
}

export function runOrderLoad(load: OrderLoad): Promise<LoadResult> {
  return runLoadProcess(load)
}

export function runReadLoad(load: ReadLoad): Promise<LoadResult> {
  return runLoadProcess(load)
}

export function runRedemptionLoad(load: RedemptionLoad): Promise<LoadResult> {
  return runLoadProcess(load)
}

export function runVisitorLoad(load: VisitorLoad): Promise<LoadResult> {
  return runLoadProcess(load)
}

export function runRequestLoad(load: RequestLoad): Promise<LoadResult> {
  return runLoadProcess(load)
}

export function runListLoad(load: ListLoad): Promise<LoadResult> {
  return runLoadProcess(load)
}

export function runBalanceLoad(load: BalanceLoad): Promise<LoadResult> {
  return runLoadProcess(load)
}

async function runLoadProcess(load: AnyLoad): Promise<LoadResult> {
  const child = start('load-process.ts', {})
  const result = firstMessage<LoadResult>(child)
  child.send(load)
  try {
    return await result
  } finally {
    await end(child)
  }
}
