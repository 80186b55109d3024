/** A merchant that is deleted: when, with what consent, all of it, nothing of others, and never its number again. */
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteMerchant } from '../../src/operating/delete/delete-tenant.ts'
import { TABLES_OF_CELL, TABLES_OF_DIRECTORY } from '../../src/operating/delete/tables-of-tenant.ts'
import { COMMAND_LINE } from '../../src/operating/operator.ts'
import { run } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { type Cells, openCells } from '../../src/tenancy/cells.ts'
import { createTenant } from '../../src/tenancy/manage/tenants.ts'
import { DEFAULTS } from '../../src/tenancy/tenant.ts'
import { runHere } from '../cli/run-here.ts'
import { clientOf } from '../support/client-of.ts'
import { LedgerReader } from '../support/ledger.ts'
import { usePeople } from '../support/people.ts'
import { Shop } from '../support/shop.ts'
import { useTestApi } from '../support/test-api.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'
import { until } from '../support/workers.ts'
import { fillMerchant } from '../verify/full-merchant.ts'
import { newFolder, tenantCommand } from './leaving.ts'

const test = useTestApi()
const used = usePeople(() => test.api)
const tenant = () => tenantCommand({ DATABASE_URL: test.api.databaseUrl })
let reader: LedgerReader
beforeAll(async () => {
  reader = new LedgerReader(test.api.databaseUrl)
  await reader.open()
})
afterAll(() => reader.close())

/** A merchant with something in almost every table. */
async function fullShop(name: string): Promise<Shop> {
  const shop = new Shop(test.api, reader, await test.api.openShop({ name }))
  await fillMerchant(test.api, shop)
  test.api.now = Date.now()
  return shop
}

async function countsOf(
  tenantId: number,
  client: Pick<LedgerReader, 'query'> = reader,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of [...TABLES_OF_CELL, ...TABLES_OF_DIRECTORY]) {
    const [found] = await client.query<{ rows: number }>(
      `select count(*)::int as rows from ${table} where tenant_id = $1`,
      [tenantId],
    )
    if (found?.rows) counts[table] = found.rows
  }
  return counts
}

const endGrace = (tenantId: number) =>
  reader.query(`update tenant set delete_after = now() - interval '1 second' where id = $1`, [tenantId])

