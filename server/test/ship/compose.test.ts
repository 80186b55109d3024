/** What compose.yaml promises of every container; `npm run test:image` starts them. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '../../..')

interface Service {
  readonly restart?: string
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

it('makes secrets once: a second run changes nothing and has nothing to say', () => {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const script = join(folder, 'make-secrets.sh')
  cpSync(join(ROOT, 'deploy/make-secrets.sh'), script)
  const run = () => {
    const { status, stderr } = spawnSync('sh', [script], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    const names = readdirSync(join(folder, 'secrets'))
    return names.map((name) => [name, readFileSync(join(folder, 'secrets', name), 'utf8')])
  }
  const made = run()
  expect(made).toHaveLength(7)
  expect(run()).toEqual(made)
})

it('everything but the migration starts again with the machine, also under Podman', () => {
  const policies = Object.entries(services).map(([name, { restart }]) => [name, restart])
  const expected = Object.keys(services).map((name) => [name, name === 'migrate' ? 'no' : 'always'])
  expect(policies).toEqual(expected)
})

it('links begin with the domain, unless another address is named', () => {
  for (const name of ['serve-a', 'serve-b']) {
    expect(services[name]?.environment?.PUNCHCARD_PUBLIC_URL).toMatch(
      /^\$\{PUNCHCARD_PUBLIC_URL:-https:\/\/\$\{PUNCHCARD_DOMAIN:-\}:\$\{HTTPS_PORT:-443\}\}$/,
    )
  }
})
