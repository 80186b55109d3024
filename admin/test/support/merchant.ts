import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { type Look, signIn, type Watched } from './browser.ts'
import { settled } from './look.ts'

const FROM_HERE = () => ({ origin: inject('devServer').url, 'sec-fetch-site': 'same-origin' })

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
    headers: FROM_HERE(),
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
    headers: { ...FROM_HERE(), ...headers },
    ...(body === undefined ? {} : { data: body }),
  })
  expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true)
  return (await response.json()) as Answer
}

/** Gives the password again where the panel asks for it. */
export async function confirmIfAsked(page: Page, isDone: () => Promise<void>): Promise<void> {
  const password = page.getByRole('dialog', { name: 'Is it you?' }).locator('input[type=password]')
  const done = isDone()
  const asked = password.waitFor({ timeout: 30_000 }).then(
    () => true,
    () => false,
  )
  if (!(await Promise.race([done.then(() => false), asked]))) return done
  await password.fill(inject('devServer').password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await done
}

/** Where a page is after it was loaded again: who was signed out or removed is refused within a second. */
export async function addressAfterReload(page: Page): Promise<string> {
  await page.reload()
  await settled(page)
  return page.url()
}
