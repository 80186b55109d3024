import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, createServer, type Server as Listener } from 'node:net'

/**
 * Node accepts one connection in each turn of its event loop. Turns of a busy process take 20 ms, so it lets in 50
 * connections a second: beside those who connect and hang up, somebody without a connection waited for 10 s (measured).
 * Further listeners on the same port accept one more in each turn.
 */
const DOORS_MAX = 16
/** Connections come to a door by chance, so each has to have room for many. */
const CONNECTIONS_PER_DOOR_MIN = 100

export interface Doors {
  /** Lets nobody in any more, and waits until those who came in have gone. */
  close(): Promise<void>
}

/** What `listen` of a server is told. */
export interface DoorOptions {
  readonly host: string
  readonly port: number
  readonly reusePort?: boolean
}

/** Whether several listeners may share a port here. Elsewhere there is one door. */
const CAN_SHARE = process.platform === 'linux'

/** Opens the door that `listen` opens, and further ones beside it. */
export async function openDoors(
  server: Server,
  { host, port, connectionsMax }: { host: string; port: number; connectionsMax: number },
  listen: (options: DoorOptions) => Promise<unknown>,
): Promise<Doors> {
  const count = CAN_SHARE ? Math.min(DOORS_MAX, Math.floor(connectionsMax / CONNECTIONS_PER_DOOR_MIN)) : 1
  if (count <= 1) {
    await listen({ host, port })
    return { close: async () => {} }
  }
  // Shared ports can be shared with another process too, and nobody would notice.
  if (port !== 0) await expectFree(host, port)
  await listen({ host, port, reusePort: true })
  const connectionsOfDoor = Math.ceil(connectionsMax / count)
  server.maxConnections = connectionsOfDoor
  const { port: chosenPort } = server.address() as AddressInfo
  const further = await Promise.all(
    Array.from({ length: count - 1 }, () => openFurtherDoor(server, host, chosenPort, connectionsOfDoor)),
  )
  return {
    async close() {
      await Promise.all(further.map((door) => new Promise((resolve) => door.close(resolve))))
    },
  }
}

async function openFurtherDoor(
  server: Server,
  host: string,
  port: number,
  connectionsMax: number,
): Promise<Listener> {
  // As an HTTP server makes its connections.
  const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit('connection', socket),
  )
  door.maxConnections = connectionsMax
  door.listen({ host, port, reusePort: true })
  await once(door, 'listening')
  return door
}

/** Rejects as `listen` does when the port is taken. */
async function expectFree(host: string, port: number): Promise<void> {
  const probe = createServer().listen({ host, port })
  await once(probe, 'listening')
  await new Promise((resolve) => probe.close(resolve))
}
