import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import { clientOf } from '../support/client-of.ts'
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
  product = clientOf(api.databaseUrl)
  await product.connect()
})
afterAll(async () => {
  await product.end()
  await api.close()
})

const head = (line: string, ...headers: string[]): string =>
  `${[line, 'Host: x', `Authorization: ${api.key.authorization}`, ...headers].join('\r\n')}\r\n\r\n`
const LIST = 'GET /v1/pvt/RewardConfigurations HTTP/1.1'
const BULK = 'POST /v1/pvt/Order/bulk HTTP/1.1'
const PUT = 'PUT /v1/pvt/Product/p HTTP/1.1'

/** A key sends one list at a time: what was begun of a list whose sender is gone keeps the place until its end. */
async function expectListsAreTaken(): Promise<void> {
  const list = head(BULK, 'Content-Type: application/json', 'Content-Length: 2', 'Connection: close')
  await expect
    .poll(async () => (await exchange(port, `${list}[]`))?.statusCode, { timeout: 10_000 })
    .toBe(200)
}

async function expectAllIsWell(): Promise<void> {
  await expect.poll(() => api.requestsInProgress(), { timeout: 10_000 }).toBe(0)
  expect(await exchange(port, head(LIST))).toMatchObject({ statusCode: 200 })
  await expectListsAreTaken()
  expect(String(logged.read() ?? '')).toBe('')
}

const waitsForLock = async (): Promise<boolean> =>
  (
    await product.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
  ).rows.length > 0

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

  it('in the middle of a JSON list leave nothing behind', async () => {
    const customers = clientOf(api.databaseUrl)
    await customers.connect()
    onTestFinished(() => customers.end())
    for (let repetition = 0; repetition < 3; repetition += 1) {
      await customers.query('begin')
      await customers.query('lock table customer in access exclusive mode')
      const list = Array.from({ length: 300 }, (_, index) => ({
        OriginalId: `gone-${repetition}-${index}`,
        Customer: { OriginalId: `c-${index}` },
      }))
      const body = JSON.stringify(list)
      const connected = once(api.server.server, 'connection')
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(
        head(BULK, 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`) + body,
      )
      await expect.poll(waitsForLock, { timeout: 10_000 }).toBe(true)
      const [served] = (await connected) as [Socket]
      const closed = new Promise((resolve) => served.once('close', resolve))
      socket.resetAndDestroy()
      await closed
      await customers.query('rollback')
      await expectAllIsWell()
    }
  })
})
