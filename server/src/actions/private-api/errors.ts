import type { ErrorTable } from '../../contract/private-api/errors.ts'
import type { GrantReason } from '../grant.ts'

export const GRANT_ERRORS: ErrorTable<GrantReason> = {
  'customer-unknown': 'Customer_NotFound',
  'not-enrolled': 'ApiExternalObjective_inactive',
  'no-rule': 'ApiExternalObjective_not_found',
  'rule-off': 'ApiExternalObjective_inactive',
  'not-custom': 'ApiExternalObjective_type_incorrect',
  'limit-reached': 'ApiExternalCustomObjective_max_bonification_reached',
}
