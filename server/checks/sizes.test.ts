/** The limits on functions and files in biome.json: each is broken here once, and reported. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const BIOME = join(ROOT, 'node_modules/.bin/biome')

it('report what is too long, tests apart', () => {
  expect(
    problemsIn({
      'src/function.ts': functionOf(80),
      'src/long-function.ts': functionOf(81),
      'src/long-function.test.ts': functionOf(81),
      'src/parameters.ts': methodOf(5),
      'src/many-parameters.ts': methodOf(6),
      'bench/file.ts': fileOf(400),
      'bench/long-file.ts': fileOf(401),
      'test/long-file.ts': fileOf(401),
    }),
  ).toEqual([
    'bench/long-file.ts: noExcessiveLinesPerFile',
    'src/long-function.ts: noExcessiveLinesPerFunction',
    'src/many-parameters.ts: useMaxParams',
  ])
})

function functionOf(lines: number): string {
  return `export function work(): void {\n${'  work()\n'.repeat(lines)}}\n`
}

function methodOf(parameters: number): string {
  const names = Array.from({ length: parameters }, (_, index) => `_one${index}: number`)
  return `export class Work {\n  do(${names.join(', ')}): void {}\n}\n`
}

function fileOf(lines: number): string {
  return Array.from({ length: lines }, (_, index) => `export const ONE_${index} = ${index}\n`).join('')
}

/** What the settings of this project report, of files by their path below server/. */
function problemsIn(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-sizes-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // Which files belong to the project is asked of git, which does not know this folder.
  const { vcs: _, ...settings } = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'))
  const all = { ...files, '../biome.json': JSON.stringify(settings) }
  for (const [file, text] of Object.entries(all)) {
    const path = join(folder, 'server', file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const flags = ['lint', '--reporter=github', '--max-diagnostics=none', '.']
  const { stdout } = spawnSync(BIOME, flags, { cwd: folder, encoding: 'utf8' })
  return [...stdout.matchAll(/title=lint\/\w+\/(\w+),file=\S*?\/server\/([^,]+)/g)]
    .map(([, rule, file]) => `${file}: ${rule}`)
    .sort()
}
