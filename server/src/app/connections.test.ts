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
    expect(connectionsOf('serve', 'main', 10)).toBe(19)
    expect(connectionsOf('serve', 'south', 10)).toBe(15)
    expect(connectionsOf('work', 'main', 10)).toBe(22)
    expect(connectionsOf('work', 'south', 10)).toBe(20)
  })

  it('suffice for two of each, with nobody else', () => {
    expect(tell(room(2, 2))).toBeNull()
    expect(tell(room(2, 2, { others: 15 }))).toBeNull()
  })

  it('are told with the numbers and what to set where they do not suffice', () => {
    expect(tell(room(2, 2, { others: 16 }))).toBe(
      '2 serve and 2 work may open 82 connections, and PostgreSQL has 81 for them: max_connections is 100, ' +
        'of which 3 are reserved and 16 are used by others. Set max_connections to 120 or more and restart ' +
        'PostgreSQL, or lower PUNCHCARD_DATABASE_CONNECTIONS, which is 10.',
    )
    expect(tell(room(6, 0))).toMatch(/^6 serve may open 114 connections, .* Set max_connections to 140 /)
  })
})
