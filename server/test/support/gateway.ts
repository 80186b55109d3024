import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Gateway {
  readonly port: number
  /** From now on nothing gets through, and nobody hears why. */
  goSilent(): void
  goOn(): void
}

/** A way to a server that can be made to hang, as networks and overloaded machines do; closed when the test ends. */
export async function startGateway(to: { hostname: string; port: number }): Promise<Gateway> {
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return {
    port: (server.address() as AddressInfo).port,
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
