import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import { startTestApi, type TestApi } from '../support/test-api.ts'
import { hangUp, kindsOfHangUp, write } from './hang-ups.ts'
import { exchange } from './raw-http.ts'

/** `HANG_UPS=20000` for all of them, which takes minutes. */
const HANG_UPS = Number(process.env.HANG_UPS ?? 400)
const AT_ONCE = 20
/** More than are sent at once, five behind one another; far less than all. */
const REQUESTS_MAX = Math.max(10 * AT_ONCE, HANG_UPS / 8)

const logged = new PassThrough()
let api: TestApi
let port: number
let product: pg.Client
beforeAll(async () => {
  const log = createLogger({ level: 'error', destination: logged })
  api = await startTestApi({ log, requestsInProgressMax: REQUESTS_MAX })
  await api.server.listen({ port: 0, host: '127.0.0.1' })
  port = (api.server.server.address() as AddressInfo).port
  product = new pg.Client({ connectionString: api.databaseUrl })
  await product.connect()
})
afterAll(async () => {
  await product.end()
  await api.close()
})

const head = (line: string, ...headers: string[]): string =>
  `${[line, 'Host: x', `Authorization: ${api.key.authorization}`, ...headers].join('\r\n')}\r\n\r\n`
const LIST = 'GET /v1/pvt/RewardConfigurations HTTP/1.1'
const PUT = 'PUT /v1/pvt/Product/p HTTP/1.1'

async function expectAllIsWell(): Promise<void> {
  await expect.poll(() => api.requestsInProgress(), { timeout: 10_000 }).toBe(0)
  expect(await exchange(port, head(LIST))).toMatchObject({ statusCode: 200 })
  expect(String(logged.read() ?? '')).toBe('')
}

describe(`${HANG_UPS} senders who hang up (HANG_UPS=20000 for all)`, () => {
  const names = kindsOfHangUp('').map(([name]) => name)
  const each = Math.ceil(HANG_UPS / names.length)

  it.each(names)(
    '%s leave nothing behind',
    async (name) => {
      const kind = new Map(kindsOfHangUp(api.key.authorization)).get(name)
      if (!kind) throw new Error(`no kind is called ${name}`)
      for (let index = 0; index < each; index += AT_ONCE) {
        await Promise.all(Array.from({ length: AT_ONCE }, (_, one) => hangUp(port, kind, index + one)))
      }
      await expectAllIsWell()
    },
    600_000,
  )

  it('while their answers wait for the database leave nothing behind', async () => {
    // Whoever writes this product has to wait until we let go.
    await product.query('begin')
    await product.query(
      `insert into product (tenant_id, original_id, title, is_active) values ($1, 'p', 'T', true)`,
      [api.key.tenantId],
    )
    const body = '{"OriginalId":"p","Title":"T"}'
    const request = head(PUT, 'Content-Type: application/json', `Content-Length: ${body.length}`) + body
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, one) =>
        hangUp(port, (socket) => write(socket, request.repeat(2)), one),
      ),
    )
    await product.query('rollback')
    await expectAllIsWell()
  })
})
