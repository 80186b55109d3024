import type { Customer } from '../../accounts/customer.ts'
import { instantToTextOrNull } from '../../platform/clock.ts'
import { balanceToNumber, decimalToNumber } from '../../platform/decimal.ts'
import type { Tier } from '../../tiers/tier.ts'
import type { UpsertResult } from '../commands.ts'
import type { CustomerResult, UpsertCustomerResult } from './schema.ts'

export function toCustomerResult(
  { originalId, publicId, profile }: Customer,
  tier: Pick<Tier, 'name' | 'color' | 'iconUrl'> | null,
  referral: { readonly url: string; readonly whatsappUrl: string } | null = null,
): CustomerResult {
  return {
    OriginalId: originalId,
    PublicId: publicId,
    Name: profile.name,
    Email: profile.email,
    Phone: profile.phone,
    BirthdayDate: instantToTextOrNull(profile.birthday),
    SignupDate: instantToTextOrNull(profile.signupAt),
    Document: profile.document,
    IsEnrolled: profile.isEnrolled,
    // Reading one customer tells it, and no other operation: it is asked for on its own.
    ReferralURL: referral?.url ?? null,
    WhatsappReferralUrl: referral?.whatsappUrl ?? null,
    CurrentTier: tier && { Name: tier.name, Color: tier.color, IconUrl: tier.iconUrl },
  }
}

export const OPERATION = { created: 'Created', updated: 'Updated', unchanged: 'Unchanged' } as const

export function toUpsertResult(saved: UpsertResult): UpsertCustomerResult {
  const { points, cashback } = saved.account.balance
  return {
    ...toCustomerResult(saved.customer, saved.tier),
    BalanceOfPoints: decimalToNumber(points),
    BalanceCashback: saved.isCashbackOn ? balanceToNumber(cashback) : 0,
    Operation: OPERATION[saved.operation],
  }
}
