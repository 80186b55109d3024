import { isDeepStrictEqual } from 'node:util'
import { type ConfigRefusal, MISSING, whenChanged, wrong } from '../../contract/config-refusal.ts'
import type { TenantId } from '../../contract/ids.ts'
import { type AuditFacts, changesBetween } from '../../people/audit.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { unstorableIn } from '../program-problems.ts'
import { findVersion, saveDraft as saveStoredDraft } from '../store.ts'
import { NOT_A_BASIS } from '../texts.ts'
import { type Doing, lockState, membersOf, PROGRAM_TARGET, type ProgramState } from './program-state.ts'

export interface DraftChange {
  readonly state: ProgramState
  /** null: it was so already. */
  readonly audit: AuditFacts | null
}

interface SentDraft {
  readonly program: unknown
  readonly note: string | null
  /** null: what it was based on before, or what is current. */
  readonly basedOn: number | null
}

/** Saves a draft, also one that is wrong: only what can't be kept is refused. */
export async function saveDraft(
  tx: Tx,
  tenantId: TenantId,
  { program, note, basedOn }: SentDraft,
  doing: Doing,
): Promise<DraftChange | ConfigRefusal> {
  const problems = unstorableIn(program, '/program')
  if (problems.length > 0) return wrong(problems)
  const state = await lockState(tx, tenantId, doing)
  const changed = whenChanged(doing.expected, state.revision)
  if (changed) return changed
  const { base, current, waiting } = state
  const meant =
    basedOn === null ? base : [current, ...waiting].find((version) => version?.version === basedOn)
  if (meant === undefined) return wrong([{ pointer: '/basedOn', message: NOT_A_BASIS }])
  return putDraft(tx, tenantId, { ...state, base: meant }, { program, note }, doing)
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
  if (changed) return changed
  // What waits is changed where it waits; what has counted or never will is brought back over what is current.
  const isWaiting = state.waiting.some((one) => one.version === version)
  const base = isWaiting ? found : state.current
  return putDraft(tx, tenantId, { ...state, base }, { program: found.program, note: null }, doing)
}

async function putDraft(
  tx: Tx,
  tenantId: TenantId,
  state: ProgramState,
  { program, note }: { readonly program: unknown; readonly note: string | null },
  { actor, now }: Doing,
): Promise<DraftChange> {
  const { draft, current, base } = state
  const basedOn = base?.version ?? 0
  if (isDeepStrictEqual([draft.program, draft.note, draft.basedOn], [program, note, basedOn])) {
    return { state, audit: null }
  }
  const isNew = draft.program === null
  const saved = await saveStoredDraft(tx, tenantId, { program, note, basedOn }, { by: actor, now })
  const before = isNew ? membersOf(current?.program) : membersOf(draft.program)
  return {
    state: { ...state, draft: saved, revision: saved.revision, base: program === null ? current : base },
    audit: {
      target: { ...PROGRAM_TARGET, label: 'Draft' },
      ...(program === null ? { before, after: null } : changesBetween(before, membersOf(program))),
      note,
    },
  }
}
