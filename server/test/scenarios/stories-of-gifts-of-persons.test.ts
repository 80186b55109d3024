/** Gifts of customers who are erased, or who turn out to be one. */
import { describe, expect, it } from 'vitest'
import { giftsOf } from '../support/awards.ts'
import { COFFEE_CARD, coffees } from '../support/coffee-card.ts'
import { erasedCustomer, mergedCustomer } from '../support/customers.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()

/** Joining gives a coffee at once, a full card one after two days; a second card gives what has no codes. */
async function open() {
  const shop = await story.open(program({}))
  const reward = String(await shop.makeReward({ title: 'House coffee' }))
  const none = String(await shop.makeReward({ title: 'Out of stock' }, []))
  const { points: _, ...card } = COFFEE_CARD
  await shop.publish(
    program(
      {},
      { id: 2, kind: 'signup', reward, waitingDays: 5 },
      { ...card, id: 9, reward, waitingDays: 2 },
      { ...card, id: 10, name: 'Never', reward: none },
    ),
  )
  return { shop, none: Number(none) }
}

const gifts = (shop: Shop, customer = 'ana') => giftsOf(story.query, shop, customer)

async function buys(shop: Shop, id: string, quantity: number, customer = 'ana') {
  story.api.now += 60_000
  await shop.completed(id, customer, 8 * quantity, coffees(quantity))
  await shop.history(customer)
}

/** What is stored of the awards of both, by their numbers. */
const awardsOf = (shop: Shop) =>
  story.query(
    `select id, source, rule_id, state, reward_id, due_at, made_at from award where tenant_id = $1 order by id`,
    [shop.tenantId],
  )

const dueOf = async (shop: Shop) =>
  (
    await story.query(
      `select original_id, awards_due_at from customer
       where tenant_id = $1 and awards_due_at is not null order by original_id`,
      [shop.tenantId],
    )
  ).map(({ original_id, awards_due_at }) => [original_id, (awards_due_at as Date).toISOString()])

describe('stories of gifts of persons', () => {
  it('who is erased is given nothing more: what is due and what is held is dropped (check 30)', async () => {
    const { shop } = await open()
    story.on('2026-03-01T15:00:00Z')
    await buys(shop, 'a', 13)
    expect((await gifts(shop)).map((text) => text.replace(/\d+/, 'n')).toSorted()).toEqual([
      'card n: due',
      'card n: held',
      'signup once: due',
    ])
    await erasedCustomer(shop, 'ana')
    const states = await story.query(`select state, held_because, ended_at from award where tenant_id = $1`, [
      shop.tenantId,
    ])
    const dropped = { state: 4, held_because: null, ended_at: expect.any(Date) }
    expect(states).toEqual([dropped, dropped, dropped])
    expect(await dueOf(shop)).toEqual([])
    const cards = await story.query(
      `select balance::float, state from stamp_card where tenant_id = $1 order by rule_id`,
      [shop.tenantId],
    )
    expect(cards).toEqual([0, 0].map((balance) => ({ balance, state: { l: [] } })))
    story.on('2026-04-01T15:00:00Z')
    await shop.cancelled('a')
    expect(await story.query(`select 1 from coupon where tenant_id = $1`, [shop.tenantId])).toEqual([])
  })

  it('two customers who are one have the gifts of both, each as it was, and the sooner is given first', async () => {
    const { shop } = await open()
    story.on('2026-03-01T15:00:00Z')
    await buys(shop, 'a', 1)
    story.on('2026-03-02T15:00:00Z')
    await buys(shop, 'b', 10, 'bob')
    const before = await awardsOf(shop)
    await mergedCustomer(shop, 'bob', 'ana')
    expect(await awardsOf(shop)).toEqual(before)
    // The card of bob is due on the fourth, joining on the sixth and the seventh.
    expect(await dueOf(shop)).toEqual([['ana', '2026-03-04T03:00:00.000Z']])
    const states = async () => (await gifts(shop)).map((text) => text.replace(/\d+/, 'n')).toSorted()
    expect(await states()).toEqual([
      'card n: due',
      'card n: held',
      'signup once-merged-n: due',
      'signup once: due',
    ])
    story.on('2026-03-08T15:00:00Z')
    await shop.history('ana')
    expect(await states()).toEqual([
      'card n: given',
      'card n: held',
      'signup once-merged-n: given',
      'signup once: given',
    ])
    expect(await dueOf(shop)).toEqual([])
  })

  it('a gift that both were given for the same stays with each, and one who joins again is given none', async () => {
    const { shop } = await open()
    story.on('2026-03-01T15:00:00Z')
    await buys(shop, 'a', 1)
    await buys(shop, 'b', 1, 'bob')
    story.on('2026-03-08T15:00:00Z')
    await Promise.all([shop.history('ana'), shop.history('bob')])
    const before = await awardsOf(shop)
    await mergedCustomer(shop, 'bob', 'ana')
    expect(await awardsOf(shop)).toEqual(before)
    expect(await gifts(shop)).toEqual(['signup once: given'])
    await buys(shop, 'c', 1, 'bob')
    expect(await gifts(shop)).toEqual(['signup once: given'])
    const [{ coupons } = {}] = await story.query(
      `select count(*)::int as coupons from coupon join customer using (tenant_id)
       where tenant_id = $1 and customer.original_id = 'ana' and coupon.customer_id = customer.id`,
      [shop.tenantId],
    )
    expect(coupons).toBe(2)
    await erasedCustomer(shop, 'ana')
  })
})
