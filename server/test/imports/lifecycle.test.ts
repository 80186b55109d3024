/** An import from its upload to its undoing: over the management API, with turns of a worker between. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import type { ImportAnswer } from '../../src/imports/admin-api/shapes-schema.ts'
import { PART_BYTES } from '../../src/jobs/file.ts'
import { octetsOf } from '../../src/jobs/files.ts'
import { findFile } from '../../src/jobs/store/files.ts'
import { takeTurn } from '../../src/jobs/take-turn.ts'
import { ALL_JOB_KINDS } from '../../src/management/job-kinds.ts'
import { ONE } from '../../src/platform/decimal.ts'
import { createLogger } from '../../src/platform/log.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import { createSealer, makeSealingKey } from '../../src/platform/sealing.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { runTask } from '../jobs/run-tasks.ts'
import { type Manager, type SendOptions, useManager } from '../support/admin.ts'
import { erasedCustomer, upsertCustomer } from '../support/customers.ts'
import { urlOfLogin } from '../support/logins.ts'
import { rowsThatTell } from '../support/rows-that-tell.ts'
import { DAY_MS, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

vi.setConfig({ testTimeout: 60_000 })

const sealer = createSealer([Buffer.from(makeSealingKey(), 'base64')])
const quotas = { ofTenant: 1e9, ofCell: 1e9 }
const test = useShops()
const admin = useManager(
  () => test.api,
  () => ({ sealer, kinds: ALL_JOB_KINDS }),
)
let database: Database
beforeAll(async () => {
  await migrateQueue(test.api.databaseUrl, createLogger({ level: 'error', destination: process.stderr }))
  database = openDatabase({
    ...{ url: urlOfLogin(test.api.databaseUrl, 'worker'), connectionCount: 4, connectTimeoutMs: 10_000 },
    ...{ applicationName: 'punchcard test', onIdleError: () => {}, sealer },
  })
})
afterAll(() => database?.close())

const BALANCES = `ID;Email;Nome;Pontos;Validade
ana;ana@x.example;Ana;120;2027-12-31
bia;bia@x.example;Bia;80;2027-06-30
bia;bia@x.example;Bia;20;2027-09-30
cid;cid@x.example;Cid;x;2027-06-30
`
const DAVI: SendOptions = { as: 'Davi', actor: 'person:8' }

interface Opened {
  readonly shop: Shop
  readonly manager: Manager
}

async function open(approvals?: object): Promise<Opened> {
  const shop = await test.open(undefined, approvals ? { settings: { approvals } } : {})
  return { shop, manager: admin.manager(shop.key) }
}

async function upload({ manager }: Opened, text: string): Promise<number> {
  const octets = Buffer.from(text)
  const body = { name: 'saldos.csv', bytes: octets.length, purpose: 'import' }
  const { id, parts } = (await manager.done<{ id: number; parts: number }>('POST', '/files', body)).body
  for (let number = 1; number <= parts; number += 1) {
    const part = octets.subarray((number - 1) * PART_BYTES, number * PART_BYTES)
    await manager.done('PUT', `/files/${id}/parts/${number}`, part)
  }
  await manager.done('POST', `/files/${id}/complete`, {
    sha256: createHash('sha256').update(octets).digest('hex'),
  })
  return id
}

async function begin(opened: Opened, text = BALANCES, more: object = {}): Promise<ImportAnswer> {
  const fileId = await upload(opened, text)
  const body = { kind: 'openingBalances', fileId, ...more }
  return (await opened.manager.done<ImportAnswer>('POST', '/imports', body)).body
}

const read = async ({ manager }: Opened, { id }: Pick<ImportAnswer, 'id'>): Promise<ImportAnswer> =>
  (await manager.done<ImportAnswer>('GET', `/imports/${id}`)).body

/** Turns until all jobs have ended or wait, or a worker that stops after so many pages. `onPage` is called after each. */
async function work(
  { shop }: Opened,
  onPage = async () => {},
  pages = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { tenantId } = shop
  const errors: unknown[] = []
  const clock = () => test.api.now
  const stopping = new AbortController()
  let pagesDone = 0
  const options = {
    ...{ database, directory: database, kinds: ALL_JOB_KINDS, clock, signal: stopping.signal },
    async pace<T>(page: (others: number) => Promise<T>): Promise<T> {
      const done = await page(0)
      await onPage()
      pagesDone += 1
      if (pagesDone >= pages) stopping.abort()
      return done
    },
    tillBeside: () => createTill({ database, clock }),
    fileRoom: async () => ({ quotas, bytesOfCell: 0 }),
    zones: async () => [],
    onFailure: (_job: unknown, error: unknown) => errors.push(error),
  }
  const waiting = () =>
    test.reader.query('select from job where tenant_id = $1 and state in (0, 1)', [tenantId])
  while ((await waiting()).length > 0 && errors.length === 0 && !stopping.signal.aborted) {
    const tenant = await database.read([], (tx) => findTenant(tx, tenantId))
    if (!tenant) throw new Error('there is no tenant')
    await takeTurn(options, tenant)
  }
  expect(errors).toEqual([])
}

