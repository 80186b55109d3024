import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { curlOf, LANGUAGES, type Language, signedOf, snippetOf } from './curl.ts'

const key = Buffer.alloc(32, 7)
const body = JSON.stringify({ Name: `Ana "D'Ávila" \\ $HOME`, Points: 3 })
const signature = createHmac('sha256', key).update(`evt_7_1_2.1794762312.${body}`).digest('base64')
const request = {
  url: 'https://shop.example/hooks?a=1&b=2',
  headers: [
    { name: 'content-type', value: 'application/json' },
    { name: 'webhook-id', value: 'evt_7_1_2' },
    { name: 'webhook-timestamp', value: '1794762312' },
    { name: 'webhook-signature', value: `v1,c29tZXRoaW5n v1,${signature}` },
  ],
  body,
}

it('a shell hands curl exactly what was sent', () => {
  const command = curlOf(request).replace(
    /^curl/,
    `node -e 'console.log(JSON.stringify(process.argv.slice(1)))' --`,
  )
  const given = JSON.parse(execFileSync('sh', ['-c', command], { encoding: 'utf8' })) as string[]
  expect(given.slice(0, 2)).toEqual(['-i', request.url])
  expect(given).toContain(`webhook-signature: v1,c29tZXRoaW5n v1,${signature}`)
  expect(given.at(-1)).toBe(body)
})

const RUN: Readonly<Record<Language, readonly [program: string, file: string]>> = {
  Node: ['node', 'check.mjs'],
  PHP: ['php', 'check.php'],
  Python: ['python3', 'check.py'],
}

it.each(LANGUAGES)('the snippet in %s tells a secret that fits from another one', (language) => {
  const [program, file] = RUN[language]
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
  } catch {
    // Not installed here: it runs where it is.
    return
  }
  const signed = signedOf(request)
  if (!signed) throw new Error('the request is signed')
  const path = join(mkdtempSync(join(tmpdir(), 'snippet-')), file)
  writeFileSync(path, snippetOf(language, signed))
  const run = (secret: Buffer): string =>
    execFileSync(program, [path], {
      encoding: 'utf8',
      env: { ...process.env, WEBHOOK_SECRET: `whsec_${secret.toString('base64')}` },
    }).trim()
  expect(run(key)).toBe('the secret fits')
  expect(run(Buffer.alloc(32, 8))).toBe('another secret')
})

it('without a signature there is nothing to check', () => {
  expect(signedOf({ ...request, headers: [] })).toBeNull()
})
