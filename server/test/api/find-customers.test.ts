import { describe, expect, it } from 'vitest'
import { refusedPage } from '../support/answers.ts'
import { createdCustomer, findCustomers, foundCustomers, upsertCustomer } from '../support/customers.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop()

const ANA = {
  OriginalId: 'ana',
  Name: 'Ana Souza',
  Email: 'Ana@Example.com',
  Phone: '+55 (11) 98765-4321',
  Document: '123.456.789-0x',
}

describe('customers are found', () => {
  it('by one contact, with all that a read has', async () => {
    const shop = await test.open()
    const ana = await createdCustomer(shop, ANA)
    expect(await findCustomers(shop, 'Email=ana@example.com')).toEqual({
      Items: [ana],
      TotalItemCount: 1,
      PageSize: 10,
      PageNumber: 1,
      HasNextPage: false,
      HasError: false,
      ErrorMessages: [],
    })
  })

  it.each([
    ['Email', 'ANA@EXAMPLE.COM', true],
    ['Email', ' ana@example.com ', true],
    ['Email', 'ana@example.co', false],
    ['Email', 'na@example.com', false],
    ['Document', '123.456.789-0x', true],
    ['Document', '1234567890x', true],
    ['Document', '123 456 789 0x', true],
    ['Document', '1234567890', false],
    ['Phone', '+5511987654321', true],
    ['Phone', '55 11 98765 4321', true],
    // Not the whole number: a till must not take one customer for another.
    ['Phone', '11 98765-4321', false],
    ['Phone', '98765-4321', false],
    ['Document', '--', false],
    ['Email', 'ana\0@example.com', false],
  ])('%s %s: %s', async (name, text, isFound) => {
    const shop = await test.open()
    await shop.completed('o1', 'ana', 10, { Customer: ANA })
    expect(await foundCustomers(shop, { [name]: text })).toEqual(isFound ? ['ana'] : [])
  })

  it('newest first, page by page', async () => {
    const shop = await test.open()
    for (const id of ['a', 'b', 'c', 'd', 'e']) await upsertCustomer(shop, { OriginalId: id, Phone: '190' })
    expect(await foundCustomers(shop, { Phone: '190' })).toEqual(['e', 'd', 'c', 'b', 'a'])
    expect(await foundCustomers(shop, { Phone: '190', PageSize: '2', PageNumber: '2' })).toEqual(['c', 'b'])
    const last = await findCustomers(shop, 'Phone=190&PageSize=2&PageNumber=3')
    expect(last).toMatchObject({ TotalItemCount: 5, HasNextPage: false, PageNumber: 3, PageSize: 2 })
    expect(last.Items?.map(({ OriginalId }) => OriginalId)).toEqual(['a'])
  })

  it('of this merchant alone, and not by a term that is left of what they had before', async () => {
    const [shop, other] = [await test.open(), await test.open()]
    await createdCustomer(other, ANA)
    expect(await foundCustomers(shop, { Email: ANA.Email })).toEqual([])
    await createdCustomer(shop, { OriginalId: 'eva' })
    const stray = ['delete from', 'insert into'] as const
    await test.reader.query(
      `${stray[1]} customer_term select tenant_id, 'e:old@example.com', id from customer where tenant_id = $1`,
      [shop.tenantId],
    )
    expect(await foundCustomers(shop, { Email: 'old@example.com' })).toEqual([])
    await createdCustomer(shop, { OriginalId: 'new', Email: 'old@example.com' })
    await test.reader.query(
      `${stray[0]} customer_term where tenant_id = $1 and term = 'e:old@example.com'
       and customer_id = (select id from customer where tenant_id = $1 and original_id = 'eva')`,
      [shop.tenantId],
    )
  })

  it('and nothing is changed by it', async () => {
    const shop = await test.open()
    await createdCustomer(shop, ANA)
    const before = await shop.everything()
    await foundCustomers(shop, { Email: ANA.Email })
    expect(await shop.everything()).toEqual(before)
  })
})

describe('refused', () => {
  it.each([
    ['', 7, 'exactly one'],
    ['Email=', 7, 'exactly one'],
    ['Email=%20', 7, 'exactly one'],
    ['Email=null', 7, 'exactly one'],
    ['Email=a@x.com&Document=1', 7, 'exactly one'],
    ['Email=a@x.com&Email=b@x.com', 7, 'exactly one'],
    ['Name=Ana', 7, 'exactly one'],
    [`Phone=${'1'.repeat(251)}`, 10, 'Phone'],
    ['Email=a@x.com&PageSize=0', 45, 'PageSize'],
    ['Email=a@x.com&PageSize=51', 45, 'PageSize'],
    ['Email=a@x.com&PageNumber=0', 9, 'PageNumber'],
    ['Email=a@x.com&PageNumber=201&PageSize=50', 10, 'PageNumber'],
  ])('“%s”: %i', async (query, code, says) => {
    expect(await findCustomers(test.shop, query)).toEqual(refusedPage({ code, says }))
  })
})
