/** What lines of coupons would become, without doing it: as `importCoupon` decides it, for a page of lines at once. */
import { load } from '../accounts/till/collection.ts'
import type { CustomerId } from '../contract/ids.ts'
import { listedCodes } from '../coupons/collections/code-lists.ts'
import { coupons } from '../coupons/collections/coupons.ts'
import { codeKey } from '../coupons/coupon.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { customerNames } from './collections/customer-names.ts'
import { importEffects } from './collections/effects.ts'
import type { CouponLine } from './coupon-line.ts'
import type { Foreseeing, Foreseen } from './kinds/kind.ts'
import type { LineRefusal } from './line.ts'
import { LoadedFacts } from './loaded-facts.ts'
import { findNamedCustomers, type NamedCustomer } from './named-customers.ts'
import { couponOutcome } from './rules/coupon-outcome.ts'

export async function foreseeCoupons(
  tx: Tx,
  lines: readonly CouponLine[],
  { tenant }: Foreseeing,
): Promise<readonly (Foreseen | LineRefusal)[]> {
  const named = await findNamedCustomers(
    tx,
    tenant,
    lines.map(({ sent }) => sent),
  )
  const facts = new LoadedFacts(tenant.id)
  await facts.load(
    tx,
    lines.flatMap(({ key, coupon }, index) => {
      const customerId = named[index]?.stored?.customer.id
      const code = codeKey(coupon.couponCode)
      const codes = [load(coupons, code), load(listedCodes, code)]
      return customerId === undefined ? codes : [...codes, load(importEffects, { customerId, key })]
    }),
  )
  await facts.load(
    tx,
    lines.flatMap(({ coupon }, index) => {
      const owner = facts.peek(coupons, codeKey(coupon.couponCode))?.customerId
      const isOther = owner !== undefined && owner !== named[index]?.stored?.customer.id
      return isOther ? [load(customerNames, owner)] : []
    }),
  )
  return lines.flatMap((line, index) => {
    const one = named[index]
    return one ? [foresee(facts, line, one)] : []
  })
}

function foresee(
  facts: LoadedFacts,
  { sent, key, coupon, isLeftOut }: CouponLine,
  { stored: account, isErased, refusal, isClaimed }: NamedCustomer,
): Foreseen | LineRefusal {
  const customer = account?.customer ?? null
  const common = {
    ...{ customer, balance: account?.account.balance ?? null },
    ...{ customerId: customer?.id ?? null, isProfileChanged: false },
  }
  if (isLeftOut) return { ...common, outcome: 'unchanged' }
  if (isErased) return { ...common, outcome: 'erasedPerson' }
  if (customer && facts.peek(importEffects, { customerId: customer.id, key })) {
    return { ...common, outcome: 'doneBefore' }
  }
  if (refusal) return refusal
  const code = codeKey(coupon.couponCode)
  const nameOf = (id: CustomerId) => facts.peek(customerNames, id)
  const stored = facts.peek(coupons, code)
  const isListed = facts.peek(listedCodes, code) ?? false
  const outcome = couponOutcome({ customer, stored, isListed, nameOf }, coupon)
  if (typeof outcome !== 'string') return outcome
  if (outcome === 'same') return { ...common, outcome: isClaimed ? 'updated' : 'unchanged' }
  const made = sent.isNamedByContact ? 'unclaimed' : 'created'
  return { ...common, outcome: customer ? 'updated' : made }
}
