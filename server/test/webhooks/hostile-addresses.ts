/** Addresses that a webhook must never reach, in every way in which they can be written. */

const IPV4 = [
  '0.0.0.0',
  '0.0.0.1',
  '0.255.255.255',
  '10.0.0.0',
  '10.0.0.1',
  '10.20.30.40',
  '10.255.255.255',
  '100.64.0.0',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.0',
  '127.0.0.1',
  '127.0.0.53',
  '127.1.2.3',
  '127.255.255.255',
  '169.254.0.0',
  '169.254.169.254',
  '169.254.170.2',
  '169.254.255.255',
  '172.16.0.0',
  '172.16.0.1',
  '172.17.0.1',
  '172.31.255.255',
  '192.0.0.0',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.0.255',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.168.0.0',
  '192.168.0.1',
  '192.168.1.1',
  '192.168.255.255',
  '192.175.48.1',
  '198.18.0.0',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.254',
  '255.255.255.255',
]

const IPV6 = [
  '::',
  '::1',
  '::2',
  '100::',
  '100::1',
  '64:ff9b:1::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:1ff:ffff::1',
  '2001:db8::1',
  '2001:db8:ffff::1',
  '2620:4f:8000::1',
  '3fff::1',
  '3fff:fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00::1',
  'fd00:ec2::254',
  'fdff:ffff::1',
  'fe80::1',
  'fe80::a9fe:a9fe',
  'febf::1',
  'fec0::1',
  'ff01::1',
  'ff02::1',
  'ff05::2',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '::ffff:0:7f00:1',
]

function parts(address: string): [number, number, number, number] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return [a, b, c, d]
}

const hex = (value: number, digits = 0): string => value.toString(16).padStart(digits, '0')

/** One IPv4 address as a host of a URL: what parsers of addresses have been known to understand. */
function notationsOf(address: string): string[] {
  const [a, b, c, d] = parts(address)
  const number = ((a * 256 + b) * 256 + c) * 256 + d
  const high = hex(a * 256 + b)
  const low = hex(c * 256 + d)
  return [
    address,
    `${address}.`,
    String(number),
    `0x${hex(number)}`,
    `0${number.toString(8)}`,
    `0x${hex(a)}.0x${hex(b)}.0x${hex(c)}.0x${hex(d)}`,
    `0${a.toString(8)}.0${b.toString(8)}.0${c.toString(8)}.0${d.toString(8)}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    [...address]
      .map((digit) => (digit === '.' ? '。' : String.fromCharCode(digit.charCodeAt(0) + 0xfee0)))
      .join(''),
    `%${hex(address.charCodeAt(0), 2)}${address.slice(1)}`,
    `[::ffff:${address}]`,
    `[::ffff:${high}:${low}]`,
    `[0:0:0:0:0:ffff:${address}]`,
    `[::${address}]`,
    `[64:ff9b::${address}]`,
    `[2002:${hex(a * 256 + b, 4)}:${hex(c * 256 + d, 4)}::1]`,
    `user:password@${address}`,
  ]
}

/** Those whose every notation is tried; of the others, one after the other. */
const WHOLE = [
  '127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '192.168.1.1',
  '100.100.100.200',
  '0.0.0.0',
  '172.17.0.1',
]

/** As hosts of URLs. */
export const HOSTILE_HOSTS: readonly string[] = [
  ...new Set([
    ...WHOLE.flatMap(notationsOf),
    ...IPV4.flatMap((address, index) => {
      const notations = notationsOf(address)
      return Array.from(
        { length: 4 },
        (_, step) => notations[(index * 5 + step * 4) % notations.length] ?? address,
      )
    }),
    ...IPV4,
    ...IPV6.map((address) => `[${address}]`),
    'localhost',
    'LOCALHOST',
    'localhost.',
  ]),
]

/** What a DNS server could answer. */
export const HOSTILE_ANSWERS: readonly string[] = [
  ...IPV4,
  ...IPV6,
  ...WHOLE.flatMap((address) => {
    const [a, b, c, d] = parts(address)
    return [
      `::ffff:${address}`,
      `64:ff9b::${address}`,
      `2002:${hex(a * 256 + b, 4)}:${hex(c * 256 + d, 4)}::1`,
    ]
  }),
]
