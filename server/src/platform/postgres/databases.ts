import pg from 'pg'

/** Databases of our own making on a server: for `punchcard dev`, tests and the checks of generated files. */

export function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

export async function createDatabase(serverUrl: string, name: string, template?: string): Promise<string> {
  await onServer(serverUrl, async (client) => {
    const from = template === undefined ? '' : ` template ${pg.escapeIdentifier(template)}`
    await client.query(`create database ${pg.escapeIdentifier(name)}${from}`)
  })
  return urlOfDatabase(serverUrl, name)
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, (client) =>
    client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`),
  )
}

export async function hasDatabase(serverUrl: string, name: string): Promise<boolean> {
  return onServer(serverUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    return rowCount === 1
  })
}

async function onServer<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl, application_name: 'punchcard' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
