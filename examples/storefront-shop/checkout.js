/** The checkout: what is used is reserved, and the order earns. Only this process knows what a basket comes to. */
import { PunchcardRefusal } from '@punchcard-loyalty/client'
import { amount, centsOf, productOf } from './catalog.js'
import { newBasket } from './sessions.js'

export function openCheckout(shop, punchcard) {
  shop.get('/checkout/cashback', (request, response) => {
    response.json(cashbackOf(request.session))
  })

  // The customer uses a part of their cashback: it leaves the balance at once, so no second basket can use it.
  shop.post('/checkout/cashback', async (request, response) => {
    const { customerId, basket } = request.session
    const reserved = await punchcard.checkout.reserve({
      CustomerId: customerId,
      CheckoutId: basket.id,
      CashbackValue: Number(request.body.amount),
      Total: centsOf(basket) / 100,
    })
    basket.cashback = {
      cents: Math.round(reserved.Coupon.CouponValue * 100),
      until: reserved.ExpiresAt,
      code: reserved.ExternalCode,
    }
    response.json(cashbackOf(request.session))
  })

  shop.delete('/checkout/cashback', async (request, response) => {
    const { customerId, basket } = request.session
    await punchcard.checkout.remove({ CustomerId: customerId, CheckoutId: basket.id })
    basket.cashback = null
    response.json(cashbackOf(request.session))
  })

  // The customer has paid. The basket's id is the order's id, so it is safe to send again.
  shop.post('/checkout', async (request, response) => {
    const { session } = request
    const { customerId, basket } = session
    if (customerId === null) return response.redirect(303, '/sign-in')
    if (basket.items.length === 0) return response.redirect(303, '/')
    // What was reserved has gone back meanwhile: the customer sees what there is to pay now.
    if (isOver(basket.cashback)) {
      basket.cashback = null
      return response.redirect(303, '/checkout')
    }
    const used = basket.cashback ?? (await couponOf(punchcard, session, request.body.coupon))
    if (!used) return response.redirect(303, '/checkout?problem=coupon')
    const now = new Date()
    const placed = punchcard.orders.place({
      OriginalId: basket.id,
      OrderTotal: (centsOf(basket) - used.cents) / 100,
      IsCompleted: true,
      OrderPlacementDate: now,
      OrderCompletedDate: now,
      Coupon: used.code,
      Products: basket.items.map((id) => ({ OriginalId: id, ProductPrice: productOf(id).cents / 100 })),
      Customer: { OriginalId: customerId },
    })
    session.sequence = (await placed.answer()).customerSequence
    session.basket = newBasket()
    response.redirect(303, '/thanks')
  })

  shop.use((error, _request, response, next) => {
    if (!(error instanceof PunchcardRefusal)) return next(error)
    // Its own message is for developers.
    process.stderr.write(`${error.message}\n`)
    response
      .status(409)
      .json({ message: 'This can’t be used now. Load the page again to see your cashback.' })
  })
}

/** For the page: what is applied, until when, and what is still to pay. */
function cashbackOf({ basket }) {
  const cashback = isOver(basket.cashback) ? null : basket.cashback
  return {
    applied: cashback && amount(cashback.cents),
    until: cashback?.until,
    due: amount(centsOf(basket) - (cashback?.cents ?? 0)),
  }
}

const isOver = (cashback) => cashback !== null && Date.parse(cashback.until) < Date.now()

/** What a code takes off this basket; null: it can't be used. Without a code it is nothing. */
async function couponOf(punchcard, { customerId, basket }, code) {
  if (!code) return { cents: 0, code: undefined }
  const asked = { CustomerId: customerId, PurchaseValue: centsOf(basket) / 100 }
  try {
    const { CanUse, DiscountValue } = await punchcard.pos.validateCoupon(code, asked)
    return CanUse ? { cents: Math.round(DiscountValue * 100), code } : null
  } catch (error) {
    if (error instanceof PunchcardRefusal) return null
    throw error
  }
}
