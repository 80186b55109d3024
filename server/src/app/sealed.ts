import type { Sealer } from '../platform/sealing.ts'
import { systemClock } from '../platform/system-clock.ts'
import type { Cells } from '../tenancy/cells.ts'
import { listTenants } from '../tenancy/store/tenants.ts'

export interface Resealed {
  /** How many are sealed with the first key now. */
  readonly done: number
  /** Which of them none of the keys opens. */
  readonly unreadable: readonly Readonly<Record<string, number>>[]
}

export interface SealedThings {
  readonly name: 'endpoints' | 'people'
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
]
