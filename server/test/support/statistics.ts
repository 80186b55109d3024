import pg from 'pg'

/**
 * Keeps the planner's statistics up to date, as autovacuum does within a minute, which is too late for a test:
 * without them PostgreSQL takes every merchant for one with a single row, and goes through all it has.
 */
export async function keepStatistics(databaseUrl: string): Promise<{ stop(): Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  let isStopped = false
  const analyzing = (async () => {
    while (!isStopped) {
      await client.query('analyze')
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    await client.end()
  })()
  return {
    async stop() {
      isStopped = true
      await analyzing
    },
  }
}
