import { describe, expect, it } from 'vitest'
import { refused } from '../support/answers.ts'
import { createCustomer, createdCustomer, foundCustomers, updatedCustomer } from '../support/customers.ts'
import { type Body, program } from '../support/shop.ts'
import { giveTiers } from '../support/tiers.ts'
import { useShop } from '../support/use-shops.ts'

const SIGNUP = { id: 3, kind: 'signup', points: '50' } as const
const test = useShop(program({}, SIGNUP))

const ANA = {
  OriginalId: 'ana',
  Name: 'Ana Souza',
  Email: 'ana@example.com',
  Phone: '+55 11 99999-0000',
  BirthdayDate: '1990-05-17',
  SignupDate: '2025-12-31T23:59:59-03:00',
  Document: '123.456.789-00',
  IsEnrolled: true,
  EnrolledDate: '2026-01-01T00:00:00Z',
}

const openShop = () => test.open(program({}, SIGNUP))

describe('the answer', () => {
  it('has every member, and is what is read later', async () => {
    const shop = await openShop()
    const answer = await createCustomer(shop, ANA)
    expect(answer).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: {
        OriginalId: 'ana',
        PublicId: expect.stringMatching(/^[0-9a-f-]{36}$/),
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
    expect(await shop.getCustomer('ana')).toEqual(answer)
  })

  it('names the last event that is in it', async () => {
    const shop = await openShop()
    const { sequence } = await shop.send('POST', '/v1/pvt/Customer', JSON.stringify(ANA))
    expect(sequence).toBe(1)
  })

  it('shows the tier that the points for signing up have brought', async () => {
    const shop = await test.open(program({}, { ...SIGNUP, points: '5000' }))
    await giveTiers(test.api, shop)
    const { CurrentTier } = await createdCustomer(shop, ANA)
    expect(CurrentTier).not.toBe(null)
    expect((await shop.getCustomer('ana')).Result?.CurrentTier).toEqual(CurrentTier)
  })
})

describe('a new customer', () => {
  it('has the points for signing up, once, also when it buys and when the request comes again', async () => {
    const shop = await openShop()
    const first = await createCustomer(shop, ANA)
    expect(await createCustomer(shop, ANA)).toEqual(first)
    await shop.completed('o1', 'ana', 10)
    expect(await createCustomer(shop, ANA)).toEqual(first)
    expect((await shop.records('ana')).map(({ type, points }) => [type, points])).toEqual([
      [1, 50],
      [0, 10],
    ])
  })

  it('who does not take part has none, and earns nothing', async () => {
    const shop = await openShop()
    await createdCustomer(shop, { ...ANA, IsEnrolled: false })
    expect(await shop.completed('o1', 'ana', 10)).toMatchObject({ State: 4 })
    expect(await shop.records('ana')).toEqual([])
  })

  it('without an id has its e-mail for one, else its document', async () => {
    const shop = await openShop()
    expect(await createdCustomer(shop, { Email: 'b@example.com', Document: '1' })).toMatchObject({
      OriginalId: 'b@example.com',
    })
    expect(await createdCustomer(shop, { Document: '2' })).toMatchObject({ OriginalId: '2' })
  })

  it('takes part since the day that is sent, unless that is ahead or it does not take part', async () => {
    const shop = await openShop()
    const enrolled = async (id: string, more: Body) => {
      await createdCustomer(shop, { OriginalId: id, ...more })
      return (await shop.completed(`of ${id}`, id, 1)).Customer.EnrolledDate
    }
    expect(await enrolled('a', { EnrolledDate: '2020-02-03' })).toBe('2020-02-03T03:00:00.000Z')
    expect(await enrolled('b', { EnrolledDate: '2030-02-03' })).toBe('2026-01-15T12:00:00.000Z')
    expect(await enrolled('c', { EnrolledDate: null })).toBe('2026-01-15T12:00:00.000Z')
    expect(await enrolled('d', { EnrolledDate: '2020-02-03', IsEnrolled: false })).toBe(null)
  })

  it('has no birthday that cannot be', async () => {
    const shop = await openShop()
    for (const [id, BirthdayDate] of Object.entries({ a: '1899-12-31', b: '2027-01-01' })) {
      expect(await createdCustomer(shop, { OriginalId: id, BirthdayDate })).toMatchObject({
        BirthdayDate: null,
      })
    }
  })
})

describe('refused', () => {
  it.each<[string, Body]>([
    ['nothing', {}],
    ['nulls', { OriginalId: null, Email: null, Document: null, Name: 'Ana' }],
    ['blanks', { OriginalId: ' ', Email: '', Document: '  ', Phone: '1' }],
  ])('without id, e-mail and document: 50 (%s)', async (_what, body) => {
    expect(await createCustomer(test.shop, body)).toEqual(refused({ code: 50, says: 'OriginalId' }))
  })

  it.each<[string, Body]>([
    ['another name', { ...ANA, Name: 'Eva' }],
    ['less than is stored', { OriginalId: 'ana' }],
    ['another enrolment', { ...ANA, IsEnrolled: false }],
    ['another date of enrolment', { ...ANA, EnrolledDate: '2025-01-01' }],
    ['another birthday', { ...ANA, BirthdayDate: '1990-05-18' }],
  ])('a known id with other content: 68 (%s)', async (_what, body) => {
    const shop = await openShop()
    await createdCustomer(shop, ANA)
    const before = await shop.everything()
    expect(await createCustomer(shop, body)).toEqual(refused({ code: 68, says: 'ana' }))
    expect(await shop.everything()).toEqual(before)
  })

  it('the id of a customer who came with an order, and one that a customer had before: 68', async () => {
    const shop = await openShop()
    await shop.completed('o1', 'guest', 10, { Customer: { OriginalId: 'guest', Name: 'Ana' } })
    expect(await createCustomer(shop, { OriginalId: 'guest' })).toEqual(refused({ code: 68, says: 'guest' }))
    await updatedCustomer(shop, 'guest', { OriginalId: 'ana' })
    expect(await createCustomer(shop, { OriginalId: 'guest' })).toEqual(refused({ code: 68, says: 'guest' }))
  })

  it.each<[number, string, Body]>([
    [118, 'Email', { Email: ' ANA@Example.com' }],
    [119, 'Document', { Document: '12345678900' }],
    [118, 'Email', { Email: 'ana@example.com', Document: '123 456 789 00' }],
  ])('a contact of another customer: %i %s', async (code, says, contact) => {
    const shop = await openShop()
    await shop.completed('o1', 'ana', 10, { Customer: ANA })
    const before = await shop.everything()
    expect(await createCustomer(shop, { OriginalId: 'eva', ...contact })).toEqual(refused({ code, says }))
    expect(await shop.everything()).toEqual(before)
  })

  it('not for a contact that its customer no longer has, nor for one of another merchant', async () => {
    const shop = await openShop()
    await createdCustomer(shop, ANA)
    await updatedCustomer(shop, 'ana', { Email: 'new@example.com' })
    await createdCustomer(shop, { OriginalId: 'eva', Email: ANA.Email })
    const other = await openShop()
    await createdCustomer(other, ANA)
    expect(await foundCustomers(other, { Email: ANA.Email })).toEqual(['ana'])
    expect(await foundCustomers(shop, { Email: ANA.Email })).toEqual(['eva'])
  })

  it('not for an equal phone: a family has one', async () => {
    const shop = await openShop()
    await createdCustomer(shop, ANA)
    await createdCustomer(shop, { OriginalId: 'eva', Phone: ANA.Phone })
  })

  it.each<[number, string, Body]>([
    [40, 'Name', { Name: 5 }],
    [40, 'IsEnrolled', { IsEnrolled: 'yes' }],
    [40, 'EnrolledDate', { EnrolledDate: 20260101 }],
    [10, 'Name', { Name: 'x'.repeat(251) }],
    [10, 'OriginalId', { OriginalId: 'x'.repeat(251) }],
    [8, 'BirthdayDate', { BirthdayDate: 'yesterday' }],
    [8, 'SignupDate', { SignupDate: '2026-02-30' }],
    [8, 'EnrolledDate', { EnrolledDate: 'now' }],
  ])('%i for %s', async (code, says, more) => {
    expect(await createCustomer(test.shop, { OriginalId: 'wrong', ...more })).toEqual(refused({ code, says }))
    expect(await test.shop.getCustomer('wrong')).toMatchObject({ ErrorCode: 59 })
  })
})

describe('while customers can’t be found yet', () => {
  it('is answered with 503 and when to send it again, and afterwards done', async () => {
    const shop = await openShop()
    await test.reader.query('insert into term_filling (tenant_id) values ($1)', [shop.tenantId])
    const send = (url: string, payload?: Body) =>
      test.api.send({
        method: payload ? 'POST' : 'GET',
        url,
        headers: { authorization: shop.key.authorization },
        ...(payload ? { payload } : {}),
      })
    for (const response of [
      await send('/v1/pvt/Customer', ANA),
      await send('/v1/pvt/Customer/upsert', ANA),
      await send('/v1/pvt/Customer?Email=ana@example.com'),
    ]) {
      expect(response.statusCode).toBe(503)
      expect(response.headers['retry-after']).toBe('1')
      expect(response.json()).toMatchObject({ ErrorMessage: expect.stringContaining('punchcard work') })
    }
    await test.reader.query('delete from term_filling where tenant_id = $1', [shop.tenantId])
    expect((await send('/v1/pvt/Customer', ANA)).statusCode).toBe(200)
    expect(await foundCustomers(shop, { Email: ANA.Email })).toEqual(['ana'])
  })
})
