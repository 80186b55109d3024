import { findTermFilling } from '../accounts/store/terms.ts'
import { unavailable } from '../contract/edge-error.ts'
import type { TenantId } from '../contract/ids.ts'
import type { Cells } from '../tenancy/cells.ts'
import type { Tenant } from '../tenancy/tenant.ts'

/**
 * Whether the customers of a tenant can be found by what they are: after an upgrade, not before the worker has looked at
 * each of them once. Until then an answer could leave out a customer who is there, so there is none.
 */
export class Findability {
  readonly #cells: Cells
  /** Once they can be found they always can. */
  readonly #known = new Set<TenantId>()

  constructor(cells: Cells) {
    this.#cells = cells
  }

  async require(tenant: Tenant): Promise<void> {
    if (this.#known.has(tenant.id)) return
    const filling = await this.#cells.of(tenant).read([tenant.id], (tx) => findTermFilling(tx, tenant.id))
    if (filling?.phase === 1) {
      throw unavailable(
        'Customers are being made findable, which `punchcard work` does once after an upgrade: send it again.',
      )
    }
    this.#known.add(tenant.id)
  }
}
