/**
 * The pages. Nothing of a customer's points is in them, also where someone is signed in: what is personal comes to the
 * browser with its token, so a page that a cache keeps by mistake shows it to no one else.
 */
import { amount, centsOf, PRODUCTS, productOf } from './catalog.js'

/** Where browsers find Punchcard, and the name of the shop there. */
const { STOREFRONT = 'http://127.0.0.1:3000/aurora' } = process.env
const loyalty = new URL(STOREFRONT).origin

/** All that the elements need. A page with a script of its own needs `'self'` for that. */
export const policy = (ownScript) =>
  [
    "default-src 'none'",
    `script-src ${ownScript ? `'self' ${loyalty}` : loyalty}`,
    "style-src 'self'",
    `connect-src 'self' ${loyalty}`,
    'img-src https:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** `after` is the number of the customer's newest order: what the browser has kept from before it is not shown. */
function metaOf({ customerId, who }, after) {
  if (customerId === null) return `<meta name="punchcard" content="${STOREFRONT}">`
  const kept = after ? ` data-after="${after}"` : ''
  return `<meta name="punchcard" content="${STOREFRONT}" data-token="/loyalty/token" data-who="${who}"${kept}>`
}

export function page(session, title, body, { script = '', after } = {}) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Café Aurora</title>
<link rel="stylesheet" href="/shop.css">
<script type="module" src="${loyalty}/shop/punchcard.js"></script>
${metaOf(session, after)}
${script && `<script type="module" src="${script}"></script>\n`}</head>
<body>
<header>
<a href="/">Café Aurora</a>
<a href="/checkout">Basket (${session.basket.items.length})</a>
<a href="/account">Account</a>
<a href="/sign-in">${session.customerId === null ? 'Sign in' : 'Sign out'}</a>

<punchcard-balance></punchcard-balance>

</header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
}

export const home = () => `
<punchcard-friend></punchcard-friend>

<ul class="products">
${PRODUCTS.map(
  ({ id, name, cents }) => `<li>
<a href="/products/${id}">${name}</a> R$ ${amount(cents)}
${earn(id, cents)}
</li>`,
).join('\n')}
</ul>`

export const product = ({ id, cents, about }) => `<p class="about">${about}</p>
<p>R$ ${amount(cents)}</p>

${earn(id, cents)}

<form method="post" action="/basket/${id}"><button>Add to basket</button></form>`

const earn = (id, cents) => `<punchcard-earn product="${id}" price="${amount(cents)}"></punchcard-earn>`

export const checkout = ({ basket }, hasProblem) => `<ul>
${basket.items.map((id) => `<li>${productOf(id).name} R$ ${amount(productOf(id).cents)}</li>`).join('\n')}
</ul>

<punchcard-redeem total="${amount(centsOf(basket))}"></punchcard-redeem>

<form method="post" action="/checkout">
<label>Coupon <input name="coupon" autocomplete="off" maxlength="100"></label>
${hasProblem ? '<p role="alert">This coupon can’t be used for this basket.</p>' : ''}
<p>To pay: R$ <output id="due">${amount(centsOf(basket))}</output></p>
<button>Pay</button>
</form>`

export const thanks = () => `<p>Your coffee is on its way.</p>
<h2>Your points</h2>

<punchcard-summary></punchcard-summary>
`

export const account = () => `
<punchcard-page></punchcard-page>
`

export const signIn = () => `<form method="post" action="/sign-in">
<button name="customer" value="ana">Ana</button>
<button name="customer" value="bia">Bia</button>
<button name="customer" value="">A visitor</button>
</form>`
