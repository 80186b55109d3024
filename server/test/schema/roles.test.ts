/** The installation's owner, who owns the database and may create roles but is no superuser, and two logins beside it. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tendEventPartitions } from '../../src/events/partitions.ts'
import { createDatabase, dropDatabase, urlOfDatabase } from '../../src/platform/postgres/databases.ts'
import { startServe } from '../cli/punchcard-process.ts'
import { runHere } from '../cli/run-here.ts'
import { clientOf } from '../support/client-of.ts'
import { SERVER_URL } from '../support/server-url.ts'
import { basic } from '../support/test-api.ts'
import { startWorker } from '../support/workers.ts'

const DAY_MS = 86_400_000
const suffix = randomBytes(5).toString('hex')
const role = `punchcard_${suffix}`
const [owner, api, worker] = ['owner', 'api', 'worker'].map((who) => `punchcard_${who}_${suffix}`) as [
  string,
  string,
  string,
]
const database = `punchcard_roles_${suffix}`
let admin: pg.Client

beforeAll(async () => {
  admin = await connect(SERVER_URL)
  await admin.query(`create role ${owner} login createrole password 'x'`)
  const asOwner = await connect(urlOf(owner, 'postgres'))
  for (const login of [api, worker]) await asOwner.query(`create role ${login} login password 'x'`)
  await asOwner.end()
  await createDatabase(SERVER_URL, database)
  await admin.query(`alter database ${database} owner to ${owner}`)
})
afterAll(async () => {
  await dropDatabase(SERVER_URL, database)
  for (const name of [api, worker, owner, `${role}_worker`, role])
    await admin.query(`drop role if exists ${name}`)
  await admin.end()
})

async function connect(url: string): Promise<pg.Client> {
  const client = clientOf(url)
  await client.connect()
  return client
}

function urlOf(login: string, name = database): string {
  const url = new URL(urlOfDatabase(SERVER_URL, name))
  url.username = login
  url.password = 'x'
  return url.href
}

/** A command as one of the logins, with the role of this installation. */
function run(login: string, ...args: string[]) {
  return runHere(args, {
    DATABASE_URL: urlOf(login),
    PUNCHCARD_APP_ROLE: role,
    PUNCHCARD_LOG_LEVEL: 'silent',
  })
}

async function asLogin<T>(login: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(urlOf(login))
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** What each role may do with each table, sequence, function and schema. */
async function readRights(): Promise<string[]> {
  const client = await connect(urlOfDatabase(SERVER_URL, database))
  const { rows } = await client.query<{ right: string }>(`
    select concat_ws(' ', given.kind, given.name, one.privilege_type, one.grantee::regrole) as right
    from (
      select 'relation' as kind, oid::regclass::text as name, relacl as acl from pg_class
      where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
      union all
      select 'column', attrelid::regclass::text || '.' || attname, attacl from pg_attribute
      where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      union all
      select 'function', oid::regprocedure::text, coalesce(proacl, acldefault('f', proowner))
      from pg_proc where pronamespace = 'public'::regnamespace
      union all
      select 'schema', nspname, nspacl from pg_namespace where nspname in ('public', 'graphile_worker')
    ) as given
    cross join lateral aclexplode(given.acl) as one
    where one.grantee = 0 or one.grantee::regrole::text like '${role}%'
    order by 1`)
  await client.end()
  return rows.map(({ right }) => right)
}

async function firstPartition(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select name from event_partition order by from_at')
  return rows[0]?.name ?? ''
}

describe('three logins on one server', () => {
  it('are given what they need by `migrate`, by a user who is no superuser', async () => {
    const migrated = await run(owner, 'migrate', '--api-login', api, '--worker-login', worker)
    expect(migrated).toMatchObject({ exitCode: 0, stdout: 'The database is up to date.\n' })
    expect(migrated.stderr).not.toContain('superuser')
    expect(await run(owner, 'migrate')).toEqual({ exitCode: 0, stdout: 'Nothing to do.\n', stderr: '' })
  })

  it('serve and work', async () => {
    const { stdout } = await run(api, 'tenant', 'create', '--name', 'Loja', '--json')
    const tenant = String((JSON.parse(stdout) as { tenant: number }).tenant)
    const made = await run(api, 'key', 'create', '--tenant', tenant, '--json')
    const { token, key } = JSON.parse(made.stdout) as { token: string; key: string }
    const server = await startServe({ DATABASE_URL: urlOf(api), PUNCHCARD_APP_ROLE: role })
    const product = await fetch(`${server.url}/v1/pvt/Product/p`, {
      method: 'PUT',
      headers: { authorization: basic(token, key), 'content-type': 'application/json' },
      body: JSON.stringify({ OriginalId: 'p', Title: 'T' }),
    })
    expect(await product.json()).toMatchObject({ HasError: false })
    expect(await server.stop()).toBe(0)
    const working = await startWorker(urlOf(worker), { PUNCHCARD_APP_ROLE: role })
    expect(await working.stop()).toBe(0)
    expect(working.complaints).toEqual([])
  })

  it('tend the partitions of the log through functions of the owner', async () => {
    await asLogin(worker, async (client) => {
      const now = Date.now()
      const first = await firstPartition(client)
      const later = now + 10 * DAY_MS
      expect((await tendEventPartitions(client, later, [])).create).not.toBeNull()
      expect(await tendEventPartitions(client, later, [])).toMatchObject({ create: null, drop: [], kept: [] })
      expect((await tendEventPartitions(client, now + 50 * DAY_MS, [])).drop).toContain(first)
      const { rows } = await client.query('select to_regclass($1) as gone', [first])
      expect(rows).toEqual([{ gone: null }])
      await expect(client.query(`select drop_event_partition('customer', now(), '{}')`)).rejects.toThrow(
        'customer is no partition of the log that has ended',
      )
    })
  })

  it.each<[string, () => string, string]>([
    ['make a table', () => api, 'create table mine (id int)'],
    ['make a role', () => api, 'create role nobody_in_particular'],
    ['drop events', () => api, `select drop_event_partition('point_event_2026111700', now(), '{}')`],
    ['make room for events', () => api, `select create_event_partition(now(), now() + interval '1 day')`],
    ['see the queue', () => api, 'select from graphile_worker.jobs'],
    ['forget a migration', () => api, 'delete from migration'],
    ['switch row-level security off', () => worker, 'alter table customer no force row level security'],
    ['drop a table', () => worker, 'drop table point_event'],
    ['become the owner', () => worker, `set role ${owner}`],
  ])('cannot %s', async (_what, login, statement) => {
    await asLogin(login(), (client) =>
      expect(client.query(statement)).rejects.toMatchObject({ code: '42501' }),
    )
  })

  it('see no row of a merchant without having named it', async () => {
    for (const login of [api, worker]) {
      const count = await asLogin(login, (client) => client.query('select from product'))
      expect(count.rowCount).toBe(0)
    }
  })
})

describe('`migrate` repairs', () => {
  it('every right that was lost, as after a restore without them', async () => {
    const before = await readRights()
    expect(before.length).toBeGreaterThan(100)
    const client = await connect(urlOfDatabase(SERVER_URL, database))
    await client.query(`
      revoke all on all tables in schema public from ${role}, ${role}_worker;
      revoke all on all sequences in schema public from ${role};
      revoke all on all functions in schema public from ${role}, ${role}_worker;
      grant execute on function queue_job, create_event_partition, drop_event_partition to public;
      revoke all on schema public from ${role};
      revoke all on all tables in schema graphile_worker from ${role}_worker;
      revoke all on schema graphile_worker from ${role}_worker`)
    await client.end()
    expect((await readRights()).length).toBeLessThan(before.length)
    expect(await run(owner, 'migrate')).toMatchObject({ exitCode: 0 })
    expect(await readRights()).toEqual(before)
  })

  it('the settings of its logins, without which nothing is served', async () => {
    await admin.query(`alter role ${api} in database ${database} reset enable_seqscan`)
    const { exitCode, stderr } = await run(api, 'serve')
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`alter role "${api}" in database "${database}" set enable_seqscan = 'off'.`)
    expect(await run(owner, 'migrate')).toMatchObject({ exitCode: 0 })
    const server = await startServe({ DATABASE_URL: urlOf(api), PUNCHCARD_APP_ROLE: role })
    expect(await server.stop()).toBe(0)
  })
})

