/** What browsers are told about the demo merchant’s 200 customers: each about oneself, as the shop’s backend is told. */
import { beforeAll, expect, it, vi } from 'vitest'
import { ensureDemoMerchant } from '../../src/demo/merchant.ts'
import type { OwnHistory, Why } from '../../src/history/public-api/schema.ts'
import { decimalFromText, ZERO } from '../../src/platform/decimal.ts'
import { createLogger } from '../../src/platform/log.ts'
import { KEY_SCOPES } from '../../src/tenancy/key-scope.ts'
import { createKey } from '../../src/tenancy/manage/tenants.ts'
import { LedgerReader } from '../support/ledger.ts'
import { Shop } from '../support/shop.ts'
import { openStorefront, type Storefront } from '../support/storefront.ts'
import { basic, useTestApi } from '../support/test-api.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const NOW = Date.parse('2026-03-18T15:20:00Z')
const OFTEN = { perSecond: 10_000, perHour: 1_000_000 }
const log = createLogger({ level: 'error', destination: process.stderr })
const test = useTestApi(
  {},
  { customerLimits: { read: OFTEN, long: OFTEN, redeem: OFTEN, quiz: OFTEN, join: OFTEN } },
)

interface Person {
  readonly original_id: string
  readonly public_id: string
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly document: string | null
}

let storefront: Storefront
let shop: Shop
let reader: LedgerReader
let persons: readonly Person[]

beforeAll(async () => {
  const { api } = test
  api.now = NOW
  reader = new LedgerReader(api.databaseUrl)
  await reader.open()
  const tenantId = await ensureDemoMerchant(api.cells, { now: NOW, log })
  const { token, secret } = await createKey(api.cells.directory, tenantId, 'test', KEY_SCOPES)
  shop = new Shop(api, reader, { tenantId, token, secret, authorization: basic(token, secret) })
  storefront = await openStorefront(api, shop, { content: { switches: { quizzes: true, referral: true } } })
  persons = await reader.query<Person>(
    'select original_id, public_id, name, email, phone, document from customer where tenant_id = $1 order by id',
    [tenantId],
  )
  return () => reader.close()
})

it('tells each customer what the backend is told, and a sum that adds up', async () => {
  expect(persons.length).toBe(200)
  for (const { original_id: customer } of persons) {
    const token = await storefront.tokenOf(customer)
    const [me, why, told] = [
      await storefront.seen(token),
      await storefront.read<Why>('/why', token),
      await shop.getPoints(customer),
    ]
    expect([customer, Number(me.points), Number(me.cashback)]).toEqual([
      customer,
      told.PointsBalance,
      told.CashbackBalance,
    ])
    const sum = (why.parts ?? []).reduce(
      (total, { sign, points }) => total + (sign === '+' ? 1n : -1n) * decimalFromText(points),
      ZERO,
    )
    const balance = decimalFromText(why.points ?? '')
    expect([customer, sum]).toEqual([customer, balance])
    expect([customer, why.points]).toEqual([customer, me.points])
    const lots = why.lots.reduce((total, { points }) => total + decimalFromText(points), ZERO)
    expect([customer, lots]).toEqual([customer, balance])
  }
})

it('tells no one about another customer, nor what the merchant keeps to itself', async () => {
  const secrets = persons.flatMap(secretsOf)
  expect(secrets.length).toBeGreaterThan(600)
  const everyones = ['Jardins', 'Centro', 'Loja online', 'owner@']
  const found: string[] = []
  for (const person of persons) {
    const { original_id: customer, name } = person
    const token = await storefront.tokenOf(customer, { Scopes: ['read', 'join', 'refer'] })
    const answers = [
      await joined(token),
      JSON.stringify(await storefront.seen(token)),
      JSON.stringify(await storefront.read('/progress', token)),
      JSON.stringify(await storefront.read('/why', token)),
      JSON.stringify(await storefront.read('/rewards', token)),
      JSON.stringify(await storefront.read('/quizzes', token)),
      JSON.stringify(await storefront.read('/coupons?limit=50', token)),
      JSON.stringify(await storefront.read('/referral', token)),
      JSON.stringify(await storefront.read('/earn?p=espresso:8.50&total=8.50', token)),
      ...(await historyOf(token)),
    ].join('\n')
    const [, ...lastNames] = (name ?? '').split(' ')
    for (const secret of [...secrets, ...everyones, ...lastNames.filter((word) => word.length > 3)]) {
      if (answers.includes(secret)) found.push(`${customer}: ${secret}`)
    }
  }
  expect(found).toEqual([])
})

/** Also one who had opted out. */
async function joined(token: string): Promise<string> {
  const { statusCode, body } = await test.api.server.inject({
    method: 'POST',
    url: '/v1/pub/me/enrolment',
    headers: { authorization: `Bearer ${token}` },
    payload: { terms: null },
  })
  if (statusCode === 429) return joined(token)
  if (statusCode !== 200) throw new Error(body)
  return body
}

async function historyOf(token: string): Promise<string[]> {
  const pages: string[] = []
  let cursor: string | null = null
  do {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: OwnHistory = await storefront.read<OwnHistory>(`/history?limit=50${query}`, token)
    pages.push(JSON.stringify(page.items))
    cursor = page.next
  } while (cursor !== null)
  return pages
}

/** A first name alone is no secret, and the shop’s ids of the demo’s customers are a part of its orders’. */
function secretsOf({ public_id, name, email, phone, document }: Person): string[] {
  return [public_id, name, email, phone, document].flatMap((value) => value ?? [])
}
