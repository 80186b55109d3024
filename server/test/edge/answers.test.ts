import type { InjectOptions } from 'fastify'
import { describe, expect, it } from 'vitest'
import { makeCredentials } from '../../src/tenancy/credentials.ts'
import { revokeKey } from '../../src/tenancy/manage/tenants.ts'
import { basic, useTestApi } from '../support/test-api.ts'
import { expectFailure, expectNothingForBrowsers, REQUEST_ID } from './failure.ts'

const test = useTestApi()

const PRODUCT = '/v1/pvt/Product/p'
const REWARDS = '/v1/pvt/RewardConfigurations'

const put = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  test.api.send({
    method: 'PUT',
    url: PRODUCT,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })

describe('200', () => {
  it('has a request id too, another one each time', async () => {
    const answers = await Promise.all([REWARDS, REWARDS, '/livez'].map((url) => test.api.send({ url })))
    const ids = answers.map(({ headers }) => headers['punchcard-request-id'])
    for (const id of ids) expect(id).toMatch(REQUEST_ID)
    expect(new Set(ids).size).toBe(3)
    for (const answer of answers) expect(answer.statusCode).toBe(200)
  })

  it('is the answer of an operation that refuses, with a request id', async () => {
    const answer = await put('{"OriginalId":null}')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['punchcard-request-id']).toMatch(REQUEST_ID)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('is never the id that the sender made up', async () => {
    const headers = { 'request-id': 'mine', 'punchcard-request-id': 'mine', 'x-request-id': 'mine' }
    const answer = await test.api.send({ url: '/livez', headers })
    expect(answer.headers['punchcard-request-id']).toMatch(REQUEST_ID)
  })
})

describe('400', () => {
  const POISON = 'The body has a member named “__proto__”, or a “constructor” with a “prototype”.'
  const DEPTH = 'The body is nested deeper than 20 levels.'
  const KIND = 'The body must be a JSON object.'
  const nested = (depth: number): string => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`

  it.each<[string, string | Buffer, string | RegExp]>([
    ['text that is no JSON', 'hello', /^The body is not valid JSON: Unexpected token.*\.$/],
    ['JSON cut short', '{"OriginalId":"p"', /^The body is not valid JSON: /],
    ['two values', '{}{}', /^The body is not valid JSON: /],
    ['a form', 'OriginalId=p&Title=T', /^The body is not valid JSON: /],
    ['nothing', '', KIND],
    ['an array', '[]', KIND],
    ['an array of products', '[{"OriginalId":"p","Title":"T"}]', KIND],
    ['text', '"product"', KIND],
    ['null', 'null', KIND],
    ['a number', '5', KIND],
    ['a number beyond doubles', '1e400', KIND],
    ['a boolean', 'true', KIND],
    [
      'malformed UTF-8',
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      'The body is not valid UTF-8.',
    ],
    ['UTF-16', Buffer.from('{"OriginalId":"p"}', 'utf16le'), /^The body is not valid/],
    ['__proto__', '{"OriginalId":"p","__proto__":{"x":1}}', POISON],
    ['__proto__ of a brand', '{"OriginalId":"p","ProductBrand":{"__proto__":{}}}', POISON],
    ['__proto__ in disguise', '{"OriginalId":"p","\\u005f_proto__":{}}', POISON],
    ['constructor.prototype', '{"OriginalId":"p","constructor":{"prototype":{}}}', POISON],
    ['21 levels', nested(21), DEPTH],
    ['10,000 levels', nested(10_000), DEPTH],
    ['10,000 open brackets', '['.repeat(10_000), DEPTH],
  ])('is the answer to a body of %s', async (_case, body, message) => {
    expectFailure(await put(body), 400, message)
  })

  it('is the answer to no body at all', async () => {
    expectFailure(await test.api.send({ method: 'PUT', url: PRODUCT }), 400, KIND)
  })

  it('is not the answer to 20 levels, which reach the operation', async () => {
    const answer = await put(nested(20))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ HasError: true, ErrorCode: 38 })
  })

  it('is the answer to a path that cannot be decoded', async () => {
    for (const path of ['%', '%zz', '%FF', 'a%C3']) {
      const answer = await test.api.send({ method: 'PUT', url: `/v1/pvt/Product/${path}`, payload: {} })
      expectFailure(answer, 400, 'The path is not valid percent-encoding.')
    }
  })

  it('poisons no prototype', () => {
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })
})

describe('401', () => {
  const MESSAGE =
    'The API token or key is missing or wrong: send them with HTTP Basic authentication, the token (pct_…) as the user and the key (pcs_…) as the password.'

  async function expectUnauthorized(authorization: string | undefined): Promise<void> {
    const request: InjectOptions = {
      url: REWARDS,
      headers: authorization === undefined ? {} : { authorization },
    }
    // Past `send`, which adds the header of the merchant.
    const answer = await test.api.server.inject(request)
    expectFailure(answer, 401, MESSAGE)
    expect(answer.headers['www-authenticate']).toBe('Basic realm="Punchcard", charset="UTF-8"')
  }

  const swapLast = (text: string): string => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')

  it.each<[string, () => string | undefined]>([
    ['no header', () => undefined],
    ['an empty header', () => ''],
    ['another scheme', () => test.api.key.authorization.replace('Basic', 'Bearer')],
    ['malformed base64', () => 'Basic %%%%'],
    ['base64 that is cut short', () => test.api.key.authorization.slice(0, 40)],
    ['no colon', () => `Basic ${Buffer.from(test.api.key.token).toString('base64')}`],
    ['nothing but a colon', () => basic('', '')],
    ['a made-up token', () => basic('admin', 'admin')],
    ['token and key swapped', () => basic(test.api.key.secret, test.api.key.token)],
    ['a token with a wrong check', () => basic(swapLast(test.api.key.token), test.api.key.secret)],
    ['a key with a wrong check', () => basic(test.api.key.token, swapLast(test.api.key.secret))],
    ['no key', () => basic(test.api.key.token, '')],
  ])('is the answer to %s', async (_case, authorization) => expectUnauthorized(authorization()))

  it('is the answer to a token that we might have made and did not', async () => {
    const random = { token: new Uint8Array(12), secret: new Uint8Array(32) }
    const invented = makeCredentials(test.api.key.tenantId, 'live', random)
    await expectUnauthorized(basic(invented.token, invented.secret))
    const ofNobody = makeCredentials(Number.MAX_SAFE_INTEGER, 'live', random)
    await expectUnauthorized(basic(ofNobody.token, ofNobody.secret))
  })

  it('is the answer to the key of another token', async () => {
    const other = await test.api.openShop()
    await expectUnauthorized(basic(test.api.key.token, other.secret))
    await expectUnauthorized(basic(other.token, test.api.key.secret))
  })

  it('is the answer to a key that was revoked', async () => {
    const { token, authorization } = await test.api.openShop()
    await revokeKey(test.api.cells.directory, token, Date.now())
    await expectUnauthorized(authorization)
  })

  it('comes before anything is read of the body', async () => {
    const request = {
      method: 'PUT',
      url: PRODUCT,
      payload: '{',
      headers: { 'content-type': 'application/json' },
    }
    expectFailure(await test.api.server.inject(request as InjectOptions), 401, MESSAGE)
  })

  it('is not the answer of what needs no key', async () => {
    for (const url of ['/livez', '/readyz', '/openapi.json']) {
      expect((await test.api.server.inject({ url })).statusCode).toBe(200)
    }
  })
})

describe('404', () => {
  it.each([
    '/v1',
    '/v1/pvt',
    '/v1/pvt/Product',
    '/v1/pvt/Product/a/b',
    '/v1/pvt/product/a',
    '/v2/pvt/Product/a',
    '/v1/pvt/RewardConfigurations/',
    '/a/b/c/d/e',
    '//livez',
    '/docs/../nowhere',
  ])('is the answer at %s', async (url) => {
    const answer = await test.api.send({ method: 'PUT', url: `http://localhost${url}`, payload: {} })
    expectFailure(answer, 404, /^There is nothing at PUT \/.*\.$/)
  })

  it('names the path without the query, which may hold personal data', async () => {
    const answer = await test.api.send({ url: '/nowhere?document=123' })
    expectFailure(answer, 404, 'There is nothing at GET /nowhere.')
  })
})

