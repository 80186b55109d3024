/**
 * `npm run bench:against -- COMMIT`: what an order costs this checkout beside another commit, in CPU of Node and
 * PostgreSQL, in pairs of turns; and in bytes. With `--rules` this checkout earns under a program with conditions,
 * exclusions, a cap and a card; with `--exact` it counts statements, rows and bytes of the log instead. README.md explains
 * each figure.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import type { BenchDatabase } from './database.ts'
import { countExactly, type Exact } from './exact.ts'
import { ratiosToItself, spreadOf } from './figures.ts'
import { type Cost, childrenOf, costOf, countCost } from './process-times.ts'
import { runOrderLoad, type ServerProcess } from './processes.ts'
import { hasWrk, runWrk } from './wrk.ts'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string' },
    seconds: { type: 'string' },
    'warm-up': { type: 'string' },
    tiny: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    'new-customers': { type: 'boolean', default: false },
    rules: { type: 'boolean', default: false },
    exact: { type: 'boolean', default: false },
    tenants: { type: 'string' },
    with: { type: 'string', multiple: true, default: [] },
  },
})
const FULL = { tenants: 200, customersPerTenant: 1_000, pairs: 9, seconds: 8, warmUpSeconds: 20 }
/** Among them the exact orders take turns. */
const EXACT_TENANTS = Number(flags.tenants ?? 1)
const TINY = { tenants: 20, customersPerTenant: 100, pairs: 1, seconds: 0.3, warmUpSeconds: 0.3 }
const SIZE = flags.tiny ? TINY : FULL
const PAIRS = Number(flags.pairs ?? SIZE.pairs)
const SECONDS = Number(flags.seconds ?? SIZE.seconds)
const WARM_UP_SECONDS = Number(flags['warm-up'] ?? SIZE.warmUpSeconds)
/** Among so many, each order is the first of its customer. */
const NEW_CUSTOMERS = 1_000_000_000
/** PostgreSQL's sessions tell their statistics after ten idle seconds. */
const EXACT = flags.tiny ? { orders: 20, statisticsMs: 0 } : { orders: 1_000, statisticsMs: 11_000 }
const CONNECTIONS = flags.tiny ? 16 : 128

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** One version: its own code, its own PostgreSQL, its own server. */
interface Side extends OpenedSide {
  readonly server: ServerProcess
  readonly nodePid: number
}

interface OpenedSide {
  readonly name: string
  readonly database: BenchDatabase
  readonly startPunchcard: BenchModules['startPunchcard']
}

interface BenchModules {
  readonly openBenchDatabase: (size: typeof SIZE, say: (text: string) => void) => Promise<BenchDatabase>
  readonly startPunchcard: (url: string) => Promise<ServerProcess>
}

/** Each version starts what it measures with its own files: their settings and tables are its own. */
async function openDatabaseOf(name: string, folder: string, size = SIZE): Promise<OpenedSide> {
  const load = (file: string): Promise<unknown> =>
    import(pathToFileURL(join(folder, 'server/bench', file)).href)
  const modules = Object.assign({}, await load('database.ts'), await load('processes.ts')) as BenchModules
  say(`${name}: a database of its own`)
  const database = await modules.openBenchDatabase(size, () => {})
  return { name, database, startPunchcard: modules.startPunchcard }
}

async function openSide(name: string, folder: string, settings: readonly string[]): Promise<Side> {
  const opened = await openDatabaseOf(name, folder)
  const { database } = opened
  const before = new Set(childrenOf(process.pid))
  for (const [setting = '', value] of settings.map((one) => one.split(/=(.*)/s))) process.env[setting] = value
  const server = await opened.startPunchcard(database.url)
  for (const [setting = ''] of settings.map((one) => one.split('='))) delete process.env[setting]
  const nodePid = childrenOf(process.pid).find((pid) => !before.has(pid) && pid !== database.server.pid)
  if (nodePid === undefined) throw new Error('the server that was started is not to be found')
  return { ...opened, server, nodePid }
}

/** On top of the plain program: three bonuses with conditions, two exclusions, a cap a day and a card. */
const RULES = [
  { id: 101, kind: 'order', points: '5', when: { minimumOrder: '50' } },
  { id: 102, kind: 'brand', ids: ['aurora'], multiplier: '2', when: { days: ['mon', 'thu'] } },
  {
    id: 103,
    kind: 'branch',
    ids: ['sp-01'],
    points: '3',
    when: { hours: [{ from: '08:00', until: '20:00' }] },
  },
  { id: 104, kind: 'exclude', of: 'category', ids: ['gift-card'] },
  { id: 105, kind: 'exclude', of: 'shipping' },
  { id: 106, kind: 'cap', points: '5000', per: 'day' },
  {
    id: 107,
    kind: 'card',
    name: 'Beans',
    counts: 'items',
    of: 'product',
    ids: ['beans-1000'],
    stamps: 10,
    points: '20',
  },
]

