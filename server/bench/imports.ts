/**
 * `npm run bench:imports`: what a line of an import costs beside an order in a list of 500 and beside `COPY`, what its
 * dry run costs beside applying it, and how much memory a long file takes. Interleaved rounds, one run. README.md
 * explains each figure.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createLogger } from '../src/platform/log.ts'
import { UNHURRIED } from '../src/platform/postgres/roles.ts'
import { createSealer, makeSealingKey } from '../src/platform/sealing.ts'
import { systemClock } from '../src/platform/system-clock.ts'
import { migrateQueue } from '../src/worker/queue.ts'
import { ImportsAtWork } from '../test/support/imports-at-work.ts'
import { makeReward } from '../test/support/rewards.ts'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { median, spreadOf } from './figures.ts'
import { balancesOf, codesOf, customersOf, type FileToImport, ordersOf, REWARD } from './files-to-import.ts'
import { type Cost, costOf, countCost } from './process-times.ts'
import {
  runListLoad,
  type ServerProcess,
  startPunchcard,
  startTurns,
  type TurnsProcess,
} from './processes.ts'
import { psql } from './psql.ts'
import { openAsWorker } from './worker.ts'

const { values: flags } = parseArgs({
  options: {
    lines: { type: 'string' },
    rounds: { type: 'string' },
    'memory-lines': { type: 'string' },
    quick: { type: 'boolean', default: false },
    tiny: { type: 'boolean', default: false },
  },
})
const FULL = { lines: 20_000, rounds: 5, listSeconds: 6, memoryLines: 300_000 }
const QUICK = { lines: 5_000, rounds: 2, listSeconds: 3, memoryLines: 50_000 }
const TINY = { lines: 300, rounds: 1, listSeconds: 0.3, memoryLines: 1_000 }
const SIZE = flags.tiny ? TINY : flags.quick ? QUICK : FULL
const LINES = Number(flags.lines ?? SIZE.lines)
const ROUNDS = Number(flags.rounds ?? SIZE.rounds)
const MEMORY_LINES = Number(flags['memory-lines'] ?? SIZE.memoryLines)
/** Each merchant has as many customers as a file has lines. Files are the first merchant's, lists are everybody's. */
const TENANTS = flags.tiny ? 4 : 8
const TENANT = 1
const LISTS_AT_ONCE = 4
const ITEMS = 500
/** What `COPY` puts in belongs to tenants that the directory does not know. */
const COPIES_FROM = 1_000_000

const say = (text: string): void => void process.stderr.write(`${text}\n`)

interface Bench {
  readonly database: BenchDatabase
  readonly punchcard: ServerProcess
  readonly turns: TurnsProcess
  readonly imports: ImportsAtWork
  readonly folder: string
}

interface Turn extends Cost {
  readonly perSecond: number
}

async function measure(
  { database }: Bench,
  pids: readonly number[],
  work: () => Promise<number>,
): Promise<Turn> {
  const stop = countCost(pids, database.server.pid)
  const startedAt = performance.now()
  const count = await work()
  const perSecond = (count * 1_000) / (performance.now() - startedAt)
  const each = await stop()
  return { perSecond, ...each(count) }
}

let lists = 0

function sendLists(bench: Bench): Promise<Turn> {
  const { database, punchcard } = bench
  lists += 1
  return measure(bench, [punchcard.pid], async () => {
    const { requests } = await runListLoad({
      listPort: punchcard.port,
      connections: LISTS_AT_ONCE,
      seconds: SIZE.listSeconds,
      authorizations: database.authorizations,
      customersPerTenant: LINES,
      items: ITEMS,
      run: `i${lists}`,
    })
    return requests * ITEMS
  })
}

/** Runs one job to its end. */
async function takeJob({ turns }: Bench, job: { readonly id: number }): Promise<void> {
  const { state, problem } = await turns.take({ tenantId: TENANT, jobId: job.id })
  if (state !== 'done') throw new Error(`the job is ${state}: ${problem}`)
}

interface Imported {
  readonly check: Turn
  readonly apply: Turn
}

async function importFile(bench: Bench, { lines, ...made }: FileToImport): Promise<Imported> {
  const { turns, imports } = bench
  const imported = await imports.make(lines, made)
  const count = lines.length - 1
  const checking = await imports.check(imported)
  const check = await measure(bench, [turns.pid], async () => {
    await takeJob(bench, checking)
    return count
  })
  const { plan } = await imports.find(imported.id)
  if (plan?.findings.questions.length !== 0) throw new Error('the file of the benchmark raises questions')
  const applying = await imports.apply(imported)
  const apply = await measure(bench, [turns.pid], async () => {
    await takeJob(bench, applying)
    return count
  })
  const { applied } = await imports.find(imported.id)
  const { create = 0, update = 0 } = applied?.counts ?? {}
  if (create + update !== count) throw new Error(`of ${count} lines ${create + update} had an effect`)
  return { check, apply }
}

interface Copied {
  readonly table: string
  /** Which of the first merchant's rows. */
  readonly where: string
}

