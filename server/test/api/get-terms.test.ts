/** Operation 61: src/terms/private-api. */
import { expect, it } from 'vitest'
import type { TermsResult } from '../../src/terms/private-api/schema.ts'
import type { ResultEnvelope } from '../support/answers.ts'
import { publishTerms } from '../support/published-terms.ts'
import { START } from '../support/test-api.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop()

function read(query = ''): Promise<ResultEnvelope<TermsResult>> {
  return test.shop.sendText('GET', `/v1/pvt/Terms${query}`)
}

it('is no error where none are published, and then the terms that are in force', async () => {
  const nothing = { ErrorMessage: null, ErrorCode: null, Result: null, HasError: false }
  expect(await read()).toEqual(nothing)
  await publishTerms(test.api, test.shop.tenantId, { 'pt-BR': '# Um\n<b>', en: 'One' })
  await publishTerms(test.api, test.shop.tenantId, { 'pt-BR': '# Dois\n<b>', en: 'Two' })
  const date = new Date(START).toISOString()
  const portuguese = {
    Html: '<h2>Dois</h2>\n<p>&lt;b&gt;</p>\n',
    Version: 2,
    Language: 'pt-BR',
    PublishedDate: date,
  }
  expect(await read()).toEqual({ ...nothing, Result: portuguese })
  const english = { Html: '<p>Two</p>\n', Version: 2, Language: 'en', PublishedDate: date }
  expect((await read('?Language=en-GB')).Result).toEqual(english)
  for (const other of ['es', 'fr', '', '%20', 'e'.repeat(5_000), 'en&Language=es', '%00']) {
    expect((await read(`?Language=${other}`)).Result).toEqual(portuguese)
  }
})
