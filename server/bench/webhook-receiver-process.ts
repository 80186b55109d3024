/**
 * Merchants' servers for the webhook benchmark, all on one port: `/ok/7` takes everything for endpoint 7, `/hang/7`
 * never answers, `/broken/7` answers 500. It keeps what came, and says on request what it thinks of it.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceiverReport {
  /** Different events, by path. */
  readonly events: Readonly<Record<string, number>>
  readonly requests: number
  readonly duplicates: number
  /** Events that came after a later one of their customer; repetitions aside. */
  readonly outOfOrder: number
  /** From the event to its receipt, of the paths that take everything. */
  readonly medianMs: number
  readonly p99Ms: number
  readonly maxMs: number
  readonly firstAt: number
  readonly lastAt: number
  /** Some bodies, for sending the same again. */
  readonly bodies: readonly string[]
}

interface Seen {
  readonly ids: Set<string>
  readonly lastSequence: Map<string, number>
}

let endpoints = new Map<string, Seen>()
let latencies: number[] = []
let bodies: string[] = []
let counts = { requests: 0, duplicates: 0, outOfOrder: 0, firstAt: 0, lastAt: 0 }
const isLean = process.env.RECEIVER_LEAN === '1'

function note(path: string, id: string, sequence: number, body: string): void {
  const now = Date.now()
  counts.firstAt ||= now
  counts.lastAt = now
  if (bodies.length < 1_000) bodies.push(body)
  let seen = endpoints.get(path)
  if (!seen) {
    seen = { ids: new Set(), lastSequence: new Map() }
    endpoints.set(path, seen)
  }
  if (seen.ids.has(id)) {
    counts.duplicates += 1
    return
  }
  seen.ids.add(id)
  if (isLean) return
  const customer = /"Customer":\{"Id":(\d+)/.exec(body)?.[1] ?? ''
  if (sequence <= (seen.lastSequence.get(customer) ?? 0)) counts.outOfOrder += 1
  seen.lastSequence.set(customer, sequence)
  latencies.push(now - Date.parse(/"EventDate":"([^"]+)"/.exec(body)?.[1] ?? ''))
}

function report(): ReceiverReport {
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    events: Object.fromEntries([...endpoints].map(([path, { ids }]) => [path, ids.size])),
    ...counts,
    medianMs: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
    bodies,
  }
}

const server = createServer((request, response) => {
  counts.requests += 1
  const path = request.url ?? ''
  if (path.startsWith('/hang')) return
  if (path.startsWith('/broken')) {
    request.resume()
    response.writeHead(500).end()
    return
  }
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => {
    body += chunk
  })
  request.on('end', () => {
    note(
      path,
      String(request.headers['webhook-id']),
      Number(request.headers['punchcard-customer-sequence']),
      body,
    )
    response.writeHead(200).end()
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))

process.on('message', (message: 'report' | 'forget') => {
  if (message === 'report') process.send?.(report())
  else {
    endpoints = new Map()
    latencies = []
    bodies = []
    counts = { requests: 0, duplicates: 0, outOfOrder: 0, firstAt: 0, lastAt: 0 }
  }
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
