import { type AddressInfo, createServer as createNetServer } from 'node:net'
import { PassThrough } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createServer, refuseUnknownPaths } from '../../src/http/edge.ts'
import { BatcherFullError } from '../../src/platform/batcher.ts'
import { createLogger } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { OutcomeUnknownError } from '../../src/platform/postgres/database.ts'
import { clientOf } from '../support/client-of.ts'
import { patient } from '../support/patience.ts'
import { startTestApi, type TestApi, useTestApi } from '../support/test-api.ts'
import { startAnotherApi } from '../tenancy/another-api.ts'
import { expectFailure } from './failure.ts'

const REWARDS = '/v1/pvt/RewardConfigurations'
const OVERLOADED = 'The server is overloaded: send the request again in a moment.'
const UNREACHABLE = 'The database cannot be reached: send the request again.'
const OUR_SIDE = 'Something went wrong on our side. Quote the request id when you ask.'

/** The lines that were logged since one last looked. */
function logLines(logged: PassThrough): Record<string, unknown>[] {
  const text = String(logged.read() ?? '')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe('429', () => {
  const test = useTestApi({ rateLimitPerSecond: 5 })

  it('is the answer to more requests in a second than a key may send', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => test.api.send({ url: `${REWARDS}/x` })))
    const refused = answers.filter(({ statusCode }) => statusCode !== 200)
    expect(refused).toHaveLength(3)
    for (const answer of refused) {
      expectFailure(answer, 429, 'More than 5 requests in a second with this key.', 103)
      expect(answer.headers['retry-after']).toBe('1')
    }
  })
})

describe('500', () => {
  const logged = new PassThrough()
  const test = useTestApi({ log: createLogger({ level: 'error', destination: logged }) })
  let database: pg.Client
  beforeAll(async () => {
    database = clientOf(test.api.databaseUrl)
    await database.connect()
  })
  afterAll(() => database.end())

  it('tells the sender nothing but a request id, and the log everything under that id', async () => {
    await database.query('alter table reward_configuration rename to secret_plans')
    const answer = await test.api.send({ url: REWARDS })
    expectFailure(answer, 500, OUR_SIDE, 77)
    expect(answer.headers['retry-after']).toBeUndefined()
    expect(logLines(logged)).toMatchObject([
      {
        requestId: answer.headers['punchcard-request-id'],
        err: { message: 'relation "reward_configuration" does not exist' },
      },
    ])
    expectFailure(await test.api.send({ url: `${REWARDS}/1` }), 500, OUR_SIDE, 77)
    expect(logLines(logged)).toHaveLength(1)
    await database.query('alter table secret_plans rename to reward_configuration')
    expect((await test.api.send({ url: REWARDS })).statusCode).toBe(200)
  })

  it('is the answer when a product cannot be written, and logs no key', async () => {
    await database.query('revoke insert on product from punchcard_app')
    const payload = { OriginalId: 'p', Title: 'T' }
    const answer = await test.api.send({ method: 'PUT', url: '/v1/pvt/Product/p', payload })
    expectFailure(answer, 500, OUR_SIDE, 77)
    const text = JSON.stringify(logLines(logged))
    expect(text).toContain('permission denied for table product')
    expect(text).not.toContain(test.api.key.secret)
    await database.query('grant insert on product to punchcard_app')
  })

  it('is the answer to whatever else is thrown', async () => {
    const server = createTroubledServer(logged)
    server.get('/throws', () => {
      throw new TypeError('cannot read the secret of undefined')
    })
    server.get('/rejects', () => Promise.reject(new Error('secret')))
    server.get('/text', () => Promise.reject('only text'))
    server.get('/status', () => Promise.reject(Object.assign(new Error('secret'), { statusCode: 502 })))
    for (const url of ['/throws', '/rejects', '/text', '/status']) {
      expectFailure(await server.inject({ url }), 500, OUR_SIDE, 77)
    }
    expect(logLines(logged)).toHaveLength(4)
  })

  it('is the answer where an answer can not be written, and the server goes on', async () => {
    const server = createTroubledServer(logged)
    server.get('/header', (_request, reply) => reply.header('x-told', 'é☃').send({}))
    server.get('/after', () => 'done')
    expect((await server.inject('/header')).statusCode).toBe(500)
    expect((await server.inject('/after')).statusCode).toBe(200)
  })
})

function createTroubledServer(logged: PassThrough) {
  const { server } = createServer({
    log: createLogger({ level: 'error', destination: logged }),
    metrics: createMetrics(),
    requestTimeoutMs: 1_000,
    trustProxy: 0,
  })
  refuseUnknownPaths(server)
  onTestFinished(() => server.close())
  return server
}

