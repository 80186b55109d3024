import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import type { Watched } from './browser.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** The command line, on the database of the tests; answers what it prints as JSON. */
async function punchcard(...words: readonly string[]): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['server/bin/punchcard.ts', ...words, '--json'],
    { cwd: ROOT, env: { ...process.env, DATABASE_URL: inject('devServer').databaseUrl } },
  )
  return JSON.parse(stdout) as Record<string, unknown>
}

/** A merchant without anything, and the link by which its first owner comes in. */
export async function makeMerchant(name: string): Promise<{ tenant: number; link: string; email: string }> {
  const made = await punchcard('tenant', 'create', '--name', name, '--locale', 'en')
  const tenant = Number(made.tenant ?? made.id)
  const { link, email } = await invite(tenant, 'owner')
  return { tenant, link, email }
}

/** An API key of a merchant, as its shop uses it. */
export async function makeKey(tenant: number): Promise<{ token: string; key: string }> {
  const { token, key } = await punchcard('key', 'create', '--tenant', String(tenant))
  return { token: String(token), key: String(key) }
}

export async function invite(tenant: number, role: string): Promise<{ link: string; email: string }> {
  const email = `${role}-${tenant}-${Date.now()}@shop.example`
  const { link } = await punchcard(
    ...['person', 'invite', '--tenant', String(tenant), '--email', email, '--role', role],
  )
  return { link: String(link), email }
}

export const JOINED_WITH = 'a long way to remember it'

/** Somebody who runs the installation, signed in on the page of all merchants. */
export async function openAsOperator(open: () => Promise<Watched>, name: string): Promise<Watched> {
  const email = `operator-${Date.now()}@host.example`
  const { link } = await punchcard('person', 'create', '--operator', '--email', email, '--name', name)
  const watched = await open()
  const { page } = watched
  await page.goto(new URL(String(link)).pathname)
  await page.locator('input[type=password]').fill(JOINED_WITH)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/\/panel\/platform\/merchants$/)
  return watched
}

/** The owner of a new merchant, by the link of `makeMerchant`. */
export async function joinByLink(open: () => Promise<Watched>, link: string, name: string): Promise<Watched> {
  const watched = await open()
  const { page } = watched
  await page.goto(new URL(link).pathname)
  await page.locator('input[autocomplete=name]').fill(name)
  await page.locator('input[type=password]').fill(JOINED_WITH)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/\/panel\/t\/\d+/)
  return watched
}

/** Somebody new at the demo merchant, signed in. */
export async function joinAs(open: () => Promise<Watched>, role: string): Promise<Watched> {
  const { link } = await invite(inject('devServer').tenant, role)
  return joinByLink(open, link, 'Davi')
}
