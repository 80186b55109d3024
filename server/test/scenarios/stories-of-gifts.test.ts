import { describe, expect, it } from 'vitest'
import { COFFEE_CARD, coffees } from '../support/coffee-card.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()

/** A shop whose card gives a reward; with these codes, if any. */
async function open(card: object = {}, codes: readonly string[] | null = null) {
  const shop = await story.open(program({}))
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

async function use(shop: Shop, order: string) {
  const [row] = await story.query(
    `select code from coupon where tenant_id = $1 and not is_used and inactivated_at is null order by id desc limit 1`,
    [shop.tenantId],
  )
  story.api.now += 60_000
  await shop.completed(order, 'ana', 5, { Products: [], Coupon: String(row?.code) })
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
})
