import { erasedPersonLoads, isErasedPerson } from '../accounts/collections/erased-persons.ts'
import type { Customer } from '../accounts/customer.ts'
import { load, put } from '../accounts/till/collection.ts'
import type { Command } from '../accounts/till/command.ts'
import { signupChanges } from '../actions/grant-changes.ts'
import { isRefusal, type Refusal } from '../contract/refusal.ts'
import { contactsToRecognise } from '../customers/recognise.ts'
import { CURRENT, currentProgram, programSchedule } from '../earning/collections.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { countGains, gainsOfActions, tierLoads } from '../tiers/promote.ts'
import { listedCodes } from './collections/code-lists.ts'
import { coupons, findCustomersOfCoupons } from './collections/coupons.ts'
import { type Coupon, codeKey } from './coupon.ts'
import {
  type CouponInput,
  type CouponReason,
  decideCoupon,
  decideInactivation,
  unknownCoupon,
} from './rules.ts'

export type CouponResult = { readonly coupon: Coupon } | Refusal<CouponReason>

export const createCoupon: Command<CouponInput, CouponResult> = {
  name: 'create coupon',
  customerOf: ({ sent }) => sent.customerKey,
  contactsOf: ({ tenant, sent }) => sent.customer && contactsToRecognise(tenant, sent.customer),
  loads({ tenant, sent }) {
    const key = codeKey(sent.couponCode)
    return [load(coupons, key), load(listedCodes, key), load(programSchedule, CURRENT), ...tierLoads(tenant)]
  },
  loadsAfter: ({ customer }, { sent }) => ({
    lots: false,
    loads: customer || !sent.customer ? [] : erasedPersonLoads(sent.customer),
  }),
  decide(facts, input, posting) {
    const { tenant } = input
    const key = codeKey(input.sent.couponCode)
    const context = {
      customer: facts.customer,
      program: currentProgram(facts, posting.now),
      stored: facts.get(coupons, key),
      isListed: facts.get(listedCodes, key) ?? false,
      isReturning: input.sent.customer !== null && isErasedPerson(facts, input.sent.customer),
    }
    const outcome = decideCoupon(context, input, posting)
    if (isRefusal(outcome)) return { result: outcome }
    const { coupon, isNew, signup } = outcome
    // Only of a customer whom it has brought along: they have signed up, and may have reached a tier with it.
    const gains = gainsOfActions(posting.entries, tenant)
    const counted = countGains(facts, { tenant, customer: outcome.customer, gains }, posting)
    const { customer } = counted
    return {
      result: { coupon },
      customer,
      changes: [
        ...(isNew ? [put(coupons, key, coupon)] : []),
        ...counted.changes,
        ...signupChanges(customer.id, signup, posting.now),
      ],
    }
  },
}

export interface InactivateInput {
  readonly tenant: Tenant
  readonly couponCode: string
}

export interface Inactivation {
  readonly coupon: Coupon
  /** The same object: it was out of use already. */
  readonly before: Coupon
  readonly customer: Customer
}

/** It changes no balance; it is the till's because an order of the same customer may be using the coupon. */
export const inactivateCoupon: Command<InactivateInput, Inactivation | Refusal<CouponReason>> = {
  name: 'inactivate coupon',
  customerOf: () => null,
  resolve: (tx, inputs) =>
    findCustomersOfCoupons(
      tx,
      inputs.map(({ tenant, couponCode }) => ({ tenantId: tenant.id, code: couponCode })),
    ),
  loads: ({ couponCode }) => [load(coupons, codeKey(couponCode))],
  decide({ customer, get }, { couponCode }, { now }) {
    const key = codeKey(couponCode)
    // Without its customer's account it may be changing at this moment: it was not there when we looked.
    const before = customer ? get(coupons, key) : undefined
    if (!customer || before?.customerId !== customer.id) return { result: unknownCoupon(couponCode) }
    const coupon = decideInactivation(before, now)
    if (isRefusal(coupon)) return { result: coupon }
    return {
      result: { coupon, before, customer },
      changes: coupon === before ? [] : [put(coupons, key, coupon)],
    }
  },
}