async function checked(opened: Opened, made: Pick<ImportAnswer, 'id'>): Promise<ImportAnswer> {
  expect((await opened.manager.send('POST', `/imports/${made.id}/check`)).status).toBe(202)
  await work(opened)
  return read(opened, made)
}

const apply = ({ manager }: Opened, { id, plan }: ImportAnswer, options: SendOptions = {}) =>
  manager.send<{ import: ImportAnswer; approval: { id: number } | null; detail?: string }>(
    'POST',
    `/imports/${id}/apply`,
    { planHash: plan?.hash ?? '0'.repeat(64) },
    options,
  )

async function applied(opened: Opened, text = BALANCES, more: object = {}): Promise<ImportAnswer> {
  const made = await checked(opened, await begin(opened, text, more))
  const answer = await apply(opened, made)
  expect(answer.status).toBe(202)
  await work(opened)
  return read(opened, made)
}

const balances = ({ shop }: Opened) =>
  test.reader.query(
    'select original_id as id, points_balance::float as points from customer where tenant_id = $1 order by original_id',
    [shop.tenantId],
  )

describe('an import', () => {
  it('is run dry, applied as the dry run says, and undone', async () => {
    const opened = await open()
    const made = await checked(opened, await begin(opened))
    expect(made).toMatchObject({ state: 'checked', openQuestions: 0, needsApproval: false })
    expect(made.plan).toMatchObject({ lines: 4, counts: { create: 2, update: 1, refused: 1 } })
    expect(await balances(opened)).toEqual([])
    const done = await apply(opened, made)
    expect(done).toMatchObject({ status: 202, body: { approval: null } })
    await work(opened)
    const after = await read(opened, made)
    expect(after).toMatchObject({ state: 'appliedWithErrors', apply: { state: 'done' } })
    expect(after.applied).toEqual({ counts: made.plan?.counts, sums: made.plan?.sums })
    expect(await balances(opened)).toEqual([
      { id: 'ana', points: 120 },
      { id: 'bia', points: 100 },
    ])
    const refused = await opened.manager.done<{ items: object[]; file: number }>(
      'GET',
      `/imports/${made.id}/refused`,
    )
    expect(refused.body).toMatchObject({
      items: [{ line: '5', column: 'Pontos', reason: 'not-a-number' }],
      file: after.errorFile,
    })
    const preview = await opened.manager.done<{ taken: object }>('POST', `/imports/${made.id}/undo/preview`)
    expect(preview.body).toMatchObject({ lines: 3, usedLots: 0, taken: { points: '220' } })
    expect((await opened.manager.send('POST', `/imports/${made.id}/undo`, {})).status).toBe(202)
    await work(opened)
    expect(await read(opened, made)).toMatchObject({ state: 'undone', undone: { taken: { points: '220' } } })
    expect((await balances(opened)).map(({ points }) => points)).toEqual([0, 0])
  })

  it('lists what was used of its lots, before it is undone and after, also as a file', async () => {
    const opened = await open()
    const made = await applied(opened)
    const { shop, manager } = opened
    const reward = await shop.makeReward({ points: 90n * ONE })
    await shop.redeemed(reward, 'bia')
    const path = `/imports/${made.id}/used`
    interface Used {
      readonly customer: { readonly originalId: string }
      readonly line: number
      readonly brought: { readonly points: string }
      readonly used: { readonly points: string }
      readonly isUndone: boolean
    }
    const used = async (options: SendOptions = {}) => {
      const found: Used[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query: string = `?limit=1${cursor ? `&cursor=${cursor}` : ''}`
        const page = await manager.done<{ items: Used[]; nextCursor: string | null }>(
          'GET',
          path + query,
          undefined,
          options,
        )
        found.push(...page.body.items)
        cursor = page.body.nextCursor
      }
      return found.map(
        (one) =>
          `${one.customer.originalId} ${one.line} ${one.used.points} of ${one.brought.points} ${one.isUndone}`,
      )
    }
    // The lot that expires first is used up, and half of the other one.
    expect(await used()).toEqual(['bia 4 10 of 20 false', 'bia 3 80 of 80 false'])
    expect(await used({ permissions: ['imports.read'] })).toEqual([
      '••• 4 10 of 20 false',
      '••• 3 80 of 80 false',
    ])
    await manager.done('POST', `/imports/${made.id}/undo`, {})
    await work(opened)
    const undone = ['bia 4 10 of 20 true', 'bia 3 80 of 80 true']
    expect((await used()).toSorted()).toEqual(undone.toSorted())
    expect((await read(opened, made)).undone?.stays.points).toBe('90')
    const file = await manager.send('GET', `${path}.csv`)
    expect(String(file.body).split('\r\n').slice(0, 2)).toEqual([
      'line,publicId,originalId,name,email,points,cashback,usedPoints,usedCashback,isUndone',
      expect.stringMatching(/^\d,[^,]+,bia,Bia,bia@x\.example,[28]0,\d,[18]0,[\d.]+,true$/),
    ])
    const hasNot: SendOptions = { permissions: ['imports.read', 'customers.export'] }
    expect((await manager.send('GET', `${path}.csv`, undefined, hasNot)).status).toBe(403)
    const others: SendOptions = { permissions: ['customers.personal', 'customers.export'] }
    expect((await manager.send('GET', `${path}.csv`, undefined, others)).status).toBe(403)
    expect((await manager.send('GET', `${path}.csv`, undefined, { isConfirmed: false })).status).toBe(403)
    // The file sent again uses lots of its own; what stayed of the first import stays told.
    await applied(opened)
    expect((await used()).toSorted()).toEqual(undone.toSorted())
    await erasedCustomer(shop, 'bia')
    expect(await used()).toEqual([])
    expect(await test.reader.query('select from import_used where tenant_id = $1', [shop.tenantId])).toEqual(
      [],
    )
  })

  it('that waits for approval shows its dry run, and its undoing what it would leave', async () => {
    const opened = await open({ importAbove: '100' })
    const { manager } = opened
    const made = await checked(opened, await begin(opened))
    const asked = (await apply(opened, made)).body.approval
    const shown = await manager.done('POST', `/approvals/${asked?.id}/preview`, undefined, DAVI)
    expect(shown.body).toEqual({ plan: made.plan, undo: null })
    await manager.done('POST', `/approvals/${asked?.id}/approve`, {}, DAVI)
    await work(opened)
    const undoing = await manager.done<{ approval: { id: number } }>('POST', `/imports/${made.id}/undo`, {})
    const { id } = undoing.body.approval
    const preview = await manager.done('POST', `/imports/${made.id}/undo/preview`)
    const before = await manager.done('POST', `/approvals/${id}/preview`, undefined, DAVI)
    expect(before.body).toEqual({ plan: null, undo: preview.body })
    const other: Opened = await open()
    expect((await other.manager.send('POST', `/approvals/${id}/preview`)).status).toBe(404)
  })

  it('is not applied while a question is open, and by nobody who has not seen this plan', async () => {
    const opened = await open()
    const text = 'ID;Pontos;Validade\nana;1.234;2027-12-31\nbia;2.500;2027-12-31\n'
    const draft = await begin(opened, text)
    const asked = await checked(opened, draft)
    expect(asked).toMatchObject({ openQuestions: 1, questions: [{ kind: 'decimal', answer: null }] })
    expect((await apply(opened, asked)).status).toBe(409)
    const [question] = asked.questions
    const change = (answer: string, ifMatch: string) =>
      opened.manager.send<ImportAnswer>(
        'PATCH',
        `/imports/${draft.id}`,
        { answers: { [question?.id ?? '']: answer } },
        { ifMatch },
      )
    expect((await change('dot', '"r1"')).status).toBe(412)
    const answered = await change('comma', `"r${asked.revision}"`)
    expect(answered).toMatchObject({ status: 200, body: { state: 'draft', plan: null } })
    expect((await apply(opened, asked)).status).toBe(409)
    const again = await checked(opened, draft)
    expect((await apply(opened, asked)).status).toBe(412)
    expect(again.plan?.sums.points).toBe('3734')
    expect((await apply(opened, again)).status).toBe(202)
  })

  it('is looked at again after a week, and after another program was published', async () => {
    const opened = await open()
    const made = await checked(opened, await begin(opened))
    await opened.shop.publish({
      cashback: { isOn: true, pointValue: '0.1' },
      rules: [{ id: 1, kind: 'purchase', points: '2', validityDays: 365 }],
    })
    expect((await apply(opened, made)).status).toBe(412)
    const again = await checked(opened, made)
    test.api.now += 7 * DAY_MS
    expect((await apply(opened, again)).status).toBe(412)
  })

  it('has no effect the second time', async () => {
    const opened = await open()
    await applied(opened)
    const second = await applied(opened)
    expect(second.applied?.counts).toMatchObject({ doneBefore: 3, refused: 1, create: 0, update: 0 })
    expect((await balances(opened)).map(({ points }) => points)).toEqual([120, 100])
  })

  it('leaves nothing refused once its error file is corrected and sent', async () => {
    const opened = await open()
    const first = await applied(opened)
    const octets = await opened.manager.send('GET', `/files/${first.errorFile}`)
    const corrected = String(octets.body).replace(';x;', ';120;').replace('cid@x.example', 'ana@x.example')
    expect(corrected).toContain(`${first.id}:5`)
    const second = await applied(opened, corrected)
    expect(second).toMatchObject({ state: 'applied', applied: { counts: { create: 1, refused: 0 } } })
  })

  it('shows the first of many refused lines, and says so where their file was deleted', async () => {
    const opened = await open()
    const lines = Array.from({ length: 4_000 }, (_, index) => `c${index};${index % 30 ? 1 : 'x'};2027-12-31`)
    const made = await checked(opened, await begin(opened, `ID;Pontos;Validade\n${lines.join('\n')}\n`))
    const path = `/imports/${made.id}/refused`
    interface Refused {
      readonly items: readonly { readonly line: string; readonly cells: readonly string[] }[]
      readonly deleted: string | null
    }
    const { items } = (await opened.manager.done<Refused>('GET', path)).body
    expect(items).toHaveLength(100)
    expect(items.at(-1)).toMatchObject({ line: '2972', cells: ['c2970', 'x', '2027-12-31'] })
    const parts = 'select count(*)::int as parts from file_part where file_id = $1'
    expect((await test.reader.query(parts, [made.plan?.refusedFile]))[0]?.parts).toBeGreaterThan(1)
    // As where they are deleted between two looks.
    await test.reader.query('delete from file_part where file_id = $1', [made.plan?.refusedFile])
    expect((await opened.manager.send('GET', path)).status).toBe(409)
    await opened.manager.done('DELETE', `/files/${made.plan?.refusedFile}`)
    expect((await opened.manager.done<Refused>('GET', path)).body).toMatchObject({ items: [] })
  })

  it('leaves customers without an id, and names who else has their e-mail', async () => {
    const opened = await open()
    const made = await checked(
      opened,
      await begin(opened, 'Email,Pontos,Validade\nana@x.example,5,2027-12-31\n'),
    )
    await apply(opened, made)
    await work(opened)
    await opened.shop.completed('o1', '77', 5)
    await opened.shop.completed('o2', '78', 5)
    await upsertCustomer(opened.shop, { OriginalId: '77', Email: 'Ana@x.example' })
    const { items } = (
      await opened.manager.done<{
        items: { customer: { originalId: string }; sharing: { originalId: string }[] }[]
      }>('GET', '/unclaimed')
    ).body
    expect(
      items.map(({ customer, sharing }) => [
        customer.originalId,
        sharing.map(({ originalId }) => originalId),
      ]),
    ).toEqual([['ana@x.example', ['77']]])
  })

  it('that is cancelled can be undone', async () => {
    const opened = await open()
    const lines = Array.from({ length: 900 }, (_, index) => `c${index};${index + 1};2027-12-31`)
    const made = await checked(opened, await begin(opened, `ID;Pontos;Validade\n${lines.join('\n')}\n`))
    const started = (await apply(opened, made)).body.import
    let pages = 0
    await work(opened, async () => {
      pages += 1
      if (pages === 1) await opened.manager.done('POST', `/jobs/${started.apply?.id}/cancel`)
    })
    const cancelled = await read(opened, made)
    expect(cancelled).toMatchObject({ state: 'appliedInPart', apply: { state: 'cancelled' } })
    expect(cancelled.applied?.counts.refused).toBe(0)
    expect(await balances(opened)).toHaveLength(cancelled.applied?.counts.create ?? 0)
    expect(cancelled.applied?.counts.create).toBeLessThan(900)
    expect((await opened.manager.send('POST', `/imports/${made.id}/undo`, {})).status).toBe(202)
    await work(opened)
    expect((await balances(opened)).every(({ points }) => points === 0)).toBe(true)
  })

  it('of which a page was cut off before its checkpoint counts each line once', async () => {
    const opened = await open()
    const lines = Array.from({ length: 500 }, (_, index) => `c${index % 450};${index + 1};2027-12-31`)
    const made = await checked(opened, await begin(opened, `ID;Pontos;Validade\n${lines.join('\n')}\n`))
    const started = (await apply(opened, made)).body.import
    const id = started.apply?.id
    const find = () =>
      test.reader.query<{ checkpoint: object; done: number }>(
        'select checkpoint, done from job where id = $1',
        [id],
      )
    await work(opened, undefined, 1)
    const [before] = await find()
    await work(opened, undefined, 1)
    // A worker that is killed behind the till has done the page and saved nothing of it.
    await test.reader.query('update job set checkpoint = $2, done = $3 where id = $1', [
      ...[id, JSON.stringify(before?.checkpoint), before?.done],
    ])
    await work(opened)
    const after = await read(opened, made)
    expect(after.applied).toEqual({ counts: made.plan?.counts, sums: made.plan?.sums })
    const [sum] = await test.reader.query(
      'select sum(points_balance)::float as points from customer where tenant_id = $1',
      [opened.shop.tenantId],
    )
    expect(sum).toEqual({ points: (500 * 501) / 2 })
  })

  it('leaves nothing of a person who is erased while it is applied, in tables, files and dumps', async () => {
    const opened = await open()
    const { tenantId } = opened.shop
    const others = Array.from(
      { length: 700 },
      (_, index) => `c${index};c${index}@x.example;${index + 10_000_000_000};7;2027-12-31`,
    )
    const text = [
      'ID;Email;Documento;Pontos;Validade',
      'zuleika;zuleika@private.example;52998224725;9;2027-12-31',
      'zuleika;zuleika@private.example;52998224725;x;2027-12-31',
      ...others,
      // They come when she is gone.
      'zuleika;zuleika@private.example;52998224725;11;2027-12-31',
      ';zuleika@private.example;529.982.247-25;12;2027-12-31',
      'zuleika;zuleika@private.example;52998224725;y;2027-12-31',
    ].join('\n')
    const made = await checked(opened, await begin(opened, `${text}\n`))
    // The upload, the refused lines and the samples of the dry run.
    expect((await whatFilesSay(tenantId)).split(TELLS).length).toBeGreaterThan(10)
    await apply(opened, made)
    let pages = 0
    await work(opened, async () => {
      pages += 1
      if (pages !== 1) return
      expect(await rowsThatTell(test.reader, tenantId, TELLS, 'customer')).toHaveLength(1)
      await erasedCustomer(opened.shop, 'zuleika')
      await runQueued('afterErasing', { tenant: tenantId })
    })
    const after = await read(opened, made)
    expect(after).toMatchObject({
      state: 'appliedWithErrors',
      applied: { counts: { create: 701, erasedPerson: 2, refused: 2 } },
    })
    await runQueued('hourly')
    expect(await rowsThatTell(test.reader, tenantId, TELLS)).toEqual([])
    expect(await whatFilesSay(tenantId)).toBe('')
    const { stdout: dump } = await promisify(execFile)('pg_dump', [test.api.databaseUrl], {
      maxBuffer: 1024 * 1024 * 1024,
    })
    expect(dump).toContain('c699@x.example')
    expect(dump.match(TELLS)).toBeNull()
    for (const tell of ['zuleika', 'private.example', '52998224725']) {
      // As octets of columns that are no text.
      expect(dump).not.toContain(Buffer.from(tell).toString('hex'))
    }
  })
})

