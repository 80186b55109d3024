/**
 * Sends webhooks to hostile addresses, and counts what leaves. Only ever inside a network namespace of its own, in
 * which every address of the world is this machine (`local` routes on loopback) and nothing has a way out; it refuses
 * to run anywhere else. Prints one line of JSON.
 */
import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isForbiddenAddress, literalOf, problemOfUrl } from '../../src/webhooks/sending/address-guard.ts'
import { guardedConnector } from '../../src/webhooks/sending/connector.ts'
import { createSender } from '../../src/webhooks/sending/sender.ts'
import { makeSecret, signingKey } from '../../src/webhooks/sending/signature.ts'
import { HOSTILE_ANSWERS, HOSTILE_HOSTS } from './hostile-addresses.ts'

const PUBLIC = ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946']
const reach = { isPrivateAllowed: false }

function refuseOutside(): void {
  const devices = readFileSync('/proc/net/dev', 'utf8')
    .split('\n')
    .slice(2)
    .flatMap((line) => line.split(':', 1)[0]?.trim() || [])
  const routes = readFileSync('/proc/net/route', 'utf8').trim().split('\n').slice(1)
  // Devices of tunnels that a kernel puts into every namespace are down and lead nowhere.
  if (
    devices.some(
      (name) => !/^(lo|tunl0|sit0|gre0|gretap0|erspan0|ip_vti0|ip6_vti0|ip6tnl0|ip6gre0)$/.test(name),
    ) ||
    routes.length > 0
  ) {
    throw new Error('not in a network namespace of its own')
  }
}

function setUpNetwork(): void {
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  execFileSync('ip', ['route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo'])
  execFileSync('ip', ['-6', 'route', 'add', 'local', '::/0', 'dev', 'lo'])
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-names-'))
  const files = {
    'resolv.conf': 'nameserver 127.0.0.1\noptions attempts:1 timeout:2\n',
    hosts: '127.0.0.1 localhost\n',
    'nsswitch.conf': 'hosts: files dns\n',
  }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text)
    execFileSync('mount', ['--bind', join(folder, name), `/etc/${name}`])
  }
}

/** Packets of TCP and of ICMP that have left, and datagrams: those are questions to the DNS server. */
function packetsSent(): { tcp: number; icmp: number; connections: number } {
  const read = (file: string, protocol: string, name: string): number => {
    const [titles, values] = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith(`${protocol}:`))
    const index = titles?.split(' ').indexOf(name) ?? -1
    return Number(values?.split(' ')[index])
  }
  return {
    tcp: read('/proc/net/snmp', 'Tcp', 'OutSegs'),
    icmp: read('/proc/net/snmp', 'Icmp', 'OutMsgs'),
    connections: read('/proc/net/snmp', 'Tcp', 'ActiveOpens'),
  }
}

/** Answers of names: of each question, the next of a list of answers. */
const names = new Map<string, { answers: string[][]; asked: { 1: number; 28: number } }>()
const addName = (name: string, ...answers: string[][]): void =>
  void names.set(name, { answers, asked: { 1: 0, 28: 0 } })

function bytesOf(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number))
  // The URL parser writes an embedded IPv4 address in hexadecimal.
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = text.split('::')
  const groups = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [groups(head), groups(tail ?? '')]
  const all = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]))
}

async function serveNames(): Promise<void> {
  const server = createSocket('udp4')
  server.on('message', (question, from) => {
    const labels: string[] = []
    let at = 12
    for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
      labels.push(question.subarray(at + 1, at + 1 + length).toString())
      at += 1 + length
    }
    const type = question.readUInt16BE(at + 1) as 1 | 28
    const known = names.get(labels.join('.').toLowerCase())
    const turn = known?.asked[type] ?? 0
    if (known) known.asked[type] += 1
    const addresses = (known?.answers[turn % known.answers.length] ?? []).filter(
      (one) => one.includes(':') === (type === 28),
    )
    const head = Buffer.from(question.subarray(0, at + 5))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(addresses.length, 6)
    head.writeUInt16BE(0, 8)
    head.writeUInt16BE(0, 10)
    const records = addresses.map((address) => {
      const data = bytesOf(address)
      const record = Buffer.alloc(12)
      record.writeUInt16BE(0xc00c, 0)
      record.writeUInt16BE(type, 2)
      record.writeUInt16BE(1, 4)
      record.writeUInt16BE(data.length, 10)
      return Buffer.concat([record, data])
    })
    server.send(Buffer.concat([head, ...records]), from.port, from.address)
  })
  await new Promise<void>((resolve) => server.bind(53, '127.0.0.1', resolve))
  server.unref()
}

