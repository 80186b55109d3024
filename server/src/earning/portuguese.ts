import type { AdjustmentReason } from './explanation.ts'
import type { Count, Extra, Language, LineBonusFacts, NothingFacts, PurchaseFacts } from './language.ts'
import type { LineBonusKind, Rounding } from './program.ts'

const ROUNDED: Readonly<Record<Rounding, string>> = {
  floor: 'arredondado para baixo',
  nearest: 'arredondado para o mais próximo',
  ceiling: 'arredondado para cima',
}

const ADJUSTED_FOR: Readonly<Record<AdjustmentReason, string>> = {
  goodwill: 'cortesia',
  correction: 'correção',
  complaint: 'reclamação',
  promotion: 'promoção',
  fraud: 'fraude',
  other: 'outro motivo',
}

export const PORTUGUESE: Language = {
  locale: 'pt-BR',
  points,
  cashback: (amount) => `${amount} de cashback`,
  reasons: {
    purchase,
    product: (facts) => lineBonus('product', facts),
    brand: (facts) => lineBonus('brand', facts),
    category: (facts) => lineBonus('category', facts),
    paymentMethod: ({ id, ...extra }) => `por pagar com «${id}»${timesBase(extra)}`,
    branch: ({ id, ...extra }) => `por comprar em «${id}»${timesBase(extra)}`,
    tier: ({ name, ...extra }) => `pelo nível «${name}»${timesBase(extra)}`,
    tierBenefit: ({ name, ...extra }) => `como benefício do nível «${name}»${timesBase(extra)}`,
    firstPurchase: (extra) => `pela primeira compra${timesBase(extra)}`,
    campaign: ({ name, amount, multiplier }) =>
      `por ${amount} na campanha${name === null ? '' : ` «${name}»`}${multiplier === null ? '' : ` a ${multiplier}`}`,
    signup: () => 'pelo cadastro',
    birthday: () => 'pelo aniversário',
    referral: () => 'por uma indicação',
    quiz: ({ name }) => `pelo quiz «${name}»`,
    custom: ({ key }) => (key === null ? 'por uma ação da loja' : `por «${key}»`),
    recorded: () => 'registrados antes',
    otherRecord: () => 'em outro registro do mesmo momento, porque uma parte ainda esperava',
    notEnrolled: () => 'não ganhos, porque o cliente não participava do programa naquele momento',
    writtenOff: () => 'baixados, porque já foram gastos',
    reward: ({ name, cashback }) =>
      cashback === null ? `pela recompensa «${name}»` : `pela recompensa «${name}»: ${cashback} de cashback`,
    adjustment: ({ isAdded, cashback, reason }) =>
      `${cashback === null ? '' : `por ${cashback} de cashback `}${isAdded ? 'adicionados' : 'retirados'} manualmente: ${ADJUSTED_FOR[reason]}`,
    partReturned: ({ amount, key }) => `${amount} dele foram devolvidos (chave «${key}»)`,
    refunded: ({ name, cashback }) =>
      `de volta da recompensa «${name}»: ${cashback} de cashback, porque uma parte do pedido foi devolvida`,
    cashbackChange: ({ amount, isAdded, reason, key }) =>
      `por ${amount} de cashback ${isAdded ? 'adicionados' : 'retirados'} manualmente: «${reason}» (chave «${key}»)`,
    pointsChange: ({ isAdded, reason, key }) =>
      `${isAdded ? 'adicionados' : 'retirados'} manualmente: «${reason}» (chave «${key}»)`,
    returned: ({ name, date }) => `de volta da recompensa «${name}» de ${date}`,
    expired: (facts) =>
      `expirados, o que restava dos ${points(facts.points)} de ${facts.date}${facts.order === null ? '' : ` (pedido «${facts.order}»)`}`,
    erased: () => 'encerrados quando o cliente foi apagado',
    imported: () => 'importados',
    unexplained: () => 'registrados por uma versão que não guardava explicações',
  },
  withRule: (reason, rule) => `${reason} (regra «${rule}»)`,
  line: (points, reason) => `${points} ${reason}`,
  single: (points, reason) => `${points} ${reason}`,
  several: (points, lines) => `${points}: ${lines.join('; ')}`,
  cancelled: (points, lines) => [`${points}: o pedido foi cancelado`, ...lines].join('; '),
  adjusted: (points, lines, nothing) =>
    [
      `${points}: o pedido foi alterado`,
      ...lines,
      ...(nothing === null ? [] : [`agora ele não ganha nada: ${nothing}`]),
    ].join('; '),
  nothing,
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
}

function points({ text, isOne }: Count): string {
  return `${text} ${isOne ? 'ponto' : 'pontos'}`
}

function purchase({ amount, rate, rounding }: PurchaseFacts): string {
  if (rate === null) return `por ${amount}`
  const at = `por ${amount} a ${points(rate.points)} por ${rate.perAmount}`
  return rounding === null ? at : `${at}, ${ROUNDED[rounding]}`
}

const AMONG: Readonly<Record<LineBonusKind, string>> = {
  product: 'com um dos produtos da regra',
  brand: 'com uma das marcas da regra',
  category: 'com uma das categorias da regra',
}

function lineBonus(kind: LineBonusKind, facts: LineBonusFacts): string {
  if ('count' in facts) {
    const each = facts.each === null ? '' : `, ${facts.each.text} cada`
    return `por ${facts.count.text} ${facts.count.isOne ? 'linha' : 'linhas'} ${AMONG[kind]}${each}`
  }
  const times = facts.multiplier === null ? '' : ` a ${facts.multiplier}`
  const instead = facts.insteadOf === null ? '' : ` em vez de ${facts.insteadOf}`
  return `por ${facts.amount} ${AMONG[kind]}${times}${instead}`
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
    case 'noRule':
      return 'o programa não tinha nenhuma regra ativa para compras'
    case 'notEnrolled':
      return 'o cliente não participava do programa'
    case 'pending':
      return 'não está concluído'
    case 'cancelled':
      return 'foi cancelado antes de ser concluído'
    case 'lessThanAPoint':
      return 'o total não chegou a um ponto'
  }
}
