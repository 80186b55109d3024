import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'checks/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Generous: a machine that is shared can be slow, and what hangs is found all the same.
    testTimeout: 60_000,
    // Each starts processes and databases of its own: more of them than cores only wait for each other.
    maxWorkers: 2,
    // A shared machine can stall for seconds, and then a bound on time says nothing of the code.
    retry: process.env.CI ? 1 : 0,
    hookTimeout: 180_000,
  },
})
