import type { Locale } from '../contract/locale.ts'
import type { Count } from './language.ts'
import type { Rounding, RuleKind } from './program.ts'

/** Rules of which one can be turned into another without a loss: the sentence offers that. */
export const KIND_GROUPS = [
  ['product', 'brand', 'category'],
  ['paymentMethod', 'branch'],
  ['signup', 'birthday', 'referral'],
] as const satisfies readonly (readonly RuleKind[])[]

type ChosenKind = (typeof KIND_GROUPS)[number][number]

/** The sentences of rules in one language. `{name}` is a slot of the rule; everything that it shows comes written. */
export interface RuleWords {
  readonly templates: Readonly<Record<RuleKind, string>>
  readonly kinds: Readonly<Record<ChosenKind, string>>
  readonly rounding: Readonly<Record<Rounding, string>>
  /** Behind the number of a multiplier: `times the points`. */
  times(count: Count): string
  /** Behind the number of a fixed bonus: `points more`. `isPerLine`: for each line that matches. */
  more(count: Count, isPerLine: boolean): string
  /** From when points can be used; 0: at once. */
  opens(days: Count, isAtOnce: boolean): string
  /** null: for ever. */
  isGood(days: Count | null): string
  /** How often a customer may; null: without a limit. */
  limit(count: Count | null): string
  /** The last of a list that is too long to show. */
  andMore(count: string): string
  /** What adds up and what competes. */
  readonly combining: string
}

const VALIDITY = {
  en: '; points open {waitingDays} and are good {validityDays}',
  'pt-BR': '; os pontos ficam disponíveis {waitingDays} e valem {validityDays}',
  es: '; los puntos quedan disponibles {waitingDays} y valen {validityDays}',
} as const satisfies Record<Locale, string>

const ENGLISH_RULES: RuleWords = {
  templates: {
    purchase: `Customers earn {points} for every {perAmount} they spend, rounded {rounding}, on orders from {minimumOrder}${VALIDITY.en}`,
    product: 'Products {kind} {ids} earn {bonusAmount} {bonus}',
    brand: 'Products {kind} {ids} earn {bonusAmount} {bonus}',
    category: 'Products {kind} {ids} earn {bonusAmount} {bonus}',
    paymentMethod: 'Orders {kind} {ids} earn {bonusAmount} {bonus}',
    branch: 'Orders {kind} {ids} earn {bonusAmount} {bonus}',
    tier: 'Customers in {ids} earn {multiplier} times the points',
    firstPurchase: "A customer's first order earns {bonusAmount} {bonus}",
    campaign: 'From {startsAt} to {endsAt} everything earns {multiplier} times the points',
    signup: `Customers get {points} {kind}${VALIDITY.en}`,
    birthday: `Customers get {points} {kind}${VALIDITY.en}`,
    referral: `Customers get {points} {kind}${VALIDITY.en}`,
    quiz: `Answered quizzes earn their points${VALIDITY.en}`,
    custom: `Each {key} earns {points} ({perDay} a day, {ever} in all)${VALIDITY.en}`,
  },
  kinds: {
    product: 'with the id',
    brand: 'of brand',
    category: 'of category',
    paymentMethod: 'paid with',
    branch: 'placed at',
    signup: 'for joining',
    birthday: 'on their birthday',
    referral: 'for a friend who buys',
  },
  rounding: { floor: 'down', nearest: 'to the nearest', ceiling: 'up' },
  times: ({ isOne }) => (isOne ? 'time the points' : 'times the points'),
  more: ({ isOne }, isPerLine) => `${isOne ? 'point' : 'points'} more${isPerLine ? ' per order line' : ''}`,
  opens: ({ text, isOne }, isAtOnce) => (isAtOnce ? 'at once' : `after ${text} ${isOne ? 'day' : 'days'}`),
  isGood: (days) => (days === null ? 'for ever' : `for ${days.text} ${days.isOne ? 'day' : 'days'}`),
  limit: (count) =>
    count === null ? 'any number of times' : `at most ${count.text} ${count.isOne ? 'time' : 'times'}`,
  andMore: (count) => `${count} more`,
  combining: 'Extras add up; of several multipliers for one product the best one counts.',
}

