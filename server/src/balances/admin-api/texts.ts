import { KEY_OF_OTHER_REQUEST, NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { type LocalizedText, localized } from '../../contract/locale.ts'
import { invalid, type Problem, problem } from '../../contract/problem.ts'
import type { AdjustmentRefusal } from '../rules/adjust.ts'

export const EITHER_UNIT: LocalizedText = localized(
  'Send either points or cashback, not both and not none.',
  'Envie ou points ou cashback: um dos dois, e só um.',
  'Envíe points o cashback: uno de los dos, y solo uno.',
)
export const NOT_ZERO: LocalizedText = localized(
  'Above 0 to give, below 0 to take, and less than 100,000,000,000.',
  'Acima de 0 para dar, abaixo de 0 para retirar, e menos de 100.000.000.000.',
  'Por encima de 0 para dar, por debajo de 0 para quitar, y menos de 100.000.000.000.',
)
export const NO_VALIDITY: LocalizedText = localized(
  'Only what is given can be good for some days: leave it out.',
  'Só o que é dado pode ter validade: deixe de fora.',
  'Solo lo que se da puede tener validez: omítalo.',
)

/** Why it was not done, for the person who wanted it. */
const PROBLEMS: Readonly<Record<AdjustmentRefusal['reason'], Problem>> = {
  'customer-unknown': NOT_FOUND,
  'approval-unknown': NOT_FOUND,
  'key-used': KEY_OF_OTHER_REQUEST,
  'order-unknown': invalid([
    {
      pointer: '/orderId',
      message: localized(
        'This customer has no order with this id.',
        'Este cliente não tem pedido com este id.',
        'Este cliente no tiene ningún pedido con este id.',
      ),
    },
  ]),
  'cashback-off': problem(
    'conflict',
    localized(
      'Cashback is switched off in this program: adjust points.',
      'O cashback está desligado neste programa: ajuste pontos.',
      'El cashback está apagado en este programa: ajuste puntos.',
    ),
    { code: 'ApiCustomer_ChangeCashback_Inactive' },
  ),
  'balance-too-small': problem(
    'conflict',
    localized(
      'The customer does not have so much any more: look at the balance, and take at most that.',
      'O cliente não tem mais tanto: veja o saldo e retire no máximo isso.',
      'El cliente ya no tiene tanto: mire el saldo y quite como máximo eso.',
    ),
    { code: 'PdvOrder_NotEnoughPoints' },
  ),
  'person-needed': problem(
    'forbidden',
    localized(
      'Above the limit two people are needed, and a token is none: adjust it in the panel.',
      'Acima do limite são necessárias duas pessoas, e um token não é uma: ajuste no painel.',
      'Por encima del límite se necesitan dos personas, y un token no lo es: ajústelo en el panel.',
    ),
  ),
  'approval-own': problem(
    'forbidden',
    localized(
      'You requested this yourself: another person has to decide.',
      'Foi você quem pediu isto: outra pessoa precisa decidir.',
      'Usted mismo pidió esto: otra persona tiene que decidir.',
    ),
  ),
  'approval-too-new': problem(
    'forbidden',
    localized(
      'You or who asked for this joined, or got this role, less than 24 hours ago. Wait, or let another person approve.',
      'Você ou quem pediu isto entrou, ou recebeu este papel, há menos de 24 horas. Espere, ou peça que outra pessoa aprove.',
      'Usted o quien pidió esto entró, o recibió este rol, hace menos de 24 horas. Espere, o pida que otra persona lo apruebe.',
    ),
    { code: 'tooNew' },
  ),
  'approval-decided': problem(
    'conflict',
    localized(
      'This request is already decided: read it again.',
      'Alguém já decidiu isto: leia de novo.',
      'Alguien ya decidió esto: léalo de nuevo.',
    ),
  ),
  'approval-expired': problem(
    'conflict',
    localized(
      'It had waited for 7 days and is over: ask for it again.',
      'Esperou 7 dias e expirou: peça de novo.',
      'Esperó 7 días y venció: pídalo de nuevo.',
    ),
  ),
}

export function problemOfRefusal({ reason }: AdjustmentRefusal): Problem {
  return PROBLEMS[reason]
}
