import { type LocalizedText, localized } from '../../contract/locale.ts'
import { invalid, type Problem, problem } from '../../contract/problem.ts'
import { BAD_TOKEN } from '../../contract/public-api/texts.ts'
import type { Refusal } from '../../contract/refusal.ts'
import { shortText } from '../../platform/decimal.ts'
import type { Ineligibility } from '../rules/eligibility.ts'
import type { RewardReason } from '../rules/reasons.ts'
import type { NotEligible, PriceChanged } from '../rules/redeem.ts'
import { ownReason } from '../texts.ts'
import type { RedeemConflict } from './schema.ts'

function conflict(code: RedeemConflict, detail: LocalizedText): Problem {
  return problem('conflict', detail, { code })
}

const TOO_FEW_POINTS = localized(
  'You don’t have enough points for this yet.',
  'Você ainda não tem pontos suficientes.',
  'Aún no tiene puntos suficientes.',
)
const ENDED = localized('This reward has ended.', 'Esta recompensa terminou.', 'Esta recompensa terminó.')
const CASHBACK_OFF = localized(
  'Cashback can’t be used right now.',
  'O cashback não pode ser usado agora.',
  'El cashback no se puede usar ahora.',
)
const KEY_USED = localized(
  'This was already sent before. Start again.',
  'Isto já foi enviado antes. Comece de novo.',
  'Esto ya se envió antes. Empiece de nuevo.',
)
const PRICE_CHANGED = localized(
  'This reward has another price now. Look at it again before you redeem it.',
  'Esta recompensa agora tem outro preço. Veja de novo antes de resgatar.',
  'Esta recompensa ahora tiene otro precio. Mírela de nuevo antes de canjearla.',
)

/** One who has not joined yet, or has left. */
export const NOT_ENROLLED = conflict('notEnrolled', ownReason('notEnrolled'))

/** One that was deleted or switched off meanwhile. What is not shown to anyone looks the same. */
const GONE = problem(
  'notFound',
  localized(
    'This reward is no longer available.',
    'Esta recompensa não está mais disponível.',
    'Esta recompensa ya no está disponible.',
  ),
)

const OF_INELIGIBLE: Readonly<Record<Ineligibility, Problem>> = {
  inactive: GONE,
  prizeOnly: GONE,
  notYetValid: conflict('outsideDates', ownReason('notYetValid')),
  noLongerValid: conflict('outsideDates', ENDED),
  usedUp: conflict('noCodesLeft', ownReason('usedUp')),
  noCouponsLeft: conflict('noCodesLeft', ownReason('noCouponsLeft')),
  cashbackOff: conflict('cashbackOff', CASHBACK_OFF),
  notEnrolled: NOT_ENROLLED,
  notForTier: conflict('notForTier', ownReason('notForTier')),
  owesPoints: conflict('inDebt', ownReason('owesPoints')),
  owesCashback: conflict('inDebt', ownReason('owesCashback')),
  customerLimit: conflict('limitReached', ownReason('customerLimit')),
  tooFewPoints: conflict('tooFewPoints', TOO_FEW_POINTS),
  noCashback: conflict('tooFewPoints', ownReason('noCashback')),
}

function wrongValue(message: LocalizedText): Problem {
  return invalid([{ pointer: '/value', message }])
}

export const VALUE_MISSING = wrongValue(
  localized(
    'Say how much cashback to use.',
    'Informe quanto cashback usar.',
    'Indique cuánto cashback usar.',
  ),
)
export const VALUE_OF_POINTS = wrongValue(
  localized(
    'A reward that costs points has no value: leave it out.',
    'Uma recompensa que custa pontos não tem valor: omita este campo.',
    'Una recompensa que cuesta puntos no tiene valor: omita este campo.',
  ),
)

/** As a page tells it to its customer. */
export function problemOfRedeeming(refused: Refusal<RewardReason> | NotEligible | PriceChanged): Problem {
  if ('ineligibility' in refused) return OF_INELIGIBLE[refused.ineligibility]
  if ('price' in refused) {
    const points = refused.price === null ? null : shortText(refused.price)
    return problem('conflict', PRICE_CHANGED, { code: 'priceChanged', more: { points } })
  }
  switch (refused.reason) {
    case 'customer-unknown':
      return BAD_TOKEN
    case 'key-used':
      return conflict('keyUsed', KEY_USED)
    case 'cashback-off':
      return OF_INELIGIBLE.cashbackOff
    case 'value-invalid':
      return wrongValue(
        localized(
          'Enter an amount above 0, in whole cents.',
          'Informe um valor acima de 0, em centavos inteiros.',
          'Ingrese un valor mayor que 0, en centavos enteros.',
        ),
      )
    case 'value-above-balance':
    case 'value-above-maximum':
      return wrongValue(
        localized(
          'This is more than can be used: enter less.',
          'Isto é mais do que pode ser usado: informe menos.',
          'Esto es más de lo que se puede usar: ingrese menos.',
        ),
      )
    default:
      return GONE
  }
}
