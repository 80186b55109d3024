/**
 * The first order of a friend who was referred. It rewards the friend here; who referred them is rewarded by a command of
 * their own account.
 */
import type { Customer } from '../accounts/customer.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import { type Change, type Load, load, put } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import { grantChange } from '../actions/collections.ts'
import { CURRENT, currentProgram, programSchedule, programVersions } from '../earning/collections.ts'
import { countedFor } from '../earning/counted.ts'
import { lotDates } from '../earning/credit-earning.ts'
import { EMPTY_PROGRAM, type Program } from '../earning/program.ts'
import { programsOf } from '../earning/schedule.ts'
import { type Decimal, ZERO } from '../platform/decimal.ts'
import { referrals, referrers } from '../referrals/collections.ts'
import { type Referral, type ReferralReason, refused, waits } from '../referrals/referral.ts'
import { isStillOpen, whyNotEarned } from '../referrals/rules/first-order.ts'
import { givePoints, takePointsBack } from '../referrals/rules/points.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { ordersElsewhere } from './first-purchase.ts'
import { isPurchase, ORDER_STATE, type Order } from './order.ts'
import { factsOf } from './rules/facts.ts'

/** As a grant of the friend: it is no referral of their own. */
const REFERRED = 'referred'

/** Only first orders of merchants with such a rule look whether the customer was referred, and orders that counted so. */
export function referralLoads(facts: Facts, stored: Order | undefined): Load[] {
  const { customer } = facts
  if (!customer) return []
  if (stored?.details.isReferred) return [load(referrals, customer.id)]
  if (customer.hasPurchased || ordersElsewhere(customer) > 0) return []
  const programs = programsOf(facts.peek(programSchedule, CURRENT))
  return programs.some(({ index }) => index.referral !== null) ? [load(referrals, customer.id)] : []
}

interface Decided {
  readonly tenant: Tenant
  readonly stored: Order | undefined
  readonly order: Order
  /** After the order. */
  readonly customer: Customer
}

export interface Referred {
  readonly order: Order
  readonly changes: readonly Change[]
}

/** What an order does for a referral of its customer; mostly nothing. */
export function referByOrder(facts: Facts, decided: Decided, posting: Posting): Referred {
  const { stored, order, customer } = decided
  const referral = facts.customer ? facts.peek(referrals, customer.id) : undefined
  if (!referral || customer.erasedAt !== null) return { order, changes: [] }
  if (referral.orderId === order.id) return takeBack(facts, decided, referral, posting)
  const wasPurchase = stored !== undefined && isPurchase(stored)
  if (referral.state !== 'registered' || wasPurchase || !isPurchase(order)) return { order, changes: [] }
  return firstOrder(facts, decided, referral, posting)
}

function firstOrder(
  facts: Facts,
  { tenant, order, customer }: Decided,
  referral: Referral,
  posting: Posting,
): Referred {
  const { now } = posting
  const current = currentProgram(facts, now)
  const rule = current.index.referral
  const referrer = facts.need(referrers, referral.referrerId)
  const first = {
    counted: countedForReferral(order, current, tenant),
    placedAt: order.placedAt,
    contacts: customer.profile,
  }
  const reason = whyNotEarned(referral, rule, referrer, first)
  const counting = { ...referral, orderId: order.id, programVersion: current.version }
  if (reason !== null || rule === null) {
    return { order, changes: [changeOf(refused(counting, reason ?? 'ruleOff', now))] }
  }
  const { timeZone } = tenant
  const points = customer.profile.isEnrolled ? rule.friendPoints : ZERO
  const friendLot = givePoints(posting, { program: current, rule, points, timeZone })
  const earned: Referral = {
    ...counting,
    state: 'earned',
    friendLot,
    waitsUntil: lotDates(rule, now, timeZone).availableAt,
    changedAt: now,
    isSettled: false,
  }
  const grant = { customerId: customer.id, action: REFERRED, key: 'order' }
  return {
    order: { ...order, details: { ...order.details, isReferred: true } },
    changes: [
      changeOf(earned),
      ...(friendLot ? [grantChange({ ...grant, recordId: friendLot.recordId, at: now })] : []),
    ],
  }
}

/** Of an order that counted and does no longer. */
function takeBack(facts: Facts, { tenant, order }: Decided, referral: Referral, posting: Posting): Referred {
  const { now } = posting
  if (!isStillOpen(referral, now)) return { order, changes: [] }
  const program = facts.need(programVersions, referral.programVersion) ?? EMPTY_PROGRAM
  const reason = whyTakenBack(order, program, tenant)
  if (reason === null) return { order, changes: [] }
  const { friendLot, referrerLot } = referral
  const ruleId = program.index.referral?.id ?? 0
  const isTaken = friendLot !== null && waits(friendLot, now)
  if (isTaken) takePointsBack(posting, tenant, friendLot, { version: program.version, ruleId })
  const undone: Referral = {
    ...referral,
    state: 'undone',
    reason,
    changedAt: now,
    friendLot: isTaken ? null : friendLot,
    isSettled: referrerLot === null,
  }
  return { order, changes: [changeOf(undone)] }
}

function whyTakenBack(order: Order, program: Program, tenant: Tenant): ReferralReason | null {
  if (order.state === ORDER_STATE.cancelled) return 'orderCancelled'
  const minimum = program.index.referral?.minimumOrder ?? ZERO
  return countedForReferral(order, program, tenant) < minimum ? 'orderReturned' : null
}

/** What is left of an order and counts for points: a rule for referrals asks for it. */
export function countedForReferral(order: Order, { index }: Program, { timeZone }: Tenant): Decimal {
  const earned = order.earned ?? { ...NOT_EARNED, timeZone }
  return countedFor('points', index, factsOf(order, earned)).amount
}

const NOT_EARNED = { tierId: null, tierMultiplier: null, isFirstPurchase: true, number: null, places: null }

function changeOf(referral: Referral): Change {
  return put(referrals, referral.friendId, referral)
}
