/** What the database says when it can't just now is no fault of ours, and no reason for a sender to give up. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase, run } from '../../src/platform/postgres/database.ts'
import { urlOfDatabase } from '../../src/platform/postgres/databases.ts'
import { isUnavailable } from '../../src/platform/postgres/failures.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { clientOf } from '../support/client-of.ts'
import { patient } from '../support/patience.ts'
import { SERVER_URL } from '../support/server-url.ts'
import { useTestApi } from '../support/test-api.ts'
import { startAnotherApi } from '../tenancy/another-api.ts'
import { expectFailure } from './failure.ts'

const test = useTestApi()
const login = `punchcard_plain_${randomBytes(5).toString('hex')}`
let admin: pg.Client
let database: string
let url: string

beforeAll(async () => {
  admin = clientOf(SERVER_URL)
  await admin.connect()
  const plain = new URL(test.api.databaseUrl)
  database = plain.pathname.slice(1)
  plain.username = login
  plain.password = 'x'
  url = plain.href
  await admin.query(`create role ${login} login password 'x'`)
  await admin.query(`grant punchcard_app to ${login}`)
})
afterAll(async () => {
  const inside = clientOf(urlOfDatabase(SERVER_URL, database))
  await inside.connect()
  await inside.query(`drop owned by ${login}`)
  await inside.end()
  await admin.query(`drop role ${login}`)
  await admin.end()
})

async function disconnect(): Promise<void> {
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [login])
}

describe('503 is the answer while the database', () => {
  it.each<[string, string, string]>([
    ['lets nobody log in (28000)', `alter role ${login} nologin`, `alter role ${login} login`],
    [
      'has no connection left (53300)',
      `alter role ${login} connection limit 0`,
      `alter role ${login} connection limit -1`,
    ],
    [
      'takes no connections (55000)',
      'alter database DATABASE allow_connections false',
      'alter database DATABASE allow_connections true',
    ],
    [
      'takes no writes (25006)',
      `alter role ${login} in database DATABASE set default_transaction_read_only = on`,
      `alter role ${login} in database DATABASE reset default_transaction_read_only`,
    ],
  ])('%s, and 200 after that', async (_what, breaks, mends) => {
    const named = (statement: string): string => statement.replace('DATABASE', database)
    const { server } = await startAnotherApi({ main: test.api.databaseUrl, other: url })
    const { tenantId, authorization } = await test.api.openShop()
    await test.api.cells.directory.transaction([tenantId], async (tx) => {
      await run(tx, sql`update tenant set cell = 'other' where id = ${tenantId}`)
    })
    const write = () =>
      server.inject({
        method: 'PUT',
        url: '/v1/pvt/Product/p',
        headers: { authorization },
        payload: { OriginalId: 'p', Title: 'T' },
      })
    expect((await write()).statusCode).toBe(200)
    await admin.query(named(breaks))
    await disconnect()
    const refused = await write()
    await admin.query(named(mends))
    await disconnect()
    expectFailure(refused, 503, 'The database cannot be reached: send the request again.')
    expect(refused.headers['retry-after']).toBeDefined()
    // A connection that was ended just now may be taken once more before its end is noticed.
    await vi.waitFor(async () => expect((await write()).statusCode).toBe(200), { timeout: patient(5_000) })
  })
})

describe('a database that we have closed', () => {
  it("can't be reached: who was still asking when we stop meets no fault of ours", async () => {
    const closed = openDatabase({ url, connectionCount: 1, applicationName: 'closed', onIdleError: () => {} })
    await closed.close()
    const failed = await closed.transaction([], async () => {}).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(Error)
    expect(isUnavailable(failed)).toBe(true)
  })
})

describe('a statement that takes too long', () => {
  it('is ended by the server, not only left alone, and COMMIT never is', async () => {
    await admin.query(`alter role ${login} in database ${database} set statement_timeout = '200ms'`)
    const slow = openDatabase({ url, connectionCount: 1, applicationName: 'slow', onIdleError: () => {} })
    onTestFinished(() => slow.close())
    const failed = await slow
      .transaction([], (tx) => run(tx, sql`select pg_sleep(30)`))
      .catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: '57014' })
    expect(isUnavailable(failed)).toBe(true)
    const { rows } = await admin.query(
      `select from pg_stat_activity where usename = $1 and state = 'active'`,
      [login],
    )
    expect(rows).toEqual([])
    // A deferred trigger runs within COMMIT.
    const inside = clientOf(urlOfDatabase(SERVER_URL, database))
    await inside.connect()
    await inside.query(`
      create table slow_commit (id int);
      grant insert on slow_commit to punchcard_app;
      create function sleep_at_commit() returns trigger language plpgsql as
        $$ begin perform pg_sleep(0.6); return null; end $$;
      create constraint trigger slow after insert on slow_commit
        deferrable initially deferred for each row execute function sleep_at_commit()`)
    await inside.end()
    await slow.transaction([], (tx) => run(tx, sql`insert into slow_commit values (1)`))
    // And the limit holds again after it.
    await expect(slow.transaction([], (tx) => run(tx, sql`select pg_sleep(30)`))).rejects.toMatchObject({
      code: '57014',
    })
  })
})
