import { pageBelowId, pageOf } from '../../contract/admin-api/page.ts'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { type ConfigRefusal, isConfigRefusal } from '../../contract/config-refusal.ts'
import { invalid, isProblem, type Problem } from '../../contract/problem.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import { problemOf } from '../../people/admin-api/config-refusal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { parseInstant } from '../../platform/zone.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { deleteDraft as forgetDraft, restoreVersion as restore, saveDraft } from '../manage/draft.ts'
import { type Doing, PROGRAM_TARGET, programOf, programState } from '../manage/program-state.ts'
import { cancelScheduled as cancel, type Published, publishDraft as publish } from '../manage/publish.ts'
import type { ConflictWith } from '../plan-publication.ts'
import { readProgram } from '../program-schema.ts'
import { findVersion, findVersionBefore, listVersions as listStored } from '../store.ts'
import { presentChanges, presentConflict, presentSummary, presentVersion, stateOf } from './present.ts'
import { previewRoute } from './preview-route.ts'
import type { ProgramContextReader } from './program-context.ts'
import {
  cancelScheduled,
  deleteDraft,
  diffVersion,
  getDraft,
  getProgram,
  getVersion,
  listChoices,
  listVersions,
  publishDraft,
  putDraft,
  restoreVersion,
  validateProgram,
} from './schema.ts'
import { draftView, EMPTY_CONTENT, examine, overviewOf, sentenceContextOf } from './views.ts'

type TenantCall = Pick<Call, 'now' | 'locale' | 'ifMatch'> & {
  readonly tenant: Tenant
  readonly caller: NonNullable<Call['caller']>
}

function doingOf({ caller, now, ifMatch }: TenantCall): Doing {
  return { actor: caller.actor, via: caller.via, now, expected: ifMatch }
}

function asProblem(tx: Tx, refusal: ConfigRefusal, { tenant }: TenantCall): Promise<Problem> {
  return problemOf(tx, refusal, { ...PROGRAM_TARGET, place: 'cell', tenantId: tenant.id })
}

/** Of 200 rules in three versions not all are told: a person starts with the first. */
const CONFLICTS_MAX = 100

/** What is answered depends on the language and the time too, so a revision that was seen is no reason for a 304. */
function etag(revision: number) {
  return { headers: { etag: `"r${revision}"` } }
}

export function programAdminRoutes(api: AdminApi, reader: ProgramContextReader): void {
  draftRoutes(api, reader)
  versionRoutes(api, reader)
  previewRoute(api, reader)

  api.read(getProgram, 'cell', async (tx, call) => {
    const state = await programState(tx, call.tenant.id, call.now)
    return { answer: await overviewOf(tx, state, call, reader), ...etag(state.revision) }
  })

  api.write(publishDraft, 'cell', async (tx, call) => {
    const { tenant, body, now, locale } = call
    const effectiveAt = body.effectiveAt ? parseInstant(body.effectiveAt, tenant.timeZone) : null
    const readNameable = async () => ({
      tiers: await reader.tiersOf(tx, tenant),
      rewards: await reader.rewardsOf(tx, tenant.id),
    })
    const publication = { effectiveAt, note: body.note ?? null, carries: body.carry ?? false }
    const done = await publish(tx, tenant.id, publication, doingOf(call), readNameable)
    if (isConfigRefusal(done)) return asProblem(tx, await withWords(tx, done, call, reader), call)
    const { version, before, carried, revision, audit } = done
    const context = await sentenceContextOf(
      tx,
      [before?.program, version.program],
      { tenant, locale, now },
      reader,
    )
    const {
      publishedAt: _,
      note: __,
      source: ___,
      ...shown
    } = presentSummary(version, effectiveAt === null ? 'current' : 'scheduled')
    const changes = presentChanges(programOf(before), programOf(version), context)
    return { answer: { ...shown, changes, carried: carried.map(presentCarried) }, version: revision, audit }
  })

  api.write(cancelScheduled, 'cell', async (tx, call) => {
    const done = await cancel(tx, call.tenant.id, call.query.version ?? null, doingOf(call))
    if (isConfigRefusal(done)) return asProblem(tx, done, call)
    const answer = await overviewOf(tx, done.state, call, reader)
    return { answer, version: done.state.revision, audit: done.audit }
  })

  api.read(listChoices, 'cell', async (tx, { tenant, query }) => ({
    answer: { items: await reader.choicesOf(tx, tenant, query.of, query.search ?? '') },
  }))
}

function presentCarried({ from, version }: Published['carried'][number]) {
  const { effectiveAt } = presentSummary(version, 'scheduled')
  return { from: from.version, version: version.version, effectiveAt }
}

