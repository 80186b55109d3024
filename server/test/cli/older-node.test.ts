/** What somebody reads who has an older Node, also with `npx punchcard` in a checkout. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const SERVER = join(import.meta.dirname, '../..')
const MANIFEST = JSON.parse(readFileSync(join(SERVER, 'package.json'), 'utf8'))
const START = join(SERVER, MANIFEST.bin.punchcard)
/** Another Node than this one, as `.ci/run` installs it: `PUNCHCARD_TEST_OLDER_NODE=/opt/node-20/bin/node`. */
const OLDER_NODE = process.env.PUNCHCARD_TEST_OLDER_NODE

const outcomeOf = (node: string, ...args: string[]) =>
  run(node, [START, ...args]).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )

it('this Node is new enough, and the command runs', async () => {
  expect(await outcomeOf(process.execPath, '--version')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+/),
  })
})

it('asks for the Node that package.json asks for', () => {
  const [, major, minor] = /\[MAJOR, MINOR\] = \[(\d+), (\d+)\]/.exec(readFileSync(START, 'utf8')) ?? []
  expect(MANIFEST.engines.node).toBe(`>=${major}.${minor}`)
})

it.runIf(OLDER_NODE).each([['--version'], ['serve'], ['dev', '--fresh'], ['health'], ['nonsense']])(
  'an older one is told which it needs: %s',
  async (...args) => {
    expect(await outcomeOf(OLDER_NODE ?? '', ...args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^Punchcard needs Node\.js 24\.15 or newer, and this is 20\.0\.0\. [^\n]+\n$/,
      ),
    })
  },
)
