import { isConfigRefusal } from '../../src/contract/config-refusal.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import { publishDraft, saveDraft } from '../../src/terms/manage.ts'
import type { TermsTexts } from '../../src/terms/terms.ts'
import type { TestApi } from './test-api.ts'

const BY = { kind: 'system', id: null, label: 'Test' } as const

/** Publishes terms as a person of the merchant does; the version that they are. */
export async function publishTerms(
  { cells, now }: Pick<TestApi, 'cells' | 'now'>,
  tenantId: number,
  texts: TermsTexts,
): Promise<number> {
  const tenant = await cells.directory.read([tenantId], (tx) => findTenant(tx, tenantId))
  if (!tenant) throw new Error('there is no such merchant')
  const doing = { expected: null, by: BY, now }
  return cells.of(tenant).transaction([tenantId], async (tx) => {
    await saveDraft(tx, tenantId, texts, doing)
    const done = await publishDraft(tx, tenant, doing)
    if (isConfigRefusal(done)) throw new Error(JSON.stringify(done))
    return done.version
  })
}
