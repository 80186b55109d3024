import { PORTUGUESE_CARDS } from './card-words.ts'
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
import { PORTUGUESE_CHANGES } from './portuguese-changes.ts'
import { PORTUGUESE_PRIZES } from './prize-words.ts'
import { PORTUGUESE_REFERRALS } from './referral-words.ts'

const ROUNDED: Readonly<Record<Rounding, string>> = {
  floor: 'arredondado para baixo',
  nearest: 'arredondado para o mais próximo',
  ceiling: 'arredondado para cima',
}

/** With the article that goes before it: the week is feminine, its end is not. */
const WEEKDAYS: Readonly<Record<Weekday, readonly [string, string]>> = {
  mon: ['às', 'segundas'],
  tue: ['às', 'terças'],
  wed: ['às', 'quartas'],
  thu: ['às', 'quintas'],
  fri: ['às', 'sextas'],
  sat: ['aos', 'sábados'],
  sun: ['aos', 'domingos'],
}

/** `às terças e quintas e aos sábados`. */
function onWeekdays(days: readonly Weekday[]): string {
  const together = ['às', 'aos'].flatMap((article) => {
    const names = days.flatMap((day) => (WEEKDAYS[day][0] === article ? [WEEKDAYS[day][1]] : []))
    return names.length > 0 ? [`${article} ${listed(names, 'e')}`] : []
  })
  return together.join(' e ')
}

const ADJUSTED_FOR: Readonly<Record<AdjustmentReason, string>> = {
  goodwill: 'cortesia',
  correction: 'correção',
  complaint: 'reclamação',
  promotion: 'promoção',
  fraud: 'fraude',
  other: 'outro motivo',
}

const PURPOSE: Readonly<Record<Purpose, string>> = { points: 'pontos', stamps: 'carimbos', tiers: 'níveis' }

const LEFT_OUT: Readonly<Record<Excludable, (ids: string) => string>> = {
  product: (ids) => `produto ${ids}`,
  brand: (ids) => `marca ${ids}`,
  category: (ids) => `categoria ${ids}`,
  marked: () => 'linhas que a sua loja marca',
  shipping: () => 'custos de envio',
  all: () => 'o pedido inteiro',
}

/** Of rules that say for how long their points are good. */
const VALIDITY = PORTUGUESE_PRIZES.validity.points

