/**
 * `node flood-process.ts PORT CONNECTIONS PATH [AUTHORIZATION]`: so many connections, each sending the next request as soon as the last
 * one is answered, until the parent closes its standard input. Then it prints how often it got which status.
 */
import { connect } from 'node:net'
import { inventedAuthorization } from './invented.ts'

const [port, connections] = [Number(process.argv[2]), Number(process.argv[3])]
const [path, authorization] = [process.argv[4], process.argv[5]]
const statuses: Record<string, number> = {}
let isOver = false

function nextRequest(): string {
  const header = authorization === 'invented' ? inventedAuthorization() : authorization
  const login = header === undefined ? '' : `Authorization: ${header}\r\n`
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n${login}\r\n`
}

function flood(): void {
  const socket = connect(port, '127.0.0.1', () => socket.write(nextRequest()))
  socket.on('error', () => {})
  socket.on('close', () => {
    if (!isOver) setTimeout(flood, 100)
  })
  // Answers are small: each comes in one piece.
  socket.on('data', (bytes: Buffer) => {
    const status = bytes.toString('latin1', 9, 12)
    statuses[status] = (statuses[status] ?? 0) + 1
    if (!isOver) socket.write(nextRequest())
  })
}

for (let count = 0; count < connections; count += 1) flood()
process.stdin.resume()
process.stdin.on('end', () => {
  isOver = true
  process.stdout.write(JSON.stringify(statuses), () => process.exit(0))
})
