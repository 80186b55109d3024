import { type ConfigRefusal, wrong } from '../../contract/config-refusal.ts'
import { LOCALES, localized } from '../../contract/locale.ts'
import { ProblemList } from '../../contract/problem-list.ts'
import type { Instant } from '../../platform/clock.ts'
import { decimalFromText, ZERO } from '../../platform/decimal.ts'
import { localDate } from '../../platform/zone.ts'
import type { SettingsInput } from '../settings-input.ts'
import { isTimeZone, type Tenant, type TenantSettings } from '../tenant.ts'
import { changedInactivity } from './change-inactivity.ts'

/** The merchant with its settings changed, or all that is wrong with the change. */
export function changedSettings(
  tenant: Tenant,
  input: SettingsInput,
  { hasOrders, now }: { readonly hasOrders: boolean; readonly now: Instant },
): Tenant | ConfigRefusal {
  const list = new ProblemList()
  const { name, currency, timeZone, locale } = input
  if (name !== undefined) list.addIfBlank('/name', name)
  if (currency !== undefined && currency !== tenant.currency) checkCurrency(list, currency, hasOrders)
  if (timeZone !== undefined && !isTimeZone(timeZone)) list.add('/timeZone', NO_ZONE)
  for (const limit of ['rewardValue', 'rewardPoints'] as const) {
    const value = input.limits?.[limit]
    if (value !== undefined && value !== null && decimalFromText(value) <= ZERO) {
      list.add(`/limits/${limit}`, ABOVE_ZERO, 'General_BiggerThanZero')
    }
  }
  for (const language of LOCALES) {
    const names = input.pointsName?.[language]
    if (!names) continue
    list.addIfBlank(`/pointsName/${language}/one`, names.one)
    list.addIfBlank(`/pointsName/${language}/many`, names.many)
  }
  const zone = timeZone !== undefined && isTimeZone(timeZone) ? timeZone : tenant.timeZone
  const today = localDate(now, zone)
  const inactivity =
    input.inactivity === undefined
      ? (tenant.settings.inactivity ?? null)
      : changedInactivity(list, tenant.settings.inactivity, input.inactivity, today)
  if (list.problems.length > 0) return wrong(list.problems)
  const { inactivity: _before, ...settings } = merged(tenant.settings, input)
  return {
    ...tenant,
    name: name?.trim() ?? tenant.name,
    currency: currency ?? tenant.currency,
    timeZone: timeZone ?? tenant.timeZone,
    locale: locale ?? tenant.locale,
    settings: inactivity === null ? settings : { ...settings, inactivity },
  }
}

function checkCurrency(list: ProblemList, currency: string, hasOrders: boolean): void {
  if (!/^[A-Z]{3}$/.test(currency)) {
    list.add(
      '/currency',
      localized(
        'Three capital letters like BRL.',
        'Três letras maiúsculas como BRL.',
        'Tres letras mayúsculas como BRL.',
      ),
    )
  }
  if (hasOrders) {
    list.add(
      '/currency',
      localized(
        'There are orders already: the currency stays.',
        'Já há pedidos: a moeda não muda mais.',
        'Ya hay pedidos: la moneda no cambia más.',
      ),
    )
  }
}

const NO_ZONE = localized(
  'The name of a time zone like America/Sao_Paulo.',
  'O nome de um fuso horário como America/Sao_Paulo.',
  'El nombre de una zona horaria como America/Sao_Paulo.',
)
const ABOVE_ZERO = localized(
  'This must be above 0.',
  'Isto deve ser maior que 0.',
  'Esto debe ser mayor que 0.',
)

/** RFC 7396, for the settings that a merchant changes; the others stay. */
function merged(stored: TenantSettings, input: SettingsInput): TenantSettings {
  const { takeBack, returnsPointsOfExpiredCoupon, refundsRedeemOnReturn, matchesCustomers, claims } = input
  const { tierGraceDays, reservationMinutes, pointsName, limits } = input
  return withoutNull({
    ...stored,
    ...(takeBack === undefined ? {} : { takeBack }),
    ...(returnsPointsOfExpiredCoupon === undefined ? {} : { returnsPointsOfExpiredCoupon }),
    ...(refundsRedeemOnReturn === undefined ? {} : { refundsRedeemOnReturn }),
    ...(matchesCustomers === undefined ? {} : { matchesCustomers }),
    ...(claims === undefined ? {} : { claims }),
    ...(tierGraceDays === undefined ? {} : { tierGraceDays }),
    ...(reservationMinutes === undefined ? {} : { reservationMinutes }),
    ...(pointsName === undefined ? {} : { pointsName: mergedMembers(stored.pointsName, pointsName) }),
    ...(limits === undefined ? {} : { limits: mergedMembers(stored.limits, limits) }),
  }) as TenantSettings
}

function mergedMembers(stored: object | undefined, change: object | null): object | null {
  return change === null ? null : withoutNull({ ...stored, ...change })
}

function withoutNull(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))
}
