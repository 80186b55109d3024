import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../cli/punchcard-process.ts'

interface Answer {
  readonly status: string
  readonly error?: string
  readonly data: { readonly result: readonly { readonly value: readonly [number, string] }[] }
}

interface RulesAnswer {
  readonly data: {
    readonly groups: readonly { readonly rules: readonly { name: string; health: string }[] }[]
  }
}

interface AlertsAnswer {
  readonly data: {
    readonly alerts: readonly { readonly state: string; readonly labels: Readonly<Record<string, string>> }[]
  }
}

/** A Prometheus of its own, in a folder of its own, that asks each second. */
export class Prometheus implements AsyncDisposable {
  readonly #child: ChildProcess
  readonly #url: string
  readonly #folder: string

  private constructor(child: ChildProcess, url: string, folder: string) {
    this.#child = child
    this.#url = url
    this.#folder = folder
  }

  /** `targets`: host and port, or several of them, by the name of the job. */
  static async start(
    targets: Readonly<Record<string, string | readonly string[]>>,
    rules: string,
  ): Promise<Prometheus> {
    const folder = await mkdtemp(join(tmpdir(), 'punchcard-prometheus-'))
    const port = await freePort()
    const config = {
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [rules],
      scrape_configs: Object.entries(targets).map(([name, target]) => ({
        job_name: name,
        static_configs: [{ targets: [target].flat() }],
      })),
    }
    // JSON is YAML.
    await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config))
    const child = spawn(
      'prometheus',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore', cwd: folder },
    )
    await once(child, 'spawn')
    const prometheus = new Prometheus(child, `http://127.0.0.1:${port}`, folder)
    while (!(await prometheus.#isReady())) {
      if (child.exitCode !== null) throw new Error('prometheus ended before it was ready')
      await sleep(100)
    }
    return prometheus
  }

  async #isReady(): Promise<boolean> {
    return fetch(`${this.#url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  /** How many numbers a query finds. One that cannot be computed (0 / 0) is none. */
  async count(query: string): Promise<number> {
    const response = await fetch(`${this.#url}/api/v1/query`, {
      method: 'POST',
      body: new URLSearchParams({ query }),
    })
    const { status, error, data } = (await response.json()) as Answer
    if (status !== 'success') throw new Error(`${query}: ${error}`)
    return data.result.filter(({ value }) => value[1] !== 'NaN').length
  }

  /** The rules by name, with what became of their evaluation. */
  async rules(): Promise<Map<string, string>> {
    const { data } = (await (await fetch(`${this.#url}/api/v1/rules`)).json()) as RulesAnswer
    return new Map(data.groups.flatMap(({ rules }) => rules.map(({ name, health }) => [name, health])))
  }

  /** What fires at this moment: the alert with its severity, and the cell if it has one. */
  async firing(): Promise<string[]> {
    const { data } = (await (await fetch(`${this.#url}/api/v1/alerts`)).json()) as AlertsAnswer
    const names = data.alerts
      .filter(({ state }) => state === 'firing')
      .map(({ labels: { alertname, severity, cell } }) => `${severity} ${alertname}${cell ? ` ${cell}` : ''}`)
    return [...new Set(names)]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await ended
    await rm(this.#folder, { recursive: true, force: true })
  }
}
