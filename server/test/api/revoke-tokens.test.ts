import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createKey } from '../../src/tenancy/manage/tenants.ts'
import { program } from '../support/shop.ts'
import { configure, openStorefront, type Storefront } from '../support/storefront.ts'
import { basic } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()

async function open(change = {}) {
  const shop = await shops.open(program())
  await shop.completed('o1', 'ana', 80, { Customer: { OriginalId: 'ana', Name: 'Ana' } })
  await shop.completed('o2', 'bia', 50)
  // Tokens are dated by the real clock, as the database’s is.
  shops.api.now = Date.now()
  return openStorefront(shops.api, shop, change)
}

const revoke = ({ api, shop }: Storefront, payload: object, authorization = shop.key.authorization) =>
  api.server.inject({
    method: 'POST',
    url: '/v1/pvt/Token/revoke',
    headers: { authorization },
    payload,
  })

/** A token is dated in whole seconds. */
async function nextSecond(): Promise<void> {
  await sleep(1_100)
  shops.api.now = Date.now()
}

it('ends all tokens of the customer that were made until then, and no others', async () => {
  const storefront = await open()
  const [one, two, other] = [
    await storefront.tokenOf('ana'),
    await storefront.tokenOf('ana', { Scopes: ['read', 'redeem'] }),
    await storefront.tokenOf('bia'),
  ]
  const before = Date.now()
  const answer = (await revoke(storefront, { CustomerId: 'ana' })).json()
  expect(answer).toEqual({
    ErrorMessage: null,
    ErrorCode: null,
    HasError: false,
    Result: { IsRevoked: true, Since: expect.any(String) },
  })
  expect(Math.abs(Date.parse(answer.Result.Since) - before)).toBeLessThan(60_000)
  for (const token of [one, two]) expect((await storefront.me(token)).statusCode).toBe(401)
  expect((await storefront.me(other)).statusCode).toBe(200)

  await nextSecond()
  const later = await storefront.tokenOf('ana')
  expect((await storefront.me(later)).statusCode).toBe(200)
  // Once more ends what was made in between.
  expect((await revoke(storefront, { CustomerId: 'ana' })).json().HasError).toBe(false)
  expect((await storefront.me(later)).statusCode).toBe(401)
})

it('never moves back, although a clock does', async () => {
  const storefront = await open()
  shops.api.now += 3_600_000
  const ahead = Date.parse((await revoke(storefront, { CustomerId: 'ana' })).json().Result.Since)
  shops.api.now = Date.now()
  const again = Date.parse((await revoke(storefront, { CustomerId: 'ana' })).json().Result.Since)
  expect(again).toBe(ahead)
})

it('works while the storefront is off', async () => {
  const storefront = await open()
  const token = await storefront.tokenOf('ana')
  await configure(shops.api, storefront.shop.tenantId, { isOn: false })
  expect((await revoke(storefront, { CustomerId: 'ana' })).json().HasError).toBe(false)
  await configure(shops.api, storefront.shop.tenantId, { isOn: true })
  await expect.poll(async () => (await storefront.about()).statusCode).toBe(200)
  expect((await storefront.me(token)).statusCode).toBe(401)
})

describe('what is wrong', () => {
  it.each([
    [{}, 7],
    [{ CustomerId: ' ' }, 7],
    [{ CustomerId: 7 }, 7],
    [{ CustomerId: 'nobody' }, 59],
    [{ CustomerId: 'a\0b' }, 7],
  ])('%j is %i', async (body, code) => {
    const answer = (await revoke(await open(), body)).json()
    expect(answer).toMatchObject({ HasError: true, ErrorCode: code, Result: null })
    expect(answer.ErrorMessage).toContain('CustomerId')
  })

  it('is a customer of another merchant', async () => {
    const [storefront, other] = [await open(), await open()]
    await storefront.shop.completed('o3', 'eva', 10)
    const token = await storefront.tokenOf('eva')
    expect((await revoke(other, { CustomerId: 'eva' })).json()).toMatchObject({ ErrorCode: 59 })
    expect((await storefront.me(token)).statusCode).toBe(200)
  })

  it('is a key that only reads', async () => {
    const storefront = await open()
    const reading = await createKey(shops.api.cells.directory, storefront.shop.tenantId, 'reads', ['read'])
    const answer = await revoke(storefront, { CustomerId: 'ana' }, basic(reading.token, reading.secret))
    expect(answer.statusCode).toBe(403)
  })
})