const RULES: RuleWords = {
  templates: {
    purchase: `Clientes ganham {points} a cada {perAmount} em compras[, arredondado {rounding}][, em pedidos a partir de {minimumOrder}]${VALIDITY}`,
    exclude: '{excluded} não contam para {outOf}{when}.',
    cap: 'Um cliente ganha no máximo {points} {per} com pedidos.',
    product: 'Produtos {kind} {ids} ganham {bonusAmount} {bonus}{when}{limit}{stacks}.',
    brand: 'Produtos {kind} {ids} ganham {bonusAmount} {bonus}{when}{limit}{stacks}.',
    category: 'Produtos {kind} {ids} ganham {bonusAmount} {bonus}{when}{limit}{stacks}.',
    paymentMethod: 'Pedidos {kind} {ids} ganham {bonusAmount} {bonus}{when}{limit}{stacks}.',
    branch: 'Pedidos {kind} {ids} ganham {bonusAmount} {bonus}{when}{limit}{stacks}.',
    tier: 'Clientes no nível {ids} ganham {bonusAmount} {bonus}{when}{limit}{stacks}.',
    firstPurchase: 'O primeiro pedido de um cliente ganha {bonusAmount} {bonus}{when}{stacks}.',
    campaign: 'De {startsAt} até {endsAt}, tudo ganha {multiplier} vezes os pontos{when}{limit}{stacks}.',
    card: '{card}{validity}',
    order: 'Pedidos ganham {bonusAmount} {bonus}{when}{limit}{stacks}.',
    signup: 'Clientes ganham {prize} {kind}{validity}',
    birthday: 'Clientes ganham {prize} {kind}{validity}',
    tierReached: 'Clientes que chegam ao nível {ids} ganham {prize}{validity}',
    referral: `Clientes ganham {points} {kind}{asks}${VALIDITY}{gifts}`,
    quiz: `Clientes ganham os pontos de cada quiz que respondem${VALIDITY}`,
    custom: `Cada {key} ganha {points}[, {perDay} por dia][, {ever} no total]${VALIDITY}`,
  },
  kinds: {
    product: 'com o código',
    brand: 'da marca',
    category: 'da categoria',
    paymentMethod: 'pagos com',
    branch: 'feitos em',
    signup: 'ao se cadastrar',
    birthday: 'no aniversário',
    referral: 'por indicar um amigo que compra',
  },
  rounding: { floor: 'para baixo', nearest: 'para o mais próximo', ceiling: 'para cima' },
  times: ({ isOne }) => (isOne ? 'vez os pontos' : 'vezes os pontos'),
  more: ({ isOne }, isPerLine) =>
    `${isOne ? 'ponto' : 'pontos'} a mais${isPerLine ? ' por linha do pedido' : ''}`,
  available: ({ text, isOne }, isImmediately) =>
    isImmediately ? 'na hora' : `depois de ${text} ${isOne ? 'dia' : 'dias'}`,
  expire: (days) =>
    days === null ? 'não expiram' : `expiram em ${days.text} ${days.isOne ? 'dia' : 'dias'}`,
  expireWithMonth: (months) =>
    months === 0 ? 'expiram no fim do mês' : `expiram no fim do ${months}º mês seguinte`,
  expireAfterDay: (day, years) => `expiram depois de ${day} ${ofYearAfter(years)}`,
  limit: (count) =>
    count === null ? 'quantas vezes quiser' : `no máximo ${count.text} ${count.isOne ? 'vez' : 'vezes'}`,
  endOf: (day) => `o fim do dia ${day}`,
  andMore: (count) => `mais ${count}`,
  combining:
    'Extras se somam. Multiplicadores de produtos, marcas, categorias e campanhas competem: só o maior conta. Os outros se somam a ele.',
  combiningOtherwise:
    'Extras se somam, a menos que digam o contrário. Dos multiplicadores que competem, só o maior conta; um que se soma aos outros é acrescentado.',
  when: {
    period: ', de {from} até {until}',
    from: ', a partir de {from}',
    until: ', até {until}',
    days: ', {days}',
    hours: ', das {hours}',
    tiers: ', para clientes no nível {tiers}',
    branches: ', em {branches}',
    paymentMethods: ', pagos com {paymentMethods}',
    minimumOrder: ', em pedidos a partir de {minimum}',
    firstOrders: ', {firstOrders} de um cliente',
  },
  weekdays: onWeekdays,
  weekday: {
    mon: 'numa segunda',
    tue: 'numa terça',
    wed: 'numa quarta',
    thu: 'numa quinta',
    fri: 'numa sexta',
    sat: 'num sábado',
    sun: 'num domingo',
  },
  hours: (windows) =>
    listed(
      windows.map(({ from, until }) => `${from} às ${until}`),
      'e das',
    ),
  firstOrders: ({ text, isOne }) => (isOne ? 'no primeiro pedido' : `nos primeiros ${text} pedidos`),
  stacks: {
    onTop: 'somando-se a tudo',
    insteadOfSmaller: 'no lugar de um multiplicador menor',
    unlessLarger: 'a menos que um bônus maior conte',
  },
  excluded: {
    product: 'Produtos com o código',
    brand: 'Produtos da marca',
    category: 'Produtos da categoria',
    marked: 'Linhas que a sua loja marca',
    shipping: 'Custos de envio',
    all: 'Pedidos inteiros',
  },
  outOf: (purposes) =>
    listed(
      purposes.map((one) => PURPOSE[one]),
      'e',
    ),
  leftOut: (of, ids) => LEFT_OUT[of](ids),
  per: {
    order: 'por pedido',
    day: 'por dia',
    week: 'por semana',
    month: 'por mês',
    year: 'por ano',
    ever: 'no total',
  },
  limited: ', no máximo {limitTimes} {limitPer}',
  often: ({ text, isOne }) => (isOne ? 'uma vez' : `${text} vezes`),
  card: PORTUGUESE_CARDS,
  prize: PORTUGUESE_PRIZES,
  referral: PORTUGUESE_REFERRALS,
}

