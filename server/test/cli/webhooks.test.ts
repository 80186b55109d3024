/** `punchcard webhook …` as an operator uses it, and the worker that delivers. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { urlOfLogin } from '../support/logins.ts'
import { Receiver } from '../support/receiver.ts'
import { program } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { untilLeased } from '../support/webhooks.ts'
import { startWorker, until } from '../support/workers.ts'
import { type Environment, freePort } from './punchcard-process.ts'
import { runHere } from './run-here.ts'

const shops = useShops()
let environment: Environment
let inbox: Receiver

beforeAll(async () => {
  environment = {
    DATABASE_URL: shops.api.databaseUrl,
    PUNCHCARD_SECRETS_KEY: randomBytes(32).toString('base64'),
    PUNCHCARD_WEBHOOK_ALLOW_PRIVATE: '1',
    PUNCHCARD_WEBHOOK_RETRY_SECONDS: '1,1',
  }
  await migrateQueue(
    urlOfLogin(shops.api.databaseUrl, 'owner'),
    createLogger({ level: 'error', destination: process.stderr }),
  )
  inbox = await Receiver.start()
})
afterAll(() => inbox.stop())

async function run(...args: string[]) {
  const { exitCode, stdout, stderr } = await runHere(['webhook', ...args], environment)
  return { exitCode, output: stdout + stderr }
}

/** The one object that a command prints. */
async function json<T = Record<string, unknown>>(...args: string[]): Promise<T> {
  const { exitCode, output } = await run(...args, '--json')
  expect(exitCode, output).toBe(0)
  return JSON.parse(output) as T
}

async function fileWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'punchcard-headers-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'headers')
  await writeFile(path, text)
  return path
}

