import { type Outcome, SEVERITY } from '../../contract/private-api/envelopes.ts'
import type { ApiRefusal } from '../../contract/private-api/errors.ts'
import type { UpsertResult } from '../commands.ts'

/** The business codes of an upsert. */
export const UPSERT_OUTCOME = {
  originalIdRequired: { code: '01', name: 'OriginalIdRequired', severity: SEVERITY.error },
  invalid: { code: '02', name: 'CustomerInvalid', severity: SEVERITY.error },
  saveFailed: { code: '03', name: 'CustomerSaveFailed', severity: SEVERITY.error },
  contactShared: { code: '04', name: 'ContactShared', severity: SEVERITY.warning },
  unchanged: { code: '05', name: 'CustomerUnchanged', severity: SEVERITY.warning },
  created: { code: '06', name: 'CustomerCreated', severity: SEVERITY.success },
  updated: { code: '07', name: 'CustomerUpdated', severity: SEVERITY.success },
  birthdayKept: { code: '08', name: 'BirthdayKept', severity: SEVERITY.warning },
} as const satisfies Record<string, Outcome>

/** The outcome for a wrong member. A missing id has one of its own. */
export function outcomeOfRefusal({ reason }: ApiRefusal): Outcome {
  return reason === 'ApiExternalErro_Original_Id_Cant_Be_Null'
    ? UPSERT_OUTCOME.originalIdRequired
    : UPSERT_OUTCOME.invalid
}

/** The first warning that applies, else what was done. */
export function outcomeOf({ operation, isBirthdayKept, isContactShared }: UpsertResult): Outcome {
  if (isBirthdayKept) return UPSERT_OUTCOME.birthdayKept
  return isContactShared ? UPSERT_OUTCOME.contactShared : UPSERT_OUTCOME[operation]
}
