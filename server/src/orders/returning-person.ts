/** A person who was erased and comes back has signed up and bought before: neither is rewarded once more. */
import {
  erasedPersonLoads,
  isErasedPerson,
  type RecognisedBy,
  recognisedBy,
} from '../accounts/collections/erased-persons.ts'
import type { Load } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import type { SentCustomer } from '../customers/sent-customer.ts'
import { CURRENT, programSchedule } from '../earning/collections.ts'
import { programsOf } from '../earning/schedule.ts'
import { asksForFirst } from './first-purchase.ts'

export function returningLoads(facts: Facts, sent: SentCustomer, mayEarn: boolean): Load[] {
  if (!rewardsFirst(facts) || (facts.customer && !mayEarn)) return []
  return persons(facts, sent).flatMap(erasedPersonLoads)
}

export function isReturningPerson(facts: Facts, sent: SentCustomer): boolean {
  return rewardsFirst(facts) && persons(facts, sent).some((person) => isErasedPerson(facts, person))
}

/** Most orders need no look: nothing is given for the first time. */
function rewardsFirst(facts: Facts): boolean {
  return asksForFirst(facts) || (!facts.customer && rewardsSignup(facts))
}

function rewardsSignup(facts: Facts): boolean {
  return programsOf(facts.peek(programSchedule, CURRENT)).some(({ index }) => index.signup !== null)
}

/** As the message tells who it is, and as it is known. */
function persons({ customer }: Facts, sent: SentCustomer): RecognisedBy[] {
  return customer ? [sent, recognisedBy(customer)] : [sent]
}
