/**
 * What receivers are sent of a program without conditions, limits, exclusions, cards and gifts is, to the byte, what they
 * were sent before Punchcard had any of these: the digest was recorded at the last commit without them.
 */
import { createHash } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { Random } from '../../src/platform/random.ts'
import { Receiver } from '../support/receiver.ts'
import { DAY_MS, type ProgramToPublish, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { deliver, subscribe } from '../support/webhooks.ts'
import { until } from '../support/workers.ts'

const shops = useShops()

/** Of the history below, as f38f8892 sends it. */
const BEFORE = {
  requests: 321,
  digest: 'f5f29b983c5a2d48a6246715b56ecfc41e2a293083343e06bbcc4a38c86cea3a',
}

const SEED = 27
const COMMANDS = 200
const CUSTOMERS = ['ana', 'bia', 'caio', 'davi', 'eva']

const PLAIN = {
  cashback: { isOn: true, pointValue: '0.05' },
  rules: [
    { id: 1, kind: 'purchase', points: '1', validityDays: 60, waitingDays: 2 },
    { id: 2, kind: 'brand', ids: ['aurora'], multiplier: '2' },
    { id: 3, kind: 'paymentMethod', ids: ['pix'], points: '7' },
    { id: 4, kind: 'firstPurchase', points: '30' },
    { id: 5, kind: 'signup', points: '10', validityDays: 30 },
    { id: 6, kind: 'custom', key: 'review', points: '5' },
  ],
} as unknown as ProgramToPublish

const products = (price: number) => ({
  Products: [{ OriginalId: 'beans', Title: 'Beans', ProductPrice: price }],
})

/** One command after the other, so that nothing depends on what came first. */
async function live(shop: Shop, random: Random): Promise<void> {
  const orders: { readonly id: string; readonly customer: string; left: number }[] = []
  const reward = await shop.makeReward()
  await shop.savedProduct('beans', { ProductBrand: { OriginalId: 'aurora', Name: 'Aurora' } })
  for (let number = 0; number < COMMANDS; number += 1) {
    shops.api.now += random.between(60_000, 9 * 3_600_000)
    const customer = CUSTOMERS[random.between(0, CUSTOMERS.length - 1)] ?? 'ana'
    const known = orders[random.between(0, Math.max(0, orders.length - 1))]
    const dice = random.between(0, 99)
    if (dice < 55 || !known) {
      const total = random.between(5, 300)
      const order = { id: `o${number}`, customer, left: total }
      orders.push(order)
      await shop.completed(order.id, customer, total, {
        ...products(random.between(1, total)),
        ...(dice % 3 === 0 && { PaymentMethod: { OriginalId: 'pix', Name: 'Pix' } }),
        Customer: { OriginalId: customer, Name: `The customer ${customer}` },
      })
    } else if (dice < 65) {
      await shop.placeOrder(shop.completeOrder(known.id, known.customer, random.between(5, 300)))
    } else if (dice < 73) {
      const key = `return-${number}`
      const value = random.between(1, 40)
      await shop.returnPart(known.id, { CancelKey: key, ValueToRefund: value })
    } else if (dice < 82) {
      await shop.cancelOrder(known.id)
    } else if (dice < 92) {
      await shop.redeem(reward, { CustomerId: customer })
    } else {
      await shop.grant('review', { CustomerId: customer, Key: `review-${number}` })
    }
  }
  shops.api.now += 90 * DAY_MS
  for (const customer of CUSTOMERS) await shop.history(customer)
}

/** Ids are given out by the database, and signatures by chance: each becomes the number of its first appearance. */
function withoutChance(texts: readonly string[]): string[] {
  const seen = new Map<string, number>()
  const numberOf = (id: string): string => {
    if (!seen.has(id)) seen.set(id, seen.size + 1)
    return String(seen.get(id))
  }
  return texts.map((text) =>
    text
      .replace(/"(\w*Id)":(\d+)/g, (_, name, id) => `"${name}":#${numberOf(id)}`)
      .replace(/"PublicId":"([^"]*)"/g, (_, id) => `"PublicId":"#${numberOf(id)}"`),
  )
}

it(`sends the same requests as before for ${COMMANDS} commands of a plain program`, async () => {
  const shop = await shops.open(PLAIN)
  const inbox = await Receiver.start()
  onTestFinished(() => inbox.stop())
  await subscribe(shops.api, shop.tenantId, inbox.url)
  await live(shop, new Random(SEED))
  const counts = await Promise.all(CUSTOMERS.map(async (customer) => (await shop.events(customer)).length))
  const requests = counts.reduce((sum, count) => sum + count, 0)
  const delivery = await deliver(shops.api)
  await until(async () => inbox.received.length >= requests)
  await delivery.stop()
  const byCustomer = Map.groupBy(inbox.received, ({ body }) => JSON.parse(body).Customer.OriginalId as string)
  const inOrder = CUSTOMERS.flatMap((customer) => byCustomer.get(customer) ?? [])
  const kept = inOrder.map(({ headers, body }) => {
    const { 'punchcard-topic': topic, 'punchcard-customer-sequence': sequence, ...others } = headers
    const names = Object.keys(others).toSorted().join()
    return `${topic} ${sequence} ${names} ${body}`
  })
  const digest = createHash('sha256').update(withoutChance(kept).join('\n')).digest('hex')
  expect({ requests, digest }).toEqual(BEFORE)
})