describe('punchcard tenant delete', () => {
  it('is refused until the merchant was closed, its grace period is over, and both confirmations are right', async () => {
    const shop = await fullShop('Staying')
    const { tenantId } = shop
    const folder = await newFolder()
    await tenant().done('export', tenantId, '--into', folder)
    const before = await countsOf(tenantId)
    const named = ['--confirm', 'Staying', '--export', folder]
    expect(await tenant().refused('delete', tenantId, ...named)).toContain('tenant close')
    await tenant().done('suspend', tenantId)
    expect(await tenant().refused('delete', tenantId, ...named)).toContain('tenant close')
    await tenant().done('close', tenantId, '--confirm', 'Staying')
    expect(await tenant().refused('delete', tenantId, ...named)).toContain('older than its closing')
    const newer = await newFolder()
    await tenant().done('export', tenantId, '--into', newer)
    expect(await tenant().refused('delete', tenantId, ...named)).toContain('not its newest export')
    const confirmed = ['--confirm', 'Staying', '--export', newer]
    expect(await tenant().refused('delete', tenantId, ...confirmed)).toContain('grace period lasts until')
    await endGrace(tenantId)
    expect(await tenant().refused('delete', tenantId, '--confirm', 'Other', '--export', newer)).toContain(
      '“Staying”',
    )
    expect(await tenant().refused('delete', tenantId, '--confirm', 'Staying')).toContain('--without-export')
    const once = ['--confirm', 'Staying', '--without-export', 'Other']
    expect(await tenant().refused('delete', tenantId, ...once)).toContain('once more')
    await appendFile(join(newer, 'customer-1.ndjson.gz'), 'x')
    expect(await tenant().refused('delete', tenantId, ...confirmed)).toContain(
      'customer-1.ndjson.gz is not what',
    )
    expect(await tenant().refused('delete', 999_999, '--confirm', 'X', '--without-export', 'X')).toContain(
      'no tenant',
    )
    const left = await countsOf(tenantId)
    delete left.directory_audit_entry
    delete before.directory_audit_entry
    expect(left).toEqual(before)
    // It can still be taken back, with everything.
    await tenant().done('resume', tenantId)
    await until(
      async () =>
        (await reader.query(`select from tenant where id = $1 and state = 'active'`, [tenantId])).length ===
        1,
    )
    expect((await shop.getPoints('dora')).CustomerExists).toBe(true)
  })

  it('takes every row along, of this merchant alone, and its number is never given again', async () => {
    const [shop, other] = [await fullShop('Leaving'), await fullShop('Neighbour')]
    const { tenantId } = shop
    const owner = await used.people.member(tenantId, 'owner')
    const both = await used.people.member(tenantId, 'manager')
    await used.people.join(other.tenantId, both.id, 'viewer')
    const before = await countsOf(other.tenantId)
    expect(Object.keys(await countsOf(tenantId)).length).toBeGreaterThan(30)
    const folder = await newFolder()
    await tenant().done('close', tenantId, '--confirm', 'Leaving')
    const { sha256 } = await tenant().done('export', tenantId, '--into', folder)
    await endGrace(tenantId)
    const { rows } = await tenant().done('delete', tenantId, '--confirm', 'Leaving', '--export', folder)
    expect(rows).toBeGreaterThan(100)

    expect(await countsOf(tenantId)).toEqual({})
    expect(await reader.query('select id from tenant where id = $1', [tenantId])).toEqual([])
    expect(await reader.query('select state from tenant_home where tenant_id = $1', [tenantId])).toEqual([
      { state: 'gone' },
    ])
    expect(await countsOf(other.tenantId)).toEqual(before)
    const { authorization } = shop.key
    const asked = () => test.api.send({ url: '/v1/pvt/Customer/dora/points', headers: { authorization } })
    await until(async () => (await asked()).statusCode === 401)
    // Who managed this merchant alone is gone; who manages another one is there.
    expect((await owner.browser.get('/session')).status).toBe(401)
    const session = await both.browser.done<{ memberships: unknown[] }>('GET', '/session')
    expect(session.body.memberships).toMatchObject([{ tenant: { id: other.tenantId } }])
    expect(await reader.query('select tenant_ids from person where id = $1', [both.id])).toEqual([
      { tenant_ids: [String(other.tenantId)] },
    ])

    const audit = await runHere(['person', 'audit', '--json'], {
      DATABASE_URL: test.api.databaseUrl,
      PUNCHCARD_SECRETS_KEY: '',
    })
    expect(JSON.parse(audit.stdout).entries).toContainEqual(
      expect.objectContaining({
        action: 'tenant.deleted',
        target: { kind: 'tenant', id: String(tenantId), label: 'Leaving' },
        after: expect.objectContaining({ export: sha256, cell: 'main' }),
      }),
    )
    expect(await tenant().refused('delete', tenantId, '--confirm', 'Leaving', '--export', folder)).toContain(
      'deleted already',
    )
    // Also where the directory comes from a backup that gives the number out again.
    await reader.query(`select setval('tenant_id_seq', $1, false)`, [tenantId])
    expect((await test.api.openShop()).tenantId).toBeGreaterThan(tenantId)
    await reader.query(`select setval('tenant_id_seq', (select max(id) from tenant))`)
  })

  it('goes on where it was cut off, wherever that was', async () => {
    const { tenantId } = await fullShop('Halfway')
    await tenant().done('close', tenantId, '--confirm', 'Halfway')
    await endGrace(tenantId)
    let cuts = 0
    let isDone = false
    while (!isDone) {
      let left = 3
      const deleting = {
        by: COMMAND_LINE,
        now: Date.now(),
        consent: { kind: 'without export' } as const,
        onProgress() {
          left -= 1
          if (left === 0) throw new Error('killed')
        },
      }
      try {
        await deleteMerchant(test.api.cells, tenantId, deleting)
        isDone = true
      } catch (error) {
        expect((error as Error).message).toBe('killed')
        cuts += 1
        if (cuts === 1) expect(await tenant().refused('resume', tenantId)).toContain('being deleted')
      }
    }
    expect(cuts).toBeGreaterThan(10)
    expect(await countsOf(tenantId)).toEqual({})
    expect(await reader.query('select state from tenant_home where tenant_id = $1', [tenantId])).toEqual([
      { state: 'gone' },
    ])
  })

  it('finishes in the cell what was cut off when the directory had forgotten it already', async () => {
    const { tenantId } = await test.api.openShop({ name: 'Last step' })
    await reader.query(`update tenant_home set state = 'leaving' where tenant_id = $1`, [tenantId])
    await reader.query(`insert into brand (tenant_id, original_id, name) values ($1, 'b', 'b')`, [tenantId])
    await reader.query('delete from api_key where tenant_id = $1', [tenantId])
    await reader.query('delete from tenant_zone where tenant_id = $1', [tenantId])
    await reader.query('delete from tenant where id = $1', [tenantId])
    await tenant().done('delete', tenantId, '--confirm', 'Last step', '--without-export', 'Last step')
    expect(await countsOf(tenantId)).toEqual({})
  })
})

