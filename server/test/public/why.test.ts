import { describe, expect, it } from 'vitest'
import type { BalanceExplained } from '../../src/history/admin-api/schema.ts'
import type { Why } from '../../src/history/public-api/schema.ts'
import { decimalFromText } from '../../src/platform/decimal.ts'
import { useManager } from '../support/admin.ts'
import { mergedCustomer } from '../support/customers.ts'
import { itIsGuarded } from '../support/guarded.ts'
import { decimal } from '../support/rewards.ts'
import { DAY_MS, type ProgramToPublish, program } from '../support/shop.ts'
import { openStorefront, type Storefront } from '../support/storefront.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()
const admin = useManager(() => shops.api)

async function open(published: ProgramToPublish = program({ validityDays: 365 })) {
  return openStorefront(shops.api, await shops.open(published))
}

async function whyOf(storefront: Storefront, customer = 'ana', locale = 'en') {
  return storefront.read<Why>('/why', await storefront.tokenOf(customer), { 'accept-language': locale })
}

function sumOf({ parts }: Why): bigint {
  return (parts ?? []).reduce(
    (sum, { sign, points }) => sum + decimalFromText(points) * (sign === '-' ? -1n : 1n),
    0n,
  )
}

const told = ({ parts }: Why) => parts?.map(({ sign, text, points }) => `${sign} ${text} ${points}`)
const dated = ({ lots }: Why) =>
  lots.map(({ text, points, isSoon }) => `${text} ${points}${isSoon ? ' soon' : ''}`)

itIsGuarded(shops, {
  path: '/why',
  switch: 'why',
  perSecond: 2,
  ofProspect: { points: null, parts: [], lots: [] },
})

describe('the sum', () => {
  it('is this, to the last member', async () => {
    const storefront = await open()
    await storefront.shop.completed('1041', 'ana', 123.8)
    expect(await whyOf(storefront)).toEqual({
      points: '123',
      parts: [{ sign: '+', text: 'Order 1041', points: '123' }],
      lots: [{ text: 'Jan 2027', points: '123', isSoon: false }],
    })
  })

  it('has everything that came and went, adds up to the balance, and agrees with the panel', async () => {
    const storefront = await open(
      program(
        { validityDays: 30, waitingDays: 1 },
        { id: 2, kind: 'custom', name: 'Internal', key: 'secret-key', points: '5.5' },
        { id: 3, kind: 'signup', points: '7' },
      ),
    )
    const { shop } = storefront
    const reward = await shop.makeReward({ points: decimal(10) })
    await shop.completed('o1', 'ana', 60)
    await shop.completed('o2', 'ana', 50)
    shops.api.now = START + 20 * DAY_MS
    await shop.returned('o2', 20)
    await shop.completed('o3', 'ana', 40)
    await shop.completed('o4', 'ana', 30)
    await shop.cancelled('o4')
    for (const key of ['a', 'b']) await shop.grant('secret-key', { CustomerId: 'ana', Key: key })
    const { originalKey } = await shop.redeemed(reward, 'ana')
    await shop.redeemed(reward, 'ana', { OriginalKey: 'kept' })
    await shop.redeemed(reward, 'ana', { OriginalKey: 'also kept' })
    expect(await shop.returnReward(originalKey)).toBeNull()
    await shop.changedPoints('ana', -3)
    await shop.changedPoints('ana', 1)
    shops.api.now = START + 40 * DAY_MS
    await shop.completed('o5', 'ana', 25)
    const why = await whyOf(storefront)
    expect(told(why)).toEqual([
      '+ 5 orders 205',
      '+ Sign-up 7',
      '+ 2 bonuses 11',
      '- Order o2 changed 20',
      '- Order o4 cancelled 30',
      '- 2 adjustments 2',
      '- 3 rewards 30',
      '+ Refund 10',
      '- Expired points 67',
      '- Pending 25',
    ])
    expect(sumOf(why)).toBe(decimalFromText(why.points ?? ''))
    const manager = admin.manager(shop.key)
    const { body: found } = await manager.done<{ items: { id: number }[] }>('GET', '/customers?search=ana')
    const { body } = await manager.done<BalanceExplained>(
      'GET',
      `/customers/${found.items[0]?.id}/balance-explained`,
    )
    expect(why.points).toBe(body.points)
    for (const locale of ['pt-BR', 'es', 'en']) {
      const answer = JSON.stringify(await whyOf(storefront, 'ana', locale))
      for (const secret of ['secret', 'Internal', 'a test', 'kept']) expect(answer).not.toContain(secret)
    }
  })

  it('is told in the customer’s language', async () => {
    const storefront = await open(program({ validityDays: 365, waitingDays: 1 }))
    for (const order of ['o1', 'o2']) await storefront.shop.completed(order, 'ana', 1_000)
    expect((await whyOf(storefront, 'ana', 'pt-BR')).parts?.map(({ text }) => text)).toEqual([
      '2 pedidos',
      'Pendentes',
    ])
    expect((await whyOf(storefront, 'ana', 'es')).parts?.map(({ text }) => text)).toEqual([
      '2 pedidos',
      'Pendientes',
    ])
  })

  it('counts an order once that was completed twice', async () => {
    const storefront = await open()
    await storefront.shop.completed('o1', 'ana', 10)
    await storefront.shop.cancelled('o1')
    await storefront.shop.completed('o2', 'ana', 10)
    await storefront.shop.cancelled('o2')
    expect(told(await whyOf(storefront))).toEqual(['+ 2 orders 20', '- 2 orders cancelled 20'])
  })

  it('is below zero where something is owed', async () => {
    const storefront = await open()
    const { shop } = storefront
    const reward = await shop.makeReward({ points: decimal(10) })
    await shop.completed('o1', 'ana', 10)
    await shop.redeemed(reward, 'ana')
    await shop.cancelled('o1')
    const why = await whyOf(storefront)
    expect([why.points, told(why), why.lots]).toEqual([
      '-10',
      ['+ Order o1 10', '- Order o1 cancelled 10', '- Reward 10'],
      [],
    ])
  })

  it('has what merged customers brought', async () => {
    const storefront = await open()
    const { shop } = storefront
    await shop.completed('o1', 'ana', 10)
    await shop.completed('o2', 'bia', 20)
    await mergedCustomer(shop, 'bia', 'ana')
    expect(told(await whyOf(storefront))).toEqual(['+ 2 orders 30'])
    expect(told(await whyOf(storefront, 'bia'))).toEqual(['+ 2 orders 30'])
  })

  it('is left out of an account with more than 20,000 records, and the months are told', async () => {
    const storefront = await open()
    const { shop } = storefront
    await shop.completed('o1', 'ana', 10)
    const ofShop = [shop.tenantId]
    await shops.reader.query(
      `insert into point_record (
         id, tenant_id, customer_id, type, points, cashback, recorded_at, available_at, is_live, is_waiting,
         remaining_points, remaining_cashback
       )
       select -number, tenant_id, customer_id, type, 0, 0, recorded_at, available_at, false, false, 0, 0
       from point_record, generate_series(1, 20000) as number
       where tenant_id = $1 and id > 0`,
      ofShop,
    )
    try {
      expect(await whyOf(storefront)).toEqual({
        points: '10',
        parts: null,
        lots: [{ text: 'Jan 2027', points: '10', isSoon: false }],
      })
      await shops.reader.query('delete from point_record where tenant_id = $1 and id = -1', ofShop)
      expect(told(await whyOf(storefront))).toEqual(['+ Order o1 10'])
    } finally {
      await shops.reader.query('delete from point_record where tenant_id = $1 and id < 0', ofShop)
    }
  })
})

