import { type ConfigRefusal, conflict, whenChanged, wrong } from '../../contract/config-refusal.ts'
import type { TenantId } from '../../contract/ids.ts'
import { type AuditFacts, changesBetween } from '../../people/audit.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type ConflictWith, type PublicationPlan, planPublication } from '../plan-publication.ts'
import type { ProgramContent } from '../program-json.ts'
import { cancelVersion, insertVersion, type StoredVersion, saveDraft as saveStoredDraft } from '../store.ts'
import {
  carryConflicts,
  carryNeeded,
  NO_DRAFT,
  NOT_AHEAD,
  NOTHING_SCHEDULED,
  NOTHING_TO_PUBLISH,
  nothingChanged,
  notScheduled,
  TOO_MANY_WAIT,
} from '../texts.ts'
import type { Nameable } from '../warning.ts'
import {
  type Doing,
  lastOf,
  lockState,
  membersOf,
  PROGRAM_TARGET,
  type ProgramState,
  problemsWith,
} from './program-state.ts'

export interface Publication {
  /** null: at once. */
  readonly effectiveAt: Instant | null
  readonly note: string | null
  /** Whether versions that it would have to change too are changed. */
  readonly carries: boolean
}

export interface Published {
  readonly version: StoredVersion
  /** What it replaces or will replace. */
  readonly before: StoredVersion | null
  /** The versions that wait and were changed too: each is cancelled, and published again with a new number. */
  readonly carried: readonly { readonly from: StoredVersion; readonly version: StoredVersion }[]
  readonly revision: number
  /** One entry for each version. */
  readonly audit: readonly AuditFacts[]
}

/** Read once the program is locked: a reward is archived before that, and is known to be, or is kept by the new version. */
type ReadNameable = () => Promise<Nameable>

/** Publishes the draft, which is then no draft any more. */
export async function publishDraft(
  tx: Tx,
  tenantId: TenantId,
  publication: Publication,
  doing: Doing,
  readNameable: ReadNameable,
): Promise<Published | ConfigRefusal> {
  const state = await lockState(tx, tenantId, doing)
  const changed = whenChanged(doing.expected, state.revision)
  if (changed) return changed
  if (state.draft.program === null) return conflict(NO_DRAFT)
  const note = publication.note ?? state.draft.note
  const { base, draft } = state
  return publish(
    tx,
    tenantId,
    { state, json: draft.program, base, nameable: await readNameable() },
    { ...publication, note },
    doing,
  )
}

/**
 * Publishes a program that was written elsewhere, as a change to what was published last; a draft that was begun stays
 * as it is.
 */
export async function publishContent(
  tx: Tx,
  tenantId: TenantId,
  { json, readNameable }: { readonly json: unknown; readonly readNameable: ReadNameable },
  publication: Publication,
  doing: Doing,
): Promise<Published | ConfigRefusal> {
  const state = await lockState(tx, tenantId, doing)
  const changed = whenChanged(doing.expected, state.revision)
  const base = lastOf(state)
  if (changed) return changed
  return publish(tx, tenantId, { state, base, json, nameable: await readNameable() }, publication, doing)
}

interface ToPublish {
  readonly state: ProgramState
  readonly json: unknown
  /** What it is a change to. */
  readonly base: StoredVersion | null
  readonly nameable: Nameable
}

async function publish(
  tx: Tx,
  tenantId: TenantId,
  { state, json, base, nameable }: ToPublish,
  publication: Publication,
  doing: Doing,
): Promise<Published | ConfigRefusal> {
  const { draft, current, waiting } = state
  const { effectiveAt, carries } = publication
  const { actor, now } = doing
  const problems = problemsWith(json, nameable, state)
  if (effectiveAt !== null && effectiveAt <= now) {
    problems.push({ pointer: '/effectiveAt', message: NOT_AHEAD })
  }
  if (problems.length > 0) return wrong(problems)
  const change = { content: json as ProgramContent, base, current, waiting }
  const plan = planPublication(change, { now, effectiveAt, carries })
  const refused = refusalOfPlan(plan, base, current) ?? refusalOfCarried(plan, json, nameable, state)
  if (refused || plan.kind !== 'publish') return refused ?? conflict(NOTHING_TO_PUBLISH)
  const published = await publishPlanned(tx, tenantId, plan, publication, doing)
  const isOfDraft = draft.program === json
  const { revision } = await saveStoredDraft(
    tx,
    tenantId,
    isOfDraft ? { program: null, note: null, basedOn: published.version.version } : draft,
    { by: actor, now },
  )
  return { ...published, revision }
}

type Plan = PublicationPlan<StoredVersion>

