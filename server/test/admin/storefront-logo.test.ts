/** The picture of a merchant's brand: what is taken, where it is seen, and what becomes of the one before it. */
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { StorefrontAnswer } from '../../src/storefront/admin-api/schema.ts'
import { digestOf, useManager } from '../support/admin.ts'
import * as pictures from '../support/pictures.ts'
import { JPEG, PNG, patched, png, pngChunk, riff, riffChunk, WEBP_ALPHA } from '../support/pictures.ts'
import { openStorefront } from '../support/storefront.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const test = useShops()
const admin = useManager(() => ({ ...test.api, cells: test.api.sealedCells }))
const ANY = { ifMatch: '*' }
const PATH = '/storefront/logo'

const joined = (...parts: readonly (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
const HTML = '<script>alert(1)</script>'
const ofJpeg = JPEG.indexOf(Buffer.from([0xff, 0xc0]))
const LOSSY = pictures.WEBP_LOSSY
const LOSSLESS = pictures.WEBP_LOSSLESS
const VP8 = LOSSY.subarray(12)
const extended = (flags: number, width = 64, height = 48): Buffer => {
  const data = Buffer.alloc(10)
  data[0] = flags
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return riffChunk('VP8X', data)
}
/** Noise can't be made smaller. */
const large = (bytes: number): Buffer => {
  const bare = png(64, 48, [pngChunk('teXt')]).length
  return png(64, 48, [pngChunk('teXt', randomBytes(bytes - bare))])
}

const COMMENT = Buffer.from([0xff, 0xfe, 0, 4, 0x68, 0x69])

const GOOD: readonly (readonly [string, Buffer, string])[] = [
  ['a PNG of a browser', PNG, 'image/png'],
  ['a PNG of 32 × 32', png(32, 32), 'image/png'],
  ['a PNG of 1,024 × 1,024', png(1_024, 1_024), 'image/png'],
  ['a PNG of 256 KB', large(256 * 1024), 'image/png'],
  ['a PNG with a comment', png(64, 48, [pngChunk('tEXt', Buffer.from(`a\0${HTML}`))]), 'image/png'],
  ['a JPEG', JPEG, 'image/jpeg'],
  ['a JPEG with a comment', joined(JPEG.subarray(0, 2), COMMENT, JPEG.subarray(2)), 'image/jpeg'],
  ['a WebP with losses', LOSSY, 'image/webp'],
  ['a WebP without losses', LOSSLESS, 'image/webp'],
  ['a WebP with transparency', WEBP_ALPHA, 'image/webp'],
]
const BAD: readonly (readonly [string, Buffer])[] = [
  ['nothing', Buffer.alloc(0)],
  ['one octet', Buffer.from([0xff])],
  ['a text', Buffer.from('logo')],
  ['an SVG', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${HTML}</svg>`)],
  ['an SVG behind a declaration', Buffer.from(`<?xml version="1.0"?><svg>${HTML}</svg>`)],
  ['a page', Buffer.from(`<!doctype html>${HTML}`)],
  [
    'a GIF',
    Buffer.from(
      'R0lGODlhQAAwAIAAAP///wAAACwAAAAAQAAwAAACPISPqcvtD6OctNqLs968+w+G4kiW5omm6sq27gvH8kzX9o3n+s73/g8MCofEovGITCqXzKbzCY1Kp9Sq9YrNCgUAOw==',
      'base64',
    ),
  ],
  ['a BMP', Buffer.from('BM\0\0\0\0')],
  ['an AVIF', Buffer.from('\0\0\0\x20ftypavif\0\0\0\0avifmif1')],
  ['a PDF', Buffer.from('%PDF-1.7\n')],
  ['a ZIP', Buffer.from('PK\x03\x04')],
  ['a PNG of 31 × 32', png(31, 32)],
  ['a PNG of 1,025 × 64', png(1_025, 64)],
  ['a PNG of 1 × 20,000', png(1, 20_000)],
  ['a PNG that says 4,294,967,295 pixels', patched(PNG, 16, 0xff, 0xff, 0xff, 0xff)],
  ['a PNG of 257 KB', large(257 * 1024)],
  ['a PNG that is cut off', PNG.subarray(0, 150)],
  ['a PNG without its last octet', PNG.subarray(0, -1)],
  ['a PNG of a head alone', joined(PNG.subarray(0, 33), pngChunk('IEND'))],
  ['a PNG without a head', joined(PNG.subarray(0, 8), PNG.subarray(33))],
  ['a PNG with two heads', joined(PNG.subarray(0, 33), PNG.subarray(8))],
  ['a PNG with a page behind it', joined(PNG, HTML)],
  ['a PNG with a ZIP behind it', joined(PNG, Buffer.from('PK\x03\x04'))],
  ['a PNG that moves', png(64, 48, [pngChunk('acTL', Buffer.alloc(8))])],
  ['a JPEG that is cut off', JPEG.subarray(0, -20)],
  ['a JPEG without its end', JPEG.subarray(0, -2)],
  ['a JPEG of 16 × 48', patched(JPEG, ofJpeg + 7, 0, 16)],
  ['a JPEG without height', patched(JPEG, ofJpeg + 5, 0, 0)],
  ['a JPEG with a page behind it', joined(JPEG, HTML)],
  ['a JPEG without pixels', joined(JPEG.subarray(0, ofJpeg + 19), Buffer.from([0xff, 0xd9]))],
  ['a WebP that is cut off', LOSSY.subarray(0, -10)],
  ['a WebP with a page behind it', joined(LOSSY, HTML)],
  ['a WebP that moves', riff(extended(0x02), riffChunk('ANIM', Buffer.alloc(6)), VP8)],
  ['a WebP that moves and does not say so', riff(extended(0), riffChunk('ANMF', Buffer.alloc(16)), VP8)],
  ['a WebP of two sizes', riff(extended(0, 512, 512), VP8)],
  ['a WebP without pixels', riff(extended(0))],
  ['a WebP of another part', riff(riffChunk('EXIF', Buffer.from(HTML)), VP8)],
]

async function open() {
  const shop = await test.open()
  const storefront = await openStorefront(test.api, shop)
  return { storefront, manager: await admin.manager(shop.key) }
}

async function logoOf(storefront: { about: (query: string) => Promise<{ json: () => unknown }> }) {
  const { appearance } = (await storefront.about('?lang=en')).json() as {
    appearance: { logo: string | null; logoSize: object | null }
  }
  return appearance
}

it('47 files are taken or refused by what is in them', () => {
  expect(GOOD.length + BAD.length).toBeGreaterThanOrEqual(40)
})

describe('is taken', () => {
  it.each(GOOD)('%s', async (_, octets, type) => {
    const { storefront, manager } = await open()
    const { body } = await manager.done<StorefrontAnswer>('PUT', PATH, octets, ANY)
    expect(body.logo).toMatchObject({ type, url: expect.stringContaining(storefront.slug) })
    const url = body.logo?.url ?? ''
    const served = await storefront.api.server.inject({ url })
    expect(served.rawPayload.equals(octets)).toBe(true)
    expect(served.headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
  })
})

describe('is refused', () => {
  it.each(BAD)('%s', async (_, octets) => {
    const { manager } = await open()
    const answer = await manager.send('PUT', PATH, octets, ANY)
    if (octets.length > 256 * 1024) expect(answer.status).toBe(413)
    else expect([answer.status, answer.body]).toMatchObject([422, { errors: [{ pointer: '' }] }])
    expect((await manager.get<StorefrontAnswer>('/storefront')).body).toMatchObject({
      logo: null,
      version: 2,
    })
  })

  it('octets that were changed on the way', async () => {
    const { manager } = await open()
    const sent = { ...ANY, digest: digestOf(JPEG) }
    expect((await manager.send('PUT', PATH, PNG, sent)).status).toBe(422)
  })

  it('what was made for an older version, and roles that must not', async () => {
    const { manager } = await open()
    expect((await manager.send('PUT', PATH, PNG, { ifMatch: '"r1"' })).status).toBe(412)
    expect((await manager.send('DELETE', PATH, undefined, { ifMatch: '"r1"' })).status).toBe(412)
    const permissions = ['storefront.read', 'storefront.domains'] as const
    expect((await manager.send('PUT', PATH, PNG, { ...ANY, permissions })).status).toBe(403)
  })
})

it('is on the pages of the shop, with its size, until it is removed', async () => {
  const { storefront, manager } = await open()
  expect(await logoOf(storefront)).toMatchObject({ logo: null, logoSize: null })
  const { body } = await manager.done<StorefrontAnswer>('PUT', PATH, PNG, ANY)
  const url = body.logo?.url ?? ''
  await until(async () => (await logoOf(storefront)).logo === url)
  expect((await logoOf(storefront)).logoSize).toEqual(pictures.PICTURE)
  const page = await storefront.api.server.inject({ url: `/shop/${storefront.slug}` })
  expect(page.body).toContain(`<img class="logo" src="${url}" alt="" width="64" height="48">`)

  const again = await manager.done<StorefrontAnswer>('PUT', PATH, PNG, ANY)
  expect(again.body.version).toBe(body.version)
  await manager.done('DELETE', PATH, undefined, ANY)
  await until(async () => (await logoOf(storefront)).logo === null)
  const { body: audit } = await manager.get<{ items: object[] }>('/audit?action=storefront.logo')
  expect(audit.items).toMatchObject([
    { before: { logo: { url } }, after: { logo: null } },
    { before: { logo: null }, after: { logo: { url } } },
  ])
})

it('leaves the one before it for pages that a cache still has', async () => {
  const { storefront, manager } = await open()
  const urls: string[] = []
  for (const octets of [PNG, JPEG, WEBP_ALPHA]) {
    const { body } = await manager.done<StorefrontAnswer>('PUT', PATH, octets, ANY)
    urls.push(body.logo?.url ?? '')
    test.api.now += 1_000
  }
  const statuses = async () =>
    Promise.all(
      urls.map(async (url) => (await storefront.ofShop(url.split(storefront.slug)[1] ?? '')).statusCode),
    )
  expect(await statuses()).toEqual([404, 200, 200])
  const { headers } = await storefront.ofShop(urls[2]?.split(storefront.slug)[1] ?? '')
  const known = await storefront.ofShop(urls[2]?.split(storefront.slug)[1] ?? '', {
    'if-none-match': String(headers.etag),
  })
  expect([known.statusCode, known.body]).toEqual([304, ''])
})

it('of another shop is not there', async () => {
  const [one, other] = [await open(), await open()]
  const { body } = await one.manager.done<StorefrontAnswer>('PUT', PATH, PNG, ANY)
  const hash = body.logo?.url?.split('/').at(-1)
  expect((await other.storefront.ofShop(`/logo/${hash}`)).statusCode).toBe(404)
  expect((await other.storefront.ofShop('/logo/x')).statusCode).toBe(404)
})