describe('414', () => {
  it('is the answer to an id that is longer than any id', async () => {
    const answer = await test.api.send({
      method: 'PUT',
      url: `/v1/pvt/Product/${'x'.repeat(4_097)}`,
      payload: {},
    })
    expectFailure(answer, 414, 'The path has a part of more than 4096 characters.')
  })
})

describe('405', () => {
  it.each([
    ['GET', PRODUCT, 'PUT'],
    ['DELETE', PRODUCT, 'PUT'],
    ['POST', REWARDS, 'GET, HEAD'],
    ['PUT', `${REWARDS}/1`, 'GET, HEAD'],
    ['PATCH', `${REWARDS}?PageSize=1`, 'GET, HEAD'],
    ['DELETE', '/livez', 'GET, HEAD'],
  ] as const)('is the answer to %s %s', async (method, url, allow) => {
    const answer = await test.api.send({ method, url })
    const path = url.split('?')[0]
    const message = `${method} is not allowed at ${path}: use ${allow.replace(', ', ' or ')}.`
    expectFailure(answer, 405, message)
    expect(answer.headers.allow).toBe(allow)
  })
})

describe('413', () => {
  const LIMIT = 256 * 1024
  const bodyOf = (bytes: number): string => {
    const [start, end] = ['{"OriginalId":"', '"}']
    return start + 'x'.repeat(bytes - start.length - end.length) + end
  }

  it('is the answer to a body of one byte more than 256 KiB', async () => {
    expectFailure(await put(bodyOf(LIMIT + 1)), 413, 'The body is larger than 262144 bytes.')
  })

  it('is not the answer to a body of just 256 KiB, which reaches the operation', async () => {
    const answer = await put(bodyOf(LIMIT))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ ErrorCode: 10 })
  })
})