describe('punchcard webhook', () => {
  it('adds an endpoint, delivers to it, pauses, rotates, replays and removes it', async () => {
    const shop = await shops.open(program())
    const tenant = ['--tenant', String(shop.tenantId)]
    const topics = ['--topics', 'Point_Add,Point_Removed']
    const header = ['--headers-file', await fileWith('X-Shop: 7\n'), '--description', 'the shop']
    const added = await json<{ id: number; secret: string }>(
      'add',
      ...tenant,
      '--url',
      inbox.url,
      ...topics,
      ...header,
    )
    expect(added).toStrictEqual({
      id: expect.any(Number),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    })
    const endpoint = [...tenant, '--endpoint', String(added.id)]
    const moment = expect.stringMatching(/^20.*Z$/)
    expect(await json('list', ...tenant)).toStrictEqual({
      endpoints: [
        {
          id: added.id,
          url: `${inbox.url}/`,
          topics: ['Point_Add', 'Point_Removed'],
          description: 'the shop',
          headerNames: ['X-Shop'],
          state: 'active',
          stateReason: null,
          stateSince: moment,
          previousSecretUntil: null,
          failingSince: null,
          leftOutAt: null,
          createdAt: moment,
          waiting: 0,
          held: 0,
          parked: 0,
        },
      ],
    })

    const worker = await startWorker(environment.DATABASE_URL ?? '', {
      ...environment,
      PUNCHCARD_WORKER_METRICS_PORT: String(await freePort()),
    })
    onTestFinished(async () => {
      await worker.stop()
    })
    await shop.completed('o1', 'ana', 100)
    await until(async () => inbox.received.length === 1)
    const [first] = inbox.received
    expect(new Webhook(added.secret).verify(first?.body ?? '', first?.headers ?? {})).toMatchObject({
      Points: 100,
    })

    expect(await json('pause', ...endpoint)).toEqual({ paused: added.id })
    await untilLeased(shops.reader, { tenantId: shop.tenantId, id: added.id }, false)
    await shop.changedCashback('ana', -1)
    const rotated = await json<{ secret: string }>('rotate', ...endpoint, '--overlap-hours', '2')
    expect(rotated).toStrictEqual({
      id: added.id,
      secret: expect.stringMatching(/^whsec_/),
      previousUntil: moment,
    })
    expect(inbox.received.length).toBe(1)
    expect(await json('resume', ...endpoint)).toEqual({ resumed: added.id })
    await until(async () => inbox.received.length === 2)
    const [, second] = inbox.received
    for (const secret of [added.secret, rotated.secret]) {
      expect(new Webhook(secret).verify(second?.body ?? '', second?.headers ?? {})).toMatchObject({
        Points: -10,
      })
    }

    expect(await json('test', ...endpoint)).toMatchObject({ isReceived: true, status: 200 })
    expect(await json('replay', ...endpoint, '--event', first?.id ?? '')).toEqual({ events: 1, isAll: true })
    await until(async () => inbox.received.length === 4)
    expect(inbox.received[3]?.id).toBe(first?.id)
    expect(await json('replay', ...endpoint, '--from', '2026-01-01', '--to', '2026-01-02')).toEqual({
      events: 0,
      isAll: true,
    })
    expect(await json('list', ...endpoint, '--parked')).toEqual({ parked: [] })
    const { attempts } = await json<{ attempts: { status: number }[] }>('list', ...endpoint, '--attempts')
    expect(attempts[0]).toMatchObject({
      status: 200,
      isSuccess: true,
      at: moment,
      durationMs: expect.any(Number),
    })

    inbox.reply = () => ({ status: 500, body: 'no\u001b[2J' })
    expect(await run('test', ...endpoint)).toMatchObject({
      exitCode: 1,
      output: expect.stringMatching(/^Not received: 500 after \d+ ms\. no\\x1b\[2J\n$/),
    })
    await shop.completed('o2', 'ana', 50)
    await until(
      async () => (await json<{ parked: unknown[] }>('list', ...endpoint, '--parked')).parked.length === 1,
    )
    // As a person reads it: it is active, and yet nothing gets through.
    const shown = (await run('list', ...tenant)).output.split('\n')
    expect(shown[0]).toMatch(/^Endpoint +State +Waiting +Held +Parked +Address +Topics$/)
    expect(shown[1]).toMatch(/^\d+ +failing +0 +0 +1 +http:\/\/127\.0\.0\.1:\d+\/ +Point_Add,Point_Removed$/)
    const ids = (await run('list', ...endpoint, '--parked')).output
    expect(ids).toMatch(new RegExp(`^Event +Parked +Attempts\\nevt_${shop.tenantId}_\\d+_3 +20.*Z +3\\n$`))
    inbox.reply = () => ({ status: 200 })
    expect(await json('replay', ...endpoint, '--failed-since', '2026-01-01')).toEqual({
      events: 1,
      isAll: true,
    })
    await until(async () => inbox.received.length === 5)
    await until(
      async () =>
        (await json<{ endpoints: { failingSince: unknown }[] }>('list', ...tenant)).endpoints[0]
          ?.failingSince === null,
    )
    const figures = await (await fetch(worker.metricsUrl ?? '')).text()
    expect(figures).toMatch(
      /^punchcard_webhook_attempt_seconds_count\{cell="main",outcome="received",status="2xx"\} 4$/m,
    )
    expect(figures).toMatch(
      /^punchcard_webhook_attempt_seconds_count\{cell="main",outcome="failed",status="5xx"\} 3$/m,
    )
    expect(figures).toMatch(/^punchcard_webhook_endpoints\{cell="main",class="healthy"\} 1$/m)
    for (const name of ['lag_events', 'lag_seconds', 'parked_events', 'held_events']) {
      expect(figures).toMatch(
        new RegExp(`^punchcard_webhook_${name}\\{cell="main",class="healthy"\\} 0$`, 'm'),
      )
    }
    expect(await json('remove', ...endpoint)).toEqual({ removed: added.id })
    expect(await json('list', ...tenant)).toEqual({ endpoints: [] })
    expect(worker.complaints).toEqual([])
  })

  it('says what is wrong with an endpoint', async () => {
    const shop = await shops.open(program())
    const other = await shops.open(program())
    const tenant = ['--tenant', String(shop.tenantId)]
    const add = async (url: string, topics: string, ...rest: string[]): Promise<string> => {
      const { exitCode, output } = await run(
        'add',
        ...tenant,
        '--url',
        url,
        ...(topics ? ['--topics', topics] : []),
        ...rest,
      )
      expect(exitCode).toBe(2)
      return output
    }
    expect(await add('https://shop.example/', '')).toBe(
      'Name at least one topic: Point_Add, Point_Update, Point_Removed, Stamp_Add, Stamp_Removed, Card_Completed, Reward_Given, Reward_TakenBack, Points_Expiring.\n',
    )
    expect(await add('https://shop.example/', 'Point_Sub')).toMatch(
      /^There is no topic “Point_Sub”: the topics are .*\n$/,
    )
    expect(await add('shop', 'Point_Add')).toMatch(/^The address must be one like https:/)
    expect(await add('https://a:b@shop.example/', 'Point_Add')).toMatch(/no user and password/)
    expect(await add('https://shop.example:22/', 'Point_Add')).toMatch(/must not have the port 22/)
    expect(await add('https://10.0.0.1/', 'Point_Add')).toMatch(/public one, which 10\.0\.0\.1 is not/)
    const withHeaders = async (text: string) =>
      add('https://shop.example/', 'Point_Add', '--headers-file', await fileWith(text))
    expect(await withHeaders('Webhook-Id: 1')).toMatch(/is ours to set/)
    expect(await withHeaders('X: a\tb')).toMatch(/printable ASCII/)
    expect(await withHeaders('X-Shop: 7\nvery-secret')).toBe(
      'Line 2 of the headers must be like “X-Shop: 7”.\n',
    )
    expect(await add('https://shop.example/', 'Point_Add', '--headers-file', '/nowhere')).toMatch(
      /^The file “\/nowhere” cannot be read: ENOENT/,
    )
    const strict = await runHere(['webhook', 'add', ...tenant, '--url', inbox.url, '--topics', 'Point_Add'], {
      ...environment,
      PUNCHCARD_WEBHOOK_ALLOW_PRIVATE: '0',
    })
    expect(strict.stderr).toMatch(/must begin with https/)
    const keyless = await runHere(['webhook', 'list', ...tenant], {
      ...environment,
      PUNCHCARD_SECRETS_KEY: '',
    })
    expect(keyless).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/openssl rand -base64 32/) })

    const { id } = await json<{ id: number }>(
      'add',
      ...tenant,
      '--url',
      'https://shop.example/',
      '--topics',
      'Point_Add',
    )
    const wrongKey = await runHere(['webhook', 'test', ...tenant, '--endpoint', String(id)], {
      ...environment,
      PUNCHCARD_SECRETS_KEY: randomBytes(32).toString('base64'),
    })
    expect(wrongKey).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^PUNCHCARD_SECRETS_KEY does not open/),
    })
    // Another merchant's endpoint is none.
    const foreign = ['--tenant', String(other.tenantId), '--endpoint', String(id)]
    for (const command of ['pause', 'resume', 'rotate', 'remove', 'test']) {
      expect(await run(command, ...foreign)).toEqual({ exitCode: 2, output: `There is no endpoint ${id}.\n` })
    }
    expect(await run('replay', ...foreign, '--event', `evt_${other.tenantId}_1_1`)).toMatchObject({
      output: `There is no endpoint ${id}.\n`,
    })
    expect(await run('replay', ...tenant, '--endpoint', String(id))).toMatchObject({
      output: expect.stringMatching(/^Say what/),
    })
  })

  it('keeps secrets and headers sealed in the database', async () => {
    const shop = await shops.open(program())
    const header = ['--headers-file', await fileWith('Authorization: Bearer very-secret')]
    const args = [
      '--tenant',
      String(shop.tenantId),
      '--url',
      'https://shop.example/',
      '--topics',
      'Point_Add',
    ]
    const { secret } = await json<{ secret: string }>('add', ...args, ...header)
    const [row] = await shops.reader.query<{ all: string }>(
      `select encode(sealed_secret, 'escape') || encode(sealed_headers, 'escape') || endpoint::text as all
       from webhook_endpoint as endpoint where tenant_id = $1`,
      [shop.tenantId],
    )
    expect(row?.all).not.toContain('very-secret')
    expect(row?.all).not.toContain(secret.slice('whsec_'.length))
    for (let count = 1; count < 20; count += 1) await json('add', ...args)
    expect(await run('add', ...args)).toMatchObject({
      exitCode: 2,
      output: expect.stringMatching(/at most 20 endpoints/),
    })
  })
})
