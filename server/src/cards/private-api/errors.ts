import type { ErrorTable } from '../../contract/private-api/errors.ts'
import type { ByHandReason } from '../rules/by-hand.ts'

export const BY_HAND_ERRORS: ErrorTable<ByHandReason> = {
  'customer-unknown': 'Customer_NotFound',
  'card-unknown': 'ApiExternalObjective_not_found',
  'card-off': 'ApiExternalObjective_inactive',
  'not-enrolled': 'ApiExternalObjective_inactive',
  'not-a-card': 'ApiExternalObjective_type_incorrect',
  'key-used': 'ChangePoints_ChangeKeyAlreadyExists',
  'key-unknown': 'ApiRewardCancel_NotFound',
  'date-ahead': 'General_FieldCannotBeDefault',
  'date-too-old': 'Genaral_LengthLimitExceeded',
  'outside-dates': 'ApiExternalCustomObjective_max_bonification_reached',
  'card-done': 'ApiExternalCustomObjective_max_bonification_reached',
  'limit-reached': 'ApiExternalCustomObjective_max_bonification_reached',
}
