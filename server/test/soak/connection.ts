import { connect, type Socket } from 'node:net'
import { parseAnswer } from '../edge/raw-http.ts'

/** A connection that stays open, for one request at a time; made again when it was lost. */
export class KeptConnection {
  readonly #port: number
  #socket: Socket | null = null
  #received: Buffer = Buffer.alloc(0)
  #answered: (status: number) => void = () => {}

  constructor(port: number) {
    this.#port = port
  }

  /** The status of the answer; 0 when the connection ended without one. */
  send(request: string | Buffer): Promise<number> {
    return new Promise((resolve) => {
      this.#answered = resolve
      this.#socket ??= this.#open()
      this.#socket.write(request)
    })
  }

  #open(): Socket {
    const socket = connect(this.#port, '127.0.0.1')
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes])
      const answer = parseAnswer(this.#received)
      if (!answer) return
      this.#received = Buffer.alloc(0)
      this.#answered(answer.statusCode)
    })
    socket.on('close', () => {
      this.#socket = null
      this.#received = Buffer.alloc(0)
      this.#answered(0)
    })
    return socket
  }
}
