import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { localized } from '../../contract/locale.ts'
import { type Problem, problem } from '../../contract/problem.ts'
import type { DecisionReason } from '../../referrals/reward.ts'

/** Why a referral was not decided, for the person who wanted it. */
export const REFUSED: Readonly<Record<DecisionReason, Problem>> = {
  'referral-unknown': NOT_FOUND,
  'referral-not-held': problem(
    'conflict',
    localized(
      'This referral no longer needs a decision: another person decided it, or its order was taken back.',
      'Esta indicação não precisa mais de decisão: outra pessoa já decidiu, ou o pedido foi devolvido.',
      'Esta recomendación ya no requiere una decisión: otra persona ya decidió, o el pedido se devolvió.',
    ),
  ),
  'referrer-left': problem(
    'conflict',
    localized(
      'The customer who referred is no longer enrolled, so it can’t count. Decline it.',
      'O cliente que indicou não participa mais, então não pode contar. Recuse-a.',
      'El cliente que recomendó ya no participa, así que no puede contar. Recházala.',
    ),
  ),
  'limit-reached': problem(
    'conflict',
    localized(
      'The customer who referred was rewarded as often as the rule allows. Decline it.',
      'O cliente que indicou já foi recompensado tantas vezes quanto a regra permite. Recuse-a.',
      'El cliente que recomendó ya recibió tantas recompensas como permite la regla. Recházala.',
    ),
  ),
}
