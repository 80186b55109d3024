import { isDeepStrictEqual } from 'node:util'
import type { Said } from '../../contract/locale.ts'
import { type Change, isNotDone, MISSING, type NotDone, whenChanged, wrong } from '../../contract/not-done.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { changedSettings } from '../rules/change-settings.ts'
import { isNetworkOfPeople } from '../settings.ts'
import type { SecurityInput, SettingsInput } from '../settings-input.ts'
import { lockSettings, saveSettings, type VersionedTenant } from '../store/settings.ts'
import type { Tenant, TenantSettings } from '../tenant.ts'

export type SettingsChange = Change<VersionedTenant>

/** In the directory. `expected`: the version that was read; null: whichever it is. */
export async function changeSettings(
  tx: Tx,
  tenantId: number,
  input: SettingsInput,
  { hasOrders, expected }: { readonly hasOrders: boolean; readonly expected: number | null },
): Promise<SettingsChange | NotDone> {
  return change(tx, tenantId, expected, (tenant) => changedSettings(tenant, input, { hasOrders }))
}

/** Likewise: how the merchant's people come in. */
export function changeSecurity(
  tx: Tx,
  tenantId: number,
  input: SecurityInput,
  { now, expected }: { readonly now: Instant; readonly expected: number | null },
): Promise<SettingsChange | NotDone> {
  return change(tx, tenantId, expected, (tenant) => {
    const problems = (input.allowedAddresses ?? []).flatMap((address, index) =>
      isNetworkOfPeople(address) ? [] : [{ pointer: `/allowedAddresses/${index}`, message: NO_NETWORK }],
    )
    if (problems.length > 0) return wrong(problems)
    return {
      ...tenant,
      settings: { ...tenant.settings, security: changedSecurity(tenant.settings, input, now) },
    }
  })
}

const NO_NETWORK: Said = {
  en: 'An address or a range like 203.0.113.0/24.',
  'pt-BR': 'Um endereço ou uma faixa como 203.0.113.0/24.',
  es: 'Una dirección o un rango como 203.0.113.0/24.',
}

/** People without a second factor have some days to set one up: since when it is asked for has to be known. */
function changedSecurity(
  { security = {} }: TenantSettings,
  { requireTwoFactor, idleMinutes, allowedAddresses }: SecurityInput,
  now: Instant,
): NonNullable<TenantSettings['security']> {
  const { idleMinutes: idleBefore, requireTwoFactorSince: since, ...rest } = security
  const isRequired = requireTwoFactor ?? security.requireTwoFactor ?? false
  const idle = idleMinutes === undefined ? idleBefore : idleMinutes
  return {
    ...rest,
    requireTwoFactor: isRequired,
    ...(isRequired ? { requireTwoFactorSince: since ?? instantToText(now) } : {}),
    ...(idle === undefined || idle === null ? {} : { idleMinutes: idle }),
    ...(allowedAddresses === undefined ? {} : { allowedAddresses: [...new Set(allowedAddresses)] }),
  }
}

async function change(
  tx: Tx,
  tenantId: number,
  expected: number | null,
  decide: (tenant: Tenant) => Tenant | NotDone,
): Promise<SettingsChange | NotDone> {
  const before = await lockSettings(tx, tenantId)
  if (!before) return MISSING
  const changed = whenChanged(expected, before.version)
  if (changed) return changed
  const tenant = decide(before.tenant)
  if (isNotDone(tenant)) return tenant
  if (isDeepStrictEqual(tenant, before.tenant)) return { before, after: before }
  const version = before.version + 1
  await saveSettings(tx, tenant, version)
  return { before, after: { tenant, version } }
}
