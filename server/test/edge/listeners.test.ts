import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { type ListenOptions, openListeners } from '../../src/platform/http/listeners.ts'
import { freePort } from '../cli/punchcard-process.ts'
import { duringFlood } from './flood.ts'

const CONNECTIONS = 200
const TURN_MS = 10

function listening(server: Server): (options: ListenOptions) => Promise<void> {
  return (options) =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(options, () => resolve())
    })
}

/** Turns of the event loop, each as long as those of a busy process, until `isOver`. */
async function turnsUntil(isOver: () => boolean): Promise<number> {
  let turns = 0
  while (!isOver()) {
    turns += 1
    const endsAt = performance.now() + TURN_MS
    while (performance.now() < endsAt);
    await new Promise((resolve) => setImmediate(resolve))
  }
  return turns
}

it(`${CONNECTIONS} who come at the same moment are let in by a busy process in a few turns`, async () => {
  let accepted = 0
  const server = createServer((_request, response) => response.end('{}'))
  server.on('connection', () => {
    accepted += 1
  })
  const at = { host: '127.0.0.1', port: 0, connectionsMax: 10_000 }
  const listeners = await openListeners(server, at, listening(server))
  const { port } = server.address() as AddressInfo
  const counted = turnsUntil(() => accepted > 0).then(() => turnsUntil(() => accepted >= CONNECTIONS))
  const { result: turns } = await duringFlood({ port, connections: CONNECTIONS, path: '/' }, () => counted)
  process.stdout.write(`${CONNECTIONS} connections were accepted in ${turns} turns\n`)
  expect(turns).toBeLessThan(CONNECTIONS / 3)
  server.closeAllConnections()
  await Promise.all([new Promise((resolve) => server.close(resolve)), listeners.close()])
})

it('a port that is taken is refused, and nothing of it is let in', async () => {
  const port = await freePort()
  const [first, second] = [createServer(), createServer()]
  const at = { host: '127.0.0.1', port, connectionsMax: 10_000 }
  const listeners = await openListeners(first, at, listening(first))
  await expect(openListeners(second, at, listening(second))).rejects.toThrow(/EADDRINUSE/)
  await Promise.all([new Promise((resolve) => first.close(resolve)), listeners.close()])
  const again = await openListeners(second, at, listening(second))
  await Promise.all([new Promise((resolve) => second.close(resolve)), again.close()])
})
