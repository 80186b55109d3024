import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { expect, it } from 'vitest'
import { isUnavailable } from './failures.ts'

it('a server that takes connections and says nothing is one that is away, to a client as to a pool', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const options = { host: '127.0.0.1', port, user: 'none', connectionTimeoutMillis: 50 }
  const client = new pg.Client(options)
  client.on('error', () => {})
  const pool = new pg.Pool(options)
  const failures = await Promise.all(
    [client.connect(), pool.query('select 1')].map((one) => one.catch((error: unknown) => error)),
  )
  expect(failures.map((error) => [String(error), isUnavailable(error)])).toEqual(
    failures.map((error) => [String(error), true]),
  )
  await pool.end()
  for (const socket of sockets) socket.destroy()
  silent.close()
})
