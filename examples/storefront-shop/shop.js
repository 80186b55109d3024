/**
 * A shop that shows its customers their points: a balance on every page, what each product earns, cashback at the
 * checkout, and an account page with all of it. `docs/guides/storefront.md` goes through it.
 */
import { asExpress, Punchcard, tokenRoute } from '@punchcard-loyalty/client'
import express from 'express'
import { productOf } from './catalog.js'
import { openCheckout } from './checkout.js'
import { account, checkout, home, page, policy, product, signIn, thanks } from './pages.js'
import { sessions } from './sessions.js'

const punchcard = new Punchcard({
  url: process.env.PUNCHCARD_URL,
  token: process.env.PUNCHCARD_TOKEN,
  key: process.env.PUNCHCARD_KEY,
})

const shop = express()
// Your shop's session says who it is; never the body or the query, which anyone can write.
const customerOf = (request) => sessions.get(request)?.customerId ?? null
shop.post('/loyalty/token', asExpress(tokenRoute(punchcard, { customerOf })))

shop.use(express.static(`${import.meta.dirname}/public`), express.json(), express.urlencoded())
shop.use((request, response, next) => {
  request.session = sessions.get(request) ?? sessions.begin(response)
  next()
})

function show(request, response, title, body, options = {}) {
  // The basket is one person's.
  response.set({ 'content-security-policy': policy(Boolean(options.script)), 'cache-control': 'private' })
  response.send(page(request.session, title, body, options))
}

shop.get('/', (request, response) => show(request, response, 'Coffee', home()))

shop.get('/products/:id', (request, response, next) => {
  const found = productOf(request.params.id)
  if (!found) return next()
  show(request, response, found.name, product(found))
})

shop.post('/basket/:id', (request, response) => {
  const { basket } = request.session
  if (productOf(request.params.id) && basket.items.length < 50) basket.items.push(request.params.id)
  response.redirect(303, '/checkout')
})

shop.get('/checkout', (request, response) => {
  const body = checkout(request.session, request.query.problem === 'coupon')
  show(request, response, 'Checkout', body, { script: '/checkout.js' })
})

shop.get('/thanks', (request, response) => {
  const { sequence } = request.session
  show(request, response, 'Thank you', thanks(), { after: sequence })
})

shop.get('/account', (request, response) => show(request, response, 'Account', account()))

shop.get('/sign-in', (request, response) => show(request, response, 'Who are you?', signIn()))

// Another session for another person: nothing of the one before is left in it.
shop.post('/sign-in', (request, response) => {
  const customerId = ['ana', 'bia'].find((name) => name === request.body.customer) ?? null
  sessions.begin(response, { customerId })
  response.redirect(303, '/account')
})

openCheckout(shop, punchcard)

const { PORT = '4000' } = process.env
const server = shop.listen(Number(PORT), '127.0.0.1', () => {
  process.stdout.write('People are not authenticated in this example: do not open it to others.\n')
  process.stdout.write(`The shop is open at http://127.0.0.1:${server.address().port}\n`)
})