describe('nothing starts', () => {
  it.each<[string, () => [login: string, from: string]]>([
    ['serve', () => [api, role]],
    ['work', () => [worker, `${role}, ${api}`]],
  ])('where it could not become the role: `%s` says the statement that helps', async (command, who) => {
    const [login, roles] = who()
    await asLogin(owner, async (client) => {
      await client.query(`revoke ${roles} from ${login}`)
      await client.query(`grant select on migration to ${login}`)
    })
    const { exitCode, stderr } = await run(login, command)
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`The user “${login}” can't become “${role}”`)
    await admin.query(/let a superuser run: (.*)\n/.exec(stderr)?.[1] ?? '')
    await asLogin(owner, (client) => client.query(`revoke select on migration from ${login}`))
    const environment = { DATABASE_URL: urlOf(login), PUNCHCARD_APP_ROLE: role }
    const started =
      command === 'serve' ? await startServe(environment) : await startWorker(urlOf(login), environment)
    expect(await started.stop()).toBe(0)
  })

  it('under a role that row-level security does not hold', async () => {
    await admin.query(`alter role ${role} bypassrls`)
    for (const command of ['serve', 'migrate']) {
      const { exitCode, stderr } = await run(owner, command)
      expect([exitCode, stderr]).toEqual([
        2,
        expect.stringContaining(`alter role ${role} nosuperuser nobypassrls`),
      ])
    }
    await admin.query(`alter role ${role} nobypassrls`)
  })

  it('for a login that does not exist, or that was given nothing', async () => {
    const { stderr } = await run(owner, 'migrate', '--api-login', 'nobody_in_particular')
    expect(stderr).toContain(
      `There is no user “nobody_in_particular”: create role "nobody_in_particular" login`,
    )
    await admin.query(`create role ${role}_stranger login password 'x'`)
    const refused = await run(`${role}_stranger`, 'serve')
    await admin.query(`drop role ${role}_stranger`)
    expect(refused.stderr).toContain(`with --api-login ${role}_stranger or --worker-login ${role}_stranger.`)
  })
})

describe('two installations on one server', () => {
  it('share nothing: no right in this database is that of another role', async () => {
    const client = await connect(urlOfDatabase(SERVER_URL, database))
    const { rows } = await client.query(
      `select relname from pg_class where exists (
        select from aclexplode(relacl) as one where one.grantee::regrole::text like 'punchcard_app%'
      )`,
    )
    await client.end()
    expect(rows).toEqual([])
  })

  it('need names that can stand in SQL as they are', async () => {
    const environment = { DATABASE_URL: urlOf(owner), PUNCHCARD_APP_ROLE: 'app; drop' }
    const { stderr } = await runHere(['migrate'], environment)
    expect(stderr).toContain('PUNCHCARD_APP_ROLE must be a name like punchcard_shop')
  })
})
