/** What Node has compiled is kept for the next start: as the operator wishes, and never at the price of the start. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const START = join(import.meta.dirname, '../../bin/start.js')

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-compiled-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** What `punchcard --version` prints, with nothing of this process's own settings. */
function start(environment: Readonly<Record<string, string>>) {
  const { PATH } = process.env
  return promisify(execFile)(process.execPath, [START, '--version'], {
    env: { PATH, ...environment },
    maxBuffer: 64 * 1024 * 1024,
  })
}

const VERSION = { stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' }

it('keeps what was compiled in the temporary folder, the first file with types included', async () => {
  const folder = newFolder()
  expect(await start({ TMPDIR: folder })).toMatchObject(VERSION)
  expect(readdirSync(folder)).toEqual(['node-compile-cache'])
  const { stderr } = await start({ TMPDIR: folder, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' })
  const stripped = stderr
    .split('\n')
    .filter((line) => line.includes('transpile cache for StrippedTypeScript'))
  expect(stripped.length).toBeGreaterThan(100)
  expect(stripped[0]).toContain('/bin/punchcard.ts...success')
  expect(stripped.filter((line) => !line.endsWith('...success'))).toEqual([])
})

it('keeps it where the operator says', async () => {
  const [folder, temporary] = [newFolder(), newFolder()]
  expect(await start({ TMPDIR: temporary, NODE_COMPILE_CACHE: folder })).toMatchObject(VERSION)
  expect(readdirSync(folder)).toHaveLength(1)
  expect(readdirSync(temporary)).toEqual([])
})

it('keeps nothing where the operator does not want it', async () => {
  const [folder, temporary] = [newFolder(), newFolder()]
  const environment = { TMPDIR: temporary, NODE_COMPILE_CACHE: folder, NODE_DISABLE_COMPILE_CACHE: '1' }
  expect(await start(environment)).toMatchObject(VERSION)
  expect([...readdirSync(folder), ...readdirSync(temporary)]).toEqual([])
})

it.each(['TMPDIR', 'NODE_COMPILE_CACHE'])('starts where nothing can be kept: %s', async (variable) => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  // Below a file no folder can be made, also by root, who runs tests in containers.
  expect(await start({ TMPDIR: file, [variable]: join(file, 'below') })).toMatchObject(VERSION)
})

it('starts where what was kept is broken', async () => {
  const folder = newFolder()
  await start({ NODE_COMPILE_CACHE: folder })
  const [tag = ''] = readdirSync(folder)
  for (const name of readdirSync(join(folder, tag)))
    writeFileSync(join(folder, tag, name), 'half of what was')
  expect(await start({ NODE_COMPILE_CACHE: folder })).toMatchObject(VERSION)
})
