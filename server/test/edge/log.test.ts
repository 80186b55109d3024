import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import { startServe } from '../cli/punchcard-process.ts'
import { runHere } from '../cli/run-here.ts'
import { basic, startTestApi, useTestApi } from '../support/test-api.ts'
import { startAnotherApi } from '../tenancy/another-api.ts'

const REWARDS = '/v1/pvt/RewardConfigurations'
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

type Line = Record<string, unknown>

function linesOf(text: string): Line[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}

const test = useTestApi()

async function startLogged(
  overrides: Parameters<typeof startAnotherApi>[1] = {},
  url = test.api.databaseUrl,
) {
  const logged = new PassThrough()
  const log = createLogger({ level: 'info', destination: logged })
  const { server } = await startAnotherApi({ main: url }, { log, ...overrides })
  return { server, lines: () => linesOf(String(logged.read() ?? '')) }
}

describe('a line of the log', () => {
  it('of a request says who asked for what, and what came of it, where that is switched on', async () => {
    const { server, lines } = await startLogged({ isAccessLogged: true })
    const { authorization, tenantId } = test.api.key
    const answer = await server.inject({ url: `${REWARDS}?PageSize=3`, headers: { authorization } })
    expect(lines()).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(ISO),
        pid: process.pid,
        requestId: answer.headers['punchcard-request-id'],
        method: 'GET',
        route: REWARDS,
        tenant: tenantId,
        status: 200,
        durationMs: expect.any(Number),
        msg: 'request',
      },
    ])
    await server.inject({ url: '/nowhere?document=123' })
    const [line] = lines()
    expect(line).toMatchObject({ route: 'unknown', status: 404, msg: 'request' })
    expect(line).not.toHaveProperty('tenant')
    expect(JSON.stringify(line)).not.toContain('123')
  })

  it('of a request is not written unless it is switched on', async () => {
    const { server, lines } = await startLogged()
    const { authorization } = test.api.key
    await server.inject({ url: REWARDS, headers: { authorization } })
    expect(lines()).toEqual([])
  })

  it('of a failure that was to be expected has a reason and no stack', async () => {
    const { server, lines } = await startLogged({}, 'postgres://postgres@127.0.0.1:1/x')
    const { authorization } = test.api.key
    await server.inject({ url: REWARDS, headers: { authorization } })
    const [line, ...more] = lines()
    expect(more).toEqual([])
    expect(line).toMatchObject({
      level: 'warn',
      msg: 'request refused',
      method: 'GET',
      route: REWARDS,
      status: 503,
      reason: expect.stringContaining('ECONNREFUSED'),
    })
    expect(JSON.stringify(line)).not.toContain('stack')
  })

  it('says that it is ready, with the version', async () => {
    await using server = await startServe({ DATABASE_URL: test.api.databaseUrl })
    const ready = linesOf(server.log()).find(({ msg }) => msg === 'ready')
    expect(ready).toMatchObject({ level: 'info', version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
  })
})

describe('security events', () => {
  it('are a login that failed, and one that was throttled', async () => {
    const { server, lines } = await startLogged()
    const other = await test.api.openShop()
    const wrong = basic(other.token, test.api.key.secret)
    const attempt = () =>
      server.inject({ url: REWARDS, remoteAddress: '198.51.100.7', headers: { authorization: wrong } })
    for (let count = 0; count < 11; count += 1) await attempt()
    const noted = lines()
    expect(noted).toHaveLength(11)
    for (const line of noted) {
      expect(line).toMatchObject({ level: 'info', address: '198.51.100.7', apiToken: other.token })
      expect(JSON.stringify(line)).not.toContain(test.api.key.secret)
    }
    expect(noted.map(({ msg }) => msg)).toEqual([
      ...Array.from({ length: 10 }, () => 'login failed'),
      'login throttled',
    ])
  })

  it('of strangers do not fill the log', async () => {
    const { server, lines } = await startLogged()
    for (let count = 0; count < 200; count += 1) await server.inject({ url: REWARDS })
    expect(lines().length).toBeLessThan(100)
  })

  it('are a tenant and a key that were made, and a key that was revoked', async () => {
    const environment = { DATABASE_URL: test.api.databaseUrl, PUNCHCARD_LOG_LEVEL: 'info' }
    const made = await runHere(['tenant', 'create', '--name', 'Shop', '--json'], environment)
    const { tenant } = JSON.parse(made.stdout) as { tenant: number }
    expect(linesOf(made.stderr)).toMatchObject([{ msg: 'tenant made', tenant }])
    const key = await runHere(['key', 'create', '--tenant', String(tenant), '--json'], environment)
    const { token, key: secret } = JSON.parse(key.stdout) as { token: string; key: string }
    expect(linesOf(key.stderr)).toMatchObject([{ msg: 'key made', tenant, apiToken: token }])
    expect(key.stderr).not.toContain(secret)
    const revoked = await runHere(['key', 'revoke', '--token', token], environment)
    expect(linesOf(revoked.stderr)).toMatchObject([{ msg: 'key revoked', apiToken: token }])
  })
})

describe('metrics', () => {
  it('count each request once, by its own method and the path of its route', async () => {
    const api = await startTestApi()
    await api.send({ url: REWARDS })
    await api.send({ url: `${REWARDS}?PageSize=1` })
    await api.send({ method: 'HEAD', url: REWARDS })
    await api.send({ method: 'PUT', url: '/v1/pvt/Product/p', payload: { OriginalId: 'p' } })
    await api.send({ method: 'PUT', url: '/v1/pvt/Product/q', payload: [] })
    await api.send({ url: '/v1/pvt/Nothing/here' })
    await api.send({ method: 'PATCH', url: REWARDS })
    const text = await api.metrics.registry.getSingleMetricAsString('punchcard_http_request_seconds')
    const counted = text.match(/(?<=^punchcard_http_request_seconds_count).*/gm)?.sort()
    expect(counted).toEqual([
      `{method="GET",route="${REWARDS}",status="200"} 2`,
      '{method="GET",route="unknown",status="404"} 1',
      `{method="HEAD",route="${REWARDS}",status="200"} 1`,
      '{method="PATCH",route="unknown",status="405"} 1',
      '{method="PUT",route="/v1/pvt/Product/:id",status="200"} 1',
      '{method="PUT",route="/v1/pvt/Product/:id",status="400"} 1',
    ])
    await api.close()
  })

  it('count what operations refuse, by operation and code', async () => {
    const api = await startTestApi()
    await api.send({ method: 'PUT', url: '/v1/pvt/Product/p', payload: { OriginalId: 'p' } })
    await api.send({ method: 'PUT', url: '/v1/pvt/Product/p', payload: { OriginalId: 5 } })
    await api.send({ url: `${REWARDS}?PageSize=-1` })
    await api.send({ url: REWARDS })
    await api.send({ method: 'PUT', url: '/v1/pvt/Product/p', payload: [] })
    const text = await api.metrics.registry.getSingleMetricAsString('punchcard_refusals_total')
    const counted = text.split('\n').filter((line) => line.startsWith('punchcard_refusals_total'))
    expect(counted.length).toBeGreaterThanOrEqual(2)
    for (const line of counted) {
      expect(line).toMatch(
        /^punchcard_refusals_total\{operation="(updateProduct|listRewardConfigurations)",code="\d+"\} [12]$/,
      )
    }
    await api.close()
  })
})
