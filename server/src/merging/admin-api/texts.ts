import { KEY_OF_OTHER_REQUEST, NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { type LocalizedText, localized } from '../../contract/locale.ts'
import { invalid, type Problem, problem } from '../../contract/problem.ts'
import type { MergeReason } from '../rules.ts'
import { OBSTACLE_WORDS } from '../texts.ts'

const wrongTarget = (message: LocalizedText) => invalid([{ pointer: '/into', message }])

export const NO_TARGET = wrongTarget(
  localized(
    'There is no customer with this number.',
    'Não há cliente com este número.',
    'No hay ningún cliente con este número.',
  ),
)

export const SAME_CUSTOMER = wrongTarget(
  localized(
    'This is the same customer. Choose another one.',
    'É o mesmo cliente. Escolha outro.',
    'Es el mismo cliente. Elija otro.',
  ),
)

/** Why two customers were not merged, for the person who wanted it. */
export const MERGE_PROBLEMS: Readonly<Record<MergeReason | 'person-needed', Problem>> = {
  'customer-unknown': NOT_FOUND,
  'target-unknown': NO_TARGET,
  'customer-merged': problem('conflict', OBSTACLE_WORDS.customerMerged, { code: 'customerMerged' }),
  'target-merged': wrongTarget(OBSTACLE_WORDS.targetMerged),
  'same-customer': SAME_CUSTOMER,
  reserved: problem('conflict', OBSTACLE_WORDS.reserved, { code: 'reserved' }),
  'approval-waiting': problem('conflict', OBSTACLE_WORDS.approvalWaiting, { code: 'approvalWaiting' }),
  'key-used': KEY_OF_OTHER_REQUEST,
  'person-needed': problem(
    'forbidden',
    localized(
      'Merging needs a second approval here, and a token can’t ask for it: merge the customers in the panel.',
      'Aqui unificar exige uma segunda aprovação, e um token não pode solicitá-la: unifique os clientes no painel.',
      'Aquí fusionar exige una segunda aprobación, y un token no puede solicitarla: fusione los clientes en el panel.',
    ),
  ),
}

const NOT_THERE: LocalizedText = localized(
  'One of the two customers is not there any more.',
  'Um dos dois clientes não existe mais.',
  'Uno de los dos clientes ya no existe.',
)

const WHY_UNFIT: Readonly<Record<MergeReason, LocalizedText>> = {
  'customer-unknown': NOT_THERE,
  'target-unknown': NOT_THERE,
  'customer-merged': OBSTACLE_WORDS.customerMerged,
  'target-merged': OBSTACLE_WORDS.targetMerged,
  'same-customer': NOT_THERE,
  reserved: OBSTACLE_WORDS.reserved,
  'approval-waiting': OBSTACLE_WORDS.approvalWaiting,
  'key-used': NOT_THERE,
}

/** Why what was asked for can't be approved any more, or not now. */
export function unfitProblem(because: MergeReason): Problem {
  const { en, 'pt-BR': ptBr, es } = WHY_UNFIT[because]
  return problem(
    'conflict',
    localized(
      `These customers can’t be merged now. ${en}`,
      `Estes clientes não podem ser unificados agora. ${ptBr}`,
      `Estos clientes no se pueden fusionar ahora. ${es}`,
    ),
    { code: 'mergeUnfit' },
  )
}
