/** What a key must be good for, operation by operation. */
import { beforeAll, describe, expect, it } from 'vitest'
import { KEY_SCOPES, type KeyScope } from '../../src/tenancy/key-scope.ts'
import { createKey } from '../../src/tenancy/manage/tenants.ts'
import { program } from '../support/shop.ts'
import { basic } from '../support/test-api.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(program({}, { id: 7, kind: 'custom', key: 'review', points: '1' }))

/** All that is sent is refused or harmless: only the status counts. */
const OPERATIONS: readonly (readonly [KeyScope, 'GET' | 'POST' | 'DELETE', string])[] = [
  ['read', 'GET', '/v1/pvt/Account'],
  ['read', 'GET', '/v1/pvt/Events'],
  ['read', 'GET', '/v1/pvt/Customer/ana/points'],
  ['read', 'GET', '/v1/pvt/Customer/ana/history'],
  ['read', 'POST', '/v1/pvt/Customer/ana/history'],
  ['read', 'GET', '/v1/pvt/Customer/ana/pendingpoints'],
  ['read', 'GET', '/v1/pvt/Customer/ana/availablecoupons'],
  ['read', 'POST', '/v1/pvt/Customer/ana/availablecoupons'],
  ['read', 'GET', '/v1/pvt/Customer/ana/rewards'],
  ['read', 'GET', '/v1/pvt/Customer/ana/orders'],
  ['read', 'GET', '/v1/pvt/Order/o1'],
  ['read', 'GET', '/v1/pvt/Rewards/1'],
  ['read', 'GET', '/v1/pvt/Objectives/active'],
  ['read', 'GET', '/v1/pvt/Coupons/x'],
  ['read', 'GET', '/v1/pvt/Coupons/x/rules'],
  ['read', 'POST', '/v1/pvt/POS/rewards/available'],
  ['read', 'POST', '/v1/pvt/POS/coupons/x/validate'],
  ['write', 'POST', '/v1/pvt/Order/o1/partialcancel'],
  ['write', 'POST', '/v1/pvt/POS/o1/partialcancel'],
  ['write', 'POST', '/v1/pvt/POS/rewards/1/redeem'],
  ['write', 'POST', '/v1/pvt/POS/coupons/x/use'],
  ['write', 'POST', '/v1/pvt/POS/coupons/x/undo'],
  ['write', 'POST', '/v1/pvt/Checkout/redeem'],
  ['write', 'POST', '/v1/pvt/Checkout/redeem/refresh'],
  ['write', 'POST', '/v1/pvt/Checkout/redeem/remove'],
  ['write', 'DELETE', '/v1/pvt/POS/rewards/1'],
  ['write', 'DELETE', '/v1/pvt/POS/rewards?OriginalKey=k'],
  ['points', 'POST', '/v1/pvt/Customer/ana/points'],
  ['points', 'POST', '/v1/pvt/Objectives/review/redeem'],
  ['erase', 'DELETE', '/v1/pvt/Customer/ana'],
]

const headers = new Map<KeyScope, string>()

beforeAll(async () => {
  const { api, shop, reader } = test
  for (const scope of KEY_SCOPES) {
    const { token, secret } = await createKey(api.cells.directory, shop.tenantId, scope)
    await reader.query('update api_key set scopes = $2 where token = $1', [token, [scope]])
    headers.set(scope, basic(token, secret))
  }
})

describe('a key with one scope', () => {
  it.each(OPERATIONS)('%s is what %s %s needs', async (needed, method, url) => {
    for (const [scope, authorization] of headers) {
      const body = method === 'POST' ? { payload: {} } : {}
      const { statusCode } = await test.api.send({ method, url, headers: { authorization }, ...body })
      expect({ scope, statusCode }).toEqual({ scope, statusCode: scope === needed ? 200 : 403 })
    }
  })
})
