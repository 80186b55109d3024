import { describe, expect, it } from 'vitest'
import { createdCustomer, updatedCustomer, upsertCustomer } from '../support/customers.ts'
import { type Body, program } from '../support/shop.ts'
import { useShop } from '../support/use-shops.ts'

const SIGNUP = { id: 3, kind: 'signup', points: '50' } as const
const test = useShop(program({}, SIGNUP))
const openShop = () => test.open(program({}, SIGNUP))

const ANA = { OriginalId: 'c-17', Name: 'Ana', Email: 'ana@example.com', IsEnrolled: true }

describe('the answer', () => {
  it('has every member', async () => {
    const shop = await openShop()
    expect(await upsertCustomer(shop, ANA)).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: {
        OriginalId: 'c-17',
        PublicId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        Name: 'Ana',
        Email: 'ana@example.com',
        Phone: null,
        BirthdayDate: null,
        SignupDate: null,
        Document: null,
        IsEnrolled: true,
        ReferralURL: null,
        WhatsappReferralUrl: null,
        CurrentTier: null,
        BalanceOfPoints: 50,
        BalanceCashback: 5,
        Operation: 'Created',
      },
      Code: '06',
      CodeName: 'CustomerCreated',
      Severity: 0,
      HasWarning: false,
      HasError: false,
    })
  })

  it('says what was done, and the same again changes nothing', async () => {
    const shop = await openShop()
    await upsertCustomer(shop, ANA)
    const before = await shop.everything()
    expect(await upsertCustomer(shop, ANA)).toMatchObject({
      Result: { Operation: 'Unchanged', BalanceOfPoints: 50 },
      Code: '05',
      CodeName: 'CustomerUnchanged',
      Severity: 1,
      HasWarning: true,
      HasError: false,
    })
    // Less than is stored says nothing new.
    expect(await upsertCustomer(shop, { OriginalId: 'c-17' })).toMatchObject({ Code: '05' })
    expect(await shop.everything()).toEqual(before)
    expect(await upsertCustomer(shop, { ...ANA, Name: 'Eva' })).toMatchObject({
      Result: { Operation: 'Updated', Name: 'Eva' },
      Code: '07',
      CodeName: 'CustomerUpdated',
      Severity: 0,
      HasWarning: false,
    })
  })

  it('shows no cashback while cashback is off, and names the last event that is in it', async () => {
    const shop = await test.open({ ...program({}, SIGNUP), cashback: { isOn: false, pointValue: '0.1' } })
    const { answer, sequence } = await shop.send('POST', '/v1/pvt/Customer/upsert', JSON.stringify(ANA))
    expect(answer).toMatchObject({ Result: { BalanceOfPoints: 50, BalanceCashback: 0 } })
    expect(sequence).toBe(1)
  })

  it('shows a balance that is settled', async () => {
    const shop = await test.open(program({ validityDays: 1 }, SIGNUP))
    await shop.completed('o1', 'c-17', 7)
    test.api.now += 3 * 86_400_000
    expect(await upsertCustomer(shop, ANA)).toMatchObject({ Result: { BalanceOfPoints: 50 } })
  })

  it('of a customer by a former id shows the id of now', async () => {
    const shop = await openShop()
    await upsertCustomer(shop, ANA)
    await updatedCustomer(shop, 'c-17', { OriginalId: 'ana' })
    expect(await upsertCustomer(shop, ANA)).toMatchObject({ Code: '05', Result: { OriginalId: 'ana' } })
  })
})

