import { Type } from 'typebox'
import type { Till } from '../../accounts/till/till.ts'
import { CUSTOMER_SEQUENCE_HEADER } from '../../contract/private-api/customer-sequence.ts'
import { ResultEnvelope, resultEnvelope } from '../../contract/private-api/envelopes.ts'
import { inApiTerms } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isStorable } from '../../contract/schema.ts'
import { unlessDataRefused } from '../../platform/postgres/failures.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { changeBalance } from '../commands/change.ts'
import { readCustomerPoints } from '../store.ts'
import { CASHBACK_ERRORS } from './errors.ts'
import { refuseChange, toCustomerPoints } from './present.ts'
import { readCashbackChange } from './read.ts'
import { CashbackBody, CustomerPoints } from './schema.ts'

const OUT_OF_RANGE = 'Value is out of range: it is worth more points than a balance can hold.'

const operation: Operation = { wrongType: 'General_FieldCannotBeNullOrBlank', refuse: refuseChange }

export interface CashbackRoutesOptions {
  readonly cells: Cells
  readonly tillOf: (tenant: Tenant) => Till
}

export function cashbackRoutes(api: PrivateApi, { cells, tillOf }: CashbackRoutesOptions): void {
  api.addSchema(CustomerPoints)

  api.post<{ Params: { id: string }; Body: CashbackBody }>(
    '/v1/pvt/Customer/:id/cashback',
    {
      config: { operation, scope: 'points' },
      schema: {
        operationId: 'changeCashback',
        tags: ['Checkout'],
        summary: "Change a customer's cashback balance",
        description:
          'Adds or removes cashback, once for each ChangeKey. A refused change leaves its key unused.',
        params: Type.Object({ id: Type.String({ description: "The customer's id in the merchant store." }) }),
        body: CashbackBody,
        response: { 200: ResultEnvelope(Type.Unsafe<CustomerPoints>(Type.Ref('CustomerPoints#'))) },
      },
    },
    async (request, reply) => {
      const { tenant } = request
      const { id } = request.params
      const change = readCashbackChange(request.body)
      if (isRefusal(change)) return refuseChange(change)
      if (!isStorable(id))
        return refuseChange(refusal('Customer_NotFound', 'There is no customer with this id.', 'id'))
      const outcome = await tillOf(tenant)
        .run(changeBalance, { tenant, customerKey: id, change })
        .catch(unlessDataRefused(refusal('value-out-of-range', OUT_OF_RANGE, 'Value')))
      const changed = inApiTerms(outcome, CASHBACK_ERRORS)
      if (isRefusal(changed)) return refuseChange(changed)
      const { customer, account } = changed
      void reply.header(CUSTOMER_SEQUENCE_HEADER, account.sequence)
      const read = await cells
        .of(tenant)
        .read([tenant.id], (tx) => readCustomerPoints(tx, tenant.id, customer.id))
      return resultEnvelope(toCustomerPoints({ customer, account, isCashbackOn: true, ...read }))
    },
  )
}
