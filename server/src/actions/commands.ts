import { POINT_TYPE } from '../accounts/account.ts'
import { erasedPersonLoads, isErasedPerson, recognisedBy } from '../accounts/collections/erased-persons.ts'
import type { Customer } from '../accounts/customer.ts'
import { type Load, load } from '../accounts/till/collection.ts'
import type { Command, Facts } from '../accounts/till/command.ts'
import { CURRENT, currentProgram, programSchedule } from '../earning/collections.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { progressLoads, tierLoads } from '../tiers/promote.ts'
import { grantLoad, isGranted } from './collections.ts'
import { grantChanges, signupGrant } from './grant-changes.ts'
import { birthdayOf, birthdaysOn, yearOf } from './rules/birthday.ts'
import { givePrize } from './rules/give-prize.ts'
import { signup } from './rules/signup.ts'
import type { FoundCustomer } from './store/candidates.ts'

interface AwardInput {
  readonly tenant: Tenant
  readonly found: FoundCustomer
}

export type BirthdayInput = AwardInput & {
  /** On the merchant's calendar. */
  readonly date: number
}

/** Awards the birthday rule, once for each year. Returns whether it did. */
export const awardBirthday: Command<BirthdayInput, boolean> = {
  name: 'award birthday',
  customerOf: ({ found }) => found.originalId,
  loads: (input) => loadsOf(input, birthdayGrant(input)),
  loadsAfter,
  decide(facts, input, posting) {
    const { tenant, date } = input
    const { customer } = facts
    if (!isStillThere(customer, input)) return { result: false }
    const { birthday, isEnrolled } = customer.profile
    if (!isEnrolled || birthday === null) return { result: false }
    // It was found before the account was locked, and may have changed since.
    if (!birthdaysOn(date).includes(birthdayOf(birthday, tenant.timeZone))) return { result: false }
    const grant = birthdayGrant(input)
    if (isGranted(facts, grant)) return { result: false }
    const given = givePrize(posting, {
      kind: 'birthday',
      type: POINT_TYPE.birthday,
      customerId: customer.id,
      reference: grant.key,
      program: currentProgram(facts, posting.now),
      timeZone: tenant.timeZone,
    })
    if (given === null) return { result: false }
    return { result: true, ...grantChanges(facts, { tenant, customer, grant, given }, posting) }
  },
}

function birthdayGrant({ found, date }: BirthdayInput) {
  return { customerId: found.id, action: 'birthday', key: String(yearOf(date)) }
}

/** Awards the signup rule, once, to a customer who did not come by a first order. Returns whether it did. */
export const awardSignup: Command<AwardInput, boolean> = {
  name: 'award signup',
  customerOf: ({ found }) => found.originalId,
  loads: (input) => loadsOf(input, signupGrant(input.found.id)),
  loadsAfter(facts, input, now) {
    const { lots, loads } = loadsAfter(facts, input, now)
    const { customer } = facts
    return { lots, loads: [...loads, ...(customer ? erasedPersonLoads(recognisedBy(customer)) : [])] }
  },
  decide(facts, input, posting) {
    const { customer } = facts
    const grant = signupGrant(input.found.id)
    if (!isStillThere(customer, input) || isGranted(facts, grant)) return { result: false }
    if (isErasedPerson(facts, recognisedBy(customer))) return { result: false }
    const { tenant } = input
    const given = signup(posting, customer, currentProgram(facts, posting.now), tenant.timeZone)
    if (given === null) return { result: false }
    return { result: true, ...grantChanges(facts, { tenant, customer, grant, given }, posting) }
  },
}

/** Not merged since it was found: then its id leads to another customer, who is found and awarded as such. */
function isStillThere(customer: Customer | null, { found }: AwardInput): customer is Customer {
  return customer?.id === found.id
}

function loadsOf({ tenant }: AwardInput, grant: Parameters<typeof grantLoad>[0]): Load[] {
  return [load(programSchedule, CURRENT), grantLoad(grant), ...tierLoads(tenant)]
}

function loadsAfter(facts: Facts, { tenant }: AwardInput, now: Instant) {
  return { lots: false, loads: progressLoads(facts, tenant, now) }
}
