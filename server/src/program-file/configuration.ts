import { createHash } from 'node:crypto'
import { lastOf, type ProgramState, programState } from '../earning/manage/program-state.ts'
import { REWARD_MEMBERS } from '../earning/prize-members.ts'
import type { ProgramContent } from '../earning/program-json.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { type ConfiguredQuiz, writeQuiz } from '../quizzes/quiz-input.ts'
import { listConfiguredQuizzes } from '../quizzes/store/configuration.ts'
import { writeReward } from '../rewards/reward-input.ts'
import { type ConfiguredReward, listConfiguredRewards } from '../rewards/store/configuration.ts'
import { writeWhole } from '../storefront/rules/whole.ts'
import { writeSettings } from '../tenancy/settings.ts'
import type { StorefrontConfig } from '../tenancy/store/storefront.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { type TierSet, tiersOf, writtenOf } from '../tiers/manage.ts'
import type { ConfiguredTier } from '../tiers/tier-input.ts'
import type { State } from './plan.ts'
import { canonical, isList, isObject, type Json, type JsonObject } from './shape.ts'
import { SHAPES } from './shapes.ts'

/** What of it lies in the directory. */
export interface InDirectory {
  readonly tenant: Tenant
  readonly storefront: StorefrontConfig
}

/** What of it lies in the cell, archived things too. */
interface InCell {
  readonly program: ProgramState
  readonly tiers: TierSet
  readonly rewards: readonly ConfiguredReward[]
  readonly quizzes: readonly ConfiguredQuiz[]
}

/** All that a merchant has configured. */
export interface Configuration extends InDirectory, InCell {}

/** More than any merchant has. */
const ALL = { afterId: 0, limit: 10_000 }

export async function readConfiguration(
  tx: Tx,
  { tenant, storefront }: InDirectory,
  now: Instant,
): Promise<Configuration> {
  return { tenant, storefront, ...(await readInCell(tx, tenant, now)) }
}

export async function readInCell(tx: Tx, tenant: Tenant, now: Instant): Promise<InCell> {
  const [program, tiers, rewards, quizzes] = await Promise.all([
    programState(tx, tenant.id, now),
    tiersOf(tx, tenant.id),
    listConfiguredRewards(tx, tenant.id, {}, ALL),
    listConfiguredQuizzes(tx, tenant.id, {}, ALL),
  ])
  return { program, tiers, rewards, quizzes }
}

/** What stands in a file: nothing that is archived, and of programs the one that takes effect last. */
export function stateOf({ tenant, storefront, program, tiers, rewards, quizzes }: Configuration): State {
  const content = contentOf(program)
  const isOpen = ({ archivedAt }: { readonly archivedAt: Instant | null }): boolean => archivedAt === null
  return {
    settings: canonical(SHAPES.settings, writeSettings(tenant)),
    cashback: canonical(SHAPES.cashback, content.cashback),
    rules: content.rules.map((rule) =>
      canonical(SHAPES.rule, withNames(rule as unknown as JsonObject, keysById({ tiers, rewards }))),
    ),
    tiers: tiers.tiers.filter(isOpen).map((tier) => canonical(SHAPES.tier, inFile(tier))),
    rewards: rewards
      .filter(isOpen)
      .map(({ key, settings, tiers: keys }) => canonical(SHAPES.reward, writeReward(key, settings, keys))),
    quizzes: quizzes.filter(isOpen).map((quiz) => canonical(SHAPES.quiz, writeQuiz(quiz))),
    storefront: canonical(SHAPES.storefront, writeWhole(storefront) as JsonObject),
  }
}

/** What the private API calls a tier is its key, unless the merchant has said otherwise. */
function inFile(tier: ConfiguredTier): JsonObject {
  const written = writtenOf(tier)
  const identifier = written.identifier === written.key ? null : written.identifier
  return { ...written, identifier } as unknown as JsonObject
}

const EMPTY: ProgramContent = { cashback: { isOn: false, pointValue: '0' }, rules: [] }

function contentOf(program: ProgramState): ProgramContent {
  return lastOf(program)?.program ?? EMPTY
}

/** Stands for all of it: it is another after any change. */
export function basisOf(state: State): string {
  return createHash('sha256').update(JSON.stringify(state)).digest('base64url')
}

/** What tiers and rewards are called, by what they are called elsewhere. */
interface Names {
  readonly tiers: ReadonlyMap<string, string>
  readonly rewards: ReadonlyMap<string, string>
}

function keysById({ tiers, rewards }: Pick<Configuration, 'tiers' | 'rewards'>): Names {
  const keys = (things: readonly Keyed[]) => new Map(things.map(({ id, key }) => [String(id), key]))
  return { tiers: keys(tiers.tiers), rewards: keys(rewards) }
}

export function idsByKey({ tiers, rewards }: Pick<Configuration, 'tiers' | 'rewards'>): Names {
  const ids = (things: readonly Keyed[]) => new Map(things.map(({ id, key }) => [key, String(id)]))
  return { tiers: ids(tiers.tiers), rewards: ids(rewards) }
}

interface Keyed {
  readonly id: number
  readonly key: string
}

/** Rules name tiers and rewards by their numbers, and in a file by their keys. What there is not stays as it is. */
export function withNames(rule: JsonObject, { tiers, rewards }: Names): JsonObject {
  if (!isObject(rule)) return rule
  const named = (ids: readonly Json[]): Json[] => ids.map((id) => tiers.get(String(id)) ?? id)
  const { kind, ids, when } = rule
  const given = REWARD_MEMBERS.flatMap((member) => {
    const reward = rule[member]
    return typeof reward === 'string' ? [[member, rewards.get(reward) ?? reward]] : []
  })
  return {
    ...rule,
    ...((kind === 'tier' || kind === 'tierReached') && isList(ids) ? { ids: named(ids) } : {}),
    ...(isObject(when) && isList(when.tiers) ? { when: { ...when, tiers: named(when.tiers) } } : {}),
    ...Object.fromEntries(given),
  }
}
