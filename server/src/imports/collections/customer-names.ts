import { findCustomerKeys } from '../../accounts/store/customer-keys.ts'
import { type Collection, keyText } from '../../accounts/till/collection.ts'
import type { CustomerId } from '../../contract/ids.ts'

/** The ids in the merchant's store of customers by their numbers, for a sentence that names them. */
export const customerNames: Collection<CustomerId, string> = {
  name: 'customer names',
  async load(tx, keys) {
    const names = await findCustomerKeys(
      tx,
      keys.map(({ tenantId, key: customerId }) => ({ tenantId, customerId })),
    )
    return new Map(
      keys.flatMap((key, index) => {
        const name = names[index] ?? null
        return name === null ? [] : [[keyText(key), name] as const]
      }),
    )
  },
}
