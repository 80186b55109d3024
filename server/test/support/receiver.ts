import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A webhook as it came in. */
export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly at: number
  /** From the headers, for short. */
  readonly id: string
  readonly sequence: number
}

export type Reply =
  | 'hang'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }

/** A merchant's server: it keeps what it gets, and answers as it is told. */
export class Receiver {
  readonly received: Received[] = []
  /** What it answers to one that came in; 200 unless told. Only what was answered with 2xx counts as received. */
  reply: (incoming: Received) => Reply = () => ({ status: 200 })
  /** Every request, whatever the answer. */
  readonly requests: Received[] = []
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((request, response) => this.#take(request, response))

  static async start(): Promise<Receiver> {
    const receiver = new Receiver()
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve))
    receiver.#server.on('connection', (socket) => {
      receiver.#sockets.add(socket)
      socket.on('close', () => receiver.#sockets.delete(socket))
    })
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The payloads that came to a path, in the order in which they came. */
  bodies<T = Record<string, unknown>>(path = '/'): T[] {
    return this.received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as T)
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      const incoming: Received = {
        path: request.url ?? '',
        headers,
        body: Buffer.concat(chunks).toString(),
        at: Date.now(),
        id: headers['webhook-id'] ?? '',
        sequence: Number(headers['punchcard-customer-sequence']),
      }
      this.requests.push(incoming)
      const reply = this.reply(incoming)
      if (reply === 'hang') return
      if (reply.status >= 200 && reply.status < 300) this.received.push(incoming)
      response.writeHead(reply.status, reply.headers)
      response.end(reply.body)
    })
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
