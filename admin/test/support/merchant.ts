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
  const response = await page.request.fetch(`/v1/admin/tenants/${inject('devServer').tenant}${path}`, {
    method,
    headers: { ...FROM_THE_PANEL, ...headers },
    ...(body === undefined ? {} : { data: body }),
  })
  expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true)
  return (await response.json()) as Answer
}

/** Where a page is after it was loaded again: who was signed out or removed is refused within a second. */
export async function addressAfterReload(page: Page): Promise<string> {
  await page.reload()
  await settled(page)
  return page.url()
}
