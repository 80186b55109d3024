import { isProblem, type Problem } from '../../contract/admin-api/problem.ts'
import { changedProblem } from '../../contract/admin-api/texts.ts'
import type { FieldProblem } from '../../contract/field-problem.ts'
import { isNotDone, wrong } from '../../contract/not-done.ts'
import type { Caller } from '../../people/actor.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import { problemOf } from '../../people/admin-api/not-done.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { announceTiers } from '../../tiers/manage.ts'
import { type Applied, type Applying, applyInCell } from './apply.ts'
import { auditOf } from './audit.ts'
import { basisOf, readConfiguration, stateOf } from './configuration.ts'
import type { ProgramFile } from './file.ts'
import { type Change, fileOfState, planOf, stateOfFile } from './plan.ts'
import { applyProgramFile, getProgramFile, planProgramFile } from './schema.ts'

export function programFileRoutes(api: AdminApi, cells: Pick<Cells, 'directory' | 'of'>): void {
  api.read(getProgramFile, 'cell', async (tx, { tenant, now }) => {
    const state = stateOf(await readConfiguration(tx, tenant, now))
    return { answer: { file: fileOfState(state) as unknown as ProgramFile, basis: basisOf(state) } }
  })

  // What would be done is found out by doing it, and not keeping it: so a plan can't differ from what is applied.
  api.custom(planProgramFile, async (call) => {
    const { tenant, body } = call
    const applied = await undone(cells.of(tenant), tenant, (tx) =>
      apply(tx, body.file, applyingOf(call, body)),
    )
    if (isProblem(applied)) return applied
    return {
      answer: { changes: changesOf(applied, body.file, body.prune), basis: basisOf(stateOf(applied.before)) },
    }
  })

  api.write(applyProgramFile, 'cell', async (tx, call) => {
    const { tenant, body, now } = call
    const state = stateOf(await readConfiguration(tx, tenant, now))
    if (body.basis && body.basis !== basisOf(state)) return changedProblem(null, null, 0)
    const applied = await apply(tx, body.file, applyingOf(call, body))
    if (isProblem(applied)) return applied
    if (applied.after.tiers.tiers.length > 0 && !tenant.settings.usesTiers) {
      await cells.directory.transaction([], (other) => announceTiers(other, tenant.id))
    }
    return {
      answer: {
        changes: changesOf(applied, body.file, body.prune),
        version: applied.published?.version.version ?? null,
      },
      audit: auditOf(applied, body.note ?? null),
    }
  })
}

async function apply(tx: Tx, file: ProgramFile, applying: Applying): Promise<Applied | Problem> {
  const applied = await applyInCell(tx, file, applying)
  if (!isNotDone(applied)) return applied
  const { id: tenantId } = applying.tenant
  const placed = applied.why === 'invalid' ? wrong(applied.problems.map(inFile)) : applied
  return problemOf(tx, placed, { kind: 'program', id: 'program', place: 'cell', tenantId })
}

function inFile(problem: FieldProblem): FieldProblem {
  return { ...problem, pointer: `/file${problem.pointer}` }
}

interface Sent {
  readonly prune?: boolean
  readonly effectiveAt?: string | null
  readonly note?: string | null
}

function applyingOf(
  call: Call<typeof planProgramFile>,
  { prune = false, effectiveAt, note }: Sent,
): Applying {
  const { tenant, now, caller } = call as { tenant: Tenant; now: number; caller: Caller }
  return {
    tenant,
    now,
    actor: caller.actor,
    via: caller.via,
    prune,
    effectiveAt: effectiveAt ? Date.parse(effectiveAt) : null,
    note: note ?? null,
  }
}

/** Only what the file speaks of can have changed; what it leaves out is told too. */
function changesOf({ before, after }: Applied, file: ProgramFile, prune = false): Change[] {
  const wanted = stateOfFile(file)
  const now = stateOf(after)
  const named = {
    settings: wanted.settings && now.settings,
    cashback: wanted.cashback && now.cashback,
    rules: wanted.rules && now.rules,
    tiers: wanted.tiers && withoutLeftOut(now.tiers, wanted.tiers),
    rewards: wanted.rewards && withoutLeftOut(now.rewards, wanted.rewards),
    quizzes: wanted.quizzes && withoutLeftOut(now.quizzes, wanted.quizzes),
  }
  return planOf(stateOf(before), named, { prune })
}

type Things = ReturnType<typeof stateOf>['rewards']

function withoutLeftOut(things: Things, named: NonNullable<Things>): Things {
  const keys = new Set(named.map(({ key }) => key))
  return things?.filter(({ key }) => keys.has(key)) ?? null
}

class Undo<Result> extends Error {
  readonly result: Result
  constructor(result: Result) {
    super('undone')
    this.result = result
  }
}

async function undone<Result>(
  database: Database,
  { id }: Tenant,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  try {
    return await database.transaction([id], async (tx) => {
      throw new Undo(await work(tx))
    })
  } catch (error) {
    if (error instanceof Undo) return error.result as Result
    throw error
  }
}