const PORTUGUESE_RULES: RuleWords = {
  templates: {
    purchase: `Clientes ganham {points} a cada {perAmount} em compras, arredondado {rounding}, em pedidos a partir de {minimumOrder}${VALIDITY['pt-BR']}`,
    product: 'Produtos {kind} {ids} ganham {bonusAmount} {bonus}',
    brand: 'Produtos {kind} {ids} ganham {bonusAmount} {bonus}',
    category: 'Produtos {kind} {ids} ganham {bonusAmount} {bonus}',
    paymentMethod: 'Pedidos {kind} {ids} ganham {bonusAmount} {bonus}',
    branch: 'Pedidos {kind} {ids} ganham {bonusAmount} {bonus}',
    tier: 'Clientes no nível {ids} ganham {multiplier} vezes os pontos',
    firstPurchase: 'O primeiro pedido de um cliente ganha {bonusAmount} {bonus}',
    campaign: 'De {startsAt} até {endsAt}, tudo ganha {multiplier} vezes os pontos',
    signup: `Clientes ganham {points} {kind}${VALIDITY['pt-BR']}`,
    birthday: `Clientes ganham {points} {kind}${VALIDITY['pt-BR']}`,
    referral: `Clientes ganham {points} {kind}${VALIDITY['pt-BR']}`,
    quiz: `Quizzes respondidos ganham os seus pontos${VALIDITY['pt-BR']}`,
    custom: `Cada {key} ganha {points} ({perDay} por dia, {ever} no total)${VALIDITY['pt-BR']}`,
  },
  kinds: {
    product: 'com o código',
    brand: 'da marca',
    category: 'da categoria',
    paymentMethod: 'pagos com',
    branch: 'feitos em',
    signup: 'ao se cadastrar',
    birthday: 'no aniversário',
    referral: 'por um amigo que compra',
  },
  rounding: { floor: 'para baixo', nearest: 'para o mais próximo', ceiling: 'para cima' },
  times: ({ isOne }) => (isOne ? 'vez os pontos' : 'vezes os pontos'),
  more: ({ isOne }, isPerLine) =>
    `${isOne ? 'ponto' : 'pontos'} a mais${isPerLine ? ' por linha do pedido' : ''}`,
  opens: ({ text, isOne }, isAtOnce) =>
    isAtOnce ? 'na hora' : `depois de ${text} ${isOne ? 'dia' : 'dias'}`,
  isGood: (days) => (days === null ? 'para sempre' : `por ${days.text} ${days.isOne ? 'dia' : 'dias'}`),
  limit: (count) =>
    count === null ? 'quantas vezes quiser' : `no máximo ${count.text} ${count.isOne ? 'vez' : 'vezes'}`,
  andMore: (count) => `mais ${count}`,
  combining: 'Extras se somam; de vários multiplicadores para um produto, conta o melhor.',
}

const SPANISH_RULES: RuleWords = {
  templates: {
    purchase: `Los clientes ganan {points} por cada {perAmount} que gastan, redondeado {rounding}, en pedidos desde {minimumOrder}${VALIDITY.es}`,
    product: 'Los productos {kind} {ids} ganan {bonusAmount} {bonus}',
    brand: 'Los productos {kind} {ids} ganan {bonusAmount} {bonus}',
    category: 'Los productos {kind} {ids} ganan {bonusAmount} {bonus}',
    paymentMethod: 'Los pedidos {kind} {ids} ganan {bonusAmount} {bonus}',
    branch: 'Los pedidos {kind} {ids} ganan {bonusAmount} {bonus}',
    tier: 'Los clientes del nivel {ids} ganan {multiplier} veces los puntos',
    firstPurchase: 'El primer pedido de un cliente gana {bonusAmount} {bonus}',
    campaign: 'Desde {startsAt} hasta {endsAt}, todo gana {multiplier} veces los puntos',
    signup: `Los clientes reciben {points} {kind}${VALIDITY.es}`,
    birthday: `Los clientes reciben {points} {kind}${VALIDITY.es}`,
    referral: `Los clientes reciben {points} {kind}${VALIDITY.es}`,
    quiz: `Los cuestionarios respondidos ganan sus puntos${VALIDITY.es}`,
    custom: `Cada {key} gana {points} ({perDay} por día, {ever} en total)${VALIDITY.es}`,
  },
  kinds: {
    product: 'con el código',
    brand: 'de la marca',
    category: 'de la categoría',
    paymentMethod: 'pagados con',
    branch: 'hechos en',
    signup: 'al inscribirse',
    birthday: 'en su cumpleaños',
    referral: 'por un amigo que compra',
  },
  rounding: { floor: 'hacia abajo', nearest: 'al más próximo', ceiling: 'hacia arriba' },
  times: ({ isOne }) => (isOne ? 'vez los puntos' : 'veces los puntos'),
  more: ({ isOne }, isPerLine) =>
    `${isOne ? 'punto' : 'puntos'} más${isPerLine ? ' por línea del pedido' : ''}`,
  opens: ({ text, isOne }, isAtOnce) =>
    isAtOnce ? 'al instante' : `después de ${text} ${isOne ? 'día' : 'días'}`,
  isGood: (days) => (days === null ? 'para siempre' : `por ${days.text} ${days.isOne ? 'día' : 'días'}`),
  limit: (count) =>
    count === null ? 'sin límite' : `como máximo ${count.text} ${count.isOne ? 'vez' : 'veces'}`,
  andMore: (count) => `${count} más`,
  combining: 'Los extras se suman; de varios multiplicadores para un producto cuenta el mejor.',
}

export const RULE_WORDS: Readonly<Record<Locale, RuleWords>> = {
  en: ENGLISH_RULES,
  'pt-BR': PORTUGUESE_RULES,
  es: SPANISH_RULES,
}