describe('503', () => {
  it('is the answer to more requests at once than fit, and to no more when they are answered', async () => {
    const { server } = createServer({
      log: createLogger({ level: 'silent', destination: new PassThrough() }),
      metrics: createMetrics(),
      requestTimeoutMs: 1_000,
      trustProxy: 0,
      requestsInProgressMax: 2,
    })
    onTestFinished(() => server.close())
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    server.get('/waits', async () => {
      await isReleased
      return 'done'
    })
    // Sent only once somebody waits for the answer.
    const statusOf = () => server.inject('/waits').then(({ statusCode }) => statusCode)
    const waiting = [statusOf(), statusOf()]
    const refused = await server.inject('/waits')
    expectFailure(refused, 503, OVERLOADED, null)
    expect(refused.headers['retry-after']).toBe('1')
    release()
    expect(await Promise.all(waiting)).toEqual([200, 200])
    expect(await statusOf()).toBe(200)
  })

  it.each<[string, Error, string]>([
    ['too much is waiting', new BatcherFullError('10000 calls are waiting already'), OVERLOADED],
    [
      'nobody knows whether it was saved',
      new OutcomeUnknownError('the connection was lost during commit'),
      'The outcome is unknown: send the same request again, nothing is counted twice.',
    ],
    [
      'the database is shutting down',
      Object.assign(new pg.DatabaseError('terminating connection', 0, 'error'), { code: '57P01' }),
      UNREACHABLE,
    ],
    [
      'the database has no connection left',
      Object.assign(new pg.DatabaseError('too many clients', 0, 'error'), { code: '53300' }),
      UNREACHABLE,
    ],
    ['the connection is lost', new Error('Connection terminated unexpectedly'), UNREACHABLE],
  ])('is the answer when %s', async (_case, error, message) => {
    const server = createTroubledServer(new PassThrough())
    server.get('/trouble', () => Promise.reject(error))
    const answer = await server.inject({ url: '/trouble' })
    expectFailure(answer, 503, message)
    expect(answer.headers['retry-after']).toBe('1')
  })

  describe('while draining', () => {
    const test = useTestApi()

    it('is the answer to every new request, and the connection is not kept', async () => {
      expect((await test.api.send({ url: REWARDS })).statusCode).toBe(200)
      test.api.drain()
      for (const url of [REWARDS, '/livez', '/readyz', '/nowhere']) {
        const answer = await test.api.send({ url })
        expectFailure(answer, 503, 'The server is stopping: send the request again.')
        expect(answer.headers).toMatchObject({ 'retry-after': '1', connection: 'close' })
      }
    })
  })

  describe('while no database can be reached', () => {
    let api: TestApi
    const hangsUp = createNetServer((socket) => socket.destroy())
    beforeAll(async () => {
      await new Promise<void>((resolve) => hangsUp.listen(0, '127.0.0.1', resolve))
      api = await startTestApi()
    })
    afterAll(async () => {
      hangsUp.close()
      await api.close()
    })

    it.each<[string, () => string]>([
      ['its port is closed', () => 'postgres://postgres@127.0.0.1:1/x'],
      ['its host has several addresses and answers at none', () => 'postgres://postgres@localhost:1/x'],
      ['its name is unknown', () => 'postgres://postgres@nowhere.invalid/x'],
      ['it hangs up', () => `postgres://postgres@127.0.0.1:${(hangsUp.address() as AddressInfo).port}/x`],
    ])('because %s', async (_case, url) => {
      const { server } = await startAnotherApi({ main: url() }, { hasDirectoryAnswered: () => false })
      const { authorization } = api.key
      const answer = await server.inject({ url: REWARDS, headers: { authorization } })
      expectFailure(answer, 503, UNREACHABLE)
      expect(answer.headers['retry-after']).toBe('1')
      const notYet = 'The database has not answered since the start.'
      expectFailure(await server.inject({ url: '/readyz' }), 503, notYet)
      // Alive it is: restarting it would not bring the database back.
      expect((await server.inject({ url: '/livez' })).statusCode).toBe(200)
    })

    it('but no longer than that: connections that were cut are made anew', async () => {
      expect((await api.send({ url: REWARDS })).statusCode).toBe(200)
      const operator = clientOf(api.databaseUrl)
      await operator.connect()
      await operator.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      )
      await operator.end()
      const first = await api.send({ url: REWARDS })
      if (first.statusCode !== 200) expectFailure(first, 503, UNREACHABLE)
      await expect
        .poll(async () => (await api.send({ url: REWARDS })).statusCode, { timeout: patient(3_000) })
        .toBe(200)
    })
  })
})

describe('a route with an open end', () => {
  it('allows its methods only below its own path', async () => {
    const server = createTroubledServer(new PassThrough())
    server.get('/files/*', async () => 'file')
    expectFailure(
      await server.inject({ method: 'PUT', url: '/files/a/b' }),
      405,
      'PUT is not allowed at /files/a/b: use GET or HEAD.',
    )
    expectFailure(await server.inject({ method: 'PUT', url: '/other/a/b' }), 404, /nothing at PUT/)
  })
})
