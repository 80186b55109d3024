import type { Posting } from '../accounts/rules/posting.ts'
import { findCustomerKeys } from '../accounts/store/customer-keys.ts'
import { type Change, type Load, load, put } from '../accounts/till/collection.ts'
import type { Command, Decision, Facts } from '../accounts/till/command.ts'
import { grantChange, tallyChange, tallyLoad, tallyOf } from '../actions/collections.ts'
import type { CustomerId } from '../contract/ids.ts'
import { type Refusal, refusal } from '../contract/refusal.ts'
import { programVersions } from '../earning/collections.ts'
import { lotDates } from '../earning/credit-earning.ts'
import { EMPTY_PROGRAM, type Program } from '../earning/program.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { localDate } from '../platform/zone.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { countGains, gainsOfActions, progressLoads, tierLoads } from '../tiers/promote.ts'
import { referrals } from './collections.ts'
import { type Referral, refused, waits } from './referral.ts'
import { givePoints, takePointsBack } from './rules/points.ts'

/* What a referral does on the account of the customer who referred: after the friend's order, in a command of its own. */

/** As the points of a referral that the merchant's backend reports itself. */
const REFERRAL = 'referral'

export interface OfReferral {
  readonly tenant: Tenant
  readonly friendId: CustomerId
  readonly referrerId: CustomerId
}

/** On the account that the one who referred is by now. */
const onReferrersAccount = {
  customerOf: () => null,
  resolve: (tx: Tx, inputs: readonly OfReferral[]) =>
    findCustomerKeys(
      tx,
      inputs.map(({ tenant, referrerId }) => ({ tenantId: tenant.id, customerId: referrerId })),
    ),
  loads: ({ tenant, friendId }: OfReferral): Load[] => [load(referrals, friendId), ...tierLoads(tenant)],
  loadsAfter(facts: Facts, { tenant, friendId }: OfReferral, now: Instant) {
    const { customer } = facts
    const referral = facts.get(referrals, friendId)
    if (!customer || !referral) return { lots: false, loads: [] }
    return {
      lots: false,
      loads: [
        load(programVersions, referral.programVersion),
        tallyLoad(customer.id, REFERRAL),
        ...progressLoads(facts, tenant, now),
      ],
    }
  },
}

/** Rewards who referred, or takes the reward back: whatever is still to be done. The state that the referral is in then. */
export const settleReferral: Command<OfReferral, Referral | null> = {
  name: 'settle referral',
  ...onReferrersAccount,
  decide(facts, input, posting) {
    const referral = facts.get(referrals, input.friendId)
    if (!referral || referral.isSettled) return { result: referral ?? null }
    if (referral.state === 'undone') return takeBackReward(facts, input.tenant, referral, posting)
    if (!takesPart(facts)) return done(refused(referral, 'referrerLeft', posting.now))
    const over = limitReached(facts, input.tenant, programOf(facts, referral), posting.now)
    if (over === 'ever') return done(refused(referral, 'limit', posting.now))
    if (over === 'perDay') {
      return done({ ...referral, state: 'held', changedAt: posting.now, isSettled: true })
    }
    return grant(facts, input.tenant, referral, posting)
  },
}

export const DECISION_REASONS = [
  'referral-unknown',
  'referral-not-held',
  'referrer-left',
  'limit-reached',
] as const
export type DecisionReason = (typeof DECISION_REASONS)[number]

export interface DecideInput extends OfReferral {
  readonly counts: boolean
  readonly note: string | null
  /** null: no person has, for too long. */
  readonly decidedBy: string | null
}

