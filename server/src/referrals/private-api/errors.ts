import type { ErrorTable } from '../../contract/private-api/errors.ts'
import { CUSTOMER_ERRORS } from '../../customers/private-api/errors.ts'
import type { FriendReason } from '../commands.ts'

export const FRIEND_ERRORS: ErrorTable<FriendReason> = {
  ...CUSTOMER_ERRORS,
  'no-rule': 'ApiExternalObjective_not_found',
  'rule-off': 'ApiExternalObjective_inactive',
  'code-unknown': 'Customer_NotFound',
  'friend-known': 'Referral_FriendAlreadyExists',
}
