import { wordsFor } from '../earning/words.ts'
import { type Instant, lastSecondBefore } from '../platform/clock.ts'
import { ONE } from '../platform/decimal.ts'
import { writeSettings } from '../tenancy/settings.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { Telling } from './texts/sentence.ts'

/** As a merchant's program is told in the tenant's language, at this moment. */
export function tellingOf(
  tenant: Pick<Tenant, 'name' | 'currency' | 'timeZone' | 'locale' | 'settings'>,
  now: Instant,
): Telling {
  const { locale } = tenant
  const words = wordsFor(tenant)
  const { one, many } = writeSettings(tenant).pointsName[locale]
  return {
    locale,
    points: (amount) => `${words.count(amount).text}\u00a0${amount === ONE ? one : many}`,
    money: (amount) => words.money(amount),
    day: (at) => words.date(at, now),
    lastDay: (end) => words.date(lastSecondBefore(end), now),
  }
}
