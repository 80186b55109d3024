import { POINT_TYPE } from '../accounts/account.ts'
import { type Command, type Decision, type Facts, need } from '../accounts/command.ts'
import { earn } from '../earning/earn.ts'
import { evaluateAction } from '../earning/evaluate.ts'
import { EMPTY_PROGRAM, type Program } from '../earning/program.ts'
import { CURRENT, grantItem, grantNeed, isGranted, programShelf } from '../earning/store.ts'
import { type Welcome, welcome } from '../earning/welcome.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { birthdayOf, birthdaysOn, yearOf } from './birthday.ts'
import type { FoundCustomer } from './store.ts'

interface AwardQuestion {
  readonly tenant: Tenant
  readonly found: FoundCustomer
}

export type BirthdayQuestion = AwardQuestion & {
  /** On the merchant's calendar. */
  readonly date: number
}

/** Awards the birthday rule, once for each year. Returns whether it did. */
export const awardBirthday: Command<BirthdayQuestion, boolean> = {
  name: 'award birthday',
  customerOf: ({ found }) => found.originalId,
  needs: (question) => [need(programShelf, CURRENT), grantNeed(birthdayGrant(question))],
  decide(facts, question, now, ids) {
    const { tenant, date } = question
    const { birthday = null, isEnrolled = false } = facts.customer?.profile ?? {}
    if (!isEnrolled || birthday === null) return { result: false }
    // It was found before the account was locked, and may have changed since.
    if (!birthdaysOn(date).includes(birthdayOf(birthday, tenant.timeZone))) return { result: false }
    const grant = birthdayGrant(question)
    if (isGranted(facts, grant)) return { result: false }
    const earning = evaluateAction(programOf(facts), { kind: 'birthday' })
    if ('refused' in earning) return { result: false }
    const { timeZone } = tenant
    const input = { type: POINT_TYPE.birthday, earning, earnedAt: now, orderId: null, timeZone }
    const step = earn(facts.account, input, now, ids)
    const [first] = step?.entries ?? []
    if (!step || !first) return { result: false }
    return granting(grant, { step, recordId: first.id, explanation: earning.explanation }, now)
  },
}

function birthdayGrant({ found, date }: BirthdayQuestion) {
  return { customerId: found.id, action: 'birthday', key: String(yearOf(date)) }
}

/** Welcomes somebody who became a customer in another way than by a first order, once. */
export const awardSignup: Command<AwardQuestion, boolean> = {
  name: 'award signup',
  customerOf: ({ found }) => found.originalId,
  needs: (question) => [need(programShelf, CURRENT), grantNeed(signupGrant(question))],
  decide(facts, question, now, ids) {
    const { customer } = facts
    const grant = signupGrant(question)
    if (!customer || isGranted(facts, grant)) return { result: false }
    const { timeZone } = question.tenant
    const welcomed = welcome(facts.account, customer, programOf(facts), timeZone, now, ids)
    return welcomed ? granting(grant, welcomed, now) : { result: false }
  },
}

function signupGrant({ found }: AwardQuestion) {
  return { customerId: found.id, action: 'signup', key: 'once' }
}

function programOf(facts: Facts): Program {
  return facts.get(programShelf, CURRENT) ?? EMPTY_PROGRAM
}

function granting(
  grant: { customerId: number; action: string; key: string },
  { step, recordId, explanation }: Welcome,
  now: Instant,
): Decision<boolean> {
  return {
    result: true,
    account: step.account,
    entries: step.entries,
    explanations: new Map([[recordId, explanation]]),
    items: [grantItem({ ...grant, recordId, at: now })],
  }
}
