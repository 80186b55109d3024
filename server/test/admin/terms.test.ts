/** What a merchant's people do about the terms of the program: src/terms/admin-api. */
import { describe, expect, it } from 'vitest'
import type { CustomerAnswer } from '../../src/customers/admin-api/schema.ts'
import type { TermsAnswer } from '../../src/terms/admin-api/schema.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { erasedCustomer, mergedCustomer, upsertCustomer } from '../support/customers.ts'
import { DEMO_PROGRAM, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const admin = useManager(() => test.api)
const BIA = { kind: 'person', id: 7, label: 'Bia' }
const NOW = new Date(START).toISOString()
const PORTUGUESE = '# Pontos\n\nValem **um ano**.'

async function open(): Promise<{ shop: Shop; manager: Manager }> {
  const shop = await test.open(DEMO_PROGRAM)
  return { shop, manager: admin.manager(shop.key) }
}

async function read(manager: Manager): Promise<TermsAnswer> {
  return (await manager.get<TermsAnswer>('/terms')).body
}

async function save(manager: Manager, texts: object): Promise<TermsAnswer> {
  return (await manager.done<TermsAnswer>('PUT', '/terms/draft', { texts }, { ifMatch: '*' })).body
}

async function publish(manager: Manager, texts: object): Promise<TermsAnswer> {
  await save(manager, texts)
  return (await manager.done<TermsAnswer>('POST', '/terms/publish', undefined, { ifMatch: '*' })).body
}

/** As joining in a page of the shop writes it. */
async function agreed(shop: Shop, customer: string, version: number, withdrawnAt: Date | null = null) {
  await test.reader.query(
    `insert into consent (tenant_id, customer_id, kind, version, at, key_id, withdrawn_at)
    select tenant_id, id, 'terms', $3, $4, 1, $5 from customer where tenant_id = $1 and original_id = $2`,
    [shop.tenantId, customer, version, new Date(START), withdrawnAt],
  )
}

describe('the terms', () => {
  it('are none, until a draft is published', async () => {
    const { manager } = await open()
    expect(await read(manager)).toEqual({
      draft: {
        texts: { 'pt-BR': null, en: null, es: null },
        isChanged: false,
        changedAt: null,
        changedBy: null,
      },
      current: null,
      versions: [],
      agreement: null,
      revision: 1,
    })
    const draft = { texts: { 'pt-BR': PORTUGUESE, en: null, es: null }, changedAt: NOW, changedBy: BIA }
    expect(await save(manager, { 'pt-BR': PORTUGUESE, es: ' ' })).toMatchObject({
      draft: { ...draft, isChanged: true },
      current: null,
      revision: 2,
    })
    const version = { version: 1, publishedAt: NOW, publishedBy: BIA }
    const published = await manager.done('POST', '/terms/publish', undefined, { ifMatch: '"r2"' })
    expect([published.etag, published.body]).toEqual([
      '"r3"',
      {
        draft: { ...draft, isChanged: false },
        current: { ...version, texts: draft.texts },
        versions: [{ ...version, languages: ['pt-BR'] }],
        agreement: { version: 1, agreed: 0, enrolled: 0, isAll: true },
        revision: 3,
      },
    ])
    expect(await read(manager)).toEqual(published.body)
  })

  it('keep every version as it was published, newest first', async () => {
    const { manager } = await open()
    await publish(manager, { 'pt-BR': 'Um', en: 'One' })
    const { current, versions } = await publish(manager, { 'pt-BR': 'Dois' })
    expect(current?.texts).toEqual({ 'pt-BR': 'Dois', en: null, es: null })
    expect(versions.map(({ version, languages }) => [version, languages])).toEqual([
      [2, ['pt-BR']],
      [1, ['pt-BR', 'en']],
    ])
    const rows = await test.reader.query<{ body: string }>(
      'select body from terms_version where tenant_id = $1 and version = 1 order by language',
      [manager.shop.tenantId],
    )
    expect(rows.map(({ body }) => body)).toEqual(['One', 'Um'])
  })

  it('are published once for each key', async () => {
    const { manager } = await open()
    await save(manager, { 'pt-BR': PORTUGUESE })
    const send = () => manager.send('POST', '/terms/publish', undefined, { ifMatch: '"r2"', key: 'once' })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
    expect((await read(manager)).versions).toHaveLength(1)
  })

  it('are those of one merchant', async () => {
    const [{ manager }, other] = [await open(), await open()]
    await publish(manager, { 'pt-BR': PORTUGUESE })
    expect(await read(other.manager)).toMatchObject({ current: null, versions: [], revision: 1 })
  })
})

describe('what is refused', () => {
  it('a draft that another person has changed meanwhile, and publishing it', async () => {
    const { manager } = await open()
    await save(manager, { 'pt-BR': PORTUGUESE })
    const texts = { 'pt-BR': 'Outro' }
    for (const late of [
      await manager.send('PUT', '/terms/draft', { texts }, { ifMatch: '"r1"', as: 'Caio' }),
      await manager.send('POST', '/terms/publish', undefined, { ifMatch: '"r1"', as: 'Caio' }),
    ]) {
      expect([late.status, late.body.detail]).toEqual([412, expect.stringContaining('Bia')])
    }
    const without = await manager.send('PUT', '/terms/draft', { texts })
    expect(without.status).toBe(428)
  })

  it('terms that two people publish at once: one of them is told', async () => {
    const { manager } = await open()
    await save(manager, { 'pt-BR': PORTUGUESE })
    const publishing = Array.from({ length: 6 }, () =>
      manager.send('POST', '/terms/publish', undefined, { ifMatch: '"r2"' }),
    )
    const answers = (await Promise.all(publishing)).map(({ status }) => status)
    expect(answers.toSorted()).toEqual([200, 412, 412, 412, 412, 412])
    expect((await read(manager)).versions).toHaveLength(1)
  })

  it('what says nothing new, or nothing in the merchant’s own language', async () => {
    const { manager } = await open()
    await save(manager, { en: 'Points' })
    const send = () => manager.send('POST', '/terms/publish', undefined, { ifMatch: '*' })
    expect((await send()).body).toMatchObject({ status: 409, code: 'languageMissing' })
    await publish(manager, { 'pt-BR': PORTUGUESE })
    expect((await send()).body).toMatchObject({ status: 409, code: 'unchanged' })
  })

  it('a text that is too long, can’t be seen or is in no language of ours', async () => {
    const { manager } = await open()
    const problems = (texts: unknown) => manager.problems('PUT', '/terms/draft', { texts }, { ifMatch: '*' })
    expect(await problems({ en: 'x'.repeat(102_401), es: 'é'.repeat(51_201) })).toContain('/texts/en')
    expect(await problems({ es: 'é'.repeat(51_201), 'pt-BR': 'a\u202eb' })).toEqual([
      '/texts/pt-BR',
      '/texts/es',
    ])
    expect(await problems({ fr: 'Points' })).toEqual(['/texts/fr'])
    const text = 'é'.repeat(51_200)
    expect((await save(manager, { 'pt-BR': text, en: text, es: text })).draft.texts.es).toBe(text)
  })

  it('a role that reads', async () => {
    const { manager } = await open()
    const as = { ifMatch: '*', permissions: ['storefront.read'] } as const
    expect((await manager.get('/terms', as)).status).toBe(200)
    expect((await manager.send('PUT', '/terms/draft', { texts: {} }, as)).status).toBe(403)
    expect((await manager.send('POST', '/terms/publish', undefined, as)).status).toBe(403)
  })
})

describe('who has agreed', () => {
  it('is counted of those who are enrolled, for the version that is in force', async () => {
    const { shop, manager } = await open()
    await publish(manager, { 'pt-BR': 'Um' })
    for (const id of ['ana', 'bia', 'caio', 'duda', 'eva', 'fred']) {
      await upsertCustomer(shop, { OriginalId: id, IsEnrolled: id !== 'fred' })
    }
    for (const id of ['ana', 'bia', 'eva', 'fred']) await agreed(shop, id, 1)
    await agreed(shop, 'caio', 1, new Date(START))
    await mergedCustomer(shop, 'eva', 'ana')
    const { agreement } = await read(manager)
    // Eva is Ana now; Fred is not enrolled, whatever he has agreed to.
    expect(agreement).toEqual({ version: 1, agreed: 2, enrolled: 4, isAll: true })
    expect((await publish(manager, { 'pt-BR': 'Dois' })).agreement).toEqual({
      version: 2,
      agreed: 0,
      enrolled: 4,
      isAll: true,
    })
  })

  it('is told with the customer, goes to the one they are merged into, and is gone when they are erased', async () => {
    const { shop, manager } = await open()
    for (const id of ['ana', 'bia']) await upsertCustomer(shop, { OriginalId: id })
    await agreed(shop, 'bia', 1)
    await agreed(shop, 'bia', 2, new Date(START + 1_000))
    await agreed(shop, 'ana', 1, new Date(START + 2_000))
    await mergedCustomer(shop, 'bia', 'ana')
    const rows = await test.reader.query<{ id: number }>(
      `select id from customer where tenant_id = $1 and original_id = 'ana'`,
      [shop.tenantId],
    )
    const { body } = await manager.get<CustomerAnswer>(`/customers/${rows[0]?.id}`)
    const later = (ms: number) => new Date(START + ms).toISOString()
    expect(body.consents).toEqual([
      { kind: 'terms', version: 2, at: NOW, withdrawnAt: later(1_000) },
      { kind: 'terms', version: 1, at: NOW, withdrawnAt: later(2_000) },
    ])
    await erasedCustomer(shop, 'ana')
    const left = await test.reader.query('select 1 from consent where tenant_id = $1', [shop.tenantId])
    expect(left).toEqual([])
  })
})

it('the audit says who saved and published what', async () => {
  const { manager } = await open()
  await publish(manager, { 'pt-BR': PORTUGUESE })
  const { body } = await manager.get<{ items: { action: string; after: object; target: object }[] }>('/audit')
  const summary = { bytes: Buffer.byteLength(PORTUGUESE), sha256: expect.stringMatching(/^[\da-f]{64}$/) }
  expect(body.items.map(({ action, after, target }) => ({ action, after, target }))).toEqual([
    {
      action: 'terms.publish',
      after: { version: 1, 'pt-BR': summary },
      target: expect.objectContaining({ kind: 'terms', label: 'Version 1' }),
    },
    {
      action: 'terms.saveDraft',
      after: { 'pt-BR': summary },
      target: expect.objectContaining({ kind: 'terms', label: 'Draft' }),
    },
  ])
})
