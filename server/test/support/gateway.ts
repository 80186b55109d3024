import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Gateway {
  readonly port: number
  /** From now on nothing gets through, and nobody hears why. */
  goSilent(): void
  goOn(): void
  /** From now on nobody listens there, as where a server is down. */
  close(): Promise<void>
  open(): Promise<void>
}

/** A way to a server that can be made to hang, as networks and overloaded machines do; closed when the test ends. */
export async function startGateway(to: {
  readonly hostname: string
  readonly port: number
}): Promise<Gateway> {
  let isSilent = false
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const onward = connect(to.port, to.hostname)
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        if (!isSilent) other.destroy()
      })
      one.on('data', (bytes: Buffer) => void other.write(bytes))
      if (isSilent) one.pause()
    }
  })
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    return closed
  }
  await listen(0)
  onTestFinished(() => void close())
  const { port } = server.address() as AddressInfo
  return {
    port,
    close,
    open: () => listen(port),
    goSilent() {
      isSilent = true
      for (const socket of sockets) socket.pause()
    },
    goOn() {
      isSilent = false
      for (const socket of sockets) socket.resume()
    },
  }
}
