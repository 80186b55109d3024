import { type ConfigRefusal, conflict, MISSING } from '../../contract/config-refusal.ts'
import type { TenantId } from '../../contract/ids.ts'
import type { LocalizedText } from '../../contract/locale.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { rewardUsage } from '../collections/reward-usage.ts'
import { countCodes } from '../store/code-lists.ts'
import { findConfiguredList } from '../store/list-configuration.ts'
import { type CouponUpload, countRemoved, findUpload, lockUpload, removeCodes } from '../store/uploads.ts'

/** Redemptions of the reward wait meanwhile: so many are removed in a fraction of a second. */
const REMOVED_MAX = 20_000

export interface Undone {
  readonly upload: CouponUpload
  /** By this request. */
  readonly removed: number
  /** Whether nothing is left to remove; else the request is sent again. */
  readonly isDone: boolean
}

/**
 * Removes the codes that an upload added, while none of them has been given out. A large one takes several requests.
 * Codes that are given out between two of them stay with their customers, and the others are removed all the same.
 */
export async function undoUpload(
  tx: Tx,
  tenantId: TenantId,
  listId: number,
  uploadId: number,
): Promise<Undone | ConfigRefusal> {
  const list = await findConfiguredList(tx, tenantId, listId)
  if (!list || !(await lockUpload(tx, tenantId, listId, uploadId))) return MISSING
  // A redemption takes a code while it holds this row: from here on none of them is about to be given out.
  if (list.reward) await rewardUsage.load(tx, [{ tenantId, key: list.reward.id }])
  const upload = await findUpload(tx, tenantId, listId, uploadId)
  if (!upload) return MISSING
  if (upload.undoneAt !== null) return { upload, removed: 0, isDone: true }
  if (upload.isUsed && upload.removed === 0) return conflict(CODES_GIVEN)
  const removed = await removeCodes(tx, tenantId, uploadId, REMOVED_MAX)
  const isDone = removed < REMOVED_MAX
  await countCodes(tx, tenantId, listId, -removed)
  await countRemoved(tx, tenantId, uploadId, { removed, isDone })
  return { upload: (await findUpload(tx, tenantId, listId, uploadId)) ?? upload, removed, isDone }
}

const CODES_GIVEN: LocalizedText = {
  en: 'Customers already have codes of this upload, so it can’t be undone. Archive the list to stop giving out the rest.',
  'pt-BR':
    'Clientes já têm códigos deste envio, por isso não dá para desfazê-lo. Arquive a lista para não entregar os demais.',
  es: 'Hay clientes que ya tienen códigos de esta carga, así que no se puede deshacer. Archive la lista para no entregar los demás.',
}

/** A part that comes late, after undoing has begun, would bring codes back. */
export const UPLOAD_UNDONE: LocalizedText = {
  en: 'This upload was undone. Send the codes with another key in “upload”.',
  'pt-BR': 'Este envio foi desfeito. Envie os códigos com outra chave em “upload”.',
  es: 'Esta carga se deshizo. Envíe los códigos con otra clave en “upload”.',
}
