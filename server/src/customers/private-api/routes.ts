import { Type } from 'typebox'
import type { Customer } from '../../accounts/customer.ts'
import { findCustomer } from '../../accounts/store/accounts.ts'
import type { Till } from '../../accounts/till/till.ts'
import {
  PageEnvelope,
  pageEnvelope,
  pageFailure,
  ResultEnvelope,
  resultEnvelope,
  resultFailure,
} from '../../contract/private-api/envelopes.ts'
import { ASKING_FOR_PAGE } from '../../contract/private-api/operation.ts'
import { offsetOf, readPage } from '../../contract/private-api/paging.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isStorable } from '../../contract/schema.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { findTiers } from '../../tiers/collections/tiers.ts'
import { currentTier, NO_TIERS } from '../../tiers/tier.ts'
import { findByContact } from '../find.ts'
import { Findability } from '../findability.ts'
import { toCustomerResult } from './present.ts'
import { readContact } from './read.ts'
import { saveRoutes } from './save-routes.ts'
import { CustomerResult, FindCustomersQuery } from './schema.ts'

export interface CustomerRoutesOptions {
  readonly cells: Cells
  readonly tillOf: (tenant: Tenant) => Till
  /** Reads where friends come by a customer’s code; null: the merchant has no such place, and nothing is read. */
  readonly referralsOf: (tenant: Tenant) => Promise<ReadReferral | null>
}

type ReadReferral = (
  tx: Tx,
  customer: Customer,
) => Promise<{ readonly url: string; readonly whatsappUrl: string } | null>

export function customerRoutes(api: PrivateApi, options: CustomerRoutesOptions): void {
  const { cells, tillOf } = options
  api.addSchema(CustomerResult)
  const findability = new Findability(cells)
  readRoute(api, options)
  findRoute(api, cells, findability)
  saveRoutes(api, { tillOf, findability })
}

function readRoute(api: PrivateApi, { cells, referralsOf }: CustomerRoutesOptions): void {
  api.get<{ Params: { id: string } }>(
    '/v1/pvt/Customer/:id',
    {
      schema: {
        operationId: 'getCustomer',
        tags: ['Customization'],
        summary: 'Read a customer',
        description:
          'Who it is, its tier, and where friends come by its code; the balance is a separate operation. Accepts current ' +
          'and former ids.',
        params: Type.Object({ id: Type.String({ description: "The customer's id in the merchant store." }) }),
        response: { 200: ResultEnvelope(Type.Unsafe<CustomerResult>(Type.Ref('Customer#'))) },
      },
    },
    async (request) => {
      const { tenant } = request
      const { id } = request.params
      const readReferral = await referralsOf(tenant)
      const [found, tiers, referral] = isStorable(id)
        ? await cells.of(tenant).read([tenant.id], async (tx) => {
            const [stored, all] = await Promise.all([findCustomer(tx, tenant.id, id), findTiers(tx, tenant)])
            return [stored, all, stored && readReferral && (await readReferral(tx, stored.customer))] as const
          })
        : [null, NO_TIERS, null]
      if (!found) {
        return resultFailure(refusal('Customer_NotFound', `There is no customer with the id ${id}.`))
      }
      return resultEnvelope(toCustomerResult(found.customer, currentTier(tiers, found.customer), referral))
    },
  )
}

function findRoute(api: PrivateApi, cells: Cells, findability: Findability): void {
  api.get<{ Querystring: Record<string, unknown> }>(
    '/v1/pvt/Customer',
    {
      config: { operation: ASKING_FOR_PAGE },
      schema: {
        operationId: 'findCustomers',
        tags: ['Customers'],
        summary: 'Find customers by document, e-mail or phone',
        description:
          'Exactly one of the three, compared whole, however it is written. Several customers may have it, newest ' +
          'first; where none has, the list is empty. All other operations take the OriginalId that is found here.',
        querystring: FindCustomersQuery,
        response: { 200: PageEnvelope(Type.Unsafe<CustomerResult>(Type.Ref('Customer#'))) },
      },
    },
    async ({ tenant, query }) => {
      const asked = readContact(query)
      if (isRefusal(asked)) return pageFailure(asked)
      const page = readPage(query)
      if (isRefusal(page)) return pageFailure(page)
      await findability.require(tenant)
      if (asked === null) return pageEnvelope([], 0, page)
      const { found, tiers } = await cells.of(tenant).read([tenant.id], async (tx) => {
        const part = { offset: offsetOf(page), limit: page.size }
        return { found: await findByContact(tx, tenant.id, asked, part), tiers: await findTiers(tx, tenant) }
      })
      const items = found.customers.map((customer) =>
        toCustomerResult(customer, currentTier(tiers, customer)),
      )
      return pageEnvelope(items, found.total, page)
    },
  )
}
