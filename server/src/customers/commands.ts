import { POINT_TYPE } from '../accounts/account.ts'
import { type Command, type Facts, type Need, need } from '../accounts/command.ts'
import { earnAction } from '../earning/earn.ts'
import { evaluateAction } from '../earning/evaluate.ts'
import { EMPTY_PROGRAM, type Program } from '../earning/program.ts'
import { CURRENT, grantNeed, isGranted, programShelf } from '../earning/store.ts'
import { welcome } from '../earning/welcome.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { goalNeeds, tierNeeds } from '../tiers/raise.ts'
import { birthdayOf, birthdaysOn, yearOf } from './birthday.ts'
import { granting } from './granting.ts'
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
  needs: (question) => needsOf(question, birthdayGrant(question)),
  needsMore,
  decide(facts, question, now, ids) {
    const { tenant, date } = question
    const { customer } = facts
    if (!customer) return { result: false }
    const { birthday, isEnrolled } = customer.profile
    if (!isEnrolled || birthday === null) return { result: false }
    // It was found before the account was locked, and may have changed since.
    if (!birthdaysOn(date).includes(birthdayOf(birthday, tenant.timeZone))) return { result: false }
    const grant = birthdayGrant(question)
    if (isGranted(facts, grant)) return { result: false }
    const earning = evaluateAction(programOf(facts), { kind: 'birthday' })
    if ('refused' in earning) return { result: false }
    const { timeZone } = tenant
    const earned = earnAction(facts.account, { type: POINT_TYPE.birthday, earning, timeZone }, now, ids)
    if (!earned) return { result: false }
    return { result: true, ...granting(facts, { tenant, customer, grant, earned }, now, ids) }
  },
}

function birthdayGrant({ found, date }: BirthdayQuestion) {
  return { customerId: found.id, action: 'birthday', key: String(yearOf(date)) }
}

/** Welcomes somebody who became a customer in another way than by a first order, once. */
export const awardSignup: Command<AwardQuestion, boolean> = {
  name: 'award signup',
  customerOf: ({ found }) => found.originalId,
  needs: (question) => needsOf(question, signupGrant(question)),
  needsMore,
  decide(facts, question, now, ids) {
    const { customer } = facts
    const grant = signupGrant(question)
    if (!customer || isGranted(facts, grant)) return { result: false }
    const { tenant } = question
    const earned = welcome(facts.account, customer, programOf(facts), tenant.timeZone, now, ids)
    if (!earned) return { result: false }
    return { result: true, ...granting(facts, { tenant, customer, grant, earned }, now, ids) }
  },
}

function signupGrant({ found }: AwardQuestion) {
  return { customerId: found.id, action: 'signup', key: 'once' }
}

function needsOf({ tenant }: AwardQuestion, grant: Parameters<typeof grantNeed>[0]): Need[] {
  return [need(programShelf, CURRENT), grantNeed(grant), ...tierNeeds(tenant)]
}

function needsMore(facts: Facts, { tenant }: AwardQuestion, now: Instant) {
  return { lots: false, needs: goalNeeds(facts, tenant, now) }
}

function programOf(facts: Facts): Program {
  return facts.get(programShelf, CURRENT) ?? EMPTY_PROGRAM
}
