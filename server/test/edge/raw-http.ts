import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly elapsedMs: number
}

/**
 * Writes bytes to a real socket and reads one answer from it: for what no HTTP client would send. null when
 * the connection ended without an answer.
 */
export function exchange(
  port: number,
  request: string | Buffer | ((socket: Socket) => void),
): Promise<RawAnswer | null> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received = Buffer.alloc(0)
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no whole answer after 15 s, only: ${received.toString('latin1')}`))
    }, 15_000)
    const finish = (): void => {
      clearTimeout(timer)
      socket.destroy()
      const answer = parseAnswer(received)
      resolve(answer && { ...answer, elapsedMs: performance.now() - startedAt })
    }
    socket.on('connect', () => {
      if (typeof request === 'function') request(socket)
      else socket.write(request)
    })
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
      if (parseAnswer(received)) finish()
    })
    // A server that closes on us while we still send resets the connection: what came before counts.
    socket.on('error', finish)
    socket.on('close', finish)
  })
}

/** null while it is not whole. */
export function parseAnswer(bytes: Buffer): Omit<RawAnswer, 'elapsedMs'> | null {
  const endOfHeaders = bytes.indexOf('\r\n\r\n')
  if (endOfHeaders < 0) return null
  const [statusLine = '', ...lines] = bytes.subarray(0, endOfHeaders).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const body = bytes.subarray(endOfHeaders + 4)
  if (body.length < Number(headers['content-length'] ?? 0)) return null
  return { statusCode: Number(statusLine.split(' ')[1]), headers, body: body.toString('utf8') }
}
