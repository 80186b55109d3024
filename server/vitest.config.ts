import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Under test/ nearly everything needs the database; these are of the tests themselves. */
const PURE_IN_TEST = [
  'test/model/parts.test.ts',
  'test/scenarios/index.test.ts',
  'test/soak/judge.test.ts',
  'test/webhooks/guide.test.ts',
]
const filesOf = (...patterns: string[]): string[] => globSync(patterns, { cwd: import.meta.dirname })
const beside = filesOf('{src,checks,scripts,bench}/**/*.test.ts')
/** Beside their files stand tests of pure files, and some that use what tests of the database use. */
const usesDatabase = (file: string): boolean =>
  / from '[^']*\/test\/support\//.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))

const common = {
  // A worker loads each file of the server once, not once for each test file: a quarter of the time.
  isolate: false,
  // Generous: four processes took more than a minute to start on a busy machine, and a hanging test is found all the same.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // One second is over before a busy machine has done what is waited for.
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig({
  test: {
    // Each starts processes and databases of its own. One more than the cores of the smallest machine: some wait for
    // time to pass.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...common,
          name: 'pure',
          include: [...beside.filter((file) => !usesDatabase(file)), ...PURE_IN_TEST],
        },
      },
      {
        test: {
          ...common,
          name: 'database',
          // Not by `exclude`: that would take the place of one on the command line.
          include: [
            ...filesOf('test/**/*.test.ts').filter((file) => !PURE_IN_TEST.includes(file)),
            ...beside.filter(usesDatabase),
          ],
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
    ],
  },
})
