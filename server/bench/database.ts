import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type LocalPostgres, startLocalPostgres } from '../src/platform/local-postgres/server.ts'
import { openDatabase } from '../src/platform/postgres/database.ts'
import { createDatabase } from '../src/platform/postgres/databases.ts'
import { migrate } from '../src/platform/postgres/migrate.ts'
import { UNHURRIED } from '../src/platform/postgres/roles.ts'
import { createKey } from '../src/tenancy/manage/tenants.ts'

export interface BenchSize {
  readonly tenants: number
  readonly customersPerTenant: number
}

export interface BenchDatabase {
  readonly server: LocalPostgres
  readonly url: string
  readonly client: pg.Client
  /** The `Authorization` header of each tenant, by its number. */
  readonly authorizations: readonly string[]
  close(): Promise<void>
}

/** Durable, with room for the benchmark's data; nothing that a production server would not have. */
const SETTINGS = {
  shared_buffers: '2GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  max_connections: '100',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
}

const PROGRAM = {
  cashback: { isOn: true, pointValue: '0.05' },
  rules: [{ id: 1, kind: 'purchase', name: 'purchase', points: '1', validityDays: 365 }],
}

export async function openBenchDatabase(
  size: BenchSize,
  say: (text: string) => void,
): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'punchcard-bench-'))
  const server = await startLocalPostgres({ dataFolder: join(folder, 'postgres'), settings: SETTINGS })
  const close = async (): Promise<void> => {
    await server.stop('immediate')
    await rm(server.dataFolder, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const url = await createDatabase(server.url, 'bench')
    await migrate(url)
    const client = new pg.Client({ connectionString: url })
    // A connection that is lost fails its statement, which is how we hear of it.
    client.on('error', () => {})
    await client.connect()
    await client.query(UNHURRIED)
    await client.query(await readFile(new URL('baseline.sql', import.meta.url), 'utf8'))
    say(`loading ${size.tenants} tenants of ${size.customersPerTenant} customers`)
    await loadCustomers(client, size)
    const authorizations = await createKeys(url, size.tenants)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    return {
      ...{ server, url, client, authorizations },
      close: () => client.end().then(close),
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function loadCustomers(client: pg.Client, { tenants, customersPerTenant }: BenchSize): Promise<void> {
  await client.query(
    `with made as (
      insert into tenant (name, currency, time_zone, locale)
      select 'Merchant ' || n, 'BRL', 'America/Sao_Paulo', 'pt-BR' from generate_series(1, $1::int) as n
      returning id
    )
    insert into tenant_home (tenant_id, state, epoch) select id, 'active', 1 from made`,
    [tenants],
  )
  await client.query(
    `insert into program_version (tenant_id, version, program)
    select id, 1, $1::jsonb from tenant`,
    [JSON.stringify(PROGRAM)],
  )
  await client.query(
    `insert into customer (tenant_id, id, original_id, public_id, name, email, phone, document, birthday,
      birthday_updated_at, signup_at, is_enrolled, enrolled_at, has_purchased, created_at)
    select tenant, (tenant - 1) * $2::bigint + n, 'c' || n, gen_random_uuid(), 'Customer c' || n,
      'c' || n || '@customers.example', '+55 11 95555-0100', '123.456.789-09', '1990-05-17T00:00:00Z', now(),
      '2024-03-01T09:30:00Z', true, now(), true, now()
    from generate_series(1, $1::int) as tenant, generate_series(1, $2::int) as n`,
    [tenants, customersPerTenant],
  )
  await client.query(`select setval('account_id', $1::bigint)`, [
    Math.ceil((tenants * customersPerTenant) / 1_000 + 1) * 1_000 + 1,
  ])
}

async function createKeys(url: string, tenants: number): Promise<string[]> {
  const directory = openDatabase({
    url,
    connectionCount: 4,
    applicationName: 'punchcard bench',
    onIdleError: () => {},
  })
  try {
    return await Promise.all(
      Array.from({ length: tenants }, async (_, index) => {
        const { token, secret } = await createKey(directory, index + 1, 'bench')
        return `Basic ${Buffer.from(`${token}:${secret}`).toString('base64')}`
      }),
    )
  } finally {
    await directory.close()
  }
}
