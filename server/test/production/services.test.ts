/** The units of docs/operating/services.md, as systemd reads them. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

function isInstalled(): boolean {
  try {
    return (
      Number(
        /systemd (\d+)/.exec(execFileSync('systemd-analyze', ['--version'], { encoding: 'utf8' }))?.[1],
      ) >= 250
    )
  } catch {
    process.stderr.write('\nThe units of systemd are not tested here: there is no systemd-analyze.\n\n')
    return false
  }
}

it.skipIf(!isInstalled())('units that systemd has nothing to say against', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/operating/services.md'), 'utf8')
  const units = [...page.matchAll(/```ini\n# \/etc\/systemd\/system\/(\S+)\n([\s\S]*?)```/g)]
  expect(units.map(([, name]) => name)).toEqual(['punchcard-serve.service', 'punchcard-work.service'])
  const folder = await mkdtemp(join(tmpdir(), 'punchcard-units-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [, name = '', unit = ''] of units) {
    // Node lies elsewhere on some machines, and systemd looks whether it is there.
    await writeFile(join(folder, name), unit.replace('/usr/bin/node', process.execPath))
  }
  const files = units.map(([, name = '']) => join(folder, name))
  const { stdout, stderr } = await promisify(execFile)('systemd-analyze', ['verify', '--man=no', ...files])
  expect(stdout + stderr).toBe('')
})
