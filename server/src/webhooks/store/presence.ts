import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../../platform/log.ts'
import type { Presence } from '../delivery/presence.ts'
import { PRESENCE_CLASS } from './leases.ts'

export interface HeldPresence extends Presence {
  end(): Promise<void>
}

const RECONNECT_MS = 200
const CONNECT_TIMEOUT_MS = 5_000

/** Holds a lock that is this worker's number, on a connection that does nothing else. */
export async function holdPresence(url: string, log: Logger): Promise<HeldPresence> {
  const worker = PRESENCE_CLASS * 2 ** 32 + randomInt(2 ** 32)
  let client: pg.Client | null = null
  let isEnding = false

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'punchcard work',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    fresh.on('error', () => {})
    fresh.once('end', () => {
      if (client !== fresh) return
      client = null
      if (!isEnding) void reconnect()
    })
    try {
      await fresh.connect()
      await fresh.query('select pg_advisory_lock($1)', [worker])
    } catch (error) {
      await fresh.end().catch(() => {})
      throw error
    }
    client = fresh
    if (isEnding) await fresh.end()
  }

  async function reconnect(): Promise<void> {
    log.warn('the connection that shows this worker to the others was lost')
    while (!isEnding) {
      try {
        await connect()
        return
      } catch {
        await sleep(RECONNECT_MS)
      }
    }
  }

  await connect()
  return {
    worker,
    isPresent: () => client !== null,
    async end() {
      isEnding = true
      await client?.end().catch(() => {})
    },
  }
}
