import { isDeepStrictEqual } from 'node:util'
import { type Change, type ConfigRefusal, isConfigRefusal, whenChanged } from '../contract/config-refusal.ts'
import type { TenantId } from '../contract/ids.ts'
import type { Actor } from '../people/actor.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { checkedTexts, type SentTexts } from './rules/check-texts.ts'
import { findPublishedTerms, insertTermsVersion, lockTerms, saveTermsDraft } from './store.ts'
import type { TermsDraft, TermsTexts } from './terms.ts'
import { LANGUAGE_MISSING, TOO_MANY, UNCHANGED } from './texts.ts'

export interface TermsDoing {
  /** The revision that was read; null: whichever it is. */
  readonly expected: number | null
  readonly by: Actor
  readonly now: Instant
}

/** What counts as read again and again, and is small. */
const VERSIONS_MAX = 1_000

/** Replaces the draft: a language that is not sent has no text any more. */
export async function saveDraft(
  tx: Tx,
  tenantId: TenantId,
  sent: SentTexts,
  doing: TermsDoing,
): Promise<Change<TermsDraft> | ConfigRefusal> {
  const texts = checkedTexts(sent)
  if (isConfigRefusal(texts)) return texts
  const before = await lockTerms(tx, tenantId, doing)
  const changed = whenChanged(doing.expected, before.revision)
  if (changed) return changed
  if (isDeepStrictEqual(before.texts, texts)) return { before, after: before }
  return { before, after: await saveTermsDraft(tx, tenantId, texts, doing) }
}

export interface PublishedDraft {
  readonly version: number
  readonly texts: TermsTexts
  readonly draft: TermsDraft
}

/** Makes the draft the version that is in force. It stays, for the next one to begin with. */
export async function publishDraft(
  tx: Tx,
  tenant: Tenant,
  doing: TermsDoing,
): Promise<PublishedDraft | ConfigRefusal> {
  const { revision, texts } = await lockTerms(tx, tenant.id, doing)
  const changed = whenChanged(doing.expected, revision)
  if (changed) return changed
  if (texts[tenant.locale] === undefined) return LANGUAGE_MISSING
  const current = await findPublishedTerms(tx, tenant.id)
  if (current && isDeepStrictEqual({ ...current.texts }, { ...texts })) return UNCHANGED
  const version = (current?.version ?? 0) + 1
  if (version > VERSIONS_MAX) return TOO_MANY
  await insertTermsVersion(tx, tenant.id, { version, texts }, doing)
  return { version, texts, draft: await saveTermsDraft(tx, tenant.id, texts, doing) }
}
