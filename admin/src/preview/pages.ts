import { WORDS } from './example-words.ts'
import type { PreviewMessage } from './message.ts'
import { money } from './money.ts'

/** A page of a shop, as plain as can be: what is looked at are the elements in it. */
export function pageOf(message: PreviewMessage): Node[] {
  const { view } = message
  const main = node('main', { class: view })
  main.append(...BODIES[view](message))
  return [header(message), main]
}

const PRICES = ['42.00', '49.00'] as const

const BODIES: Readonly<Record<PreviewMessage['view'], (message: PreviewMessage) => Node[]>> = {
  balance: () => [node('div', { class: 'lines' }, ...[1, 2, 3, 4].map(() => node('i', {})))],
  product: ({ shop }) => {
    const { products, addToBasket } = WORDS[shop.language]
    return products.map(([name, about], index) =>
      node(
        'article',
        {},
        node('div', { class: 'picture', 'aria-hidden': 'true' }),
        node('h2', {}, name),
        node('p', { class: 'about' }, about),
        node('p', { class: 'price' }, money(shop, PRICES[index] ?? '0')),
        node('punchcard-earn', { product: `product-${index}`, price: PRICES[index] ?? '0', worth: '' }),
        node('span', { class: 'button' }, addToBasket),
      ),
    )
  },
  page: ({ shop }) => [node('h1', {}, shop.programName), node('punchcard-page', {})],
  checkout: ({ shop }) => {
    const { products, basket, total, pay } = WORDS[shop.language]
    return [
      node('h2', {}, basket),
      node(
        'dl',
        {},
        ...products.flatMap(([name], index) => [
          node('dt', {}, name),
          node('dd', {}, money(shop, PRICES[index] ?? '0')),
        ]),
        node('dt', { class: 'sum' }, total),
        node('dd', { class: 'sum' }, money(shop, '91.00')),
      ),
      node('punchcard-redeem', { total: '91.00' }),
      node('punchcard-earn', { items: 'product-0:42.00 product-1:49.00', total: '91.00', worth: '' }),
      node('span', { class: 'button' }, pay),
    ]
  },
}

function header({ shop, view }: PreviewMessage): Node {
  return node(
    'header',
    {},
    shop.appearance.logo ? node('img', { src: shop.appearance.logo, alt: '' }) : '',
    node('b', {}, shop.name),
    node('punchcard-balance', view === 'balance' ? { expiring: '' } : {}),
  )
}

function node(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}
