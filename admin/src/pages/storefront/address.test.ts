import { describe, expect, it } from 'vitest'
import { originOf, SLUG, slugOf, withScheme } from './address.ts'

describe('the name of a shop in addresses', () => {
  it.each([
    ['Café Aurora', 'cafe-aurora'],
    ['  Norte & Sul Ltda. ', 'norte-sul-ltda'],
    ['Ação!', 'acao'],
    ['x'.repeat(60), 'x'.repeat(40)],
    [`${'x'.repeat(39)} y`, 'x'.repeat(39)],
  ])('begins with that of the business: %s → %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
    expect(SLUG.test(slug)).toBe(true)
  })

  it('is nothing where the name has no letter of it', () => {
    expect(slugOf('株式会社')).toBe('')
  })
})

describe('an address that is typed', () => {
  it.each([
    ['cafeaurora.example', 'https://cafeaurora.example'],
    [' https://cafeaurora.example/club?x=1 ', 'https://cafeaurora.example'],
    ['https://CafeAurora.example', 'https://cafeaurora.example'],
    ['http://localhost:8080/', 'http://localhost:8080'],
    ['not an address', 'https://not an address'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['', ''],
  ])('%j is the origin %j', (typed, origin) => {
    expect(originOf(typed)).toBe(origin)
  })

  it('keeps its path as a page', () => {
    expect(withScheme('cafeaurora.example/login')).toBe('https://cafeaurora.example/login')
  })
})
