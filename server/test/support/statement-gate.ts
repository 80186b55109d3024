import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Types of messages that run a statement: an execution, and a simple query such as COMMIT. */
const RUNS = new Set(['E', 'Q'].map((type) => type.charCodeAt(0)))
/** What the first message of a connection asks for in place of encryption. */
const PROTOCOL = 196_608

/** Stands between a process and its PostgreSQL and counts statements, so that a test can stop at any of them. */
export interface StatementGate {
  /** The database, by way of the gate. */
  readonly url: string
  /** How many statements have come since the last call of `stopAt`. */
  readonly count: number
  /** Of the statements from now on, this one (the first is 1) and all behind it do not get through. */
  stopAt(statement: number, onStop: () => void): void
  /** Lets new connections through. Those that were stopped are gone. */
  goOn(): void
  close(): Promise<void>
}

export async function startStatementGate(databaseUrl: string): Promise<StatementGate> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let count = 0
  let last = Infinity
  let onStop = (): void => {}
  const isStopped = (): boolean => count >= last

  const server = createServer((socket) => {
    const onward = connect(Number(target.port || 5432), target.hostname)
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    onward.on('data', (bytes: Buffer) => void socket.write(bytes))
    let held: Buffer = Buffer.alloc(0)
    let isOpen = false
    socket.on('data', (bytes: Buffer) => {
      held = Buffer.concat([held, bytes])
      for (;;) {
        // The first message has no type.
        const prefix = isOpen ? 1 : 0
        if (held.length < prefix + 4) return
        const length = prefix + held.readInt32BE(prefix)
        if (held.length < length) return
        const message = held.subarray(0, length)
        held = held.subarray(length)
        if (isOpen) noteStatement(message)
        else isOpen = message.readInt32BE(4) === PROTOCOL
        if (!isStopped()) onward.write(message)
      }
    })
  })

  function noteStatement(message: Buffer): void {
    if (isStopped() || !RUNS.has(message[0] ?? 0)) return
    count += 1
    if (isStopped()) onStop()
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    get count() {
      return count
    },
    stopAt(statement, then) {
      count = 0
      last = statement
      onStop = then
    },
    goOn() {
      last = Infinity
      for (const socket of sockets) socket.destroy()
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      return closed
    },
  }
}
