import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Types of messages that run a statement: an execution, and a simple query such as COMMIT. */
const RUNS = new Set(['E', 'Q'].map((type) => type.charCodeAt(0)))
/** Types of messages after which a process waits for an answer: a Sync, and a simple query. */
const ENDS_ROUND = new Set(['S', 'Q'].map((type) => type.charCodeAt(0)))
/** What ends the answer to a round. */
const READY = 'Z'.charCodeAt(0)
/** What the first message of a connection asks for in place of encryption. */
const PROTOCOL = 196_608

/**
 * `before`: the statement does not get through. `answer`: its round trip does, and the answer is lost, which has come when
 * the test is told.
 */
export type Cut = 'before' | 'answer'

/** Stands between a process and its PostgreSQL and counts statements, so that a test can stop at any of them. */
export interface StatementGate {
  /** The database, by way of the gate. */
  readonly url: string
  /** How many statements have come since the last call of `stopAt`. */
  readonly count: number
  /** Likewise, how many round trips they took. */
  readonly rounds: number
  /** Of the statements from now on, this one (the first is 1) is cut off, and so is all behind it. */
  stopAt(statement: number, onStop: () => void, cut?: Cut): void
  /** Lets new connections through. Those that were stopped are gone. */
  goOn(): void
  close(): Promise<void>
}

export async function startStatementGate(databaseUrl: string): Promise<StatementGate> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let count = 0
  let rounds = 0
  let last = Infinity
  let onStop = (): void => {}
  let cut: Cut = 'before'
  const isStopped = (): boolean => count >= last

  // Messages are passed on one by one: without this each would wait 40 ms for the one before it to be acknowledged.
  const server = createServer({ noDelay: true }, (socket) => {
    const onward = connect({
      port: Number(target.port || 5432),
      host: target.hostname,
      noDelay: true,
    })
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
    let isOpen = false
    /** The statement came here, and the rest of its round trip gets through. */
    let isLastRound = false
    let isCutHere = false
    /** Round trips without an answer; the beginning of a connection is one. */
    let unanswered = 1

    function getsThrough(wasStopped: boolean, endsRound: boolean): boolean {
      if (!isStopped()) return true
      if (!wasStopped) {
        if (cut === 'before') onStop()
        else isLastRound = true
      }
      if (!isLastRound) return false
      isLastRound = !endsRound
      isCutHere = endsRound
      return true
    }

    onward.on('data', (bytes: Buffer) => {
      if (!isStopped() || cut === 'before') socket.write(bytes)
    })
    eachMessage(
      onward,
      () => true,
      (message) => {
        if (message[0] !== READY) return
        unanswered -= 1
        if (isCutHere && unanswered === 0) onStop()
      },
    )
    eachMessage(
      socket,
      () => isOpen,
      (message) => {
        const wasStopped = isStopped()
        const endsRound = isOpen && ENDS_ROUND.has(message[0] ?? 0)
        if (isOpen) noteStatement(message)
        else isOpen = message.readInt32BE(4) === PROTOCOL
        if (!getsThrough(wasStopped, endsRound)) return
        if (endsRound) unanswered += 1
        onward.write(message)
      },
    )
  })

  function noteStatement(message: Buffer): void {
    if (isStopped()) return
    if (ENDS_ROUND.has(message[0] ?? 0)) rounds += 1
    if (RUNS.has(message[0] ?? 0)) count += 1
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
    get rounds() {
      return rounds
    },
    stopAt(statement, then, how = 'before') {
      count = 0
      rounds = 0
      last = statement
      onStop = then
      cut = how
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

/** Messages that come in a connection. The first one of a client has no type. */
function eachMessage(socket: Socket, hasType: () => boolean, then: (message: Buffer) => void): void {
  let held: Buffer = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    held = Buffer.concat([held, bytes])
    for (;;) {
      const prefix = hasType() ? 1 : 0
      if (held.length < prefix + 4) return
      const length = prefix + held.readInt32BE(prefix)
      if (held.length < length) return
      const message = held.subarray(0, length)
      held = held.subarray(length)
      then(message)
    }
  })
}
