import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import { patient } from '../support/patience.ts'
import { startTestApi, type TestApi } from '../support/test-api.ts'
import { type EdgeAnswer, expectFailure, expectNothingForBrowsers } from './failure.ts'
import { exchange, type RawAnswer } from './raw-http.ts'

/** What the server logs as an error: nothing that a sender does may appear there. */
const logged = new PassThrough()

let api: TestApi
let port: number
beforeAll(async () => {
  const log = createLogger({ level: 'error', destination: logged })
  api = await startTestApi({ requestTimeoutMs: 400, log })
  await api.server.listen({ port: 0, host: '127.0.0.1' })
  port = (api.server.server.address() as AddressInfo).port
})
afterAll(() => api.close())

afterEach(async () => {
  const answer = await exchange(port, `GET /livez HTTP/1.1\r\nHost: x\r\n\r\n`)
  expect(answer).toMatchObject({ statusCode: 200, body: '{"status":"ok"}' })
  expect(logged.read()).toBeNull()
})

function answered(answer: RawAnswer | null): EdgeAnswer {
  if (!answer) throw new Error('the connection ended without an answer')
  return answer
}

const head = (line: string, ...headers: string[]): string =>
  `${[line, 'Host: x', `Authorization: ${api.key.authorization}`, ...headers].join('\r\n')}\r\n\r\n`

const PUT = 'PUT /v1/pvt/Product/p HTTP/1.1'
const JSON_TYPE = 'Content-Type: application/json'

