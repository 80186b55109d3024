import { createHash } from 'node:crypto'
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
  if (address.includes('{month}')) {
    address = address.replace('{month}', await monthOfBooks(page, tenant))
  }
  if (address.includes('{export}')) {
    address = address.replace('{export}', String(await exportOfCustomer(page, tenant)))
  }
  if (address.includes('{import}')) {
    address = address.replace('{import}', String(await checkedImport(page, tenant)))
  }
  if (address.includes('{backtest}')) {
    address = address.replace('{backtest}', String(await finishedBacktest(page, tenant)))
  }
  if (address.includes('{endpoint}')) {
    const { endpoint, attempt } = await failingEndpoint(page, tenant)
    address = address.replace('{endpoint}', String(endpoint)).replace('{attempt}', String(attempt))
  }
  return `/panel/t/${tenant}${address}`
}

/** Figures are counted for the first time when the server has just started. Those of orders come last. */
export async function waitForFigures(page: Page, tenant: number): Promise<void> {
  for (let looks = 0; looks < 300; looks += 1) {
    const found = await page.request.get(`/v1/admin/tenants/${tenant}/reports/customers`)
    if (((await found.json()) as { figures: unknown }).figures !== null) return
    await page.waitForTimeout(200)
  }
  throw new Error('the figures are never counted')
}

/** The newest month that is over, with accounting switched on and an estimate, unless it is on. */
async function monthOfBooks(page: Page, tenant: number): Promise<string> {
  const address = `/v1/admin/tenants/${tenant}/accounting`
  const found = await page.request.get(address)
  const { isOn } = (await found.json()) as { isOn: boolean }
  if (!isOn) {
    const startsIn = monthBefore(2)
    const headers = { ...FROM_THE_PANEL, 'if-match': found.headers().etag ?? '' }
    await wellDone(page.request.patch(address, { data: { isOn: true, startsIn }, headers }))
    const estimate = `${address}/estimates/${startsIn}`
    await wellDone(page.request.put(estimate, { data: { breakage: '0.187' }, headers: FROM_THE_PANEL }))
  }
  for (let looks = 0; looks < 300; looks += 1) {
    const listed = await (await page.request.get(`${address}/months`)).json()
    const { counting, items } = listed as { counting: boolean; items: { month: string; state: string }[] }
    const over = items.find(({ month }) => month <= monthBefore(1))
    if (!counting && over) return over.month
    await page.waitForTimeout(200)
  }
  throw new Error('the months are never counted')
}

/** So many months before this one, as `2026-10`. */
function monthBefore(count: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString().slice(0, 7)
}

async function wellDone(sent: ReturnType<Page['request']['patch']>): Promise<void> {
  const answer = await sent
  if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()} ${await answer.text()}`)
}

/** The first customer's data as a file that is ready, unless there is one. */
async function exportOfCustomer(page: Page, tenant: number): Promise<number> {
  const address = `/v1/admin/tenants/${tenant}`
  const headers = { ...FROM_THE_PANEL, 'idempotency-key': `look-${Date.now()}` }
  for (let looks = 0; looks < 300; looks += 1) {
    const listed = await (await page.request.get(`${address}/jobs?kind=customerExport`)).json()
    const { items } = listed as {
      items: { id: number; state: string; result: { customerId: number } | null }[]
    }
    const ready = items.find(({ state, result }) => state === 'done' && result?.customerId === 1)
    if (ready) return ready.id
    if (looks === 0) await wellDone(page.request.post(`${address}/customers/1/export`, { headers }))
    await page.waitForTimeout(200)
  }
  throw new Error('the export is never ready')
}

const BALANCES = [
  'E-mail;Nome;Saldo;Validade;Loja',
  'joana@cafe.example;Joana Cardoso;1.380;30/06/2027;centro',
  'mateus@cafe.example;Mateus Freitas;1.120;30/06/2027;centro',
  'laura@cafe.example;Laura Monteiro;75;31/03/2027;sul',
  'vinicius@cafe.example;Vinícius Souza;2.040;31/12/2027;sul',
  'ana@cafe.example;Ana Lima;60;31/12/2027;centro',
  'rui@cafe.example;Rui Prado;1.25O;31/12/2027;centro',
  ';Sem contato;90;31/12/2027;centro',
].join('\r\n')

/** An import of balances that was run dry and not applied, unless there is one. */
async function checkedImport(page: Page, tenant: number): Promise<number> {
  const address = `/v1/admin/tenants/${tenant}/imports`
  const name = 'saldos-clube-antigo.csv'
  for (let looks = 0; looks < 100; looks += 1) {
    const listed = (await (await page.request.get(address)).json()) as {
      items: { id: number; state: string; file: { name: string } }[]
    }
    const found = listed.items.find(({ file }) => file.name === name)
    if (found?.state === 'checked') return found.id
    if (!found) {
      const fileId = await uploadFile(page, tenant, { name, octets: Buffer.from(BALANCES) })
      const headers = { ...FROM_THE_PANEL, 'idempotency-key': `look-${Date.now()}` }
      const made = await page.request.post(address, { data: { kind: 'customers', fileId }, headers })
      const { id } = (await made.json()) as { id: number }
      const etag = made.headers().etag ?? ''
      const answers = { 'decimal:Saldo': 'comma' }
      const data = { answers }
      await wellDone(
        page.request.patch(`${address}/${id}`, { data, headers: { ...FROM_THE_PANEL, 'if-match': etag } }),
      )
      await wellDone(page.request.post(`${address}/${id}/check`, { headers: FROM_THE_PANEL }))
    }
    await page.waitForTimeout(200)
  }
  throw new Error('the dry run is never done')
}

/** A small one, in one part. */
async function uploadFile(
  page: Page,
  tenant: number,
  { name, octets }: { readonly name: string; readonly octets: Buffer },
): Promise<number> {
  const files = `/v1/admin/tenants/${tenant}/files`
  const headers = FROM_THE_PANEL
  const begun = await page.request.post(files, {
    data: { name, bytes: octets.length, purpose: 'import' },
    headers,
  })
  const { id } = (await begun.json()) as { id: number }
  const sha256 = createHash('sha256').update(octets).digest('base64')
  const sent = { 'content-type': 'application/octet-stream', 'content-digest': `sha-256=:${sha256}:` }
  await wellDone(
    page.request.put(`${files}/${id}/parts/1`, { data: octets, headers: { ...headers, ...sent } }),
  )
  await wellDone(page.request.post(`${files}/${id}/complete`, { data: {}, headers }))
  return id
}

/** A backtest of the draft that is done, unless there is one. */
async function finishedBacktest(page: Page, tenant: number): Promise<number> {
  const address = `/v1/admin/tenants/${tenant}/backtests`
  const headers = { ...FROM_THE_PANEL, 'idempotency-key': `look-${Date.now()}` }
  for (let looks = 0; looks < 100; looks += 1) {
    const listed = (await (await page.request.get(address)).json()) as {
      items: { id: number; state: string; of: string }[]
    }
    const [first] = listed.items.filter(({ of }) => of === 'draft')
    if (first?.state === 'done') return first.id
    if (!first) {
      await ensureDraft(page, tenant)
      await page.request.post(address, { data: { of: 'draft', days: 365 }, headers })
    }
    await page.waitForTimeout(200)
  }
  throw new Error('the backtest is never done')
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
