import { isDeepStrictEqual } from 'node:util'
import { type AuditFacts, changesBetween } from '../people/audit.ts'
import type { Instant } from '../platform/clock.ts'
import { writeQuiz } from '../quizzes/quiz-input.ts'
import { writeReward } from '../rewards/reward-input.ts'
import { writeDomains, writeShown } from '../storefront/rules/whole.ts'
import type { StorefrontConfig } from '../tenancy/store/storefront.ts'
import { writtenOf } from '../tiers/manage.ts'
import type { Applied } from './apply.ts'
import type { Configuration, InDirectory } from './configuration.ts'

interface Told {
  readonly id: number
  readonly label: string
  readonly archivedAt: Instant | null
  readonly members: Readonly<Record<string, unknown>>
}

/** One entry for each thing that a file has changed, as if a person had done it by hand. */
export function auditOf({ before, after, published }: Applied, note: string | null): AuditFacts[] {
  return [
    ...ofThings('reward', rewardsOf(before), rewardsOf(after)),
    ...ofTiers(before, after),
    ...ofThings('quiz', quizzesOf(before), quizzesOf(after)),
    ...(published?.audit ?? []).map((facts) => ({ action: 'program.publish', ...facts })),
  ].map((facts) => ({ ...facts, note }))
}

function rewardsOf({ rewards }: Configuration): Told[] {
  return rewards.map(({ id, key, settings, tiers, archivedAt }) => ({
    id,
    label: settings.title,
    archivedAt,
    members: writeReward(key, settings, tiers),
  }))
}

function quizzesOf({ quizzes }: Configuration): Told[] {
  return quizzes.map((quiz) => ({
    id: quiz.id,
    label: quiz.name,
    archivedAt: quiz.archivedAt,
    members: writeQuiz(quiz),
  }))
}

function ofThings(kind: string, before: readonly Told[], after: readonly Told[]): AuditFacts[] {
  const known = new Map(before.map((thing) => [thing.id, thing]))
  return after.flatMap((thing): AuditFacts[] => {
    const old = known.get(thing.id)
    if (isDeepStrictEqual(old, thing)) return []
    const target = { kind, id: String(thing.id), label: thing.label }
    if (!old) return [{ action: `${kind}.create`, target, before: null, after: thing.members }]
    const isMoved = (old.archivedAt === null) !== (thing.archivedAt === null)
    const moved = thing.archivedAt === null ? 'unarchive' : 'archive'
    return [
      {
        action: `${kind}.${isMoved ? moved : 'update'}`,
        target,
        ...changesBetween(old.members, thing.members),
      },
    ]
  })
}

/** The storefront lies in the directory, and so does its audit. */
export function auditOfStorefront(
  { tenant, storefront: before }: InDirectory,
  after: StorefrontConfig,
): (AuditFacts & { readonly action: string })[] {
  const target = { kind: 'storefront', id: String(tenant.id), label: tenant.name }
  const told = [
    { action: 'storefront.update', changes: changesBetween(writeShown(before), writeShown(after)) },
    { action: 'storefront.domains', changes: changesBetween(writeDomains(before), writeDomains(after)) },
  ]
  return told.flatMap(({ action, changes }) =>
    Object.keys(changes.after).length === 0 ? [] : [{ action, target, ...changes }],
  )
}

/** All tiers of a merchant are one thing. */
function ofTiers(before: Configuration, after: Configuration): AuditFacts[] {
  const membersOf = ({ tiers: { tiers } }: Configuration) => ({
    order: tiers.map(({ key }) => key),
    ...Object.fromEntries(tiers.map((tier) => [tier.key, writtenOf(tier)])),
  })
  const changes = changesBetween(membersOf(before), membersOf(after))
  if (Object.keys(changes.after).length === 0) return []
  const label = after.tiers.tiers.map(({ name }) => name).join(', ')
  return [{ action: 'tiers.update', target: { kind: 'tiers', id: 'all', label }, ...changes }]
}
