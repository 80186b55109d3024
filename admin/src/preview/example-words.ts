import type { Locale } from '../../../server/src/contract/locale.ts'

/** What the server says of the example customer, and the shop around it. */
export interface ExampleWords {
  readonly silver: string
  readonly gold: string
  readonly benefit: string
  readonly toGo: (money: string, tier: string) => string
  readonly ofGoal: (money: string, goal: string) => string
  readonly cardName: string
  readonly cardText: string
  readonly cardPrize: string
  readonly mug: string
  readonly mugText: string
  readonly course: string
  readonly courseText: string
  readonly off: (money: string) => string
  readonly nextOrder: string
  readonly order: (id: string) => string
  readonly orders: string
  readonly redeemed: string
  readonly birthday: string
  readonly rule: (money: string, point: string, unit: string) => string
  readonly brand: (money: string) => string
  readonly products: readonly (readonly [name: string, about: string])[]
  readonly addToBasket: string
  readonly basket: string
  readonly total: string
  readonly pay: string
  readonly referral: {
    readonly offer: string
    readonly sum: string
    readonly joined: string
    readonly bought: string
  }
}

export const WORDS: Readonly<Record<Locale, ExampleWords>> = {
  en: {
    silver: 'Silver',
    gold: 'Gold',
    benefit: 'A coffee on the house on your birthday',
    toGo: (money, tier) => `${money} to go until ${tier}`,
    ofGoal: (money, goal) => `${money} of ${goal} in 12 months`,
    cardName: 'Espresso card',
    cardText: 'Every espresso gives a stamp.',
    cardPrize: 'An espresso',
    mug: 'Mug',
    mugText: 'Pick it up at the counter',
    course: 'Barista class',
    courseText: 'Two hours on a Saturday, for two',
    off: (money) => `${money} off`,
    nextOrder: 'On your next order',
    order: (id) => `Order ${id}`,
    orders: '17 orders',
    redeemed: '6 rewards',
    birthday: 'Birthday',
    rule: (money, point, unit) => `${money} × 1 ${point} for every ${unit}`,
    brand: (money) => `${money} of the house brand, 2 times`,
    products: [
      ['House blend, 250 g', 'Whole beans, roasted this week'],
      ['Mug', 'Stoneware, 300 ml'],
    ],
    addToBasket: 'Add to basket',
    basket: 'Your basket',
    total: 'Total',
    pay: 'Pay',
    referral: {
      offer: 'Your friend gets a coffee for joining. You get 150 points for the first order.',
      sum: '2 friends have joined. 1 of them has made a purchase. You’ve earned 150 points.',
      joined: 'Joined. The first order still counts.',
      bought: 'Made a purchase. You got 150 points.',
    },
  },
  'pt-BR': {
    silver: 'Prata',
    gold: 'Ouro',
    benefit: 'Um café por nossa conta no seu aniversário',
    toGo: (money, tier) => `Faltam ${money} para ${tier}`,
    ofGoal: (money, goal) => `${money} de ${goal} em 12 meses`,
    cardName: 'Cartão do espresso',
    cardText: 'Cada espresso vale um carimbo.',
    cardPrize: 'Um espresso',
    mug: 'Caneca',
    mugText: 'Retire no balcão',
    course: 'Curso de barista',
    courseText: 'Duas horas em um sábado, para dois',
    off: (money) => `${money} de desconto`,
    nextOrder: 'No seu próximo pedido',
    order: (id) => `Pedido ${id}`,
    orders: '17 pedidos',
    redeemed: '6 recompensas',
    birthday: 'Aniversário',
    rule: (money, point, unit) => `${money} × 1 ${point} a cada ${unit}`,
    brand: (money) => `${money} da marca da casa, 2 vezes`,
    products: [
      ['Café da casa, 250 g', 'Em grãos, torrado nesta semana'],
      ['Caneca', 'Cerâmica, 300 ml'],
    ],
    addToBasket: 'Adicionar ao carrinho',
    basket: 'Seu carrinho',
    total: 'Total',
    pay: 'Pagar',
    referral: {
      offer: 'Seu amigo ganha um café ao participar. Você ganha 150 pontos pelo primeiro pedido.',
      sum: '2 amigos entraram. 1 deles fez uma compra. Você ganhou 150 pontos.',
      joined: 'Entrou. O primeiro pedido ainda vale.',
      bought: 'Fez uma compra. Você ganhou 150 pontos.',
    },
  },
  es: {
    silver: 'Plata',
    gold: 'Oro',
    benefit: 'Un café por nuestra cuenta en su cumpleaños',
    toGo: (money, tier) => `Faltan ${money} para ${tier}`,
    ofGoal: (money, goal) => `${money} de ${goal} en 12 meses`,
    cardName: 'Tarjeta del espresso',
    cardText: 'Cada espresso da un sello.',
    cardPrize: 'Un espresso',
    mug: 'Taza',
    mugText: 'Retírela en el mostrador',
    course: 'Curso de barista',
    courseText: 'Dos horas un sábado, para dos',
    off: (money) => `${money} de descuento`,
    nextOrder: 'En su próximo pedido',
    order: (id) => `Pedido ${id}`,
    orders: '17 pedidos',
    redeemed: '6 recompensas',
    birthday: 'Cumpleaños',
    rule: (money, point, unit) => `${money} × 1 ${point} por cada ${unit}`,
    brand: (money) => `${money} de la marca de la casa, 2 veces`,
    products: [
      ['Café de la casa, 250 g', 'En grano, tostado esta semana'],
      ['Taza', 'Cerámica, 300 ml'],
    ],
    addToBasket: 'Agregar al carrito',
    basket: 'Su carrito',
    total: 'Total',
    pay: 'Pagar',
    referral: {
      offer: 'Su amigo recibe un café al unirse. Usted recibe 150 puntos por el primer pedido.',
      sum: 'Se unieron 2 amigos. 1 de ellos hizo una compra. Usted ganó 150 puntos.',
      joined: 'Se unió. El primer pedido todavía cuenta.',
      bought: 'Hizo una compra. Usted recibió 150 puntos.',
    },
  },
}
