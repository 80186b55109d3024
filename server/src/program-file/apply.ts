import { isDeepStrictEqual } from 'node:util'
import { type ConfigRefusal, isConfigRefusal, wrong } from '../contract/config-refusal.ts'
import type { FieldProblem } from '../contract/field-problem.ts'
import { lastOf, problemsWith } from '../earning/manage/program-state.ts'
import { type Published, publishContent } from '../earning/manage/publish.ts'
import type { KnownReward, KnownTier } from '../earning/warning.ts'
import type { Actor, Via } from '../people/actor.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { archiveQuiz, createQuiz, replaceQuiz } from '../quizzes/manage.ts'
import type { QuizInput } from '../quizzes/quiz-input.ts'
import { archiveReward, createReward, replaceReward } from '../rewards/manage/rewards.ts'
import type { RewardInput } from '../rewards/reward-input.ts'
import { REWARD_TYPE } from '../rewards/reward-type.ts'
import type { ConfiguredReward } from '../rewards/store/configuration.ts'
import { replaceTiers, writtenOf } from '../tiers/manage.ts'
import type { TierInput } from '../tiers/tier-input.ts'
import {
  type Configuration,
  type InDirectory,
  idsByKey,
  readConfiguration,
  stateOf,
  withNames,
} from './configuration.ts'
import type { ProgramFile } from './file.ts'
import { type State, stateOfFile } from './plan.ts'
import type { JsonObject } from './shape.ts'

/** What lies in the directory, as the file wants it: it is saved there by itself. */
export interface Applying extends InDirectory {
  /** As it is. */
  readonly before: InDirectory
  readonly actor: Actor
  readonly via: Via
  readonly now: Instant
  readonly prune: boolean
  readonly effectiveAt: Instant | null
  readonly note: string | null
  /** Whether the program is changed in other versions too, where that is needed. */
  readonly carries: boolean
}

export interface Applied {
  readonly before: Configuration
  readonly after: Configuration
  /** null: the program is what it was. */
  readonly published: Published | null
}

/**
 * Makes everything in the cell as a file says. Rewards name tiers and tiers name rewards, so rewards come first
 * without the tiers that are not there yet, and get them when those are.
 */
export async function applyInCell(
  tx: Tx,
  file: ProgramFile,
  applying: Applying,
): Promise<Applied | ConfigRefusal> {
  const { now } = applying
  const before = await readConfiguration(tx, applying.before, now)
  const hindrances = new Hindrances()
  const there = new Set(before.tiers.tiers.filter(isOpen).map(({ key }) => key))
  const first: RewardPass = { hindrances, tiers: file.tiers ? there : null, isAgain: false }
  await saveRewards(tx, file, before, applying, first)
  if (file.tiers) hindrances.add('', await saveTiers(tx, file.tiers, before, applying))
  const halfway = await readConfiguration(tx, applying, now)
  if (file.tiers) await saveRewards(tx, file, halfway, applying, { hindrances, tiers: null, isAgain: true })
  await saveQuizzes(tx, file, before, applying, hindrances)
  const published = await publish(tx, file, halfway, applying)
  if (isConfigRefusal(published)) hindrances.add('/program', published)
  else await pruneGivenRewards(tx, file, halfway, applying, hindrances)
  if (isConfigRefusal(published) || hindrances.refusal) return hindrances.refusal ?? wrong([])
  return { before, after: await readConfiguration(tx, applying, now), published }
}

/** Gathers all that keeps a file from being applied. */
class Hindrances {
  readonly #problems = new Map<string, FieldProblem>()
  /** No mistake in the file: a version that waits for its time, a quiz that was answered. */
  #other: ConfigRefusal | null = null

  /** `pointer`: where in the file. Rewards are looked at twice, and may be wrong both times. */
  add(pointer: string, outcome: object | ConfigRefusal): void {
    if (!isConfigRefusal<object | ConfigRefusal>(outcome)) return
    if (outcome.why !== 'invalid') {
      this.#other ??= outcome
      return
    }
    for (const found of outcome.problems) {
      const one = { ...found, pointer: `${pointer}${found.pointer}` }
      this.#problems.set(`${one.pointer} ${one.message.en}`, one)
    }
  }

  /** null: nothing does. */
  get refusal(): ConfigRefusal | null {
    return this.#problems.size > 0 ? wrong([...this.#problems.values()]) : this.#other
  }
}

function isOpen({ archivedAt }: { readonly archivedAt: Instant | null }): boolean {
  return archivedAt === null
}

const AT_ONCE = 50

/**
 * Things that do not know of one another are saved side by side: their statements travel together, and a thousand of
 * them do not wait for a thousand answers. Where a key is there twice, the second one has to see the first.
 */
async function together<Outcome>(
  items: readonly JsonObject[],
  save: (item: JsonObject) => Promise<Outcome>,
): Promise<Outcome[]> {
  const atOnce = new Set(items.map(({ key }) => key)).size < items.length ? 1 : AT_ONCE
  const outcomes: Outcome[] = []
  for (let from = 0; from < items.length; from += atOnce) {
    outcomes.push(...(await Promise.all(items.slice(from, from + atOnce).map(save))))
  }
  return outcomes
}

interface RewardPass {
  readonly hindrances: Hindrances
  /** Those that rewards may name by now; null: all that they name. */
  readonly tiers: ReadonlySet<string> | null
  /** All were saved before, without tiers that were not there yet. */
  readonly isAgain: boolean
}

