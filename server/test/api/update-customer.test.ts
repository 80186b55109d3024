import { describe, expect, it } from 'vitest'
import { ONE } from '../../src/platform/decimal.ts'
import { refused, resultOf } from '../support/answers.ts'
import {
  createCustomer,
  createdCustomer,
  foundCustomers,
  updateCustomer,
  updatedCustomer,
  upsertCustomer,
} from '../support/customers.ts'
import { type Body, program } from '../support/shop.ts'
import { useShop } from '../support/use-shops.ts'

const SIGNUP = { id: 3, kind: 'signup', points: '50' } as const
const test = useShop(program({}, SIGNUP))
const openShop = () => test.open(program({}, SIGNUP))

const ANA = {
  OriginalId: 'ana',
  Name: 'Ana',
  Email: 'ana@example.com',
  Document: '1',
  BirthdayDate: '1990-05-17',
}

describe('a change', () => {
  it('keeps what is left out or null, and answers as a read does', async () => {
    const shop = await openShop()
    const before = await createdCustomer(shop, ANA)
    const answer = await updateCustomer(shop, 'ana', {
      Name: 'Ana Lima',
      Email: null,
      Phone: '11 98765-4321',
    })
    expect(resultOf(answer)).toEqual({ ...before, Name: 'Ana Lima', Phone: '11 98765-4321' })
    expect(await shop.getCustomer('ana')).toEqual(answer)
    expect(await updateCustomer(shop, 'ana', {})).toEqual(answer)
  })

  it('names the last event that is in it', async () => {
    const shop = await openShop()
    await createdCustomer(shop, ANA)
    const { sequence } = await shop.send('PUT', '/v1/pvt/Customer/ana', '{"Name":"Eva"}')
    expect(sequence).toBe(1)
  })

  it('of the enrolment stops earning and redeeming, and gives no second signup', async () => {
    const shop = await openShop()
    const reward = await shop.makeReward({ points: 10n * ONE })
    await createdCustomer(shop, ANA)
    expect(await updatedCustomer(shop, 'ana', { IsEnrolled: false })).toMatchObject({ IsEnrolled: false })
    expect(await shop.completed('o1', 'ana', 10)).toMatchObject({ State: 4 })
    expect(await shop.refusal(reward, 'ana')).toBe(47)
    await updatedCustomer(shop, 'ana', { IsEnrolled: true })
    await shop.redeemed(reward, 'ana')
    expect((await shop.records('ana')).map(({ type }) => type)).toEqual([1, 6])
  })

  it('of a contact makes the customer findable by it, and by the old one no longer', async () => {
    const shop = await openShop()
    await createdCustomer(shop, ANA)
    await updatedCustomer(shop, 'ana', { Email: 'new@example.com' })
    expect(await foundCustomers(shop, { Email: 'NEW@example.com' })).toEqual(['ana'])
    expect(await foundCustomers(shop, { Email: ANA.Email })).toEqual([])
  })

  it('to a contact of another customer is no error', async () => {
    const shop = await openShop()
    await createdCustomer(shop, ANA)
    await createdCustomer(shop, { OriginalId: 'eva' })
    await updatedCustomer(shop, 'eva', { Email: ANA.Email, Document: ANA.Document })
    expect(await foundCustomers(shop, { Email: ANA.Email })).toEqual(['eva', 'ana'])
  })

  it('to the same birthday is none, however it is written', async () => {
    const shop = await openShop()
    const before = await createdCustomer(shop, ANA)
    for (const BirthdayDate of ['1990-05-17', '1990-05-17T00:00:00Z', '1990-05-17T15:00:00-03:00']) {
      expect(await updatedCustomer(shop, 'ana', { BirthdayDate })).toEqual(before)
    }
    await createdCustomer(shop, { OriginalId: 'eva' })
    expect(await updatedCustomer(shop, 'eva', { BirthdayDate: '1990-05-17' })).toMatchObject({
      BirthdayDate: '1990-05-17T03:00:00.000Z',
    })
  })
})

