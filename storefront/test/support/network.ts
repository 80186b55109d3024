import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

type Trouble =
  /** The connection ends without an answer. */
  | 'down'
  /** The server does what it is asked, and its answer is lost. */
  | 'lost'
  /** Half of the answer arrives as if it were all. */
  | 'cut'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: object }

/** The way from browsers to the server: with latency, trouble, and a list of what was asked. */
export class Network {
  readonly #server = createServer((request, response) => {
    this.#pass(request, response).catch(() => response.destroy())
  })
  #to = ''
  /** `GET /v1/pub/me`, in their order; preflights are left out. */
  asked: string[] = []
  latencyMs = 0
  /** Of requests whose path contains the key. */
  readonly latencyOf = new Map<string, number>()
  readonly troubleOf = new Map<string, Trouble>()

  async start(to: string): Promise<void> {
    this.#to = to
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** As it is at the start of each test. */
  reset(): void {
    this.asked = []
    this.latencyMs = 0
    this.latencyOf.clear()
    this.troubleOf.clear()
  }

  countOf(path: string): number {
    return this.asked.filter((one) => one.includes(path)).length
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '' } = request
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (method !== 'OPTIONS') this.asked.push(`${method} ${url}`)
    await sleep(find(this.latencyOf, url) ?? this.latencyMs)
    // Looked at when it goes through: a test may change it meanwhile.
    const trouble = method === 'OPTIONS' ? undefined : find(this.troubleOf, url)
    if (trouble === 'down') return void request.socket.destroy()
    if (typeof trouble === 'object') {
      const headers = { 'access-control-allow-origin': '*', 'cache-control': 'no-store', ...trouble.headers }
      response.writeHead(trouble.status, { ...headers, 'content-type': 'application/json' })
      const { body = { type: 'urn:punchcard:problem:unavailable', title: 'Trouble' } } = trouble
      return void response.end(JSON.stringify(body))
    }
    const { host: _host, connection: _connection, ...headers } = request.headers as Record<string, string>
    const body = Buffer.concat(chunks)
    const answered = await fetch(`${this.#to}${url}`, {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      ...(body.length > 0 ? { body } : {}),
    })
    const bytes = Buffer.from(await answered.arrayBuffer())
    if (trouble === 'lost') return void request.socket.destroy()
    const { 'content-length': _length, ...sent } = Object.fromEntries(answered.headers)
    response.writeHead(answered.status, sent)
    response.end(trouble === 'cut' ? bytes.subarray(0, bytes.length / 2) : bytes)
  }
}

function find<Value>(map: ReadonlyMap<string, Value>, url: string): Value | undefined {
  for (const [part, value] of map) if (url.includes(part)) return value
  return undefined
}
