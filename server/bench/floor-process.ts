/**
 * Punchcard's own HTTP route for orders, schema and authentication included, over something else than the
 * till: nothing at all (H, the floor), or one call of E1's function an order (what a direct design would do).
 */
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { setPriority } from 'node:os'
import pg from 'pg'
import { NEW_ACCOUNT } from '../src/accounts/account.ts'
import type { Till } from '../src/accounts/till/till.ts'
import type { Balance } from '../src/balances/balances.ts'
import { pointsRoutes } from '../src/balances/private-api/points-routes.ts'
import { CustomerPoints } from '../src/balances/private-api/schema.ts'
import { isRefusal } from '../src/contract/refusal.ts'
import { readCustomer } from '../src/customers/private-api/read.ts'
import { newCustomer } from '../src/customers/rules/profile.ts'
import { createServer } from '../src/http/edge.ts'
import { encodeDetails } from '../src/orders/details-encoding.ts'
import { ORDER_ORIGIN, ORDER_STATE } from '../src/orders/order.ts'
import { orderRoutes } from '../src/orders/private-api/routes.ts'
import { mergeOrder } from '../src/orders/rules/merge.ts'
import type { PlaceOrderInput } from '../src/orders/rules/place.ts'
import type { Batcher } from '../src/platform/batcher.ts'
import { decimalToText } from '../src/platform/decimal.ts'
import { createLogger } from '../src/platform/log.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { openDatabase } from '../src/platform/postgres/database.ts'
import { monotonicClock, systemClock } from '../src/platform/system-clock.ts'
import { rewardRoutes } from '../src/rewards/private-api/routes.ts'
import type { RewardSummary } from '../src/rewards/reward.ts'
import type { RewardList, RewardListQuery } from '../src/rewards/store/rewards.ts'
import { Authenticator } from '../src/tenancy/authenticate.ts'
import type { Cells } from '../src/tenancy/cells.ts'
import { protectPrivateApi } from '../src/tenancy/private-api/protection.ts'
import { countInProcess } from '../src/tenancy/rate-limit.ts'
import type { Tenant } from '../src/tenancy/tenant.ts'

const url = process.env.DATABASE_URL ?? ''
const isDirect = process.env.BENCH_DIRECT === '1'

const pool = new pg.Pool({ connectionString: url, max: 10, options: '-c role=punchcard_app' })

/** The order that a first message makes. */
function orderOf(sent: PlaceOrderInput['sent']) {
  const merged = mergeOrder(undefined, sent)
  if (isRefusal(merged)) throw new Error(merged.message)
  return merged
}

async function callDirectly({ tenant, sent }: PlaceOrderInput): Promise<void> {
  const { total, details } = orderOf(sent)
  await pool.query({
    name: 'bench_order',
    text: 'select bench_order($1, $2, $3, $4, $5)',
    values: [
      tenant.id,
      sent.originalId,
      sent.customer.originalId,
      decimalToText(total),
      JSON.stringify(encodeDetails(details)),
    ],
  })
}

const till = {
  waiting: 0,
  async run(_command: unknown, question: PlaceOrderInput) {
    if (isDirect) await callDirectly(question)
    const { tenant, sent } = question
    const customer = newCustomer(tenant, sent.customer, { id: 1, publicId: randomUUID() }, systemClock())
    const order = {
      ...orderOf(sent),
      originalId: sent.originalId,
      updatedAt: sent.updatedAt ?? systemClock(),
      id: 1,
      customerId: 1,
      state: ORDER_STATE.complete,
      origin: ORDER_ORIGIN.externalApi,
      earned: null,
    }
    return { order, customer, account: NEW_ACCOUNT, tierName: null, isCashbackOn: true }
  },
} as unknown as Till

const reward = (n: number): RewardSummary => ({
  id: n,
  title: `Reward ${n}`,
  description: `A reward that customers like to redeem, number ${n}`,
  isActive: true,
  value: 100_000n,
  points: 1_000_000n,
  type: 1,
})
const constantList: RewardList = { total: 5, rewards: [1, 2, 3, 4, 5].map(reward) }
const constantLists = { call: async () => constantList } as unknown as Batcher<RewardListQuery, RewardList>

const reader = readCustomer({ OriginalId: 'r1' }, 'UTC')
if (isRefusal(reader)) throw new Error(reader.message)
const balance: Balance = {
  view: 'listed',
  customer: newCustomer(
    { id: 1, timeZone: 'UTC' } as Tenant,
    reader,
    { id: 1, publicId: randomUUID() },
    systemClock(),
  ),
  account: NEW_ACCOUNT,
  isCashbackOn: true,
  expiring: { points: [{ points: 600_000n, when: Date.parse('2027-01-15T03:00:00Z') }], cutAt: null },
  history: [1, 2, 3].map((id) => ({
    id,
    recorded_at: new Date('2026-01-15T12:05:00Z'),
    expires_at: new Date('2027-01-15T03:00:00Z'),
    points: 200_000n,
    cashback: 10_000n,
    branch: null,
  })),
}

const directory = openDatabase({ url, connectionCount: 4, applicationName: 'bench', onIdleError: () => {} })
const log = createLogger({ level: 'error', destination: process.stderr })
const { server } = createServer({
  log,
  metrics: createMetrics(),
  requestTimeoutMs: 10_000,
  trustProxy: 0,
})
/** What browsers are answered, byte for byte. */
const { about, me, token, nice } = JSON.parse(process.env.BENCH_STOREFRONT ?? '{"nice":0}') as {
  readonly about?: string
  readonly me?: string
  readonly token?: string
  readonly nice: number
}
setPriority(nice)
for (const [path, answer] of Object.entries({ '/v1/pub/shops/:slug': about, '/v1/pub/me': me })) {
  server.get(path, (_request, reply) => reply.type('application/json; charset=utf-8').send(answer))
}
await server.register(async (api) => {
  protectPrivateApi(api, {
    authenticator: new Authenticator(directory, monotonicClock, systemClock),
    rateLimitPerSecond: 1_000_000,
    tenantRateLimitPerSecond: 1_000_000,
    log,
    redis: null,
    counts: countInProcess(monotonicClock),
  })
  orderRoutes(api, { tillOf: () => till })
  api.post('/v1/pvt/Token', { config: { scope: 'read' } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(token),
  )
  api.addSchema(CustomerPoints)
  pointsRoutes(api, { balances: { of: async () => balance }, tillOf: () => till })
  rewardRoutes(api, {
    cells: { directory } as unknown as Cells,
    clock: systemClock,
    listsOf: () => constantLists,
  })
})
await server.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ port: (server.server.address() as AddressInfo).port })
process.on('SIGTERM', () => process.exit(0))
