/**
 * `npm run bench:storefront`: what a storefront's requests cost, in CPU of the server and of PostgreSQL, beside requests
 * that were there before. README.md explains each figure.
 */
import { createSecretKey } from 'node:crypto'
import { parseArgs } from 'node:util'
import { openToken, readToken, sealToken } from '../src/tenancy/storefront-token.ts'
import { openBenchDatabase } from './database.ts'
import { median, spreadOf } from './figures.ts'
import { costOf, countCost } from './process-times.ts'
import { runRequestLoad, startPunchcard } from './processes.ts'
import { MINTS_PER_SECOND, mintBody, mintTokens, openShop, SHOP_ORIGIN, SLUG } from './shop.ts'

const { values: flags } = parseArgs({ options: { tiny: { type: 'boolean', default: false } } })
const ROUNDS = flags.tiny ? 1 : 9
const SECONDS = flags.tiny ? 0.3 : 3
const WARM_UP_SECONDS = flags.tiny ? 0.2 : 4
const CONNECTIONS = 16
/** So many that none of them asks more often than a customer may, and a stranger's address. */
const CUSTOMERS = flags.tiny ? 200 : 4_000
const STRANGERS = flags.tiny ? 200 : 1_000
const CHECKS = flags.tiny ? 1_000 : 50_000

const say = (text: string): void => void process.stderr.write(`${text}\n`)

const GOALS = [
  { name: 'M1', beside: 'balance', most: 1.2 },
  { name: 'S1', beside: 'livez', most: 1.5 },
  { name: 'preflight', beside: 'livez', most: 1.2 },
  { name: 'mint', beside: 'few balances', most: 1.3 },
  { name: 'token check', beside: 'livez', most: 0.7 },
] as const
type Measured = (typeof GOALS)[number]['name' | 'beside']

/** Of a token like those that are minted, in microseconds: read, opened, and what it says parsed. */
function checkMicroseconds(): number {
  const secret = createSecretKey(Buffer.alloc(32, 7))
  const key = { number: 1, secret, createdAt: 0, retiredAt: null, endsAt: null }
  const says = { subject: 123_456, scopes: 1, keyId: 7, issuedAt: 1_763_500_000, expiresAt: 1_763_500_900 }
  const text = sealToken('pc1', 42, key, says)
  const startedAt = process.cpuUsage()
  for (let n = 0; n < CHECKS; n += 1) {
    const sealed = readToken('pc1', text)
    if (!sealed || !openToken(key, sealed)) throw new Error('a token was not opened')
  }
  const { user, system } = process.cpuUsage(startedAt)
  return (user + system) / CHECKS
}

const database = await openBenchDatabase({ tenants: 1, customersPerTenant: CUSTOMERS }, say)
const server = await startPunchcard(database.url, {
  ...(await openShop(database.url)),
  PUNCHCARD_STOREFRONT_RATE_LIMIT_PER_SECOND: '1000000',
})
try {
  const [authorization = ''] = database.authorizations
  say(`making ${CUSTOMERS} tokens`)
  const tokens = await mintTokens(server, authorization, CUSTOMERS)
  const request = (line: string, headers: readonly string[], body = ''): string =>
    [`${line} HTTP/1.1`, 'Host: bench', ...headers, '', body].join('\r\n')
  const ofShop = [`Authorization: ${authorization}`]
  const anyCustomer = tokens.map((_, index) => index + 1)
  const from = (stranger: number): string => `X-Forwarded-For: 203.0.${stranger >> 8}.${stranger & 255}`
  const balances = anyCustomer.map((n) => request(`GET /v1/pvt/Customer/c${n}/points`, ofShop))
  const anyStranger = Array.from({ length: STRANGERS }, (_, index) => from(index))
  const kinds: readonly {
    name: Measured
    requests: readonly string[]
    status?: number
    perSecond?: number
  }[] = [
    { name: 'livez', requests: [request('GET /livez', [])] },
    { name: 'balance', requests: balances },
    { name: 'few balances', requests: balances, perSecond: MINTS_PER_SECOND },
    {
      name: 'M1',
      requests: tokens.map(({ token }) =>
        request('GET /v1/pub/me', [`Authorization: Bearer ${token}`, `Origin: ${SHOP_ORIGIN}`]),
      ),
    },
    {
      name: 'S1',
      requests: anyStranger.map((address) => request(`GET /v1/pub/shops/${SLUG}?lang=en`, [address])),
    },
    {
      name: 'preflight',
      requests: anyStranger.map((address) =>
        request('OPTIONS /v1/pub/me', [
          address,
          `Origin: ${SHOP_ORIGIN}`,
          'Access-Control-Request-Method: GET',
          'Access-Control-Request-Headers: authorization',
        ]),
      ),
      status: 204,
    },
    {
      name: 'mint',
      requests: anyCustomer.map((n) => {
        const length = `Content-Length: ${mintBody(n).length}`
        return request(
          'POST /v1/pvt/Token',
          [...ofShop, 'Content-Type: application/json', length],
          mintBody(n),
        )
      }),
      perSecond: MINTS_PER_SECOND,
    },
  ]
  const send = ({ name: _, status = 200, ...kind }: (typeof kinds)[number], seconds: number) =>
    runRequestLoad({ requestPort: server.port, connections: CONNECTIONS, seconds, status, ...kind })

  say('warming up')
  for (const kind of kinds) await send(kind, WARM_UP_SECONDS)
  checkMicroseconds()
  await database.client.query('vacuum analyze')

  const costs = new Map<Measured, number[]>(
    [...kinds.map(({ name }) => name), 'token check' as const].map((name) => [name, []]),
  )
  const ofServer = new Map<Measured, number[]>(kinds.map(({ name }) => [name, []]))
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const kind of kinds) {
      const count = countCost(server.pid, database.server.pid)
      const { requests } = await send(kind, SECONDS)
      const cost = (await count())(requests)
      costs.get(kind.name)?.push(costOf(cost))
      ofServer.get(kind.name)?.push(cost.nodeMicroseconds)
    }
    costs.get('token check')?.push(checkMicroseconds())
    say(
      `round ${round} of ${ROUNDS}: ${[...costs].map(([name, all]) => `${name} ${Math.round(all.at(-1) ?? 0)}`).join(', ')} µs of CPU`,
    )
  }
  for (const [name, all] of ofServer) {
    const [whole, own] = [median(costs.get(name) ?? []), median(all)]
    process.stdout.write(
      `${name}: ${Math.round(own)} µs of the server, ${Math.round(whole - own)} of PostgreSQL\n`,
    )
  }
  for (const { name, beside, most } of GOALS) {
    const [of, than] = [costs.get(name) ?? [], costs.get(beside) ?? []]
    const {
      median: ratio,
      least,
      most: greatest,
    } = spreadOf(
      of.map((cost, round) => cost / (than[round] ?? Number.NaN)),
      2,
    )
    process.stdout.write(
      `${name} ÷ ${beside}: ${ratio} (${least} to ${greatest}), goal ${most}; ` +
        `${Math.round(median(of))} and ${Math.round(median(than))} µs of CPU\n`,
    )
    if (ratio > most && !flags.tiny) process.exitCode = 1
  }
} finally {
  await server.stop()
  await database.close()
}
