import { lookup } from 'node:dns/promises'
// As a whole: a name that this version of Node has not would keep the file from being loaded.
import net from 'node:net'

/**
 * Sockets on one port for a process that is yet to be started, which listens on them. They stay with the one that opened
 * them too: what connected to them is not lost while one process leaves and the next one takes its place.
 */
export interface ListeningSockets {
  readonly fileDescriptors: readonly number[]
  readonly port: number
  close(): void
}

/** They may share the port with others: the system spreads connections over all that are listened on. */
export async function openSockets(
  { host, port }: { readonly host: string; readonly port: number },
  count: number,
): Promise<ListeningSockets> {
  const { address } = await lookup(host)
  const first = new net.BoundSocket({ host: address, port, reusePort: true })
  const sockets = [first]
  const { port: chosenPort } = first.address()
  while (sockets.length < count) {
    sockets.push(new net.BoundSocket({ host: address, port: chosenPort, reusePort: true }))
  }
  return {
    fileDescriptors: sockets.map((socket) => socket.fd()),
    port: chosenPort,
    close() {
      for (const socket of sockets.splice(0)) socket.close()
    },
  }
}

/** Why no sockets can be handed on here; null: they can. */
export function problemOfSockets(): string | null {
  if (process.platform !== 'linux') return 'Several processes on one port need Linux.'
  // It came with Node 24.19, and Punchcard runs with 24.15.
  if (typeof net.BoundSocket === 'function') return null
  return `Several processes on one port need Node.js 24.19 or newer, and this is ${process.versions.node}.`
}
