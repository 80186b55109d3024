import type { Locale } from '../../contract/locale.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { type KindPickedFrom, picksFrom } from '../kinds.ts'
import { isExcludedById } from '../limit-members.ts'
import { type ProgramState, problemsWith, programOf } from '../manage/program-state.ts'
import { type Program, type Rule, type RuleOf, whenOf } from '../program.ts'
import type { ProgramContent } from '../program-json.ts'
import { readProgram, readRules } from '../program-schema.ts'
import { namesReward } from '../reward-warnings.ts'
import { type RuleSentenceContext, sentenceOfCombining } from '../rule-sentence.ts'
import { type CatalogPlaces, type Nameable, NO_PLACES } from '../warning.ts'
import { warningsOf } from '../warnings.ts'
import {
  presentChanges,
  presentProblems,
  presentRules,
  presentVersion,
  presentWaiting,
  presentWarnings,
} from './present.ts'
import type { CatalogNames, OrderNames, ProgramContextReader } from './program-context.ts'

/** Who asks for what, in which language. */
export interface Asked {
  readonly tenant: Tenant
  readonly locale: Locale
  readonly now: Instant
}

interface Known extends Nameable {
  readonly names: CatalogNames | null
  readonly inOrders: OrderNames | null
  readonly context: RuleSentenceContext
}

/** What the ids of these programs are called. */
async function readContext(
  tx: Tx,
  programs: readonly unknown[],
  { tenant, locale, now }: Asked,
  reader: ProgramContextReader,
): Promise<Known> {
  const [names, inOrders, tiers, rewards] = await Promise.all([
    reader.namesOf(tx, tenant.id, idsIn(programs)),
    hasOrderBonus(programs) ? reader.namesInOrders(tx, tenant.id) : null,
    reader.tiersOf(tx, tenant),
    // Only where a rule gives one.
    programs.some(namesReward) ? reader.rewardsOf(tx, tenant.id) : [],
  ])
  const tierNames = new Map(tiers.map(({ id, name }) => [id, name]))
  const titles = new Map(rewards.map(({ id, title }) => [id, title]))
  const context: RuleSentenceContext = {
    locale,
    currency: tenant.currency,
    timeZone: tenant.timeZone,
    now,
    nameOf(kind, id) {
      if (kind === 'action') return undefined
      if (kind === 'reward') return titles.get(id)
      if (picksFrom(kind, 'orders')) return inOrders?.[kind].get(id)
      return picksFrom(kind, 'catalog') ? names?.[kind].get(id) : tierNames.get(id)
    },
  }
  return { names, inOrders, tiers, rewards, context }
}

export async function sentenceContextOf(
  tx: Tx,
  programs: readonly unknown[],
  asked: Asked,
  reader: ProgramContextReader,
): Promise<RuleSentenceContext> {
  return (await readContext(tx, programs, asked, reader)).context
}

/** Orders are looked at only for rules that ask how they were paid or where they were placed. */
function hasOrderBonus(programs: readonly unknown[]): boolean {
  return programs.flatMap(readRules).some((rule) => {
    if (rule === null) return false
    const when = whenOf(rule)
    return picksFrom(rule.kind, 'orders') || when?.branches != null || when?.paymentMethods != null
  })
}

/** Orders are looked at only for rules that go by what a shop may not send. */
function asksWhatIsSent(json: unknown): boolean {
  return readRules(json).some(
    (rule) =>
      (rule?.kind === 'exclude' && (rule.excluded.of === 'marked' || rule.excluded.of === 'shipping')) ||
      (rule?.kind === 'card' && rule.counts === 'items'),
  )
}

function idsIn(programs: readonly unknown[]): Record<KindPickedFrom<'catalog'>, string[]> {
  const ids = { product: new Set<string>(), brand: new Set<string>(), category: new Set<string>() }
  for (const rule of programs.flatMap(readRules)) {
    if (rule && isPickedFromCatalog(rule)) for (const id of rule.ids) ids[rule.kind].add(id)
    if (rule?.kind === 'card' && rule.picked) for (const id of rule.picked.ids) ids[rule.picked.of].add(id)
    if (rule?.kind === 'exclude' && isExcludedById(rule.excluded.of)) {
      for (const id of rule.excluded.ids) ids[rule.excluded.of].add(id)
    }
  }
  return { product: [...ids.product], brand: [...ids.brand], category: [...ids.category] }
}

function isPickedFromCatalog(rule: Rule): rule is RuleOf<KindPickedFrom<'catalog'>> {
  return picksFrom(rule.kind, 'catalog')
}

