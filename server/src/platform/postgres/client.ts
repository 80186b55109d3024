import pg from 'pg'

/**
 * Runs `work` on one connection of its own, beside the pools and as the user who logs in: for what is done to a whole
 * database.
 */
export async function withClient<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ application_name: 'punchcard', ...config })
  // A connection that is lost fails its statement, which is how we hear of it.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
