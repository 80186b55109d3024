import pg from 'pg'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'

/** As ten minutes after the last password: what is sensitive asks for it again. */
export async function forgetConfirmations(): Promise<void> {
  await query(`update session set confirmed_at = now() - interval '11 minutes'`)
}

/** As after two hours without a request: the cookie is there, and is good for nothing. */
export async function endSessions(page: Page): Promise<void> {
  const agent = await page.evaluate(() => navigator.userAgent)
  await query('delete from session where user_agent = $1', [agent])
}

async function query(text: string, values: readonly unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: inject('devServer').databaseUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query(text, [...values])
    if (rowCount === 0) throw new Error(`no session is changed by: ${text}`)
  } finally {
    await client.end()
  }
}

/** Does something sensitive long after the last password, gives it where it is asked for, and waits for the rest. */
export async function confirmed(
  page: Page,
  act: () => Promise<void>,
  isDone: () => Promise<void>,
  password = inject('devServer').password,
): Promise<void> {
  await forgetConfirmations()
  await act()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.locator('input[type=password]').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await isDone()
}