/** Where versions do not agree with the draft, people see what each of them says. */
async function withWords(
  tx: Tx,
  refusal: ConfigRefusal,
  { tenant, locale, now }: Pick<Call, 'locale' | 'now'> & { readonly tenant: Tenant },
  reader: ProgramContextReader,
): Promise<ConfigRefusal> {
  if (refusal.why !== 'conflict' || !refusal.more?.conflicts) return refusal
  const conflicts = refusal.more.conflicts as readonly ConflictWith[]
  const { base, draft, current, waiting } = await programState(tx, tenant.id, now)
  const read = readProgram(draft.program)
  if (!('program' in read)) return refusal
  const standing = [current, ...waiting]
  const programs = [base, ...standing].map((version) => version?.program)
  const context = await sentenceContextOf(tx, [draft.program, ...programs], { tenant, locale, now }, reader)
  const words = conflicts.slice(0, CONFLICTS_MAX).map((conflict) => {
    const theirs = programOf(standing.find((one) => one?.version === conflict.version) ?? null)
    return presentConflict(conflict, { base: programOf(base), draft: read.program, theirs }, context)
  })
  return { ...refusal, more: { conflicts: words } }
}

function draftRoutes(api: AdminApi, reader: ProgramContextReader): void {
  api.read(getDraft, 'cell', async (tx, call) => {
    const state = await programState(tx, call.tenant.id, call.now)
    return { answer: await draftView(tx, state, call, reader), ...etag(state.revision) }
  })

  api.write(putDraft, 'cell', async (tx, call) => {
    const { program, note = null, basedOn = null } = call.body
    const done = await saveDraft(tx, call.tenant.id, { program, note, basedOn }, doingOf(call))
    if (isConfigRefusal(done)) return asProblem(tx, done, call)
    const answer = await draftView(tx, done.state, call, reader)
    return { answer, version: done.state.revision, audit: done.audit }
  })

  api.write(deleteDraft, 'cell', async (tx, call) => {
    const done = await forgetDraft(tx, call.tenant.id, doingOf(call))
    if (isConfigRefusal(done)) return asProblem(tx, done, call)
    const answer = await draftView(tx, done.state, call, reader)
    return { answer, version: done.state.revision, audit: done.audit }
  })

  api.read(validateProgram, 'cell', async (tx, call) => {
    const state = await programState(tx, call.tenant.id, call.now)
    const program = call.body.program ?? state.draft.program ?? state.current?.program ?? EMPTY_CONTENT
    return { answer: await examine(tx, program, state, call, reader) }
  })
}

function versionRoutes(api: AdminApi, reader: ProgramContextReader): void {
  api.read(listVersions, 'cell', async (tx, { tenant, query, now }) => {
    const page = pageBelowId(query)
    if (isProblem(page)) return page
    const [state, versions] = await Promise.all([
      programState(tx, tenant.id, now),
      listStored(tx, tenant.id, page),
    ])
    const present = (version: (typeof versions)[number]) => presentSummary(version, stateOf(version, state))
    return { answer: pageOf(query, versions, ({ version }) => [version], present) }
  })

  api.read(getVersion, 'cell', async (tx, { tenant, params, locale, now }) => {
    const [state, version] = await Promise.all([
      programState(tx, tenant.id, now),
      findVersion(tx, tenant.id, params.version),
    ])
    if (!version) return NOT_FOUND
    const context = await sentenceContextOf(tx, [version.program], { tenant, locale, now }, reader)
    return { answer: presentVersion(version, stateOf(version, state), context) }
  })

  api.read(diffVersion, 'cell', async (tx, { tenant, params, query, locale, now }) => {
    const version = await findVersion(tx, tenant.id, params.version)
    if (!version) return NOT_FOUND
    const against =
      query.against === undefined
        ? await findVersionBefore(tx, tenant.id, version.version)
        : query.against === 0
          ? null
          : await findVersion(tx, tenant.id, query.against)
    if (query.against && !against) {
      const message = {
        en: 'There is no such version.',
        'pt-BR': 'Não existe esta versão.',
        es: 'No existe esta versión.',
      }
      return invalid([{ pointer: '/against', message }])
    }
    const context = await sentenceContextOf(
      tx,
      [version.program, against?.program],
      { tenant, locale, now },
      reader,
    )
    const changes = presentChanges(programOf(against), programOf(version), context)
    return { answer: { version: version.version, against: against?.version ?? 0, changes } }
  })

  api.write(restoreVersion, 'cell', async (tx, call) => {
    const done = await restore(tx, call.tenant.id, call.params.version, doingOf(call))
    if (isConfigRefusal(done)) return asProblem(tx, done, call)
    const answer = await draftView(tx, done.state, call, reader)
    return { answer, version: done.state.revision, audit: done.audit }
  })
}
