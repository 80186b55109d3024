import { SPANISH_CARDS } from './card-words.ts'
import type { AdjustmentReason } from './explanation.ts'
import type { LineBonusKind } from './kinds.ts'
import type {
  Count,
  Extra,
  Language,
  LineBonusFacts,
  NothingFacts,
  NotMoreFacts,
  OrderBonusFacts,
  PurchaseFacts,
  RuleWords,
} from './language.ts'
import type { Excludable, Purpose } from './limit-members.ts'
import { listed } from './listed.ts'
import type { Rounding, Weekday } from './members.ts'
import { SPANISH_PRIZES } from './prize-words.ts'
import { SPANISH_REFERRALS } from './referral-words.ts'
import { SPANISH_CHANGES } from './spanish-changes.ts'

const ROUNDED: Readonly<Record<Rounding, string>> = {
  floor: 'redondeado hacia abajo',
  nearest: 'redondeado al más próximo',
  ceiling: 'redondeado hacia arriba',
}

const WEEKDAYS: Readonly<Record<Weekday, string>> = {
  mon: 'lunes',
  tue: 'martes',
  wed: 'miércoles',
  thu: 'jueves',
  fri: 'viernes',
  sat: 'sábados',
  sun: 'domingos',
}

const ADJUSTED_FOR: Readonly<Record<AdjustmentReason, string>> = {
  goodwill: 'cortesía',
  correction: 'corrección',
  complaint: 'reclamo',
  promotion: 'promoción',
  fraud: 'fraude',
  other: 'otro motivo',
}

const PURPOSE: Readonly<Record<Purpose, string>> = { points: 'puntos', stamps: 'sellos', tiers: 'niveles' }

const LEFT_OUT: Readonly<Record<Excludable, (ids: string) => string>> = {
  product: (ids) => `producto ${ids}`,
  brand: (ids) => `marca ${ids}`,
  category: (ids) => `categoría ${ids}`,
  marked: () => 'líneas que su tienda marca',
  shipping: () => 'gastos de envío',
  all: () => 'el pedido entero',
}

/** Of rules that say for how long their points are good. */
const VALIDITY = SPANISH_PRIZES.validity.points