describe('the months', () => {
  it('are those of the merchant’s calendar, of the last second in which points can be used', async () => {
    const storefront = await open(program({ validityDays: 16 }))
    const { shop } = storefront
    // 31 January is the last day for what is earned on the 15th.
    await shop.completed('o1', 'ana', 10)
    shops.api.now = START + DAY_MS
    await shop.completed('o2', 'ana', 20)
    await shop.completed('o3', 'ana', 30)
    expect(dated(await whyOf(storefront))).toEqual(['Jan 2026 10 soon', 'Feb 2026 50 soon'])
  })

  it('are 24 at most, then come later ones, then what never ends', async () => {
    const storefront = await open(program({ validityDays: 900 }))
    const { shop } = storefront
    // The 25th of a month, so that each month has one.
    for (let month = 0; month < 26; month += 1) {
      shops.api.now = Date.UTC(2026, month, 25, 12)
      await shop.completed(`o${month}`, 'ana', 10)
    }
    await shop.publish(program({ validityDays: null }))
    await shop.completed('last', 'ana', 5)
    const why = await whyOf(storefront)
    expect(why.lots).toHaveLength(26)
    expect(dated(why).slice(0, 2)).toEqual(['Jul 2028 10', 'Aug 2028 10'])
    expect(dated(why).slice(-3)).toEqual(['Jun 2030 10', 'Later 20', 'Never expire 5'])
    expect(why.lots.reduce((sum, { points }) => sum + Number(points), 0)).toBe(265)
  })

  it('have nothing of pending points', async () => {
    const storefront = await open(program({ validityDays: 30, waitingDays: 5 }))
    await storefront.shop.completed('o1', 'ana', 10)
    const why = await whyOf(storefront)
    expect([why.points, told(why), why.lots]).toEqual(['0', ['+ Order o1 10', '- Pending 10'], []])
  })
})
