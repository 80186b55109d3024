#!/usr/bin/env node
// The command `punchcard`, in JavaScript that an older Node reads too: it would fail at the next file without a hint.
const [MAJOR, MINOR] = [24, 15]
const [major, minor] = process.versions.node.split('.').map(Number)

if (major > MAJOR || (major === MAJOR && minor >= MINOR)) {
  await import('./punchcard.ts')
} else {
  process.stderr.write(
    `Punchcard needs Node.js ${MAJOR}.${MINOR} or newer, and this is ${process.versions.node}. ` +
      'Install it from https://nodejs.org, or use the container image.\n',
  )
  process.exitCode = 2
}