const RULES: RuleWords = {
  templates: {
    purchase: `Los clientes ganan {points} por cada {perAmount} que gastan[, redondeado {rounding}][, en pedidos desde {minimumOrder}]${VALIDITY}`,
    exclude: '{excluded} no cuentan para {outOf}{when}.',
    cap: 'Un cliente gana como máximo {points} {per} con pedidos.',
    product: 'Los productos {kind} {ids} ganan {bonusAmount} {bonus}{when}{limit}{stacks}.',
    brand: 'Los productos {kind} {ids} ganan {bonusAmount} {bonus}{when}{limit}{stacks}.',
    category: 'Los productos {kind} {ids} ganan {bonusAmount} {bonus}{when}{limit}{stacks}.',
    paymentMethod: 'Los pedidos {kind} {ids} ganan {bonusAmount} {bonus}{when}{limit}{stacks}.',
    branch: 'Los pedidos {kind} {ids} ganan {bonusAmount} {bonus}{when}{limit}{stacks}.',
    tier: 'Los clientes del nivel {ids} ganan {bonusAmount} {bonus}{when}{limit}{stacks}.',
    firstPurchase: 'El primer pedido de un cliente gana {bonusAmount} {bonus}{when}{stacks}.',
    campaign:
      'Desde el {startsAt} hasta el {endsAt}, todo gana {multiplier} veces los puntos{when}{limit}{stacks}.',
    card: '{card}{validity}',
    order: 'Los pedidos ganan {bonusAmount} {bonus}{when}{limit}{stacks}.',
    signup: 'Los clientes reciben {prize} {kind}{validity}',
    birthday: 'Los clientes reciben {prize} {kind}{validity}',
    tierReached: 'Los clientes que llegan al nivel {ids} reciben {prize}{validity}',
    referral: `Los clientes reciben {points} {kind}{asks}${VALIDITY}{gifts}`,
    quiz: `Los clientes ganan los puntos de cada cuestionario que responden${VALIDITY}`,
    custom: `Cada {key} gana {points}[, {perDay} por día][, {ever} en total]${VALIDITY}`,
  },
  kinds: {
    product: 'con el código',
    brand: 'de la marca',
    category: 'de la categoría',
    paymentMethod: 'pagados con',
    branch: 'hechos en',
    signup: 'al registrarse',
    birthday: 'en su cumpleaños',
    referral: 'por recomendar a un amigo que compra',
  },
  rounding: { floor: 'hacia abajo', nearest: 'al más próximo', ceiling: 'hacia arriba' },
  times: ({ isOne }) => (isOne ? 'vez los puntos' : 'veces los puntos'),
  more: ({ isOne }, isPerLine) =>
    `${isOne ? 'punto' : 'puntos'} más${isPerLine ? ' por línea del pedido' : ''}`,
  available: ({ text, isOne }, isImmediately) =>
    isImmediately ? 'de inmediato' : `después de ${text} ${isOne ? 'día' : 'días'}`,
  expire: (days) => {
    if (days === null) return 'no vencen'
    return days.isOne ? 'vencen al día' : `vencen a los ${days.text} días`
  },
  expireWithMonth: (months) =>
    months === 0 ? 'vencen al final del mes' : `vencen al final del ${ordinal(months)} mes siguiente`,
  expireAfterDay: (day, years) => `vencen después del ${day} ${ofYearAfter(years)}`,
  limit: (count) =>
    count === null ? 'sin límite' : `como máximo ${count.text} ${count.isOne ? 'vez' : 'veces'}`,
  endOf: (day) => `fin del ${day}`,
  andMore: (count) => `${count} más`,
  combining:
    'Los extras se suman. Los multiplicadores de productos, marcas, categorías y campañas compiten: solo cuenta el mayor. Los demás se suman a él.',
  combiningOtherwise:
    'Los extras se suman, salvo que digan lo contrario. De los multiplicadores que compiten, solo cuenta el mayor; uno que se suma a los demás se agrega.',
  when: {
    period: ', del {from} al {until}',
    from: ', desde el {from}',
    until: ', hasta el {until}',
    days: ', los {days}',
    hours: ', de {hours}',
    tiers: ', para clientes del nivel {tiers}',
    branches: ', en {branches}',
    paymentMethods: ', pagados con {paymentMethods}',
    minimumOrder: ', en pedidos desde {minimum}',
    firstOrders: ', en {firstOrders} de un cliente',
  },
  weekdays: (days) =>
    listed(
      days.map((day) => WEEKDAYS[day]),
      'y',
    ),
  weekday: {
    mon: 'un lunes',
    tue: 'un martes',
    wed: 'un miércoles',
    thu: 'un jueves',
    fri: 'un viernes',
    sat: 'un sábado',
    sun: 'un domingo',
  },
  hours: (windows) =>
    listed(
      windows.map(({ from, until }) => `${from} a ${until}`),
      'y de',
    ),
  firstOrders: ({ text, isOne }) => (isOne ? 'el primer pedido' : `los primeros ${text} pedidos`),
  stacks: {
    onTop: 'sumándose a todo',
    insteadOfSmaller: 'en lugar de un multiplicador menor',
    unlessLarger: 'salvo que cuente una bonificación mayor',
  },
  excluded: {
    product: 'Los productos con el código',
    brand: 'Los productos de la marca',
    category: 'Los productos de la categoría',
    marked: 'Las líneas que su tienda marca',
    shipping: 'Los gastos de envío',
    all: 'Los pedidos enteros',
  },
  outOf: (purposes) =>
    listed(
      purposes.map((one) => PURPOSE[one]),
      'ni',
    ),
  leftOut: (of, ids) => LEFT_OUT[of](ids),
  per: {
    order: 'por pedido',
    day: 'por día',
    week: 'por semana',
    month: 'por mes',
    year: 'por año',
    ever: 'en total',
  },
  limited: ', como máximo {limitTimes} {limitPer}',
  often: ({ text, isOne }) => (isOne ? 'una vez' : `${text} veces`),
  card: SPANISH_CARDS,
  prize: SPANISH_PRIZES,
  referral: SPANISH_REFERRALS,
}

