import { describe, expect, it } from 'vitest'
import { createKey } from '../../src/tenancy/manage/tenants.ts'
import { program } from '../support/shop.ts'
import { configure, openStorefront } from '../support/storefront.ts'
import { basic, START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const shops = useShops()

async function open(change = {}) {
  const shop = await shops.open(program())
  await shop.completed('o1', 'ana', 80, { Customer: { OriginalId: 'ana', Name: 'Ana' } })
  return openStorefront(shops.api, shop, change)
}

async function refused(storefront: Awaited<ReturnType<typeof open>>, body: object) {
  const answer = await storefront.mint(body)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

describe('the answer', () => {
  it('has every member', async () => {
    const storefront = await open()
    expect((await storefront.mint({ CustomerId: 'ana' })).json()).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      HasError: false,
      Result: {
        Token: expect.stringMatching(new RegExp(`^pc1\\.${storefront.shop.tenantId}\\.1\\.[\\w-]{60,120}$`)),
        ExpiresInSeconds: 900,
        ExpiresAt: '2026-01-15T12:15:00.000Z',
        State: 0,
        Initial: null,
      },
    })
  })

  it('brings what a page shows first', async () => {
    const storefront = await open()
    const { Token, Initial } = await storefront.minted('ana', { Include: ['me'] })
    expect(Initial).toEqual({ me: await storefront.seen(Token) })
    expect((await storefront.minted('nobody yet', { Include: ['me'] })).Initial).toMatchObject({
      me: { state: 'prospect' },
    })
  })

  it('says who it is for', async () => {
    const storefront = await open()
    await shops.reader.query(
      `update customer set is_enrolled = false where tenant_id = $1 and original_id = 'ana'`,
      [storefront.shop.tenantId],
    )
    expect((await storefront.minted('ana')).State).toBe(1)
    expect((await storefront.minted('someone')).State).toBe(2)
  })

  it('is another token each time, and neither tells whose it is', async () => {
    const storefront = await open()
    const [one, two] = [await storefront.tokenOf('ana'), await storefront.tokenOf('ana')]
    expect(one).not.toBe(two)
    expect(Buffer.from(one.split('.')[3] ?? '', 'base64url').toString()).not.toContain('ana')
    const mail = await storefront.tokenOf('ana@example.com')
    expect(Buffer.from(mail.split('.')[3] ?? '', 'base64url').toString()).not.toContain('example')
  })
})

describe('what is wrong', () => {
  it.each([
    [{}, 7, 'CustomerId'],
    [{ CustomerId: ' ' }, 7, 'CustomerId'],
    [{ CustomerId: 7 }, 7, 'CustomerId'],
    [{ CustomerId: 'ana', Scopes: ['write'] }, 8, 'Scopes'],
    [{ CustomerId: 'ana', Include: ['balance'] }, 8, 'Include'],
    [{ CustomerId: 'ana', ExpiresInSeconds: 59 }, 10, 'ExpiresInSeconds'],
    [{ CustomerId: 'ana', ExpiresInSeconds: 3_601 }, 10, 'ExpiresInSeconds'],
    [{ CustomerId: 'ana', ExpiresInSeconds: 901, Scopes: ['redeem'] }, 10, 'ExpiresInSeconds'],
  ])('%j is %i', async (body, code, field) => {
    const answer = await refused(await open(), body)
    expect(answer).toMatchObject({ HasError: true, ErrorCode: code, Result: null })
    expect(answer.ErrorMessage).toContain(field)
  })

  it('is what nobody asked for: the storefront is off', async () => {
    const shop = await shops.open(program())
    const answer = await shops.api.server.inject({
      method: 'POST',
      url: '/v1/pvt/Token',
      headers: { authorization: shop.key.authorization },
      payload: { CustomerId: 'ana' },
    })
    expect(answer.json()).toMatchObject({ HasError: true, ErrorCode: 79 })
    const storefront = await open()
    await configure(shops.api, storefront.shop.tenantId, { isOn: false })
    await until(async () => (await storefront.mint({ CustomerId: 'ana' })).json().ErrorCode === 79)
  })

  it('is a customer who may not join', async () => {
    const storefront = await open({ content: { switches: { join: false } } })
    expect(await refused(storefront, { CustomerId: 'nobody' })).toMatchObject({ ErrorCode: 59 })
    expect((await storefront.mint({ CustomerId: 'a\0b' })).json()).toMatchObject({ HasError: true })
    expect((await storefront.minted('ana')).State).toBe(0)
  })

  it('is a customer of another merchant', async () => {
    const [storefront, other] = [await open(), await open({ content: { switches: { join: false } } })]
    await storefront.shop.completed('o2', 'bia', 10)
    expect(await refused(other, { CustomerId: 'bia' })).toMatchObject({ ErrorCode: 59 })
  })
})

it('makes longer tokens where nothing can be redeemed with them', async () => {
  const storefront = await open()
  expect(await storefront.minted('ana', { ExpiresInSeconds: 3_600 })).toMatchObject({
    ExpiresInSeconds: 3_600,
    ExpiresAt: new Date(START + 3_600_000).toISOString(),
  })
  expect((await storefront.minted('ana', { ExpiresInSeconds: 900, Scopes: ['redeem'] })).State).toBe(0)
})

it('makes no more of a token than its API key may do', async () => {
  const storefront = await open()
  const { tenantId } = storefront.shop
  const reading = await createKey(shops.api.cells.directory, tenantId, 'reads', ['read'])
  const authorization = basic(reading.token, reading.secret)
  expect((await storefront.mint({ CustomerId: 'ana' }, authorization)).json().HasError).toBe(false)
  for (const scope of ['redeem', 'quiz', 'refer', 'join']) {
    const answer = await storefront.mint({ CustomerId: 'ana', Scopes: ['read', scope] }, authorization)
    expect([scope, answer.statusCode]).toEqual([scope, 403])
  }
  const writing = await createKey(shops.api.cells.directory, tenantId, 'writes', ['write'])
  const answer = await storefront.mint({ CustomerId: 'ana' }, basic(writing.token, writing.secret))
  expect(answer.statusCode).toBe(403)
})

it('makes 500 a second for a merchant at most', async () => {
  const storefront = await open()
  const answers = await Promise.all(
    Array.from({ length: 1_100 }, () => storefront.mint({ CustomerId: 'x', ExpiresInSeconds: 60 })),
  )
  const refusedOnes = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refusedOnes.length).toBeGreaterThan(50)
  expect(refusedOnes[0]?.json()).toMatchObject({ ErrorCode: 103 })
})
