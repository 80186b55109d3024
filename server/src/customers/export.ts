import { maskedDigits, maskedEmail, maskedName, maskedValue } from '../contract/admin-api/masking.ts'
import type { ExportCell, ExportKind } from '../jobs/export.ts'
import { findTiers } from '../tiers/collections/tiers.ts'
import { currentTier } from '../tiers/tier.ts'
import { type ExportedCustomer, findCustomersToExport } from './store/customers.ts'

/** Those who were merged into another or erased are left out: they are no customers any more. */
export const customersExport: ExportKind = {
  name: 'customers',
  holdsPersons: true,
  hasDates: false,
  columns: [
    'publicId',
    'originalId',
    'name',
    'email',
    'phone',
    'document',
    'birthday',
    'signupDate',
    'isEnrolled',
    'enrolledDate',
    'points',
    'cashback',
    'tier',
    'orderCount',
    'createdAt',
  ],
  sums: ['points', 'cashback'],
  async page(tx, { tenant, after, limit, isMasked }) {
    const [customers, tiers] = await Promise.all([
      findCustomersToExport(tx, tenant.id, { afterId: (after as number | null) ?? 0, limit }),
      findTiers(tx, tenant),
    ])
    const rows = customers.map((customer): ExportCell[] => {
      const { originalId, name, email, phone, document, birthday } = isMasked ? masked(customer) : customer
      const tier = currentTier(tiers, {
        tier: customer.tierId === null ? null : { id: customer.tierId, since: 0, belowSince: null },
        erasedAt: null,
      })
      return [
        ...[customer.publicId, originalId, name, email, phone, document, birthday],
        ...[customer.signupAt, customer.isEnrolled, customer.enrolledAt, customer.points, customer.cashback],
        ...[tier?.name ?? null, customer.orderCount, customer.createdAt],
      ]
    })
    return { rows, after: customers.at(-1)?.id ?? after }
  },
}

/** As the panel shows a customer to roles that may not see who it is. */
function masked(customer: ExportedCustomer): ExportedCustomer {
  const { originalId, name, email, phone, document, birthday } = customer
  return {
    ...customer,
    originalId: originalId.includes('@') ? maskedEmail(originalId) : maskedDigits(originalId),
    name: name && maskedName(name),
    email: email && maskedEmail(email),
    phone: phone && maskedDigits(phone),
    document: document && maskedDigits(document),
    birthday: maskedValue(birthday),
  }
}
