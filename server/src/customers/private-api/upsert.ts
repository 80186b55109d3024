import { randomUUID } from 'node:crypto'
import type { Till } from '../../accounts/till/till.ts'
import { type Outcome, productFailure } from '../../contract/private-api/envelopes.ts'
import type { ApiRefusal } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { unlessDataRefused } from '../../platform/postgres/failures.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { type UpsertResult, upsertCustomer } from '../commands.ts'
import type { Findability } from '../findability.ts'
import { outcomeOf, outcomeOfRefusal, UPSERT_OUTCOME } from './outcomes.ts'
import { readCustomerToUpsert } from './read.ts'
import type { SaveCustomerBody } from './schema.ts'

export const upserting: Operation = {
  wrongType: 'ApiExternalCustomer_Cant_Update',
  refuse: (problem) => productFailure(outcomeOfRefusal(problem), problem),
}

export interface UpsertOptions {
  readonly tillOf: (tenant: Tenant) => Till
  readonly findability: Findability
}

export type UpsertedCustomer =
  | { readonly outcome: Outcome; readonly saved: UpsertResult }
  | { readonly outcome: Outcome; readonly refusal: ApiRefusal }

const NOT_SAVED = refusal(
  'ApiExternalCustomer_Cant_Update' as const,
  'The customer could not be saved: send it again.',
)

/** One customer as it was sent, whose body has the form of its schema. */
export async function upsertSentCustomer(
  { tillOf, findability }: UpsertOptions,
  tenant: Tenant,
  body: SaveCustomerBody,
): Promise<UpsertedCustomer> {
  const sent = readCustomerToUpsert(body, tenant.timeZone)
  if (isRefusal(sent)) return { outcome: outcomeOfRefusal(sent), refusal: sent }
  await findability.require(tenant)
  const saved = await tillOf(tenant)
    .run(upsertCustomer, { tenant, sent, publicId: randomUUID() })
    .catch(unlessDataRefused(NOT_SAVED))
  if (isRefusal(saved)) return { outcome: UPSERT_OUTCOME.saveFailed, refusal: NOT_SAVED }
  return { outcome: outcomeOf(saved), saved }
}
