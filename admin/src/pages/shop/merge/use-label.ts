import { useCustomerName } from '../../../api/customer-name.ts'

interface Labelled {
  readonly name: string | null
  readonly email: string | null
  readonly originalId: string
  readonly erasedAt: string | null
}

/** Name and id: two accounts of one person often have the same name. */
export function useLabel(): (customer: Labelled) => string {
  const nameOf = useCustomerName()
  return (customer) => {
    const name = nameOf(customer)
    return name === customer.originalId ? name : `${name} (${customer.originalId})`
  }
}
