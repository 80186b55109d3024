import type { AttemptInFull } from './endpoint.ts'

type Request = NonNullable<AttemptInFull['request']>

/** In single quotes a shell reads everything as it is, but the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** The request of an attempt as a command for a shell. */
export function curlOf({ url, headers, body }: Request): string {
  return [
    `curl -i ${quoted(url)}`,
    ...headers.map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-raw ${quoted(body)}`,
  ].join(' \\\n  ')
}

/** What the snippets fill in: the request that is looked at. */
export interface Signed {
  readonly id: string
  readonly timestamp: string
  readonly signature: string
  readonly body: string
}

export function signedOf({ headers, body }: Request): Signed | null {
  const headerOf = (name: string): string => headers.find((header) => header.name === name)?.value ?? ''
  const signature = headerOf('webhook-signature')
  if (signature === '') return null
  return { id: headerOf('webhook-id'), timestamp: headerOf('webhook-timestamp'), signature, body }
}

export const LANGUAGES = ['Node', 'PHP', 'Python'] as const
export type Language = (typeof LANGUAGES)[number]

/** A whole program that says whether a secret fits the request: with the reader's own values, and nothing to install. */
export function snippetOf(language: Language, signed: Signed): string {
  return SNIPPETS[language](signed)
}

const SNIPPETS: Readonly<Record<Language, (signed: Signed) => string>> = {
  Node: ({ id, timestamp, signature, body }) => `// WEBHOOK_SECRET=whsec_… node check.mjs
import { createHmac } from 'node:crypto'

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64')
const body = ${JSON.stringify(body)}
const signed = ${JSON.stringify(`${id}.${timestamp}.`)} + body
const expected = 'v1,' + createHmac('sha256', key).update(signed).digest('base64')
console.log(${JSON.stringify(signature)}.split(' ').includes(expected) ? 'the secret fits' : 'another secret')
`,
  PHP: ({ id, timestamp, signature, body }) => `<?php // WEBHOOK_SECRET=whsec_… php check.php
$key = base64_decode(preg_replace('/^whsec_/', '', getenv('WEBHOOK_SECRET')));
$body = ${phpQuoted(body)};
$expected = 'v1,' . base64_encode(hash_hmac('sha256', ${phpQuoted(`${id}.${timestamp}.`)} . $body, $key, true));
echo in_array($expected, explode(' ', ${phpQuoted(signature)})) ? 'the secret fits' : 'another secret', "\\n";
`,
  Python: ({ id, timestamp, signature, body }) => `# WEBHOOK_SECRET=whsec_… python3 check.py
import base64, hashlib, hmac, os

key = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
body = ${JSON.stringify(body)}
signed = ${JSON.stringify(`${id}.${timestamp}.`)} + body
expected = "v1," + base64.b64encode(hmac.new(key, signed.encode(), hashlib.sha256).digest()).decode()
print("the secret fits" if expected in ${JSON.stringify(signature)}.split(" ") else "another secret")
`,
}

function phpQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