/** Puts rows of an import in once more, for another merchant, by `COPY`. `what` tells one such set from the others. */
async function copyAgain(
  bench: Bench,
  what: string,
  tables: readonly Copied[],
  lines: number,
): Promise<Turn> {
  const { database, folder } = bench
  // Terms have no index by customer, by which to find those of the round.
  const out = [`${UNHURRIED};\nanalyze ${tables.map(({ table }) => table).join()};\n`]
  const back = [`${UNHURRIED};\nset app.moving = 'on';\n`]
  copies += 1
  for (const { table, where } of tables) {
    const { rows } = await database.client.query<{ names: string }>(
      `select string_agg(quote_ident(column_name), ',' order by ordinal_position) as names
      from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and column_name <> 'tenant_id'`,
      [table],
    )
    const names = rows[0]?.names ?? ''
    const file = join(folder, `${table}-${what}`)
    out.push(
      `\\copy (select ${COPIES_FROM + copies} as tenant_id, ${names} from ${table} where tenant_id = ${TENANT} and ${where}) to '${file}'\n`,
    )
    back.push(`\\copy ${table} (tenant_id, ${names}) from '${file}'\n`)
  }
  await psql(database.url, out.join(''))
  return measure(bench, [], async () => {
    await psql(database.url, back.join(''))
    return lines
  })
}

let copies = 0

function copyCustomers(bench: Bench, round: number): Promise<Turn> {
  const mine = `select id from customer where tenant_id = ${TENANT} and original_id like 'k${round}-%'`
  const tables = [
    { table: 'customer', where: `id in (${mine})` },
    { table: 'customer_term', where: `customer_id in (${mine})` },
  ]
  return copyAgain(bench, String(round), tables, LINES)
}

function copyCodes(bench: Bench, round: number): Promise<Turn> {
  const tables = [
    { table: 'reward_configuration', where: 'true' },
    { table: 'pre_generated_coupon_list', where: 'true' },
    { table: 'pre_generated_coupon', where: `code like 'CODE-${round}-%'` },
  ]
  return copyAgain(bench, String(round), tables, LINES)
}

interface Round {
  readonly lists: readonly [Turn, Turn]
  readonly known: Imported
  readonly created: Imported
  readonly customers: Imported
  readonly copy: Turn
  readonly orders: Imported
  readonly codes: Imported
  readonly codesCopy: Turn
}

async function takeRound(bench: Bench, round: number): Promise<Round> {
  const before = await sendLists(bench)
  const known = await importFile(
    bench,
    balancesOf(LINES, round, (n) => `c${n}`),
  )
  const created = await importFile(
    bench,
    balancesOf(LINES, round, (n) => `n${round}-${n}`),
  )
  const after = await sendLists(bench)
  const customers = await importFile(bench, customersOf(LINES, round))
  const copy = await copyCustomers(bench, round)
  const orders = await importFile(bench, ordersOf(LINES, round))
  const codes = await importFile(bench, codesOf(LINES, round))
  const codesCopy = await copyCodes(bench, round)
  return { lists: [before, after], known, created, customers, copy, orders, codes, codesCopy }
}

const listCost = ({ lists: [before, after] }: Round): number => (costOf(before) + costOf(after)) / 2

interface Figure {
  readonly name: string
  readonly ratio: (round: Round) => number
  readonly goal: { readonly atMost: number } | { readonly atLeast: number }
}

/** Of CPU, of Node and PostgreSQL together; rates by the clock stand in each round's line. */
const FIGURES: readonly Figure[] = [
  {
    name: 'opening balances of known customers ÷ orders in lists',
    ratio: (round) => costOf(round.known.apply) / listCost(round),
    goal: { atMost: 0.9 },
  },
  {
    name: 'opening balances of new customers ÷ orders in lists',
    ratio: (round) => costOf(round.created.apply) / listCost(round),
    goal: { atMost: 1.3 },
  },
  {
    name: 'COPY ÷ customers',
    ratio: (round) => costOf(round.copy) / costOf(round.customers.apply),
    goal: { atLeast: 0.25 },
  },
  {
    name: 'orders that earn nothing ÷ orders in lists',
    ratio: (round) => costOf(round.orders.apply) / listCost(round),
    goal: { atMost: 1 },
  },
  {
    name: 'COPY ÷ coupon codes',
    ratio: (round) => costOf(round.codesCopy) / costOf(round.codes.apply),
    goal: { atLeast: 0.5 },
  },
  {
    name: 'apply ÷ dry run, balances of known customers',
    ratio: (round) => costOf(round.known.apply) / costOf(round.known.check),
    goal: { atLeast: 2 },
  },
  {
    name: 'apply ÷ dry run, balances of new customers',
    ratio: (round) => costOf(round.created.apply) / costOf(round.created.check),
    goal: { atLeast: 2 },
  },
  {
    name: 'apply ÷ dry run, customers',
    ratio: (round) => costOf(round.customers.apply) / costOf(round.customers.check),
    goal: { atLeast: 2 },
  },
  {
    name: 'apply ÷ dry run, orders',
    ratio: (round) => costOf(round.orders.apply) / costOf(round.orders.check),
    goal: { atLeast: 2 },
  },
]

