import { POINT_TYPE } from '../accounts/account.ts'
import { type Command, type Facts, need } from '../accounts/command.ts'
import { earnAction } from '../earning/earn.ts'
import { evaluateAction } from '../earning/evaluate.ts'
import { EMPTY_PROGRAM, type Program } from '../earning/program.ts'
import { CURRENT, grantNeed, isGranted, programShelf } from '../earning/store.ts'
import { welcome } from '../earning/welcome.ts'
import type { Tenant } from '../tenancy/tenant.ts'
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
    const earned = earnAction(facts.account, { type: POINT_TYPE.birthday, earning, timeZone }, now, ids)
    return earned ? { result: true, ...granting(grant, earned, now) } : { result: false }
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
    return welcomed ? { result: true, ...granting(grant, welcomed, now) } : { result: false }
  },
}

function signupGrant({ found }: AwardQuestion) {
  return { customerId: found.id, action: 'signup', key: 'once' }
}

function programOf(facts: Facts): Program {
  return facts.get(programShelf, CURRENT) ?? EMPTY_PROGRAM
}
