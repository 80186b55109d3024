import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { senderOf } from '../platform/http/address.ts'

/** The network that an address belongs to, as sign-ins are counted: /24 of IPv4, /56 of IPv6. */
export function networkOf(address: string): string {
  const sender = senderOf(address)
  return isIPv4(sender) ? `${sender.split('.').slice(0, 3).join('.')}.0/24` : sender
}

/** Whether an address is in one of the networks, each an address or like 10.0.0.0/8. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    const family = isIPv4(base) ? 'ipv4' : 'ipv6'
    list.addSubnet(base, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family)
  }
  const plain = address.split('%', 1)[0] ?? ''
  if (isIPv4(plain)) return list.check(plain)
  return isIPv6(plain) && list.check(plain, 'ipv6')
}
