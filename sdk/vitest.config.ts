import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Each file has a server and a database: more of them than cores only wait for each other.
    maxWorkers: 2,
    // A worker loads each file of the server once.
    isolate: false,
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts', '../server/test/support/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
