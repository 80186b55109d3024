import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Balancer extends AsyncDisposable {
  readonly url: string
  /** Behind it from now on, as soon as it says that it is ready. */
  add(url: string): void
  remove(url: string): void
}

/** How often each process is asked whether it is ready. */
const CHECK_EVERY_MS = 300

/**
 * Hands connections on, one process after the other, and knows nothing of HTTP: like a Service of Kubernetes. A process
 * that is not ready gets no new ones; those that are open it leaves alone, and it never tries anything again.
 */
export async function startBalancer(): Promise<Balancer> {
  const behind = new Map<string, { isReady: boolean }>()
  const sockets = new Set<Socket>()
  let turn = 0

  function next(): URL | null {
    const ready = [...behind].filter(([, { isReady }]) => isReady)
    turn += 1
    const chosen = ready[turn % ready.length]
    return chosen ? new URL(chosen[0]) : null
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    const to = next()
    if (!to) return void socket.destroy()
    const onward = connect({ port: Number(to.port), host: to.hostname, allowHalfOpen: true, noDelay: true })
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroySoon()
      })
      one.pipe(other)
    }
  })
  const checking = setInterval(() => {
    for (const [url, state] of behind) {
      fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
        ({ ok }) => {
          state.isReady = ok
        },
        () => {
          state.isReady = false
        },
      )
    }
  }, CHECK_EVERY_MS)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (url) => void behind.set(url, { isReady: false }),
    remove: (url) => void behind.delete(url),
    async [Symbol.asyncDispose]() {
      clearInterval(checking)
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