/** Where what the cards name is in the catalog: two of them may count the same. */
async function readPlaces(
  tx: Tx,
  json: unknown,
  { id: tenantId }: Tenant,
  reader: ProgramContextReader,
): Promise<CatalogPlaces> {
  const picked = readRules(json).flatMap((rule) =>
    rule?.kind === 'card' && rule.picked ? [rule.picked] : [],
  )
  if (picked.length < 2) return NO_PLACES
  const idsOf = (kind: 'product' | 'category'): string[] =>
    picked.flatMap(({ of, ids }) => (of === kind ? ids : []))
  const [products, categories] = await Promise.all([
    reader.placesOf(tx, tenantId, idsOf('product')),
    reader.categoriesAbove(tx, tenantId, idsOf('category')),
  ])
  return { products, categories }
}

const NONE_BEGUN: ReadonlyMap<number, number> = new Map()

/** All that can be said of a program that may be wrong: its sentences, what is wrong, and what it changes. */
export async function examine(
  tx: Tx,
  json: unknown,
  state: ProgramState,
  asked: Asked,
  reader: ProgramContextReader,
) {
  const { tenant, locale, now } = asked
  const { current, base } = state
  const live = programOf(current)
  const [known, openQuizzes, sent, begunCards, places] = await Promise.all([
    readContext(tx, [json, base?.program], asked, reader),
    reader.countOpenQuizzes(tx, tenant.id, now),
    asksWhatIsSent(json) ? reader.sentInOrders(tx, tenant.id) : null,
    live.index.cards.length > 0 ? reader.begunCards(tx, tenant.id) : NONE_BEGUN,
    readPlaces(tx, json, tenant, reader),
  ])
  const { names, inOrders, tiers, rewards, context } = known
  const read = readProgram(json)
  const program: Program | null = 'program' in read ? read.program : null
  const seen = inOrders && {
    paymentMethod: new Set(inOrders.paymentMethod.keys()),
    branch: new Set(inOrders.branch.keys()),
  }
  const { timeZone } = tenant
  const nameable = { tiers, rewards }
  const programContext = {
    now,
    timeZone,
    current: live,
    known: names,
    places,
    seen,
    ...nameable,
    openQuizzes,
    sent,
    begunCards,
  }
  return {
    problems: presentProblems(problemsWith(json, nameable, state), locale),
    warnings: program === null ? [] : presentWarnings(warningsOf(program, programContext), locale),
    rules: presentRules(json, context),
    changes: program === null ? [] : presentChanges(programOf(base), program, context),
  }
}

/** What a merchant begins with. */
export const EMPTY_CONTENT: ProgramContent = { cashback: { isOn: false, pointValue: '0' }, rules: [] }

export async function draftView(tx: Tx, state: ProgramState, asked: Asked, reader: ProgramContextReader) {
  const { draft, current } = state
  const exists = draft.program !== null
  const program = draft.program ?? current?.program ?? EMPTY_CONTENT
  return {
    exists,
    basedOn: exists ? draft.basedOn : (current?.version ?? 0),
    note: draft.note,
    savedBy: exists ? draft.changedBy : null,
    savedAt: exists && draft.changedAt !== null ? instantToText(draft.changedAt) : null,
    program: program as ProgramContent,
    ...(await examine(tx, program, state, asked, reader)),
  }
}

export async function overviewOf(tx: Tx, state: ProgramState, asked: Asked, reader: ProgramContextReader) {
  const { current, waiting, draft } = state
  const programs = [current, ...waiting].map((version) => version?.program)
  const context = await sentenceContextOf(tx, programs, asked, reader)
  const [next = null] = waiting
  return {
    current: current && presentVersion(current, 'current', context),
    scheduled: next && presentVersion(next, 'scheduled', context),
    queue: waiting.map((version, index) =>
      presentWaiting(version, index === 0 ? current : (waiting[index - 1] ?? null), context),
    ),
    draft: draft.program === null ? null : await draftSummary(tx, state, asked, reader),
    combining: sentenceOfCombining(asked.locale, programOf(current).rules),
  }
}

async function draftSummary(tx: Tx, state: ProgramState, asked: Asked, reader: ProgramContextReader) {
  const { draft } = state
  const { problems, changes } = await examine(tx, draft.program, state, asked, reader)
  return {
    basedOn: draft.basedOn,
    note: draft.note,
    savedBy: draft.changedBy,
    savedAt: instantToText(draft.changedAt ?? asked.now),
    problems: problems.length,
    changes: changes.length,
  }
}
