/** What there is to buy. Prices are in cents, so that sums are exact. */
export const PRODUCTS = [
  {
    id: 'reserva',
    name: 'Aurora Reserva',
    cents: 4200,
    about:
      'Yellow Bourbon from Mantiqueira, washed and dried in the shade. Honey, red apple and a long cocoa finish. 250 g, roasted on Tuesday.',
  },
  { id: 'espresso', name: 'Espresso', cents: 850, about: 'At our counter: show the order when you come by.' },
  { id: 'mug', name: 'Mug', cents: 4990, about: 'Made by hand in Cunha, with a blue rim.' },
]

export const productOf = (id) => PRODUCTS.find((product) => product.id === id)

export const centsOf = ({ items }) => items.reduce((sum, id) => sum + productOf(id).cents, 0)

/** `4200` is `42.00`. */
export const amount = (cents) => (cents / 100).toFixed(2)
