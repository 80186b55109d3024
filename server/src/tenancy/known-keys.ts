import type { TenantId } from '../contract/ids.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { DirectoryWatch } from './directory-watch.ts'
import type { UsedKey } from './key-uses.ts'
import { Known } from './known.ts'
import { findLiveKeys, type LiveKey } from './store/keys.ts'

const REMEMBERED_KEYS_MAX = 100_000
const REMEMBERED_UNKNOWN_MAX = 10_000

export interface KnownKey extends LiveKey, UsedKey {}

export interface LookUp {
  readonly tenantId: TenantId
  readonly token: string
  readonly sender: string
}

export type KnownKeys = Known<LookUp, KnownKey>

/** API keys, as `DirectoryWatch` lets them be trusted: a revoked one is refused everywhere within one second. */
export function knownKeys(directory: Database, watch: DirectoryWatch): KnownKeys {
  return new Known<LookUp, KnownKey>({
    watch,
    nameOf: ({ token }) => token,
    groupOf: ({ sender }) => sender,
    max: REMEMBERED_KEYS_MAX,
    unknownMax: REMEMBERED_UNKNOWN_MAX,
    async readAll(wanted) {
      const tenantIds = [...new Set(wanted.map(({ tenantId }) => tenantId))]
      const found = await directory.read(tenantIds, (tx) => findLiveKeys(tx, wanted))
      return found.map((key) => key && { ...key, tenantId: key.tenant.id, isNoted: false })
    },
  })
}
