import { connect, type Socket } from 'node:net'

export interface LoadOptions {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** Not more than so many; without it as many as are answered. */
  readonly perSecond?: number
  /** The whole request as it goes over the wire. */
  readonly nextRequest: () => Buffer
  /** Statuses that are no failure. Default: 200. */
  readonly statuses?: readonly number[]
  /** Looks at an answer's body; false counts as a failure. Default: HTTP 200 is enough. */
  readonly isGood?: (body: Buffer) => boolean
}

export interface LoadResult {
  readonly requests: number
  readonly perSecond: number
  readonly medianMs: number
  readonly p99Ms: number
}

/**
 * A lean HTTP/1.1 client on raw sockets, one request at a time a connection: it shares two cores with what it
 * measures, so every microsecond it spends itself is taken from the server.
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const latencies: number[] = []
  const failures: Failures = { count: 0, first: '' }
  let started = 0
  const startedAt = performance.now()
  const endsAt = startedAt + options.seconds * 1_000

  await Promise.all(
    Array.from({ length: options.connections }, () => {
      return new Promise<void>((resolve, reject) => {
        const socket: Socket = connect({ port: options.port, host: '127.0.0.1', noDelay: true })
        let sentAt = 0
        // On a machine so busy that connecting took all the time, one is sent all the same.
        let hasSent = false
        let pending: Buffer | null = null
        const sendInTime = (): void => {
          const dueAt = options.perSecond ? startedAt + (started * 1_000) / options.perSecond : 0
          started += 1
          const waitMs = Math.min(dueAt, endsAt) - performance.now()
          if (waitMs > 0) setTimeout(send, waitMs)
          else send()
        }
        const send = (): void => {
          sentAt = performance.now()
          if (sentAt >= endsAt && hasSent) {
            socket.end()
            resolve()
            return
          }
          hasSent = true
          socket.write(options.nextRequest())
        }
        socket.once('connect', sendInTime)
        socket.on('error', reject)
        socket.once('close', () => reject(new Error('the server closed a connection')))
        socket.on('data', (chunk) => {
          const received = pending ? Buffer.concat([pending, chunk]) : chunk
          const answer = parseAnswer(received)
          if (!answer) {
            pending = received
            return
          }
          pending = null
          latencies.push(performance.now() - sentAt)
          const { statuses = [200] } = options
          if (!statuses.includes(answer.status) || (options.isGood && !options.isGood(answer.body))) {
            failures.count += 1
            failures.first ||= `${answer.status} ${answer.body}`
          }
          sendInTime()
        })
      })
    }),
  )

  const seconds = (performance.now() - startedAt) / 1_000
  latencies.sort((a, b) => a - b)
  refuseFailures(latencies.length, failures)
  const percentile = (share: number): number => latencies[Math.floor((latencies.length - 1) * share)] ?? 0
  return {
    requests: latencies.length,
    perSecond: latencies.length / seconds,
    medianMs: percentile(0.5),
    p99Ms: percentile(0.99),
  }
}

export interface Failures {
  count: number
  /** The first answer that was none. */
  first: string
}

/** A benchmark that measured failures measured nothing: they are answered faster than what was asked for. */
export function refuseFailures(requests: number, { count, first }: Failures): void {
  if (requests === 0) throw new Error('no request was answered')
  if (count > 0)
    throw new Error(`${count} of ${requests} requests failed, the first with ${first.slice(0, 500)}`)
}

const CONTENT_LENGTH = /\r\ncontent-length: (\d+)/i

function parseAnswer(received: Buffer): { status: number; body: Buffer } | null {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = received.toString('latin1', 0, end)
  const length = Number(CONTENT_LENGTH.exec(head)?.[1] ?? 0)
  if (received.length < end + 4 + length) return null
  return { status: Number(head.slice(9, 12)), body: received.subarray(end + 4, end + 4 + length) }
}

export function postRequest(path: string, authorization: string, body: string): Buffer {
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

/** As a proxy passes it on for the browser at this address. */
export function browserRequest(path: string, address: string, token: string | null): Buffer {
  const who = token === null ? '' : `Authorization: Bearer ${token}\r\n`
  return Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: bench\r\nX-Forwarded-For: ${address}\r\nAccept-Encoding: gzip, br\r\n${who}\r\n`,
  )
}

export function getRequest(path: string, authorization: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: ${authorization}\r\n\r\n`)
}

/** What several loads at the same time come to together. */
export function mergeLoads(results: readonly LoadResult[]): LoadResult {
  const sum = (pick: (result: LoadResult) => number): number =>
    results.reduce((total, r) => total + pick(r), 0)
  const mean = (pick: (result: LoadResult) => number): number => sum(pick) / results.length
  return {
    requests: sum((r) => r.requests),
    perSecond: sum((r) => r.perSecond),
    medianMs: mean((r) => r.medianMs),
    p99Ms: Math.max(...results.map((r) => r.p99Ms)),
  }
}
