import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Does its part of a request; then the sender is gone. */
export type HangUp = (socket: Socket) => Promise<void> | void

const LIST = 'GET /v1/pvt/RewardConfigurations HTTP/1.1'
const PUT = 'PUT /v1/pvt/Product/p HTTP/1.1'
const BODY = ['Content-Type: application/json', 'Content-Length: 100']

export const write = (socket: Socket, text: string): Promise<void> =>
  new Promise((resolve) => socket.write(text, () => resolve()))
/** Of the answer, if one comes. */
const firstBytes = async (socket: Socket): Promise<void> =>
  void (await Promise.race([once(socket, 'data'), once(socket, 'close')]))

/** Every moment of a request at which a sender can hang up, by name. */
export function kindsOfHangUp(authorization: string): readonly (readonly [string, HangUp])[] {
  const head = (line: string, ...headers: string[]): string =>
    `${[line, 'Host: x', `Authorization: ${authorization}`, ...headers].join('\r\n')}\r\n\r\n`
  return [
    ['before the body', (socket) => write(socket, head(PUT, ...BODY))],
    ['in the body', (socket) => write(socket, `${head(PUT, ...BODY)}{"OriginalId":`)],
    ['before the answer of what needs no key', (socket) => write(socket, head('GET /readyz HTTP/1.1'))],
    ['before the answer of an operation', (socket) => write(socket, head(LIST))],
    ['with answers waiting behind one another', (socket) => write(socket, head(LIST).repeat(5))],
    [
      'during a large answer',
      async (socket) => {
        await write(socket, head('GET /docs/js/scalar.js HTTP/1.1'))
        await firstBytes(socket)
        socket.pause()
      },
    ],
    [
      'after an answer, in the next request',
      async (socket) => {
        await write(socket, head(LIST))
        await firstBytes(socket)
        await write(socket, head(LIST) + head(PUT, ...BODY))
      },
    ],
  ]
}

/** All three ways to be gone: at once with a reset, at once with a farewell, and with the farewell first. */
const GONE: readonly ((socket: Socket) => void)[] = [
  (socket) => socket.resetAndDestroy(),
  (socket) => socket.destroy(),
  (socket) => socket.end(() => socket.destroy()),
]

/** The index says which way to be gone. */
export async function hangUp(port: number, kind: HangUp, index: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const closed = once(socket, 'close')
  await kind(socket)
  GONE[index % GONE.length]?.(socket)
  await closed
}
