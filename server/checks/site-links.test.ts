/** site/check-links.ts, with which the build of the site ends: it fails on a link that leads nowhere. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const CHECK = join(import.meta.dirname, '../../site/check-links.ts')

function check(pages: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-site-'))
  try {
    for (const [name, text] of Object.entries(pages)) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    const { status, stdout, stderr } = spawnSync(process.execPath, [CHECK, folder], { encoding: 'utf8' })
    return { status, stdout, stderr }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const GOOD = {
  'index.html':
    '<a href="/docs/">d</a> <a href="./docs/guides/orders#names">o</a> <a href="https://elsewhere.example/x">e</a>',
  'docs/index.html':
    '<a href="guides/orders">o</a> <a href="/deploy/compose.yaml">c</a> <a id="top" href="#top">t</a>',
  'docs/guides/orders.html': '<h2 id="names">Names</h2> <a href="../../">home</a>',
  'deploy/compose.yaml': 'services: {}',
}

it('passes where every link leads somewhere', () => {
  expect(check(GOOD)).toEqual({ status: 0, stdout: '3 pages, 6 links, 0 dead\n', stderr: '' })
})

it.each([
  ['a page that is not there', '<a href="/sdk/README">x</a>', '/sdk/README'],
  ['a file that is not there', '<a href="../deploy/Caddyfile">x</a>', '../deploy/Caddyfile'],
  ['a heading that is not there', '<a href="/docs/guides/orders#totals">x</a>', '/docs/guides/orders#totals'],
])('fails on %s', (_what, text, target) => {
  const { status, stderr } = check({ ...GOOD, 'docs/planted.html': text })
  expect(status).toBe(1)
  expect(stderr).toBe(`docs/planted.html links to ${target}, which is not there\n`)
})

it('fails where nothing was built', () => {
  expect(check({}).status).toBe(1)
})
