import { Type } from 'typebox'
import type { Till } from '../../accounts/till/till.ts'
import { CUSTOMER_SEQUENCE_HEADER } from '../../contract/private-api/customer-sequence.ts'
import { ResultEnvelope, resultEnvelope } from '../../contract/private-api/envelopes.ts'
import { inApiTerms } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isStorable } from '../../contract/schema.ts'
import { unlessDataRefused } from '../../platform/postgres/failures.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { Balances } from '../balances.ts'
import { changeBalance } from '../commands/change.ts'
import { CASHBACK_ERRORS } from './errors.ts'
import { NOBODY, refuseChange, toCustomerPoints } from './present.ts'
import { readPointsChange } from './read.ts'
import { type CustomerPoints, PointsBody } from './schema.ts'

const changing: Operation = { wrongType: 'General_FieldCannotBeNullOrBlank', refuse: refuseChange }
const OUT_OF_RANGE = 'Points is out of range: a balance cannot hold so many.'

const CustomerParams = Type.Object({
  id: Type.String({ description: "The customer's id in the merchant store." }),
})

export interface PointsRoutesOptions {
  readonly balances: Pick<Balances, 'of'>
  readonly tillOf: (tenant: Tenant) => Till
}

export function pointsRoutes(api: PrivateApi, options: PointsRoutesOptions): void {
  readRoutes(api, options)
  changeRoutes(api, options)
}

interface ReadPoints {
  readonly points: CustomerPoints
  readonly sequence: number
}

/** null: there is no such customer. */
async function readPoints(
  balances: Pick<Balances, 'of'>,
  tenant: Tenant,
  customerKey: string,
): Promise<ReadPoints | null> {
  const balance = await balances.of(tenant, customerKey)
  return balance && { points: toCustomerPoints(balance), sequence: balance.account.sequence }
}

function readRoutes(api: PrivateApi, { balances }: PointsRoutesOptions): void {
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
        params: CustomerParams,
        response: { 200: Type.Unsafe<CustomerPoints>(Type.Ref('CustomerPoints#')) },
      },
    },
    async ({ tenant, params: { id } }, reply) => {
      const read = isStorable(id) ? await readPoints(balances, tenant, id) : null
      if (!read) return NOBODY
      void reply.header(CUSTOMER_SEQUENCE_HEADER, read.sequence)
      return read.points
    },
  )
}

function changeRoutes(api: PrivateApi, { balances, tillOf }: PointsRoutesOptions): void {
  api.post<{ Params: { id: string }; Body: PointsBody }>(
    '/v1/pvt/Customer/:id/points',
    {
      config: { operation: changing, scope: 'points' },
      schema: {
        operationId: 'changePoints',
        tags: ['Customers'],
        summary: "Change a customer's points",
        description:
          'Adds points that never expire, or removes some as a redemption does; the balance never falls below zero ' +
          'by it. Once for each ChangeKey, which are one namespace with those of cashback changes. A refused ' +
          'change leaves its key unused.',
        params: CustomerParams,
        body: PointsBody,
        response: { 200: ResultEnvelope(Type.Unsafe<CustomerPoints>(Type.Ref('CustomerPoints#'))) },
      },
    },
    async ({ tenant, params: { id }, body }, reply) => {
      const change = readPointsChange(body)
      if (isRefusal(change)) return refuseChange(change)
      const unknown = refusal('Customer_NotFound', 'There is no customer with this id.', 'id')
      if (!isStorable(id)) return refuseChange(unknown)
      const outcome = await tillOf(tenant)
        .run(changeBalance, { tenant, customerKey: id, change })
        .catch(unlessDataRefused(refusal('value-out-of-range', OUT_OF_RANGE, 'Points')))
      const changed = inApiTerms(outcome, CASHBACK_ERRORS)
      if (isRefusal(changed)) return refuseChange(changed)
      const read = await readPoints(balances, tenant, id)
      if (!read) return refuseChange(unknown)
      void reply.header(CUSTOMER_SEQUENCE_HEADER, read.sequence)
      return resultEnvelope(read.points)
    },
  )
}
