import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One browser and one server for all: more at once only wait for each other.
    maxWorkers: 1,
    projects: [
      { test: { name: 'pure', include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'] } },
      {
        test: {
          name: 'browser',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // One second is over before a busy machine has drawn a page.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