/** Counts a referral that was held, or declines it. By the rule of the order; a limit per day does not hold it again. */
export const decideReferral: Command<DecideInput, Referral | Refusal<DecisionReason>> = {
  name: 'decide referral',
  ...onReferrersAccount,
  decide(facts, { tenant, friendId, counts, note, decidedBy }, posting) {
    const found = facts.get(referrals, friendId)
    if (!found) return { result: refusal('referral-unknown', 'There is no such referral.') }
    if (found.state !== 'held') {
      return { result: refusal('referral-not-held', 'It is not held any more: it was decided.') }
    }
    const referral = { ...found, note, decidedBy }
    if (!counts) return done(refused(referral, 'declined', posting.now))
    if (!takesPart(facts)) {
      return { result: refusal('referrer-left', 'Who referred does not take part any more: decline it.') }
    }
    if (limitReached(facts, tenant, programOf(facts, referral), posting.now) === 'ever') {
      return {
        result: refusal(
          'limit-reached',
          'Who referred was rewarded as often as the rule allows: decline it.',
        ),
      }
    }
    return grant(facts, tenant, referral, posting)
  },
}

type Done = Decision<Referral> & { readonly changes: readonly Change[] }

function done(referral: Referral): Done {
  return { result: referral, changes: [put(referrals, referral.friendId, referral)] }
}

function programOf(facts: Facts, { programVersion }: Referral): Program {
  return facts.peek(programVersions, programVersion) ?? EMPTY_PROGRAM
}

function takesPart({ customer }: Facts): boolean {
  return customer !== null && customer.erasedAt === null && customer.profile.isEnrolled
}

/** Counted with the referrals that the merchant's backend reports itself. */
function limitReached(
  facts: Facts,
  { timeZone }: Tenant,
  { index }: Program,
  now: Instant,
): 'ever' | 'perDay' | null {
  if (!facts.customer || !index.referral) return null
  const { limits } = index.referral
  const { ever, recently } = tallyOf(facts, facts.customer.id, REFERRAL)
  if (ever >= (limits.ever ?? Infinity)) return 'ever'
  const today = localDate(now, timeZone)
  const ofToday = recently.filter((at) => localDate(at, timeZone) === today).length
  return ofToday >= (limits.perDay ?? Infinity) ? 'perDay' : null
}

function grant(facts: Facts, tenant: Tenant, referral: Referral, posting: Posting): Done {
  const { customer } = facts
  const { now } = posting
  const program = programOf(facts, referral)
  const rule = program.index.referral
  if (!customer || !rule) return done(refused(referral, 'ruleOff', now))
  const { timeZone } = tenant
  const referrerLot = givePoints(posting, { program, rule, points: rule.points, timeZone })
  const gains = gainsOfActions(posting.entries, tenant)
  const counted = countGains(facts, { tenant, customer, gains }, posting)
  const granted: Referral = {
    ...referral,
    state: 'granted',
    reason: null,
    referrerLot,
    waitsUntil: lotDates(rule, now, timeZone).availableAt,
    changedAt: now,
    isSettled: true,
  }
  const name = { customerId: customer.id, action: REFERRAL, key: `friend:${referral.friendId}` }
  return {
    result: granted,
    customer: counted.customer,
    changes: [
      ...counted.changes,
      put(referrals, referral.friendId, granted),
      ...(referrerLot ? [grantChange({ ...name, recordId: referrerLot.recordId, at: now })] : []),
      tallyChange(tallyOf(facts, customer.id, REFERRAL), customer.id, REFERRAL, now),
    ],
  }
}

/** What has opened meanwhile stays: the merchant has chosen how long it waits. */
function takeBackReward(facts: Facts, tenant: Tenant, referral: Referral, posting: Posting): Done {
  const { customer } = facts
  const { referrerLot } = referral
  const settled = { ...referral, isSettled: true }
  const isOpen = referrerLot === null || !waits(referrerLot, posting.now)
  if (!customer || isOpen || customer.erasedAt !== null) return done(settled)
  const program = programOf(facts, referral)
  const ruleId = program.index.referral?.id ?? 0
  takePointsBack(posting, tenant, referrerLot, { version: program.version, ruleId })
  return done({ ...settled, referrerLot: null })
}
