import { type LocalizedText, localized } from '../contract/locale.ts'

/** What keeps two customers from being merged, as it is told. */
export const OBSTACLE_WORDS = {
  customerErased: localized(
    'The customer who would be merged was erased.',
    'O cliente que seria unificado foi apagado.',
    'El cliente que se fusionaría fue borrado.',
  ),
  targetErased: localized(
    'The customer who would stay was erased.',
    'O cliente que permaneceria foi apagado.',
    'El cliente que quedaría fue borrado.',
  ),
  customerMerged: localized(
    'The customer who would be merged was already merged into another one.',
    'O cliente que seria unificado já foi unificado com outro.',
    'El cliente que se fusionaría ya se fusionó con otro.',
  ),
  targetMerged: localized(
    'The customer who would stay was already merged into another one. Choose that one instead.',
    'O cliente que permaneceria já foi unificado com outro. Escolha esse outro.',
    'El cliente que quedaría ya se fusionó con otro. Elija a ese otro.',
  ),
  reserved: localized(
    'A reward is reserved at checkout for the customer who would be merged. Release it, or merge after the reservation ends.',
    'Há uma recompensa reservada no checkout para o cliente que seria unificado. Libere-a ou unifique quando a reserva terminar.',
    'Hay una recompensa reservada en el checkout para el cliente que se fusionaría. Libérela o fusione cuando termine la reserva.',
  ),
  approvalWaiting: localized(
    'A request about the customer who would be merged is waiting for approval. Approve or reject it first.',
    'Há uma solicitação pendente de aprovação sobre o cliente que seria unificado. Aprove-a ou recuse-a antes.',
    'Hay una solicitud pendiente de aprobación sobre el cliente que se fusionaría. Apruébela o rechácela antes.',
  ),
} as const satisfies Readonly<Record<string, LocalizedText>>
export type Obstacle = keyof typeof OBSTACLE_WORDS

export const NO_UNDO: LocalizedText = localized(
  'Merging can’t be undone.',
  'A unificação não pode ser desfeita.',
  'La fusión no se puede deshacer.',
)