describe('warnings', () => {
  it.each<[string, Body]>([
    ['e-mail', { Email: 'ANA@example.com' }],
    ['document', { Document: '12-3' }],
  ])('04 for the %s of another customer, which is saved all the same', async (_what, contact) => {
    const shop = await openShop()
    await createdCustomer(shop, { ...ANA, Document: '123' })
    const eva = { OriginalId: 'eva', ...contact }
    const warned = { Code: '04', CodeName: 'ContactShared', Severity: 1, HasWarning: true, HasError: false }
    expect(await upsertCustomer(shop, eva)).toMatchObject({
      ...warned,
      Result: { Operation: 'Created', ...contact },
    })
    expect(await upsertCustomer(shop, eva)).toMatchObject({ ...warned, Result: { Operation: 'Unchanged' } })
    expect(await upsertCustomer(shop, { ...eva, Name: 'Eva' })).toMatchObject({
      ...warned,
      Result: { Operation: 'Updated' },
    })
    // What does not name the contact does not bring it up.
    expect(await upsertCustomer(shop, { OriginalId: 'eva' })).toMatchObject({ Code: '05' })
  })

  it('08 for another birthday, which is kept as it was, before any other', async () => {
    const shop = await openShop()
    await createdCustomer(shop, { ...ANA, BirthdayDate: '1990-05-17' })
    const kept = { Code: '08', CodeName: 'BirthdayKept', Severity: 1, HasWarning: true, HasError: false }
    expect(await upsertCustomer(shop, { ...ANA, BirthdayDate: '1991-05-17' })).toMatchObject({
      ...kept,
      Result: { Operation: 'Unchanged', BirthdayDate: '1990-05-17T03:00:00.000Z' },
    })
    await upsertCustomer(shop, { OriginalId: 'eva', Email: ANA.Email, BirthdayDate: '1980-01-01' })
    expect(
      await upsertCustomer(shop, {
        OriginalId: 'eva',
        Name: 'Eva',
        Email: ANA.Email,
        BirthdayDate: '1980-01-02',
      }),
    ).toMatchObject({ ...kept, Result: { Operation: 'Updated', BirthdayDate: '1980-01-01T03:00:00.000Z' } })
    expect(await upsertCustomer(shop, { ...ANA, BirthdayDate: '1990-05-17T00:00:00Z' })).toMatchObject({
      Code: '04',
    })
  })
})

describe('refused', () => {
  const refusedUpsert = (code: number, says: string, outcome: string, name: string) => ({
    ErrorMessage: expect.stringContaining(says),
    ErrorCode: code,
    Result: null,
    Code: outcome,
    CodeName: name,
    Severity: 2,
    HasWarning: false,
    HasError: true,
  })

  it.each<[string, Body]>([
    ['null', { OriginalId: null, Email: 'a@x.com' }],
    ['left out', { Document: '1' }],
    ['blank', { OriginalId: ' ', Email: 'a@x.com' }],
  ])('an id that is %s: 39, 01', async (_what, body) => {
    expect(await upsertCustomer(test.shop, body)).toEqual(
      refusedUpsert(39, 'OriginalId', '01', 'OriginalIdRequired'),
    )
  })

  it.each<[number, string, Body]>([
    [41, 'Name', { Name: 5 }],
    [41, 'IsEnrolled', { IsEnrolled: 1 }],
    [10, 'Email', { Email: 'x'.repeat(251) }],
    [8, 'SignupDate', { SignupDate: 'soon' }],
    [8, 'EnrolledDate', { EnrolledDate: 'soon' }],
  ])('%i for %s, 02', async (code, says, more) => {
    expect(await upsertCustomer(test.shop, { OriginalId: 'wrong', ...more })).toEqual(
      refusedUpsert(code, says, '02', 'CustomerInvalid'),
    )
  })

  it('what the database won’t keep: 41, 03', async () => {
    const shop = await openShop()
    await shop.completed('o1', 'big', 1)
    await test.reader.query(
      `create function refuse() returns trigger language plpgsql as $$
       begin raise exception 'too much' using errcode = '22003'; end $$;
       create trigger broken before update on customer for each row
       when (new.tenant_id = ${shop.tenantId}) execute function refuse()`,
    )
    expect(await upsertCustomer(shop, { OriginalId: 'big', Name: 'Big' })).toEqual(
      refusedUpsert(41, 'saved', '03', 'CustomerSaveFailed'),
    )
    await test.reader.query('drop trigger broken on customer; drop function refuse()')
  })
})