export const PORTUGUESE: Language = {
  locale: 'pt-BR',
  points,
  cashback: (amount) => `${amount} de cashback`,
  reasons: {
    purchase,
    exclude: ({ amount, what }) => `${amount} não contaram${what === null ? '' : `: ${what}`}`,
    cap: ({ cap }) => (cap === null ? 'acima de um limite' : `acima do limite de ${cap}`),
    limit: ({ limit }) => (limit === null ? 'dado o máximo de vezes' : `já dado o máximo de vezes: ${limit}`),
    product: (facts) => lineBonus('product', facts),
    brand: (facts) => lineBonus('brand', facts),
    category: (facts) => lineBonus('category', facts),
    paymentMethod: ({ name, ...extra }) => orderBonus(extra, `por pagar com “${name}”`, `pago com “${name}”`),
    branch: ({ name, ...extra }) => orderBonus(extra, `por comprar em “${name}”`, `feito em “${name}”`),
    tier: ({ name, ...extra }) => orderBonus(extra, `pelo nível “${name}”`, `pelo nível “${name}”`),
    tierBenefit: ({ name, ...extra }) => `como benefício do nível “${name}”${timesBase(extra)}`,
    firstPurchase: (extra) => orderBonus(extra, 'pela primeira compra', 'pela primeira compra'),
    order: (extra) => orderBonus(extra, 'pelo pedido inteiro', null),
    campaign: ({ name, amount, multiplier }) =>
      `por ${amount} na campanha${name === null ? '' : ` “${name}”`}${multiplier === null ? '' : ` a ${multiplier}`}`,
    card: ({ name, number }) =>
      `pelo cartão completo${name === null ? '' : ` “${name}”`}${number === null ? '' : `, número ${number}`}`,
    signup: () => 'pelo cadastro',
    birthday: () => 'pelo aniversário',
    tierReached: ({ name }) => `por chegar ao nível “${name}”`,
    referral: () => 'por uma indicação',
    quiz: ({ name }) => `pelo quiz “${name}”`,
    custom: ({ key }) => (key === null ? 'por uma ação da loja' : `por “${key}”`),
    recorded: () => 'registrados antes',
    otherRecord: () => 'em outro registro do mesmo momento, porque uma parte ainda esperava',
    notEnrolled: () => 'não ganhos, porque o cliente não participava do programa naquele momento',
    writtenOff: () => 'baixados, porque já foram gastos',
    reward: ({ name, cashback }) =>
      cashback === null ? `pela recompensa “${name}”` : `pela recompensa “${name}”: ${cashback} de cashback`,
    adjustment: ({ isAdded, cashback, reason }) =>
      `${cashback === null ? '' : `por ${cashback} de cashback `}${isAdded ? 'adicionados' : 'retirados'} manualmente: ${ADJUSTED_FOR[reason]}`,
    partReturned: ({ amount, key }) => `${amount} dele foram devolvidos (chave “${key}”)`,
    refunded: ({ name, cashback }) =>
      `de volta da recompensa “${name}”: ${cashback} de cashback, porque uma parte do pedido foi devolvida`,
    cashbackChange: ({ amount, isAdded, reason, key }) =>
      `por ${amount} de cashback ${isAdded ? 'adicionados' : 'retirados'} manualmente: “${reason}” (chave “${key}”)`,
    pointsChange: ({ isAdded, reason, key }) =>
      `${isAdded ? 'adicionados' : 'retirados'} manualmente: “${reason}” (chave “${key}”)`,
    returned: ({ name, date }) => `de volta da recompensa “${name}” de ${date}`,
    expired: (facts) =>
      `expirados, o que restava dos ${points(facts.points)} de ${facts.date}${facts.order === null ? '' : ` (pedido “${facts.order}”)`}`,
    inactive: ({ since }) => `expirados, porque nada foi comprado, ganho ou resgatado desde ${since}`,
    prizeTakenBack: ({ name, of }) =>
      `${name === null ? 'de um prêmio' : `do prêmio de “${name}”`}, retirado porque ${PORTUGUESE_PRIZES.takenBack[of ?? 'other']}`,
    erased: () => 'encerrados quando o cliente foi apagado',
    imported: () => 'importados',
    import: () => 'trazidos do programa anterior',
    importUndone: () => 'importação desfeita',
    elsewhere: () => 'ganhos com este pedido no programa anterior',
    merged: () => 'outro cliente foi unificado com este',
    unexplained: () => 'registrados por uma versão que não guardava explicações',
  },
  withRule: (reason, rule) => `${reason} (regra “${rule}”)`,
  line: (points, reason) => `${points} ${reason}`,
  single: (points, reason) => `${points} ${reason}`,
  merged: 'Outro cliente foi unificado com este.',
  several: (points, lines) => `${points}: ${lines.join('; ')}`,
  cancelled: (points, lines) => [`${points}: o pedido foi cancelado`, ...lines].join('; '),
  adjusted: (points, lines, nothing) =>
    [
      `${points}: o pedido foi alterado`,
      ...lines,
      ...(nothing === null ? [] : [`agora ele não ganha nada: ${nothing}`]),
    ].join('; '),
  nothing,
  notMore,
  orderOfNothing: (facts) =>
    facts.why === 'pending'
      ? 'Este pedido ainda não ganhou nada: não está concluído'
      : `Este pedido não ganhou nada: ${nothing(facts)}`,
  orderStands: (points) => `Este pedido vale ${points}`,
  opened: (points, date) => `${points} de ${date} ficaram disponíveis`,
  orderWrittenOff: (points) =>
    `${points} deveriam ter sido retirados, já estavam gastos e foram baixados: nunca serão retirados depois`,
  linesCapped: (lines, total) =>
    `As linhas somam ${lines} e contam no máximo pelo total de ${total}, na sua ordem`,
  rules: RULES,
  changes: PORTUGUESE_CHANGES,
}

