import type { ErrorTable } from '../../contract/private-api/errors.ts'
import type { EraseReason } from '../rules.ts'

export const ERASE_ERRORS: ErrorTable<EraseReason> = {
  'customer-unknown': 'Customer_NotFound',
  // Never asked for here: the key's scope is enough.
  'not-confirmed': 'General_FieldCannotBeNullOrBlank',
}