/** The addresses at which somebody came. */
const reached: string[] = []

async function listenEverywhere(): Promise<void> {
  for (const port of [443, 80, 8443]) {
    const server = createServer((socket) => {
      reached.push((socket.localAddress ?? '').replace(/^::ffff:/, ''))
      socket.on('error', () => {})
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(port, '::', resolve))
    server.unref()
  }
}

async function send(url: string): Promise<string> {
  const sender = createSender({
    url,
    headers: {},
    keysAt: () => [signingKey(makeSecret(Buffer.alloc(32)))],
    reach,
    connections: 1,
    clock: () => Date.now(),
    userAgent: 'Punchcard/test',
  })
  const { outcome, text } = await sender.send({ id: 'evt', topic: 'Point_Add', sequence: 1, body: '{}' })
  await sender.close()
  return outcome.status === null ? text : String(outcome.status)
}

/** Past the check of the whole address: the last one, when a connection is made. */
function dial(hostname: string): Promise<string> {
  return new Promise((resolve) => {
    guardedConnector(reach)({ hostname, host: hostname, protocol: 'http:', port: '80' }, (error, socket) => {
      socket?.destroy()
      resolve(error ? error.name : 'connected')
    })
  })
}

async function knock(host: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const socket: Socket = connect({ host, port: 80 })
    socket.on('error', () => resolve())
    socket.on('close', () => resolve())
    setTimeout(() => socket.destroy(), 300).unref()
  })
}

refuseOutside()
setUpNetwork()
await serveNames()
await listenEverywhere()
for (const [index, address] of HOSTILE_ANSWERS.entries()) {
  addName(`h${index}.hostile.example`, [address])
  // Hidden among good ones.
  addName(`m${index}.hostile.example`, [PUBLIC[0] ?? '', PUBLIC[1] ?? '', address])
}
addName('good.example', PUBLIC)
addName('turncoat.example', [PUBLIC[0] ?? ''], ['127.0.0.1'], ['10.0.0.1'])

const before = packetsSent()
let tried = 0
for (const host of HOSTILE_HOSTS) {
  for (const url of [`https://${host}/`, `https://${host}:8443/hook`]) {
    tried += 1
    // Most are refused when they are added; all of them when they are sent to.
    if (URL.canParse(url)) await send(url)
  }
  const literal = URL.canParse(`https://${host}/`) ? literalOf(new URL(`https://${host}/`).hostname) : null
  if (literal !== null) await dial(literal)
}
for (const index of HOSTILE_ANSWERS.keys()) {
  for (const kind of ['h', 'm']) {
    tried += 1
    await send(`https://${kind}${index}.hostile.example/`)
    await dial(`${kind}${index}.hostile.example`)
  }
}
const after = packetsSent()

// The same counters notice whoever really knocks, and the same guard lets the public through.
await knock('10.0.0.1')
await knock('::1')
const knocked = packetsSent()
const reachedByKnocking = reached.splice(0)
await send('https://good.example/')
const reachedPublic = reached.splice(0)
const turncoat: string[] = []
for (let turn = 0; turn < 30; turn += 1) turncoat.push(await send('https://turncoat.example/'))

process.stdout.write(
  `${JSON.stringify({
    tried,
    sent: {
      tcp: after.tcp - before.tcp,
      icmp: after.icmp - before.icmp,
      connections: after.connections - before.connections,
    },
    knocked: knocked.connections - after.connections,
    reachedByKnocking,
    reachedPublic,
    turncoatReached: [...new Set(reached)],
    turncoatForbidden: turncoat.filter((text) => text.includes('no public address')).length,
    allowedAtAdding: HOSTILE_HOSTS.filter(
      (host) => problemOfUrl(`https://${host}/`, reach) === null && !/localhost/i.test(host),
    ),
    forbiddenPublic: PUBLIC.filter((address) => isForbiddenAddress(address, reach)),
  })}\n`,
)
process.exit(0)
