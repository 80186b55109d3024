import type { CustomerId } from '../../contract/ids.ts'
import { findAccountsById, type StoredAccount } from '../store/accounts.ts'
import { type Collection, keyText } from '../till/collection.ts'

/** Customers by their numbers, those who were erased: what was theirs is named by other keys, and no id leads to them. */
export const erasedOwners: Collection<CustomerId, StoredAccount> = {
  name: 'erased owners',
  async load(tx, keys) {
    const byTenant = Map.groupBy(keys, ({ tenantId }) => tenantId)
    const found = await Promise.all(
      [...byTenant].map(async ([tenantId, all]) => {
        const stored = await findAccountsById(
          tx,
          tenantId,
          all.map(({ key }) => key),
        )
        return [...stored.values()].filter(({ customer }) => customer.erasedAt !== null)
      }),
    )
    return new Map(
      found.flat().map((stored) => {
        const { tenantId, id } = stored.customer
        return [keyText({ tenantId, key: id }), stored]
      }),
    )
  },
}