export const SPANISH: Language = {
  locale: 'es',
  points,
  cashback: (amount) => `${amount} de cashback`,
  reasons: {
    purchase,
    exclude: ({ amount, what }) => `no contaron ${amount}${what === null ? '' : `: ${what}`}`,
    cap: ({ cap }) => (cap === null ? 'por encima de un máximo' : `por encima del máximo de ${cap}`),
    limit: ({ limit }) =>
      limit === null ? 'se dio el máximo de veces' : `ya se dio el máximo de veces: ${limit}`,
    product: (facts) => lineBonus('product', facts),
    brand: (facts) => lineBonus('brand', facts),
    category: (facts) => lineBonus('category', facts),
    paymentMethod: ({ name, ...extra }) =>
      orderBonus(extra, `por pagar con “${name}”`, `pagado con “${name}”`),
    branch: ({ name, ...extra }) => orderBonus(extra, `por comprar en “${name}”`, `hecho en “${name}”`),
    tier: ({ name, ...extra }) => orderBonus(extra, `por el nivel “${name}”`, `por el nivel “${name}”`),
    tierBenefit: ({ name, ...extra }) => `como beneficio del nivel “${name}”${timesBase(extra)}`,
    firstPurchase: (extra) => orderBonus(extra, 'por la primera compra', 'por la primera compra'),
    order: (extra) => orderBonus(extra, 'por el pedido entero', null),
    campaign: ({ name, amount, multiplier }) =>
      `por ${amount} en la campaña${name === null ? '' : ` “${name}”`}${multiplier === null ? '' : ` a ${multiplier}`}`,
    card: ({ name, number }) =>
      `por la tarjeta completa${name === null ? '' : ` “${name}”`}${number === null ? '' : `, número ${number}`}`,
    signup: () => 'por el registro',
    birthday: () => 'por el cumpleaños',
    tierReached: ({ name }) => `por llegar al nivel “${name}”`,
    referral: () => 'por una recomendación',
    quiz: ({ name }) => `por el cuestionario “${name}”`,
    custom: ({ key }) => (key === null ? 'por una acción de la tienda' : `por “${key}”`),
    recorded: () => 'registrados antes',
    otherRecord: () => 'en otro registro del mismo momento, porque una parte todavía esperaba',
    notEnrolled: () => 'no ganados, porque el cliente no participaba en el programa en ese momento',
    writtenOff: () => 'dados de baja, porque ya se gastaron',
    reward: ({ name, cashback }) =>
      cashback === null
        ? `por la recompensa “${name}”`
        : `por la recompensa “${name}”: ${cashback} de cashback`,
    adjustment: ({ isAdded, cashback, reason }) =>
      `${cashback === null ? '' : `por ${cashback} de cashback `}${isAdded ? 'agregados' : 'retirados'} manualmente: ${ADJUSTED_FOR[reason]}`,
    partReturned: ({ amount, key }) => `se devolvieron ${amount} de él (clave “${key}”)`,
    refunded: ({ name, cashback }) =>
      `de vuelta de la recompensa “${name}”: ${cashback} de cashback, porque se devolvió una parte del pedido`,
    cashbackChange: ({ amount, isAdded, reason, key }) =>
      `por ${amount} de cashback ${isAdded ? 'agregados' : 'retirados'} manualmente: “${reason}” (clave “${key}”)`,
    pointsChange: ({ isAdded, reason, key }) =>
      `${isAdded ? 'agregados' : 'retirados'} manualmente: “${reason}” (clave “${key}”)`,
    returned: ({ name, date }) => `de vuelta de la recompensa “${name}” del ${date}`,
    expired: (facts) =>
      `vencidos, lo que quedaba de los ${points(facts.points)} del ${facts.date}${facts.order === null ? '' : ` (pedido “${facts.order}”)`}`,
    inactive: ({ since }) => `vencidos, porque no se compró, ganó ni canjeó nada desde el ${since}`,
    prizeTakenBack: ({ name, of }) =>
      `${name === null ? 'de un premio' : `del premio de “${name}”`}, retirado porque ${SPANISH_PRIZES.takenBack[of ?? 'other']}`,
    erased: () => 'terminados cuando se borró al cliente',
    imported: () => 'importados',
    import: () => 'traídos del programa anterior',
    importUndone: () => 'importación deshecha',
    elsewhere: () => 'ganados con este pedido en el programa anterior',
    merged: () => 'otro cliente se fusionó con este',
    unexplained: () => 'registrados por una versión que no guardaba explicaciones',
  },
  withRule: (reason, rule) => `${reason} (regla “${rule}”)`,
  line: (points, reason) => `${points} ${reason}`,
  single: (points, reason) => `${points} ${reason}`,
  merged: 'Otro cliente se fusionó con este.',
  several: (points, lines) => `${points}: ${lines.join('; ')}`,
  cancelled: (points, lines) => [`${points}: el pedido fue cancelado`, ...lines].join('; '),
  adjusted: (points, lines, nothing) =>
    [
      `${points}: el pedido fue modificado`,
      ...lines,
      ...(nothing === null ? [] : [`ahora no gana nada: ${nothing}`]),
    ].join('; '),
  nothing,
  notMore,
  orderOfNothing: (facts) =>
    facts.why === 'pending'
      ? 'Este pedido todavía no ganó nada: no está completo'
      : `Este pedido no ganó nada: ${nothing(facts)}`,
  orderStands: (points) => `Este pedido vale ${points}`,
  opened: (points, date) => `${points} del ${date} quedaron disponibles`,
  orderWrittenOff: (points) =>
    `${points} debieron retirarse, ya estaban gastados y se dieron de baja: nunca se retirarán después`,
  linesCapped: (lines, total) =>
    `Sus líneas suman ${lines} y cuentan como máximo por el total de ${total}, en su orden`,
  rules: RULES,
  changes: SPANISH_CHANGES,
}

