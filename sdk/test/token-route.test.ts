/** The route of a shop that gives a browser a token, over real sockets and by the types of the web. */
import { createServer, type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { program, type Shop } from '../../server/test/support/shop.ts'
import { configure, ORIGIN, openStorefront } from '../../server/test/support/storefront.ts'
import { PunchcardRefusal } from '../src/errors.ts'
import { asExpress, type MintsTokens, tokenRoute } from '../src/token-route.ts'
import { useClients } from './support/use-client.ts'

type Asked = Parameters<MintsTokens['storefront']['token']>[0]

let asked: Asked[]
let failure: unknown
const punchcard: MintsTokens = {
  storefront: {
    token: async (input) => {
      asked.push(input)
      if (failure) throw failure
      return {
        Token: `token-of-${input.CustomerId}`,
        ExpiresInSeconds: 900,
        Initial: { me: { points: '1240' } },
      }
    },
  },
}

/** As a shop with a session in a cookie does it. */
const customerOf = ({ headers }: { headers: IncomingMessage['headers'] }): string | null =>
  /customer=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? null

let port = 0
let caught: unknown[] = []

beforeAll(async () => {
  const route = asExpress(tokenRoute<IncomingMessage>(punchcard, { customerOf }))
  const server = createServer((request, response) =>
    route(request, response, (error) => {
      caught.push(error)
      response.writeHead(500).end()
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  return () => server.close()
})
beforeEach(() => {
  asked = []
  caught = []
  failure = undefined
})

interface Answered {
  readonly status: number | undefined
  readonly headers: Record<string, unknown>
  readonly body: string
}

function post(
  headers: Readonly<Record<string, string>>,
  { path = '/loyalty/token', method = 'POST', body = '' } = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = send({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: text }),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}

const ANA = { cookie: 'customer=ana', 'sec-fetch-site': 'same-origin' }

describe('over a socket, as with Express', () => {
  it('a customer who is signed in gets a token, which is never kept', async () => {
    const { status, headers, body } = await post(ANA)
    expect(status).toBe(200)
    expect(JSON.parse(body)).toEqual({
      token: 'token-of-ana',
      expiresIn: 900,
      scopes: ['read', 'redeem', 'quiz', 'refer', 'join'],
      initial: { me: { points: '1240' } },
    })
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json' })
    expect(asked).toEqual([
      { CustomerId: 'ana', Scopes: ['read', 'redeem', 'quiz', 'refer', 'join'], Include: ['me'] },
    ])
  })

  it('a visitor gets 204', async () => {
    const { status, headers, body } = await post({ 'sec-fetch-site': 'same-origin' })
    expect([status, headers['cache-control'], body]).toEqual([204, 'no-store', ''])
    expect(asked).toEqual([])
  })

  it('neither the body nor the query says who it is', async () => {
    const body = JSON.stringify({ customerId: 'bia', CustomerId: 'bia', customer: 'bia' })
    const path = '/loyalty/token?customerId=bia&CustomerId=bia&customer=bia'
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
    await post({ ...ANA, ...headers }, { path, body })
    expect(asked.map(({ CustomerId }) => CustomerId)).toEqual(['ana'])
    const visitor = await post({ 'sec-fetch-site': 'same-origin', ...headers }, { path, body })
    expect(visitor.status).toBe(204)
  })

  it.each(['cross-site', 'same-site', 'none', 'Same-Origin', ''])(
    'a page of another site gets 403 (Sec-Fetch-Site: %s)',
    async (site) => {
      const { status, headers } = await post({ ...ANA, 'sec-fetch-site': site })
      expect([status, headers['cache-control']]).toEqual([403, 'no-store'])
      expect(asked).toEqual([])
    },
  )

  it.each([
    ['http://127.0.0.1:PORT', 200],
    ['https://shop.example', 403],
    ['http://127.0.0.1', 403],
    ['null', 403],
    [undefined, 403],
  ])('a browser that sends no Sec-Fetch-Site is known by its origin (%s: %i)', async (origin, expected) => {
    const { cookie } = ANA
    const sent = origin === undefined ? { cookie } : { cookie, origin: origin.replace('PORT', String(port)) }
    expect((await post(sent)).status).toBe(expected)
  })

  it('another method is none', async () => {
    const { status, headers } = await post(ANA, { method: 'GET' })
    expect([status, headers.allow, headers['cache-control']]).toEqual([405, 'POST', 'no-store'])
  })

  it.each([59, 79])('a customer for whom there is nothing to show gets 204 (error %i)', async (code) => {
    failure = new PunchcardRefusal('no', code, {
      operation: 'getAccount' as never,
      requestId: null,
      attempts: 1,
    })
    expect((await post(ANA)).status).toBe(204)
  })

  it('what fails otherwise is the framework’s to answer', async () => {
    failure = new Error('no connection')
    expect((await post(ANA)).status).toBe(500)
    expect(caught).toEqual([failure])
  })
})

describe('by `Request` and `Response`, as with Next.js', () => {
  const ask = (headers: Readonly<Record<string, string>>, url = 'https://shop.example/loyalty/token') =>
    new Request(url, { method: 'POST', headers, body: '{"customerId":"bia"}' })

  it('the function of the shop is given the request, whose body is left to it', async () => {
    const seen: Request[] = []
    const route = tokenRoute(punchcard, {
      customerOf: async (request) => {
        seen.push(request)
        return 7
      },
      scopes: ['read'],
      expiresInSeconds: 120,
      include: [],
    })
    const request = ask({ 'sec-fetch-site': 'same-origin' })
    // A second argument, such as Next.js gives, is not taken for the request.
    const answered = await (route as (...given: unknown[]) => Promise<Response>)(request, { params: {} })
    expect([answered.status, answered.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(seen).toEqual([request])
    expect(request.bodyUsed).toBe(false)
    expect(asked).toEqual([{ CustomerId: '7', Scopes: ['read'], Include: [], ExpiresInSeconds: 120 }])
  })

  it.each([
    [{ origin: 'https://shop.example', host: 'shop.example' }, 200],
    [{ origin: 'https://shop.example' }, 200],
    [{ origin: 'https://other.example' }, 403],
    [{ origin: 'https://shop.example', host: 'other.example' }, 403],
    [{}, 403],
  ])('its own origin is that of the host: %j', async (headers, expected) => {
    const route = tokenRoute(punchcard, { customerOf: () => 'ana' })
    onTestFinished(() => expect(asked.length).toBe(expected === 200 ? 1 : 0))
    expect((await route(ask(headers))).status).toBe(expected)
  })
})

describe('with a real server', () => {
  const test = useClients()

  /** What a browser gets from the route, and then reads with it. */
  async function seen(
    shop: Shop,
    customer: string,
  ): Promise<{ status: number; answer: unknown; me: unknown }> {
    const route = tokenRoute(test.clientOf(shop), { customerOf: () => customer })
    const request = new Request('https://shop.example/token', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    const answered = await route(request)
    if (answered.status !== 200) return { status: answered.status, answer: null, me: null }
    const answer = (await answered.json()) as { token: string }
    const read = await fetch(`${test.url}/v1/pub/me`, {
      headers: { authorization: `Bearer ${answer.token}`, origin: ORIGIN },
    })
    return { status: answered.status, answer, me: await read.json() }
  }

  it('the token reads the balance of the customer, which came with it; else there is nothing to show', async () => {
    const shop = await test.open(program())
    expect((await seen(shop, 'ana')).status).toBe(204)
    await openStorefront(test.api, shop)
    await shop.completed('o-1', 'ana', 80)
    const { answer, me } = await seen(shop, 'ana')
    expect(me).toMatchObject({ state: 'member', points: '80' })
    expect(answer).toEqual({
      token: expect.stringMatching(/^pc1\./),
      expiresIn: 900,
      scopes: ['read', 'redeem', 'quiz', 'refer', 'join'],
      initial: { me },
    })
    expect((await seen(shop, 'zoe')).me).toMatchObject({ state: 'prospect' })
    const content = { switches: { join: false } }
    await configure(test.api, shop.tenantId, { content })
    await expect.poll(async () => (await seen(shop, 'zoe')).status).toBe(204)
  })
})