async function publishRules({ client }: BenchDatabase): Promise<void> {
  await client.query(
    `insert into program_version (tenant_id, version, program, format)
    select tenant_id, 2, jsonb_set(program, '{rules}', (program -> 'rules') || $1::jsonb), 2
    from program_version where version = 1`,
    [JSON.stringify(RULES)],
  )
}

async function closeSide({ server, database }: Side): Promise<void> {
  await server.stop()
  await database.close()
}

let runs = 0

async function takeTurn(side: Side, seconds: number): Promise<Cost> {
  runs += 1
  const { database, server, nodePid } = side
  const send = (await hasWrk()) ? runWrk : runOrderLoad
  const ordersBefore = await countOrders(database)
  const stop = countCost(nodePid, database.server.pid)
  await send({
    ports: [server.port],
    connections: CONNECTIONS,
    seconds,
    authorizations: database.authorizations,
    customersPerTenant: flags['new-customers'] ? NEW_CUSTOMERS : SIZE.customersPerTenant,
    isHot: false,
    refusedPerMille: 0,
    run: `a${runs}`,
  })
  const each = await stop()
  return each((await countOrders(database)) - ordersBefore)
}

async function countOrders({ client }: BenchDatabase): Promise<number> {
  const { rows } = await client.query<{ count: string }>('select count(*) from customer_order')
  return Number(rows[0]?.count ?? 0)
}

