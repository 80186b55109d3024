/** docs/guides/moving-in.md and the pages of vendors: every command is run as it is written there. */
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProgram } from '../../src/cli/main.ts'
import { PRESETS } from '../../src/imports/presets/presets.ts'
import { createLogger } from '../../src/platform/log.ts'
import { makeSealingKey } from '../../src/platform/sealing.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { runHere } from '../cli/run-here.ts'
import { urlOfLogin } from '../support/logins.ts'
import { giveTiers } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'
import { startWorker, type WorkerProcess } from '../support/workers.ts'

const GUIDES = new URL('../../../docs/guides/', import.meta.url)
/** Its dates are ahead, whenever it is run. */
const nextYear = String(new Date().getUTCFullYear() + 1)
const guide = readFileSync(new URL('moving-in.md', GUIDES), 'utf8').replaceAll('2027', nextYear)
const FILES = ['saldos.csv', 'customers.csv', 'lots.csv', 'coupons.csv', 'orders.csv']

const test = useShops()
const key = makeSealingKey()
let folder: string
let worker: WorkerProcess
let environment: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'punchcard-moving-in-'))
  const { databaseUrl } = test.api
  await migrateQueue(
    urlOfLogin(databaseUrl, 'owner'),
    createLogger({ level: 'error', destination: process.stderr }),
  )
  environment = { DATABASE_URL: databaseUrl, PUNCHCARD_SECRETS_KEY: key }
  worker = await startWorker(databaseUrl, { PUNCHCARD_SECRETS_KEY: key })
})

afterAll(async () => {
  await worker?.stop()
  await rm(folder, { recursive: true, force: true })
})

const blocksOf = (page: string, kind: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${kind}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, block = '']) => block)

const wordsOf = (command: string, tenant: number): string[] =>
  command
    .trim()
    .split(/\s+/)
    .slice(1)
    .map((word, index, words) => (words[index - 1] === '--tenant' ? String(tenant) : word))
    .map((word) => (/\.(csv|tsv|jsonl)$/.test(word) ? join(folder, word) : word))

it('leads from a file to points, and says all that it shows', async () => {
  const shop = await test.open()
  await giveTiers(test.api, shop)
  for (const [index, block] of blocksOf(guide, 'csv').entries()) {
    await writeFile(join(folder, FILES[index] ?? ''), block)
  }
  const commands = blocksOf(guide, 'sh')
  const finished = []
  for (const command of commands)
    finished.push(await runHere(wordsOf(command, shop.key.tenantId), environment))
  const said = finished.map(({ exitCode, stderr }, index) => [commands[index]?.trim(), exitCode, stderr])
  expect(
    said.map(([, exitCode]) => exitCode),
    JSON.stringify(said, null, 1),
  ).toEqual([2, 0, 0, 2, 0, 1, 0, 0, 0])
  const [shown = ''] = blocksOf(guide, 'text')
  expect(finished[0]?.stdout).toContain(shown.trimEnd())
  expect(finished[1]?.stdout).toMatch(/New customers without an ID \(unclaimed\)\s+2\n/)
  expect(finished[2]?.stdout).toContain('Points 1620, cashback 81.')
  expect(finished[4]?.stdout).toContain('Points 1620, cashback 81.')
  expect(finished[7]?.stdout).toMatch(/^2 lines:$/m)
  expect(finished[8]?.stdout).toMatch(/New orders\s+2\n/)
  expect(await readFile(join(folder, 'refused.csv'), 'utf8')).toMatch(/:3,bia@example.com,12x,/)
})

it('has a page for each preset, whose command and columns are those that there are', () => {
  // Those of our own exports are told in the reference.
  const ofVendors = PRESETS.filter(({ name }) => !name.startsWith('punchcard'))
  const pages = globSync('moving-from/*.md', { cwd: GUIDES })
  const texts = pages.map((page) => readFileSync(new URL(page, GUIDES), 'utf8'))
  for (const { name, columns, links } of ofVendors) {
    const text = texts.find((one) => one.includes(`\`${name}\``))
    if (!text) throw new Error(`${name} has no page`)
    for (const link of links.slice(0, 1))
      if (!link.includes('woocommerce.com')) expect(text).toContain(link.slice(8, 30))
    for (const names of Object.values(columns)) {
      for (const column of names.slice(0, 1))
        if (!column.startsWith('#')) expect(text, name).toContain(`\`${column}\``)
    }
    expect(text).toContain('16 November 2026')
    for (const page of pages) expect(guide).toContain(`moving-from/${basename(page)}`)
  }
  const known = createProgram().commands.find((command) => command.name() === 'import')
  const check = known?.commands.find((command) => command.name() === 'check')
  for (const command of texts.flatMap((text) => blocksOf(text, 'sh'))) {
    const flags = command.split(/\s+/).filter((word) => word.startsWith('--'))
    for (const flag of flags)
      expect(
        check?.options.map(({ long }) => long),
        command,
      ).toContain(flag)
    const preset = /--preset (\S+)/.exec(command)?.[1]
    const kind = /--kind (\S+)/.exec(command)?.[1]
    expect(PRESETS.find(({ name }) => name === preset)?.kind).toBe(kind)
  }
})
