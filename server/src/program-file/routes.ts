import { invalid, isProblem, type Problem } from '../contract/admin-api/problem.ts'
import { changedProblem } from '../contract/admin-api/texts.ts'
import { type ConfigRefusal, isConfigRefusal, wrong } from '../contract/config-refusal.ts'
import { localized } from '../contract/locale.ts'
import type { Published } from '../earning/manage/publish.ts'
import { momentOf } from '../earning/schedule.ts'
import type { Caller } from '../people/actor.ts'
import type { AdminApi, Call } from '../people/admin-api/api.ts'
import { problemOf } from '../people/admin-api/config-refusal.ts'
import { type AuditFacts, changesBetween } from '../people/audit.ts'
import { insertAudit } from '../people/store/audit.ts'
import { type Clock, type Instant, instantToText } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import { undone } from '../platform/postgres/undoing.ts'
import type { SettingsBody } from '../tenancy/admin-api/shapes.ts'
import type { Cells } from '../tenancy/cells.ts'
import { changeSettings } from '../tenancy/manage/settings.ts'
import { writeSettings } from '../tenancy/settings.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { announceTiers } from '../tiers/manage.ts'
import { type Applied, type Applying, applyInCell } from './apply.ts'
import { auditOf } from './audit.ts'
import { basisOf, readConfiguration, stateOf } from './configuration.ts'
import type { ProgramFile } from './file.ts'
import { problemOfReading, problemOfWriting, readablePart } from './permissions.ts'
import { type Change, fileOfState, planOf, stateOfFile } from './plan.ts'
import { applyProgramFile, getProgramFile, planProgramFile } from './schema.ts'

interface ProgramFileOptions {
  readonly cells: Pick<Cells, 'directory' | 'of'>
  readonly clock: Clock
}

export function programFileRoutes(api: AdminApi, { cells, clock }: ProgramFileOptions): void {
  api.read(getProgramFile, 'cell', async (tx, { tenant, now, caller }) => {
    const state = stateOf(await readConfiguration(tx, tenant, now))
    const file = readablePart(fileOfState(state) as unknown as ProgramFile, caller)
    return { answer: { file, basis: basisOf(state) } }
  })

  // What would be done is found out by doing it, and not keeping it: so a plan can't differ from what is applied.
  api.custom(planProgramFile, async (call) => {
    const { tenant, body } = call
    const refusal = problemOfReading(body.file, call.caller) ?? problemOfSize(call)
    if (refusal) return refusal
    const wanted = await undone(cells.directory, [tenant.id], (tx) =>
      saveSettings(tx, tenant, body.file, clock),
    )
    if (isProblem(wanted)) return wanted
    // It shows what has to be carried, also to people who have not said yet that it may be.
    const applying = applyingOf(call, wanted.tenant, { ...body, carry: true })
    const applied = await undone(cells.of(tenant), [tenant.id], (tx) => apply(tx, body.file, applying))
    if (isProblem(applied)) return applied
    return {
      answer: {
        changes: changesOf(applied, body.file, body.prune),
        carried: (applied.published?.carried ?? []).map(presentCarried),
        basis: basisOf(stateOf(applied.before)),
      },
    }
  })

  api.write(applyProgramFile, 'cell', async (tx, call) => {
    const { tenant, body, now } = call
    const { file } = body
    const refusal = problemOfReading(file, call.caller) ?? problemOfSize(call)
    if (refusal) return refusal
    const state = stateOf(await readConfiguration(tx, tenant, now))
    if (body.basis && body.basis !== basisOf(state)) return changedProblem(null, null, 0)
    const wanted = await undone(cells.directory, [tenant.id], (other) =>
      saveSettings(other, tenant, file, clock),
    )
    if (isProblem(wanted)) return wanted
    const applied = await apply(tx, file, applyingOf(call, wanted.tenant, body))
    if (isProblem(applied)) return applied
    const refused = problemOfWriting(applied, call.caller)
    if (refused) return refused
    const saved = await saveInDirectory(cells.directory, call, applied, clock())
    if (isProblem(saved)) return saved
    return {
      answer: {
        changes: changesOf(applied, file, body.prune),
        version: applied.published?.version.version ?? null,
      },
      audit: auditOf(applied, body.note ?? null),
    }
  })
}

/**
 * What lives in the directory is another transaction. It is the last thing before the cell's is committed: if that
 * fails then, applying the file again completes it.
 */