function points({ text, isOne }: Count): string {
  return `${text} ${isOne ? 'punto' : 'puntos'}`
}

/** Before a noun: `1.er`, `2.º`, `13.er`, `11.º`. */
function ordinal(number: number): string {
  const isShortened = number !== 11 && (number % 10 === 1 || number % 10 === 3)
  return `${number}.${isShortened ? 'er' : 'º'}`
}

function ofYearAfter(years: number): string {
  if (years === 0) return 'del mismo año'
  return years === 1 ? 'del año siguiente' : `del ${ordinal(years)} año siguiente`
}

function purchase({ amount, rate, rounding }: PurchaseFacts): string {
  if (rate === null) return `por ${amount}`
  const at = `por ${amount} a ${points(rate.points)} por ${rate.perAmount}`
  return rounding === null ? at : `${at}, ${ROUNDED[rounding]}`
}

const AMONG: Readonly<Record<LineBonusKind, string>> = {
  product: 'productos de la regla',
  brand: 'marcas de la regla',
  category: 'categorías de la regla',
}

function lineBonus(kind: LineBonusKind, facts: LineBonusFacts): string {
  if ('count' in facts) {
    const each = facts.each === null ? '' : `, ${facts.each.text} cada una`
    return `por ${facts.count.text} ${facts.count.isOne ? 'línea' : 'líneas'} de ${AMONG[kind]}${each}`
  }
  const times = facts.multiplier === null ? '' : ` a ${facts.multiplier}`
  const instead = facts.insteadOf === null ? '' : ` en lugar de ${facts.insteadOf}`
  return `por ${facts.amount} en ${AMONG[kind]}${times}${instead}`
}

/** `alone`: what it is for; `competing`: the same behind the money that counted with its multiplier. */
function orderBonus(
  { amount, ...extra }: Omit<OrderBonusFacts, 'name'>,
  alone: string,
  competing: string | null,
): string {
  if (amount === null) return `${alone}${timesBase(extra)}`
  const at = `por ${amount}${extra.multiplier === null ? '' : ` a ${extra.multiplier}`}`
  return competing === null ? at : `${at}, ${competing}`
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
    case 'excluded':
      return 'nada de él cuenta para el programa'
    case 'capped':
      return facts.cap === null
        ? 'un máximo ya estaba agotado'
        : `el máximo de ${facts.cap} ya estaba agotado`
    case 'noRule':
      return 'el programa no tenía ninguna regla activa para compras'
    case 'notEnrolled':
      return 'el cliente no participaba en el programa'
    case 'imported':
      return 'ya estaba completo antes de importarse'
    case 'pending':
      return 'no está completo'
    case 'cancelled':
      return 'fue cancelado antes de estar completo'
    case 'lessThanAPoint':
      return 'el total no llegó a un punto'
  }
}

function notMore(facts: NotMoreFacts): string {
  switch (facts.why) {
    case 'notYet':
      return `empieza el ${facts.date}`
    case 'over':
      return `terminó el ${facts.date}`
    case 'otherDay':
      return `solo los ${facts.days}; esto fue ${facts.was}`
    case 'otherHour':
      return `solo de ${facts.hours}; esto fue a las ${facts.was}`
    case 'otherTier':
      return `solo para ${facts.names}`
    case 'otherBranch':
      return `solo en ${facts.names}`
    case 'otherPayment':
      return `solo pagado con ${facts.names}`
    case 'belowItsMinimum':
      return `solo desde ${facts.minimum}; contaron ${facts.counted}`
    case 'notAmongFirst': {
      const { first, number } = facts
      const only = first.isOne ? 'solo en el primer pedido' : `solo en los primeros ${first.text} pedidos`
      return number === null ? only : `${only}; este fue el número ${number}`
    }
    case 'noSuchLine':
      return 'ninguna línea tiene lo que pide'
    case 'beaten':
      return `“${facts.rule}” dio más, y solo cuenta el mejor`
    case 'limitReached':
      return `ya se dio el máximo de veces: ${facts.limit}`
    case 'capped':
      return `${points(facts.points)} ${facts.points.isOne ? 'superó' : 'superaron'} el máximo de ${facts.cap}`
    case 'excluded':
      return `${facts.amount} de él no cuentan por “${facts.rule}”`
    case 'unpriced':
      return `“${facts.product}” llegó sin precio y no se pudo descontar`
    case 'cardDone':
      return `la tarjeta “${facts.card}” está completa y se da una vez`
    case 'cardClosed':
      return `llegó después de que la tarjeta cerró el ${facts.date}`
    case 'beforeCard':
      return `se hizo antes de que la tarjeta empezara el ${facts.date}`
  }
}
