/**
 * A program file with more than 200 things is planned by a job, and applied as it was planned. `PLAN_TIMES=1` prints how
 * long the largest one takes.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FastifyInstance, fastify } from 'fastify'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { tillOfEachCell } from '../../src/app/tills.ts'
import { PERMISSIONS } from '../../src/contract/permission.ts'
import { OPEN_JOBS_MAX } from '../../src/jobs/rules/change-job.ts'
import { withLocalClient } from '../../src/management/client.ts'
import { ALL_JOB_KINDS } from '../../src/management/job-kinds.ts'
import { serveAdminApi } from '../../src/management/management-api.ts'
import { authenticateAs } from '../../src/people/admin-api/authenticate.ts'
import { createLogger } from '../../src/platform/log.ts'
import type { ProgramFile } from '../../src/program-file/file.ts'
import { planProgramFile } from '../../src/program-file/schema.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { takeOneTurn } from '../backtests/try-out.ts'
import { runHere } from '../cli/run-here.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { clientOf } from '../support/client-of.ts'
import { useTestApi } from '../support/test-api.ts'

vi.setConfig({ testTimeout: 300_000 })

const test = useTestApi()
const admin = useManager(() => test.api)

beforeAll(() =>
  migrateQueue(test.api.databaseUrl, createLogger({ level: 'error', destination: process.stderr })),
)

interface Plan {
  readonly changes: readonly { readonly kind: string; readonly section: string }[]
  readonly warnings: readonly unknown[]
  readonly basis: string
}
interface JobShown {
  readonly id: number
  readonly kind: string
  readonly state: string
}
interface Planned {
  readonly job: JobShown
  readonly plan: Plan | null
}

const rewards = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    return { key: `r-${n + 1}`, type: 'custom', title: `Reward ${n + 1}`, points: '300' }
  })
const quizzes = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const questions = [{ text: 'Coffee or tea?', type: 'singleChoice', options: ['Coffee', 'Tea'] }]
    return { key: `q-${n + 1}`, name: `Quiz ${n + 1}`, points: '5', questions }
  })
const tiers = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const goals = n === 0 ? {} : { goals: [{ measure: 'spend', value: String(n * 100), months: 12 }] }
    return { key: `t-${n + 1}`, name: `Tier ${n + 1}`, ...(n === 0 ? { base: true } : {}), ...goals }
  })
const rules = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const name = `Rule ${n + 1}`
    return n === 0
      ? { id: 1, kind: 'purchase', name, points: '1' }
      : { id: n + 1, kind: 'brand', name, ids: [`brand-${n}`], multiplier: '2' }
  })

const fileWith = (sections: Omit<Partial<ProgramFile>, 'punchcard'>) =>
  ({ punchcard: 1, ...sections }) as ProgramFile
/** As much of everything as the schema takes. */
const LARGEST = fileWith({
  program: { cashback: { isOn: true, pointValue: '0.05' }, rules: rules(200) },
  ...{ tiers: tiers(50), rewards: rewards(1_000), quizzes: quizzes(1_000) },
  storefront: { programName: 'Clube', origins: ['https://shop.example'] },
})

async function open(): Promise<Manager> {
  return admin.manager(await test.api.openShop())
}

const ask = (manager: Manager, file: ProgramFile) =>
  manager.send<Plan & Planned>('POST', '/program-file/plan', { file })
const shownPlan = (manager: Manager, id: number) => manager.send<Planned>('GET', `/program-file/plans/${id}`)
const turn = (manager: Manager) => takeOneTurn(test.api, manager.shop.tenantId, ALL_JOB_KINDS)

async function planned(manager: Manager, file: ProgramFile): Promise<Plan> {
  const { status, body } = await ask(manager, file)
  expect([status, body.job.kind, body.job.state]).toEqual([202, 'plan', 'queued'])
  expect((await shownPlan(manager, body.job.id)).body.plan).toBeNull()
  await turn(manager)
  const found = await shownPlan(manager, body.job.id)
  expect([found.status, found.body.job.state]).toEqual([200, 'done'])
  if (!found.body.plan) throw new Error('a job that is done has a plan')
  return found.body.plan
}

