import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { FROM_THE_PANEL, type Look, signIn, type Watched } from './browser.ts'
import { settled } from './look.ts'

/** The demo merchant's owner, on a page of the panel, in English. */
export async function openAsOwner(
  open: (look?: Look) => Promise<Watched>,
  path: string,
  look: Look = {},
): Promise<Watched> {
  const watched = await open(look)
  await signIn(watched.page)
  await watched.page.request.patch('/v1/admin/me', {
    data: { locale: 'en', theme: look.scheme ?? 'light' },
    headers: FROM_THE_PANEL,
  })
  await goTo(watched.page, path)
  return watched
}

export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(`/panel/t/${inject('devServer').tenant}${path}`)
}

/** Calls the management API as who is signed in on the page. */
export async function api<Answer>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const send = () =>
    page.request.fetch(`/v1/admin/tenants/${inject('devServer').tenant}${path}`, {
      method,
      headers: { ...FROM_THE_PANEL, ...headers },
      ...(body === undefined ? {} : { data: body }),
    })
  let response = await send()
  if (response.status() === 429) {
    // Ten writes in a second are too many for one person.
    await setTimeout(1_100)
    response = await send()
  }
  expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true)
  return (await response.json()) as Answer
}

/** Where a page is after it was loaded again: who was signed out or removed is refused within a second. */
export async function addressAfterReload(page: Page): Promise<string> {
  await page.reload()
  await settled(page)
  return page.url()
}

/** Other journeys begin with the program as it is published. */
export async function discardDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Discard…' }).click()
  const discard = page.getByRole('dialog', { name: 'Discard the draft?' })
  await discard.getByRole('button', { name: 'Discard the draft' }).click()
  await discard.waitFor({ state: 'detached' })
}

/** The rules of an earlier version, live again; a draft is lost. */
export async function restoreRules(page: Page, version: number): Promise<void> {
  interface Live {
    readonly current: { readonly version: number }
  }
  const { current } = await api<Live>(page, 'GET', '/program')
  if (current.version === version) return
  const tenant = inject('devServer').tenant
  const address = `/v1/admin/tenants/${tenant}/program`
  const etag = (await page.request.get(`${address}/draft`)).headers().etag ?? ''
  const restored = await page.request.post(`${address}/versions/${version}/restore`, {
    headers: { ...FROM_THE_PANEL, 'if-match': etag },
  })
  expect(restored.ok(), await restored.text()).toBe(true)
  await api(page, 'POST', '/program/publish', {
    body: {},
    headers: { 'if-match': restored.headers().etag ?? '', 'idempotency-key': `restore-${Date.now()}` },
  })
}
