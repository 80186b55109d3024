import { describe, expect, it } from 'vitest'
import { isForbiddenTo, problemOfUrl, type Reach } from './address-guard.ts'

const CLOSED: Reach = { isPrivateAllowed: false, allowedNetworks: [] }
const OPEN: Reach = {
  isPrivateAllowed: false,
  allowedNetworks: ['10.20.0.0/16', '192.168.7.4', 'fd12::/64'],
}
const WIDE: Reach = { isPrivateAllowed: false, allowedNetworks: ['0.0.0.0/0', '::/0'] }

describe('networks that the operator opens for webhooks', () => {
  it.each(['10.20.3.4', '192.168.7.4', 'fd12::7'])('%s is reached, also over plain HTTP', (address) => {
    expect(isForbiddenTo(address, CLOSED, false)).toBe(true)
    expect(isForbiddenTo(address, OPEN, false)).toBe(false)
    expect(isForbiddenTo(address, OPEN, true)).toBe(false)
  })

  it.each(['10.21.0.1', '192.168.7.5', 'fd12:0:0:1::7', '::ffff:10.20.3.4'])('%s is not', (address) => {
    expect(isForbiddenTo(address, OPEN, false)).toBe(true)
  })

  it.each(['127.0.0.1', '169.254.169.254', '0.0.0.0', '::1', 'fe80::1', 'fd00:ec2::254', '255.255.255.255'])(
    '%s never is, whatever is opened',
    (address) => {
      expect(isForbiddenTo(address, WIDE, false)).toBe(true)
    },
  )

  it('leave public addresses to https alone', () => {
    expect(isForbiddenTo('93.184.216.34', OPEN, false)).toBe(false)
    expect(isForbiddenTo('93.184.216.34', OPEN, true)).toBe(true)
  })

  it('are accepted as the address of an endpoint', () => {
    expect(problemOfUrl('http://10.20.3.4:8080/hooks', CLOSED)).toBe('The address must begin with https://.')
    expect(problemOfUrl('https://10.20.3.4:8080/hooks', CLOSED)).toMatch(/must be a public one/)
    expect(problemOfUrl('http://10.20.3.4:8080/hooks', OPEN)).toBeNull()
    // Of a name it is known only when it is connected to.
    expect(problemOfUrl('http://shop.internal/hooks', OPEN)).toBeNull()
    expect(problemOfUrl('http://93.184.216.34/hooks', OPEN)).toMatch(/must be a public one/)
    expect(problemOfUrl('http://10.20.3.4:6379/', OPEN)).toMatch(/port/)
  })
})
