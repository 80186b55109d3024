/**
 * A shop from basket to webhook. What a real shop keeps in its database is kept in two maps here.
 *
 * NOBODY IS AUTHENTICATED HERE: the customer and the total come from the request, so that curl can play the shopper. In
 * your shop take the customer from the session and the total from the basket, or anyone spends anyone's points.
 */
import { Punchcard, PunchcardRefusal, PunchcardWebhookError, verifyWebhook } from '@punchcard-loyalty/client'
import express from 'express'

const { PUNCHCARD_URL, PUNCHCARD_TOKEN, PUNCHCARD_KEY, PUNCHCARD_WEBHOOK_SECRET, PORT = '4000' } = process.env
const punchcard = new Punchcard({ url: PUNCHCARD_URL, token: PUNCHCARD_TOKEN, key: PUNCHCARD_KEY })

/** Basket → what was reserved for it. */
const reservations = new Map()
/** Customer → the balance of the newest event, and its number. */
const balances = new Map()

const shop = express()

// Checked as it arrives, so it must not be parsed before.
shop.post('/webhooks', express.raw({ type: '*/*' }), async (request, response) => {
  const event = await verifyWebhook({
    secret: PUNCHCARD_WEBHOOK_SECRET,
    headers: request.headers,
    body: request.body,
  })
  const { Customer, PointsBalance } = event.Payload
  const known = balances.get(Customer.OriginalId)
  // An event may come twice, and an old one again: only a newer one counts.
  if (!known || known.sequence < event.CustomerSequence) {
    balances.set(Customer.OriginalId, { ...PointsBalance, sequence: event.CustomerSequence })
  }
  response.sendStatus(204)
})

shop.use(express.json())

// The customer pays a part with cashback: as much as the balance and the basket allow.
shop.post('/baskets/:id/cashback', async ({ params: { id }, body: { customer, total } }, response) => {
  const reserved = await punchcard.checkout.reserve({ CustomerId: customer, CheckoutId: id, Total: total })
  reservations.set(id, reserved)
  response.json({ discount: reserved.Coupon?.CouponValue, until: reserved.ExpiresAt })
})

// The customer has paid. The basket's id is the order's id, so it is safe to send again.
shop.post('/baskets/:id/order', async ({ params: { id }, body: { customer, paid } }, response) => {
  const now = new Date()
  const order = await punchcard.orders.place({
    OriginalId: id,
    OrderTotal: paid,
    IsCompleted: true,
    OrderPlacementDate: now,
    OrderCompletedDate: now,
    Coupon: reservations.get(id)?.ExternalCode,
    Customer: { OriginalId: customer },
  })
  response.json({ order: order.OriginalId, points: order.Customer.PointsBalance })
})

shop.get('/customers/:id/balance', ({ params: { id } }, response) => {
  response.json(balances.get(id) ?? null)
})

shop.use((error, _request, response, next) => {
  if (error instanceof PunchcardWebhookError) return response.sendStatus(400)
  // A refusal has a text for a person, such as that there is no cashback.
  if (error instanceof PunchcardRefusal) return response.status(409).json({ error: error.message })
  next(error)
})

const server = shop.listen(Number(PORT), '127.0.0.1', () => {
  process.stdout.write('Nobody is authenticated in this example: do not open it to others.\n')
  process.stdout.write(`The shop is open at http://127.0.0.1:${server.address().port}\n`)
})
