import type { ErrorTable } from '../../contract/private-api/errors.ts'
import type { MergeReason } from '../rules.ts'

export const MERGE_ERRORS: ErrorTable<MergeReason> = {
  'customer-unknown': 'Customer_NotFound',
  'target-unknown': 'Customer_NotFound',
  'customer-merged': 'Customer_NotFound',
  'target-merged': 'Customer_NotFound',
  'same-customer': 'ApiExternalCustomer_Cant_Update',
  reserved: 'ApiExternalCustomer_Cant_Update',
  'approval-waiting': 'ApiExternalCustomer_Cant_Update',
  'key-used': 'ChangePoints_ChangeKeyAlreadyExists',
}