/** In the order of their moments, so that the numbers are in it too. */
async function publishPlanned(
  tx: Tx,
  tenantId: TenantId,
  { content, before, replaced, carried }: Extract<Plan, { kind: 'publish' }>,
  { effectiveAt, note }: Publication,
  { actor, via, now }: Doing,
): Promise<Omit<Published, 'revision'>> {
  for (const version of [...(replaced ? [replaced] : []), ...carried.map(({ version: one }) => one)]) {
    await cancelVersion(tx, tenantId, version.version, now)
  }
  const insert = async (
    program: ProgramContent,
    own: Pick<StoredVersion, 'effectiveAt' | 'note'>,
  ): Promise<StoredVersion> => {
    const { effectiveAt: moment, note: why } = own
    const publication = { effectiveAt: moment, note: why, publishedAt: now, publishedBy: actor, source: via }
    const made = await insertVersion(tx, tenantId, program, publication)
    return { ...made, program, ...publication, cancelledAt: null }
  }
  const version = await insert(content, { effectiveAt, note })
  const again: Published['carried'][number][] = []
  for (const { version: from, content: own } of carried) {
    again.push({ from, version: await insert(own, from) })
  }
  const audit: AuditFacts[] = [
    { target: targetOf(version), ...changesBetween(membersOf(before?.program), membersOf(content)), note },
    ...(replaced ? [{ ...cancelled(replaced), action: 'program.cancelScheduled' }] : []),
    ...again.map(({ from, version: made }) => carriedFacts(from, made)),
  ]
  return { version, before, carried: again, audit }
}

function targetOf({ version }: Pick<StoredVersion, 'version'>) {
  return { ...PROGRAM_TARGET, label: `Version ${version}` }
}

function cancelled(version: StoredVersion): AuditFacts {
  return { target: targetOf(version), before: { state: 'scheduled' }, after: { state: 'cancelled' } }
}

function carriedFacts(from: StoredVersion, made: StoredVersion): AuditFacts {
  const { before, after } = changesBetween(membersOf(from.program), membersOf(made.program))
  return {
    action: 'program.carry',
    target: targetOf(made),
    before: { version: from.version, ...before },
    after: { version: made.version, ...after },
  }
}

/** Why what was planned is not published; null: nothing is in its way. */
function refusalOfPlan(
  plan: Plan,
  base: StoredVersion | null,
  current: StoredVersion | null,
): ConfigRefusal | null {
  switch (plan.kind) {
    case 'publish':
      return null
    case 'same':
      return conflict(
        base && base.version !== current?.version ? nothingChanged(base.version) : NOTHING_TO_PUBLISH,
      )
    case 'full':
      return conflict(TOO_MANY_WAIT, 'tooManyScheduled')
    case 'carry': {
      const versions = plan.into.map(({ version }) => version)
      return conflict(carryNeeded(versions), 'carryNeeded', { versions })
    }
    case 'conflicts':
      return conflicting(plan.conflicts)
  }
}

function conflicting(conflicts: readonly ConflictWith[]): ConfigRefusal {
  return conflict(carryConflicts(conflicts), 'carryConflict', { conflicts })
}

/** What is right in the draft may be wrong beside what another version has, such as a second rule for purchases. */
function refusalOfCarried(
  plan: Plan,
  json: unknown,
  nameable: Nameable,
  state: ProgramState,
): ConfigRefusal | null {
  if (plan.kind !== 'publish') return null
  const { before, content, carried } = plan
  const made = [
    ...(content === json ? [] : [{ version: before?.version ?? 0, content }]),
    ...carried.map(({ version: { version }, content: own }) => ({ version, content: own })),
  ]
  const conflicts = made.flatMap(({ version, content: own }) =>
    problemsWith(own, nameable, state).map(({ pointer }) => {
      const index = Number(/^\/rules\/(\d+)/.exec(pointer)?.[1] ?? Number.NaN)
      return { ruleId: own.rules[index]?.id ?? null, member: null, version }
    }),
  )
  return conflicts.length > 0 ? conflicting(conflicts) : null
}

/** Cancels a version that waits, or the last one. Its number stays used, and it can be restored from the history. */
export async function cancelScheduled(
  tx: Tx,
  tenantId: TenantId,
  version: number | null,
  doing: Doing,
): Promise<{ readonly state: ProgramState; readonly audit: AuditFacts } | ConfigRefusal> {
  const state = await lockState(tx, tenantId, doing)
  const changed = whenChanged(doing.expected, state.revision)
  if (changed) return changed
  const { waiting, draft } = state
  const found = version === null ? waiting.at(-1) : waiting.find((one) => one.version === version)
  if (!found) return conflict(version === null ? NOTHING_SCHEDULED : notScheduled(version))
  await cancelVersion(tx, tenantId, found.version, doing.now)
  const saved = await saveStoredDraft(tx, tenantId, draft, { by: doing.actor, now: doing.now })
  const left = waiting.filter((one) => one !== found)
  return {
    state: { ...state, draft: saved, revision: saved.revision, waiting: left },
    audit: cancelled(found),
  }
}
