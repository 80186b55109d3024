import { isDeepStrictEqual } from 'node:util'
import {
  type Change,
  type ConfigRefusal,
  isConfigRefusal,
  MISSING,
  whenChanged,
  wrong,
} from '../../contract/config-refusal.ts'
import type { FieldProblem } from '../../contract/field-problem.ts'
import type { TenantId } from '../../contract/ids.ts'
import type { LocalizedText } from '../../contract/locale.ts'
import { type Clock, type Instant, instantToText } from '../../platform/clock.ts'
import { decimalFromText, ZERO } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { changedSettings } from '../rules/change-settings.ts'
import { isNetworkOfPeople } from '../settings.ts'
import type { SecurityInput, SettingsInput } from '../settings-input.ts'
import { lockSettings, saveSettings, type VersionedTenant } from '../store/settings.ts'
import { type Tenant, type TenantSettings, tenantClock } from '../tenant.ts'

export type SettingsChange = Change<VersionedTenant>

export interface SettingsChangeOptions {
  readonly hasOrders: boolean
  /** The version that was read; null: whichever it is. */
  readonly expected: number | null
  readonly clock: Clock
}

/** In the directory. */
export async function changeSettings(
  tx: Tx,
  tenantId: TenantId,
  input: SettingsInput,
  { hasOrders, expected, clock }: SettingsChangeOptions,
): Promise<SettingsChange | ConfigRefusal> {
  return change(tx, tenantId, expected, (tenant) =>
    changedSettings(tenant, input, { hasOrders, now: tenantClock(clock)(tenant) }),
  )
}

/** Likewise: how the merchant's people come in. */
export function changeSecurity(
  tx: Tx,
  tenantId: TenantId,
  input: SecurityInput,
  { now, expected }: { readonly now: Instant; readonly expected: number | null },
): Promise<SettingsChange | ConfigRefusal> {
  return change(tx, tenantId, expected, (tenant) => {
    const problems: FieldProblem[] = (input.allowedAddresses ?? []).flatMap((address, index) =>
      isNetworkOfPeople(address) ? [] : [{ pointer: `/allowedAddresses/${index}`, message: NO_NETWORK }],
    )
    problems.push(...problemsOfApprovals(input))
    if (problems.length > 0) return wrong(problems)
    const security = changedSecurity(tenant.settings, input, now)
    return {
      ...tenant,
      settings: { ...tenant.settings, ...changedApprovals(tenant.settings, input), security },
    }
  })
}

const LIMITS = ['adjustAbove', 'adjustPerDay', 'importAbove'] as const

function problemsOfApprovals({ approvals }: SecurityInput): FieldProblem[] {
  return LIMITS.flatMap((limit) => {
    const sent = approvals?.[limit] ?? null
    return sent !== null && decimalFromText(sent) < ZERO
      ? [{ pointer: `/approvals/${limit}`, message: NOT_BELOW_ZERO }]
      : []
  })
}

/** Likewise RFC 7396: a limit that is left out stays, one that is null is none. */
function changedApprovals(
  { approvals: stored = {} }: TenantSettings,
  { approvals }: SecurityInput,
): Pick<TenantSettings, 'approvals'> {
  if (approvals === undefined) return {}
  const changed = approvals === null ? {} : { ...stored, ...approvals }
  return {
    approvals: Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== null)),
  }
}

const NOT_BELOW_ZERO: LocalizedText = {
  en: '0 or more; null for no limit.',
  'pt-BR': '0 ou mais; null para nenhum limite.',
  es: '0 o más; null para ningún límite.',
}

const NO_NETWORK: LocalizedText = {
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
  tenantId: TenantId,
  expected: number | null,
  decide: (tenant: Tenant) => Tenant | ConfigRefusal,
): Promise<SettingsChange | ConfigRefusal> {
  const before = await lockSettings(tx, tenantId)
  if (!before) return MISSING
  const changed = whenChanged(expected, before.version)
  if (changed) return changed
  const tenant = decide(before.tenant)
  if (isConfigRefusal(tenant)) return tenant
  if (isDeepStrictEqual(tenant, before.tenant)) return { before, after: before }
  const version = before.version + 1
  await saveSettings(tx, tenant, version)
  return { before, after: { tenant, version } }
}
