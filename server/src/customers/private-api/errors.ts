import type { ErrorTable } from '../../contract/private-api/errors.ts'
import type { CustomerReason } from '../rules/save.ts'

export const CUSTOMER_ERRORS: ErrorTable<CustomerReason> = {
  'customer-unknown': 'Customer_NotFound',
  'customer-known': 'ApiCustomer_InsertAlreadyExists',
  'email-used': 'NewCustomer_EmailAlreadyUsed',
  'document-used': 'NewCustomer_DocumentAlreadyUsed',
  'birthday-differs': 'ApiCustomer_CannotChangeBirthday',
  'id-taken': 'ApiExternalCustomer_Cant_Update',
  'not-made': 'ApiExternalCustomer_Cant_Insert',
  'not-changed': 'ApiExternalCustomer_Cant_Update',
}
