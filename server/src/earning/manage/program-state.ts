import type { FieldProblem } from '../../contract/field-problem.ts'
import type { TenantId } from '../../contract/ids.ts'
import type { Actor, Via } from '../../people/actor.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { recountedCards } from '../card-problems.ts'
import { EMPTY_PROGRAM, type Program } from '../program.ts'
import { problemsOf } from '../program-problems.ts'
import { parseProgram } from '../program-schema.ts'
import { unknownRewards } from '../reward-warnings.ts'
import { standingAt } from '../schedule.ts'
import {
  findCardCounts,
  findDraft,
  findStandingVersions,
  findVersion,
  lockDraft,
  type StoredDraft,
  type StoredVersion,
} from '../store.ts'
import type { Nameable } from '../warning.ts'
import { unknownTiers } from '../warnings.ts'

/** Who does something to a program, when, and which revision of it they have seen. */
export interface Doing {
  readonly actor: Actor
  readonly via: Via
  readonly now: Instant
  /** null: any. */
  readonly expected: number | null
}

export interface ProgramState {
  readonly revision: number
  readonly draft: StoredDraft
  /** By which is earned now; null: nothing was published yet. */
  readonly current: StoredVersion | null
  /** They take effect later, the next first. */
  readonly waiting: readonly StoredVersion[]
  /** What the draft is a change to; without a draft, what is current. */
  readonly base: StoredVersion | null
  /** What each card that was ever published counts, by its id. */
  readonly cardCounts: ReadonlyMap<number, string>
}

/** The audit knows a program as one thing, whatever is done to it. */
export const PROGRAM_TARGET = { kind: 'program', id: 'program' } as const

export async function programState(tx: Tx, tenantId: TenantId, now: Instant): Promise<ProgramState> {
  const [draft, standing] = await Promise.all([findDraft(tx, tenantId), findStandingVersions(tx, tenantId)])
  return stateOf(tx, tenantId, draft, standing, now)
}

export async function lockState(tx: Tx, tenantId: TenantId, { actor, now }: Doing): Promise<ProgramState> {
  const draft = await lockDraft(tx, tenantId, { by: actor, now })
  return stateOf(tx, tenantId, draft, await findStandingVersions(tx, tenantId), now)
}

async function stateOf(
  tx: Tx,
  tenantId: TenantId,
  draft: StoredDraft,
  standing: readonly StoredVersion[],
  now: Instant,
): Promise<ProgramState> {
  const { current, waiting } = standingAt(standing, now)
  const { revision, basedOn } = draft
  const isOfCurrent = draft.program === null || basedOn === (current?.version ?? 0)
  const known = isOfCurrent ? current : standing.find(({ version }) => version === basedOn)
  const base = known === undefined && basedOn > 0 ? await findVersion(tx, tenantId, basedOn) : (known ?? null)
  const cardCounts = await findCardCounts(tx, tenantId)
  return { revision, draft, current, waiting, base, cardCounts }
}

/** The program of a version; none is the empty one. */
export function programOf(version: StoredVersion | null): Program {
  if (version === null) return EMPTY_PROGRAM
  return parseProgram({ ...version.program, version: version.version }, version.ruleStarts)
}

/** What a file holds and changes: the version that takes effect last. */
export function lastOf({ waiting, current }: ProgramState): StoredVersion | null {
  return waiting.at(-1) ?? current
}

/**
 * All that hinders publishing: what is wrong in itself, tiers that there are not, rewards that can't be given, and cards
 * that count otherwise.
 */
export function problemsWith(
  json: unknown,
  { tiers, rewards }: Nameable,
  { cardCounts }: Pick<ProgramState, 'cardCounts'>,
): FieldProblem[] {
  const unknown = [...unknownTiers(json, tiers), ...unknownRewards(json, rewards)]
  // A key that is no number is a reward that there is not: to say so once is enough.
  const told = new Set(unknown.map(({ pointer }) => pointer))
  const inItself = problemsOf(json).filter(({ pointer }) => !told.has(pointer))
  return [...inItself, ...unknown, ...recountedCards(json, cardCounts)]
}

type Members = Readonly<Record<string, unknown>>

/** The parts of a program that the audit tells apart: the cashback, and each rule by its id. */
export function membersOf(json: unknown): Members {
  const { rules, ...others } = (json ?? {}) as { rules?: unknown } & Members
  const list: readonly unknown[] = Array.isArray(rules) ? rules : []
  const named = list.map((rule, index): [string, unknown] => {
    const id: unknown = (rule as { id?: unknown } | null)?.id
    return [`rule ${typeof id === 'number' ? id : `at ${index}`}`, rule]
  })
  return { ...others, ...Object.fromEntries(named) }
}
