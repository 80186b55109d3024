import { describe, expect, it } from 'vitest'
import { isOfOwnSite } from './csrf.ts'

const post = (headers: Record<string, string>, publicUrl: string | null = null) =>
  isOfOwnSite('POST', { host: 'shop.example', ...headers }, publicUrl)

describe('a request that changes something', () => {
  it.each(['cross-site', 'same-site', 'none', '', 'SAME-ORIGIN', 'same-origin, cross-site'])(
    'is refused with Sec-Fetch-Site “%s”, whatever its Origin',
    (site) => expect(post({ 'sec-fetch-site': site, origin: 'https://shop.example' })).toBe(false),
  )

  it('is taken from the same origin', () => {
    expect(post({ 'sec-fetch-site': 'same-origin' })).toBe(true)
    expect(post({ origin: 'https://shop.example' })).toBe(true)
    expect(post({ host: 'Shop.example:8443', origin: 'https://shop.example:8443' })).toBe(true)
  })

  it.each([
    'https://evil.example',
    'https://shop.example.evil.example',
    'https://shop.example:8443',
    'https://evil.example/?shop.example',
    'null',
    '',
    'shop.example',
  ])('is refused from “%s” where the browser sends no Sec-Fetch-Site', (origin) =>
    expect(post({ origin })).toBe(false),
  )

  it('is refused where neither is sent', () => expect(post({})).toBe(false))

  it('is taken from the origin of the panel, where that is another host', () => {
    expect(post({ origin: 'https://panel.example' }, 'https://panel.example')).toBe(true)
    expect(post({ origin: 'http://panel.example' }, 'https://panel.example')).toBe(false)
  })
})

it('a read is not asked: it changes nothing, and its answer is not shown to another site', () => {
  expect(isOfOwnSite('GET', { 'sec-fetch-site': 'cross-site' }, null)).toBe(true)
})
