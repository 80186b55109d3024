import { describe, expect, it } from 'vitest'
import { refused, resultOf } from '../support/answers.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop()

const ANA = {
  OriginalId: 'ana',
  Name: 'Ana Souza',
  Email: 'ana@example.com',
  Phone: '+55 11 99999-0000',
  BirthdayDate: '1990-05-17',
  SignupDate: '2025-12-31T23:59:59-03:00',
  Document: '123.456.789-00',
}

describe('the answer', () => {
  it('has every member', async () => {
    const shop = await test.open()
    const order = await shop.completed('o1', 'ana', 100, { Customer: ANA })
    expect(await shop.getCustomer('ana')).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: {
        OriginalId: 'ana',
        PublicId: order.Customer.PublicId,
        Name: 'Ana Souza',
        Email: 'ana@example.com',
        Phone: '+55 11 99999-0000',
        BirthdayDate: '1990-05-17T03:00:00.000Z',
        SignupDate: '2026-01-01T02:59:59.000Z',
        Document: '123.456.789-00',
        IsEnrolled: true,
        ReferralURL: null,
        WhatsappReferralUrl: null,
        CurrentTier: null,
      },
      HasError: false,
    })
  })

  it('of a customer of whom nothing but the id is known', async () => {
    const shop = await test.open()
    await shop.completed('o1', 'bia', 100, { Customer: { OriginalId: 'bia', IsEnrolled: false } })
    expect(resultOf(await shop.getCustomer('bia'))).toEqual({
      OriginalId: 'bia',
      PublicId: expect.any(String),
      Name: null,
      Email: null,
      Phone: null,
      BirthdayDate: null,
      SignupDate: null,
      Document: null,
      IsEnrolled: false,
      ReferralURL: null,
      WhatsappReferralUrl: null,
      CurrentTier: null,
    })
  })

  it('gives every customer a public id that stays', async () => {
    const shop = await test.open()
    const first = (await shop.completed('o1', 'ana', 1)).Customer.PublicId
    const second = (await shop.completed('o2', 'bia', 1)).Customer.PublicId
    expect(first).not.toBe(second)
    expect((await shop.completed('o3', 'ana', 1)).Customer.PublicId).toBe(first)
    expect(resultOf(await shop.getCustomer('ana')).PublicId).toBe(first)
  })

  it('changes nothing', async () => {
    const shop = await test.open()
    await shop.completed('o1', 'ana', 100)
    const before = await shop.everything()
    await shop.getCustomer('ana')
    await shop.getCustomer('nobody')
    expect(await shop.everything()).toEqual(before)
  })
})

describe('an unknown customer is 59', () => {
  it.each(['nobody', 'ANA', 'ana ', 'x'.repeat(4_000), '0', 'null'])('%s', async (id) => {
    await test.shop.completed('o1', 'ana', 100)
    expect(await test.shop.getCustomer(id)).toEqual(refused({ code: 59, says: 'customer' }))
  })

  it.each(['%00', 'ana%00'])('with a character that cannot be stored: %s', async (encoded) => {
    expect(await test.shop.sendText('GET', `/v1/pvt/Customer/${encoded}`)).toEqual(
      refused({ code: 59, says: 'customer' }),
    )
  })

  it('an e-mail or document finds no customer who has an id', async () => {
    await test.shop.completed('o2', 'ana', 100, { Customer: ANA })
    expect(await test.shop.getCustomer(ANA.Email)).toEqual(refused({ code: 59, says: 'customer' }))
    expect(await test.shop.getCustomer(ANA.Document)).toEqual(refused({ code: 59, says: 'customer' }))
  })

  it('another tenant’s', async () => {
    const other = await test.open()
    await other.completed('o1', 'only-there', 100)
    expect(await test.shop.getCustomer('only-there')).toEqual(refused({ code: 59, says: 'customer' }))
    expect(await other.getCustomer('only-there')).toMatchObject({ HasError: false })
  })
})

describe('the id in the path', () => {
  it.each([
    ['a%2Fb', 'a/b'],
    ['a%20b', 'a b'],
    ['a+b', 'a+b'],
    ['100%25', '100%'],
    ['S%C3%A3o%20%E2%98%95%20%F0%9F%98%80', 'São ☕ 😀'],
    ['e%40example.com', 'e@example.com'],
    ['e@example.com', 'e@example.com'],
  ])('%s is %s', async (encoded, id) => {
    const shop = await test.open()
    await shop.completed('o1', id, 100)
    expect(await shop.sendText('GET', `/v1/pvt/Customer/${encoded}`)).toMatchObject({
      HasError: false,
      Result: { OriginalId: id },
    })
  })

  it('that is not percent-encoding is a bad request', async () => {
    const response = await test.api.send({ method: 'GET', url: '/v1/pvt/Customer/%E0%A4%A' })
    expect(response.statusCode).toBe(400)
  })
})
