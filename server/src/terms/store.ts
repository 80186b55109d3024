import type { TenantId } from '../contract/ids.ts'
import type { Locale } from '../contract/locale.ts'
import type { Actor } from '../people/actor.ts'
import { type Instant, instantToText } from '../platform/clock.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import type { PublishedTerms, TermsDraft, TermsTexts, TermsVersion } from './terms.ts'

const NO_DRAFT: TermsDraft = { revision: 1, texts: {}, changedAt: null, changedBy: null }

interface DraftRow {
  readonly revision: number
  readonly texts: TermsTexts
  readonly changed_at: Date
  readonly changed_by: Actor
}

export async function findTermsDraft(tx: Tx, tenantId: TenantId): Promise<TermsDraft> {
  const { rows } = await run(
    tx,
    sql<DraftRow>`
    select revision, texts, changed_at, changed_by from terms_draft where tenant_id = ${tenantId}`,
  )
  return toDraft(rows[0])
}

function toDraft(row: DraftRow | undefined): TermsDraft {
  if (!row || row.revision === NO_DRAFT.revision) return NO_DRAFT
  const { revision, texts, changed_at, changed_by: changedBy } = row
  return { revision, texts, changedAt: changed_at.getTime(), changedBy }
}

interface Doing {
  readonly by: Actor
  readonly now: Instant
}

/** Locks the terms of a merchant against any other change until the transaction ends. */
export async function lockTerms(tx: Tx, tenantId: TenantId, { by, now }: Doing): Promise<TermsDraft> {
  await run(
    tx,
    sql`
    insert into terms_draft (tenant_id, revision, changed_at, changed_by)
    values (${tenantId}, ${NO_DRAFT.revision}, ${instantToText(now)}::timestamptz, ${JSON.stringify(by)}::jsonb)
    on conflict (tenant_id) do nothing`,
  )
  const { rows } = await run(
    tx,
    sql<DraftRow>`
    select revision, texts, changed_at, changed_by from terms_draft where tenant_id = ${tenantId} for update`,
  )
  return toDraft(rows[0])
}

/** Counts the revision on. */
export async function saveTermsDraft(
  tx: Tx,
  tenantId: TenantId,
  texts: TermsTexts,
  { by, now }: Doing,
): Promise<TermsDraft> {
  const { rows } = await run(
    tx,
    sql<DraftRow>`
    update terms_draft
    set revision = revision + 1, texts = ${JSON.stringify(texts)}::jsonb,
      changed_at = ${instantToText(now)}::timestamptz, changed_by = ${JSON.stringify(by)}::jsonb
    where tenant_id = ${tenantId}
    returning revision, texts, changed_at, changed_by`,
  )
  return toDraft(rows[0])
}

interface VersionRow {
  readonly version: number
  readonly published_at: Date
  readonly published_by: Actor
  readonly languages: Locale[]
}

function toVersion({
  version,
  published_at,
  published_by: publishedBy,
  languages,
}: VersionRow): TermsVersion {
  return { version, publishedAt: published_at.getTime(), publishedBy, languages }
}

/** Newest first, without their texts. */
export async function listTermsVersions(tx: Tx, tenantId: TenantId, limit: number): Promise<TermsVersion[]> {
  const { rows } = await run(
    tx,
    sql<VersionRow>`
    select version, min(published_at) as published_at, (array_agg(published_by))[1] as published_by,
      array_agg(language order by language) as languages
    from terms_version where tenant_id = ${tenantId}
    group by tenant_id, version order by tenant_id desc, version desc limit ${limit}`,
  )
  return rows.map(toVersion)
}

/** The terms that are in force; null: none are published. */
export async function findPublishedTerms(tx: Tx, tenantId: TenantId): Promise<PublishedTerms | null> {
  const { rows } = await run(
    tx,
    sql<Omit<VersionRow, 'languages'> & { readonly language: Locale; readonly body: string }>`
    select version, language, body, published_at, published_by from terms_version
    where tenant_id = ${tenantId} and version = (
      select version from terms_version where tenant_id = ${tenantId}
      order by tenant_id desc, version desc limit 1
    )
    order by language`,
  )
  const [first] = rows
  if (!first) return null
  const languages = rows.map(({ language }) => language)
  const texts = Object.fromEntries(rows.map(({ language, body }) => [language, body]))
  return { ...toVersion({ ...first, languages }), texts }
}

/** The merchant's terms are locked. */
export async function insertTermsVersion(
  tx: Tx,
  tenantId: TenantId,
  { version, texts }: Pick<PublishedTerms, 'version' | 'texts'>,
  { by, now }: Doing,
): Promise<void> {
  const languages = Object.keys(texts)
  await run(
    tx,
    sql`
    insert into terms_version (tenant_id, version, language, body, published_at, published_by)
    select ${tenantId}, ${version}, language, body, ${instantToText(now)}::timestamptz, ${JSON.stringify(by)}::jsonb
    from unnest(${languages}::text[], ${Object.values(texts)}::text[]) as written (language, body)`,
  )
}

/** A merchant may have millions of customers: the newest of them tell how far it is. */
const CUSTOMERS_LOOKED_AT_MAX = 20_000

export interface Agreement {
  /** Of those who were looked at: how many are enrolled, and how many of these have agreed to the version. */
  readonly enrolled: number
  readonly agreed: number
  /** False: there are more customers than the newest ones, who were looked at. */
  readonly isAll: boolean
}

export async function countAgreement(tx: Tx, tenantId: TenantId, version: number): Promise<Agreement> {
  const { rows } = await run(
    tx,
    sql<{ looked_at: number; enrolled: number; agreed: number }>`
    with looked as materialized (
      select id, is_enrolled from customer
      where tenant_id = ${tenantId} and merged_into is null
      order by tenant_id desc, id desc
      limit ${CUSTOMERS_LOOKED_AT_MAX + 1}
    ), counted as materialized (
      select * from looked order by id desc limit ${CUSTOMERS_LOOKED_AT_MAX}
    )
    select (select count(*) from looked)::int as looked_at,
      count(*) filter (where is_enrolled)::int as enrolled,
      count(*) filter (where is_enrolled and exists (
        select from consent
        where consent.tenant_id = ${tenantId} and consent.customer_id = counted.id
          and kind = 'terms' and version = ${version} and withdrawn_at is null
      ))::int as agreed
    from counted`,
  )
  const { looked_at: lookedAt = 0, enrolled = 0, agreed = 0 } = rows[0] ?? {}
  return { enrolled, agreed, isAll: lookedAt <= CUSTOMERS_LOOKED_AT_MAX }
}
