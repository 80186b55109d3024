import { describe, expect, it } from 'vitest'
import { Sweep } from '../../src/accounts/sweep.ts'
import type { CustomerCard } from '../../src/cards/private-api/schema.ts'
import { REWARDS_DUE } from '../../src/orders/due.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import { resultOf } from '../support/answers.ts'
import { COFFEE_CARD, coffees, SPEND_CARD } from '../support/coffee-card.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()

/** A shop whose card gives a reward; with these codes, if any. */
async function open(
  card: object = {},
  codes: readonly string[] | null = null,
  others: Parameters<typeof story.open>[1] = {},
) {
  const shop = await story.open(program({}), others)
  const reward = await shop.makeReward({ title: 'House coffee' }, codes)
  const { points: _, ...coffeeCard } = COFFEE_CARD
  await shop.publish(program({}, { ...coffeeCard, reward: String(reward), ...card }))
  return { shop, reward }
}

async function buys(shop: Shop, id: string, quantity: number, more: Record<string, unknown> = {}) {
  story.api.now += 60_000
  await shop.completed(id, 'ana', 8 * quantity, { ...coffees(quantity), ...more })
}

/** Stamps and prizes of the card, and the awards with their coupons, oldest first. */
async function stateOf(shop: Shop, customer = 'ana') {
  const [card] = await story.query(
    `select card.balance::float as stamps, card.completed as prizes
     from stamp_card as card join customer on customer.tenant_id = $1 and customer.id = card.customer_id
     where card.tenant_id = $1 and customer.original_id = $2 order by rule_id limit 1`,
    [shop.tenantId, customer],
  )
  const awards = await story.query(
    `select award.state, coupon.is_used, coupon.inactivated_at is not null as is_inactive
     from award join customer on customer.tenant_id = $1 and customer.id = award.customer_id
     left join coupon on coupon.tenant_id = $1 and coupon.code_key = award.coupon_key
     where award.tenant_id = $1 and customer.original_id = $2 order by award.id`,
    [shop.tenantId, customer],
  )
  return { ...card, awards: awards.map(wordOf) }
}

const STATES = ['due', 'given', 'held', 'undone', 'dropped']

function wordOf({ state, is_used, is_inactive }: Record<string, unknown>): string {
  const coupon = is_used ? ', used' : is_inactive ? ', inactive' : ''
  return `${STATES[Number(state)]}${coupon}`
}

/** Any read gives what is due. */
async function read(shop: Shop, customer = 'ana') {
  await shop.history(customer)
}

/** The card of the customer as a shop reads it. */
async function cardsOf(shop: Shop) {
  return resultOf<CustomerCard[]>(await shop.sendText('GET', '/v1/pvt/Customer/ana/cards'))
}

async function use(shop: Shop, order: string) {
  const [row] = await story.query(
    `select code from coupon where tenant_id = $1 and not is_used and inactivated_at is null order by id desc limit 1`,
    [shop.tenantId],
  )
  story.api.now += 60_000
  await shop.completed(order, 'ana', 5, { Products: [], Coupon: String(row?.code) })
}

async function useAtTill(shop: Shop) {
  const [row] = await story.query('select code from coupon where tenant_id = $1', [shop.tenantId])
  const sale = { CustomerId: 'ana', OrderId: 'till-1', PurchaseValue: 8 }
  resultOf(await shop.useCoupon(String(row?.code), sale))
}

