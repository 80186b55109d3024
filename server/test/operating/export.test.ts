/** Everything of a merchant as files: whole, of one moment, and enough to make the merchant again. */
import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ONLY_WHERE } from '../../src/operating/export/exported-tables.ts'
import type { TableName } from '../../src/platform/postgres/tables.ts'
import { punchcard } from '../cli/punchcard-process.ts'
import { usePeople } from '../support/people.ts'
import { program } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { fillMerchant } from '../verify/full-merchant.ts'
import { newFolder, readManifest, readTable, tenantCommand } from './leaving.ts'

const shops = useShops()
const used = usePeople(() => shops.api)
const tenant = () => tenantCommand({ DATABASE_URL: shops.api.databaseUrl })

describe('punchcard tenant export', () => {
  it('writes every row, with counts, sums and hashes that are those of the ledger', async () => {
    const shop = await shops.open(null)
    await fillMerchant(shops.api, shop)
    const quiet = await shops.open(program())
    await quiet.completed('o1', 'somebody else', 10)
    const folder = await newFolder()
    const told = await tenant().done('export', shop.tenantId, '--into', folder)
    const manifest = await readManifest(folder)
    expect(manifest).toMatchObject({
      format: 'punchcard-tenant',
      formatVersion: 2,
      tenant: { id: shop.tenantId, name: 'Shop', currency: 'BRL' },
      migration: expect.stringMatching(/^00\d\d_/),
      eventsWrittenMeanwhile: 0,
    })
    const text = await readFile(join(folder, 'manifest.json'))
    expect(told.sha256).toBe(createHash('sha256').update(text).digest('hex'))

    for (const table of manifest.tables) {
      const only = ONLY_WHERE[table.name as TableName] ?? 'true'
      const counted = `select count(*)::int as rows from ${table.name} where tenant_id = $1 and ${only}`
      const [stored] = await shops.reader.query<{ rows: number }>(counted, [shop.tenantId])
      expect([table.name, table.rows]).toEqual([table.name, stored?.rows])
      for (const [column, sum] of Object.entries(table.sums ?? {})) {
        const summed = `select coalesce(sum(${column}), 0) = $2::numeric as same from ${table.name} where tenant_id = $1`
        expect([column, await shops.reader.query(summed, [shop.tenantId, sum])]).toEqual([
          column,
          [{ same: true }],
        ])
      }
      for (const { name, sha256, bytes } of table.files) {
        const content = await readFile(join(folder, name))
        expect([name, content.length, createHash('sha256').update(content).digest('hex')]).toEqual([
          name,
          bytes,
          sha256,
        ])
      }
    }
    const filled = manifest.tables.filter(({ rows }) => rows > 0).length
    expect(filled).toBeGreaterThan(25)
    const whole = (await readTable(folder, 'customer')).map(({ original_id }) => original_id)
    expect(whole).toContain('dora')
    expect(whole).not.toContain('somebody else')
    expect(await readFile(join(folder, 'program.yaml'), 'utf8')).toContain('rules:')
    // Personal data is for the operator alone.
    for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
    // Amounts and ids are texts, so that no reader rounds them.
    expect((await readTable(folder, 'point_record'))[0]).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      points: expect.stringMatching(/^-?\d+\.\d{4}$/),
    })
  })

  it('is of one moment while the shop sells', async () => {
    const shop = await shops.open(program())
    let isOver = false
    const sell = async (customer: string): Promise<void> => {
      for (let count = 0; !isOver; count += 1) await shop.completed(`${customer}-${count}`, customer, 10)
    }
    await shop.completed('first', 'c0', 10)
    const selling = [0, 1, 2].map((number) => sell(`c${number}`))
    const folder = await newFolder()
    await tenant().done('export', shop.tenantId, '--into', folder)
    isOver = true
    await Promise.all(selling)
    const earned = new Map<unknown, number>()
    for (const { customer_id, points } of await readTable(folder, 'point_record')) {
      earned.set(customer_id, (earned.get(customer_id) ?? 0) + Number(points))
    }
    for (const { id, points_balance, order_count } of await readTable(folder, 'customer')) {
      expect(earned.get(id)).toBe(Number(points_balance))
      expect(Number(points_balance)).toBe(Number(order_count) * 10)
    }
    const events = await readTable(folder, 'point_event')
    expect(events).toHaveLength((await readTable(folder, 'point_record')).length)
  })

  it('begins again where it was killed, and touches no folder that holds anything else', async () => {
    const shop = await shops.open(program())
    await shop.completed('o1', 'ana', 10)
    const folder = await newFolder()
    const environment = { DATABASE_URL: shops.api.databaseUrl }
    // As a killed run leaves it: the mark, and half a file that the next run does not have.
    await tenant().done('export', shop.tenantId, '--into', folder)
    const complete = await readdir(folder)
    const { rename, rm } = await import('node:fs/promises')
    await rm(join(folder, 'manifest.json'))
    await writeFile(join(folder, 'unfinished'), '')
    await rename(join(folder, 'customer-1.ndjson.gz'), join(folder, 'customer-2.ndjson.gz'))
    const again = await punchcard(
      ['tenant', 'export', '--tenant', String(shop.tenantId), '--into', folder, '--json'],
      environment,
    )
    expect([again.exitCode, again.stderr]).toEqual([0, ''])
    expect(await readdir(folder)).toEqual(complete)
    expect(await readTable(folder, 'customer')).toHaveLength(1)

    expect(await tenant().refused('export', shop.tenantId, '--into', folder)).toContain(
      'holds an export already',
    )
    expect(await tenant().refused('export', shop.tenantId, '--into', join(folder, '..'))).toContain(
      'is not empty',
    )
    expect(await tenant().refused('export', 999_999, '--into', `${folder}-2`)).toContain('There is no tenant')
    const file = join(folder, 'manifest.json')
    expect(await tenant().refused('export', shop.tenantId, '--into', file)).toContain('could not be written')
  })

  it('works for a suspended merchant, has no secret in it, and is told to its people', async () => {
    const shop = await shops.open(program())
    const owner = await used.people.member(shop.tenantId, 'owner')
    await shops.reader.query(
      `insert into webhook_endpoint (tenant_id, url, topics, sealed_secret) values ($1, 'https://shop.example', '{0}', '\\x5ec7e7')`,
      [shop.tenantId],
    )
    await shops.reader.query(`insert into erasure_key (tenant_id, key) values ($1, $2)`, [
      shop.tenantId,
      Buffer.alloc(32, 0xee),
    ])
    await tenant().done('suspend', shop.tenantId)
    const folder = await newFolder()
    const { sha256 } = await tenant().done('export', shop.tenantId, '--into', folder)
    const [endpoint] = await readTable(folder, 'webhook_endpoint')
    expect(Object.keys(endpoint ?? {})).toEqual(expect.arrayContaining(['url', 'topics']))
    expect(JSON.stringify([endpoint, await readTable(folder, 'erasure_key')])).not.toMatch(/5ec7e7|eeee/)
    await tenant().done('resume', shop.tenantId)
    const audit = await owner.browser.done<{ items: unknown[] }>('GET', `/tenants/${shop.tenantId}/audit`)
    expect(audit.body.items).toContainEqual(
      expect.objectContaining({
        action: 'tenant.export',
        after: expect.objectContaining({ manifest: sha256 }),
      }),
    )
  })
})
