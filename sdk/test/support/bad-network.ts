import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** What happens to a request on its way, and to its answer on the way back. */
export type Trouble =
  | 'none'
  /** The request never arrives. */
  | 'dropped'
  /** It is done, and the answer never arrives. */
  | 'answer lost'
  /** It is done, and half of the answer arrives. */
  | 'answer cut'
  /** It is done, and half of the answer arrives as if it were all. */
  | 'answer shortened'
  /** It is done, and the answer does not come while anybody waits. */
  | 'silence'
  | { readonly status: number; readonly headers?: OutgoingHttpHeaders; readonly body?: string }

/** A way to the server with trouble: the first request meets the first, and so on; what comes after them, none. */
export async function badNetwork(to: string, ...troubles: Trouble[]) {
  const arrivals: number[] = []
  const server = createServer((request, response) => {
    const trouble = troubles[arrivals.length] ?? 'none'
    arrivals.push(performance.now())
    pass(to, trouble, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** When each request came, in milliseconds. */
    arrivals,
  }
}

/** A server that is not there yet: connections are refused until `listen` is called. */
export async function laterServer(to: string) {
  const server = createServer((request, response) => {
    pass(to, 'none', request, response).catch(() => response.destroy())
  })
  const open = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await open(0)
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port, listen: () => open(port) }
}

async function pass(
  to: string,
  trouble: Trouble,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (trouble === 'dropped') return void request.socket.destroy()
  if (typeof trouble === 'object') {
    response.writeHead(trouble.status, trouble.headers)
    return void response.end(trouble.body)
  }
  const { 'content-length': _, ...headers } = request.headers as Record<string, string>
  const method = request.method ?? ''
  const sent = body.length > 0 ? { body } : {}
  const answered = await fetch(`${to}${request.url}`, { method, headers, ...sent })
  const text = await answered.text()
  const half = text.slice(0, text.length / 2)
  switch (trouble) {
    case 'answer lost':
      request.socket.destroy()
      return
    case 'silence':
      return
    case 'answer cut':
      response.writeHead(answered.status, { 'content-length': Buffer.byteLength(text) })
      response.write(half, () => request.socket.destroy())
      return
    case 'answer shortened':
      response.writeHead(answered.status)
      response.end(half)
      return
    case 'none':
      response.writeHead(answered.status, Object.fromEntries(answered.headers))
      response.end(text)
  }
}
