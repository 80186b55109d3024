/** `punchcard import …` over the network, as from a merchant's own machine. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FastifyInstance, fastify } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tillOfEachCell } from '../../src/app/tills.ts'
import { PERMISSIONS } from '../../src/contract/permission.ts'
import { serveAdminApi } from '../../src/management/management-api.ts'
import { authenticateAs } from '../../src/people/admin-api/authenticate.ts'
import { createLogger } from '../../src/platform/log.ts'
import { openDatabase } from '../../src/platform/postgres/database.ts'
import { createSealer, makeSealingKey } from '../../src/platform/sealing.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { urlOfLogin } from '../support/logins.ts'
import { useShops } from '../support/use-shops.ts'
import { startWorker, type WorkerProcess } from '../support/workers.ts'
import { runHere } from './run-here.ts'

const test = useShops()
const key = makeSealingKey()
const log = createLogger({ level: 'error', destination: process.stderr })
let folder: string
let worker: WorkerProcess
let server: FastifyInstance
let environment: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'punchcard-import-'))
  const { databaseUrl } = test.api
  await migrateQueue(urlOfLogin(databaseUrl, 'owner'), log)
  worker = await startWorker(databaseUrl, { PUNCHCARD_SECRETS_KEY: key })
  const sealer = createSealer([Buffer.from(key, 'base64')])
  const url = urlOfLogin(databaseUrl, 'api')
  const common = { connectionCount: 4, connectTimeoutMs: 60_000, applicationName: 'punchcard test' }
  const database = openDatabase({ ...common, url, onIdleError: () => {}, sealer })
  const cells = {
    directory: database,
    of: () => database,
    all: new Map([[MAIN_CELL, database]]),
    close: async () => {},
  }
  server = fastify()
  const caller = {
    ...({
      actor: { kind: 'token', id: 1, label: 'mover' },
      via: 'token',
      personId: 1,
      session: null,
    } as const),
    ...{ confirmedUntil: null, permissions: new Set(PERMISSIONS) },
  }
  await serveAdminApi(server, {
    ...{ cells, tillOf: tillOfEachCell(cells, Date.now), clock: Date.now, log, sealer, isLimited: false },
    authenticate: authenticateAs(database, () => caller),
  })
  server.addHook('onClose', () => database.close())
  await server.listen({ host: '127.0.0.1', port: 0 })
  environment = { PUNCHCARD_URL: server.listeningOrigin, PUNCHCARD_TOKEN: 'any' }
})

afterAll(async () => {
  await server?.close()
  await worker?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('takes no file before all is answered, applies it, and takes it back', async () => {
  const shop = await test.open()
  const tenant = String(shop.key.tenantId)
  const run = (command: string, ...options: string[]) =>
    runHere(['import', command, '--tenant', tenant, ...options], environment)
  const nextYear = new Date().getUTCFullYear() + 1
  const path = join(folder, 'saldos.csv')
  await writeFile(
    path,
    `id;saldo;validade\n1;1.234;03/04/${nextYear}\n2;5.678;05/06/${nextYear}\n3;x;05/06/${nextYear}\n`,
  )

  const asked = await run('check', '--kind', 'openingBalances', '--file', path, '--json')
  expect(asked.exitCode, asked.stderr).toBe(2)
  const { id, questions } = JSON.parse(asked.stdout)
  expect(questions.map((question: { id: string }) => question.id)).toEqual([
    'decimal:saldo',
    'dates:validade',
  ])
  const one = ['--import', String(id)]
  const early = await run('apply', ...one, '--yes')
  expect([early.exitCode, early.stderr]).toEqual([2, expect.stringContaining('a question is open')])
  expect(early.stdout).toContain('Answer with --decimal saldo=dot or --decimal saldo=comma')
  const half = await run('check', ...one, '--decimal', 'saldo=comma')
  expect([half.exitCode, half.stdout]).toEqual([2, expect.stringContaining('--dates validade=dmy')])

  const checked = await run('check', ...one, '--dates', 'dmy')
  expect([checked.exitCode, checked.stdout]).toEqual([1, expect.stringContaining('Points 6912, cashback')])
  const into = join(folder, 'refused.csv')
  expect((await run('errors', ...one, '--into', into)).exitCode).toBe(0)
  expect(await readFile(into, 'utf8')).toContain(`${id}:4;3;x;`)
  expect(await run('errors', ...one, '--into', into)).toMatchObject({ exitCode: 2 })
  expect(await run('apply', ...one)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') })

  const applied = await run('apply', ...one, '--yes', '--wait')
  expect([applied.exitCode, applied.stderr]).toEqual([1, ''])
  expect(applied.stdout).toMatch(/appliedWithErrors[\s\S]*New customers, or new codes\s+2\n/)
  expect((await run('list')).stdout).toMatch(/openingBalances\s+appliedWithErrors\s+saldos\.csv/)
  const preview = await run('undo', ...one, '--dry')
  expect([preview.exitCode, preview.stdout]).toEqual([0, expect.stringContaining('Taken off: 6912 points')])
  expect((await run('show', ...one)).stdout).toContain('appliedWithErrors')
  const undone = await run('undo', ...one, '--yes', '--wait')
  expect([undone.exitCode, undone.stdout]).toEqual([0, expect.stringContaining('Undone: 2 lines.')])
  const jobs = await runHere(['job', 'list', '--tenant', tenant], environment)
  expect(jobs.stdout).toMatch(/import\.undo[\s\S]*import\.apply[\s\S]*import\.check/)
  expect((await run('check', '--kind', 'customers', '--file', join(folder, 'nothing.csv'))).exitCode).toBe(2)
})
