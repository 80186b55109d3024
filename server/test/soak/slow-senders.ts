/**
 * Connections that are held for as long as the server lets them: they read nothing, read drop by drop, ask again and
 * again without reading, send their request drop by drop, or send nothing. They need no database, so they stay the same
 * in both phases.
 */
import { connect, type Socket } from 'node:net'
import type { Target } from './attackers.ts'

const READERS = 45
const WRITERS = 40
const HASTY = 2
/** Before somebody who was hung up on comes again. */
const REST_MS = 5_000
/** Requests before the first answer is read: as many as may wait on a connection, and more. */
const AHEAD = 30
const TOO_FAR_AHEAD = 1_000
/** Longer than the server has: whoever does not read does not learn that it has hung up. */
const PATIENCE_MS = 75_000
const LARGE = 'GET /docs/js/scalar.js HTTP/1.1\r\nHost: x\r\n\r\n'

type Who = 'slow readers' | 'slow writers' | 'hasty senders'
type Begin = (socket: Socket) => NodeJS.Timeout | null

const READER_KINDS: readonly Begin[] = [
  (socket) => {
    socket.pause()
    socket.write(LARGE)
    return null
  },
  (socket) => {
    socket.pause()
    socket.write(LARGE)
    return setInterval(() => socket.read(10), 500)
  },
  (socket) => {
    socket.pause()
    socket.write(LARGE.repeat(AHEAD))
    return null
  },
]

/** Each costs the server as much as so many requests: only a few of them, now and then. */
const HASTY_KINDS: readonly Begin[] = [
  (socket) => {
    socket.resume()
    socket.write(LARGE.repeat(TOO_FAR_AHEAD))
    return null
  },
]

const writerKinds = (authorization: string): readonly Begin[] => {
  const login = `Host: x\r\nAuthorization: ${authorization}\r\n`
  return [
    (socket) => {
      socket.resume()
      socket.write(`GET /v1/pvt/RewardConfigurations HTTP/1.1\r\n${login}X-Slow: `)
      return setInterval(() => socket.write('x'), 500)
    },
    (socket) => {
      socket.resume()
      const type = 'Content-Type: application/json\r\nContent-Length: 100000\r\n'
      socket.write(`PUT /v1/pvt/Product/p HTTP/1.1\r\n${login}${type}\r\n{`)
      return setInterval(() => socket.write(' '), 500)
    },
    (socket) => {
      socket.resume()
      return null
    },
  ]
}

/** Keeps them all open, and counts how many came to an end. */
export class SlowSenders {
  readonly #port: number
  #ended = { 'slow readers': 0, 'slow writers': 0, 'hasty senders': 0 }

  constructor({ port, authorization }: Target) {
    this.#port = port
    for (let count = 0; count < READERS; count += 1) this.#hold('slow readers', READER_KINDS, count)
    for (let count = 0; count < HASTY; count += 1) this.#hold('hasty senders', HASTY_KINDS, count)
    const writers = writerKinds(authorization)
    for (let count = 0; count < WRITERS; count += 1) this.#hold('slow writers', writers, count)
  }

  /** Since they were last taken. */
  takeCounts(): Readonly<Record<string, number>> {
    const counts = this.#ended
    this.#ended = { 'slow readers': 0, 'slow writers': 0, 'hasty senders': 0 }
    return counts
  }

  #hold(who: Who, kinds: readonly Begin[], index: number): void {
    const socket = connect(this.#port, '127.0.0.1')
    let drops: NodeJS.Timeout | null = null
    socket.on('error', () => {})
    socket.on('connect', () => {
      drops = kinds[index % kinds.length]?.(socket) ?? null
    })
    const patience = setTimeout(() => socket.destroy(), PATIENCE_MS)
    socket.on('close', () => {
      clearTimeout(patience)
      if (drops) clearInterval(drops)
      this.#ended[who] += 1
      setTimeout(() => this.#hold(who, kinds, index), REST_MS)
    })
  }
}
