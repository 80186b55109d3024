import type { CustomerShown } from '../../../../server/src/customers/admin-api/schema.ts'

/** What a customer is called here: by name, else by what else is known. */
export function callOf({
  name,
  email,
  originalId,
}: Pick<CustomerShown, 'name' | 'email' | 'originalId'>): string {
  return name || email || originalId
}
