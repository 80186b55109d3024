import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { senderOf } from './address.ts'

describe('the sender of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56'],
    ['2001:db8:1:ff:ffff:ffff:ffff:ffff', '2001:db8:1:0::/56'],
    ['2001:db8:1:100::', '2001:db8:1:100::/56'],
    ['2001:db8::', '2001:db8:0:0::/56'],
    ['::1', '0:0:0:0::/56'],
    ['::', '0:0:0:0::/56'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/56'],
    ['', 'nobody'],
    ['unknown', 'nobody'],
  ])('%s counts as %s', (address, sender) => expect(senderOf(address)).toBe(sender))

  it('is the same whatever the last 72 bits are, and another where the first 56 differ', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }),
        fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 5, maxLength: 5 }),
        (groups, rest) => {
          const [fourth = 0] = groups.slice(3)
          const text = (parts: number[]): string => parts.map((part) => part.toString(16)).join(':')
          const [last = 0, ...others] = rest
          fc.pre(groups.slice(0, 5).some((group) => group !== 0))
          const neighbour = [...groups.slice(0, 3), (fourth & 0xff00) | (last & 0xff), ...others]
          const stranger = [...groups.slice(0, 3), fourth ^ 0x0100, ...others]
          expect(senderOf(text(neighbour))).toBe(senderOf(text(groups)))
          expect(senderOf(text(stranger))).not.toBe(senderOf(text(groups)))
        },
      ),
    )
  })
})
