import { useTranslation } from 'react-i18next'
import type { CustomerShown } from '../../../server/src/customers/admin-api/schema.ts'

type Named = Pick<CustomerShown, 'name' | 'email' | 'originalId' | 'erasedAt'>

/** What a customer is called here: by name, else by what else is known. What is left of an erased one says nothing. */
export function useCustomerName(): (customer: Named) => string {
  const { t } = useTranslation()
  return ({ name, email, originalId, erasedAt }) =>
    erasedAt === null ? name || email || originalId : t('customers.erased')
}
