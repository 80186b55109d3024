import { BlockList, isIP, isIPv6 } from 'node:net'

/** Which addresses webhooks may reach. */
export interface Reach {
  /** Opens loopback and plain HTTP, for trying things out. */
  readonly isPrivateAllowed: boolean
  /** Networks that the operator opens, also for plain HTTP. Default: none. */
  readonly allowedNetworks?: readonly string[]
}

export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError'
}

const URL_MAX = 2_048

/** Everything that is not a public unicast address: IANA's registries of special-purpose addresses. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers; also the metadata of Alibaba
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, and the metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
]

/** Only 2000::/3 is given out as public unicast; of it, these are special. */
const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments: Teredo, ORCHID, benchmarks
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: an IPv4 address in disguise
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]

const LOOPBACK = ['127.0.0.0/8', '::1/128']

/** Never opened by a network that the operator allows: this machine, and the metadata of clouds with their secrets. */
const NEVER = [
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/3',
  '::/127',
  'fe80::/10',
  'fd00:ec2::/32',
]

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    const kind = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, kind)
    else list.addSubnet(address, Number(prefix), kind)
  }
  return list
}

const special = listOf([...SPECIAL_IPV4, ...SPECIAL_IPV6])
const publicIpv6 = listOf(['2000::/3'])
const loopback = listOf(LOOPBACK)
const never = listOf(NEVER)

/** Made once for each list of networks, and for each kind apart: IPv4 in the disguise of IPv6 is not what was opened. */
const lists = new WeakMap<readonly string[], Readonly<Record<'ipv4' | 'ipv6', BlockList>>>()

/** Whether the operator has opened the network of this address. */
function isAllowedByOperator(address: string, { allowedNetworks }: Reach): boolean {
  const family = isIP(address)
  if (family === 0 || !allowedNetworks || allowedNetworks.length === 0) return false
  const kind = family === 6 ? 'ipv6' : 'ipv4'
  const opened = lists.get(allowedNetworks) ?? {
    ipv4: listOf(allowedNetworks.filter((network) => !network.includes(':'))),
    ipv6: listOf(allowedNetworks.filter((network) => network.includes(':'))),
  }
  lists.set(allowedNetworks, opened)
  return opened[kind].check(address, kind) && !never.check(address, kind)
}

/**
 * Whether a connection to this address must not be made. IPv4 in IPv6 (mapped, translated, compatible) lies
 * outside 2000::/3 or in 6to4 and Teredo, so it is refused whatever it stands for.
 */
export function isForbiddenAddress(address: string, reach: Reach): boolean {
  const family = isIP(address)
  if (family === 0) return true
  const kind = family === 6 ? 'ipv6' : 'ipv4'
  if (reach.isPrivateAllowed && loopback.check(address, kind)) return false
  if (isAllowedByOperator(address, reach)) return false
  if (special.check(address, kind)) return true
  return family === 6 && !publicIpv6.check(address, kind)
}

/** The same, and for plain HTTP: it may only go to networks that the operator has opened. */
export function isForbiddenTo(address: string, reach: Reach, isPlain: boolean): boolean {
  if (isForbiddenAddress(address, reach)) return true
  return isPlain && !reach.isPrivateAllowed && !isAllowedByOperator(address, reach)
}

/** What browsers refuse too, of the ports from 1024 on: services that could take HTTP for their own protocol. */
const BAD_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679,
  6697, 10080, 11211,
])

function isForbiddenPort(port: number): boolean {
  return port !== 443 && port !== 80 && (port < 1_024 || BAD_PORTS.has(port))
}

/**
 * What is wrong with the address of an endpoint, as a sentence; null when nothing is. A name is only resolved
 * when it is connected to, and checked again then: see connector.ts.
 */
export function problemOfUrl(text: string, reach: Reach): string | null {
  if (text.length > URL_MAX) return `The address must have at most ${URL_MAX} characters.`
  if (!URL.canParse(text)) return 'The address must be one like https://shop.example/webhooks.'
  const url = new URL(text)
  const mayBePlain = reach.isPrivateAllowed || (reach.allowedNetworks ?? []).length > 0
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && mayBePlain)) {
    return 'The address must begin with https://.'
  }
  if (url.username !== '' || url.password !== '') {
    return 'The address must hold no user and password: use a header for that.'
  }
  if (isForbiddenPort(portOf(url))) return `The address must not have the port ${url.port}.`
  const literal = literalOf(url.hostname)
  const isPlain = url.protocol === 'http:'
  if (literal !== null && isForbiddenTo(literal, reach, isPlain)) {
    return `The address must be a public one, which ${url.hostname} is not.`
  }
  return null
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'http:' ? 80 : 443
}

/** The IP address that a host of a URL is, without the brackets; null where it is a name. */
export function literalOf(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) === 0 ? null : bare
}
