import { POINT_TYPE } from '../accounts/account.ts'
import { load } from '../accounts/till/collection.ts'
import type { Command, Facts } from '../accounts/till/command.ts'
import type { RecordId } from '../contract/ids.ts'
import { isRefusal, type Refusal, refusal } from '../contract/refusal.ts'
import { CURRENT, currentProgram, programSchedule } from '../earning/collections.ts'
import { creditAction } from '../earning/credit-earning.ts'
import { type ActionEarning, evaluateAction } from '../earning/evaluate-action.ts'
import type { Program } from '../earning/program.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, ZERO } from '../platform/decimal.ts'
import { localDate } from '../platform/zone.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { progressLoads, tierLoads } from '../tiers/promote.ts'
import { type GrantTally, grantLoad, grantOf, tallyChange, tallyLoad, tallyOf } from './collections.ts'
import { grantChanges } from './grant-changes.ts'

export interface GrantInput {
  readonly tenant: Tenant
  /** The customer's id in the merchant's store. */
  readonly customer: string
  /** `referral`, or the key of a custom action of the program; or an action that can't be taken for a referral. */
  readonly action: string | NamedAction
  /** Which one of its kind, such as the friend or the review: the same one is granted once. */
  readonly key: string
}

/** A custom action by its key, or by the id of its rule. */
export type NamedAction = { readonly key: string } | { readonly ruleId: number }

/** Why points are not granted. */
export const GRANT_REASONS = [
  'customer-unknown',
  'not-enrolled',
  'no-rule',
  'rule-off',
  'not-custom',
  'limit-reached',
] as const
export type GrantReason = (typeof GRANT_REASONS)[number]

export interface Granted {
  /** False: it was granted before, and nothing has changed. */
  readonly isNew: boolean
  /** That were granted now. */
  readonly points: Decimal
  readonly recordId: RecordId
}

export type GrantResult = Refusal<GrantReason> | Granted

const REFERRAL = 'referral'

/** Grants the points for something that only the merchant can know of: a referral, or an action of its own. */
export const grantAction: Command<GrantInput, GrantResult> = {
  name: 'grant action',
  customerOf: ({ customer }) => customer,
  loads: ({ tenant }) => [load(programSchedule, CURRENT), ...tierLoads(tenant)],
  loadsAfter(facts, { tenant, action, key }, now) {
    const { customer } = facts
    const found = actionOf(action, currentProgram(facts, now))
    if (!customer || isRefusal(found)) return { lots: false, loads: [] }
    const name = storedName(found)
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
    const { tenant, key } = input
    const { customer } = facts
    if (!customer) return { result: refusal('customer-unknown', 'There is no such customer.', 'customer') }
    const action = actionOf(input.action, currentProgram(facts, posting.now))
    if (isRefusal(action)) return { result: action }
    const grant = { customerId: customer.id, action: storedName(action), key }
    const before = grantOf(facts, grant)
    if (before && before.recordId !== null)
      return { result: { isNew: false, points: ZERO, recordId: before.recordId } }
    const tally = tallyOf(facts, customer.id, grant.action)
    const earning = earningFor(facts, action, tally, { tenant, now: posting.now })
    if (isRefusal(earning)) return { result: earning }
    const type = action.kind === REFERRAL ? POINT_TYPE.referral : POINT_TYPE.manual
    const recordId = creditAction(posting, { type, earning, timeZone: tenant.timeZone })
    if (recordId === null) return { result: noRule(nameOf(action)) }
    const given = { recordId, award: null }
    const granted = grantChanges(facts, { tenant, customer, grant, given }, posting)
    return {
      result: { isNew: true, points: earning.points, recordId },
      ...granted,
      changes: [...granted.changes, tallyChange(tally, customer.id, grant.action, posting.now)],
    }
  },
}

type FoundAction = { readonly kind: 'referral' } | { readonly kind: 'custom'; readonly key: string }

/** Which action is meant. One that is named by the id of its rule is looked for in the program. */
function actionOf(
  action: string | NamedAction,
  { rules }: Pick<Program, 'rules'>,
): FoundAction | Refusal<GrantReason> {
  if (typeof action === 'string') {
    return action === REFERRAL ? { kind: 'referral' } : { kind: 'custom', key: action }
  }
  if ('key' in action) return { kind: 'custom', key: action.key }
  const rule = rules.find(({ id }) => id === action.ruleId)
  if (!rule) return noRule(String(action.ruleId))
  if (rule.kind === 'custom') return { kind: 'custom', key: rule.key }
  return refusal('not-custom', `The rule ${action.ruleId} is not a custom action.`, 'action')
}

function nameOf(action: FoundAction): string {
  return action.kind === 'referral' ? REFERRAL : action.key
}

/** A merchant may name its own action as it likes, also `signup`: it is never taken for one of ours. */
function storedName(action: FoundAction): string {
  return action.kind === 'referral' ? REFERRAL : storedNameOfCustom(action.key)
}

/** Under which name the grants of a custom action are kept. */
export function storedNameOfCustom(key: string): string {
  return `custom ${key}`
}

function earningFor(
  facts: Facts,
  action: FoundAction,
  { ever, recently }: GrantTally,
  { tenant: { timeZone }, now }: { readonly tenant: Tenant; readonly now: Instant },
): ActionEarning | Refusal<GrantReason> {
  const program = currentProgram(facts, now)
  const earning = evaluateAction(program, action)
  if ('refused' in earning) {
    return isSwitchedOff(program, action) ? ruleOff(nameOf(action)) : noRule(nameOf(action))
  }
  if (!facts.customer?.profile.isEnrolled) {
    return refusal('not-enrolled', 'The customer is not enrolled.', 'customer')
  }
  const today = localDate(now, timeZone)
  const ofToday = recently.filter((at) => localDate(at, timeZone) === today).length
  const { limits } = earning
  if (ever < (limits?.ever ?? Infinity) && ofToday < (limits?.perDay ?? Infinity)) return earning
  const text = 'The customer has been granted this action as often as its rule allows.'
  return refusal('limit-reached', text, 'action')
}

function isSwitchedOff({ rules }: Program, action: FoundAction): boolean {
  return rules.some((rule) =>
    action.kind === 'custom' ? rule.kind === 'custom' && rule.key === action.key : rule.kind === action.kind,
  )
}

function noRule(action: string): Refusal<GrantReason> {
  const text = `The program has no active rule for “${action}”.`
  return refusal('no-rule', text, 'action')
}

function ruleOff(action: string): Refusal<GrantReason> {
  const text = `The program has no active rule for “${action}”: it is switched off.`
  return refusal('rule-off', text, 'action')
}
