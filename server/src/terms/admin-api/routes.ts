import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { isConfigRefusal } from '../../contract/config-refusal.ts'
import { LOCALES } from '../../contract/locale.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import { problemOf } from '../../people/admin-api/config-refusal.ts'
import { changesBetween } from '../../people/audit.ts'
import { instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { publishDraft, saveDraft, type TermsDoing } from '../manage.ts'
import { countAgreement, findPublishedTerms, findTermsDraft, listTermsVersions } from '../store.ts'
import type { TermsDraft, TermsTexts, TermsVersion } from '../terms.ts'
import { getTerms, publishTerms, putTermsDraft, type TermsAnswer } from './schema.ts'

const VERSIONS_SHOWN = 50
const KIND = 'terms'

export function termsAdminRoutes(api: AdminApi): void {
  api.read(getTerms, 'cell', async (tx, { tenant }) => {
    const draft = await findTermsDraft(tx, tenant.id)
    return { answer: await present(tx, tenant, draft), version: draft.revision }
  })

  api.write(putTermsDraft, 'cell', async (tx, call) => {
    const { tenant, body } = call
    const change = await saveDraft(tx, tenant.id, body.texts, doingOf(call))
    if (isConfigRefusal(change)) return problemOf(tx, change, subjectOf(tenant))
    const { before, after } = change
    const isSame = before === after
    const changes = changesBetween(summaryOf(before?.texts ?? {}), summaryOf(after.texts))
    return {
      answer: await present(tx, tenant, after),
      version: after.revision,
      audit: isSame ? null : { target: targetOf(tenant, 'Draft'), ...changes },
    }
  })

  api.write(publishTerms, 'cell', async (tx, call) => {
    const { tenant } = call
    const done = await publishDraft(tx, tenant, doingOf(call))
    if (isConfigRefusal(done)) return problemOf(tx, done, subjectOf(tenant))
    const { version, texts, draft } = done
    return {
      answer: await present(tx, tenant, draft),
      version: draft.revision,
      audit: {
        target: targetOf(tenant, `Version ${version}`),
        before: version === 1 ? null : { version: version - 1 },
        after: { version, ...summaryOf(texts) },
      },
    }
  })
}

type Saving = Pick<Call, 'ifMatch' | 'caller' | 'now'>

function doingOf({
  ifMatch,
  caller,
  now,
}: Saving & { readonly caller: { readonly actor: TermsDoing['by'] } }): TermsDoing {
  return { expected: ifMatch, by: caller.actor, now }
}

function subjectOf({ id }: Tenant) {
  return { kind: KIND, id: String(id), place: 'cell', tenantId: id } as const
}

function targetOf({ id }: Tenant, label: string) {
  return { kind: KIND, id: String(id), label }
}

/** The audit is read as a list: it tells which texts have changed, and a published one is kept anyway. */
function summaryOf(texts: TermsTexts): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(texts).map(([language, text]) => [
      language,
      { bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') },
    ]),
  )
}

async function present(tx: Tx, { id: tenantId }: Tenant, draft: TermsDraft): Promise<TermsAnswer> {
  const [current, versions] = await Promise.all([
    findPublishedTerms(tx, tenantId),
    listTermsVersions(tx, tenantId, VERSIONS_SHOWN),
  ])
  const agreement = current && (await countAgreement(tx, tenantId, current.version))
  return {
    draft: {
      texts: presentTexts(draft.texts),
      isChanged: !isDeepStrictEqual({ ...current?.texts }, { ...draft.texts }),
      changedAt: instantToTextOrNull(draft.changedAt),
      changedBy: draft.changedBy,
    },
    current: current && { ...presentVersion(current), texts: presentTexts(current.texts) },
    versions: versions.map((version) => ({
      ...presentVersion(version),
      languages: LOCALES.filter((language) => version.languages.includes(language)),
    })),
    agreement: current && agreement && { version: current.version, ...agreement },
    revision: draft.revision,
  }
}

function presentVersion({ version, publishedAt, publishedBy }: TermsVersion) {
  return { version, publishedAt: instantToText(publishedAt), publishedBy }
}

function presentTexts(texts: TermsTexts): TermsAnswer['draft']['texts'] {
  return { 'pt-BR': texts['pt-BR'] ?? null, en: texts.en ?? null, es: texts.es ?? null }
}
