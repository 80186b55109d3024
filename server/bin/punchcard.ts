#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Before the first import of ours: a third less time to start.
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
