/**
 * The least that can answer an order in Node: node:http alone, which reads the body, parses it with JSON.parse and sends
 * the answer that it was given, byte for byte. No routes, no authentication, no validation, no database. What has no body
 * gets the same answer.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const { headers, body } = JSON.parse(process.env.BENCH_ANSWER ?? '') as {
  headers: Record<string, string>
  body: string
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (request.method === 'GET') {
      response.writeHead(200, headers).end(body)
      return
    }
    const order = JSON.parse(Buffer.concat(chunks).toString()) as { OriginalId?: string }
    response.writeHead(order.OriginalId ? 200 : 400, headers)
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('SIGTERM', () => process.exit(0))
