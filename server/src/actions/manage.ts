import { createTill, type DueWork } from '../accounts/till/till.ts'
import type { TenantId } from '../contract/ids.ts'
import { isRefusal } from '../contract/refusal.ts'
import { isBlank, isStorable, LENGTH } from '../contract/schema.ts'
import { decimalToNumber } from '../platform/decimal.ts'
import { systemClock } from '../platform/system-clock.ts'
import type { Cells } from '../tenancy/cells.ts'
import { TenancyError, tenantOf } from '../tenancy/manage/tenants.ts'
import { type GrantInput, grantAction } from './grant.ts'

/** Grants a customer the points of a referral or of an action of the merchant's own, once for each key. */
export async function grant(
  cells: Cells,
  tenantId: TenantId,
  sent: Omit<GrantInput, 'tenant' | 'action'> & { readonly action: string },
  due: DueWork,
): Promise<{ readonly isNew: boolean; readonly points: number }> {
  for (const [name, text] of Object.entries(sent)) {
    if (isBlank(text) || text.length > LENGTH.text || !isStorable(text)) {
      throw new TenancyError(`--${name} must be a text of 1 to ${LENGTH.text} characters.`)
    }
  }
  const tenant = await tenantOf(cells.directory, tenantId)
  const till = createTill({ database: cells.of(tenant), clock: systemClock, ...due })
  const result = await till.run(grantAction, { ...sent, tenant })
  if (isRefusal(result)) throw new TenancyError(result.message)
  return { isNew: result.isNew, points: decimalToNumber(result.points) }
}
