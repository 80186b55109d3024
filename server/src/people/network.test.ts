import { describe, expect, it } from 'vitest'
import { isInNetworks, networkOf } from './network.ts'

describe('the network of an address', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2345:6789::1', '2001:db8:1:2300::/56'],
    ['anything', 'nobody'],
  ])('%s is in %s', (address, network) => expect(networkOf(address)).toBe(network))
})

describe('allowed networks', () => {
  it.each([
    ['10.1.2.3', true],
    ['11.1.2.3', false],
    ['192.0.2.1', true],
    ['192.0.2.2', false],
    ['::ffff:10.1.2.3', true],
    ['2001:db8::5', true],
    ['2001:db9::5', false],
    ['nonsense', false],
  ])('%s: %s', (address, isIn) =>
    expect(isInNetworks(address, ['10.0.0.0/8', '192.0.2.1', '2001:db8::/32'])).toBe(isIn),
  )
})
