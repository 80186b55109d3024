/** Commands of the simplest kind, for tests of the till itself. */
import { randomUUID } from 'node:crypto'
import { POINT_TYPE, type RecordIds } from '../../src/accounts/account.ts'
import type { Command } from '../../src/accounts/command.ts'
import type { Customer } from '../../src/accounts/customer.ts'
import { credit, debitPoints } from '../../src/accounts/ledger.ts'
import { type Decimal, ONE } from '../../src/platform/decimal.ts'
import type { Tenant } from '../../src/tenancy/tenant.ts'

export interface Gift {
  readonly tenant: Tenant
  readonly customer: string
  readonly points?: Decimal
  readonly availableAt?: number
  readonly expiresAt?: number
  readonly onDecide?: (ids: RecordIds) => void
}

/** The simplest command that changes an account: a lot, for a customer who may be new. */
export const give: Command<Gift, Decimal> = {
  name: 'give',
  customerOf: ({ customer }) => customer,
  needs: () => [],
  decide(facts, gift, now, ids) {
    gift.onDecide?.(ids)
    const customer = facts.customer ?? newCustomer(gift, ids, now)
    const amount = { points: gift.points ?? ONE, cashback: 0n }
    const { availableAt = now, expiresAt = null } = gift
    const { account, entries } = credit(
      facts.account,
      { type: POINT_TYPE.manual, amount, availableAt, expiresAt, orderId: null },
      now,
      ids,
    )
    return { result: account.balance.points, customer, account, entries }
  },
}

/** Takes points from as many lots as it needs; says what is left. */
export const spend: Command<Gift, Decimal> = {
  ...give,
  name: 'spend',
  decide({ account }, { points = ONE }, now, ids) {
    const step = debitPoints(account, points, { type: POINT_TYPE.redeem, orderId: null }, now, ids)
    if ('refusal' in step) throw new Error(step.refusal)
    return { result: step.account.balance.points, ...step }
  },
}

export function newCustomer(
  { tenant: { id: tenantId }, customer }: Gift,
  ids: RecordIds,
  now: number,
): Customer {
  const profile = {
    name: null,
    email: null,
    phone: null,
    document: null,
    birthday: null,
    birthdayUpdatedAt: null,
    signupAt: null,
    isEnrolled: true,
    enrolledAt: now,
  }
  return {
    tenantId,
    id: ids.next(),
    originalId: customer,
    publicId: randomUUID(),
    profile,
    orderCount: 0,
    hasPurchased: false,
    tier: null,
    createdAt: now,
  }
}
