import type { Locale } from '../contract/locale.ts'
import type { Instant } from '../platform/clock.ts'
import type { Html } from '../platform/http/html.ts'
import type { Cells } from '../tenancy/cells.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { renderTerms } from './rules/markdown.ts'
import { findPublishedTerms } from './store.ts'
import { languageShown } from './terms.ts'

/** Terms as customers read them. */
export interface ShownTerms {
  readonly version: number
  readonly language: Locale
  readonly publishedAt: Instant
  readonly html: Html
}

/** The terms that are in force; null: none are published. `wanted`: null is the merchant's language. */
export async function loadShownTerms(
  cells: Cells,
  tenant: Tenant,
  wanted: Locale | null,
): Promise<ShownTerms | null> {
  const found = await cells.of(tenant).read([tenant.id], (tx) => findPublishedTerms(tx, tenant.id))
  if (!found) return null
  const language = languageShown(found.texts, wanted ?? tenant.locale, tenant.locale)
  const text = language === null ? undefined : found.texts[language]
  if (language === null || text === undefined) return null
  const { version, publishedAt } = found
  return { version, language, publishedAt, html: renderTerms(text) }
}
