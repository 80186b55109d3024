/** What orders of a file would become, without doing it: as `importOrder` decides it, for a page of them at once. */
import { load } from '../accounts/till/collection.ts'
import type { TenantId } from '../contract/ids.ts'
import { orders } from '../orders/collections/orders.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { importEffects } from './collections/effects.ts'
import type { Foreseeing, Foreseen } from './kinds/kind.ts'
import type { LineRefusal } from './line.ts'
import { LoadedFacts } from './loaded-facts.ts'
import { findNamedCustomers, type NamedCustomer } from './named-customers.ts'
import type { OrderLine } from './order-line.ts'
import { findKeysByPublicId } from './store/public-ids.ts'

/** The lines with their customers' ids in the shop, or why there is none. */
export async function withCustomers(
  tx: Tx,
  tenantId: TenantId,
  lines: readonly OrderLine[],
): Promise<readonly (OrderLine | LineRefusal)[]> {
  const asked = lines.flatMap(({ publicId }) => (publicId === null ? [] : [publicId]))
  if (asked.length === 0) return lines
  const keys = await findKeysByPublicId(tx, tenantId, asked)
  return lines.map((line) => {
    if (line.publicId === null) return line
    const originalId = keys.get(line.publicId.toLowerCase())
    if (originalId === undefined) {
      return { kind: 'refusal', reason: 'unknown-customer', member: 'publicId', facts: {} }
    }
    return { ...line, sent: { ...line.sent, customer: { ...line.sent.customer, originalId } } }
  })
}

export async function foreseeOrders(
  tx: Tx,
  lines: readonly OrderLine[],
  { tenant }: Foreseeing,
): Promise<readonly (Foreseen | LineRefusal)[]> {
  const known = await withCustomers(tx, tenant.id, lines)
  const sought = known.filter((line) => 'sent' in line)
  const named = await findNamedCustomers(
    tx,
    tenant,
    sought.map(({ sent }) => sent.customer),
  )
  const facts = new LoadedFacts(tenant.id)
  await facts.load(
    tx,
    sought.flatMap(({ key, sent }, index) => {
      const customerId = named[index]?.stored?.customer.id
      return [
        load(orders, sent.originalId),
        ...(customerId === undefined ? [] : [load(importEffects, { customerId, key })]),
      ]
    }),
  )
  const foreseen = new Map(sought.map((line, index) => [line, foresee(facts, line, named[index])]))
  return known.flatMap((line) => ('sent' in line ? (foreseen.get(line) ?? []) : [line]))
}

function foresee(
  facts: LoadedFacts,
  { key, sent }: OrderLine,
  named: NamedCustomer | undefined,
): Foreseen | LineRefusal {
  if (!named) throw new Error('every line was looked for')
  const customer = named.stored?.customer ?? null
  const common = {
    ...{ customer, balance: named.stored?.account.balance ?? null },
    ...{ customerId: customer?.id ?? null, isProfileChanged: false },
  }
  if (named.isErased) return { ...common, outcome: 'erasedPerson' }
  if (customer && facts.peek(importEffects, { customerId: customer.id, key })) {
    return { ...common, outcome: 'doneBefore' }
  }
  if (facts.peek(orders, sent.originalId)) return { ...common, outcome: 'unchanged' }
  if (customer) return { ...common, outcome: 'created' }
  return named.refusal ?? { ...common, outcome: sent.customer.isNamedByContact ? 'unclaimed' : 'created' }
}
