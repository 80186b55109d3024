import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FastifyInstance, fastify } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { servePanel } from './panel.ts'
import { servePreview } from './panel-preview.ts'

let folder: string
let server: FastifyInstance
let withoutShop: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preview-'))
  const [panel, shop] = [join(folder, 'panel'), join(folder, 'shop')]
  await mkdir(join(panel, 'preview'), { recursive: true })
  await mkdir(join(shop, 'assets'), { recursive: true })
  await writeFile(join(panel, 'index.html'), 'the panel')
  await writeFile(join(panel, 'preview', 'preview.js'), 'preview')
  await writeFile(join(panel, 'preview', 'preview.css'), 'style')
  await writeFile(join(shop, 'assets', 'punchcard-1.0.0-abc.js'), 'elements')
  const files = [{ name: 'punchcard.js', path: '/shop/assets/punchcard-1.0.0-abc.js' }]
  await writeFile(join(shop, 'versions.json'), JSON.stringify({ versions: [{ version: '1.0.0', files }] }))
  server = fastify()
  await servePanel(server, panel)
  await servePreview(server, panel, shop)
  withoutShop = fastify()
  await servePreview(withoutShop, panel, null)
})

afterAll(async () => {
  await Promise.all([server.close(), withoutShop.close()])
  await rm(folder, { recursive: true })
})

it('the preview has no origin, reaches no server, and is framed by the panel alone', async () => {
  const { headers, body } = await server.inject({ url: '/panel/preview' })
  expect(body).not.toContain('the panel')
  const policy = String(headers['content-security-policy']).split('; ')
  expect(policy).toContain('sandbox allow-scripts')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy.filter((rule) => /connect-src|unsafe|allow-same-origin/.test(rule))).toEqual([])
  expect(headers['x-frame-options']).toBe('SAMEORIGIN')
})

it('its files are its own and the very script that shops load, for a page without an origin', async () => {
  for (const [name, text] of [
    ['preview.js', 'preview'],
    ['preview.css', 'style'],
    ['punchcard.js', 'elements'],
  ]) {
    const { headers, body, statusCode } = await server.inject({ url: `/panel/preview/${name}` })
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: text })
    expect(headers['access-control-allow-origin']).toBe('*')
  }
  for (const name of ['index.html', 'versions.json', '..%2Findex.html', 'constructor']) {
    expect((await server.inject({ url: `/panel/preview/${name}` })).statusCode).toBe(404)
  }
  expect((await withoutShop.inject({ url: '/panel/preview/punchcard.js' })).statusCode).toBe(404)
})
