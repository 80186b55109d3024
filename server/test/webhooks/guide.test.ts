/** The code that the guide gives to receivers, against the official package. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { expect, it, onTestFinished } from 'vitest'
import { makeSecret, signatureOf, signingKey } from '../../src/webhooks/sending/signature.ts'

type Verify = (secret: string, headers: Record<string, string>, body: string, now?: number) => unknown

async function codeOfGuide(): Promise<Verify> {
  const guide = await readFile(new URL('../../../docs/guides/webhooks.md', import.meta.url), 'utf8')
  const code = /```ts\n([\s\S]*?)```/.exec(guide)?.[1]
  if (!code) throw new Error('the guide has no code')
  const folder = await mkdtemp(join(tmpdir(), 'punchcard-guide-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'verify.ts'), code)
  const { verifyWebhook } = (await import(pathToFileURL(join(folder, 'verify.ts')).href)) as {
    verifyWebhook: Verify
  }
  return verifyWebhook
}

it('takes what the official package signs and what we sign, and nothing else', async () => {
  const verify = await codeOfGuide()
  const [secret, other] = [makeSecret(Buffer.alloc(32, 1)), makeSecret(Buffer.alloc(32, 2))]
  const body = JSON.stringify({ Points: 1, Name: 'Ação' })
  const now = new Date()
  const seconds = Math.floor(now.getTime() / 1_000)
  const headersWith = (signature: string, timestamp = seconds) => ({
    'webhook-id': 'evt_1_2',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  })
  const official = headersWith(new Webhook(secret).sign('evt_1_2', now, body))
  expect(verify(secret, official, body)).toEqual(JSON.parse(body))
  const both = headersWith(signatureOf([other, secret].map(signingKey), 'evt_1_2', seconds, body))
  expect(verify(secret, both, body)).toEqual(JSON.parse(body))
  expect(verify(other, both, body)).toEqual(JSON.parse(body))
  expect(new Webhook(secret).verify(body, both)).toEqual(JSON.parse(body))

  expect(() => verify(other, official, body)).toThrow('signature')
  expect(() => verify(secret, official, `${body} `)).toThrow('signature')
  expect(() => verify(secret, { ...official, 'webhook-id': 'evt_1_3' }, body)).toThrow('signature')
  expect(() => verify(secret, { ...official, 'webhook-signature': 'v2,abc' }, body)).toThrow('signature')
  expect(() => verify(secret, official, body, now.getTime() + 301_000)).toThrow('timestamp')
  expect(() => verify(secret, { ...official, 'webhook-timestamp': 'x' }, body)).toThrow('timestamp')
  expect(() => verify(secret, {}, body)).toThrow('timestamp')
})
