import pg from 'pg'

/** Who lives in a cell. Not by way of a `Database`: this directory may be older than this version, or empty. */
export async function readTenantIds(directoryUrl: string, cell: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: directoryUrl, application_name: 'punchcard migrate' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ found: boolean }>(
      `select to_regclass('tenant') is not null as found`,
    )
    if (!rows[0]?.found) return []
    const known = await client.query<{ id: string }>('select id from tenant where cell = $1 order by id', [
      cell,
    ])
    return known.rows.map(({ id }) => Number(id))
  } finally {
    await client.end()
  }
}
