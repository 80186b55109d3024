import { POINT_TYPE } from '../accounts/account.ts'
import { load } from '../accounts/till/collection.ts'
import type { Command, Facts } from '../accounts/till/command.ts'
import { isRefusal, type Refusal, refusal } from '../contract/refusal.ts'
import { CURRENT, currentProgram, programSchedule } from '../earning/collections.ts'
import { creditAction } from '../earning/credit-earning.ts'
import { type ActionEarning, evaluateAction } from '../earning/evaluate.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, ZERO } from '../platform/decimal.ts'
import { localDate } from '../platform/zone.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { progressLoads, tierLoads } from '../tiers/promote.ts'
import { type GrantTally, grantLoad, isGranted, tallyChange, tallyLoad, tallyOf } from './collections.ts'
import { grantChanges } from './grant-changes.ts'

export interface GrantInput {
  readonly tenant: Tenant
  /** The customer's id in the merchant's store. */
  readonly customer: string
  /** `referral`, or the key of a custom action of the program. */
  readonly action: string
  /** Which one of its kind, such as the friend or the review: the same one is granted once. */
  readonly key: string
}

/** Why points are not granted. */
export type GrantReason = 'customer-unknown' | 'not-enrolled' | 'no-rule' | 'limit-reached'

export type GrantResult = Refusal<GrantReason> | { readonly isNew: boolean; readonly points: Decimal }

const REFERRAL = 'referral'

/** Grants the points for something that only the merchant can know of: a referral, or an action of its own. */
export const grantAction: Command<GrantInput, GrantResult> = {
  name: 'grant action',
  customerOf: ({ customer }) => customer,
  loads: ({ tenant }) => [load(programSchedule, CURRENT), ...tierLoads(tenant)],
  loadsAfter(facts, { tenant, action, key }, now) {
    const { customer } = facts
    if (!customer) return { lots: false, loads: [] }
    const name = storedName(action)
    return {
      lots: false,
      loads: [
        grantLoad({ customerId: customer.id, action: name, key }),
        tallyLoad(customer.id, name),
        ...progressLoads(facts, tenant, now),
      ],
    }
  },
  decide(facts, input, posting) {
    const { tenant, action, key } = input
    const { customer } = facts
    if (!customer) return { result: refusal('customer-unknown', 'There is no such customer.', 'customer') }
    const grant = { customerId: customer.id, action: storedName(action), key }
    if (isGranted(facts, grant)) return { result: { isNew: false, points: ZERO } }
    const tally = tallyOf(facts, customer.id, grant.action)
    const earning = earningFor(facts, input, tally, posting.now)
    if (isRefusal(earning)) return { result: earning }
    const type = action === REFERRAL ? POINT_TYPE.referral : POINT_TYPE.manual
    const recordId = creditAction(posting, { type, earning, timeZone: tenant.timeZone })
    if (recordId === null) return { result: noRule(action) }
    const granted = grantChanges(facts, { tenant, customer, grant, recordId }, posting)
    return {
      result: { isNew: true, points: earning.points },
      ...granted,
      changes: [...granted.changes, tallyChange(tally, customer.id, grant.action, posting.now)],
    }
  },
}

/** A merchant may name its own action as it likes, also `signup`: it is never taken for one of ours. */
function storedName(action: string): string {
  return action === REFERRAL ? REFERRAL : `custom ${action}`
}

function earningFor(
  facts: Facts,
  { tenant: { timeZone }, action }: GrantInput,
  { ever, recently }: GrantTally,
  now: Instant,
): ActionEarning | Refusal<GrantReason> {
  if (!facts.customer?.profile.isEnrolled) {
    return refusal('not-enrolled', 'The customer is not enrolled.', 'customer')
  }
  const program = currentProgram(facts, now)
  const earning = evaluateAction(
    program,
    action === REFERRAL ? { kind: 'referral' } : { kind: 'custom', key: action },
  )
  if ('refused' in earning) return noRule(action)
  const today = localDate(now, timeZone)
  const ofToday = recently.filter((at) => localDate(at, timeZone) === today).length
  const { limits } = earning
  if (ever < (limits?.ever ?? Infinity) && ofToday < (limits?.perDay ?? Infinity)) return earning
  const text = 'The customer has been granted this action as often as its rule allows.'
  return refusal('limit-reached', text, 'action')
}

function noRule(action: string): Refusal<GrantReason> {
  const text = `The program has no active rule for «${action}».`
  return refusal('no-rule', text, 'action')
}
