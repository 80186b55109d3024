/**
 * Not one packet goes to a private or special address. The sending happens in a process inside a network namespace of
 * its own (loopback only, its own DNS server, no way out); where no namespace can be made, nothing is sent at all.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const PROCESS = fileURLToPath(new URL('./hostile-process.ts', import.meta.url))
const NAMESPACE = ['--net', '--mount']

function canMakeNamespaces(): boolean {
  try {
    execFileSync('unshare', [...NAMESPACE, 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const isPossible = canMakeNamespaces()
if (!isPossible)
  process.stderr.write('hostile addresses are not tried: `unshare --net --mount` needs root and iproute2\n')

it.runIf(isPossible)('no packet is sent to a hostile address, however it is written or resolved', () => {
  const output = execFileSync('unshare', [...NAMESPACE, process.execPath, PROCESS], {
    encoding: 'utf8',
    timeout: 150_000,
  })
  const seen = JSON.parse(output)
  expect(seen.tried).toBeGreaterThanOrEqual(500)
  expect(seen.sent).toEqual({ tcp: 0, icmp: 0, connections: 0 })
  expect(seen.allowedAtAdding).toEqual([])
  // That would have been noticed.
  expect(seen.knocked).toBe(2)
  expect(seen.reachedByKnocking).toEqual(['10.0.0.1', '::1'])
  expect(seen.forbiddenPublic).toEqual([])
  expect(seen.reachedPublic.length).toBe(1)
  // A name that is public at one look-up and private at the next is reached where it is public, and nowhere else.
  expect(seen.turncoatReached).toEqual(['93.184.216.34'])
  expect(seen.turncoatForbidden).toBeGreaterThanOrEqual(15)
})
