import type { AdjustmentReason } from './explanation.ts'
import type { Count, Extra, Language, LineBonusFacts, NothingFacts, PurchaseFacts } from './language.ts'
import type { LineBonusKind, Rounding } from './program.ts'

const ROUNDED: Readonly<Record<Rounding, string>> = {
  floor: 'redondeado hacia abajo',
  nearest: 'redondeado al más próximo',
  ceiling: 'redondeado hacia arriba',
}

const ADJUSTED_FOR: Readonly<Record<AdjustmentReason, string>> = {
  goodwill: 'cortesía',
  correction: 'corrección',
  complaint: 'reclamo',
  promotion: 'promoción',
  fraud: 'fraude',
  other: 'otro motivo',
}

export const SPANISH: Language = {
  locale: 'es',
  points,
  cashback: (amount) => `${amount} de cashback`,
  reasons: {
    purchase,
    product: (facts) => lineBonus('product', facts),
    brand: (facts) => lineBonus('brand', facts),
    category: (facts) => lineBonus('category', facts),
    paymentMethod: ({ id, ...extra }) => `por pagar con «${id}»${timesBase(extra)}`,
    branch: ({ id, ...extra }) => `por comprar en «${id}»${timesBase(extra)}`,
    tier: ({ name, ...extra }) => `por el nivel «${name}»${timesBase(extra)}`,
    tierBenefit: ({ name, ...extra }) => `como beneficio del nivel «${name}»${timesBase(extra)}`,
    firstPurchase: (extra) => `por la primera compra${timesBase(extra)}`,
    campaign: ({ name, amount, multiplier }) =>
      `por ${amount} en la campaña${name === null ? '' : ` «${name}»`}${multiplier === null ? '' : ` a ${multiplier}`}`,
    signup: () => 'por la inscripción',
    birthday: () => 'por el cumpleaños',
    referral: () => 'por una recomendación',
    quiz: ({ name }) => `por el cuestionario «${name}»`,
    custom: ({ key }) => (key === null ? 'por una acción de la tienda' : `por «${key}»`),
    recorded: () => 'registrados antes',
    otherRecord: () => 'en otro registro del mismo momento, porque una parte todavía esperaba',
    notEnrolled: () => 'no ganados, porque el cliente no participaba en el programa en ese momento',
    writtenOff: () => 'dados de baja, porque ya se gastaron',
    reward: ({ name, cashback }) =>
      cashback === null
        ? `por la recompensa «${name}»`
        : `por la recompensa «${name}»: ${cashback} de cashback`,
    adjustment: ({ isAdded, cashback, reason }) =>
      `${cashback === null ? '' : `por ${cashback} de cashback `}${isAdded ? 'agregados' : 'quitados'} a mano: ${ADJUSTED_FOR[reason]}`,
    partReturned: ({ amount, key }) => `se devolvieron ${amount} de él (clave «${key}»)`,
    refunded: ({ name, cashback }) =>
      `de vuelta de la recompensa «${name}»: ${cashback} de cashback, porque se devolvió una parte del pedido`,
    cashbackChange: ({ amount, isAdded, reason, key }) =>
      `por ${amount} de cashback ${isAdded ? 'agregados' : 'quitados'} a mano: «${reason}» (clave «${key}»)`,
    pointsChange: ({ isAdded, reason, key }) =>
      `${isAdded ? 'agregados' : 'quitados'} a mano: «${reason}» (clave «${key}»)`,
    returned: ({ name, date }) => `de vuelta de la recompensa «${name}» del ${date}`,
    expired: (facts) =>
      `vencidos, lo que quedaba de los ${points(facts.points)} del ${facts.date}${facts.order === null ? '' : ` (pedido «${facts.order}»)`}`,
    erased: () => 'terminados cuando se borró al cliente',
    imported: () => 'importados',
    unexplained: () => 'registrados por una versión que no guardaba explicaciones',
  },
  withRule: (reason, rule) => `${reason} (regla «${rule}»)`,
  line: (points, reason) => `${points} ${reason}`,
  single: (points, reason) => `${points} ${reason}`,
  several: (points, lines) => `${points}: ${lines.join('; ')}`,
  cancelled: (points, lines) => [`${points}: el pedido fue cancelado`, ...lines].join('; '),
  adjusted: (points, lines, nothing) =>
    [
      `${points}: el pedido fue modificado`,
      ...lines,
      ...(nothing === null ? [] : [`ahora no gana nada: ${nothing}`]),
    ].join('; '),
  nothing,
  orderOfNothing: (facts) =>
    facts.why === 'pending'
      ? 'Este pedido todavía no ganó nada: no está completo'
      : `Este pedido no ganó nada: ${nothing(facts)}`,
  orderStands: (points) => `Este pedido vale ${points}`,
  opened: (points, date) => `${points} del ${date} quedaron disponibles`,
  orderWrittenOff: (points) =>
    `${points} debieron quitarse, ya estaban gastados y se dieron de baja: nunca se quitarán después`,
  linesCapped: (lines, total) =>
    `Sus líneas suman ${lines} y cuentan como máximo por el total de ${total}, en su orden`,
}

function points({ text, isOne }: Count): string {
  return `${text} ${isOne ? 'punto' : 'puntos'}`
}

function purchase({ amount, rate, rounding }: PurchaseFacts): string {
  if (rate === null) return `por ${amount}`
  const at = `por ${amount} a ${points(rate.points)} por ${rate.perAmount}`
  return rounding === null ? at : `${at}, ${ROUNDED[rounding]}`
}

const AMONG: Readonly<Record<LineBonusKind, string>> = {
  product: 'con uno de los productos de la regla',
  brand: 'con una de las marcas de la regla',
  category: 'con una de las categorías de la regla',
}

function lineBonus(kind: LineBonusKind, facts: LineBonusFacts): string {
  if ('count' in facts) {
    const each = facts.each === null ? '' : `, ${facts.each.text} cada una`
    return `por ${facts.count.text} ${facts.count.isOne ? 'línea' : 'líneas'} ${AMONG[kind]}${each}`
  }
  const times = facts.multiplier === null ? '' : ` a ${facts.multiplier}`
  const instead = facts.insteadOf === null ? '' : ` en lugar de ${facts.insteadOf}`
  return `por ${facts.amount} ${AMONG[kind]}${times}${instead}`
}

function timesBase({ multiplier }: Extra): string {
  return multiplier === null ? '' : `, ${multiplier} de los puntos del importe`
}

function nothing(facts: NothingFacts): string {
  switch (facts.why) {
    case 'belowMinimum':
      return facts.minimum === null
        ? `${facts.total} está por debajo del mínimo`
        : `${facts.total} está por debajo del mínimo de ${facts.minimum}`
    case 'noRule':
      return 'el programa no tenía ninguna regla activa para compras'
    case 'notEnrolled':
      return 'el cliente no participaba en el programa'
    case 'pending':
      return 'no está completo'
    case 'cancelled':
      return 'fue cancelado antes de estar completo'
    case 'lessThanAPoint':
      return 'el total no llegó a un punto'
  }
}
