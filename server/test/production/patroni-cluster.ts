import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { chmod, chown, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, accountToRunAs } from '../../src/platform/local-postgres/system-user.ts'
import { ChecklistShell, type Step } from './checklist.ts'

export const NAMES = ['one', 'two', 'three'] as const
export type NodeName = (typeof NAMES)[number]

const BRIDGE = 'pc-patroni'
/** A network that is used on few machines, for the machines of the page are not these. */
const NETWORK = '10.213.85'
const HERE = `${NETWORK}.254`
const PASSWORDS = { superuser: 'of-the-superuser', standby: 'of-the-standby', patroni: 'of-patroni' }

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly lag?: number | string
}

/** A machine of the page: a network namespace with etcd, Patroni and PostgreSQL. */
class Machine {
  readonly name: NodeName
  readonly address: string
  readonly folder: string
  readonly account: Account | undefined
  etcd: ChildProcess | null = null
  patroni: ChildProcess | null = null

  constructor(name: NodeName, folder: string, account: Account | undefined) {
    this.name = name
    this.address = addressOf(name)
    this.folder = join(folder, name)
    this.account = account
  }

  get namespace(): string {
    return `${BRIDGE}-${this.name}`
  }

  /** Its end of the cable, on the switch. */
  get plug(): string {
    return `pcp-${this.name}`
  }

  startEtcd(): void {
    this.etcd = this.#start('etcd', ['--config-file', join(this.folder, 'etcd.yml')])
  }

  startPatroni(): void {
    this.patroni = this.#start('patroni', [join(this.folder, 'patroni.yml')])
  }

  #start(program: string, args: readonly string[]): ChildProcess {
    const { uid = 0, gid = 0 } = this.account ?? {}
    const as = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
    const child = spawn('ip', ['netns', 'exec', this.namespace, ...as, program, ...args], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, HOME: this.folder, LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const log = createWriteStream(join(this.folder, `${program}.log`), { flags: 'a' })
    child.stdout?.pipe(log, { end: false })
    child.stderr?.pipe(log, { end: false })
    return child
  }

  /** Of PostgreSQL: its first process and all that it started. */
  async postgresPids(): Promise<number[]> {
    const file = join(this.folder, 'data/punchcard/postmaster.pid')
    const first = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
    if (!first) return []
    return [first, ...pidsOf('ps', ['-o', 'pid=', '--ppid', String(first)])]
  }

  async signalPostgres(signal: NodeJS.Signals): Promise<void> {
    for (const pid of await this.postgresPids()) send(pid, signal)
  }

  signalPatroni(signal: NodeJS.Signals): void {
    if (this.patroni?.pid) send(this.patroni.pid, signal)
  }

  killEtcd(): void {
    if (this.etcd?.pid) send(this.etcd.pid, 'SIGKILL')
    this.etcd = null
  }

  cutOff(): void {
    ip('link', 'set', this.plug, 'down')
  }

  plugIn(): void {
    ip('link', 'set', this.plug, 'up')
  }

  /** From the other two machines, while `serve` still reaches it. */
  blind(): void {
    for (const other of NAMES) if (other !== this.name) this.#route('add', addressOf(other))
  }

  unblind(): void {
    for (const other of NAMES) if (other !== this.name) this.#route('del', addressOf(other))
  }

  #route(verb: 'add' | 'del', address: string): void {
    ip('-n', this.namespace, 'route', verb, 'blackhole', `${address}/32`)
  }
}

/** The three machines of docs/operating/high-availability.md on this one, each in a network namespace. */
export class PatroniCluster implements AsyncDisposable {
  readonly machines: readonly Machine[]
  #proxy: ChildProcess | null = null

  private constructor(machines: readonly Machine[]) {
    this.machines = machines
  }

