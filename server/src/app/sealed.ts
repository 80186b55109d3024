import { resealErasureKey, sealClearKeys } from '../accounts/collections/erasure-keys.ts'
import { resealFiles } from '../jobs/files.ts'
import type { Logger } from '../platform/log.ts'
import type { Sealer } from '../platform/sealing.ts'
import { systemClock } from '../platform/system-clock.ts'
import type { Cells } from '../tenancy/cells.ts'
import { resealStorefrontKeys } from '../tenancy/store/storefront.ts'
import { listTenants } from '../tenancy/store/tenants.ts'

export interface Resealed {
  /** How many are sealed with the first key now. */
  readonly done: number
  /** Which of them none of the keys opens. */
  readonly unreadable: readonly Readonly<Record<string, number>>[]
}

export interface SealedThings {
  readonly name: 'endpoints' | 'people' | 'merchants' | 'storefronts' | 'files'
  /** Where they are kept. */
  readonly columns: readonly string[]
  reseal(cells: Cells, sealer: Sealer): Promise<Resealed>
}

/**
 * Everything that is stored encrypted. A column that is not named here would be lost when a key is replaced:
 * `test/cli/secrets.test.ts` compares the list with the schema.
 */
export const SEALED: readonly SealedThings[] = [
  {
    name: 'endpoints',
    columns: [
      'webhook_endpoint.sealed_headers',
      'webhook_endpoint.sealed_previous_secret',
      'webhook_endpoint.sealed_secret',
    ],
    async reseal(cells, sealer) {
      const { resealEndpoints } = await import('../webhooks/manage.ts')
      let done = 0
      const unreadable: { tenant: number; endpoint: number }[] = []
      for (const tenant of await cells.directory.read([], listTenants)) {
        const found = await resealEndpoints(
          { database: cells.of(tenant), sealer, clock: systemClock },
          tenant.id,
        )
        done += found.endpoints
        unreadable.push(...found.unreadable.map((endpoint) => ({ tenant: tenant.id, endpoint })))
      }
      return { done, unreadable }
    },
  },
  {
    name: 'people',
    columns: ['person.totp_pending', 'person.totp_secret'],
    async reseal(cells, sealer) {
      const { resealSecondFactors } = await import('../people/manage.ts')
      const { people, unreadable } = await resealSecondFactors(cells.directory, sealer)
      return { done: people, unreadable: unreadable.map((person) => ({ person })) }
    },
  },
  {
    name: 'merchants',
    columns: ['erasure_key.sealed_key'],
    async reseal(cells, sealer) {
      let done = 0
      const unreadable: { tenant: number }[] = []
      for (const tenant of await cells.directory.read([], listTenants)) {
        const outcome = await cells
          .of(tenant)
          .transaction([tenant.id], (tx) => resealErasureKey(tx, tenant.id, sealer))
        if (outcome === 'done') done += 1
        if (outcome === 'unreadable') unreadable.push({ tenant: tenant.id })
      }
      return { done, unreadable }
    },
  },
  {
    name: 'storefronts',
    columns: ['storefront_key.sealed_secret'],
    async reseal(cells, sealer) {
      let done = 0
      const unreadable: { tenant: number; key: number }[] = []
      for (const tenant of await cells.directory.read([], listTenants)) {
        const found = await cells.directory.transaction([tenant.id], (tx) =>
          resealStorefrontKeys(tx, tenant.id, sealer),
        )
        done += found.done
        unreadable.push(...found.unreadable.map((key) => ({ tenant: tenant.id, key })))
      }
      return { done, unreadable }
    },
  },
  {
    name: 'files',
    columns: ['file.sealed_key'],
    async reseal(cells, sealer) {
      let done = 0
      const unreadable: { tenant: number; file: number }[] = []
      for (const tenant of await cells.directory.read([], listTenants)) {
        const found = await cells
          .of(tenant)
          .transaction([tenant.id], (tx) => resealFiles(tx, tenant.id, sealer))
        done += found.done
        unreadable.push(...found.unreadable.map((file) => ({ tenant: tenant.id, file })))
      }
      return { done, unreadable }
    },
  },
]

/** Tenants that are looked at in one statement. */
const TENANTS_AT_ONCE = 1_000

/**
 * Keys for erasing persons were kept as they are before they were sealed, and still are without PUNCHCARD_SECRETS_KEY.
 * Seals those that are left in a cell, when a process begins to use it, and says which ones it can't open.
 */
export async function sealErasureKeys(cells: Cells, cell: string, log: Logger): Promise<void> {
  const tenants = await cells.directory.read([], listTenants)
  const counts = { sealed: 0, clear: 0, unreadable: 0 }
  const database = cells.of({ cell })
  const ids = tenants.filter((tenant) => tenant.cell === cell).map(({ id }) => id)
  for (let from = 0; from < ids.length; from += TENANTS_AT_ONCE) {
    const some = ids.slice(from, from + TENANTS_AT_ONCE)
    const found = await database.transaction(some, (tx) => sealClearKeys(tx, some))
    counts.sealed += found.sealed
    counts.clear += found.clear
    counts.unreadable += found.unreadable
  }
  if (counts.sealed > 0) log.info({ merchants: counts.sealed }, 'keys for erasing persons were sealed')
  if (counts.clear > 0) {
    log.warn(
      { merchants: counts.clear },
      'keys for erasing persons are not sealed: set PUNCHCARD_SECRETS_KEY',
    )
  }
  if (counts.unreadable > 0) {
    const why =
      'PUNCHCARD_SECRETS_KEY does not open keys for erasing persons: erased persons are not recognised'
    log.error({ merchants: counts.unreadable }, why)
  }
}
