import { type LocalizedText, localized } from '../contract/locale.ts'

/* What people are told about a program that is right and may still not be meant. */

export const NOTHING_EARNS = localized(
  'There is no active rule for purchases: orders earn nothing.',
  'Não há nenhuma regra ativa para compras: pedidos não ganham nada.',
  'No hay ninguna regla activa para compras: los pedidos no ganan nada.',
)

export function shorterValidity(days: number | null): LocalizedText {
  const before = days === null ? localized('for ever', 'para sempre', 'para siempre') : null
  return localized(
    `Points are good ${before?.en ?? `for ${days} days`} now. The shorter time is only for points earned from then on.`,
    `Hoje os pontos valem ${before?.['pt-BR'] ?? `por ${days} dias`}. O prazo menor vale só para os pontos ganhos a partir de então.`,
    `Hoy los puntos valen ${before?.es ?? `por ${days} días`}. El plazo menor vale solo para los puntos ganados desde entonces.`,
  )
}

export function highCashback(percent: string): LocalizedText {
  return localized(
    `This gives back ${percent}% of what is spent as cashback.`,
    `Isto devolve ${percent}% do que é gasto como cashback.`,
    `Esto devuelve el ${percent}% de lo gastado como cashback.`,
  )
}

function firstOf(ids: readonly string[]): string {
  return ids
    .slice(0, 5)
    .map((id) => `“${id}”`)
    .join(', ')
}

export function unseenIds(ids: readonly string[]): LocalizedText {
  const shown = firstOf(ids)
  return localized(
    `Not in any of your last 1,000 orders: ${shown}.`,
    `Não está em nenhum dos seus últimos 1.000 pedidos: ${shown}.`,
    `No está en ninguno de sus últimos 1.000 pedidos: ${shown}.`,
  )
}

export function unknownIds(ids: readonly string[]): LocalizedText {
  const shown = firstOf(ids)
  return localized(
    `Not in the catalogue yet: ${shown}.`,
    `Ainda não está no catálogo: ${shown}.`,
    `Todavía no está en el catálogo: ${shown}.`,
  )
}

export const CONDITION_IS_OVER = localized(
  'Its end has passed: it counts only for orders that were placed before.',
  'Seu fim já passou: só conta para pedidos feitos antes.',
  'Su final ya pasó: solo cuenta para pedidos hechos antes.',
)

export function beatenByRule(id: string, rule: string): LocalizedText {
  return localized(
    `For “${id}” the rule “${rule}” is as good or better: only one multiplier counts.`,
    `Para “${id}”, a regra “${rule}” é igual ou melhor: só um multiplicador conta.`,
    `Para “${id}”, la regla “${rule}” es igual o mejor: solo cuenta un multiplicador.`,
  )
}

export function beatenByCampaign(campaign: string): LocalizedText {
  return localized(
    `The campaign “${campaign}”, which is running, gives as much or more: until it ends, this adds nothing.`,
    `A campanha “${campaign}”, em andamento, dá o mesmo ou mais: até ela acabar, isto não acrescenta nada.`,
    `La campaña “${campaign}”, en curso, da lo mismo o más: hasta que termine, esto no añade nada.`,
  )
}

export function coveredByCampaign(campaign: string): LocalizedText {
  return localized(
    `The campaign “${campaign}” runs at the same time and gives as much or more: only the better one counts.`,
    `A campanha “${campaign}” acontece ao mesmo tempo e dá o mesmo ou mais: só a melhor conta.`,
    `La campaña “${campaign}” ocurre al mismo tiempo y da lo mismo o más: solo cuenta la mejor.`,
  )
}

export const CAMPAIGN_IS_OVER = localized(
  'This campaign is already over.',
  'Esta campanha já acabou.',
  'Esta campaña ya terminó.',
)

export const CLOCKS_CHANGE = localized(
  'The clocks change during this campaign: look at the hour at which it ends.',
  'Os relógios mudam durante esta campanha: confira a hora em que ela acaba.',
  'Los relojes cambian durante esta campaña: revise la hora en que termina.',
)

export function tierIsArchived(tier: string): LocalizedText {
  return localized(
    `The tier “${tier}” is archived: no customer is in it.`,
    `O nível “${tier}” está arquivado: nenhum cliente está nele.`,
    `El nivel “${tier}” está archivado: ningún cliente está en él.`,
  )
}

export function tierMultiplies(tier: string): LocalizedText {
  return localized(
    `The tier “${tier}” has its own multiplier: the two add up.`,
    `O nível “${tier}” tem um multiplicador próprio: os dois se somam.`,
    `El nivel “${tier}” tiene un multiplicador propio: los dos se suman.`,
  )
}

export const NO_OPEN_QUIZ = localized(
  'There is no quiz that can be answered now.',
  'Não há nenhum quiz que possa ser respondido agora.',
  'No hay ningún cuestionario que se pueda responder ahora.',
)

export const QUIZ_WITHOUT_RULE = localized(
  'No rule for quizzes: points from quizzes are available immediately and never expire.',
  'Sem regra para quizzes: os pontos de quizzes ficam disponíveis na hora e nunca expiram.',
  'Sin regla para cuestionarios: sus puntos están disponibles de inmediato y nunca vencen.',
)

export const NO_SUCH_TIER = localized(
  'There is no such tier.',
  'Não existe este nível.',
  'No existe este nivel.',
)
