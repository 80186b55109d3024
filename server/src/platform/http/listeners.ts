import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net'

/**
 * Node accepts one connection in each turn of its event loop. Turns of a busy process take 20 ms, so it lets in 50
 * connections per second: beside senders that connect and hang up, another one waited 10 s for a connection (measured).
 * Further listeners on the same port accept one more in each turn.
 */
const LISTENERS_MAX = 16
/** The system spreads connections over the listeners by chance, so each one needs room for many. */
const CONNECTIONS_PER_LISTENER_MIN = 100

export interface Listeners {
  /** Accepts no more connections, and waits until those that are open have ended. */
  close(): Promise<void>
}

/** What `listen` of a server is told. */
export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly reusePort?: boolean
}

/** True if several listeners may share a port on this system. Elsewhere there is one listener. */
const CAN_SHARE = process.platform === 'linux'

/** Starts the listener that `listen` starts, and further ones on the same port. */
export async function openListeners(
  server: Server,
  { host, port, connectionsMax }: { host: string; port: number; connectionsMax: number },
  listen: (options: ListenOptions) => Promise<unknown>,
): Promise<Listeners> {
  const count = CAN_SHARE
    ? Math.min(LISTENERS_MAX, Math.floor(connectionsMax / CONNECTIONS_PER_LISTENER_MIN))
    : 1
  if (count <= 1) {
    await listen({ host, port })
    return { close: async () => {} }
  }
  // A port that can be shared can be shared with another process by mistake, without an error.
  if (port !== 0) await expectFree(host, port)
  await listen({ host, port, reusePort: true })
  const connectionsPerListener = Math.ceil(connectionsMax / count)
  server.maxConnections = connectionsPerListener
  const { port: chosenPort } = server.address() as AddressInfo
  const further = await Promise.all(
    Array.from({ length: count - 1 }, () =>
      openFurtherListener(server, host, chosenPort, connectionsPerListener),
    ),
  )
  return {
    async close() {
      await Promise.all(further.map((listener) => new Promise((resolve) => listener.close(resolve))))
    },
  }
}

async function openFurtherListener(
  server: Server,
  host: string,
  port: number,
  connectionsMax: number,
): Promise<NetServer> {
  // As an HTTP server makes its connections.
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit('connection', socket),
  )
  listener.maxConnections = connectionsMax
  listener.listen({ host, port, reusePort: true })
  await once(listener, 'listening')
  return listener
}

/** Rejects as `listen` does when the port is taken. */
async function expectFree(host: string, port: number): Promise<void> {
  const probe = createServer().listen({ host, port })
  await once(probe, 'listening')
  await new Promise((resolve) => probe.close(resolve))
}
