import { describe, expect, it } from 'vitest'
import type { ConnectionRoom } from '../platform/postgres/connection-room.ts'
import { connectionsOf, probeName, tellShortOfConnections } from './connections.ts'

const room = (serve: number, work: number, more: Partial<ConnectionRoom> = {}): ConnectionRoom => ({
  maxConnections: 100,
  reserved: 3,
  others: 0,
  probes: new Map([
    [probeName('serve'), serve],
    [probeName('work'), work],
  ]),
  ...more,
})
const tell = (found: ConnectionRoom, kind: 'serve' | 'work' = 'serve') =>
  tellShortOfConnections(found, { kind, cell: 'main', connectionCount: 10 })

describe('connections', () => {
  it('are those of docs/operating/capacity.md', () => {
    expect(connectionsOf('serve', 'main', 10)).toBe(24)
    expect(connectionsOf('serve', 'south', 10)).toBe(18)
    expect(connectionsOf('storefront', 'main', 10)).toBe(8)
    expect(connectionsOf('storefront', 'south', 10)).toBe(6)
    expect(connectionsOf('work', 'main', 10)).toBe(24)
    expect(connectionsOf('work', 'south', 10)).toBe(22)
  })

  it('suffice for two of each, with nobody else', () => {
    expect(tell(room(2, 2))).toBeNull()
    expect(tell(room(2, 2, { others: 1 }))).toBeNull()
  })

  it('are told with the numbers and what to set where they do not suffice', () => {
    expect(tell(room(2, 2, { others: 2 }))).toBe(
      '2 serve and 2 work may open 96 connections, and PostgreSQL has 95 for them: max_connections is 100, ' +
        'of which 3 are reserved and 2 are used by others. Set max_connections to 130 or more and restart ' +
        'PostgreSQL, or lower PUNCHCARD_DATABASE_CONNECTIONS, which is 10.',
    )
    expect(tell(room(6, 0))).toMatch(/^6 serve may open 144 connections, .* Set max_connections to 180 /)
  })
})
