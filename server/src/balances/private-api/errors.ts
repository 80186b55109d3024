import type { ErrorTable } from '../../contract/private-api/errors.ts'
import type { CashbackReason } from '../rules/change.ts'

export const CASHBACK_ERRORS: ErrorTable<CashbackReason> = {
  'cashback-off': 'ApiCustomer_ChangeCashback_Inactive',
  'customer-unknown': 'Customer_NotFound',
  'key-used': 'ChangePoints_ChangeKeyAlreadyExists',
  'balance-too-small': 'PdvOrder_NotEnoughPoints',
  'value-out-of-range': 'Genaral_LengthLimitExceeded',
}
