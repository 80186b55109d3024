/** What compose.yaml promises of every container; `npm run test:image` starts them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '../../..')

interface Service {
  readonly logging?: { readonly driver: string; readonly options: Readonly<Record<string, string>> }
  readonly mem_limit?: string
  readonly environment?: Readonly<Record<string, string>>
}

const { services } = parse(readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>
}

it.each(Object.entries(services))(
  '%s can fill neither the disk with its log nor the memory',
  (_name, service) => {
    expect(service.logging).toEqual({ driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } })
    expect(service.mem_limit).toMatch(/^(\$\{\w+:-)?\d+[mg]\}?$/)
  },
)

it('links begin with the domain, unless another address is named', () => {
  for (const name of ['serve-a', 'serve-b']) {
    expect(services[name]?.environment?.PUNCHCARD_PUBLIC_URL).toMatch(
      /^\$\{PUNCHCARD_PUBLIC_URL:-https:\/\/\$\{PUNCHCARD_DOMAIN:-\}:\$\{HTTPS_PORT:-443\}\}$/,
    )
  }
})
