import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { type Environment, freePort, type RunningServer, startServe } from '../cli/punchcard-process.ts'

/** `punchcard serve` with several processes. */
export async function startSeveral(environment: Environment, processes = 2): Promise<RunningServer> {
  return startServe({
    PUNCHCARD_PROCESSES: String(processes),
    PUNCHCARD_METRICS_PORT: String(await freePort()),
    ...environment,
  })
}

/** The processes that one has started. */
export function childrenOf({ process }: Pick<RunningServer, 'process'>): number[] {
  const text = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}

export function isAlive(pid: number): boolean {
  try {
    // One that has ended and was not waited for is still listed.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

export interface Answer {
  readonly status: number
  readonly body: string
}

/** On a connection of its own, so that the system chooses a process for it. */
export function sendAlone(
  url: string,
  { method = 'GET', authorization, body }: { method?: string; authorization: string; body?: object },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent: new Agent({ keepAlive: false }),
      method,
      headers: { authorization, 'content-type': 'application/json' },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
    })
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** The values of a metric by the process that has them, of the series with this text in their labels. */
export async function metricByProcess(
  { metricsUrl }: RunningServer,
  name: string,
  labels: string,
): Promise<Map<string, number>> {
  const page = await (await fetch(metricsUrl ?? '')).text()
  const found = new Map<string, number>()
  for (const line of page.split('\n')) {
    if (!line.startsWith(`${name}{`) || !line.includes(labels)) continue
    const number = /process="(\d+)"/.exec(line)?.[1] ?? 'none'
    found.set(number, (found.get(number) ?? 0) + Number(line.slice(line.lastIndexOf(' '))))
  }
  return found
}