async function saveRewards(
  tx: Tx,
  { rewards }: ProgramFile,
  { rewards: stored }: Configuration,
  { tenant, now, prune }: Applying,
  { hindrances, tiers, isAgain }: RewardPass,
): Promise<void> {
  if (!rewards) return
  const byKey = new Map(stored.map((one) => [one.key, one]))
  const saved = await together(rewards, async (item) => {
    const sent = item as unknown as RewardInput
    // Without a tier it has all that it names already.
    if (isAgain && (sent.tiers ?? []).length === 0) return null
    const input = tiers ? { ...sent, tiers: (sent.tiers ?? []).filter((key) => tiers.has(key)) } : sent
    const known = byKey.get(sent.key ?? '')
    if (known && !isOpen(known)) await archiveReward(tx, tenant, known.id, null, null)
    return known
      ? await replaceReward(tx, tenant, known.id, input, null)
      : await createReward(tx, tenant, input)
  })
  for (const [index, one] of saved.entries()) if (one) hindrances.add(`/rewards/${index}`, one)
  if (prune) for (const { id } of missing(stored, rewards)) await archiveReward(tx, tenant, id, now, null)
}

/** One that a rule gave until now is archived when none does any more. */
async function pruneGivenRewards(
  tx: Tx,
  { rewards }: ProgramFile,
  { rewards: stored }: Configuration,
  { tenant, now, prune }: Applying,
  hindrances: Hindrances,
): Promise<void> {
  if (!prune || !rewards) return
  for (const { id } of missing(stored, rewards)) {
    hindrances.add('', await archiveReward(tx, tenant, id, now, null))
  }
}

/** The file's tiers in their order, then those that it does not name: as they are, or ended. */
function saveTiers(
  tx: Tx,
  tiers: readonly JsonObject[],
  { tiers: stored }: Configuration,
  { tenant, now, prune }: Applying,
): Promise<object> {
  const named = tiers as unknown as readonly TierInput[]
  const others = missing(stored.tiers, tiers)
  const all = [...named, ...others.map((tier) => ({ ...writtenOf(tier), archived: prune }))]
  return replaceTiers(tx, tenant, all, null, now)
}

async function saveQuizzes(
  tx: Tx,
  { quizzes }: ProgramFile,
  { quizzes: stored }: Configuration,
  { tenant, now, prune }: Applying,
  hindrances: Hindrances,
): Promise<void> {
  if (!quizzes) return
  const byKey = new Map(stored.map((one) => [one.key, one]))
  const saved = await together(quizzes, async (item) => {
    const input = item as unknown as QuizInput
    const known = byKey.get(input.key ?? '')
    if (known && !isOpen(known)) await archiveQuiz(tx, tenant, known.id, null, null)
    return known ? await replaceQuiz(tx, tenant, known.id, input, null) : await createQuiz(tx, tenant, input)
  })
  for (const [index, one] of saved.entries()) hindrances.add(`/quizzes/${index}`, one)
  if (prune) for (const { id } of missing(stored, quizzes)) await archiveQuiz(tx, tenant, id, now, null)
}

/** What there is, in sight, and not in the file. */
function missing<Thing extends { readonly key: string; readonly archivedAt: Instant | null }>(
  stored: readonly Thing[],
  named: readonly JsonObject[],
): Thing[] {
  const keys = new Set(named.map(({ key }) => key))
  return stored.filter((thing) => isOpen(thing) && !keys.has(thing.key))
}

async function publish(
  tx: Tx,
  file: ProgramFile,
  configuration: Configuration,
  { tenant, actor, via, now, prune, effectiveAt, note, carries }: Applying,
): Promise<Published | ConfigRefusal | null> {
  const json = contentOfFile(file, configuration)
  if (json === null) return null
  const pruned = prune && file.rewards ? missing(configuration.rewards, file.rewards) : []
  const nameable = { tiers: knownTiers(configuration), rewards: knownRewards(configuration, pruned) }
  const { program } = configuration
  const problems = problemsWith(json, nameable, program)
  if (problems.length > 0) return wrong(problems)
  if (lastOf(program) !== null && isSameProgram(stateOf(configuration), stateOfFile(file))) return null
  const content = { json, readNameable: () => Promise.resolve(nameable) }
  const publication = { effectiveAt, note, carries }
  return publishContent(tx, tenant.id, content, publication, { actor, via, now, expected: null })
}

/** The program of a file as it is stored, with the numbers of tiers and rewards; null: the file has none. */
export function contentOfFile({ program }: ProgramFile, configuration: Configuration): object | null {
  if (!program) return null
  const { cashback, rules } = program
  const ids = idsByKey(configuration)
  return { cashback, rules: Array.isArray(rules) ? rules.map((rule) => withNames(rule, ids)) : rules }
}

function isSameProgram(one: State, other: State): boolean {
  return isDeepStrictEqual([one.cashback, byId(one.rules)], [other.cashback, byId(other.rules)])
}

/** What a program means does not depend on the order of its rules. */
function byId(rules: State['rules']): readonly JsonObject[] {
  return (rules ?? []).toSorted((one, other) => Number(one.id) - Number(other.id))
}

/** As far as a program needs them: how many codes are left is only looked at for warnings. */
function knownRewards({ rewards }: Configuration, pruned: readonly ConfiguredReward[]): KnownReward[] {
  return rewards.map((reward) => ({
    id: String(reward.id),
    title: reward.settings.title,
    isArchived: !isOpen(reward) || pruned.includes(reward),
    isCashback: reward.settings.type === REWARD_TYPE.cashback,
    points: reward.settings.points,
    hasMinimum: reward.settings.minimumPurchase !== null,
    codesLeft: null,
  }))
}

/** As far as a program needs them: what they multiply is only looked at for warnings. */
function knownTiers({ tiers: { tiers } }: Configuration): KnownTier[] {
  return tiers.map((tier) => ({
    id: String(tier.id),
    name: tier.name,
    isArchived: !isOpen(tier),
    multiplier: null,
  }))
}
