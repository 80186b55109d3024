import { Type } from 'typebox'
import { localeWanted } from '../../contract/locale.ts'
import { ResultEnvelope, resultEnvelope } from '../../contract/private-api/envelopes.ts'
import { ASKING_FOR_ONE } from '../../contract/private-api/operation.ts'
import { instantToText } from '../../platform/clock.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import { loadShownTerms } from '../shown.ts'
import { TermsQuery, TermsResult } from './schema.ts'

export function termsRoutes(api: PrivateApi, { cells }: { readonly cells: Cells }): void {
  api.addSchema(TermsResult)
  api.get<{ Querystring: Record<string, unknown> }>(
    '/v1/pvt/Terms',
    {
      config: { operation: ASKING_FOR_ONE },
      schema: {
        operationId: 'getTerms',
        tags: ['Customization'],
        summary: 'The terms of the program that are in force',
        description: 'Where none are published, Result is null, and that is no error.',
        querystring: TermsQuery,
        response: { 200: ResultEnvelope(Type.Unsafe<TermsResult>(Type.Ref('Terms#'))) },
      },
    },
    async ({ tenant, query: { Language: language } }) => {
      const wanted = typeof language === 'string' ? localeWanted(language) : null
      const shown = await loadShownTerms(cells, tenant, wanted)
      if (!shown) return resultEnvelope(null)
      const { html, version, publishedAt } = shown
      return resultEnvelope({
        Html: html.text,
        Version: version,
        Language: shown.language,
        PublishedDate: instantToText(publishedAt),
      })
    },
  )
}
