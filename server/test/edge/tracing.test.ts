/** Traces of `punchcard serve` and `punchcard work`, as a collector gets them. */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { punchcard, type RunningServer, startPunchcard, startServe } from '../cli/punchcard-process.ts'
import { urlOfLogin } from '../support/logins.ts'
import { Receiver } from '../support/receiver.ts'
import { program } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

interface Value {
  readonly stringValue?: string
  readonly intValue?: string
}

interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly attributes: readonly { readonly key: string; readonly value: Value }[]
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

const shops = useShops()
const opened = new AsyncDisposableStack()
const bodies: string[] = []
/** While it hangs, it takes requests and never answers. */
let isHanging = false
let inbox: Receiver
let server: RunningServer
let authorization: string

const collector = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text
  })
  request.on('end', () => {
    if (isHanging) return
    bodies.push(body)
    response.end('{}')
  })
})

function spans(): SentSpan[] {
  return bodies.flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as SentSpan[])
}

function attribute(span: SentSpan | undefined, key: string): string | undefined {
  const value = span?.attributes.find((one) => one.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  inbox = await Receiver.start()
  const shop = await shops.open(program())
  authorization = shop.key.authorization
  const environment = {
    DATABASE_URL: shops.api.databaseUrl,
    PUNCHCARD_SECRETS_KEY: randomBytes(32).toString('base64'),
    PUNCHCARD_WEBHOOK_ALLOW_PRIVATE: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_TRACES_SAMPLER: 'always_on',
  }
  const log = createLogger({ level: 'error', destination: process.stderr })
  await migrateQueue(urlOfLogin(shops.api.databaseUrl, 'owner'), log)
  const url = `${inbox.url}/hook?token=hidden`
  const args = ['webhook', 'add', '--tenant', String(shop.tenantId), '--url', url, '--topics', 'Point_Add']
  expect((await punchcard(args, environment)).exitCode).toBe(0)
  server = opened.use(await startServe(environment))
  opened.use(
    await startPunchcard(['work'], { ...environment, PUNCHCARD_WORKER_METRICS_PORT: '0' }, ({ log: said }) =>
      said().includes('"msg":"ready"'),
    ),
  )
})
afterAll(async () => {
  await opened.disposeAsync()
  await inbox.stop()
  collector.close()
  collector.closeAllConnections()
})

async function order(id: string, headers: Record<string, string> = {}): Promise<number> {
  const now = new Date(shops.api.now).toISOString()
  const response = await fetch(`${server.url}/v1/pvt/POS/orders`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      OriginalId: id,
      OrderPlacementDate: now,
      OrderCompletedDate: now,
      IsCompleted: true,
      OrderTotal: 80,
      Customer: { OriginalId: `customer-of-${id}`, Name: 'Ana Sigilosa', Email: `ana-${id}@secret.example` },
    }),
  })
  await response.text()
  return response.status
}

describe('traces', () => {
  it('lead from the caller over the request and its batch to the statements', async () => {
    expect(await order('first', { traceparent: `00-${TRACE}-${PARENT}-01` })).toBe(200)
    const mine = (): SentSpan[] => spans().filter(({ traceId }) => traceId === TRACE)
    const byName = (name: string): SentSpan | undefined => mine().find((span) => span.name === name)
    await until(async () => byName('POST /v1/pvt/POS/orders') !== undefined)
    const request = byName('POST /v1/pvt/POS/orders')
    expect(request?.parentSpanId).toBe(PARENT)
    expect(attribute(request, 'http.response.status_code')).toBe('200')
    const batch = byName('batch till')
    expect(batch).toMatchObject({
      parentSpanId: request?.spanId,
      links: [{ traceId: TRACE, spanId: request?.spanId }],
    })
    const transaction = byName('transaction')
    expect(transaction?.parentSpanId).toBe(batch?.spanId)
    for (const part of ['connect', 'statements', 'commit']) {
      expect(byName(part)?.parentSpanId, part).toBe(transaction?.spanId)
    }
  })

  it('link a batch to all its requests', async () => {
    const before = spans().length
    const ids = Array.from({ length: 40 }, (_, index) => `many-${index}`)
    expect(new Set(await Promise.all(ids.map((id) => order(id))))).toEqual(new Set([200]))
    const later = (name: string): SentSpan[] =>
      spans()
        .slice(before)
        .filter((span) => span.name === name)
    await until(async () => later('POST /v1/pvt/POS/orders').length === 40)
    const requests = later('POST /v1/pvt/POS/orders').map(({ spanId }) => spanId)
    const batches = later('batch till')
    const linked = batches.flatMap(({ links = [] }) => links.map(({ spanId }) => spanId))
    expect(linked.sort()).toEqual(requests.sort())
    expect(batches.length).toBeLessThan(40)
    for (const batch of batches) expect(attribute(batch, 'size')).toBe(String(batch.links?.length))
  })

  it('go on in the header of a webhook', async () => {
    await until(async () => spans().some(({ name }) => name === 'webhook delivery'))
    const delivery = spans().find(({ name }) => name === 'webhook delivery')
    const headers = inbox.received.map(({ headers: { traceparent } }) => traceparent)
    expect(headers).toContain(`00-${delivery?.traceId}-${delivery?.spanId}-01`)
    expect(attribute(delivery, 'punchcard.outcome')).toBe('received')
  })

  it('hold nothing of a person, and no secret of a merchant', () => {
    const all = bodies.join('\n')
    expect(all).toContain('punchcard.tenant')
    for (const hidden of ['Sigilosa', 'secret.example', 'customer-of', 'many-1', 'hidden', authorization]) {
      expect(all).not.toContain(hidden)
    }
  })

  it('that nobody takes cost no request', async () => {
    isHanging = true
    const ids = Array.from({ length: 40 }, (_, index) => `hanging-${index}`)
    expect(new Set(await Promise.all(ids.map((id) => order(id))))).toEqual(new Set([200]))
    isHanging = false
  })
})
