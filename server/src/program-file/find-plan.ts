/** What a file would change. It is found out by applying it: so a plan can't differ from what is done. */

import { changedProblem } from '../contract/admin-api/texts.ts'
import { type ConfigRefusal, isConfigRefusal, wrong } from '../contract/config-refusal.ts'
import type { Locale } from '../contract/locale.ts'
import type { Problem } from '../contract/problem.ts'
import type { ProgramContextReader } from '../earning/admin-api/program-context.ts'
import type { Published } from '../earning/manage/publish.ts'
import { momentOf } from '../earning/schedule.ts'
import type { Actor, Via } from '../people/actor.ts'
import { problemOf } from '../people/admin-api/config-refusal.ts'
import { type Instant, instantToText } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { replaceStorefront } from '../storefront/manage.ts'
import type { SettingsBody } from '../tenancy/admin-api/shapes.ts'
import { changedSettings } from '../tenancy/rules/change-settings.ts'
import type { StorefrontConfig } from '../tenancy/store/storefront.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { type Applied, type Applying, applyInCell } from './apply.ts'
import { basisOf, type InDirectory, stateOf } from './configuration.ts'
import type { ProgramFile } from './file.ts'
import { type Change, planOf, stateOfFile } from './plan.ts'
import { type FileWarning, warningsOfFile } from './warnings.ts'

export interface FoundPlan {
  readonly changes: readonly Change[]
  readonly carried: ReturnType<typeof presentCarried>[]
  readonly warnings: FileWarning[]
  readonly basis: string
}

/** What a small file is answered with at once: its plan, or what is wrong with it. */
export type PlanOutcome = FoundPlan | Problem

export interface Planning {
  readonly before: InDirectory
  /** As the file wants it. */
  readonly wanted: InDirectory
  readonly prune: boolean
  readonly effectiveAt: string | null
  readonly locale: Locale
  readonly actor: Actor
  readonly via: Via
  readonly now: Instant
  readonly reader: ProgramContextReader
}

/** In a transaction that is undone. */
export async function planFileOf(
  tx: Tx,
  file: ProgramFile,
  { wanted, before, prune, effectiveAt, reader, ...asked }: Planning,
): Promise<PlanOutcome> {
  const applied = await applyFile(tx, file, {
    ...{ ...wanted, before, prune, note: null },
    ...{ actor: asked.actor, via: asked.via, now: asked.now },
    effectiveAt: effectiveAt === null ? null : Date.parse(effectiveAt),
    // It shows what has to be carried, also to people who have not said yet that it may be.
    carries: true,
  })
  if ('kind' in applied) return applied
  return {
    changes: changesOf(applied, file, prune),
    carried: (applied.published?.carried ?? []).map(presentCarried),
    warnings: await warningsOfFile(tx, file, applied, { ...asked, reader }),
    basis: basisOf(stateOf(applied.before)),
  }
}

export async function applyFile(tx: Tx, file: ProgramFile, applying: Applying): Promise<Applied | Problem> {
  const applied = await applyInCell(tx, file, applying)
  return isConfigRefusal(applied) ? problemInFile(tx, applying.tenant, applied, '') : applied
}

/** What is wrong, with its place in the body that was sent. */
export function problemInFile(
  tx: Tx,
  { id }: Tenant,
  refusal: ConfigRefusal,
  place: string,
): Promise<Problem> {
  const placed =
    refusal.why === 'invalid'
      ? wrong(refusal.problems.map((one) => ({ ...one, pointer: `/file${place}${one.pointer}` })))
      : refusal
  return problemOf(tx, placed, { kind: 'program', id: 'program', place: 'cell', tenantId: id })
}

/** The members of the file's settings that are not there have their defaults again. */
const SETTINGS_DEFAULTS = {
  pointsName: null,
  takeBack: null,
  returnsPointsOfExpiredCoupon: null,
  refundsRedeemOnReturn: null,
  matchesCustomers: null,
  claims: null,
  tierGraceDays: null,
  reservationMinutes: null,
  inactivity: null,
  limits: null,
}

export function settingsOf({ settings }: ProgramFile): SettingsBody | null {
  return settings ? ({ ...SETTINGS_DEFAULTS, ...settings } as SettingsBody) : null
}

/** The tenant with the settings of a file, which are not saved. */
export async function wantedTenant(
  tx: Tx,
  { tenant, file, now }: { readonly tenant: Tenant; readonly file: ProgramFile; readonly now: Instant },
): Promise<Tenant | Problem> {
  const settings = settingsOf(file)
  if (!settings) return tenant
  // Orders keep the currency from changing, which is no part of a file.
  const wanted = changedSettings(tenant, settings, { hasOrders: false, now })
  return isConfigRefusal(wanted) ? problemInFile(tx, tenant, wanted, '/settings') : wanted
}

/** The storefront of a file, in the directory. What was read must not have changed since: who may do it was judged by that. */
export async function saveStorefront(
  tx: Tx,
  { tenant, storefront }: InDirectory,
  { storefront: sent }: ProgramFile,
  now: Instant,
): Promise<StorefrontConfig | Problem> {
  if (!sent) return storefront
  const change = await replaceStorefront(tx, tenant, sent, { expected: storefront.version, now })
  if (!isConfigRefusal(change)) return change.after
  if (change.why === 'changed') return changedProblem(null, null, change.version)
  return problemInFile(tx, tenant, change, '/storefront')
}

function presentCarried({ from }: Published['carried'][number]) {
  return { version: from.version, effectiveAt: instantToText(momentOf(from)) }
}

/** Only what the file speaks of can have changed; what it leaves out is told too. */
export function changesOf({ before, after }: Applied, file: ProgramFile, prune: boolean): Change[] {
  const wanted = stateOfFile(file)
  const now = stateOf(after)
  const named = {
    settings: wanted.settings && now.settings,
    cashback: wanted.cashback && now.cashback,
    rules: wanted.rules && now.rules,
    tiers: wanted.tiers && withoutLeftOut(now.tiers, wanted.tiers),
    rewards: wanted.rewards && withoutLeftOut(now.rewards, wanted.rewards),
    quizzes: wanted.quizzes && withoutLeftOut(now.quizzes, wanted.quizzes),
    storefront: wanted.storefront && now.storefront,
  }
  return planOf(stateOf(before), named, { prune })
}

type Things = ReturnType<typeof stateOf>['rewards']

function withoutLeftOut(things: Things, named: NonNullable<Things>): Things {
  const keys = new Set(named.map(({ key }) => key))
  return things?.filter(({ key }) => keys.has(key)) ?? null
}
