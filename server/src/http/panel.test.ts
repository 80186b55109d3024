import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FastifyInstance, fastify } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { servePanel, tellPanelIsMissing } from './panel.ts'

let folder: string
let server: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'panel-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(
    join(folder, 'index.html'),
    '<meta nonce="%NONCE%"><meta name="shop-origin" content="%SHOP_ORIGIN%"><h1>Panel</h1><!--shell-->\n<nav></nav>\n<!--/shell-->',
  )
  await writeFile(join(folder, 'assets', 'main-abc.js'), 'plain')
  await writeFile(join(folder, 'assets', 'main-abc.js.br'), 'brotli')
  await writeFile(join(folder, 'assets', 'main-abc.js.gz'), 'zipped')
  await writeFile(join(folder, 'scheme.js'), 'scheme')
  await writeFile(join(folder, 'secrets.env'), 'no file of the panel')
  server = fastify()
  await servePanel(server, folder)
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

it('every page of the panel is the same page, with a nonce of its own that the policy names', async () => {
  const nonces = new Set<string>()
  for (const url of ['/panel/', '/panel/sign-in', '/panel/t/2/rewards/3?tab=codes']) {
    const { statusCode, headers, body } = await server.inject({ url })
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    const nonce = /nonce="([\w-]{24})"/.exec(body)?.[1] ?? ''
    nonces.add(nonce)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(policy).toContain("default-src 'none'; script-src 'self';")
    expect(policy).toContain("frame-src 'self'; frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  }
  expect(nonces.size).toBe(3)
  expect((await server.inject({ url: '/panel' })).headers.location).toBe('/panel/')
})

it('it says where customers ask, if that is a host of its own', async () => {
  expect((await server.inject({ url: '/panel/' })).body).toContain('<meta name="shop-origin" content="">')
  const apart = fastify()
  await servePanel(apart, folder, 'https://shops.example')
  expect((await apart.inject({ url: '/panel/' })).body).toContain('content="https://shops.example"')
  await apart.close()
})

it('the shell comes with the page of a merchant, for who has a session', async () => {
  const cookie = `punchcard-dev=${'a'.repeat(43)}`
  const hasShell = async (url: string, headers: Record<string, string> = {}) =>
    (await server.inject({ url, headers: { host: '127.0.0.1:3000', ...headers } })).body.includes('<nav>')
  expect(await hasShell('/panel/', { cookie })).toBe(true)
  expect(await hasShell('/panel/t/2/rewards/3?tab=codes', { cookie })).toBe(true)
  expect(await hasShell('/panel/t/2')).toBe(false)
  expect(await hasShell('/panel/t/2', { cookie: 'punchcard-dev=nonsense' })).toBe(false)
  expect(await hasShell('/panel/sign-in', { cookie })).toBe(false)
  expect(await hasShell('/panel/join/1-abc', { cookie })).toBe(false)
  expect(await hasShell('/panel/platform/merchants', { cookie })).toBe(false)
})

it.each([
  ['br, gzip', 'br', 'brotli'],
  ['gzip', 'gzip', 'zipped'],
  ['br;q=0, gzip', 'gzip', 'zipped'],
  ['identity', undefined, 'plain'],
  [undefined, undefined, 'plain'],
])('a file is sent to who accepts %s as %s', async (accepted, encoding, body) => {
  const answer = await server.inject({
    url: '/panel/assets/main-abc.js',
    headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
  })
  expect(answer.headers['content-encoding']).toBe(encoding)
  expect(answer.body).toBe(body)
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
})

it('a file without a hash in its name is asked for again', async () => {
  const { headers } = await server.inject({ url: '/panel/scheme.js' })
  expect(headers['cache-control']).toBe('no-cache')
})

it.each([
  'assets/main-old.js',
  'secrets.env',
  '../package.json',
  '..%2f..%2fpackage.json',
  'assets/',
  'x.php',
])('there is no file %s', async (path) => {
  const { statusCode, body } = await server.inject({ url: `/panel/${path}` })
  expect(statusCode).toBe(404)
  expect(body).not.toContain('no file of the panel')
})

it('a panel that was not built says so, and how to build it', async () => {
  const without = fastify()
  tellPanelIsMissing(without)
  for (const url of ['/panel', '/panel/', '/panel/join/1-abc']) {
    const { statusCode, body } = await without.inject({ url })
    expect([url, statusCode]).toEqual([url, 404])
    expect(body).toContain('run `npm ci` and `npm run build`')
  }
  await without.close()
})
