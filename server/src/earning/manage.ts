import { isDeepStrictEqual } from 'node:util'
import { type ConfigRefusal, MISSING, whenChanged, wrong } from '../contract/config-refusal.ts'
import type { FieldProblem } from '../contract/field-problem.ts'
import type { TenantId } from '../contract/ids.ts'
import type { Actor, Via } from '../people/actor.ts'
import { type AuditFacts, changesBetween } from '../people/audit.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { EMPTY_PROGRAM, type Program } from './program.ts'
import type { ProgramContent } from './program-json.ts'
import { problemsOf, unstorableIn } from './program-problems.ts'
import { parseProgram } from './program-schema.ts'
import {
  cancelVersion,
  findDraft,
  findStandingVersions,
  findVersion,
  insertVersion,
  lockDraft,
  type StoredDraft,
  type StoredVersion,
  saveDraft as saveStoredDraft,
} from './store.ts'
import { NO_DRAFT, NOT_AHEAD, NOTHING_SCHEDULED, NOTHING_TO_PUBLISH, scheduledAlready } from './texts.ts'
import { type KnownTier, unknownTiers } from './warnings.ts'

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
  /** It takes effect later. */
  readonly scheduled: StoredVersion | null
}

/** The audit knows a program as one thing, whatever is done to it. */
export const PROGRAM_TARGET = { kind: 'program', id: 'program' } as const

export async function programState(tx: Tx, tenantId: TenantId, now: Instant): Promise<ProgramState> {
  const [draft, standing] = await Promise.all([findDraft(tx, tenantId), findStandingVersions(tx, tenantId)])
  return stateOf(draft, standing, now)
}

async function lockState(tx: Tx, tenantId: TenantId, { actor, now }: Doing): Promise<ProgramState> {
  const draft = await lockDraft(tx, tenantId, { by: actor, now })
  return stateOf(draft, await findStandingVersions(tx, tenantId), now)
}

function stateOf(draft: StoredDraft, standing: readonly StoredVersion[], now: Instant): ProgramState {
  const [newest = null, before = null] = standing
  const isAhead = newest !== null && newest.effectiveAt !== null && newest.effectiveAt > now
  const { revision } = draft
  return isAhead
    ? { revision, draft, current: before, scheduled: newest }
    : { revision, draft, current: newest, scheduled: null }
}

/** The program of a version; none is the empty one. */
export function programOf(version: StoredVersion | null): Program {
  return version === null ? EMPTY_PROGRAM : parseProgram({ ...version.program, version: version.version })
}

export interface DraftChange {
  readonly state: ProgramState
  /** null: it was so already. */
  readonly audit: AuditFacts | null
}

/** Saves a draft, also one that is wrong: only what can't be kept is refused. */
export async function saveDraft(
  tx: Tx,
  tenantId: TenantId,
  { program, note }: { readonly program: unknown; readonly note: string | null },
  doing: Doing,
): Promise<DraftChange | ConfigRefusal> {
  const problems = unstorableIn(program, '/program')
  if (problems.length > 0) return wrong(problems)
  const state = await lockState(tx, tenantId, doing)
  return (
    whenChanged(doing.expected, state.revision) ?? putDraft(tx, tenantId, state, { program, note }, doing)
  )
}

/** Throws the draft away. */
export async function deleteDraft(
  tx: Tx,
  tenantId: TenantId,
  doing: Doing,
): Promise<DraftChange | ConfigRefusal> {
  const state = await lockState(tx, tenantId, doing)
  const changed = whenChanged(doing.expected, state.revision)
  if (changed) return changed
  if (state.draft.program === null) return MISSING
  return putDraft(tx, tenantId, state, { program: null, note: null }, doing)
}

/** Puts a published version into the draft; publishing that is a rollback. */
export async function restoreVersion(
  tx: Tx,
  tenantId: TenantId,
  version: number,
  doing: Doing,
): Promise<DraftChange | ConfigRefusal> {
  const found = await findVersion(tx, tenantId, version)
  if (!found) return MISSING
  const state = await lockState(tx, tenantId, doing)
  const changed = whenChanged(doing.expected, state.revision)
  return changed ?? putDraft(tx, tenantId, state, { program: found.program, note: null }, doing)
}

async function putDraft(
  tx: Tx,
  tenantId: TenantId,
  state: ProgramState,
  { program, note }: { readonly program: unknown; readonly note: string | null },
  { actor, now }: Doing,
): Promise<DraftChange> {
  const { draft, current } = state
  if (isDeepStrictEqual([draft.program, draft.note], [program, note])) return { state, audit: null }
  const isNew = draft.program === null
  const basedOn = isNew ? (current?.version ?? 0) : draft.basedOn
  const saved = await saveStoredDraft(tx, tenantId, { program, note, basedOn }, { by: actor, now })
  const before = isNew ? membersOf(current?.program) : membersOf(draft.program)
  return {
    state: { ...state, draft: saved, revision: saved.revision },
    audit: {
      target: { ...PROGRAM_TARGET, label: 'Draft' },
      ...(program === null ? { before, after: null } : changesBetween(before, membersOf(program))),
      note,
    },
  }
}

export interface Publication {
  /** null: at once. */
  readonly effectiveAt: Instant | null
  readonly note: string | null
}