async function saveInDirectory(
  directory: Database,
  call: Call<typeof applyProgramFile>,
  { after }: Applied,
  at: Instant,
): Promise<Problem | null> {
  const { tenant, body, caller, requestId, address } = call
  return directory.transaction([tenant.id], async (tx) => {
    if (after.tiers.tiers.length > 0 && !tenant.settings.usesTiers) await announceTiers(tx, tenant.id)
    const saved = await saveSettings(tx, tenant, body.file, () => at)
    if (isProblem(saved)) return saved
    if (saved.audit === null) return null
    const { actor, via } = caller
    const entry = { ...saved.audit, action: 'settings.update', actor, via, requestId, address, at }
    await insertAudit(tx, 'directory', tenant.id, [{ ...entry, note: body.note ?? null }])
    return null
  })
}

/** The members of the file's settings that are not there have their defaults again. */
const SETTINGS_DEFAULTS = {
  pointsName: null,
  takeBack: null,
  returnsPointsOfExpiredCoupon: null,
  refundsRedeemOnReturn: null,
  matchesCustomers: null,
  tierGraceDays: null,
  reservationMinutes: null,
  inactivity: null,
  limits: null,
}

/** The tenant with the settings of a file. */
async function saveSettings(
  tx: Tx,
  tenant: Tenant,
  { settings }: ProgramFile,
  clock: Clock,
): Promise<{ readonly tenant: Tenant; readonly audit: AuditFacts | null } | Problem> {
  if (!settings) return { tenant, audit: null }
  const patch = { ...SETTINGS_DEFAULTS, ...settings } as SettingsBody
  // Orders keep the currency from changing, which is no part of a file.
  const change = await changeSettings(tx, tenant.id, patch, { hasOrders: false, expected: null, clock })
  if (isConfigRefusal(change)) return problemInFile(tx, tenant, change, '/settings')
  const { before, after } = change
  if (before === after || before === null) return { tenant, audit: null }
  const target = { kind: 'settings', id: String(tenant.id), label: tenant.name }
  const changes = changesBetween(writeSettings(before.tenant), writeSettings(after.tenant))
  return { tenant: after.tenant, audit: { target, ...changes } }
}

async function apply(tx: Tx, file: ProgramFile, applying: Applying): Promise<Applied | Problem> {
  const applied = await applyInCell(tx, file, applying)
  return isConfigRefusal(applied) ? problemInFile(tx, applying.tenant, applied, '') : applied
}

/** What is wrong, with its place in the body that was sent. */
function problemInFile(tx: Tx, { id }: Tenant, refusal: ConfigRefusal, place: string): Promise<Problem> {
  const placed =
    refusal.why === 'invalid'
      ? wrong(refusal.problems.map((one) => ({ ...one, pointer: `/file${place}${one.pointer}` })))
      : refusal
  return problemOf(tx, placed, { kind: 'program', id: 'program', place: 'cell', tenantId: id })
}

/**
 * Rules, tiers, rewards and quizzes of a file that is sent to the server: each is some statements, all in one
 * transaction. The command line has connections of its own, and no such limit.
 */
const ITEMS_MAX = 200

function problemOfSize({ body: { file }, caller }: Pick<Call<typeof planProgramFile>, 'body' | 'caller'>) {
  const lists = [file.program?.rules, file.tiers, file.rewards, file.quizzes]
  const count = lists.reduce((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0)
  return caller.via === 'cli' || count <= ITEMS_MAX
    ? null
    : invalid([{ pointer: '/file', message: TOO_MANY }])
}

const TOO_MANY = localized(
  `The file has more than ${ITEMS_MAX} rules, tiers, rewards and quizzes. Split it by section, or use the command line: punchcard program apply.`,
  `O arquivo tem mais de ${ITEMS_MAX} regras, níveis, recompensas e quizzes. Divida-o por seção ou use a linha de comando: punchcard program apply.`,
  `El archivo tiene más de ${ITEMS_MAX} reglas, niveles, recompensas y cuestionarios. Divídalo por sección o use la línea de comandos: punchcard program apply.`,
)

function presentCarried({ from }: Published['carried'][number]) {
  return { version: from.version, effectiveAt: instantToText(momentOf(from)) }
}

interface Sent {
  readonly prune?: boolean
  readonly effectiveAt?: string | null
  readonly note?: string | null
  readonly carry?: boolean
}

function applyingOf(
  call: Call<typeof planProgramFile>,
  wanted: Tenant,
  { prune = false, effectiveAt, note, carry = false }: Sent,
): Applying {
  const { tenant, now, caller } = call as { tenant: Tenant; now: number; caller: Caller }
  return {
    tenant: wanted,
    tenantBefore: tenant,
    now,
    actor: caller.actor,
    via: caller.via,
    prune,
    effectiveAt: effectiveAt ? Date.parse(effectiveAt) : null,
    note: note ?? null,
    carries: carry,
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
