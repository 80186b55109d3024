import { type Command, load, put } from '../accounts/till/command.ts'
import { isRefusal, type Refusal } from '../contract/refusal.ts'
import { EMPTY_PROGRAM } from '../earning/program.ts'
import { CURRENT, grantChange, programVersions } from '../earning/store.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { countGains, gainsOfActions, tierLoads } from '../tiers/promote.ts'
import { listedCodes } from './collections/code-lists.ts'
import { coupons, findCustomersOfCoupons } from './collections/coupons.ts'
import { type Coupon, codeKey } from './coupon.ts'
import { type CouponInput, type CouponReason, decideCoupon, decideInactivation } from './rules.ts'

export type CouponResult = { readonly coupon: Coupon } | Refusal<CouponReason>

export const createCoupon: Command<CouponInput, CouponResult> = {
  name: 'create coupon',
  customerOf: ({ sent }) => sent.customerKey,
  loads({ tenant, sent }) {
    const key = codeKey(sent.couponCode)
    return [load(coupons, key), load(listedCodes, key), load(programVersions, CURRENT), ...tierLoads(tenant)]
  },
  decide(facts, input, now, ids) {
    const key = codeKey(input.sent.couponCode)
    const outcome = decideCoupon(
      {
        customer: facts.customer,
        account: facts.account,
        program: facts.get(programVersions, CURRENT) ?? EMPTY_PROGRAM,
        stored: facts.get(coupons, key),
        isListed: facts.get(listedCodes, key) ?? false,
      },
      input,
      now,
      ids,
    )
    if (isRefusal(outcome)) return { result: outcome }
    const { coupon, isNew, account, entries, signup } = outcome
    const { tenant } = input
    // Only of a customer whom it has brought along: they have been welcomed, and may have reached a tier with it.
    const gains = gainsOfActions(entries, tenant)
    const counted = countGains(facts, { tenant, customer: outcome.customer, gains }, now, ids)
    const { customer } = counted
    return {
      result: { coupon },
      customer,
      account,
      entries,
      explanations: new Map(signup ? [[signup.recordId, signup.explanation]] : []),
      changes: [
        ...(isNew ? [put(coupons, key, coupon)] : []),
        ...counted.changes,
        ...(signup
          ? [
              grantChange({
                customerId: customer.id,
                action: 'signup',
                key: 'once',
                recordId: signup.recordId,
                at: now,
              }),
            ]
          : []),
      ],
    }
  },
}

export interface InactivateInput {
  readonly tenant: Tenant
  readonly couponCode: string
}

/** It changes no balance; it is the till's because an order of the same customer may be using the coupon. */
export const inactivateCoupon: Command<InactivateInput, CouponResult> = {
  name: 'inactivate coupon',
  customerOf: () => null,
  resolve: (tx, inputs) =>
    findCustomersOfCoupons(
      tx,
      inputs.map(({ tenant, couponCode }) => ({ tenantId: tenant.id, code: couponCode })),
    ),
  loads: ({ couponCode }) => [load(coupons, codeKey(couponCode))],
  decide({ customer, get }, { couponCode }, now) {
    const key = codeKey(couponCode)
    // Without its customer's account it may be changing at this moment: it was not there when we looked.
    const stored = customer ? get(coupons, key) : undefined
    const coupon = decideInactivation(stored, couponCode, now)
    if (isRefusal(coupon)) return { result: coupon }
    return { result: { coupon }, changes: coupon === stored ? [] : [put(coupons, key, coupon)] }
  },
}
