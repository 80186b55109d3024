import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ApiOptions } from '../../src/http/api-options.ts'
import { REQUESTS_ON_CONNECTION_MAX } from '../../src/http/edge.ts'
import { startServe } from '../cli/punchcard-process.ts'
import { patient } from '../support/patience.ts'
import { useTestApi } from '../support/test-api.ts'
import { startAnotherApi } from '../tenancy/another-api.ts'
import { exchange } from './raw-http.ts'

const test = useTestApi()
const HEALTH = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'
const UNDECODABLE = 'GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n'
const PROGRAM = 'GET /docs/js/scalar.js HTTP/1.1\r\nHost: x\r\n\r\n'

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

async function listen(overrides: Partial<ApiOptions>): Promise<number> {
  const { server } = await startAnotherApi({ main: test.api.databaseUrl }, overrides)
  await server.listen({ port: 0, host: '127.0.0.1' })
  return (server.server.address() as AddressInfo).port
}

describe('senders who do not read their answers', () => {
  it('hold no memory of their own: 200 of them ask for 4 MB each', async () => {
    await using server = await startServe({ DATABASE_URL: test.api.databaseUrl })
    const port = Number(new URL(server.url).port)
    const residentMb = async (): Promise<number> => {
      const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024
    }
    for (let count = 0; count < 20; count += 1) await (await fetch(`${server.url}/docs/js/scalar.js`)).bytes()
    const before = await residentMb()
    const sockets: Socket[] = []
    for (let count = 0; count < 200; count += 1) {
      const socket = await open(port)
      sockets.push(socket)
      socket.pause()
      socket.write(PROGRAM)
    }
    await sleep(1_500)
    const grownMb = (await residentMb()) - before
    process.stdout.write(`200 senders who do not read hold ${grownMb.toFixed(0)} MB\n`)
    expect(grownMb).toBeLessThan(100)
    expect((await fetch(`${server.url}/livez`)).status).toBe(200)
    for (const socket of sockets) socket.destroy()
  })

  it('are hung up on after a while, those who read drop by drop too; who reads is not', async () => {
    const port = await listen({ answerTimeoutMs: 1_000 })
    const [silent, dripping, idle] = [await open(port), await open(port), await open(port)]
    silent.pause()
    silent.write(PROGRAM)
    dripping.pause()
    dripping.write(PROGRAM)
    const drops = setInterval(() => dripping.read(10), 50)
    onTestFinished(() => clearInterval(drops))
    await sleep(2_500)
    // Only who reads on learns that there is no more.
    const received: Promise<number>[] = [silent, dripping].map(async (socket) => {
      let bytes = 0
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      socket.resume()
      await once(socket, 'close')
      return bytes
    })
    for (const bytes of await Promise.all(received)) expect(bytes).toBeLessThan(4_000_000)
    idle.write(HEALTH)
    expect(String((await once(idle, 'data'))[0])).toMatch(/^HTTP\/1\.1 200/)
    expect((await exchange(port, PROGRAM))?.body.length).toBeGreaterThan(3_000_000)
  })
})

describe('senders of many requests behind one another', () => {
  it('that read no answers keep no others out: what is answered counts no longer as work', async () => {
    const port = await listen({ requestsInProgressMax: 20 })
    for (let count = 0; count < 4; count += 1) {
      const socket = await open(port)
      socket.pause()
      socket.write(PROGRAM.repeat(20))
    }
    await expect
      .poll(async () => (await exchange(port, HEALTH))?.statusCode, { interval: 20, timeout: patient(5_000) })
      .toBe(200)
    for (let count = 0; count < 20; count += 1) {
      expect((await exchange(port, HEALTH))?.statusCode).toBe(200)
    }
  })

  it.each([
    { to: 'a path', request: HEALTH, status: 200 },
    { to: 'a path that cannot be decoded', request: UNDECODABLE, status: 400 },
  ])('to $to get as many answers as may wait, and are hung up on for more', async ({ request, status }) => {
    const port = await listen({})
    const answersTo = async (count: number): Promise<{ answers: number; isHungUpOn: boolean }> => {
      const socket = await open(port)
      let received = ''
      socket.setEncoding('latin1')
      socket.on('data', (text: string) => {
        received += text
      })
      const closed = once(socket, 'close').then(() => true)
      socket.write(request.repeat(count))
      const isHungUpOn = await Promise.race([closed, sleep(1_000).then(() => false)])
      return { answers: received.split(`HTTP/1.1 ${status}`).length - 1, isHungUpOn }
    }
    expect(await answersTo(REQUESTS_ON_CONNECTION_MAX)).toEqual({
      answers: REQUESTS_ON_CONNECTION_MAX,
      isHungUpOn: false,
    })
    const { answers, isHungUpOn } = await answersTo(1_000)
    expect(isHungUpOn).toBe(true)
    expect(answers).toBeLessThanOrEqual(REQUESTS_ON_CONNECTION_MAX)
    expect((await exchange(port, HEALTH))?.statusCode).toBe(200)
  })

  it('that cannot be decoded may send any number, one after the other', async () => {
    const port = await listen({})
    const socket = await open(port)
    for (let count = 0; count < 2 * REQUESTS_ON_CONNECTION_MAX; count += 1) {
      socket.write(UNDECODABLE)
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 400/)
    }
  })
})

describe('connections', () => {
  it('beyond the limit are closed, and there is room again when others end', async () => {
    const port = await listen({ connectionsMax: 5 })
    const sockets = await Promise.all(Array.from({ length: 5 }, () => open(port)))
    await Promise.all(
      sockets.map(async (socket) => {
        socket.write(HEALTH)
        await once(socket, 'data')
      }),
    )
    expect(await exchange(port, HEALTH)).toBeNull()
    sockets[0]?.destroy()
    await expect
      .poll(async () => (await exchange(port, HEALTH))?.statusCode, { timeout: patient(5_000) })
      .toBe(200)
  })
})

describe('the reference', () => {
  it('is the same text for every reader, made once', async () => {
    const { server } = await startAnotherApi({ main: test.api.databaseUrl })
    const first = await server.inject({ url: '/openapi.json' })
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(first.json()).toMatchObject({ openapi: '3.1.0' })
    const startedAt = performance.now()
    for (let count = 0; count < 20; count += 1) {
      expect((await server.inject({ url: '/openapi.json' })).body).toBe(first.body)
    }
    expect((performance.now() - startedAt) / 20).toBeLessThan(50)
  })

  it('can be switched off', async () => {
    const { server } = await startAnotherApi({ main: test.api.databaseUrl }, { isDocumented: false })
    for (const url of ['/docs', '/docs/', '/docs/js/scalar.js', '/openapi.json']) {
      expect((await server.inject({ url })).statusCode).toBe(404)
    }
  })
})
