import type { Till } from '../accounts/till/till.ts'
import { findCurrentProgram, findRuleStart } from '../earning/store.ts'
import type { Instant } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { settleAll } from '../platform/settle-all.ts'
import type { LocalDate } from '../platform/zone.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { awardBirthday, awardSignup } from './commands.ts'
import { birthdayOf, birthdaysOn, daysInUtc } from './rules/birthday.ts'
import { findBirthdays, findWithoutSignupAward } from './store/candidates.ts'

/** Several batches of the till: while it works on one, the next is waiting. */
const PAGE = 500

export interface AwardOptions {
  readonly database: Database
  readonly till: Till
  readonly tenant: Tenant
  readonly now: Instant
  readonly signal?: AbortSignal
}

/**
 * Awards the birthdays of these days of the merchant's calendar. What was granted is known by its year, so it may
 * be done again, several at once, or end half-way. Returns how many were awarded.
 */
export async function awardBirthdays(
  days: readonly LocalDate[],
  { database, till, tenant, now, signal }: AwardOptions,
): Promise<number> {
  const program = await database.read([tenant.id], (tx) => findCurrentProgram(tx, tenant.id, now))
  if (program.index.birthday === null) return 0
  const dateOf = new Map(days.flatMap((date) => birthdaysOn(date).map((day) => [day, date])))
  const failures = settleAll()
  let awarded = 0
  for (const day of daysInUtc(days)) {
    let afterId = 0
    while (!signal?.aborted) {
      const page = await database.read([tenant.id], (tx) => findBirthdays(tx, tenant.id, day, afterId, PAGE))
      const results = await failures.settle(
        page.flatMap((found) => {
          const date = dateOf.get(birthdayOf(found.birthday, tenant.timeZone))
          return date === undefined ? [] : [till.run(awardBirthday, { tenant, found, date })]
        }),
      )
      awarded += results.filter((isAwarded) => isAwarded).length
      const last = page.at(-1)
      if (!last || page.length < PAGE) break
      afterId = last.id
    }
  }
  failures.throwIfAny('birthdays could not be awarded')
  return awarded
}

/**
 * Awards the signup rule to customers who have enrolled since and did not get it with their first order: they came
 * another way, or were known before they enrolled. Not to those who enrolled before the merchant had such a rule: to
 * publish one is no promise to the customers who are there already.
 */
export async function awardSignups(
  since: Instant,
  { database, till, tenant, now, signal }: AwardOptions,
): Promise<number> {
  const ruleStart = await database.read([tenant.id], (tx) => findRuleStart(tx, tenant.id, 'signup', now))
  if (ruleStart === null) return 0
  const failures = settleAll()
  let after = { enrolledAt: Math.max(ruleStart, since), id: 0 }
  let awarded = 0
  while (!signal?.aborted) {
    const page = await database.read([tenant.id], (tx) => findWithoutSignupAward(tx, tenant.id, after, PAGE))
    const results = await failures.settle(page.map((found) => till.run(awardSignup, { tenant, found })))
    awarded += results.filter((isAwarded) => isAwarded).length
    const last = page.at(-1)
    if (!last || page.length < PAGE) break
    after = last
  }
  failures.throwIfAny('signups could not be awarded')
  return awarded
}
