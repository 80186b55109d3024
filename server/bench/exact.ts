import { setTimeout as sleep } from 'node:timers/promises'
import { startStatementGate } from '../test/support/statement-gate.ts'
import type { BenchDatabase } from './database.ts'
import { orderBody } from './order-body.ts'
import type { ServerProcess } from './processes.ts'

/** What an order costs in things that can be counted, which no neighbour on the machine changes. */
export interface Exact {
  readonly statements: number
  readonly rounds: number
  readonly rows: number
  readonly walBytes: number
}

const WARM_UP_ORDERS = 200
const CUSTOMERS = 50

/**
 * Sends equal orders one after the other, so that each is a batch of its own, and counts what they cost. The tenants take
 * turns; each has sent an order before it is counted, so that what is read once for a tenant is not.
 */
export async function countExactly(
  { url, client, authorizations }: BenchDatabase,
  startPunchcard: (url: string) => Promise<ServerProcess>,
  { orders, statisticsMs }: { readonly orders: number; readonly statisticsMs: number },
): Promise<Exact> {
  // Whole pages in the log, and what a vacuum writes there, are chance.
  for (const setting of ['full_page_writes', 'autovacuum']) {
    await client.query(`alter system set ${setting} = off`)
  }
  await client.query('select pg_reload_conf()')
  const gate = await startStatementGate(url)
  const server = await startPunchcard(gate.url)
  const tenants = authorizations.length
  const warmUp = Math.max(WARM_UP_ORDERS, 2 * tenants)
  const send = async (from: number, count: number): Promise<void> => {
    for (let n = from; n < from + count; n += 1) {
      const customer = `c${1 + (Math.floor(n / tenants) % CUSTOMERS)}`
      await sendOrder(server, authorizations[n % tenants] ?? '', { id: `exact-${n}`, customer })
    }
  }
  try {
    await send(0, warmUp)
    const before = { rows: await rowsWritten(client, statisticsMs), wal: await walPosition(client) }
    gate.stopAt(Infinity, () => {})
    await send(warmUp, orders)
    const { count: statements, rounds } = gate
    const walBytes = (await walPosition(client)) - before.wal
    return {
      statements: statements / orders,
      rounds: rounds / orders,
      rows: ((await rowsWritten(client, statisticsMs)) - before.rows) / orders,
      walBytes: walBytes / orders,
    }
  } finally {
    await server.stop()
    await gate.close()
  }
}

async function sendOrder(
  { port }: ServerProcess,
  authorization: string,
  { id, customer }: { readonly id: string; readonly customer: string },
): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/pvt/POS/orders`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: orderBody(id, customer, 12_980),
  })
  const answer = await response.text()
  if (!answer.includes('"HasError":false')) throw new Error(`${response.status} ${answer}`)
}

/** A session says what it has written when it has been idle for `delayMs`. */
async function rowsWritten(client: BenchDatabase['client'], delayMs: number): Promise<number> {
  await sleep(delayMs)
  const { rows } = await client.query<{ written: string }>(
    'select sum(n_tup_ins + n_tup_upd + n_tup_del) as written from pg_stat_user_tables',
  )
  return Number(rows[0]?.written)
}

async function walPosition(client: BenchDatabase['client']): Promise<number> {
  const { rows } = await client.query<{ position: string }>(
    `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as position`,
  )
  return Number(rows[0]?.position)
}
