/** Bodies of octets and files that are handed out: the frame of the management API, over real connections. */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { tillOfEachCell } from '../../src/app/tills.ts'
import { operation } from '../../src/contract/admin-api/operation.ts'
import { Empty } from '../../src/contract/admin-api/schema.ts'
import { PERMISSIONS } from '../../src/contract/permission.ts'
import { createServer, type Edge } from '../../src/http/edge.ts'
import { AdminFrame } from '../../src/management/frame.ts'
import { AdminLanes } from '../../src/management/lanes.ts'
import { authenticateAs } from '../../src/people/admin-api/authenticate.ts'
import { createLogger } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { useShops } from '../support/use-shops.ts'

const PART = 1024 * 1024
const BODY_MAX = 100_000

const send = operation({
  id: 'test.send',
  summary: 'Take octets',
  method: 'PUT',
  path: '/tenants/:tenant/octets',
  permission: 'jobs.use',
  weight: 'light',
  audit: 'test.send',
  octetBodyMax: BODY_MAX,
  answer: Type.Object({ bytes: Type.Integer(), isAsSaid: Type.Boolean() }),
})

const get = operation({
  id: 'test.get',
  summary: 'Hand out a file',
  method: 'GET',
  path: '/tenants/:tenant/octets',
  permission: 'jobs.use',
  weight: 'light',
  audit: 'test.get',
  isDownload: true,
  query: Type.Object({ parts: Type.Integer({ minimum: 0 }), failsAt: Type.Optional(Type.Integer()) }),
  answer: Empty,
})

const test = useShops()
const log = createLogger({ level: 'silent', destination: process.stderr })
const octets = randomBytes(PART)
/** Of the last download. */
let reading = { parts: 0, hasEnded: false }
let edge: Edge
let lanes: AdminLanes

async function* read(parts: number, failsAt: number): AsyncGenerator<Uint8Array> {
  const seen = { parts: 0, hasEnded: false }
  reading = seen
  try {
    for (let part = 1; part <= parts; part += 1) {
      if (part === failsAt) throw new Error('the database is gone')
      seen.parts = part
      yield octets
    }
  } finally {
    seen.hasEnded = true
  }
}

async function listen(more: { readonly answerTimeoutMs?: number } = {}): Promise<Edge> {
  const { cells } = test.api
  const opened = createServer({
    ...more,
    ...{ log, metrics: createMetrics(), requestTimeoutMs: 10_000, trustProxy: 0 },
  })
  lanes = new AdminLanes(cells, null)
  await opened.server.register(async (scope) => {
    const api = new AdminFrame(scope, {
      ...{ lanes, log, clock: systemClock, tillOf: tillOfEachCell(cells, systemClock), isLimited: false },
      counts: { count: async (names) => names.map(() => 0) },
      authenticate: authenticateAs(cells.directory, () => ({
        actor: { kind: 'person', id: 7, label: 'Bia' },
        ...{ via: 'panel', personId: 7, session: null, confirmedUntil: null },
        permissions: new Set(PERMISSIONS),
      })),
    })
    api.write(send, 'cell', async (_tx, { body, digest }) => {
      const sent = body as unknown as Buffer
      const hash = createHash('sha256').update(sent).digest()
      return { answer: { bytes: sent.length, isAsSaid: hash.equals(digest ?? sent) }, audit: null }
    })
    api.download(get, async (_tx, { query: { parts, failsAt = 0 } }) => ({
      name: 'Olá "mundo"\r\n.csv',
      bytes: parts * PART,
      octets: read(parts, failsAt),
      audit: { target: { kind: 'file', id: '1', label: 'file' } },
    }))
  })
  await opened.server.listen({ port: 0, host: '127.0.0.1' })
  return opened
}

beforeAll(async () => {
  edge = await listen()
})

afterAll(() => edge?.server.close())

const port = (of = edge) => (of.server.server.address() as AddressInfo).port
const addressOf = (tenantId: number) => `/tenants/${tenantId}/octets`
const urlOf = (tenantId: number, query = '') => `http://127.0.0.1:${port()}${addressOf(tenantId)}${query}`
const digestOf = (body: Uint8Array) => `sha-256=:${createHash('sha256').update(body).digest('base64')}:`

