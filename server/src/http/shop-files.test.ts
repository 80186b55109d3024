import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FastifyInstance, fastify } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { presentShopFiles, serveShopFiles, tellShopFilesAreMissing } from './shop-files.ts'

const RELEASED = '/shop/assets/punchcard-0.9.0-77aa.js'
const PINNED = '/shop/assets/punchcard-1.0.0-9b2f.js'
const VERSIONS = {
  versions: [
    {
      version: '1.0.0',
      files: [
        { name: 'punchcard.js', path: PINNED, integrity: 'sha384-x', bytes: 5, gzip: 6 },
        { name: 'reserve.css', path: '/shop/assets/reserve-1.0.0-5c1e.css', integrity: 'sha384-y', bytes: 7 },
      ],
    },
    {
      version: '0.9.0',
      files: [{ name: 'punchcard.js', path: RELEASED, integrity: 'sha384-z', bytes: 3, gzip: 4 }],
    },
  ],
}

let folder: string
let server: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-files-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets', 'punchcard-1.0.0-9b2f.js'), 'plain')
  await writeFile(join(folder, 'assets', 'punchcard-1.0.0-9b2f.js.br'), 'brotli')
  await writeFile(join(folder, 'assets', 'punchcard-1.0.0-9b2f.js.gz'), 'zipped')
  await writeFile(join(folder, 'assets', 'reserve-1.0.0-5c1e.css'), 'reserve')
  await writeFile(join(folder, 'assets', 'punchcard-0.9.0-77aa.js'), 'old')
  await writeFile(join(folder, 'secrets.env'), 'no file for shops')
  await writeFile(join(folder, 'versions.json'), JSON.stringify(VERSIONS))
  server = fastify()
  await serveShopFiles(server, folder)
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

it('a file with a hash in its name is kept for good, by pages of every origin', async () => {
  const { statusCode, headers, body } = await server.inject({ url: PINNED })
  expect([statusCode, body]).toEqual([200, 'plain'])
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'accept-encoding',
  })
})

it('so is one of a version that was released before, and a server without it does not start', async () => {
  const { statusCode, headers, body } = await server.inject({ url: RELEASED })
  expect([statusCode, body]).toEqual([200, 'old'])
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
  })
  await rm(join(folder, 'assets', 'punchcard-0.9.0-77aa.js'))
  await expect(serveShopFiles(fastify(), folder)).rejects.toThrow(RELEASED)
})

it.each([
  ['br, gzip', 'br', 'brotli'],
  ['gzip', 'gzip', 'zipped'],
  ['identity', undefined, 'plain'],
])('to who accepts %s it is sent as %s', async (accepted, encoding, body) => {
  for (const url of [PINNED, '/shop/punchcard.js']) {
    const answer = await server.inject({ url, headers: { 'accept-encoding': accepted } })
    expect([answer.headers['content-encoding'], answer.body]).toEqual([encoding, body])
  }
})

it('the present version has an address that stays, and is asked for again after minutes', async () => {
  const first = await server.inject({ url: '/shop/punchcard.js' })
  expect([first.statusCode, first.body]).toEqual([200, 'plain'])
  expect(first.headers).toMatchObject({
    'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  })
  const etag = String(first.headers.etag)
  const again = await server.inject({
    url: '/shop/punchcard.js',
    headers: { 'if-none-match': `"x", ${etag}` },
  })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  const other = await server.inject({ url: '/shop/reserve.css', headers: { 'if-none-match': etag } })
  expect([other.statusCode, other.body]).toEqual([200, 'reserve'])
})

it('the list of versions is for every origin too', async () => {
  const { headers, body } = await server.inject({ url: '/shop/versions.json' })
  expect(JSON.parse(body)).toEqual(VERSIONS)
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
  })
})

it.each(['assets/punchcard-0.9.0-old.js', 'assets/', 'assets/..%2fsecrets.env', 'secrets.env'])(
  'there is no file %s',
  async (path) => {
    const { statusCode, body } = await server.inject({ url: `/shop/${path}` })
    expect(statusCode).toBe(404)
    expect(body).not.toContain('no file for shops')
  },
)

it('a list that names a file which is not there stops the start', async () => {
  await rm(join(folder, 'assets', 'reserve-1.0.0-5c1e.css'))
  const broken = fastify()
  await expect(serveShopFiles(broken, folder)).rejects.toThrow('reserve-1.0.0-5c1e.css')
  await broken.close()
})

it('files that were not built say so, and how to build them', async () => {
  const without = fastify()
  tellShopFilesAreMissing(without)
  const { statusCode, body } = await without.inject({ url: '/shop/punchcard.js' })
  expect(statusCode).toBe(404)
  expect(body).toContain('run `npm ci` and `npm run build`')
  await without.close()
})

it('the panel is told what pages can load, or that there is nothing', async () => {
  expect(await presentShopFiles(null)).toBeNull()
  expect(await presentShopFiles(folder)).toEqual({
    version: '1.0.0',
    files: [
      { name: 'punchcard.js', path: PINNED, integrity: 'sha384-x', bytes: 5 },
      { name: 'reserve.css', path: '/shop/assets/reserve-1.0.0-5c1e.css', integrity: 'sha384-y', bytes: 7 },
    ],
  })
})
