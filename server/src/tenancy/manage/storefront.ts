import {
  type Change,
  type ConfigRefusal,
  conflict,
  isConfigRefusal,
  MISSING,
  whenChanged,
} from '../../contract/config-refusal.ts'
import type { TenantId } from '../../contract/ids.ts'
import { localized } from '../../contract/locale.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import {
  deleteEndedKeys,
  findNewestKey,
  insertStorefrontKey,
  isSlugTaken,
  lockStorefront,
  readStorefront,
  retireKeys,
  type StorefrontConfig,
  saveStorefront,
} from '../store/storefront.ts'
import { deleteOldStorefrontUse } from '../store/storefront-use.ts'
import { findTenant } from '../store/tenants.ts'

/* In the directory, like all of these. */

/** Of a merchant who has configured nothing yet. */
export const NO_STOREFRONT: StorefrontConfig = {
  version: 1,
  isOn: false,
  slug: null,
  origins: [],
  content: {},
}

export async function storefrontOf(tx: Tx, tenantId: TenantId): Promise<StorefrontConfig> {
  return (await readStorefront(tx, tenantId)) ?? NO_STOREFRONT
}

export interface StorefrontChangeOptions {
  /** The version that was read; null: whichever it is. */
  readonly expected: number | null
  readonly now: Instant
}

/** Saves what `decide` makes of it. With it a storefront that is switched on for the first time gets its first key. */
export async function changeStorefront(
  tx: Tx,
  tenantId: TenantId,
  { expected, now }: StorefrontChangeOptions,
  decide: (before: StorefrontConfig) => StorefrontConfig | ConfigRefusal,
): Promise<Change<StorefrontConfig> | ConfigRefusal> {
  if (!(await findTenant(tx, tenantId))) return MISSING
  const before = (await lockStorefront(tx, tenantId)) ?? NO_STOREFRONT
  const changed = whenChanged(expected, before.version)
  if (changed) return changed
  const decided = decide(before)
  if (isConfigRefusal(decided) || decided === before)
    return isConfigRefusal(decided) ? decided : { before, after: before }
  const refused = await whyNot(tx, tenantId, before, decided)
  if (refused) return refused
  const after = { ...decided, version: before.version + 1 }
  await saveStorefront(tx, tenantId, after)
  if (after.isOn && tx.sealer && !(await findNewestKey(tx, tenantId))) {
    await insertStorefrontKey(tx, tx.sealer, tenantId, { number: 1, at: now })
  }
  return { before, after }
}

async function whyNot(
  tx: Tx,
  tenantId: TenantId,
  before: StorefrontConfig,
  { isOn, slug }: StorefrontConfig,
): Promise<ConfigRefusal | null> {
  if (isOn && slug === null) return NEEDS_SLUG
  if (isOn && !before.isOn && !tx.sealer) return NO_SECRETS_KEY
  return slug !== null && slug !== before.slug && (await isSlugTaken(tx, tenantId, slug)) ? SLUG_TAKEN : null
}

const NO_SECRETS_KEY = conflict(
  localized(
    'Secrets can’t be kept here: the operator has to set PUNCHCARD_SECRETS_KEY.',
    'Segredos não podem ser guardados aqui: o operador precisa definir PUNCHCARD_SECRETS_KEY.',
    'Aquí no se pueden guardar secretos: el operador debe definir PUNCHCARD_SECRETS_KEY.',
  ),
  'secretsKeyMissing',
)

const NEEDS_SLUG = conflict(
  localized(
    'Choose the name of the shop in addresses first.',
    'Escolha primeiro o nome da loja nos endereços.',
    'Elija primero el nombre de la tienda en las direcciones.',
  ),
  'slugMissing',
)

const SLUG_TAKEN = conflict(
  localized(
    'Another shop has this name in addresses: choose another one.',
    'Outra loja já usa este nome nos endereços: escolha outro.',
    'Otra tienda ya usa este nombre en las direcciones: elija otro.',
  ),
  'slugTaken',
)

const LINKS_OF_RETIRED_MS = 7 * 86_400_000
const MONTH_MS = 30 * 86_400_000
const USE_KEPT_MS = 2 * 86_400_000
const FORGET_AFTER_MS = 86_400_000

export interface RotatedStorefrontKey {
  /** Of the new key. */
  readonly number: number
}

/**
 * A new key for tokens. The old one opens tokens for an hour and links for seven days more; with `endsNow`, nothing.
 */
export async function rotateStorefrontKey(
  tx: Tx,
  tenantId: TenantId,
  { now, endsNow }: { readonly now: Instant; readonly endsNow: boolean },
): Promise<RotatedStorefrontKey | ConfigRefusal> {
  if (!(await lockStorefront(tx, tenantId))) return MISSING
  if (!tx.sealer) return NO_SECRETS_KEY
  const newest = await findNewestKey(tx, tenantId)
  if (!newest) return MISSING
  await retireKeys(tx, tenantId, { at: now, endsAt: endsNow ? now : now + LINKS_OF_RETIRED_MS })
  const number = newest.number + 1
  await insertStorefrontKey(tx, tx.sealer, tenantId, { number, at: now })
  return { number }
}

/** Once a month, so that no key seals too many tokens. Done twice, it is done once. */
export async function rotateOldStorefrontKey(tx: Tx, tenantId: TenantId, now: Instant): Promise<void> {
  await deleteOldStorefrontUse(tx, tenantId, now - USE_KEPT_MS)
  const newest = await findNewestKey(tx, tenantId)
  if (!newest) return
  if (newest.createdAt <= now - MONTH_MS) {
    await lockStorefront(tx, tenantId)
    // Another worker may have done it while this one waited.
    const locked = await findNewestKey(tx, tenantId)
    if (locked && locked.createdAt <= now - MONTH_MS && tx.sealer) {
      await rotateStorefrontKey(tx, tenantId, { now, endsNow: false })
    }
  }
  await deleteEndedKeys(tx, tenantId, now - FORGET_AFTER_MS)
}
