import { isIP, isIPv4, isIPv6 } from 'node:net'

/** Providers give a customer a whole /56 of IPv6: one sender can use all addresses of it. */
const GROUPED_BITS = 56

/** The address as one sender counts: IPv4 as it is, IPv6 by the network that its owner was given. */
export function senderOf(address: string): string {
  const plain = address.split('%', 1)[0] ?? ''
  // What is no address was made up by the sender, and may be as long as a header.
  if (!isIPv6(plain)) return isIPv4(plain) ? plain : 'nobody'
  const groups = groupsOf(plain)
  if (isMappedIPv4(groups)) {
    const [high = 0, low = 0] = groups.slice(6)
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  }
  const kept = groups.map((group, index) => {
    const bits = Math.min(16, Math.max(0, GROUPED_BITS - index * 16))
    return group & (0xffff << (16 - bits)) & 0xffff
  })
  return `${kept
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/${GROUPED_BITS}`
}

/** As PostgreSQL keeps it, without a zone; null: it is none. A sender without a proxy may have written anything. */
export function storableAddress(address: string): string | null {
  const plain = address.split('%', 1)[0] ?? ''
  return isIP(plain) === 0 ? null : plain
}

function isMappedIPv4(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [before = '', after] = address.split('::')
  const head = partsOf(before)
  if (after === undefined) return head
  const tail = partsOf(after)
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail]
}

function partsOf(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
    return [(a << 8) | b, (c << 8) | d]
  })
}

/** An address, or a network like 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  if (rest.length > 0 || isIP(address) === 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv4(address) ? 32 : 128))
}

/** `Club.example.` is the same host as `club.example`. */
export function plainHostname(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}
