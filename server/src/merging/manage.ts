import { createTill, type DueWork } from '../accounts/till/till.ts'
import type { TenantId } from '../contract/ids.ts'
import { isRefusal } from '../contract/refusal.ts'
import { isBlank, isStorable, LENGTH } from '../contract/schema.ts'
import type { Actor } from '../people/actor.ts'
import { decimalToNumber } from '../platform/decimal.ts'
import { systemClock } from '../platform/system-clock.ts'
import type { Cells } from '../tenancy/cells.ts'
import { TenancyError, tenantOf } from '../tenancy/manage/tenants.ts'
import { certified } from './certificate.ts'
import { requestHashOf } from './request-hash.ts'

export interface SentMerge {
  /** Both by their ids in the merchant's store. */
  readonly customer: string
  readonly into: string
  readonly key: string
}

/** Merges a customer into another one, once for each key. */
export async function merge(
  cells: Cells,
  tenantId: TenantId,
  sent: SentMerge,
  { actor, ...due }: { readonly actor: Actor } & DueWork,
) {
  for (const [name, text] of Object.entries(sent)) {
    if (isBlank(text) || text.length > LENGTH.text || !isStorable(text)) {
      throw new TenancyError(`--${name} must be a text of 1 to ${LENGTH.text} characters.`)
    }
  }
  const { customer: from, into, key: mergeKey } = sent
  const tenant = await tenantOf(cells.directory, tenantId)
  const till = createTill({ database: cells.of(tenant), clock: systemClock, ...due })
  const requestHash = requestHashOf(from, into)
  const told = { at: systemClock(), actor, via: 'cli', requestId: null, address: null } as const
  const result = await till.run(certified(told), {
    tenant,
    from: { key: from },
    into: { key: into },
    mergeKey,
    requestHash,
  })
  if (isRefusal(result)) throw new TenancyError(result.message)
  const { isNew, effect, account } = result
  return {
    isNew,
    points: decimalToNumber(effect.balance.points),
    pendingPoints: decimalToNumber(effect.pending.points),
    orders: effect.orders,
    balance: decimalToNumber(account.balance.points),
  }
}