describe('415', () => {
  it.each([
    'text/plain',
    'text/json',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'json',
    '',
  ])('is the answer to a body of “%s”', async (type) => {
    const answer = await put('{}', { 'content-type': type })
    expectFailure(answer, 415, 'The body must be sent with Content-Type: application/json.')
  })

  it.each(['application/json', 'application/json;charset=utf-8', 'Application/JSON; charset=UTF-8'])(
    'is not the answer to %s',
    async (type) => expect((await put('{}', { 'content-type': type })).statusCode).toBe(200),
  )

  it.each(['gzip', 'br', 'deflate', 'identity, gzip', 'GZIP', 'x'])(
    'is the answer to a body that was encoded with “%s”',
    async (encoding) => {
      const answer = await put('{}', { 'content-encoding': encoding })
      expectFailure(answer, 415, 'The body must be sent as it is, without Content-Encoding.')
    },
  )

  it.each(['identity', 'Identity'])('is not the answer to a body that is “%s”', async (encoding) => {
    expect((await put('{}', { 'content-encoding': encoding })).statusCode).toBe(200)
  })
})

describe('an answer of the private API', () => {
  it.each<[string, InjectOptions]>([
    ['200', { url: REWARDS }],
    ['200 of a refusal', { method: 'PUT', url: PRODUCT, payload: {} }],
    ['400', { method: 'PUT', url: PRODUCT, payload: [] }],
    ['401', { url: REWARDS, headers: { authorization: 'Basic wrong' } }],
    ['404', { url: '/v1/pvt/nowhere' }],
    ['405', { method: 'DELETE', url: REWARDS }],
  ])('is kept by no cache and taken for nothing else: %s', async (_case, request) => {
    expect((await test.api.send(request)).headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })
})

describe('a browser', () => {
  it('gets no answer to its preflight', async () => {
    for (const url of [PRODUCT, REWARDS, '/livez', '/nowhere']) {
      const answer = await test.api.send({
        method: 'OPTIONS',
        url,
        headers: {
          origin: 'https://shop.example',
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'authorization,content-type',
        },
      })
      expect([404, 405]).toContain(answer.statusCode)
      expectNothingForBrowsers(answer)
    }
  })

  it('never learns that it may read an answer', async () => {
    const urls = [
      REWARDS,
      `${REWARDS}/1`,
      PRODUCT,
      '/livez',
      '/readyz',
      '/openapi.json',
      '/docs',
      '/docs/',
      '/nowhere',
    ]
    for (const url of urls) {
      for (const authorization of [test.api.key.authorization, 'Basic wrong']) {
        const answer = await test.api.send({
          url,
          headers: { origin: 'https://shop.example', authorization },
        })
        expectNothingForBrowsers(answer)
        expect(answer.headers['punchcard-request-id']).toMatch(REQUEST_ID)
      }
    }
  })
})
