import { type Config, readConfig } from './config.ts'
import { withSecretFiles } from './secret-files.ts'
import type { Environment } from './settings.ts'

/** What a process answers at `/readyz`; “absent”: nothing listens there, or it has no port. */
type Answer = 'ready' | 'not ready' | 'absent'

export interface Health {
  /** True if at least one process is there, and all that are there are ready. */
  readonly isReady: boolean
  readonly serve: Answer
  readonly work: Answer
}

/** Less than what container engines wait for a check. */
const TIMEOUT_MS = 2_500

/** Asks at the addresses of the configuration: in a container, the one process that runs there. */
export async function healthHere(config: Config): Promise<Health> {
  const [serve, work] = await Promise.all([
    ask(config.host, config.port),
    ask(config.metricsHost, config.workerMetricsPort),
  ])
  const present = [serve, work].filter((answer) => answer !== 'absent')
  return { isReady: present.length > 0 && present.every((answer) => answer === 'ready'), serve, work }
}

/** For a check that comes every few seconds; null: not all is well, and `punchcard health` says what is not. */
export async function healthIfReady(environment: Environment): Promise<Health | null> {
  try {
    const health = await healthHere(readConfig(await withSecretFiles(environment)))
    return health.isReady ? health : null
  } catch {
    return null
  }
}

export function describeHealth({ serve, work }: Health): string {
  return `serve: ${serve}\nwork: ${work}`
}

async function ask(host: string, port: number | null): Promise<Answer> {
  if (!port) return 'absent'
  try {
    const url = `http://${reachable(host)}:${port}/readyz`
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return answer.ok ? 'ready' : 'not ready'
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    return code === 'ECONNREFUSED' ? 'absent' : 'not ready'
  }
}

/** Listening on all addresses is listening on this machine's own too. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
