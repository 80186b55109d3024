import type { ErrorTable } from '../../contract/private-api/errors.ts'
import type { EraseReason } from '../rules.ts'

export const ERASE_ERRORS: ErrorTable<EraseReason> = {
  'customer-unknown': 'Customer_NotFound',
  // Never asked for here: whoever has the key of the API may do it.
  'not-confirmed': 'General_FieldCannotBeNullOrBlank',
}
