#!/usr/bin/env node
import { runCommandLine } from '../src/app/command-line.ts'

await runCommandLine(process.argv)
