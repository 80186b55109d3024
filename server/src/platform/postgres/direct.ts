import pg from 'pg'

const ROUNDS = 3

/**
 * Whether what is done in a session stays there. A pooler that gives a connection to others between transactions
 * takes locks and LISTEN with it.
 */
export async function hasSessions(url: string): Promise<boolean> {
  const options = { connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 10_000 }
  const [mine, other] = [new pg.Client(options), new pg.Client(options)]
  for (const client of [mine, other]) client.on('error', () => {})
  await mine.connect()
  try {
    const first = await backendOf(mine)
    // The number that the server gave at the start is its own, unless a pooler answers in its place.
    if ((mine as unknown as { processID: number }).processID === first) return true
    await other.connect()
    for (let round = 0; round < ROUNDS; round += 1) {
      // A transaction that begins takes the connection that was released last.
      await other.query('begin')
      await backendOf(other)
      const now = await backendOf(mine)
      await other.query('rollback')
      if (now !== first) return false
    }
    return true
  } finally {
    await Promise.all([mine.end(), other.end().catch(() => {})])
  }
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}
