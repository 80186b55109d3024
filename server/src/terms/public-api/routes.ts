import { ProblemError } from '../../contract/problem.ts'
import { NOT_HERE } from '../../contract/public-api/texts.ts'
import { instantToText } from '../../platform/clock.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PublicApi } from '../../tenancy/public-api/api.ts'
import { loadShownTerms } from '../shown.ts'
import { readTerms } from './schema.ts'

export function shopTermsRoutes(api: PublicApi, { cells }: { readonly cells: Cells }): void {
  api.shared(readTerms, async ({ tenant, locale }) => {
    const shown = await loadShownTerms(cells, tenant, locale)
    if (!shown) throw new ProblemError(NOT_HERE)
    const { version, language, publishedAt, html } = shown
    return { version, language, publishedAt: instantToText(publishedAt), html: html.text }
  })
}
