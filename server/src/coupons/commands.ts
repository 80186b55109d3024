import { type Command, need, put } from '../accounts/command.ts'
import type { Refusal } from '../contract/errors.ts'
import { EMPTY_PROGRAM } from '../earning/program.ts'
import { CURRENT, grantItem, programShelf } from '../earning/store.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { countGains, gainsOfActions, tierNeeds } from '../tiers/raise.ts'
import { type Coupon, codeKey } from './coupon.ts'
import { type CouponQuestion, decideCoupon, decideInactivation } from './decide.ts'
import { listedCodeShelf } from './lists.ts'
import { couponShelf, findCustomersOfCoupons } from './shelf.ts'

export type CouponResult = { readonly coupon: Coupon } | Refusal

export const createCoupon: Command<CouponQuestion, CouponResult> = {
  name: 'create coupon',
  customerOf: ({ sent }) => sent.customerId,
  needs({ tenant, sent }) {
    const key = codeKey(sent.couponCode)
    return [
      need(couponShelf, key),
      need(listedCodeShelf, key),
      need(programShelf, CURRENT),
      ...tierNeeds(tenant),
    ]
  },
  decide(facts, question, now, ids) {
    const key = codeKey(question.sent.couponCode)
    const outcome = decideCoupon(
      {
        customer: facts.customer,
        account: facts.account,
        program: facts.get(programShelf, CURRENT) ?? EMPTY_PROGRAM,
        stored: facts.get(couponShelf, key),
        isListed: facts.get(listedCodeShelf, key) ?? false,
      },
      question,
      now,
      ids,
    )
    if ('code' in outcome) return { result: outcome }
    const { coupon, isNew, account, entries, welcome } = outcome
    const { tenant } = question
    // Only of a customer whom it has brought along: they have been welcomed, and may have reached a tier with it.
    const gains = gainsOfActions(entries, tenant)
    const counted = countGains(facts, { tenant, customer: outcome.customer, gains }, now, ids)
    const { customer } = counted
    return {
      result: { coupon },
      customer,
      account,
      entries,
      explanations: new Map(welcome ? [[welcome.recordId, welcome.explanation]] : []),
      items: [
        ...(isNew ? [put(couponShelf, key, coupon)] : []),
        ...counted.items,
        ...(welcome
          ? [
              grantItem({
                customerId: customer.id,
                action: 'signup',
                key: 'once',
                recordId: welcome.recordId,
                at: now,
              }),
            ]
          : []),
      ],
    }
  },
}

export interface InactivateQuestion {
  readonly tenant: Tenant
  readonly couponCode: string
}

/** It changes no balance; it is the till's because an order of the same customer may be using the coupon. */
export const inactivateCoupon: Command<InactivateQuestion, CouponResult> = {
  name: 'inactivate coupon',
  customerOf: () => null,
  resolve: (tx, inputs) =>
    findCustomersOfCoupons(
      tx,
      inputs.map(({ tenant, couponCode }) => ({ tenantId: tenant.id, code: couponCode })),
    ),
  needs: ({ couponCode }) => [need(couponShelf, codeKey(couponCode))],
  decide({ customer, get }, { couponCode }, now) {
    const key = codeKey(couponCode)
    // Without its customer's account it may be changing at this moment: it was not there when we looked.
    const stored = customer ? get(couponShelf, key) : undefined
    const coupon = decideInactivation(stored, couponCode, now)
    if ('message' in coupon) return { result: coupon }
    return { result: { coupon }, items: coupon === stored ? [] : [put(couponShelf, key, coupon)] }
  },
}
