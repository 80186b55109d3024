/** Requests on many items, over real sockets: line by line, too many, too large, too slow, and gone in the middle. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BulkAnswer } from '../../src/contract/private-api/bulk.ts'
import type { ApiOptions } from '../../src/http/api-options.ts'
import type { BulkOrderResult } from '../../src/orders/private-api/schema.ts'
import { createKey } from '../../src/tenancy/manage/tenants.ts'
import { clientOf } from '../support/client-of.ts'
import { expectLedgerVerifies, LedgerReader } from '../support/ledger.ts'
import { patient } from '../support/patience.ts'
import { DEMO_PROGRAM, Shop } from '../support/shop.ts'
import { basic, startTestApi, type TestApi } from '../support/test-api.ts'
import { parseAnswer } from './raw-http.ts'

type Answer = BulkAnswer<BulkOrderResult>

/** For how long items are begun, where that is tested. */
const TRY_FOR_MS = 3_000
const PATIENT = { timeout: 20_000, interval: 5 }
vi.setConfig({ testTimeout: 60_000 })

let api: TestApi
let reader: LedgerReader
let port: number
let shop: Shop

/** One API for all tests of a part. */
function useApi(overrides: Partial<ApiOptions>): void {
  beforeAll(async () => {
    api = await startTestApi(overrides)
    reader = new LedgerReader(api.databaseUrl)
    await reader.open()
    await api.server.listen({ port: 0, host: '127.0.0.1' })
    ;({ port } = api.server.server.address() as { port: number })
    return async () => {
      await reader.close()
      await api.close()
    }
  })
  beforeEach(openShop)
}

/** A merchant of its own for each test, so that no limit is shared. */
async function openShop(): Promise<() => Promise<void>> {
  shop = new Shop(api, reader, await api.openShop())
  await shop.publish(DEMO_PROGRAM)
  return () => expectLedgerVerifies(api, [shop.tenantId])
}

const head = (authorization = shop.key.authorization, ...more: string[]): string =>
  [
    'POST /v1/pvt/Order/bulk HTTP/1.1',
    'Host: x',
    `Authorization: ${authorization}`,
    'Content-Type: application/x-ndjson',
    ...(more.length > 0 ? more : ['Transfer-Encoding: chunked']),
    '\r\n',
  ].join('\r\n')

const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const END = '0\r\n\r\n'

/** A connection on which a list is sent, and what has come back on it. */
class Sender {
  readonly socket: Socket
  #received = ''

  constructor() {
    this.socket = connect(port, '127.0.0.1')
    this.socket.on('error', () => {})
    this.socket.on('data', (bytes) => {
      this.#received += bytes
    })
  }

  write(text: string): void {
    this.socket.write(text)
  }

