/** Everybody who means harm, each at a bounded rate. Whatever they get, a neighbour must not notice. */
import { orderBody } from '../../bench/order-body.ts'
import { Random } from '../../src/platform/random.ts'
import { makeRequest } from '../edge/api-document.ts'
import { hangUp, kindsOfHangUp, write } from '../edge/hang-ups.ts'
import { inventedAuthorization } from '../edge/invented.ts'
import { operations, problemOfAnswer, resolveReference } from '../edge/openapi.ts'
import { exchange } from '../edge/raw-http.ts'
import { RequestMaker } from '../edge/request-maker.ts'
import { KeptConnection } from './connection.ts'
import type { Paced } from './pace.ts'

export interface Target {
  readonly port: number
  /** Of the merchant whose key the attackers have. */
  readonly authorization: string
  readonly rewardId: number
  readonly seed: number
}

/** “baseline”: as many requests as the attack could send, but all to a route that needs neither key nor database. */
export type Phase = 'attack' | 'baseline'

/**
 * Requests a second. Two cores that load, server and PostgreSQL share are then about half busy; more would measure how
 * the kernel shares its processors.
 */
const PER_SECOND = { hangUps: 40, invented: 100, orders: 80, reads: 200, garbage: 40 }
const CUSTOMERS = 1_000
/** So many of a hundred orders are one customer's, whose account they all wait for. */
const HOT_PERCENT = 5
const LIVEZ = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'

export function createAttacks(target: Target, phase: () => Phase): Readonly<Record<string, Paced>> {
  const { port, authorization, rewardId } = target
  const random = new Random(target.seed)
  const head = (line: string, login = authorization): string =>
    `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: ${login}\r\n`
  const reads = [
    '/v1/pvt/RewardConfigurations',
    `/v1/pvt/RewardConfigurations/${rewardId}`,
    '/v1/pvt/Quiz/list',
  ]

  return {
    'hang-ups': hangUps(target, phase),
    'invented tokens': requests(port, phase, {
      ...{ perSecond: PER_SECOND.invented, connections: 100 },
      next: () => `${head('GET /v1/pvt/RewardConfigurations', inventedAuthorization())}\r\n`,
    }),
    'orders of one merchant': requests(port, phase, {
      ...{ perSecond: PER_SECOND.orders, connections: 50 },
      next() {
        const customer = random.chance(HOT_PERCENT) ? 'hot' : `c${random.between(1, CUSTOMERS)}`
        const body = orderBody(crypto.randomUUID(), customer, random.between(1, 20_000))
        const headers = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
        return `${head('POST /v1/pvt/POS/orders')}${headers}\r\n${body}`
      },
    }),
    'reads of one merchant': requests(port, phase, {
      ...{ perSecond: PER_SECOND.reads, connections: 100 },
      next() {
        const customer = `/v1/pvt/Customer/c${random.between(1, CUSTOMERS)}`
        return `${head(`GET ${random.chance(50) ? customer : random.one(reads)}`)}\r\n`
      },
    }),
    garbage: garbage(target, phase, random),
  }
}

function hangUps({ port, authorization }: Target, phase: () => Phase): Paced {
  const kinds = kindsOfHangUp(authorization)
  let count = 0
  return {
    perSecond: PER_SECOND.hangUps,
    atOnceMax: 60,
    async once() {
      count += 1
      const [, kind] = kinds[count % kinds.length] ?? []
      const isAttack = phase() === 'attack'
      await hangUp(port, isAttack && kind ? kind : (socket) => write(socket, LIVEZ), count)
      return 'gone'
    },
  }
}

/** On so many connections that stay open. */
function requests(
  port: number,
  phase: () => Phase,
  plan: { readonly perSecond: number; readonly connections: number; readonly next: () => string },
): Paced {
  const idle = Array.from({ length: plan.connections }, () => new KeptConnection(port))
  return {
    perSecond: plan.perSecond,
    atOnceMax: plan.connections,
    async once() {
      const connection = idle.shift()
      if (!connection) throw new Error('more requests than connections')
      const status = await connection.send(phase() === 'attack' ? plan.next() : LIVEZ)
      idle.push(connection)
      return String(status)
    },
  }
}

const NOT_HTTP: readonly (string | Buffer)[] = [
  'hello\r\n\r\n',
  Buffer.from('16030100a5010000a10303', 'hex'),
  Buffer.alloc(2_000),
  'FOO / HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n',
  'PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
  `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`,
]

/** A connection each: what is no HTTP, and requests made from `openapi.json`, whose answers have to be as it says. */
function garbage({ port, authorization, rewardId }: Target, phase: () => Phase, random: Random): Paced {
  const customers = Array.from({ length: 20 }, (_, index) => `c${index}`)
  const known = { id: [...customers, rewardId], CustomerId: customers, customerId: customers }
  const maker = new RequestMaker(random, known, resolveReference)

  async function send(bytes: string | Buffer): Promise<string> {
    const answer = await exchange(port, bytes).catch(() => null)
    return answer ? String(answer.statusCode) : 'no answer'
  }

  async function sendFuzzed(): Promise<string> {
    const { path, method, operation } = random.one(operations)
    const { url, payload } = makeRequest(maker, random, path, operation)
    const body = Buffer.from(payload ?? '')
    const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n`
    const request = `${method} ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n${headers}\r\n`
    const answer = await exchange(port, Buffer.concat([Buffer.from(request), body])).catch(() => null)
    if (!answer) return 'no answer'
    const problem = problemOfAnswer(path, method, answer.statusCode, answer.body)
    return problem ? `broken ${method} ${url} ${body}: ${problem}` : String(answer.statusCode)
  }

  return {
    perSecond: PER_SECOND.garbage,
    atOnceMax: 40,
    once() {
      if (phase() === 'baseline') return send(LIVEZ)
      return random.chance(10) ? send(random.one(NOT_HTTP)) : sendFuzzed()
    },
  }
}