/** Without a job, as the command line plans any file that has the database. */
const planAtOnce = ({ shop }: Manager, file: ProgramFile) =>
  withLocalClient(test.api.cells, shop.tenantId, (client) => client.call(planProgramFile, { file }))

async function rowsOf<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
  const client = clientOf(test.api.databaseUrl)
  await client.connect()
  try {
    return (await client.query(text, values)).rows as Row[]
  } finally {
    await client.end()
  }
}

async function countOf({ shop }: Manager, table: string): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    `select count(*)::int as count from ${table} where tenant_id = $1`,
    [shop.tenantId],
  )
  return row?.count ?? 0
}

describe('a plan', () => {
  it('of 200 things is answered at once, and of 201 by a job with the same plan', async () => {
    const manager = await open()
    const small = await ask(manager, fileWith({ rewards: rewards(200) }))
    expect([small.status, small.body.changes.length]).toEqual([200, 200])
    const file = fileWith({ rewards: rewards(150), quizzes: quizzes(50), tiers: tiers(1) })
    const plan = await planned(manager, file)
    expect(plan.changes).toHaveLength(201)
    expect(plan).toEqual(await planAtOnce(manager, file))
    // Nothing was changed by either.
    expect([await countOf(manager, 'reward_configuration'), await countOf(manager, 'quiz')]).toEqual([0, 0])
  })

  it('of the largest file is the same as that of the command line, and the file can be applied', async () => {
    const manager = await open()
    const begun = performance.now()
    const plan = await planned(manager, LARGEST)
    const plannedAt = performance.now()
    expect(plan.changes.filter(({ kind }) => kind === 'add')).toHaveLength(2_250)
    expect(plan.changes.at(-1)).toMatchObject({ kind: 'change', section: 'storefront' })
    expect(plan).toEqual(await planAtOnce(manager, LARGEST))
    const apply = (basis?: string) =>
      manager.send<{ errors?: { pointer: string }[]; version: number }>('POST', '/program-file/apply', {
        file: LARGEST,
        ...(basis === undefined ? {} : { basis }),
      })
    const unplanned = await apply()
    expect([unplanned.status, unplanned.body.errors?.map(({ pointer }) => pointer)]).toEqual([
      422,
      ['/basis'],
    ])
    const applyAt = performance.now()
    const applied = await apply(plan.basis)
    const appliedAt = performance.now()
    expect([applied.status, applied.body.version]).toEqual([200, 1])
    expect(await countOf(manager, 'quiz')).toBe(1_000)
    expect((await apply(plan.basis)).status).toBe(412)
    const again = await planned(manager, LARGEST)
    expect(again.changes).toEqual([])
    if (process.env.PLAN_TIMES) {
      const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(1)
      process.stdout.write(
        `2,250 things: planned in ${seconds(begun, plannedAt)} s, applied in ${seconds(applyAt, appliedAt)} s\n`,
      )
    }
  })

  it('says what is wrong as a small one does, with the place in the file', async () => {
    const manager = await open()
    const wrong = rewards(201).map((one, n) => (n === 200 ? { ...one, points: '-1' } : one))
    const { body } = await ask(manager, fileWith({ rewards: wrong }))
    await turn(manager)
    const { status, body: refused } = await shownPlan(manager, body.job.id)
    const [small] = [await ask(manager, fileWith({ rewards: wrong.slice(200) }))]
    expect([status, small?.status]).toEqual([422, 422])
    const errorsOf = (one: unknown) => (one as { errors: { pointer: string; message: string }[] }).errors
    expect(errorsOf(refused)).toEqual([{ ...errorsOf(small?.body)[0], pointer: '/file/rewards/200/points' }])
  })

  it('is for those who may read its sections, of its own merchant, and asked for again it is the same job', async () => {
    const manager = await open()
    const file = fileWith({ rewards: rewards(201) })
    const { body } = await ask(manager, file)
    expect((await ask(manager, file)).body.job.id).toBe(body.job.id)
    await turn(manager)
    // One that is done is not taken for another one: something may have changed since.
    expect((await ask(manager, file)).body.job.id).not.toBe(body.job.id)
    const path = `/program-file/plans/${body.job.id}`
    const lost = await manager.send('GET', path, undefined, { permissions: ['program.read'] })
    expect([lost.status, lost.body.permission]).toEqual([403, 'rewards.read'])
    expect((await manager.send('GET', path, undefined, { permissions: ['rewards.read'] })).status).toBe(403)
    expect((await (await open()).send('GET', path)).status).toBe(404)
    const told = await rowsOf<{ action: string; target_id: string; after: object }>(
      "select action, target_id, after from audit_entry where tenant_id = $1 and action = 'job.start' order by id",
      [manager.shop.tenantId],
    )
    expect(told[0]).toEqual({
      ...{ action: 'job.start', target_id: String(body.job.id) },
      after: { items: 201, prune: false, effectiveAt: null },
    })
    for (let more = 0; more < OPEN_JOBS_MAX; more += 1) {
      await ask(manager, fileWith({ rewards: rewards(202 + more) }))
    }
    expect((await ask(manager, fileWith({ rewards: rewards(300) }))).status).toBe(429)
  })
})

