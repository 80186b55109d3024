import { useTranslation } from 'react-i18next'
import type { CustomerShown } from '../../../../server/src/customers/admin-api/schema.ts'

/** What a customer is called here: by name, else by what else is known. */
export function callOf({
  name,
  email,
  originalId,
}: Pick<CustomerShown, 'name' | 'email' | 'originalId'>): string {
  return name || email || originalId
}

/** The same where it is known whether somebody was erased: what is left of them says nothing. */
export function useCallOf(): (
  customer: Parameters<typeof callOf>[0] & { readonly erasedAt: string | null },
) => string {
  const { t } = useTranslation()
  return (customer) => (customer.erasedAt === null ? callOf(customer) : t('customers.erased'))
}
