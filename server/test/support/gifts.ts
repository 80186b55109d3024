/** Commands of the simplest kind, for tests of the till itself. */
import { randomUUID } from 'node:crypto'
import { POINT_TYPE } from '../../src/accounts/account.ts'
import type { Customer } from '../../src/accounts/customer.ts'
import type { Posting } from '../../src/accounts/rules/posting.ts'
import type { Command } from '../../src/accounts/till/command.ts'
import { type Decimal, ONE } from '../../src/platform/decimal.ts'
import type { Tenant } from '../../src/tenancy/tenant.ts'

export interface Gift {
  readonly tenant: Tenant
  readonly customer: string
  readonly points?: Decimal
  readonly availableAt?: number
  readonly expiresAt?: number
  readonly onDecide?: (posting: Posting) => void
}

/** The simplest command that changes an account: a lot, for a customer who may be new. */
export const give: Command<Gift, Decimal> = {
  name: 'give',
  customerOf: ({ customer }) => customer,
  loads: () => [],
  decide(facts, gift, posting) {
    gift.onDecide?.(posting)
    const customer = facts.customer ?? newCustomer(gift, posting)
    const amount = { points: gift.points ?? ONE, cashback: 0n }
    const { availableAt = posting.now, expiresAt = null } = gift
    posting.credit({ type: POINT_TYPE.import, amount, availableAt, expiresAt, orderId: null })
    return { result: posting.account.balance.points, customer }
  },
}

/** Takes points from as many lots as it needs; says what is left. */
export const spend: Command<Gift, Decimal> = {
  ...give,
  name: 'spend',
  decide(_facts, { points = ONE }, posting) {
    const spent = posting.debit('points', points, { type: POINT_TYPE.import, orderId: null })
    if ('shortfall' in spent) throw new Error(spent.shortfall)
    return { result: posting.account.balance.points }
  },
}

export function newCustomer({ tenant: { id: tenantId }, customer }: Gift, posting: Posting): Customer {
  const { now } = posting
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
    id: posting.nextId(),
    originalId: customer,
    publicId: randomUUID(),
    profile,
    orderCount: 0,
    hasPurchased: false,
    tier: null,
    createdAt: now,
    erasedAt: null,
    mergedInto: null,
  }
}
