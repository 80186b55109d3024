/** docs/guides/php-and-python.md: its programs, as they stand there, against a real server. */
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isMissing } from '../support/other-languages.ts'
import { program } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const run = promisify(execFile)
const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/guides/php-and-python.md'), 'utf8')
const shops = useShops()
const folder = mkdtempSync(join(tmpdir(), 'punchcard-languages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(async () => {
  await shops.api.server.listen({ host: '127.0.0.1', port: 0 })
  for (const [, language, text = ''] of PAGE.matchAll(/^```(php|python)\n([\s\S]*?)^```$/gm)) {
    const [, name = ''] =
      new RegExp(`^(?:// |# )(\\w+\\.${language === 'php' ? 'php' : 'py'})`, 'm').exec(text) ?? []
    writeFileSync(join(folder, name), text)
  }
})

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const BODY = '{"Points":5}'

function signed(body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha256', Buffer.alloc(32, 7))
    .update(`evt_1.${timestamp}.${body}`)
    .digest('base64')
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,old v1,${signature}`,
  }
}

async function environment() {
  shops.api.now = Date.now()
  const { key } = await shops.open(program())
  const url = `http://127.0.0.1:${(shops.api.server.server.address() as AddressInfo).port}`
  return { ...process.env, PUNCHCARD_URL: url, PUNCHCARD_TOKEN: key.token, PUNCHCARD_KEY: key.secret }
}

describe.skipIf(isMissing('php'))('PHP', () => {
  it('places an order, twice the same, and reads the balance', async () => {
    const env = await environment()
    for (const _ of [1, 2]) {
      expect((await run('php', ['order.php'], { cwd: folder, env })).stdout).toBe('2 80\n')
    }
  })

  it('takes a webhook with its signature, and no other', async () => {
    const check = (headers: Record<string, string>, body: string) =>
      run(
        'php',
        [
          '-r',
          `$_SERVER['HTTP_WEBHOOK_ID'] = ''; putenv('PUNCHCARD_WEBHOOK_SECRET=${SECRET}'); require 'webhook.php'; echo json_encode(verifyWebhook(...json_decode($argv[1])));`,
          JSON.stringify([SECRET, ...Object.values(headers), body]),
        ],
        { cwd: folder },
      ).then(({ stdout }) => stdout)
    expect(await check(signed(BODY), BODY)).toBe(BODY)
    expect(await check(signed(BODY), '{"Points":6}')).toBe('null')
    expect(await check({ ...signed(BODY), 'webhook-timestamp': '1000' }, BODY)).toBe('null')
  })
})

describe.skipIf(isMissing('python3'))('Python', () => {
  it('places an order, twice the same, and reads the balance', async () => {
    const env = await environment()
    for (const _ of [1, 2]) {
      expect((await run('python3', ['order.py'], { cwd: folder, env })).stdout).toBe('2 80\n')
    }
  })

  it('takes a webhook with its signature, and no other', async () => {
    const check = (headers: Record<string, string>, body: string) =>
      run(
        'python3',
        [
          '-c',
          'import json, sys; from webhook import verify_webhook; s, h, b = json.loads(sys.argv[1]); print(json.dumps(verify_webhook(s, h, b.encode())))',
          JSON.stringify([SECRET, headers, body]),
        ],
        { cwd: folder },
      ).then(({ stdout }) => stdout.trim())
    expect(JSON.parse(await check(signed(BODY), BODY))).toEqual({ Points: 5 })
    expect(await check(signed(BODY), '{"Points":6}')).toBe('null')
    expect(await check({ ...signed(BODY), 'webhook-timestamp': '1000' }, BODY)).toBe('null')
  })
})
