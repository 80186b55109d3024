#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Before the first import of ours: a third less time to start.
enableCompileCache()
const { runCommandLine } = await import('../src/cli/main.ts')

await runCommandLine(process.argv)
