import type { Page } from 'playwright-core'
import { FROM_THE_PANEL } from './browser.ts'

interface Program {
  readonly rules: readonly Record<string, unknown>[]
}

/** Language and colours are the person's, whatever the device likes. */
export async function choose(
  page: Page,
  look: { readonly locale: string; readonly theme: string },
): Promise<void> {
  await page.request.patch('/v1/admin/me', { data: look, headers: FROM_THE_PANEL })
}

/** A draft with a rule that is changed and one that is new, unless there is one. */
export async function ensureDraft(page: Page, tenant: number): Promise<void> {
  const address = `/v1/admin/tenants/${tenant}/program/draft`
  const found = await page.request.get(address)
  const draft = (await found.json()) as { exists: boolean; program: Program }
  if (draft.exists) return
  const rules = draft.program.rules.map((rule) =>
    rule.kind === 'brand' ? { ...rule, multiplier: '3' } : rule,
  )
  const pix = { id: 90, kind: 'paymentMethod', name: 'Pix', ids: ['pix'], points: '10' }
  const christmas = {
    id: 91,
    kind: 'campaign',
    name: 'Natal em dobro',
    multiplier: '2',
    startsAt: new Date(Date.now() + 16 * 86_400_000).toISOString(),
    endsAt: new Date(Date.now() + 40 * 86_400_000).toISOString(),
  }
  await page.request.put(address, {
    data: { program: { ...draft.program, rules: [...rules, pix, christmas] } },
    headers: { ...FROM_THE_PANEL, 'if-match': found.headers().etag ?? '' },
  })
}

/** Numbers differ from run to run: an address may name the first customer's newest order and redemption. */
export async function addressOf(page: Page, tenant: number, path: string): Promise<string> {
  let address = path
  for (const [name, list] of [
    ['{order}', 'orders'],
    ['{redemption}', 'redemptions'],
  ] as const) {
    if (!address.includes(name)) continue
    const found = await page.request.get(`/v1/admin/tenants/${tenant}/customers/1/${list}?limit=1`)
    const { items } = (await found.json()) as { items: { id: number }[] }
    address = address.replace(name, String(items[0]?.id))
  }
  if (address.includes('{endpoint}')) {
    const { endpoint, attempt } = await failingEndpoint(page, tenant)
    address = address.replace('{endpoint}', String(endpoint)).replace('{attempt}', String(attempt))
  }
  return `/panel/t/${tenant}${address}`
}

const ERP = 'https://erp.cafe-aurora.invalid/punchcard'

/** An endpoint that was tried once and did not answer, unless there is one. */
async function failingEndpoint(page: Page, tenant: number): Promise<{ endpoint: number; attempt: number }> {
  const address = `/v1/admin/tenants/${tenant}/webhook-endpoints`
  const headers = FROM_THE_PANEL
  const listed = await (await page.request.get(address)).json()
  let endpoint = (listed as { items: { id: number; url: string }[] }).items.find(({ url }) => url === ERP)
  if (!endpoint) {
    const data = { url: ERP, description: 'ERP', topics: ['Point_Add'] }
    const made = await page.request.post(address, { data, headers })
    endpoint = ((await made.json()) as { endpoint: { id: number; url: string } }).endpoint
    await page.request.post(`${address}/${endpoint.id}/test`, { headers })
  }
  const attempts = await (await page.request.get(`${address}/${endpoint.id}/attempts?limit=1`)).json()
  const [first] = (attempts as { items: { id: number }[] }).items
  return { endpoint: endpoint.id, attempt: first?.id ?? 0 }
}
