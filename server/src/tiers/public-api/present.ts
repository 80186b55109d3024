import type { Customer } from '../../accounts/customer.ts'
import { wordsFor } from '../../earning/words.ts'
import { localDate, localDateToText } from '../../platform/zone.ts'
import { writeSettings } from '../../tenancy/settings.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { type Progress, percentToGoal } from '../rules/progress.ts'
import { type GoalContext, goalText, goalTexts } from '../texts.ts'
import { currentTier, type Tier, type Tiers, tiersAbove } from '../tier.ts'
import type { OwnTier, ShownTier } from './schema.ts'

const HTTPS = /^https:/i

export interface OwnTiers {
  readonly tiers: Tiers
  readonly progress: Progress
}

/** In the language of the tenant that is given. null: the customer has no tier, and there is none to reach. */
export function presentOwnTier(
  customer: Pick<Customer, 'tier' | 'erasedAt'>,
  { tiers, progress }: OwnTiers,
  tenant: Tenant,
): OwnTier | null {
  const tier = currentTier(tiers, customer)
  const next = presentNext(tier, { tiers, progress }, tenant)
  if (!tier) return next && { name: null, color: null, image: null, since: null, benefits: [], next }
  const since = customer.tier?.id === tier.id ? customer.tier.since : null
  return {
    ...lookOf(tier),
    since: since === null ? null : localDateToText(localDate(since, tenant.timeZone)),
    benefits: benefitsOf(tier),
    next,
  }
}

/** To everyone, in the language of the tenant that is given. */
export function presentTiers(tiers: Tiers, tenant: Tenant): ShownTier[] {
  const context = contextOf(tenant)
  return tiers.map((tier) => ({
    ...lookOf(tier),
    goals: tier.goals.map((goal) => goalText(goal, context)),
    benefits: benefitsOf(tier),
  }))
}

function lookOf({ name, color, iconUrl }: Tier) {
  return { name, color, image: iconUrl !== null && HTTPS.test(iconUrl) ? iconUrl : null }
}

function benefitsOf({ benefits }: Tier): string[] {
  return benefits.map(({ description }) => description).filter((text) => text.trim() !== '')
}

function contextOf(tenant: Tenant): GoalContext {
  const { locale } = tenant
  return { locale, words: wordsFor(tenant), pointsName: writeSettings(tenant).pointsName[locale] }
}

function presentNext(tier: Tier | null, { tiers, progress }: OwnTiers, tenant: Tenant): OwnTier['next'] {
  // No customer reaches one without goals by itself.
  const next = tiersAbove(tiers, tier).find(({ goals }) => goals.length > 0)
  if (!next) return null
  const context = contextOf(tenant)
  return {
    name: next.name,
    goals: next.goals.map((goal) => {
      const value = progress(goal)
      return {
        ...goalTexts({ goal, value, tier: next.name }, context),
        percent: percentToGoal(value, goal.value),
      }
    }),
  }
}
