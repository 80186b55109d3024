import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { urlOfLogin } from '../support/logins.ts'

export { freePort } from '../support/free-port.ts'

const PUNCHCARD = fileURLToPath(new URL('../../bin/punchcard.ts', import.meta.url))

export type Environment = Readonly<Record<string, string>>

const LOGIN_OF_COMMAND: Readonly<Record<string, 'owner' | 'worker'>> = { migrate: 'owner', work: 'worker' }

/** The environment of a command, with the login that an operator would give it. */
export function withLogin([command = '']: readonly string[], environment: Environment): Environment {
  const { DATABASE_URL: url } = environment
  if (!url || command === 'dev' || !URL.canParse(url)) return environment
  return { ...environment, DATABASE_URL: urlOfLogin(url, LOGIN_OF_COMMAND[command] ?? 'api') }
}

export interface Finished {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

interface Options {
  readonly cwd?: string
  /** Where not the one of this repository is meant. */
  readonly program?: string
  /** Runs as soon as something is printed. */
  readonly onOutput?: () => void
}

/** Whatever a test that timed out has left behind ends with its file. */
const children = new Set<ChildProcess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

function start(
  args: readonly string[],
  environment: Environment,
  { cwd = tmpdir(), program = PUNCHCARD }: Options,
): ChildProcess {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    // Nothing of the developer's own settings, and no compiling of the same files again and again.
    env: {
      PATH: process.env.PATH,
      PUNCHCARD_DRAIN_SECONDS: '0',
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: join(tmpdir(), 'punchcard-test-compile-cache'),
      ...withLogin(args, environment),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** Runs a command to its end. */
export async function punchcard(
  args: readonly string[],
  environment: Environment,
  options: Options = {},
): Promise<Finished> {
  const { onOutput } = options
  const child = start(args, environment, options)
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  if (onOutput) child.stdout?.once('data', onOutput)
  const [exitCode] = (await once(child, 'close')) as [number | null]
  return { exitCode, stdout: stdout(), stderr: stderr() }
}

export interface Running extends AsyncDisposable {
  readonly process: ChildProcess
  /** Everything logged so far. */
  log(): string
  /** Everything printed so far. */
  output(): string
  /** Asks it to stop, unless that was done, and waits for its exit code. */
  stop(): Promise<number | null>
}

/** Starts a command that goes on until it is told to stop, and waits until it says that it is ready. */
export async function startPunchcard(
  args: readonly string[],
  environment: Environment,
  isReady: (running: Running) => boolean,
  options: Omit<Options, 'onOutput'> = {},
): Promise<Running> {
  const child = start(args, environment, options)
  const closed = once(child, 'close') as Promise<[number | null]>
  const running: Running = {
    process: child,
    log: collect(child.stderr),
    output: collect(child.stdout),
    async stop() {
      // A second signal would end it at once.
      if (!child.killed) child.kill('SIGTERM')
      const [exitCode] = await closed
      return exitCode
    },
    async [Symbol.asyncDispose]() {
      await running.stop()
    },
  }
  while (!isReady(running)) {
    if (child.exitCode !== null) throw new Error(`it ended before it was ready:\n${running.log()}`)
    await sleep(10)
  }
  return running
}

export interface RunningServer extends Running {
  readonly url: string
  readonly metricsUrl: string | null
}

/** `punchcard serve` on a port of its own. */
export async function startServe(
  environment: Environment,
  options: Omit<Options, 'onOutput'> = {},
): Promise<RunningServer> {
  const readyLine = ({ log }: Running): string | undefined =>
    log()
      .split('\n')
      .find((line) => line.includes('"msg":"ready"') && line.endsWith('}'))
  const running = await startPunchcard(
    ['serve'],
    { PORT: '0', PUNCHCARD_METRICS_PORT: '0', ...environment },
    (started) => readyLine(started) !== undefined,
    options,
  )
  const { url, metrics } = JSON.parse(readyLine(running) ?? '') as { url: string; metrics: string | null }
  return { ...running, url, metricsUrl: metrics }
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = ''
  stream?.setEncoding('utf8')
  stream?.on('data', (chunk: string) => {
    text += chunk
  })
  return () => text
}
