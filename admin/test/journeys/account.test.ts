/** What a person does about themselves. */
import { createHmac } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { FROM_THE_PANEL, withBrowser } from '../support/browser.ts'
import { axeFindings, settled } from '../support/look.ts'
import { addressAfterReload, openAsOwner } from '../support/merchant.ts'
import { confirmed } from '../support/session.ts'

const { open } = withBrowser()

/** RFC 6238, as an app does it. */
function codeOf(secret: string, at = Date.now()): string {
  const bits = [...secret.replaceAll(/[^A-Z2-7]/g, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const hash = createHmac('sha1', key).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

it('a second factor is set up with a picture and a code, gives recovery codes once, and goes off again', async () => {
  const { page, faults, context } = await openAsOwner(open, '/account')
  const setUp = page.getByRole('dialog', { name: 'Set up two-factor authentication' })
  await confirmed(
    page,
    () => page.getByRole('button', { name: 'Set up…' }).click(),
    () => setUp.waitFor(),
  )
  await setUp.getByRole('img', { name: /QR code/ }).waitFor()
  const secret = (await setUp.locator('pre').innerText()).trim()
  await setUp.getByLabel('Code shown in the app').fill('000000')
  await setUp.getByRole('button', { name: 'Turn on' }).click()
  await setUp.locator('.mantine-InputWrapper-error, [role=alert]').first().waitFor()
  expect(await axeFindings(page)).toEqual([])
  await setUp.getByLabel('Code shown in the app').fill(codeOf(secret))
  await setUp.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await codes.waitFor()
  expect((await codes.locator('pre').innerText()).trim().split('\n')).toHaveLength(10)
  await codes.getByRole('button', { name: "I've saved it" }).click()
  await page.getByText('On, 10 recovery codes left').waitFor()

  await page.getByRole('button', { name: 'Turn off…' }).click()
  await confirmed(
    page,
    () => page.getByRole('button', { name: 'Turn off', exact: true }).click(),
    () => page.getByRole('button', { name: 'Set up…' }).waitFor(),
  )
  expect(faults).toEqual([])
  await context.close()
})

it('a language that is chosen before signing in is kept, there and on the next device', async () => {
  // The person reads English so far.
  const before = await openAsOwner(open, '/')
  await before.context.close()
  const { page, faults, context } = await open()
  await page.goto('/panel/sign-in')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Español')
  await page.getByLabel('Correo electrónico').fill(inject('devServer').email)
  await page.locator('input[type=password]').fill(inject('devServer').password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.getByRole('link', { name: 'Reglas', exact: true }).waitFor()
  await settled(page)
  expect(await page.locator('html').getAttribute('lang')).toBe('es')
  expect(faults).toEqual([])
  await context.close()
  const next = await open()
  await next.page.request.post('/v1/admin/session', {
    data: { email: inject('devServer').email, password: inject('devServer').password },
    headers: FROM_THE_PANEL,
  })
  await next.page.goto('/panel/')
  await next.page.getByRole('link', { name: 'Reglas', exact: true }).waitFor()
  await next.context.close()
})

it('a personal token is shown once, and revoked', async () => {
  const { page, context } = await openAsOwner(open, '/account')
  await page.getByRole('button', { name: 'Create token…' }).click()
  await page.getByLabel('Name', { exact: true }).fill('My script')
  const made = page.getByRole('dialog', { name: 'Token created' })
  await confirmed(
    page,
    () => page.getByRole('button', { name: 'Create token', exact: true }).click(),
    () => made.waitFor(),
  )
  expect(await made.locator('pre').innerText()).toMatch(/^pca_live_\d+_/)
  await made.getByRole('button', { name: "I've saved it" }).click()
  const row = page.getByRole('row', { name: /My script/ })
  await row.getByRole('button', { name: 'Revoke' }).click()
  await row.getByText('Revoked').waitFor()
  await context.close()
})

it('failed sign-ins that were one’s own are told once', async () => {
  const before = await open()
  const { email } = inject('devServer')
  const failed = await before.page.request.post('/v1/admin/session', {
    data: { email, password: 'not the password' },
    headers: FROM_THE_PANEL,
  })
  expect(failed.status()).toBe(401)
  await before.context.close()
  const { page, context } = await openAsOwner(open, '/account')
  await page.getByRole('button', { name: 'That was me' }).click()
  await page.reload()
  await settled(page)
  expect(await page.getByRole('button', { name: 'That was me' }).count()).toBe(0)
  await context.close()
})

it('where else one is signed in can be ended', async () => {
  const elsewhere = await openAsOwner(open, '/account')
  const { page, context } = await openAsOwner(open, '/account')
  const others = page.getByRole('button', { name: 'Sign out' })
  await others.first().waitFor()
  // Also those that other tests have left: whichever it was, it is over then.
  for (let left = await others.count(); left > 0; left -= 1) {
    await others.first().click()
    await expect.poll(() => others.count()).toBe(left - 1)
  }
  await expect.poll(() => addressAfterReload(elsewhere.page), { timeout: 20_000 }).toMatch(/sign-in/)
  await elsewhere.context.close()
  await context.close()
})