describe('punchcard program over the network', () => {
  it('follows the job of a large file, prints the same plan, and applies it', async () => {
    const { tenantId } = await test.api.openShop()
    const folder = await mkdtemp(join(tmpdir(), 'punchcard-plan-'))
    const path = join(folder, 'program.json')
    await writeFile(path, JSON.stringify(fileWith({ rewards: rewards(201) })))
    const server = await serve()
    const remote = { PUNCHCARD_URL: server.listeningOrigin, PUNCHCARD_TOKEN: 'any' }
    const run = (environment: Record<string, string>, ...args: string[]) =>
      runHere(['program', ...args, '--tenant', String(tenantId), '--file', path], environment)
    let isOver = false
    const turns = (async () => {
      while (!isOver) {
        await takeOneTurn(test.api, tenantId, ALL_JOB_KINDS)
        await sleep(50)
      }
    })()
    try {
      const far = await run(remote, 'diff')
      const near = await run({ DATABASE_URL: test.api.databaseUrl }, 'diff')
      expect([far.exitCode, far.stdout]).toEqual([1, near.stdout])
      expect(far.stdout).toContain('Plan: 201 to add, 0 to change, 0 to archive.')
      expect(far.stderr).toMatch(
        /^Job \d+ plans 201 rules, tiers, rewards and quizzes: (queued|running|done)\.$/m,
      )
      const applied = await run(remote, 'apply', '--yes')
      expect([applied.exitCode, (await run(remote, 'diff')).stdout]).toEqual([
        0,
        'Nothing to do: the merchant has what the file says.\n',
      ])
    } finally {
      isOver = true
      await turns
      await server.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})

/** The management API at a port; whoever asks has a token for everything. */
async function serve(): Promise<FastifyInstance> {
  const server = fastify()
  const { cells } = test.api
  const clock = () => test.api.now
  await serveAdminApi(server, {
    ...{ cells, clock, tillOf: tillOfEachCell(cells, clock), isLimited: false },
    log: createLogger({ level: 'silent', destination: process.stderr }),
    authenticate: authenticateAs(cells.directory, () => ({
      ...{ actor: { kind: 'token', id: 3, label: 'pipeline' }, via: 'token', personId: null, session: null },
      ...{ confirmedUntil: null, permissions: new Set(PERMISSIONS) },
    })),
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  return server
}
