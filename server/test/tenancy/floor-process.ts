/** Takes any request, body and all, and refuses it from memory: what the same load costs without Punchcard. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(429, { 'retry-after': '5' }).end('{}'))
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
