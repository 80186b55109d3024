import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { headCode, metaCode, otherCode, PLACES, ROUTE_CODE } from './shop-code.ts'

const GUIDE = readFileSync(join(import.meta.dirname, '../../../../docs/guides/storefront.md'), 'utf8')
const own = { server: 'https://loyalty.example', slug: 'aurora' }

describe('what the panel gives shops is what their guide says', () => {
  it.each([
    ['the head of a page', headCode(own, null)],
    ['the line with the route', metaCode(own)],
    ['the route with Express', ROUTE_CODE.express],
    ['the route with Next.js', ROUTE_CODE.next],
    ['what another language sends', otherCode(own.server)],
    ...PLACES.map(({ place, code }) => [place, `${code}\n`]),
  ])('%s', (_, code) => {
    expect(GUIDE).toContain(code)
  })
})

it('a pinned file has its hash, and the room of the elements comes with it', () => {
  const files = [
    { name: 'punchcard.js', path: '/shop/assets/punchcard-1.0.0-9b2f.js', integrity: 'sha384-a' },
    { name: 'reserve.css', path: '/shop/assets/reserve-1.0.0-5c1e.css', integrity: 'sha384-b' },
  ]
  expect(headCode(own, files).split('\n')).toEqual([
    '<link rel="stylesheet" href="https://loyalty.example/shop/assets/reserve-1.0.0-5c1e.css" integrity="sha384-b" crossorigin>',
    '<script type="module" src="https://loyalty.example/shop/assets/punchcard-1.0.0-9b2f.js" integrity="sha384-a" crossorigin></script>',
    '<meta name="punchcard" content="https://loyalty.example/aurora">',
    '',
  ])
})