async function open(of = edge): Promise<Socket> {
  const socket = connect(port(of), '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Asks for a file and reads no more of it than the kernel takes. */
async function beginDownload(tenantId: number, parts: number, of = edge): Promise<Socket> {
  const socket = await open(of)
  socket.write(`GET ${addressOf(tenantId)}?parts=${parts} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

describe('a body of octets', () => {
  const put = (tenantId: number, body: Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
    fetch(urlOf(tenantId), { method: 'PUT', body, headers })
  const TYPE = { 'content-type': 'application/octet-stream' }

  it('reaches the operation as it was sent, with the digest that was said', async () => {
    const { tenantId } = await test.open()
    const body = randomBytes(BODY_MAX)
    const headers = { ...TYPE, 'content-digest': `md5=:AAAA:, ${digestOf(body)}`, 'idempotency-key': 'one' }
    const answer = await put(tenantId, body, headers)
    expect(await answer.json()).toEqual({ bytes: BODY_MAX, isAsSaid: true })
    expect((await put(tenantId, body, headers)).headers.get('idempotent-replayed')).toBe('true')
    const other = randomBytes(10)
    expect((await put(tenantId, other, { ...headers, 'content-digest': digestOf(other) })).status).toBe(422)
    const wrong = await put(tenantId, body, { ...TYPE, 'content-digest': digestOf(randomBytes(1)) })
    expect(await wrong.json()).toMatchObject({ isAsSaid: false })
  })

  it('is refused without a digest, as JSON, and beyond what the operation takes', async () => {
    const { tenantId } = await test.open()
    const body = randomBytes(10)
    for (const digest of [undefined, 'sha-256=:AAAA:', 'sha-512=:AAAA:', digestOf(body).toUpperCase()]) {
      const answer = await put(tenantId, body, { ...TYPE, ...(digest ? { 'content-digest': digest } : {}) })
      expect([digest, answer.status]).toEqual([digest, 428])
    }
    const headers = { 'content-digest': digestOf(body) }
    const json = await put(tenantId, Buffer.from('{}'), { ...headers, 'content-type': 'application/json' })
    expect(json.status).toBe(415)
    const large = randomBytes(BODY_MAX + 1)
    expect((await put(tenantId, large, { ...TYPE, 'content-digest': digestOf(large) })).status).toBe(413)
  })

  it('waits while another one of its merchant is sent, and not for one of another merchant', async () => {
    const { tenantId } = await test.open()
    const other = await test.open()
    const body = randomBytes(10)
    const headers = { ...TYPE, 'content-digest': digestOf(body) }
    const slow = await open()
    const head = [`PUT ${addressOf(tenantId)} HTTP/1.1`, 'Host: x', `Content-Digest: ${digestOf(body)}`]
    slow.write(
      `${[...head, 'Content-Type: application/octet-stream', 'Content-Length: 10'].join('\r\n')}\r\n\r\n`,
    )
    slow.write(body.subarray(0, 5))
    await expect.poll(() => edge.requests.atWork).toBe(1)
    const answered: string[] = []
    const waiting = put(tenantId, body, headers).then(({ status }) => answered.push(`own ${status}`))
    expect((await put(other.tenantId, body, headers)).status).toBe(200)
    expect(answered).toEqual([])
    // It hangs up, and its place is free.
    slow.destroy()
    await waiting
    expect(answered).toEqual(['own 200'])
  })
})

describe('a file that is handed out', () => {
  it('has all octets, a name that can’t break out of its header, and an audit entry', async () => {
    const { tenantId } = await test.open()
    const answer = await fetch(urlOf(tenantId, '?parts=3'))
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.concat([octets, octets, octets]))).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-disposition': `attachment; filename="Ol_ _mundo___.csv"; filename*=UTF-8''Ol%C3%A1%20%22mundo%22%0D%0A.csv`,
      'content-length': String(3 * PART),
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'accept-ranges': 'none',
    })
    const entries = await test.reader.query('select action from audit_entry where tenant_id = $1', [tenantId])
    expect(entries).toEqual([{ action: 'test.get' }])
    const nothing = await fetch(urlOf(tenantId, '?parts=0'))
    expect([nothing.status, (await nothing.arrayBuffer()).byteLength]).toEqual([200, 0])
    expect((await fetch(urlOf(tenantId, '?parts=1'), { method: 'HEAD' })).status).toBe(404)
  })

  it('is cut off where reading fails: the client sees that octets are missing', async () => {
    const { tenantId } = await test.open()
    const answer = await fetch(urlOf(tenantId, '?parts=9&failsAt=3'))
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toThrow()
  })

  it('is read no further than its client takes it, without a connection, and no more after a hang-up', async () => {
    const { tenantId } = await test.open()
    const socket = await beginDownload(tenantId, 2_000)
    const seen = reading
    const parts = async () => {
      const before = seen.parts
      await new Promise((resolve) => setTimeout(resolve, 300))
      return seen.parts === before
    }
    // What the kernel buffers is taken; then nothing more is.
    await expect.poll(parts, { timeout: 10_000 }).toBe(true)
    expect(seen.parts).toBeLessThan(50)
    expect(lanes.cells.of({ cell: MAIN_CELL }).usage().used).toBe(0)
    socket.destroy()
    await expect.poll(() => seen.hasEnded).toBe(true)
    expect(seen.parts).toBeLessThan(50)
  })

  it('is one of two at a time for a merchant; another merchant has its own', async () => {
    const { tenantId } = await test.open()
    const other = await test.open()
    const [first] = [await beginDownload(tenantId, 2_000), await beginDownload(tenantId, 2_000)]
    const refused = await fetch(urlOf(tenantId, '?parts=1'))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
    expect((await fetch(urlOf(other.tenantId, '?parts=1'))).status).toBe(200)
    first.destroy()
    await expect.poll(async () => (await fetch(urlOf(tenantId, '?parts=1'))).status).toBe(200)
    // One that is refused is not told to the audit.
    const entries = await test.reader.query('select action from audit_entry where tenant_id = $1', [tenantId])
    expect(entries).toHaveLength(3)
  })

  it('goes on for a client on a slow line, for longer than a client may stall', async () => {
    const { tenantId } = await test.open()
    const hurried = await listen({ answerTimeoutMs: 2_500 })
    onTestFinished(() => hurried.server.close())
    const parts = 60
    const socket = await beginDownload(tenantId, parts, hurried)
    const startedAt = performance.now()
    let bytes = 0
    while (bytes < parts * PART) {
      // About 10 MB/s: what the kernel has buffered lasts for half a second, and all of it for six.
      await new Promise((resolve) => setTimeout(resolve, 5))
      bytes += (socket.read() as Buffer | null)?.length ?? 0
      if (socket.destroyed || socket.readableEnded) break
    }
    expect(bytes).toBeGreaterThan(parts * PART)
    expect(performance.now() - startedAt).toBeGreaterThan(3_500)
  })
})