export interface Published {
  readonly version: StoredVersion
  /** What it replaces or will replace. */
  readonly before: StoredVersion | null
  readonly revision: number
  readonly audit: AuditFacts
}

/** Publishes the draft, which is then no draft any more. */
export async function publishDraft(
  tx: Tx,
  tenantId: TenantId,
  publication: Publication,
  doing: Doing,
  tiers: readonly KnownTier[],
): Promise<Published | ConfigRefusal> {
  const state = await lockState(tx, tenantId, doing)
  const changed = whenChanged(doing.expected, state.revision)
  if (changed) return changed
  if (state.draft.program === null) return { kind: 'config-refusal', why: 'conflict', detail: NO_DRAFT }
  const note = publication.note ?? state.draft.note
  return publish(tx, tenantId, { state, json: state.draft.program, tiers }, { ...publication, note }, doing)
}

/** Publishes a program that was written elsewhere; a draft that was begun stays as it is. */
export async function publishContent(
  tx: Tx,
  tenantId: TenantId,
  content: { readonly json: unknown; readonly tiers: readonly KnownTier[] },
  publication: Publication,
  doing: Doing,
): Promise<Published | ConfigRefusal> {
  const state = await lockState(tx, tenantId, doing)
  const changed = whenChanged(doing.expected, state.revision)
  return changed ?? publish(tx, tenantId, { state, ...content }, publication, doing)
}

interface ToPublish {
  readonly state: ProgramState
  readonly json: unknown
  readonly tiers: readonly KnownTier[]
}

async function publish(
  tx: Tx,
  tenantId: TenantId,
  { state, json, tiers }: ToPublish,
  { effectiveAt, note }: Publication,
  { actor, via, now }: Doing,
): Promise<Published | ConfigRefusal> {
  const { draft, current, scheduled } = state
  const problems = problemsWith(json, tiers)
  if (effectiveAt !== null && effectiveAt <= now) {
    problems.push({ pointer: '/effectiveAt', message: NOT_AHEAD })
  }
  if (problems.length > 0) return wrong(problems)
  // A version that is published while another waits would undo that one or be undone by it, unnoticed.
  if (scheduled)
    return { kind: 'config-refusal', why: 'conflict', detail: scheduledAlready(scheduled.version) }
  const content = json as ProgramContent
  if (isSameProgram(current, content))
    return { kind: 'config-refusal', why: 'conflict', detail: NOTHING_TO_PUBLISH }
  const publication = { publishedAt: now, effectiveAt, publishedBy: actor, note, source: via }
  const version = await insertVersion(tx, tenantId, content, publication)
  const isOfDraft = draft.program === json
  const { revision } = await saveStoredDraft(
    tx,
    tenantId,
    isOfDraft ? { program: null, note: null, basedOn: version } : draft,
    { by: actor, now },
  )
  return {
    version: { version, program: content, ...publication, cancelledAt: null },
    before: current,
    revision,
    audit: {
      target: { ...PROGRAM_TARGET, label: `Version ${version}` },
      ...changesBetween(membersOf(current?.program), membersOf(content)),
      note,
    },
  }
}

/** Whether a version means the same, however it is written. Of a merchant without one, also an empty program is new. */
export function isSameProgram(version: StoredVersion | null, content: ProgramContent): boolean {
  if (version === null) return false
  const { cashback, rules } = programOf(version)
  const next = parseProgram({ ...content, version: 1 })
  return isDeepStrictEqual({ cashback, rules }, { cashback: next.cashback, rules: next.rules })
}

/** All that hinders publishing: what is wrong in itself, and tiers that there are not. */
export function problemsWith(json: unknown, tiers: readonly KnownTier[]): FieldProblem[] {
  return [...problemsOf(json), ...unknownTiers(json, tiers)]
}

/** Cancels what is scheduled. Its number stays used, and its program can be restored from the history. */
export async function cancelScheduled(
  tx: Tx,
  tenantId: TenantId,
  doing: Doing,
): Promise<{ readonly state: ProgramState; readonly audit: AuditFacts } | ConfigRefusal> {
  const state = await lockState(tx, tenantId, doing)
  const changed = whenChanged(doing.expected, state.revision)
  if (changed) return changed
  const { scheduled, draft } = state
  if (!scheduled) return { kind: 'config-refusal', why: 'conflict', detail: NOTHING_SCHEDULED }
  await cancelVersion(tx, tenantId, scheduled.version, doing.now)
  const saved = await saveStoredDraft(tx, tenantId, draft, { by: doing.actor, now: doing.now })
  return {
    state: { ...state, draft: saved, revision: saved.revision, scheduled: null },
    audit: {
      target: { ...PROGRAM_TARGET, label: `Version ${scheduled.version}` },
      before: { state: 'scheduled' },
      after: { state: 'cancelled' },
    },
  }
}

type Members = Readonly<Record<string, unknown>>

/** The parts of a program that the audit tells apart: the cashback, and each rule by its id. */
function membersOf(json: unknown): Members {
  const { rules, ...others } = (json ?? {}) as { rules?: unknown } & Members
  const list: readonly unknown[] = Array.isArray(rules) ? rules : []
  const named = list.map((rule, index): [string, unknown] => {
    const id: unknown = (rule as { id?: unknown } | null)?.id
    return [`rule ${typeof id === 'number' ? id : `at ${index}`}`, rule]
  })
  return { ...others, ...Object.fromEntries(named) }
}
