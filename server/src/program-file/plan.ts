import { isDeepStrictEqual } from 'node:util'
import type { ProgramFile } from './file.ts'
import { brief, canonical, type JsonObject, type MemberChange, memberChanges, type Shape } from './shape.ts'
import { SHAPES } from './shapes.ts'

/** A merchant's configuration with every member written, whether it comes from a file or from the database. */
export interface State {
  readonly settings: JsonObject | null
  readonly cashback: JsonObject | null
  readonly rules: readonly JsonObject[] | null
  readonly tiers: readonly JsonObject[] | null
  readonly rewards: readonly JsonObject[] | null
  readonly quizzes: readonly JsonObject[] | null
  readonly storefront: JsonObject | null
}

export type Section = 'settings' | 'cashback' | 'rule' | 'tier' | 'reward' | 'quiz' | 'storefront'

/** `keep`: it is not in the file, and stays as it is. */
export type ChangeKind = 'add' | 'change' | 'remove' | 'archive' | 'keep'

export interface Change {
  readonly kind: ChangeKind
  readonly section: Section
  /** The key of a thing, the id of a rule; empty where there is only one. */
  readonly key: string
  /** For people. */
  readonly label: string
  readonly members: readonly MemberChange[]
}

/** A section that the file does not have is null: it is left as it is. */
export function stateOfFile(file: ProgramFile): State {
  const all = (items: readonly JsonObject[] | undefined, shape: Shape) =>
    items ? items.map((item) => canonical(shape, item)) : null
  return {
    settings: file.settings ? canonical(SHAPES.settings, file.settings) : null,
    cashback: file.program ? canonical(SHAPES.cashback, file.program.cashback) : null,
    rules: all(file.program?.rules, SHAPES.rule),
    tiers: all(file.tiers, SHAPES.tier),
    rewards: all(file.rewards, SHAPES.reward),
    quizzes: all(file.quizzes, SHAPES.quiz),
    storefront: file.storefront ? canonical(SHAPES.storefront, file.storefront as JsonObject) : null,
  }
}

/**
 * The file that says what a merchant has, in as few words as it takes. It has every section, also the empty ones: what
 * is not in a file is not looked after by it.
 */
export function fileOfState({
  settings,
  cashback,
  rules,
  tiers,
  rewards,
  quizzes,
  storefront,
}: State): JsonObject {
  const items = (list: readonly JsonObject[], shape: Shape) => list.map((item) => brief(shape, item))
  return {
    punchcard: 1,
    ...(settings && { settings: brief(SHAPES.settings, settings) }),
    ...(cashback && rules && { program: { cashback, rules: items(rules, SHAPES.rule) } }),
    ...(tiers && { tiers: items(tiers, SHAPES.tier) }),
    ...(rewards && { rewards: items(rewards, SHAPES.reward) }),
    ...(quizzes && { quizzes: items(quizzes, SHAPES.quiz) }),
    ...(storefront && { storefront: brief(SHAPES.storefront, storefront) }),
  }
}

export interface PlanOptions {
  /** Whether what is not in the file is archived. */
  readonly prune: boolean
}

/** What has to be done so that a merchant has what the file says. */
export function planOf(current: State, wanted: State, options: PlanOptions): Change[] {
  return [
    ...planOfOne('settings', current.settings, wanted.settings),
    ...planOfOne('cashback', current.cashback, wanted.cashback),
    ...planOfRules(current.rules ?? [], wanted.rules),
    ...planOfThings('tier', current.tiers ?? [], wanted.tiers, options),
    ...planOfThings('reward', current.rewards ?? [], wanted.rewards, options),
    ...planOfThings('quiz', current.quizzes ?? [], wanted.quizzes, options),
    ...planOfOne('storefront', current.storefront, wanted.storefront),
  ]
}

export function isChange({ kind }: Change): boolean {
  return kind !== 'keep'
}

function planOfOne(
  section: 'settings' | 'cashback' | 'storefront',
  current: JsonObject | null,
  wanted: JsonObject | null,
): Change[] {
  if (!wanted) return []
  const members = memberChanges(current ?? {}, wanted)
  return members.length > 0 ? [{ kind: 'change', section, key: '', label: '', members }] : []
}

/** The rules of a file are the whole program: one that is not there is gone with the next version. */
function planOfRules(current: readonly JsonObject[], wanted: readonly JsonObject[] | null): Change[] {
  if (!wanted) return []
  const { added, changed, missing } = compare('rule', 'id', current, wanted)
  return [
    ...changed,
    ...added,
    ...missing.map((rule): Change => ({ ...changeOf('rule', 'id', rule), kind: 'remove' })),
  ]
}

function planOfThings(
  section: 'tier' | 'reward' | 'quiz',
  current: readonly JsonObject[],
  wanted: readonly JsonObject[] | null,
  { prune }: PlanOptions,
): Change[] {
  if (!wanted) return []
  const { added, changed, missing } = compare(section, 'key', current, wanted)
  return [
    ...changed,
    ...(section === 'tier' ? planOfOrder(current, wanted) : []),
    ...added,
    ...missing.map(
      (thing): Change => ({ ...changeOf(section, 'key', thing), kind: prune ? 'archive' : 'keep' }),
    ),
  ]
}

/** Tiers are told from lowest to highest; those that are new or gone do not change the order of the others. */
function planOfOrder(current: readonly JsonObject[], wanted: readonly JsonObject[]): Change[] {
  const keysOf = (tiers: readonly JsonObject[], others: readonly JsonObject[]) =>
    tiers.map(({ key }) => key ?? null).filter((key) => others.some((other) => other.key === key))
  const [before, after] = [keysOf(current, wanted), keysOf(wanted, current)]
  if (isDeepStrictEqual(before, after)) return []
  return [
    { kind: 'change', section: 'tier', key: '', label: '', members: [{ member: 'order', before, after }] },
  ]
}

function compare(
  section: Section,
  idMember: 'id' | 'key',
  current: readonly JsonObject[],
  wanted: readonly JsonObject[],
): { added: Change[]; changed: Change[]; missing: JsonObject[] } {
  const byId = new Map(current.map((thing) => [thing[idMember], thing]))
  const added: Change[] = []
  const changed: Change[] = []
  for (const thing of wanted) {
    const before = byId.get(thing[idMember])
    byId.delete(thing[idMember])
    // Of a new thing only what was chosen is worth a word.
    const members = memberChanges(before ?? canonical(SHAPES[section], { kind: thing.kind }), thing)
    if (!before) added.push({ ...changeOf(section, idMember, thing), kind: 'add', members })
    else if (members.length > 0)
      changed.push({ ...changeOf(section, idMember, thing), kind: 'change', members })
  }
  return { added, changed, missing: [...byId.values()] }
}

function changeOf(section: Section, idMember: 'id' | 'key', thing: JsonObject): Omit<Change, 'kind'> {
  return {
    section,
    key: String(thing[idMember] ?? ''),
    label: String(thing.title ?? thing.name ?? ''),
    members: [],
  }
}