/** Everything that grows with orders, indexes included, whatever tables a version has. With new customers, those too. */
async function storedBytes({ client }: BenchDatabase): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select relname as name, pg_relation_size(oid) as bytes from pg_class
    where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace
      and ($1 or relname !~ '^customer_(pkey|original)' and relname not in ('customer'))`,
    [flags['new-customers']],
  )
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}

interface Growth {
  readonly bytesPerOrder: number
  /** What an order adds to each table and index; less than one byte is left out. */
  readonly parts: Readonly<Record<string, number>>
}

async function growthDuring(side: Side, work: () => Promise<unknown>): Promise<Growth> {
  const before = await storedBytes(side.database)
  const ordersBefore = await countOrders(side.database)
  await work()
  const orders = (await countOrders(side.database)) - ordersBefore
  const parts: Record<string, number> = {}
  let total = 0
  for (const [name, bytes] of await storedBytes(side.database)) {
    const added = (bytes - (before.get(name) ?? 0)) / orders
    total += added
    if (added >= 1) parts[name] = Math.round(added)
  }
  return { bytesPerOrder: Math.round(total), parts }
}

/** Each after the other, and the one that begins changes: a machine that slows down slows both. */
async function measurePairs(here: Side, there: Side, pairs: number): Promise<[Cost, Cost][]> {
  const turns: [Cost, Cost][] = []
  for (let pair = 1; pair <= pairs; pair += 1) {
    const isHereFirst = pair % 2 === 1
    const first = await takeTurn(isHereFirst ? here : there, SECONDS)
    const second = await takeTurn(isHereFirst ? there : here, SECONDS)
    const turn: [Cost, Cost] = isHereFirst ? [first, second] : [second, first]
    turns.push(turn)
    const [mine, other] = turn.map(
      (one) => `${one.nodeMicroseconds.toFixed(0)} + ${one.postgresMicroseconds.toFixed(0)}`,
    )
    say(
      `pair ${pair} of ${pairs}: ${mine} µs against ${other} µs, ratio ${(costOf(turn[0]) / costOf(turn[1])).toFixed(3)}`,
    )
  }
  return turns
}

async function checkOut(commit: string): Promise<{ folder: string; remove: () => Promise<void> }> {
  const parent = await mkdtemp(join(tmpdir(), 'punchcard-against-'))
  const folder = join(parent, 'checkout')
  say(`checking out ${commit}`)
  await run('git', ['worktree', 'add', '--detach', folder, commit], { cwd: root })
  const remove = async (): Promise<void> => {
    await run('git', ['worktree', 'remove', '--force', folder], { cwd: root })
    await rm(parent, { recursive: true, force: true })
  }
  try {
    await install(folder)
    return { folder, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** The same versions of all packages are there already: only other ones are installed. */
async function install(folder: string): Promise<void> {
  const lockIn = (checkout: string): Promise<string> => readFile(join(checkout, 'package-lock.json'), 'utf8')
  if ((await lockIn(folder)) === (await lockIn(root))) {
    for (const modules of ['node_modules', 'server/node_modules'].filter((name) =>
      existsSync(join(root, name)),
    ))
      await symlink(join(root, modules), join(folder, modules))
    return
  }
  say('npm ci')
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, maxBuffer: 1e8 })
}

async function main(): Promise<void> {
  const [commit = 'HEAD'] = positionals
  if (!existsSync('/proc/self/stat')) {
    throw new Error('this reads processor times from /proc, so it needs Linux')
  }
  const other = await checkOut(commit)
  const sides: Side[] = []
  try {
    if (flags.exact) {
      await compareExactly(commit, other.folder)
      return
    }
    sides.push(await openSide('this checkout', root, flags.with))
    if (flags.rules) for (const { database } of sides) await publishRules(database)
    sides.push(await openSide(commit, other.folder, []))
    const [here, there] = sides
    if (!here || !there) throw new Error('a side is missing')
    say('warming up')
    const growth: Growth[] = []
    for (const side of sides) growth.push(await growthDuring(side, () => takeTurn(side, WARM_UP_SECONDS)))
    report(await measurePairs(here, there, PAIRS), growth, commit)
  } finally {
    for (const side of sides) await closeSide(side)
    await other.remove()
  }
}

/** One after the other: what is counted does not depend on what else runs. */
async function compareExactly(commit: string, folder: string): Promise<void> {
  const counted: Exact[] = []
  for (const [name, checkout] of [
    ['this checkout', root],
    [commit, folder],
  ] as const) {
    const side = await openDatabaseOf(name, checkout, { ...TINY, tenants: EXACT_TENANTS })
    try {
      if (flags.rules && counted.length === 0) await publishRules(side.database)
      counted.push(await countExactly(side.database, side.startPunchcard, EXACT))
    } finally {
      await side.database.close()
    }
  }
  const [here, there] = counted
  if (!here || !there) throw new Error('a side is missing')
  if (flags.json) process.stdout.write(`${JSON.stringify({ against: commit, here, there })}\n`)
  else {
    process.stdout.write(
      `${EXACT.orders} equal orders of ${EXACT_TENANTS} tenants, one after the other; an order:\n`,
    )
    for (const name of ['statements', 'rounds', 'rows', 'walBytes'] as const) {
      process.stdout.write(
        `${name.padEnd(14)}${here[name].toFixed(2).padStart(10)}   against ${there[name].toFixed(2)}\n`,
      )
    }
  }
}

function report(pairs: readonly [Cost, Cost][], [here, there]: readonly Growth[], commit: string): void {
  const ratios = (pick: (turn: Cost) => number) =>
    spreadOf(
      pairs.map(([mine, other]) => pick(mine) / pick(other)),
      3,
    )
  const costs = (side: 0 | 1) =>
    spreadOf(
      pairs.map((pair) => costOf(pair[side])),
      0,
    )
  const summary = {
    against: commit,
    pairs: pairs.length,
    ratio: ratios(costOf),
    ratioNode: ratios((turn) => turn.nodeMicroseconds),
    ratioPostgres: ratios((turn) => turn.postgresMicroseconds),
    itself: spreadOf(ratiosToItself(pairs.map(([mine, other]) => [costOf(mine), costOf(other)])), 3),
    microseconds: { here: costs(0).median, there: costs(1).median },
    bytesPerOrder: { here: here?.bytesPerOrder, there: there?.bytesPerOrder },
    parts: { here: here?.parts, there: there?.parts },
  }
  if (flags.json) {
    process.stdout.write(`${JSON.stringify(summary)}\n`)
    return
  }
  const { ratio, ratioNode, ratioPostgres, itself, microseconds, bytesPerOrder } = summary
  const line = (name: string, { median, least, most }: typeof ratio): string =>
    `${name.padEnd(22)}${median.toFixed(3).padStart(8)}   ${least.toFixed(3)} to ${most.toFixed(3)}\n`
  process.stdout.write(
    `${pairs.length} pairs\n` +
      line('CPU an order', ratio) +
      line('  Node', ratioNode) +
      line('  PostgreSQL', ratioPostgres) +
      (pairs.length > 1 ? line('  a side ÷ itself', itself) : '') +
      `${'microseconds'.padEnd(22)}${microseconds.here.toFixed(0).padStart(8)}   against ${microseconds.there.toFixed(0)}\n` +
      `${'bytes an order'.padEnd(22)}${String(bytesPerOrder.here).padStart(8)}   against ${bytesPerOrder.there}\n`,
  )
  const names = new Set([...Object.keys(here?.parts ?? {}), ...Object.keys(there?.parts ?? {})])
  for (const name of [...names].sort()) {
    const [mine, other] = [here?.parts[name] ?? 0, there?.parts[name] ?? 0]
    if (mine !== other)
      process.stdout.write(`  ${name.padEnd(32)}${String(mine).padStart(6)}   against ${other}\n`)
  }
}

await main()
