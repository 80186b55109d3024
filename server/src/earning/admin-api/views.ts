import type { Locale } from '../../contract/locale.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { type ProgramState, problemsWith, programOf } from '../manage.ts'
import type { LineBonusKind, Program } from '../program.ts'
import type { ProgramContent } from '../program-json.ts'
import { readProgram, readRules } from '../program-schema.ts'
import { type RuleTelling, sentenceOfCombining } from '../rule-sentence.ts'
import { type KnownTier, warningsOf } from '../warnings.ts'
import { presentChanges, presentProblems, presentRules, presentVersion, presentWarnings } from './present.ts'
import type { CatalogNames, OrderNames, ProgramSurroundings } from './surroundings.ts'

/** Who asks for what, in which language. */
export interface Asked {
  readonly tenant: Tenant
  readonly locale: Locale
  readonly now: Instant
}

interface Known {
  readonly names: CatalogNames | null
  readonly inOrders: OrderNames | null
  readonly tiers: readonly KnownTier[]
  readonly telling: RuleTelling
}

/** What the ids of these programs are called. */
async function knownAround(
  tx: Tx,
  programs: readonly unknown[],
  { tenant, locale, now }: Asked,
  around: ProgramSurroundings,
): Promise<Known> {
  const [names, inOrders, tiers] = await Promise.all([
    around.namesOf(tx, tenant.id, idsIn(programs)),
    hasOrderBonus(programs) ? around.namesInOrders(tx, tenant.id) : null,
    around.tiersOf(tx, tenant),
  ])
  const tierNames = new Map(tiers.map(({ id, name }) => [id, name]))
  const telling: RuleTelling = {
    locale,
    currency: tenant.currency,
    timeZone: tenant.timeZone,
    now,
    nameOf(kind, id) {
      if (kind === 'tier') return tierNames.get(id)
      if (kind === 'paymentMethod' || kind === 'branch') return inOrders?.[kind].get(id)
      return kind === 'product' || kind === 'brand' || kind === 'category' ? names?.[kind].get(id) : undefined
    },
  }
  return { names, inOrders, tiers, telling }
}

export async function tellingOf(
  tx: Tx,
  programs: readonly unknown[],
  asked: Asked,
  around: ProgramSurroundings,
): Promise<RuleTelling> {
  return (await knownAround(tx, programs, asked, around)).telling
}

/** Orders are looked at only for rules that ask how they were paid or where they were placed. */
function hasOrderBonus(programs: readonly unknown[]): boolean {
  return programs.flatMap(readRules).some((rule) => rule?.kind === 'paymentMethod' || rule?.kind === 'branch')
}

function idsIn(programs: readonly unknown[]): Record<LineBonusKind, string[]> {
  const ids = { product: new Set<string>(), brand: new Set<string>(), category: new Set<string>() }
  for (const rule of programs.flatMap(readRules)) {
    if (rule?.kind === 'product' || rule?.kind === 'brand' || rule?.kind === 'category') {
      for (const id of rule.ids) ids[rule.kind].add(id)
    }
  }
  return { product: [...ids.product], brand: [...ids.brand], category: [...ids.category] }
}

/** All that can be said of a program that may be wrong: its sentences, what is wrong, and what it changes. */
export async function examine(
  tx: Tx,
  json: unknown,
  { current }: ProgramState,
  asked: Asked,
  around: ProgramSurroundings,
) {
  const { tenant, locale, now } = asked
  const [{ names, inOrders, tiers, telling }, openQuizzes] = await Promise.all([
    knownAround(tx, [json, current?.program], asked, around),
    around.countOpenQuizzes(tx, tenant.id, now),
  ])
  const live = programOf(current)
  const read = readProgram(json)
  const program: Program | null = 'program' in read ? read.program : null
  const known = names && {
    product: new Set(names.product.keys()),
    brand: new Set(names.brand.keys()),
    category: new Set(names.category.keys()),
  }
  const seen = inOrders && {
    paymentMethod: new Set(inOrders.paymentMethod.keys()),
    branch: new Set(inOrders.branch.keys()),
  }
  const surroundings = { now, timeZone: tenant.timeZone, current: live, known, seen, tiers, openQuizzes }
  return {
    problems: presentProblems(problemsWith(json, tiers), locale),
    warnings: program === null ? [] : presentWarnings(warningsOf(program, surroundings), locale),
    rules: presentRules(json, telling),
    changes: program === null ? [] : presentChanges(live, program, telling),
  }
}

/** What a merchant begins with. */
export const EMPTY_CONTENT: ProgramContent = { cashback: { isOn: false, pointValue: '0' }, rules: [] }

export async function draftView(tx: Tx, state: ProgramState, asked: Asked, around: ProgramSurroundings) {
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
    ...(await examine(tx, program, state, asked, around)),
  }
}

export async function overviewOf(tx: Tx, state: ProgramState, asked: Asked, around: ProgramSurroundings) {
  const { current, scheduled, draft } = state
  const telling = await tellingOf(tx, [current?.program, scheduled?.program], asked, around)
  return {
    current: current && presentVersion(current, 'current', telling),
    scheduled: scheduled && presentVersion(scheduled, 'scheduled', telling),
    draft: draft.program === null ? null : await draftSummary(tx, state, asked, around),
    combining: sentenceOfCombining(asked.locale),
  }
}

async function draftSummary(tx: Tx, state: ProgramState, asked: Asked, around: ProgramSurroundings) {
  const { draft } = state
  const { problems, changes } = await examine(tx, draft.program, state, asked, around)
  return {
    basedOn: draft.basedOn,
    note: draft.note,
    savedBy: draft.changedBy,
    savedAt: instantToText(draft.changedAt ?? asked.now),
    problems: problems.length,
    changes: changes.length,
  }
}
