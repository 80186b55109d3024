#!/usr/bin/env node
// The command `punchcard`, in JavaScript that an older Node reads too: it would fail at the next file without a hint.
import module from 'node:module'

const [MAJOR, MINOR] = [24, 15]
const [major, minor] = process.versions.node.split('.').map(Number)

if (major > MAJOR || (major === MAJOR && minor >= MINOR)) {
  // Before the first file with types: where all of them come from the cache, Node does not load what strips types
  // (600 instead of 670 ms of CPU until the help is printed, and 1,130 ms without a cache).
  module.enableCompileCache()
  await import('./punchcard.ts')
} else {
  process.stderr.write(
    `Punchcard needs Node.js ${MAJOR}.${MINOR} or newer, and this is ${process.versions.node}. ` +
      'Install it from https://nodejs.org, or use the container image.\n',
  )
  process.exitCode = 2
}