const TELLS = /zuleika|private\.example|52998224725|529\.982\.247-25/i

const runQueued = (task: 'hourly' | 'afterErasing', payload: object = {}): Promise<void> => {
  const { databaseUrl: url, cells } = test.api
  return runTask(task, payload, { url, cells, database, kinds: ALL_JOB_KINDS, clock: () => test.api.now })
}

/** What all parts of files say that are stored, opened with the key. */
async function whatFilesSay(tenantId: number): Promise<string> {
  const files = await test.reader.query<{ id: number }>(
    'select distinct file_id::int as id from file_part where tenant_id = $1',
    [tenantId],
  )
  let text = ''
  for (const { id } of files) {
    const file = await database.read([tenantId], (tx) => findFile(tx, tenantId, id))
    if (!file) throw new Error('octets without a file')
    for await (const octets of octetsOf(database, sealer, file)) text += octets.toString()
  }
  return text
}

describe('an import of more points than one person may decide about', () => {
  const LIMIT = { importAbove: '200' }

  it('waits for another person, whose approval starts it', async () => {
    const opened = await open(LIMIT)
    const made = await checked(opened, await begin(opened))
    expect(made.needsApproval).toBe(true)
    const token = await apply(opened, made, { actor: 'token:3' })
    expect(token.status).toBe(403)
    const asked = await apply(opened, made)
    expect(asked).toMatchObject({
      status: 202,
      body: { import: { state: 'waitingForApproval', apply: null } },
    })
    expect((await apply(opened, made)).body.approval?.id).toBe(asked.body.approval?.id)
    const path = `/approvals/${asked.body.approval?.id}`
    expect((await opened.manager.done('GET', path)).body).toMatchObject({
      kind: 'import',
      target: { kind: 'import', id: made.id, label: 'saldos.csv' },
      import: { points: '220', lines: 4 },
    })
    expect((await opened.manager.send('POST', `${path}/approve`, {})).status).toBe(403)
    expect((await opened.manager.send('POST', `${path}/approve`, {}, DAVI)).status).toBe(200)
    expect(
      (await opened.manager.send('POST', `${path}/reject`, {}, { ...DAVI, actor: 'person:9' })).status,
    ).toBe(409)
    await work(opened)
    expect(await read(opened, made)).toMatchObject({ state: 'appliedWithErrors' })
    const undo = await opened.manager.send<{ approval: { id: number } }>(
      'POST',
      `/imports/${made.id}/undo`,
      {},
    )
    expect(undo.status).toBe(202)
    expect((await balances(opened)).map(({ points }) => points)).toEqual([120, 100])
    const undoing = `/approvals/${undo.body.approval.id}/approve`
    expect((await opened.manager.send('POST', undoing, {}, DAVI)).status).toBe(200)
    await work(opened)
    expect((await balances(opened)).map(({ points }) => points)).toEqual([0, 0])
  })

  it('counts what was applied within 24 hours, and not what two people have agreed to', async () => {
    const opened = await open(LIMIT)
    const file = (id: string) => `id,points,validade\n${id},150,2027-12-31\n`
    const first = await checked(opened, await begin(opened, file('ana')))
    const second = await checked(opened, await begin(opened, file('bea')))
    expect([first.needsApproval, second.needsApproval]).toEqual([false, false])
    expect((await apply(opened, first)).status).toBe(202)
    // It counts from the moment in which it begins.
    expect((await read(opened, second)).needsApproval).toBe(true)
    const asked = await apply(opened, second)
    expect(asked.body.approval).not.toBe(null)
    const path = `/approvals/${asked.body.approval?.id}/approve`
    expect((await opened.manager.send('POST', path, {}, DAVI)).status).toBe(200)
    await work(opened)
    const small = await checked(opened, await begin(opened, file('cai').replace('150', '50')))
    expect(small.needsApproval).toBe(false)
    test.api.now += 24 * 3_600_000
    const later = await checked(opened, await begin(opened, file('dan')))
    expect(later.needsApproval).toBe(false)
  })

  it('is not started by an approval of another plan, and is as before where it is rejected', async () => {
    const opened = await open(LIMIT)
    const made = await checked(opened, await begin(opened))
    const path = `/approvals/${(await apply(opened, made)).body.approval?.id}`
    await opened.shop.publish({
      cashback: { isOn: true, pointValue: '0.05' },
      rules: [{ id: 1, kind: 'purchase', points: '3', validityDays: 30 }],
    })
    expect((await opened.manager.send('POST', `${path}/approve`, {}, DAVI)).status).toBe(412)
    expect((await opened.manager.send('POST', `${path}/reject`, {}, DAVI)).status).toBe(200)
    expect(await read(opened, made)).toMatchObject({ state: 'checked', apply: null })
  })
})
