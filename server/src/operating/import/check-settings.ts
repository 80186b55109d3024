/** Settings of a merchant as they are stored, when they come from elsewhere. */
import type { TenantSettings } from '../../tenancy/tenant.ts'

type Check = (value: unknown) => boolean

const DECIMAL = /^\d{1,18}(\.\d{1,4})?$/
const LIST_MAX = 100

const isFlag: Check = (value) => typeof value === 'boolean'
const isDecimal: Check = (value) => typeof value === 'string' && DECIMAL.test(value)
const isMoment: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const isText: Check = (value) => typeof value === 'string' && value.length <= 250
const isUpTo =
  (max: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= LIST_MAX && value.every(check)

type Members<Setting extends keyof TenantSettings> = Readonly<
  Record<keyof NonNullable<TenantSettings[Setting]>, Check>
>

/** An object of these members and no others, each of which may be left out. */
function isOf(members: Readonly<Record<string, Check>>): Check {
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(([member, one]) => Object.hasOwn(members, member) && members[member]?.(one))
}

/** Likewise of a setting: one that gets another member does not compile without its check. */
function isSetting<Setting extends keyof TenantSettings>(members: Members<Setting>): Check {
  return isOf(members)
}

const isName = isOf({ one: isText, many: isText })

/** A setting that is added to `TenantSettings` does not compile without its check. */
const SETTINGS: Readonly<Record<keyof TenantSettings, Check>> = {
  takeBack: (value) => value === 'debt' || value === 'clamp',
  returnsPointsOfExpiredCoupon: isFlag,
  refundsRedeemOnReturn: isFlag,
  matchesCustomers: isFlag,
  usesTiers: isFlag,
  hasUnclaimed: isFlag,
  claims: (value) => value === 'automatic' || value === 'review',
  tierGraceDays: isUpTo(36_500),
  reservationMinutes: isUpTo(5_256_000),
  inactivity: isSetting<'inactivity'>({
    months: isUpTo(1_200),
    noticeDays: isUpTo(3_650),
    startsOn: isMoment,
  }),
  pointsName: isSetting<'pointsName'>({ en: isName, 'pt-BR': isName, es: isName }),
  limits: isSetting<'limits'>({ rewardValue: isDecimal, rewardPoints: isDecimal }),
  approvals: isSetting<'approvals'>({
    adjustAbove: isDecimal,
    adjustPerDay: isDecimal,
    importAbove: isDecimal,
    erase: isFlag,
    merge: isFlag,
  }),
  security: isSetting<'security'>({
    requireTwoFactor: isFlag,
    requireTwoFactorSince: isMoment,
    idleMinutes: isUpTo(525_600),
    allowedAddresses: isListOf(isText),
  }),
}

/** What is wrong with them in a sentence; null: nothing. */
export function wrongSettings(settings: unknown): string | null {
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) {
    return 'The manifest has no settings of its merchant.'
  }
  for (const [name, value] of Object.entries(settings)) {
    const check = Object.hasOwn(SETTINGS, name) ? SETTINGS[name as keyof TenantSettings] : undefined
    if (!check?.(value)) return `The setting “${name.slice(0, 60)}” of the manifest is none of Punchcard's.`
  }
  return null
}