function points({ text, isOne }: Count): string {
  return `${text} ${isOne ? 'ponto' : 'pontos'}`
}

function ofYearAfter(years: number): string {
  if (years === 0) return 'do mesmo ano'
  return years === 1 ? 'do ano seguinte' : `do ${years}º ano seguinte`
}

function purchase({ amount, rate, rounding }: PurchaseFacts): string {
  if (rate === null) return `por ${amount}`
  const at = `por ${amount} a ${points(rate.points)} por ${rate.perAmount}`
  return rounding === null ? at : `${at}, ${ROUNDED[rounding]}`
}

const AMONG: Readonly<Record<LineBonusKind, string>> = {
  product: 'produtos da regra',
  brand: 'marcas da regra',
  category: 'categorias da regra',
}

function lineBonus(kind: LineBonusKind, facts: LineBonusFacts): string {
  if ('count' in facts) {
    const each = facts.each === null ? '' : `, ${facts.each.text} cada`
    return `por ${facts.count.text} ${facts.count.isOne ? 'linha' : 'linhas'} de ${AMONG[kind]}${each}`
  }
  const times = facts.multiplier === null ? '' : ` a ${facts.multiplier}`
  const instead = facts.insteadOf === null ? '' : ` em vez de ${facts.insteadOf}`
  return `por ${facts.amount} em ${AMONG[kind]}${times}${instead}`
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
  return multiplier === null ? '' : `, ${multiplier} dos pontos do valor`
}

function nothing(facts: NothingFacts): string {
  switch (facts.why) {
    case 'belowMinimum':
      return facts.minimum === null
        ? `${facts.total} está abaixo do mínimo`
        : `${facts.total} está abaixo do mínimo de ${facts.minimum}`
    case 'excluded':
      return 'nada dele conta para o programa'
    case 'capped':
      return facts.cap === null
        ? 'um limite já estava esgotado'
        : `o limite de ${facts.cap} já estava esgotado`
    case 'noRule':
      return 'o programa não tinha nenhuma regra ativa para compras'
    case 'notEnrolled':
      return 'o cliente não participava do programa'
    case 'imported':
      return 'já estava concluído antes de ser importado'
    case 'pending':
      return 'não está concluído'
    case 'cancelled':
      return 'foi cancelado antes de ser concluído'
    case 'lessThanAPoint':
      return 'o total não chegou a um ponto'
  }
}

function notMore(facts: NotMoreFacts): string {
  switch (facts.why) {
    case 'notYet':
      return `começa em ${facts.date}`
    case 'over':
      return `acabou em ${facts.date}`
    case 'otherDay':
      return `só ${facts.days}; isto foi ${facts.was}`
    case 'otherHour':
      return `só das ${facts.hours}; isto foi às ${facts.was}`
    case 'otherTier':
      return `só para ${facts.names}`
    case 'otherBranch':
      return `só em ${facts.names}`
    case 'otherPayment':
      return `só pago com ${facts.names}`
    case 'belowItsMinimum':
      return `só a partir de ${facts.minimum}; contaram ${facts.counted}`
    case 'notAmongFirst': {
      const { first, number } = facts
      const only = first.isOne ? 'só no primeiro pedido' : `só nos primeiros ${first.text} pedidos`
      return number === null ? only : `${only}; este foi o número ${number}`
    }
    case 'noSuchLine':
      return 'nenhuma linha tem o que ela pede'
    case 'beaten':
      return `“${facts.rule}” deu mais, e só o melhor conta`
    case 'limitReached':
      return `já dado o máximo de vezes: ${facts.limit}`
    case 'capped':
      return `${points(facts.points)} ${facts.points.isOne ? 'passou' : 'passaram'} do limite de ${facts.cap}`
    case 'excluded':
      return `${facts.amount} dele não contam por causa de “${facts.rule}”`
    case 'unpriced':
      return `“${facts.product}” veio sem preço e não pôde ser descontado`
    case 'cardDone':
      return `o cartão “${facts.card}” está completo e vale uma vez`
    case 'cardClosed':
      return `veio depois que o cartão fechou em ${facts.date}`
    case 'beforeCard':
      return `foi feito antes de o cartão começar em ${facts.date}`
  }
}
