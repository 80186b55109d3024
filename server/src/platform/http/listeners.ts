import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, createServer, Server as NetServer } from 'node:net'

/**
 * Node accepts one connection in each turn of its event loop. Turns of a busy process take 20 ms, so it lets in 50
 * connections per second: beside senders that connect and hang up, another one waited 10 s for a connection (measured).
 * Further listeners on the same port accept one more in each turn.
 */
const LISTENERS_MAX = 16
/** The system spreads connections over the listeners by chance, so each one needs room for many. */
const CONNECTIONS_PER_LISTENER_MIN = 100

export interface Listeners {
  /** Leaves new connections to other processes that listen on the same sockets; those that are open stay. */
  stopAccepting(): void
  /** Accepts no more connections, and waits until those that are open have ended. */
  close(): Promise<void>
}

/** What `listen` of a server is told. */
export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly reusePort?: boolean
  /** A socket that is there already, instead of the host and the port. */
  readonly fd?: number
}

/** True if several listeners may share a port on this system. Elsewhere there is one listener. */
const CAN_SHARE = process.platform === 'linux'

/** Starts the listener that `listen` starts, and further ones on the same port. */
export async function openListeners(
  server: Server,
  { host, port, connectionsMax }: { host: string; port: number; connectionsMax: number },
  listen: (options: ListenOptions) => Promise<unknown>,
): Promise<Listeners> {
  const count = CAN_SHARE ? listenerCount(connectionsMax) : 1
  if (count === 1) {
    await listen({ host, port })
    return openFurtherListeners(server, [], connectionsMax)
  }
  // A port that can be shared can be shared with another process by mistake, without an error.
  if (port !== 0) await expectFree(host, port)
  await listen({ host, port, reusePort: true })
  const connectionsPerListener = Math.ceil(connectionsMax / count)
  server.maxConnections = connectionsPerListener
  const { port: chosenPort } = server.address() as AddressInfo
  const at = { host, port: chosenPort, reusePort: true }
  return openFurtherListeners(
    server,
    Array.from({ length: count - 1 }, () => at),
    connectionsPerListener,
  )
}

/** How many listeners a server has that takes so many connections. */
export function listenerCount(connectionsMax: number): number {
  return Math.max(1, Math.min(LISTENERS_MAX, Math.floor(connectionsMax / CONNECTIONS_PER_LISTENER_MIN)))
}

/** The same on sockets that another process has opened. */
export async function adoptListeners(
  server: Server,
  { host, port, connectionsMax }: { host: string; port: number; connectionsMax: number },
  fileDescriptors: readonly number[],
  listen: (options: ListenOptions) => Promise<unknown>,
): Promise<Listeners> {
  const [first, ...further] = fileDescriptors.map((fd) => ({ host, port, fd }))
  if (!first) throw new Error('there is no socket to listen on')
  await listen(first)
  const connectionsPerListener = Math.ceil(connectionsMax / fileDescriptors.length)
  server.maxConnections = connectionsPerListener
  return openFurtherListeners(server, further, connectionsPerListener)
}

async function openFurtherListeners(
  server: Server,
  places: readonly ListenOptions[],
  connectionsMax: number,
): Promise<Listeners> {
  const further = await Promise.all(places.map((at) => openFurtherListener(server, at, connectionsMax)))
  return {
    stopAccepting() {
      // That of `net`: the one of `http` closes idle connections too, on which a request may be on its way.
      for (const listener of [server, ...further]) NetServer.prototype.close.call(listener)
    },
    async close() {
      await Promise.all(further.map((listener) => new Promise((resolve) => listener.close(resolve))))
    },
  }
}

async function openFurtherListener(
  server: Server,
  at: ListenOptions,
  connectionsMax: number,
): Promise<NetServer> {
  // As an HTTP server makes its connections.
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit('connection', socket),
  )
  listener.maxConnections = connectionsMax
  listener.listen(at)
  await once(listener, 'listening')
  return listener
}

/** Rejects as `listen` does when the port is taken. */
export async function expectFree(host: string, port: number): Promise<void> {
  const probe = createServer().listen({ host, port })
  await once(probe, 'listening')
  await new Promise((resolve) => probe.close(resolve))
}
