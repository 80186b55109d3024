import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly status: number
}

/** A merchant's server beside the panel: it keeps what it gets, and answers as it is told. */
export class Receiver {
  readonly received: Received[] = []
  /** What it answers to a request. */
  answer: (path: string, request: Omit<Received, 'status'>) => number = () => 200
  readonly #server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers as Record<string, string>, body }
      const status = this.answer(one.path, one)
      this.received.push({ ...one, status })
      response.writeHead(status).end(status === 200 ? '' : 'out of coffee')
    })
  })

  static async start(): Promise<Receiver> {
    const receiver = new Receiver()
    await receiver.listen()
    return receiver
  }

  /** On the port that it had, if it was stopped before. */
  async listen(port = 0): Promise<void> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

/** Whether a secret signs a request, by Standard Webhooks. */
export function isSignedBy(secret: string, { headers, body }: Pick<Received, 'headers' | 'body'>): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const signature = createHmac('sha256', key).update(signed).digest('base64')
  return (headers['webhook-signature'] ?? '').split(' ').includes(`v1,${signature}`)
}
