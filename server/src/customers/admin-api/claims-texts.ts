import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { type LocalizedText, localized } from '../../contract/locale.ts'
import { type Problem, problem } from '../../contract/problem.ts'
import type { RevokeReason } from '../rules/revoke-claim.ts'

const WORDS = {
  tooLate: localized(
    'The claim is older than 30 days. If these are two people, move the points by adjusting both balances.',
    'A vinculação tem mais de 30 dias. Se são duas pessoas, passe os pontos ajustando os dois saldos.',
    'La vinculación tiene más de 30 días. Si son dos personas, pase los puntos ajustando los dos saldos.',
  ),
  idChanged: localized(
    'The shop has given this customer another ID since the claim, so the shop knows who it is. Move points by adjusting the balances instead.',
    'A loja deu outro ID a este cliente depois da vinculação; portanto, sabe quem é. Para passar pontos, ajuste os saldos.',
    'La tienda le dio otro ID a este cliente después de la vinculación; por lo tanto, sabe quién es. Para pasar puntos, ajuste los saldos.',
  ),
  mergedSince: localized(
    'Another customer was merged into this one since the claim, and merging can’t be undone. Move points by adjusting the balances instead.',
    'Outro cliente foi unificado com este depois da vinculação, e isso não pode ser desfeito. Para passar pontos, ajuste os saldos.',
    'Otro cliente se fusionó con este después de la vinculación, y eso no se puede deshacer. Para pasar puntos, ajuste los saldos.',
  ),
  reserved: localized(
    'A reward is reserved at checkout for this customer. Release it, or revoke after the reservation ends.',
    'Há uma recompensa reservada no checkout para este cliente. Libere-a ou desfaça a vinculação quando a reserva terminar.',
    'Hay una recompensa reservada en el checkout para este cliente. Libérela o revoque cuando termine la reserva.',
  ),
  ordersOpen: localized(
    'An order of this customer is neither complete nor cancelled, and the shop’s next message about it would be refused. Complete or cancel it first.',
    'Um pedido deste cliente não está concluído nem cancelado, e a próxima mensagem da loja sobre ele seria recusada. Conclua-o ou cancele-o antes.',
    'Un pedido de este cliente no está completo ni cancelado, y el próximo mensaje de la tienda sobre él sería rechazado. Complételo o cancélelo antes.',
  ),
} as const satisfies Readonly<Record<string, LocalizedText>>
type Obstacle = keyof typeof WORDS

const OBSTACLES: Readonly<Record<Exclude<RevokeReason, 'customer-unknown' | 'not-claimed'>, Obstacle>> = {
  'too-late': 'tooLate',
  'id-changed': 'idChanged',
  'merged-since': 'mergedSince',
  reserved: 'reserved',
  'orders-open': 'ordersOpen',
}

/** What keeps a claim from being revoked; null: there is no such claim. */
export function obstacleOf(
  reason: RevokeReason,
  order: string | null,
): { readonly name: Obstacle; readonly words: LocalizedText } | null {
  if (reason === 'customer-unknown' || reason === 'not-claimed') return null
  const name = OBSTACLES[reason]
  const { en, 'pt-BR': ptBr, es } = WORDS[name]
  const words =
    name === 'ordersOpen' && order !== null
      ? localized(`${en} (${order})`, `${ptBr} (${order})`, `${es} (${order})`)
      : WORDS[name]
  return { name, words }
}

export function revokeProblem(reason: RevokeReason, order: string | null): Problem {
  const obstacle = obstacleOf(reason, order)
  return obstacle ? problem('conflict', obstacle.words, { code: obstacle.name }) : NOT_FOUND
}