  /** `steps`: the blocks of the page, which write the configurations. */
  static async start(
    folder: string,
    steps: readonly Step[],
    programs: string,
    databasePort: number,
  ): Promise<PatroniCluster> {
    await chmod(folder, 0o755)
    const account = await accountToRunAs(folder)
    const cluster = new PatroniCluster(NAMES.map((name) => new Machine(name, folder, account)))
    try {
      plugMachinesIn(cluster.machines)
      for (const machine of cluster.machines)
        await writeConfigurations(machine, steps, programs, databasePort)
      for (const machine of cluster.machines) machine.startEtcd()
      for (const machine of cluster.machines) machine.startPatroni()
      cluster.#proxy = spawn('haproxy', ['-db', '-f', join(folder, 'one/database.cfg')], { stdio: 'ignore' })
      await cluster.untilWhole()
    } catch (error) {
      await cluster[Symbol.asyncDispose]()
      throw error
    }
    return cluster
  }

  machine(name: string): Machine {
    const found = this.machines.find((one) => one.name === name)
    if (!found) throw new Error(`no machine is called ${name}`)
    return found
  }

  get superuserPassword(): string {
    return PASSWORDS.superuser
  }

  /** As whichever Patroni answers sees them; empty: none does. */
  async members(): Promise<readonly Member[]> {
    for (const { address } of this.machines) {
      const answer = await ask(`http://${address}:8008/cluster`)
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }

  /** The machine that holds the key, and takes writes; `after`: another than that, whatever it takes itself for. */
  async primary(after?: string): Promise<Machine | null> {
    const answers = await Promise.all(
      this.machines.map(async (machine) => ({
        machine,
        isPrimary: (await ask(`http://${machine.address}:8008/primary`))?.status === 200,
      })),
    )
    return answers.find(({ machine, isPrimary }) => isPrimary && machine.name !== after)?.machine ?? null
  }

  /**
   * A primary, two standbys that follow it, and one of them synchronous where that is wanted. Patroni calls a former
   * primary well whose last writes nobody else has, while it waits to be rewound: so the primary is asked who follows.
   */
  async untilWhole({ isSynchronous = true } = {}): Promise<void> {
    const deadline = Date.now() + 180_000
    for (;;) {
      const members = await this.members()
      const count = (role: string) => members.filter((one) => one.role === role && isWell(one)).length
      const isWhole = isSynchronous
        ? count('leader') === 1 && count('sync_standby') === 1 && count('replica') === 1
        : count('leader') === 1 && count('replica') === 2
      if (isWhole && (await this.#followers()) === 2) return
      if (Date.now() > deadline) throw new Error(`the cluster is not whole: ${JSON.stringify(members)}`)
      await sleep(500)
    }
  }

  /** How many standbys stream from the primary; 0 without one. */
  async #followers(): Promise<number> {
    const primary = await this.primary()
    const answer = primary && (await ask(`http://${primary.address}:8008/patroni`))
    if (!answer?.ok) return 0
    const { replication = [] } = (await answer.json()) as { replication?: { state: string }[] }
    return replication.filter(({ state }) => state === 'streaming').length
  }

  /** For saying why a test failed. */
  async lastWords(): Promise<string> {
    const logs = this.machines.map(async ({ name, folder }) => {
      const text = await readFile(join(folder, 'patroni.log'), 'utf8').catch(() => '')
      const lines = text.split('\n').filter((line) => / (INFO|WARNING|ERROR): /.test(line))
      return `${name}:\n${lines.slice(-60).join('\n')}`
    })
    return (await Promise.all(logs)).join('\n')
  }

  /** As `patronictl edit-config` does. */
  async configure(change: object): Promise<void> {
    const primary = await this.primary()
    const answer = await fetch(`http://${primary?.address}:8008/config`, {
      method: 'PATCH',
      headers: { authorization: `Basic ${btoa(`patroni:${PASSWORDS.patroni}`)}` },
      body: JSON.stringify(change),
    })
    if (!answer.ok) throw new Error(`Patroni refused ${JSON.stringify(change)}: ${await answer.text()}`)
    // Each machine reads it once in `loop_wait`.
    await sleep(6_000)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#proxy?.kill('SIGKILL')
    for (const machine of this.machines) {
      machine.signalPatroni('SIGKILL')
      await machine.signalPostgres('SIGKILL')
      machine.killEtcd()
    }
    await sleep(500)
    unplugMachines(this.machines)
  }
}

function isWell({ role, state, lag }: Member): boolean {
  return ['running', 'streaming'].includes(state) && (role === 'leader' || lag === 0)
}

function addressOf(name: NodeName): string {
  return `${NETWORK}.${NAMES.indexOf(name) + 1}`
}

async function writeConfigurations(
  machine: Machine,
  steps: readonly Step[],
  programs: string,
  databasePort: number,
): Promise<void> {
  const { name, folder, account } = machine
  const data = join(folder, 'data')
  for (const made of [folder, data]) {
    await mkdir(made, { recursive: true })
    if (account) await chown(made, account.uid, account.gid)
  }
  await chmod(data, 0o700)
  const values = {
    ...Object.fromEntries(NAMES.map((other) => [other, addressOf(other)])),
    name,
    address: machine.address,
    folder,
    data,
    programs,
    superuser_password: PASSWORDS.superuser,
    standby_password: PASSWORDS.standby,
    patroni_password: PASSWORDS.patroni,
  }
  const chosen = [...(steps[0]?.block ?? '').matchAll(/(?<=^|\s)(\w+)=/gm)].map(([, one]) => one)
  if (chosen.sort().join() !== Object.keys(values).sort().join()) {
    throw new Error(`the page lets people choose ${chosen}`)
  }
  const shell = new ChecklistShell(folder, { PATH: process.env.PATH, HOME: folder }, folder)
  const assignments = Object.entries(values).map(([key, value]) => `${key}='${value}'`)
  await shell.run({ title: 'the values of this machine', block: assignments.join('\n') })
  for (const { title, block } of steps.slice(1)) {
    await shell.run({ title, block: block.replace('database_port=6432', `database_port=${databasePort}`) })
  }
  await shell.stop()
  if (!account) return
  for (const file of ['etcd.yml', 'patroni.yml']) await chown(join(folder, file), account.uid, account.gid)
}

/** One switch, and a cable to each machine. */
function plugMachinesIn(machines: readonly Machine[]): void {
  unplugMachines(machines)
  ip('link', 'add', BRIDGE, 'type', 'bridge')
  ip('address', 'add', `${HERE}/24`, 'dev', BRIDGE)
  ip('link', 'set', BRIDGE, 'up')
  for (const { namespace, plug, address } of machines) {
    ip('netns', 'add', namespace)
    ip('link', 'add', plug, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
    ip('link', 'set', plug, 'master', BRIDGE, 'up')
    ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'eth0')
    ip('-n', namespace, 'link', 'set', 'eth0', 'up')
    ip('-n', namespace, 'link', 'set', 'lo', 'up')
  }
}

/** With all that runs there, of this run or of one that was broken off. */
function unplugMachines(machines: readonly Machine[]): void {
  for (const { namespace, plug } of machines) {
    for (const pid of pidsOf('ip', ['netns', 'pids', namespace])) send(pid, 'SIGKILL')
    tryIp('link', 'delete', plug)
    tryIp('netns', 'delete', namespace)
  }
  tryIp('link', 'delete', BRIDGE)
}

function ip(...args: readonly string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

function tryIp(...args: readonly string[]): void {
  try {
    ip(...args)
  } catch {
    // It was not there.
  }
}

/** What a program lists; none where it fails. */
function pidsOf(program: string, args: readonly string[]): number[] {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .map(Number)
      .filter((pid) => pid > 0)
  } catch {
    return []
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended already.
  }
}

async function ask(url: string): Promise<Response | null> {
  return fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => null)
}
