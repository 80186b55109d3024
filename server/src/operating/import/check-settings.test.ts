import { expect, it } from 'vitest'
import type { TenantSettings } from '../../tenancy/tenant.ts'
import { wrongSettings } from './check-settings.ts'

/** Every member, also of those within members: one that is added does not compile without a value here. */
type Whole<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Member in keyof Value]-?: Whole<Value[Member]> }
    : Value

const ALL: Whole<TenantSettings> = {
  takeBack: 'debt',
  returnsPointsOfExpiredCoupon: true,
  refundsRedeemOnReturn: true,
  matchesCustomers: false,
  usesTiers: true,
  hasUnclaimed: true,
  claims: 'review',
  tierGraceDays: 30,
  reservationMinutes: 20,
  inactivity: { months: 12, noticeDays: 45, startsOn: '2026-01-01' },
  pointsName: {
    en: { one: 'bean', many: 'beans' },
    'pt-BR': { one: 'grão', many: 'grãos' },
    es: { one: 'grano', many: 'granos' },
  },
  limits: { rewardValue: '100', rewardPoints: '5000' },
  approvals: { adjustAbove: '100', adjustPerDay: '500', importAbove: '1000', erase: true, merge: true },
  security: {
    requireTwoFactor: true,
    requireTwoFactorSince: '2026-01-01T00:00:00Z',
    idleMinutes: 60,
    allowedAddresses: ['10.0.0.0/8'],
  },
}

it('takes all settings that a merchant can have', () => {
  for (const [name, value] of Object.entries(ALL))
    expect([name, wrongSettings({ [name]: value })]).toEqual([name, null])
})

it('refuses what is none of them, also within one', () => {
  for (const settings of [
    { isAdmin: true },
    { approvals: { all: true } },
    { approvals: { importAbove: 1 } },
    null,
    [],
  ]) {
    expect(wrongSettings(settings)).not.toBeNull()
  }
})