describe('another id', () => {
  it('names the customer from now on; the old one still does, everywhere', async () => {
    const shop = await openShop()
    const reward = await shop.makeReward({ points: 10n * ONE })
    const placed = await shop.completed('o1', 'guest', 100, {
      Customer: { OriginalId: 'guest', Name: 'Ana' },
    })
    const renamed = await updatedCustomer(shop, 'guest', { OriginalId: 'ana' })
    expect(renamed).toMatchObject({ OriginalId: 'ana', PublicId: placed.Customer.PublicId, Name: 'Ana' })
    for (const id of ['ana', 'guest']) {
      expect(resultOf(await shop.getCustomer(id))).toEqual(renamed)
      expect(await shop.getPoints(id)).toMatchObject({ CustomerExists: true, PointsBalance: 150 })
      expect(await shop.history(id)).toHaveLength(2)
      expect(await shop.getPending(id)).toMatchObject({ TotalPendingPoints: 0 })
      expect((await shop.listOrders(id)).TotalItemCount).toBe(1)
      expect(await shop.sendText('GET', `/v1/pvt/Quiz/list?customerId=${id}`)).toMatchObject({
        HasError: false,
      })
      const tiers = await shop.sendText('POST', '/v1/pvt/Tiers/available', JSON.stringify({ CustomerId: id }))
      expect(tiers).toMatchObject({ CurrentTier: null })
    }
    await shop.redeemed(reward, 'guest')
    await shop.changedPoints('guest', 5)
    await shop.changedCashback('guest', 1)
    // The order of the guest can still be changed, by either name.
    const changed = await shop.completed('o1', 'guest', 90)
    expect(changed.Customer).toMatchObject({ OriginalId: 'ana', Id: placed.Customer.Id })
    await shop.completed('o1', 'ana', 80)
    await shop.completed('o2', 'guest', 20)
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 50 + 80 + 20 - 10 + 5 + 10 })
    await shop.cancelled('o1')
    expect((await shop.listOrders('ana')).TotalItemCount).toBe(2)
  })

  it('sent again to the old name changes nothing', async () => {
    const shop = await openShop()
    await createdCustomer(shop, { OriginalId: 'guest' })
    const first = await updateCustomer(shop, 'guest', { OriginalId: 'ana' })
    const before = await shop.everything()
    expect(await updateCustomer(shop, 'guest', { OriginalId: 'ana' })).toEqual(first)
    expect(await updateCustomer(shop, 'ana', { OriginalId: 'ana' })).toEqual(first)
    // Who does not know of the change sends the old name in both places.
    expect(await updateCustomer(shop, 'guest', { OriginalId: 'guest' })).toEqual(first)
    expect(await shop.everything()).toEqual(before)
  })

  it('may be one that the customer had before, and may change often', async () => {
    const shop = await openShop()
    await createdCustomer(shop, { OriginalId: 'a' })
    for (const [from, to] of ['ab', 'bc', 'ca', 'ab', 'cd'].map((pair) => [...pair])) {
      expect(await updatedCustomer(shop, from ?? '', { OriginalId: to })).toMatchObject({ OriginalId: to })
    }
    for (const id of ['a', 'b', 'c', 'd']) expect(resultOf(await shop.getCustomer(id)).OriginalId).toBe('d')
    const formerIds = async () =>
      (
        await test.reader.query('select original_id from customer_alias where tenant_id = $1 order by 1', [
          shop.tenantId,
        ])
      ).map(({ original_id }) => original_id)
    expect(await formerIds()).toEqual(['a', 'b', 'c'])
    // One that it has again is no former id any more.
    await updatedCustomer(shop, 'd', { OriginalId: 'b' })
    expect(await formerIds()).toEqual(['a', 'c', 'd'])
    const counts = 'select former_id_count from customer where tenant_id = $1'
    expect(await test.reader.query(counts, [shop.tenantId])).toEqual([{ former_id_count: 3 }])
  })

  it('goes with other changes, all or nothing', async () => {
    const shop = await openShop()
    await createdCustomer(shop, ANA)
    await createdCustomer(shop, { OriginalId: 'eva' })
    const before = await shop.everything()
    expect(await updateCustomer(shop, 'ana', { OriginalId: 'eva', Name: 'X' })).toMatchObject({
      ErrorCode: 41,
    })
    expect(await updateCustomer(shop, 'ana', { OriginalId: 'a', BirthdayDate: '2000-01-01' })).toMatchObject({
      ErrorCode: 72,
    })
    expect(await shop.everything()).toEqual(before)
    expect(await updatedCustomer(shop, 'ana', { OriginalId: 'a', Name: 'X' })).toMatchObject({
      OriginalId: 'a',
      Name: 'X',
    })
  })

  it('is not that of another merchant’s customer', async () => {
    const [shop, other] = [await openShop(), await openShop()]
    await createdCustomer(shop, { OriginalId: 'guest' })
    await createdCustomer(other, { OriginalId: 'ana' })
    expect(await updatedCustomer(shop, 'guest', { OriginalId: 'ana' })).toMatchObject({ OriginalId: 'ana' })
    expect(await other.getCustomer('guest')).toMatchObject({ ErrorCode: 59 })
  })
})