describe('408', () => {
  const MESSAGE = 'The request took too long to arrive.'

  it('is the answer to a body that does not arrive', async () => {
    const answer = await exchange(port, `${head(PUT, JSON_TYPE, 'Content-Length: 100')}{"Orig`)
    expectFailure(answered(answer), 408, MESSAGE)
    expect(answer?.headers.connection).toBe('close')
    expect(answer?.elapsedMs).toBeLessThan(patient(3_000))
  })

  it('is the answer to a body that arrives drop by drop', async () => {
    const answer = await exchange(port, (socket) => {
      socket.write(head(PUT, JSON_TYPE, 'Content-Length: 1000'))
      const drops = setInterval(() => socket.write(' '), 50)
      socket.on('close', () => clearInterval(drops))
    })
    expectFailure(answered(answer), 408, MESSAGE)
  })

  it('is the answer to headers that do not arrive', async () => {
    const answer = await exchange(port, 'GET /livez HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    expectFailure(answered(answer), 408, MESSAGE)
    expect(answer?.elapsedMs).toBeLessThan(patient(3_000))
  })
})

describe('413', () => {
  const MESSAGE = 'The body is larger than 262144 bytes.'

  it('is the answer to a length that is too large, before any of the body came', async () => {
    const answer = await exchange(port, head(PUT, JSON_TYPE, 'Content-Length: 262145'))
    expectFailure(answered(answer), 413, MESSAGE)
    expect(answer?.headers.connection).toBe('close')
  })

  it('is the answer to chunks that become too many', async () => {
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    const answer = await exchange(
      port,
      `${head(PUT, JSON_TYPE, 'Transfer-Encoding: chunked') + chunk.repeat(4)}1\r\nx\r\n`,
    )
    expectFailure(answered(answer), 413, MESSAGE)
  })
})

describe('431', () => {
  it.each([
    ['one header', (): string => head('GET /livez HTTP/1.1', `X-Large: ${'x'.repeat(20_000)}`)],
    [
      'many headers',
      (): string =>
        head('GET /livez HTTP/1.1', ...Array.from({ length: 1_000 }, (_, n) => `X-${n}: ${'x'.repeat(20)}`)),
    ],
    ['a path', (): string => head(`GET /${'x'.repeat(20_000)} HTTP/1.1`)],
  ])('is the answer to %s of more than 16 KiB', async (_case, request) => {
    expectFailure(answered(await exchange(port, request())), 431, 'The headers are too large.')
  })
})

describe('what is not HTTP', () => {
  it.each<[string, string | Buffer]>([
    ['text', 'hello\r\n\r\n'],
    ['a TLS greeting', Buffer.from('16030100a5010000a10303', 'hex')],
    ['zeros', Buffer.alloc(2_000)],
    ['an unknown method', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/7.3\r\nHost: x\r\n\r\n'],
    ['a path without a slash', 'GET ?x HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost x\r\n\r\n'],
    ['a header with a NUL', 'GET / HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n'],
    ['a negative length', 'PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    ['two lengths', 'PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'a length beside chunks',
      'PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
  ])('is answered with 400: %s', async (_case, bytes) => {
    expectFailure(answered(await exchange(port, bytes)), 400, 'The request is not valid HTTP.')
  })

  it('is answered with 400 when it shows only in the body', async () => {
    const request = `${head(PUT, JSON_TYPE, 'Transfer-Encoding: chunked')}zz\r\n{}\r\n`
    expectFailure(answered(await exchange(port, request)), 400, 'The request is not valid HTTP.')
  })
})

describe('odd but valid HTTP', () => {
  it('without a Host is answered with 400', async () => {
    const answer = await exchange(port, 'GET /livez HTTP/1.1\r\n\r\n')
    expectFailure(answered(answer), 400, 'The request has no Host header.')
  })

  it.each([
    ['two Hosts', '/livez', 'Host: x\r\nhost: y', 'The request has more than one Host header.'],
    ['a Host that is none', '/docs/', 'Host: a b', 'The Host header is not the name of a host.'],
    ['a Host with a path', '/docs', 'Host: a/b', 'The Host header is not the name of a host.'],
    ['a Host with a user', '/docs/', 'Host: a@b', 'The Host header is not the name of a host.'],
  ])('with %s is answered with 400', async (_case, path, host, message) => {
    const answer = await exchange(port, `GET ${path} HTTP/1.1\r\n${host}\r\n\r\n`)
    expectFailure(answered(answer), 400, message)
  })

  it.each(['', 'shop.example', 'shop.example:8080', '127.0.0.1:3000', '[::1]:3000', 'a:b:c', '[', '%zz'])(
    'with the Host “%s” has no fault of ours at the reference page',
    async (host) => {
      for (const path of ['/docs', '/docs/']) {
        const answer = await exchange(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
        expect(answered(answer).statusCode).toBeLessThan(500)
      }
    },
  )

  it('with a whole address instead of a path is answered', async () => {
    expect(await exchange(port, head('GET http://elsewhere/livez HTTP/1.1'))).toMatchObject({
      statusCode: 200,
    })
  })

  it('of version 1.0, which knows no Host, is answered', async () => {
    expect(await exchange(port, 'GET /livez HTTP/1.0\r\n\r\n')).toMatchObject({ statusCode: 200 })
  })

  it.each([
    'OPTIONS * HTTP/1.1',
    'TRACE /livez HTTP/1.1',
    'PROPFIND /v1/pvt/Product/p HTTP/1.1',
    'GET //livez HTTP/1.1',
    'GET /../livez HTTP/1.1',
    'GET /livez%00 HTTP/1.1',
  ])('“%s” is refused in our own words', async (line) => {
    const answer = answered(await exchange(port, head(line)))
    expect([404, 405]).toContain(answer.statusCode)
    expectFailure(answer, answer.statusCode, /./)
  })

  it('of several requests in one go is answered in order, each with an id of its own', async () => {
    let received = ''
    await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        const ids = ['first', 'second', 'third']
        const [first = '', second = '', third = ''] = ids.map(
          (id) => `GET /v1/pvt/RewardConfigurations/${id} HTTP/1.1`,
        )
        socket.write(head(first) + head(second) + head(third, 'Connection: close'))
      })
      socket.on('data', (bytes: Buffer) => {
        received += bytes.toString()
      })
      socket.on('close', resolve)
    })
    expect(received.match(/with the id \w+/g)).toEqual(
      ['first', 'second', 'third'].map((id) => `with the id ${id}`),
    )
    expect(new Set(received.match(/punchcard-request-id: \S+/g)).size).toBe(3)
  })
})

describe('a sender who hangs up', () => {
  it('in the middle of a body is logged as no error', async () => {
    await exchange(port, (socket) => {
      socket.write(`${head(PUT, JSON_TYPE, 'Content-Length: 100')}{"Orig`, () => {
        setTimeout(() => socket.destroy(), 50)
      })
    })
    await sleep(100)
    // That nothing was logged as an error is looked at after each test.
  })

  it('before the answer is logged as no error', async () => {
    for (let count = 0; count < 20; count += 1) {
      await exchange(port, (socket) => {
        socket.write(head('GET /v1/pvt/RewardConfigurations HTTP/1.1'), () => socket.destroy())
      })
    }
    await sleep(100)
  })
})

describe('a browser', () => {
  it('gets no answer to its preflight', async () => {
    const request = head(
      'OPTIONS /v1/pvt/Product/p HTTP/1.1',
      'Origin: https://shop.example',
      'Access-Control-Request-Method: PUT',
    )
    const answer = answered(await exchange(port, request))
    expectFailure(answer, 405, 'OPTIONS is not allowed at /v1/pvt/Product/p: use PUT.')
    expectNothingForBrowsers(answer)
  })
})
