import { erasedPersonLoads, isErasedPerson } from '../accounts/collections/erased-persons.ts'
import type { Customer } from '../accounts/customer.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import { contactsOf } from '../accounts/rules/terms.ts'
import { type Change, load, put } from '../accounts/till/collection.ts'
import type { Command, Facts } from '../accounts/till/command.ts'
import { grantLoad } from '../actions/collections.ts'
import { grantedElsewhere, signupGrant } from '../actions/grant-changes.ts'
import { listedCodes } from '../coupons/collections/code-lists.ts'
import { coupons } from '../coupons/collections/coupons.ts'
import { codeKey } from '../coupons/coupon.ts'
import { newCoupon, remadeCoupon } from '../coupons/rules.ts'
import { contactChanges, contactLoads, ownersOf } from '../customers/collections/contacts.ts'
import { contactsToRecognise } from '../customers/recognise.ts'
import { claimedCustomer } from '../customers/renamed-customer.ts'
import { customerToMake } from '../customers/rules/save.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { customerNames } from './collections/customer-names.ts'
import { importEffects } from './collections/effects.ts'
import type { CouponLine } from './coupon-line.ts'
import { EFFECT_KIND } from './effect.ts'
import type { LineDone, LineRefusal } from './line.ts'
import { couponOutcome } from './rules/coupon-outcome.ts'
import { whyAmbiguous } from './rules/which-customer.ts'

export interface ImportCouponInput {
  readonly tenant: Tenant
  readonly line: CouponLine
  readonly importId: number
  /** For a customer who is new. */
  readonly publicId: string
}

/** Brings an open coupon that a customer holds in another system. Whom it brings along is given nothing. */
export const importCoupon: Command<ImportCouponInput, LineDone | LineRefusal> = {
  name: 'import coupon',
  customerOf: ({ line }) => line.sent.originalId,
  contactsOf: ({ tenant, line: { sent } }) =>
    sent.isNamedByContact ? contactsOf(sent) : contactsToRecognise(tenant, sent),
  claim: claimedCustomer,
  loads({ line: { sent, coupon } }) {
    const key = codeKey(coupon.couponCode)
    return [
      ...[load(coupons, key), load(listedCodes, key)],
      ...contactLoads(sent),
      ...erasedPersonLoads(sent),
    ]
  },
  loadsAfter: ({ customer }, { line: { key } }) => ({
    lots: false,
    loads: customer
      ? [load(importEffects, { customerId: customer.id, key }), grantLoad(signupGrant(customer.id))]
      : [],
  }),
  decide(facts, input, posting) {
    const { line } = input
    const { sent, key, coupon: wanted } = line
    const { customer } = facts
    const nothing = { customerId: customer?.id ?? null, isProfileChanged: false }
    if (isErasedPerson(facts, sent) || (customer && customer.erasedAt !== null)) {
      return { result: { ...nothing, outcome: 'erasedPerson' } }
    }
    const done = customer && facts.peek(importEffects, { customerId: customer.id, key })
    if (done && !done.isUndone) return { result: { ...nothing, outcome: 'doneBefore' } }
    const nameOf = (id: number) => facts.need(customerNames, id)
    const unclear = customer ? null : whyAmbiguous(sent, ownersOf(facts, sent), nameOf)
    if (unclear) return { result: unclear }
    const code = codeKey(wanted.couponCode)
    const stored = facts.get(coupons, code)
    const isListed = facts.get(listedCodes, code) ?? false
    const outcome = couponOutcome({ customer, stored, isListed, nameOf }, wanted)
    if (typeof outcome !== 'string') return { result: outcome }
    if (outcome === 'same')
      return { result: { ...nothing, outcome: facts.isClaimed ? 'updated' : 'unchanged' } }
    const owner = customer ? { customer, changes: [] } : customerOf(facts, input, posting)
    const coupon = stored
      ? remadeCoupon(stored, wanted)
      : newCoupon(wanted, posting.nextId(), owner.customer.id, posting.now)
    return {
      result: {
        outcome: customer ? 'updated' : sent.isNamedByContact ? 'unclaimed' : 'created',
        ...{ customerId: owner.customer.id, isProfileChanged: false },
      },
      ...(!customer && { customer: owner.customer }),
      changes: [
        put(coupons, code, coupon),
        ...owner.changes,
        put(
          importEffects,
          { customerId: owner.customer.id, key },
          {
            ...{ importId: input.importId, line: line.line, kind: EFFECT_KIND.coupon, ref: coupon.id },
            ...{ madeAt: posting.now, undo: { ...(!customer && { n: 1 as const }), c: code } },
          },
        ),
      ],
    }
  },
}

/** A customer who is new, and has signed up elsewhere. */
function customerOf(
  facts: Facts,
  { tenant, line: { sent }, publicId }: ImportCouponInput,
  posting: Posting,
): { readonly customer: Customer; readonly changes: readonly Change[] } {
  const made = customerToMake(tenant, sent, { id: posting.nextId(), publicId }, posting.now)
  const signedUp = made.profile.isEnrolled ? grantedElsewhere(facts, signupGrant(made.id), posting.now) : []
  return {
    customer: sent.isNamedByContact ? { ...made, isUnclaimed: true } : made,
    changes: [...contactChanges(facts, made), ...signedUp],
  }
}