describe('refused', () => {
  it('an unknown customer: 59', async () => {
    for (const id of ['nobody', 'x'.repeat(4_000), 'ANA']) {
      expect(await updateCustomer(test.shop, id, { Name: 'Ana' })).toEqual(
        refused({ code: 59, says: 'customer' }),
      )
    }
    expect(await test.shop.sendText('PUT', '/v1/pvt/Customer/%00', '{}')).toEqual(
      refused({ code: 59, says: 'customer' }),
    )
    const other = await openShop()
    await createdCustomer(other, { OriginalId: 'only-there' })
    expect(await updateCustomer(test.shop, 'only-there', { Name: 'Ana' })).toMatchObject({ ErrorCode: 59 })
  })

  it('an id that another customer has or had: 41', async () => {
    const shop = await openShop()
    await createdCustomer(shop, { OriginalId: 'eva' })
    await updatedCustomer(shop, 'eva', { OriginalId: 'eva-2' })
    await createdCustomer(shop, { OriginalId: 'ana' })
    for (const OriginalId of ['eva', 'eva-2']) {
      expect(await updateCustomer(shop, 'ana', { OriginalId })).toEqual(
        refused({ code: 41, says: OriginalId }),
      )
      // Nor can another customer come by it.
      expect(await createCustomer(shop, { OriginalId, Name: 'Other' })).toMatchObject({ ErrorCode: 68 })
      expect((await upsertCustomer(shop, { OriginalId, Name: 'Eva' })).Result?.OriginalId).toBe('eva-2')
    }
  })

  it('another birthday: 72', async () => {
    const shop = await openShop()
    await createdCustomer(shop, ANA)
    for (const BirthdayDate of ['1990-05-18', '1890-05-17', '2030-01-01']) {
      expect(await updateCustomer(shop, 'ana', { BirthdayDate })).toEqual(
        refused({ code: 72, says: 'BirthdayDate' }),
      )
    }
  })

  it.each<[number, string, Body]>([
    [41, 'Name', { Name: 5 }],
    [41, 'OriginalId', { OriginalId: 5 }],
    [10, 'OriginalId', { OriginalId: 'x'.repeat(251) }],
    [10, 'Document', { Document: 'x'.repeat(251) }],
    [8, 'BirthdayDate', { BirthdayDate: 'soon' }],
    [8, 'EnrolledDate', { EnrolledDate: 'soon' }],
  ])('%i for %s', async (code, says, body) => {
    const shop = await openShop()
    await createdCustomer(shop, { OriginalId: 'ana' })
    expect(await updateCustomer(shop, 'ana', body)).toEqual(refused({ code, says }))
  })
})
