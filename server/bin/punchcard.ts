#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Before the first import of ours: half the time to start. Where the cache can't be written, it is done without.
// `start.js` has done it already; an image and systemd may start this file.
enableCompileCache()
const { endOnSignalAsFirstProcess } = await import('../src/platform/signals.ts')
endOnSignalAsFirstProcess()

// Containers ask every few seconds, and mostly all is well: a quarter of the time without all other commands.
if (process.argv.slice(2).join(' ') === 'health') {
  const { describeHealth, healthIfReady } = await import('../src/app/health.ts')
  const health = await healthIfReady(process.env)
  if (health) {
    process.stdout.write(`${describeHealth(health)}\n`)
    process.exit(0)
  }
}

const { runCommandLine } = await import('../src/cli/main.ts')

await runCommandLine(process.argv)
