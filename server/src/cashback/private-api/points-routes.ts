import { Type } from 'typebox'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import { CUSTOMER_SEQUENCE_HEADER } from '../../contract/private-api/customer-sequence.ts'
import { isStorable } from '../../contract/schema.ts'
import { findCurrentProgram } from '../../earning/store.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import { readCustomerPoints } from '../store.ts'
import { NOBODY, toCustomerPoints } from './present.ts'
import type { CustomerPoints } from './schema.ts'

export interface PointsRoutesOptions {
  readonly reads: SettledReads
}

export function pointsRoutes(api: PrivateApi, { reads }: PointsRoutesOptions): void {
  api.get<{ Params: { id: string } }>(
    '/v1/pvt/Customer/:id/points',
    {
      schema: {
        operationId: 'getCustomerPoints',
        tags: ['Customers'],
        summary: "Read a customer's balance",
        description:
          'Without envelope. What is due is settled first, so the balances are what can be spent now; they are ' +
          'below zero where something is owed. For a customer who is not known CustomerExists is false, and that ' +
          'is no error. The header `Punchcard-Customer-Sequence` is the number of the last event that is in it.',
        params: Type.Object({ id: Type.String({ description: "The customer's id in the merchant store." }) }),
        response: { 200: Type.Unsafe<CustomerPoints>(Type.Ref('CustomerPoints#')) },
      },
    },
    async (request, reply) => {
      const { tenant } = request
      const { id } = request.params
      if (!isStorable(id)) return NOBODY
      const found = await reads.of(tenant, id, async (tx, { customer, account }, now) => {
        const [listed, program] = await Promise.all([
          readCustomerPoints(tx, tenant.id, customer.id),
          findCurrentProgram(tx, tenant.id, now),
        ])
        return { customer, account, isCashbackOn: program.cashback.isOn, ...listed }
      })
      if (!found) return NOBODY
      void reply.header(CUSTOMER_SEQUENCE_HEADER, found.account.sequence)
      return toCustomerPoints(found)
    },
  )
}