describe('stories of gifts', () => {
  it('ten coffees give a coupon, a return takes it, and the next coffees give another one (C1)', async () => {
    const { shop } = await open()
    await buys(shop, 'a', 4)
    await buys(shop, 'b', 6)
    await read(shop)
    expect(await stateOf(shop)).toEqual({ stamps: 0, prizes: 1, awards: ['given'] })
    await shop.cancelled('a')
    expect(await stateOf(shop)).toEqual({ stamps: 6, prizes: 0, awards: ['undone, inactive'] })
    await buys(shop, 'c', 4)
    await read(shop)
    expect(await stateOf(shop)).toEqual({ stamps: 0, prizes: 1, awards: ['undone, inactive', 'given'] })
  })

  it('a coupon that was used stays, and its stamps are owed (C2)', async () => {
    const { shop } = await open()
    await buys(shop, 'a', 4)
    await buys(shop, 'b', 6)
    await read(shop)
    await use(shop, 'with-coupon')
    await shop.cancelled('a')
    expect(await stateOf(shop)).toEqual({ stamps: -4, prizes: 1, awards: ['given, used'] })
    await buys(shop, 'c', 3)
    expect(await stateOf(shop)).toMatchObject({ stamps: -1 })
    await buys(shop, 'd', 5)
    expect(await stateOf(shop)).toEqual({ stamps: 4, prizes: 1, awards: ['given, used'] })
  })

  it('where the shop writes off, a used coupon costs no stamps of later (C3)', async () => {
    const { shop } = await open({}, null, { settings: { takeBack: 'clamp' } })
    await buys(shop, 'a', 4)
    await buys(shop, 'b', 6)
    await read(shop)
    await use(shop, 'with-coupon')
    await shop.cancelled('a')
    expect(await stateOf(shop)).toEqual({ stamps: 0, prizes: 1, awards: ['given, used'] })
    await buys(shop, 'c', 3)
    expect(await stateOf(shop)).toMatchObject({ stamps: 3 })
  })

  it('a card of money that is given once owes what was returned of it, if its coupon was used (C9)', async () => {
    const shop = await story.open(program({}))
    const reward = await shop.makeReward({ title: 'House coffee' })
    const { points: _, ...spendCard } = SPEND_CARD
    await shop.publish(program({}, { ...spendCard, reward: String(reward) }))
    const spends = async (id: string, total: number) => {
      story.api.now += 60_000
      await shop.completed(id, 'ana', total, { Products: [] })
    }
    await spends('a', 150)
    await spends('b', 200)
    await read(shop)
    expect(await stateOf(shop)).toEqual({ stamps: 50, prizes: 1, awards: ['given'] })
    await useAtTill(shop)
    await shop.returned('b', 60)
    expect(await stateOf(shop)).toEqual({ stamps: -10, prizes: 1, awards: ['given, used'] })
    await spends('c', 10)
    expect(await stateOf(shop)).toMatchObject({ stamps: 0 })
  })

  it('the very next read of a card has the coupon that filling it gave (check 23)', async () => {
    const { shop, reward } = await open()
    await buys(shop, 'a', 10)
    const [card] = await cardsOf(shop)
    const [row] = await story.query('select code, id from coupon where tenant_id = $1', [shop.tenantId])
    expect(card).toMatchObject({
      Text: expect.stringContaining('House coffee'),
      Prize: { RewardConfigurationId: reward, Title: 'House coffee', Points: null },
      Rewards: [{ CouponCode: row?.code, State: 0 }],
    })
  })

  it('one order gives twenty coupons at most, and the rest stays on the card (check 29)', async () => {
    const { shop } = await open()
    await buys(shop, 'a', 999)
    const [card] = await cardsOf(shop)
    expect(card).toMatchObject({ Stamps: 799, CompletedCount: 20 })
    expect(card?.Rewards).toHaveLength(20)
    await buys(shop, 'b', 1)
    expect((await cardsOf(shop))[0]).toMatchObject({ Stamps: 600, CompletedCount: 40 })
  })

  it('without codes the sale succeeds, and the coupon is held (check 25)', async () => {
    const { shop } = await open({}, ['only-one'])
    await buys(shop, 'a', 20)
    const [card] = await cardsOf(shop)
    expect(card?.Rewards).toMatchObject([
      { State: 2, CouponCode: null, RewardId: null },
      { State: 0, CouponCode: 'only-one' },
    ])
    expect(await stateOf(shop)).toMatchObject({ awards: ['given', 'held'] })
    await shop.cancelled('a')
    expect(await stateOf(shop)).toEqual({
      stamps: 0,
      prizes: 0,
      awards: ['undone, inactive', 'undone'],
    })
  })

  it('a prize that waits comes at the start of its day, by whatever comes first', async () => {
    const { shop } = await open({ waitingDays: 3, points: '50' })
    await buys(shop, 'a', 10)
    expect((await cardsOf(shop))[0]?.Rewards).toMatchObject([{ State: 1, CouponCode: null }])
    story.api.now += 3 * 86_400_000
    expect((await cardsOf(shop))[0]?.Rewards).toMatchObject([{ State: 0 }])
    await shop.cancelled('a')
    expect(await stateOf(shop)).toEqual({ stamps: 0, prizes: 0, awards: ['undone, inactive'] })
  })

  it('an order that fills a card and uses the coupon of the last one gives both back when it is cancelled', async () => {
    const { shop } = await open()
    await buys(shop, 'a', 10)
    await read(shop)
    const [row] = await story.query('select code from coupon where tenant_id = $1', [shop.tenantId])
    await buys(shop, 'b', 10, { Coupon: String(row?.code) })
    await read(shop)
    expect(await stateOf(shop)).toMatchObject({ prizes: 2, awards: ['given, used', 'given'] })
    await shop.cancelled('b')
    expect(await stateOf(shop)).toEqual({ stamps: 0, prizes: 1, awards: ['given', 'undone, inactive'] })
    await shop.cancelled('a')
    expect(await stateOf(shop)).toMatchObject({ stamps: 0, prizes: 0 })
  })

  it('a hundred coupons that are held keep the worker from nothing', async () => {
    const { shop } = await open({}, [])
    for (const id of ['a', 'b', 'c', 'd', 'e']) await buys(shop, id, 200)
    await read(shop)
    const tenant = await story.database.transaction([], (tx) => findTenant(tx, shop.tenantId))
    if (!tenant) throw new Error('the merchant is gone')
    const sweep = new Sweep({ database: story.database, clock: () => story.api.now, ...REWARDS_DUE })
    await sweep.round([tenant])
    expect(await sweep.round([tenant])).toBe(0)
  })
})
