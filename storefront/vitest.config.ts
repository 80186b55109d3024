import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One browser at a time: what is measured is not measured beside others.
    maxWorkers: 1,
    isolate: false,
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts', '../server/test/support/global-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