  get status(): number {
    return Number(/^HTTP\/1\.1 (\d+)/.exec(this.#received)?.[1] ?? 0)
  }

  get received(): string {
    return this.#received
  }

  get answers(): Answer[] {
    return this.#received
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
  }

  get isWhole(): boolean {
    if (this.socket.destroyed) return true
    if (this.status === 200) return this.#received.endsWith('\r\n0\r\n\r\n')
    return parseAnswer(Buffer.from(this.#received)) !== null
  }

  /** Waits for the end of the answer. */
  async whole(): Promise<this> {
    await expect.poll(() => this.isWhole, PATIENT).toBe(true)
    this.socket.destroy()
    return this
  }
}

const order = (id: string, customer = 'ana', total = 1): string =>
  `${JSON.stringify(shop.completeOrder(id, customer, total))}\n`
const orders = (count: number, prefix = 'o'): string =>
  Array.from({ length: count }, (_, index) => order(`${prefix}-${index}`, `c-${index % 50}`)).join('')

async function sendLines(text: string): Promise<Sender> {
  const sender = new Sender()
  sender.write(head() + chunk(text) + END)
  return sender.whole()
}

const countOrders = async (): Promise<number> =>
  (await reader.query('select from customer_order where tenant_id = $1', [shop.tenantId])).length

const statusOfAccount = async (): Promise<number> =>
  (
    await api.send({
      method: 'GET',
      url: '/v1/pvt/Account',
      headers: { authorization: shop.key.authorization },
    })
  ).statusCode

/** True again once nothing of an earlier request is left. */
async function isFree(): Promise<boolean> {
  const { status } = await sendLines(order('free'))
  return status === 200
}

/** Keeps every customer locked. Returns what ends it. */
async function holdCustomers(): Promise<() => Promise<void>> {
  const blocker = clientOf(api.databaseUrl)
  await blocker.connect()
  await blocker.query('begin')
  await blocker.query('lock table customer in access exclusive mode')
  return async () => {
    await blocker.query('rollback')
    await blocker.end()
  }
}

/** Statements that wait for a lock. */
const countWaiting = async (): Promise<number> =>
  (
    await reader.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
  ).length

describe('line by line', () => {
  useApi({})

  it('each line is answered by a line, and blank lines are none', async () => {
    const { status, answers, received } = await sendLines(
      `${order('o-1', 'ana', 10)}\r\n\n  \n${order('o-2', 'bob', 5)}{"OriginalId":"half\n5\n${order('o-3', 'ana', 3).trim()}`,
    )
    expect(status).toBe(200)
    expect(received).toContain('content-type: application/x-ndjson')
    const sorted = answers.toSorted((a, b) => a.Index - b.Index)
    expect(sorted).toStrictEqual([
      {
        Index: 0,
        OriginalId: 'o-1',
        HasError: false,
        ErrorCode: null,
        ErrorMessage: null,
        Result: { Id: expect.any(Number), State: 2, PointsGranted: 10, CashbackGranted: 0.5 },
      },
      {
        Index: 1,
        OriginalId: 'o-2',
        HasError: false,
        ErrorCode: null,
        ErrorMessage: null,
        Result: { Id: expect.any(Number), State: 2, PointsGranted: 5, CashbackGranted: 0.25 },
      },
      {
        Index: 2,
        OriginalId: null,
        HasError: true,
        ErrorCode: 36,
        ErrorMessage: expect.stringContaining('The line is not valid JSON'),
        Result: null,
      },
      {
        Index: 3,
        OriginalId: null,
        HasError: true,
        ErrorCode: 36,
        ErrorMessage: 'The item must be a JSON object.',
        Result: null,
      },
      {
        Index: 4,
        OriginalId: 'o-3',
        HasError: false,
        ErrorCode: null,
        ErrorMessage: null,
        Result: { Id: expect.any(Number), State: 2, PointsGranted: 3, CashbackGranted: 0.15 },
      },
    ])
  })

  it('an answer comes while more is still being sent', async () => {
    const sender = new Sender()
    sender.write(head() + chunk(order('early')))
    await expect.poll(() => sender.answers.map(({ OriginalId }) => OriginalId)).toEqual(['early'])
    // A line may come in pieces.
    const late = order('late')
    for (const part of [late.slice(0, 7), late.slice(7, 8), late.slice(8)]) {
      sender.write(chunk(part))
      await sleep(10)
    }
    sender.write(END)
    expect((await sender.whole()).answers.map(({ OriginalId }) => OriginalId)).toEqual(['early', 'late'])
  })

  it('no line at all is an empty list', async () => {
    const sender = new Sender()
    sender.write(head() + chunk('\n \n') + END)
    await expect
      .poll(() => sender.received)
      .toContain('7 General_FieldCannotBeNullOrBlank: The list is empty')
    sender.socket.destroy()
  })

  it('the 1,001st line ends the list, and the 1,000 before it are done', async () => {
    const { answers } = await sendLines(orders(1_003))
    expect(answers).toHaveLength(1_001)
    const refused = answers.filter(({ HasError }) => HasError)
    expect(refused).toMatchObject([{ Index: 1_000, ErrorCode: 10, OriginalId: null, Result: null }])
    expect(await countOrders()).toBe(1_000)
  })

  it('a line of more than 256 KiB is refused, and the next one is done', async () => {
    const large = JSON.stringify({ ...shop.completeOrder('large', 'ana', 1), More: 'x'.repeat(256 * 1_024) })
    const { answers } = await sendLines(`${large}\n${order('next')}`)
    expect(answers.toSorted((a, b) => a.Index - b.Index)).toMatchObject([
      { Index: 0, ErrorCode: 10, ErrorMessage: expect.stringContaining('is larger than 262144 bytes') },
      { Index: 1, OriginalId: 'next', HasError: false },
    ])
    expect(await countOrders()).toBe(1)
  })

  it('a line of more than 8 MiB is too large a body', async () => {
    const sender = new Sender()
    sender.write(head())
    const piece = chunk('x'.repeat(1_024 * 1_024))
    for (let count = 0; count < 9; count += 1) sender.write(piece)
    await expect.poll(() => sender.status).toBe(413)
    sender.socket.destroy()
    const announced = new Sender()
    announced.write(head(shop.key.authorization, `Content-Length: ${8 * 1_024 * 1_024 + 1}`))
    await expect.poll(() => announced.status).toBe(413)
    announced.socket.destroy()
    await expect.poll(isFree, PATIENT).toBe(true)
  })

  it('what comes after 8 MiB is refused, what came before is done', async () => {
    const sender = new Sender()
    sender.write(head() + chunk(order('before')))
    await expect.poll(() => sender.answers).toHaveLength(1)
    const piece = chunk(' '.repeat(1_024 * 1_024))
    for (let count = 0; count < 9; count += 1) sender.write(piece)
    const { answers } = await sender.whole()
    expect(answers[1]).toMatchObject({ Index: 1, ErrorCode: 10, HasError: true })
    expect(await countOrders()).toBe(1)
  })
})

describe('whoever hangs up', () => {
  useApi({})

  it('in the middle of a line leaves what is done, and nothing else', async () => {
    for (let repetition = 0; repetition < 10; repetition += 1) {
      const before = await countOrders()
      const sender = new Sender()
      sender.write(head() + chunk(orders(5, `r${repetition}`) + order('half').slice(0, 40)))
      await expect.poll(() => sender.answers.length, PATIENT).toBe(5)
      if (repetition % 2 === 0) sender.socket.resetAndDestroy()
      else sender.socket.end(() => sender.socket.destroy())
      await once(sender.socket, 'close')
      await expect.poll(isFree, PATIENT).toBe(true)
      expect((await countOrders()) - before).toBe(repetition === 0 ? 6 : 5)
    }
    expect(api.requestsInProgress()).toBe(0)
    expect(await shop.getOrder('half')).toMatchObject({ ErrorCode: 37 })
  })

  it('before the end of its last line has not sent that order, also where it looks whole', async () => {
    const sender = new Sender()
    sender.write(head() + chunk(orders(3) + order('looks-whole').trimEnd()))
    await expect.poll(() => sender.answers.length, PATIENT).toBe(3)
    sender.socket.resetAndDestroy()
    await expect.poll(isFree, PATIENT).toBe(true)
    expect(await shop.getOrder('looks-whole')).toMatchObject({ ErrorCode: 37 })
    expect(await countOrders()).toBe(4)
  })

  it('with a thousand lines under way stops them, and each is done or not', async () => {
    const sender = new Sender()
    sender.write(head() + chunk(orders(1_000)) + END)
    await expect.poll(() => sender.answers.length, { ...PATIENT, interval: 1 }).toBeGreaterThan(0)
    sender.socket.resetAndDestroy()
    await expect.poll(isFree, PATIENT).toBe(true)
    const done = await countOrders()
    expect(done).toBeLessThan(1_001)
    // What was not done is done when it is sent again.
    expect((await sendLines(orders(1_000))).answers.filter(({ HasError }) => HasError)).toEqual([])
    expect(await countOrders()).toBe(1_001)
  })

  it('before anything was sent frees the key', async () => {
    const sender = new Sender()
    sender.write(head())
    await expect.poll(async () => (await sendLines(order('x'))).status).toBe(429)
    sender.socket.destroy()
    await expect.poll(isFree, PATIENT).toBe(true)
  })

  it('while the key is still looked up frees it too', async () => {
    for (let repetition = 0; repetition < 3; repetition += 1) {
      const { token, secret } = await createKey(api.cells.directory, shop.tenantId, 'new')
      const authorization = basic(token, secret)
      const gone = new Sender()
      await new Promise((resolve) => gone.socket.write(head(authorization), resolve))
      gone.socket.destroy()
      const statusOfNext = async () => {
        const next = new Sender()
        next.write(head(authorization) + chunk(order(`next-${repetition}`)) + END)
        return (await next.whole()).status
      }
      await expect.poll(statusOfNext, { ...PATIENT, timeout: patient(5_000) }).toBe(200)
    }
  })

  it('is no longer waited for once a list is answered', async () => {
    const connected = once(api.server.server, 'connection')
    const sender = new Sender()
    const [served] = (await connected) as [Socket]
    const listen = () => served.listenerCount('close')
    let afterFirst = 0
    for (let list = 1; list <= 3; list += 1) {
      sender.write(head() + chunk(order(`of-${list}`)) + END)
      await expect.poll(() => sender.answers.length, PATIENT).toBe(list)
      await expect.poll(() => sender.received.endsWith('\r\n0\r\n\r\n'), PATIENT).toBe(true)
      if (list === 1) afterFirst = listen()
    }
    await expect.poll(listen).toBeLessThanOrEqual(afterFirst)
    sender.socket.destroy()
  })
})

describe('limits', () => {
  useApi({ requestTimeoutMs: 2_000, bulkTryForMs: TRY_FOR_MS, rateLimitPerSecond: 10 })

  it('one list at a time for each key, four for each merchant', async () => {
    const keys = await Promise.all(
      Array.from({ length: 5 }, () => createKey(api.cells.directory, shop.tenantId, 'more')),
    )
    const senders: Sender[] = []
    for (const { token, secret } of keys.slice(0, 4)) {
      const sender = new Sender()
      sender.write(head(basic(token, secret)) + chunk(order(`of-${token}`)))
      await expect.poll(() => sender.answers).toHaveLength(1)
      senders.push(sender)
    }
    const [first, , , , fifth] = keys
    for (const [key, says] of [
      [first, 'with this key'],
      [fifth, 'of this merchant'],
    ] as const) {
      const refused = new Sender()
      refused.write(head(basic(key?.token ?? '', key?.secret ?? '')))
      await expect.poll(() => refused.status).toBe(429)
      expect(refused.received).toContain('retry-after: 1')
      expect(refused.received).toContain('"ErrorCode":103')
      expect(refused.received).toContain(says)
      refused.socket.destroy()
    }
    for (const sender of senders) {
      sender.write(END)
      await sender.whole()
    }
    await expect.poll(isFree, PATIENT).toBe(true)
  })

  it('20 items count as one request, and a list waits for the next second', async () => {
    const startedAt = performance.now()
    // 15 requests, of which 10 may be sent in a second.
    const list = sendLines(orders(300))
    await expect.poll(statusOfAccount, PATIENT).toBe(429)
    const { answers } = await list
    expect(answers.filter(({ HasError }) => HasError)).toEqual([])
    expect(performance.now() - startedAt).toBeGreaterThan(900)
  })

  it('a body that takes too long ends in the middle, without an answer that looks whole', async () => {
    const sender = new Sender()
    sender.write(head() + chunk(order('slow')))
    await expect.poll(() => sender.socket.destroyed, { timeout: patient(5_000) }).toBe(true)
    expect(sender.answers).toHaveLength(1)
    expect(sender.received).not.toContain('408')
    expect(sender.received.endsWith('0\r\n\r\n')).toBe(false)
    await expect.poll(isFree, PATIENT).toBe(true)
  })

  it('what is not reached in time, because the database stands still, is not tried', async () => {
    await sendLines(order('first'))
    const letGo = await holdCustomers()
    const list = sendLines(orders(150))
    // Time itself is tested: what is not begun by then is not tried.
    await sleep(TRY_FOR_MS + 200)
    await letGo()
    const { answers } = await list
    expect(answers).toHaveLength(150)
    const notTried = answers.filter(({ ErrorCode }) => ErrorCode === 103)
    expect(notTried.length).toBeGreaterThan(50)
    expect(notTried.at(-1)?.ErrorMessage).toMatch(/send it again/)
    expect(await countOrders()).toBe(1 + 150 - notTried.length)
    expect((await sendLines(orders(150))).answers.filter(({ HasError }) => HasError)).toEqual([])
    expect(await countOrders()).toBe(151)
  })
})

describe('a server that stops', () => {
  useApi({})

  it('finishes what is begun, and begins nothing more', async () => {
    const sender = new Sender()
    sender.write(head() + chunk(order('first')))
    await expect.poll(() => sender.answers, PATIENT).toHaveLength(1)
    const letGo = await holdCustomers()
    sender.write(chunk(orders(300)) + END)
    await expect.poll(countWaiting, PATIENT).toBeGreaterThan(0)
    api.drain()
    await letGo()
    const { answers } = await sender.whole()
    expect(answers).toHaveLength(301)
    const notTried = answers.filter(({ ErrorCode }) => ErrorCode === 103)
    expect(notTried.length).toBeGreaterThan(200)
    expect(notTried.at(-1)?.ErrorMessage).toBe('Not tried, because the server is stopping: send it again.')
    expect(await countOrders()).toBe(301 - notTried.length)
  })
})
