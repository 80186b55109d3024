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

export const EXPIRES_SOONER = localized(
  'Some points will expire sooner than they do now. The shorter time is only for points earned from then on.',
  'Alguns pontos vão expirar antes do que hoje. O prazo menor vale só para os pontos ganhos a partir de então.',
  'Algunos puntos vencerán antes que hoy. El plazo menor vale solo para los puntos ganados desde entonces.',
)

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
    `Not in the catalog yet: ${shown}. This has no effect until your shop sends a product with exactly that name or ID.`,
    `Ainda não está no catálogo: ${shown}. Não tem efeito até a sua loja enviar um produto exatamente com esse nome ou ID.`,
    `Todavía no está en el catálogo: ${shown}. No tiene efecto hasta que su tienda envíe un producto exactamente con ese nombre o ID.`,
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

export const EXCLUDED_ANYWAY = localized(
  'All of these are left out of points by another rule: this gives nothing.',
  'Tudo isto fica fora dos pontos por outra regra: isto não dá nada.',
  'Todo esto queda fuera de los puntos por otra regla: esto no da nada.',
)

export const NEVER_HOLDS = localized(
  'Its days and hours never come between its first and its last moment.',
  'Seus dias e horas nunca caem entre seu primeiro e seu último momento.',
  'Sus días y horas nunca caen entre su primer y su último momento.',
)

export const SKIPPED_HOUR = localized(
  'On a day in the coming year the clock skips these hours: the rule does not hold on that day.',
  'Em um dia do próximo ano, o relógio pula estas horas: a regra não vale nesse dia.',
  'En un día del próximo año, el reloj salta estas horas: la regla no vale ese día.',
)

export function removedTooSoon(rule: string): LocalizedText {
  return localized(
    `“${rule}” ended less than 30 days ago. Orders of its time that arrive late would lose it: keep it for a while, it costs nothing.`,
    `“${rule}” acabou há menos de 30 dias. Pedidos daquele período que chegam tarde a perderiam: mantenha-a por um tempo, não custa nada.`,
    `“${rule}” terminó hace menos de 30 días. Los pedidos de ese período que llegan tarde la perderían: consérvela un tiempo, no cuesta nada.`,
  )
}

export function aboveCap(cap: string): LocalizedText {
  return localized(
    `This is more than the cap “${cap}” lets a customer earn.`,
    `Isto é mais do que o limite “${cap}” deixa um cliente ganhar.`,
    `Esto es más de lo que el máximo “${cap}” deja ganar a un cliente.`,
  )
}

export const UNSEEN_MARK = localized(
  'None of your last 1,000 orders marked a line (EarnsPoints false): until your shop sends that, this leaves nothing out.',
  'Nenhum dos seus últimos 1.000 pedidos marcou uma linha (EarnsPoints false): até a sua loja enviar isso, nada fica de fora.',
  'Ninguno de sus últimos 1.000 pedidos marcó una línea (EarnsPoints false): hasta que su tienda lo envíe, nada queda fuera.',
)

export const UNSEEN_SHIPPING = localized(
  'None of your last 1,000 orders said what shipping costs (ShippingValue): until your shop sends that, this leaves nothing out.',
  'Nenhum dos seus últimos 1.000 pedidos informou o envio (ShippingValue): até a sua loja enviar isso, nada fica de fora.',
  'Ninguno de sus últimos 1.000 pedidos indicó el envío (ShippingValue): hasta que su tienda lo envíe, nada queda fuera.',
)
