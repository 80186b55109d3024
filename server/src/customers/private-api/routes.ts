import { Type } from 'typebox'
import { findCustomer } from '../../accounts/store/accounts.ts'
import { ResultEnvelope, resultEnvelope, resultFailure } from '../../contract/private-api/envelopes.ts'
import { refusal } from '../../contract/refusal.ts'
import { isStorable } from '../../contract/schema.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import { findTiers } from '../../tiers/collections/tiers.ts'
import { currentTier, NO_TIERS } from '../../tiers/tier.ts'
import { toCustomerResult } from './present.ts'
import { CustomerResult } from './schema.ts'

export function customerRoutes(api: PrivateApi, cells: Cells): void {
  api.addSchema(CustomerResult)

  api.get<{ Params: { id: string } }>(
    '/v1/pvt/Customer/:id',
    {
      schema: {
        operationId: 'getCustomer',
        tags: ['Customization'],
        summary: 'Read a customer',
        params: Type.Object({ id: Type.String({ description: "The customer's id in the merchant store." }) }),
        response: { 200: ResultEnvelope(Type.Unsafe<CustomerResult>(Type.Ref('Customer#'))) },
      },
    },
    async (request) => {
      const { tenant } = request
      const { id } = request.params
      const [found, tiers] = isStorable(id)
        ? await cells
            .of(tenant)
            .read([tenant.id], (tx) => Promise.all([findCustomer(tx, tenant.id, id), findTiers(tx, tenant)]))
        : [null, NO_TIERS]
      if (!found) {
        return resultFailure(refusal('Customer_NotFound', `There is no customer with the id ${id}.`))
      }
      return resultEnvelope(toCustomerResult(found.customer, currentTier(tiers, found.customer)))
    },
  )
}
