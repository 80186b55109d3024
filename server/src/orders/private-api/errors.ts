import type { ErrorTable } from '../../contract/private-api/errors.ts'
import type { OrderReason } from '../rules/reasons.ts'

export const ORDER_ERRORS: ErrorTable<OrderReason> = {
  'customer-mismatch': 'PdvOrder_CustomerMismatch',
  'order-unknown': 'ApiExternalOrder_Order_Not_Found',
  'order-is-cancelled': 'ApiOrder_OrderIsCancelled',
  'total-missing': 'General_FieldCannotBeNullOrBlank',
  'total-below-returned': 'ApiExternalOrder_Cant_Insert_Update',
  'placement-date-missing': 'General_FieldCannotBeDefault',
  'placement-date-ahead': 'General_FieldCannotBeDefault',
  'completion-date-missing': 'Order_OrderCompletedNeddCompletedDate',
  'completion-date-ahead': 'Order_OrderCompletedDateMustBeAfterPlacementDate',
  'completion-before-placement': 'Order_OrderCompletedDateMustBeAfterPlacementDate',
  'cancellation-date-missing': 'Order_CancelledOrderRequiresCancellationDate',
  'cancellation-date-ahead': 'Order_OrderCancellationDateBeforePlacementDate',
  'cancellation-before-placement': 'Order_OrderCancellationDateBeforePlacementDate',
  'order-not-saved': 'ApiExternalOrder_Cant_Insert_Update',
  'cancellation-not-saved': 'PdvOrder_CancellationError',
  'return-too-large': 'PdvOrder_ExcededMaxValue',
  'return-lines-wrong': 'Genaral_LengthLimitExceeded',
  'return-key-used': 'ChangePoints_ChangeKeyAlreadyExists',
  'return-not-saved': 'PdvOrder_CancellationError',
}
