import { findCurrentProgram } from '../earning/store.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { PayloadSettings } from './rules/payload.ts'

/** What the body of a webhook says beside its event, as of a moment. */
export async function readPayloadSettings(tx: Tx, tenant: Tenant, now: Instant): Promise<PayloadSettings> {
  const program = await findCurrentProgram(tx, tenant.id, now)
  return { timeZone: tenant.timeZone, isCashbackOn: program.cashback.isOn }
}