const told = ({ perSecond, nodeMicroseconds, postgresMicroseconds }: Turn): string =>
  `${Math.round(nodeMicroseconds)} + ${Math.round(postgresMicroseconds)} µs (${Math.round(perSecond)}/s)`

const toldImport = ({ check, apply }: Imported): string => `dry run ${told(check)}, apply ${told(apply)}`

const isMissed = (value: number, goal: Figure['goal']): boolean =>
  'atMost' in goal ? value > goal.atMost : value < goal.atLeast

const MEMORY_MAX_MB = 150
/** Where there is more, garbage lies in it for as long as it fits. */
const LITTLE_ROOM = { NODE_OPTIONS: '--max-old-space-size=80 --max-semi-space-size=4' }

/** By a process that has done nothing else: the dry run of a long file, whose lines name a new customer each. */
async function measureMemory(bench: Bench, secretsKey: string): Promise<number> {
  const { database, imports } = bench
  const lines = Array.from({ length: MEMORY_LINES }, (_, n) => `m${n},${n % 5_000}.25,2037-12-31`)
  const imported = await imports.make(['id,points,expires_on', ...lines], { kind: 'openingBalances' })
  const turns = await startTurns(database.url, secretsKey, LITTLE_ROOM)
  try {
    const job = await imports.check(imported)
    const { state, mostBytes, idleBytes } = await turns.take({ tenantId: TENANT, jobId: job.id })
    if (state !== 'done') throw new Error(`the job is ${state}`)
    return (mostBytes - idleBytes) / 1e6
  } finally {
    await turns.stop()
  }
}

function reportRatios(rounds: readonly Round[]): number {
  let missed = 0
  const middle = (pick: (round: Round) => Turn): string => {
    const of = (part: keyof Cost): number => Math.round(median(rounds.map((round) => pick(round)[part])))
    return `${of('nodeMicroseconds')} + ${of('postgresMicroseconds')} µs`
  }
  process.stdout.write(
    `Node + PostgreSQL: an order in a list ${middle(({ lists }) => lists[0])}; a balance of a known customer ` +
      `${middle(({ known }) => known.apply)}, of a new one ${middle(({ created }) => created.apply)}; ` +
      `a customer ${middle(({ customers }) => customers.apply)}, by COPY ${middle(({ copy }) => copy)}; ` +
      `an order of a file ${middle(({ orders }) => orders.apply)}; a code ${middle(({ codes }) => codes.apply)}, ` +
      `by COPY ${middle(({ codesCopy }) => codesCopy)}\n`,
  )
  for (const { name, ratio, goal } of FIGURES) {
    const spread = spreadOf(rounds.map(ratio), 2)
    const wanted = 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`
    const verdict = isMissed(spread.median, goal) ? ', missed' : ''
    if (verdict) missed += 1
    process.stdout.write(
      `${name}: ${spread.median} (${spread.least} to ${spread.most}), goal ${wanted}${verdict}\n`,
    )
  }
  return missed
}

function reportMemory(memoryMb: number): number {
  const isMissed = memoryMb > MEMORY_MAX_MB
  process.stdout.write(
    `dry run of ${MEMORY_LINES} lines: ${Math.round(memoryMb)} MB above idle, goal ≤ ${MEMORY_MAX_MB}${isMissed ? ', missed' : ''}\n`,
  )
  return isMissed ? 1 : 0
}

const database = await openBenchDatabase({ tenants: TENANTS, customersPerTenant: LINES }, say)
await migrateQueue(database.url, createLogger({ level: 'error', destination: process.stderr }))
const secretsKey = makeSealingKey()
const ownDatabase = openAsWorker(database.url, createSealer([Buffer.from(secretsKey, 'base64')]))
const punchcard = await startPunchcard(database.url)
const turns = await startTurns(database.url, secretsKey)
const folder = await mkdtemp(join(tmpdir(), 'punchcard-imports-'))
try {
  const imports = new ImportsAtWork({ database: ownDatabase, tenantId: TENANT, clock: systemClock })
  await makeReward(ownDatabase, TENANT, { title: REWARD })
  const bench = { database, punchcard, turns, imports, folder }
  if (ROUNDS > 0) {
    say('warming up')
    await takeRound(bench, 0)
  }
  const rounds: Round[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    await database.client.query('vacuum analyze')
    const figures = await takeRound(bench, round)
    rounds.push(figures)
    say(
      `round ${round} of ${ROUNDS}: lists ${figures.lists.map(told).join(', ')}; known ${toldImport(figures.known)}; ` +
        `new ${toldImport(figures.created)}; customers ${toldImport(figures.customers)}; COPY ${told(figures.copy)}; ` +
        `orders ${toldImport(figures.orders)}; codes ${toldImport(figures.codes)}; COPY ${told(figures.codesCopy)}`,
    )
  }
  const missed =
    (rounds.length > 0 ? reportRatios(rounds) : 0) + reportMemory(await measureMemory(bench, secretsKey))
  if (missed > 0 && !flags.tiny) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
  await turns.stop()
  await punchcard.stop()
  await ownDatabase.close()
  await database.close()
}
