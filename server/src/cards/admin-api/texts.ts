import { KEY_OF_OTHER_REQUEST, NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { localized } from '../../contract/locale.ts'
import { type Problem, problem } from '../../contract/problem.ts'
import type { StampAdjustmentReason } from '../rules/adjust.ts'

export const NOT_ZERO = localized(
  'Above 0 to give, below 0 to take.',
  'Acima de 0 para dar, abaixo de 0 para retirar.',
  'Por encima de 0 para dar, por debajo de 0 para quitar.',
)

/** Why stamps were not changed, for the person who wanted it. */
export const REFUSED: Readonly<Record<StampAdjustmentReason, Problem>> = {
  'customer-unknown': NOT_FOUND,
  'card-unknown': NOT_FOUND,
  'key-used': KEY_OF_OTHER_REQUEST,
  'card-off': problem(
    'conflict',
    localized(
      'This card is switched off and takes no more stamps. Switch it on in the program first.',
      'Este cartão está desligado e não recebe mais carimbos. Ligue-o no programa primeiro.',
      'Esta tarjeta está apagada y no recibe más sellos. Enciéndala primero en el programa.',
    ),
  ),
}