describe('in another cell', () => {
  let otherUrl: string
  let drop: () => Promise<void>
  let cells: Cells
  beforeAll(async () => {
    const database = await cloneDatabase()
    ;({ url: otherUrl, drop } = database)
    cells = openCells(
      new Map([
        ['main', test.api.databaseUrl],
        ['other', otherUrl],
      ]),
      openTestDatabase,
    )
  })
  afterAll(async () => {
    await cells.close()
    await drop()
  })

  it('a merchant is exported and deleted there, and its keys and people in the directory', async () => {
    const environment = { DATABASE_URL: test.api.databaseUrl, PUNCHCARD_CELL_OTHER: otherUrl }
    const command = tenantCommand(environment)
    const id = await createTenant(cells, { name: 'There', ...DEFAULTS, isSandbox: true, cell: 'other' })
    await cells
      .of({ cell: 'other' })
      .transaction([id], (tx) =>
        run(tx, sql`insert into brand (tenant_id, original_id, name) values (${id}, 'b', 'There')`),
      )
    const owner = await used.people.member(id, 'owner')
    const folder = await newFolder()
    await command.done('close', id, '--confirm', 'There', '--grace-days', '0')
    await command.done('export', id, '--into', folder)
    await command.done('delete', id, '--confirm', 'There', '--export', folder)
    const client = clientOf(otherUrl)
    await client.connect()
    const there = {
      query: async (text: string, values?: unknown[]) => (await client.query(text, values)).rows,
    } as LedgerReader
    expect([await countsOf(id), await countsOf(id, there)]).toEqual([{}, {}])
    expect(await there.query('select state from tenant_home where tenant_id = $1', [id])).toEqual([
      { state: 'gone' },
    ])
    await client.end()
    expect((await owner.browser.get('/session')).status).toBe(401)
  })
})

describe('the working role', () => {
  it('cannot delete rows of a merchant that is not being deleted, nor homes, nor what has no tenant', async () => {
    const { tenantId } = await test.api.openShop()
    const attempt = (table: string) =>
      test.api.cells.directory.transaction([tenantId], (tx) =>
        run(tx, sql`select delete_rows_of_tenant(${table}, ${tenantId}, 10)`),
      )
    await expect(attempt('api_key')).rejects.toThrow('is not being deleted')
    await expect(
      test.api.cells.directory.transaction([], (tx) => run(tx, sql`select forget_tenant(${tenantId})`)),
    ).rejects.toThrow('is not being deleted')
    await reader.query(`update tenant_home set state = 'leaving' where tenant_id = $1`, [tenantId])
    for (const table of ['tenant_home', 'migration', 'person', 'no such', 'brand; drop table brand']) {
      await expect(attempt(table)).rejects.toThrow('has no rows of a tenant')
    }
    // Not of another merchant either: the transaction is bound.
    const other = await test.api.openShop()
    await reader.query(`update tenant_home set state = 'leaving' where tenant_id = $1`, [other.tenantId])
    const stranger = test.api.cells.directory.transaction([tenantId], (tx) =>
      run(tx, sql`select delete_rows_of_tenant('api_key', ${other.tenantId}, 10)`),
    )
    await expect(stranger).rejects.toThrow('not bound to tenant')
  })
})
