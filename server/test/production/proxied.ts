import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, type Running, startPunchcard } from '../cli/punchcard-process.ts'
import { ChecklistShell, readChecklist } from './checklist.ts'

export interface Answer {
  /** 0: the connection broke, or nobody listened. */
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
  readonly ms: number
}

export interface Request {
  readonly path: string
  readonly authorization: string
  readonly body?: object
}

const HAS_ORDERS = /^punchcard_http_request_seconds_count\{[^}]*POS\/orders[^}]*\} [1-9]/m

const hasStarted = ({ log }: Running): boolean => /"msg":"(ready|started, and ready when[^"]*)"/.test(log())

/** Two processes of the API behind the installation's HAProxy, whose block is run word for word with a second pair of servers. */
export class ProxiedPunchcard implements AsyncDisposable {
  readonly #environment: Readonly<Record<string, string>>
  readonly #folder: string
  readonly #shell: ChecklistShell
  readonly #agent: Agent
  readonly #url: string
  readonly #ports: readonly [number, number]
  readonly #processes: (Running | null)[] = [null, null]
  readonly metricsPorts: readonly [number, number]

  private constructor(made: {
    environment: Readonly<Record<string, string>>
    folder: string
    agent: Agent
    url: string
    shell: ChecklistShell
    ports: readonly [number, number]
    metricsPorts: readonly [number, number]
  }) {
    this.#environment = made.environment
    this.#folder = made.folder
    this.#shell = made.shell
    this.#agent = made.agent
    this.#url = made.url
    this.#ports = made.ports
    this.metricsPorts = made.metricsPorts
  }

  static async start(environment: Readonly<Record<string, string>>): Promise<ProxiedPunchcard> {
    const folder = await mkdtemp(join(tmpdir(), 'punchcard-proxied-'))
    await chmod(folder, 0o755)
    const certificate = join(folder, 'certificate.pem')
    makeCertificate(certificate)
    const httpsPort = await freePort()
    const ports = [await freePort(), await freePort()] as const
    const shell = new ChecklistShell(folder, { PATH: process.env.PATH, HOME: process.env.HOME })
    const proxied = new ProxiedPunchcard({
      environment,
      folder,
      shell,
      agent: new Agent({ keepAlive: true, ca: await readFile(certificate) }),
      url: `https://localhost:${httpsPort}`,
      ports,
      metricsPorts: [await freePort(), await freePort()],
    })
    await Promise.all([proxied.startProcess(0), proxied.startProcess(1)])
    const values = { folder, certificate, https_port: httpsPort, PORT: ports[0], second_port: ports[1] }
    const set = Object.entries(values).map(([name, value]) => `${name}='${value}'`)
    await shell.run({ title: 'the values of this machine', block: set.join('\n') })
    await shell.run({ title: 'The proxy', block: await proxyBlock() })
    // Until the proxy has asked both.
    await sleep(2_500)
    return proxied
  }

  async startProcess(index: 0 | 1): Promise<void> {
    const ports = {
      PORT: String(this.#ports[index]),
      PUNCHCARD_METRICS_PORT: String(this.metricsPorts[index]),
    }
    const environment = { ...this.#environment, ...ports, PUNCHCARD_TRUST_PROXY: '1' }
    this.#processes[index] = await startPunchcard(['serve'], environment, hasStarted)
  }

  /** Until the proxy sends orders to this process. */
  async isUsed(index: 0 | 1): Promise<void> {
    const metrics = `http://127.0.0.1:${this.metricsPorts[index]}/metrics`
    const deadline = Date.now() + 60_000
    while (!HAS_ORDERS.test(await (await fetch(metrics)).text())) {
      if (Date.now() > deadline) throw new Error('the proxy sends nothing to a process that is ready')
      await sleep(50)
    }
  }

  /** As `kill -9`, or a kernel that has no memory left. */
  async kill(index: 0 | 1): Promise<void> {
    const { process: child } = this.#processes[index] ?? {}
    child?.kill('SIGKILL')
    await this.#processes[index]?.stop()
  }

  async stopProcess(index: 0 | 1): Promise<void> {
    await this.#processes[index]?.stop()
  }

  send({ path, authorization, body }: Request): Promise<Answer> {
    const startedAt = performance.now()
    return new Promise((resolve) => {
      const done = (status: number, headers = {}, text = ''): void =>
        resolve({ status, headers, body: text, ms: performance.now() - startedAt })
      const sent = request(
        this.#url + path,
        {
          agent: this.#agent,
          method: body ? 'POST' : 'GET',
          headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
        },
        (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => {
            text += chunk
          })
          response.on('error', () => done(0))
          response.on('end', () => done(response.statusCode ?? 0, response.headers, text))
        },
      )
      sent.on('error', () => done(0))
      sent.end(body && JSON.stringify(body))
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#agent.destroy()
    const pids = await readFile(join(this.#folder, 'haproxy.pid'), 'utf8').catch(() => '')
    for (const pid of pids.split('\n').filter(Boolean)) process.kill(Number(pid))
    await Promise.all(this.#processes.map((one) => one?.stop()))
    await this.#shell.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** “A second process is a second pair of `server` lines.” */
async function proxyBlock(): Promise<string> {
  const block = (await readChecklist()).find(({ title }) => title.endsWith('. The proxy'))?.block ?? ''
  const second = (line: string): string =>
    line.replace('server one', 'server two').replace('$PORT', '$second_port')
  return block.replaceAll(/^ {2}server one.*$/gm, (line) => `${line}\n${second(line)}`)
}

export function isInstalled(program: string, versionFlag: string): boolean {
  try {
    execFileSync(program, [versionFlag])
    return true
  } catch {
    return false
  }
}

export function makeCertificate(file: string): void {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', `${file}.key`]
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...key, '-out', file, ...names], { stdio: 'pipe' })
  execFileSync('sh', ['-c', 'cat "$1.key" >>"$1"', 'sh', file])
}
