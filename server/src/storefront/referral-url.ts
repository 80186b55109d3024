import type { Database } from '../platform/postgres/database.ts'
import type { DirectoryWatch } from '../tenancy/directory-watch.ts'
import { Known } from '../tenancy/known.ts'
import { findReferralUrls } from '../tenancy/store/storefront.ts'
import type { Tenant } from '../tenancy/tenant.ts'

const REMEMBERED_MAX = 20_000

/**
 * Where friends of merchants' customers come by a code; null: a merchant has not said. Trusted as API keys are, so that
 * the usual read of a customer asks nothing for it.
 */
export class ReferralUrls {
  readonly #urls: Known<Pick<Tenant, 'id'>, string>

  constructor(directory: Database, watch: DirectoryWatch) {
    const nameOf = ({ id }: Pick<Tenant, 'id'>) => String(id)
    this.#urls = new Known({
      ...{ watch, nameOf, groupOf: nameOf, max: REMEMBERED_MAX, unknownMax: REMEMBERED_MAX },
      readAll: (wanted) => {
        const tenantIds = wanted.map(({ id }) => id)
        return directory.read(tenantIds, async (tx) => {
          const found = await findReferralUrls(tx, tenantIds)
          return tenantIds.map((id) => found.get(id) ?? null)
        })
      },
    })
  }

  of(tenant: Tenant): string | null | Promise<string | null> {
    const known = this.#urls.trusted(String(tenant.id))
    return known === undefined ? this.#urls.find(tenant) : known
  }
}
