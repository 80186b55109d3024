/** A merchant from the folder of its export: equal to the last row, or refused with a sentence. */
import { createHash } from 'node:crypto'
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { merchantsToVerify } from '../../src/app/verify.ts'
import { type ImportOptions, importMerchant } from '../../src/operating/import/import-merchant.ts'
import { COMMAND_LINE } from '../../src/operating/operator.ts'
import { createSealer, makeSealingKey, readSealingKeys } from '../../src/platform/sealing.ts'
import { changeLogo } from '../../src/storefront/manage.ts'
import { KEY_SCOPES } from '../../src/tenancy/key-scope.ts'
import { createKey, createTenant } from '../../src/tenancy/manage/tenants.ts'
import { DEFAULTS } from '../../src/tenancy/tenant.ts'
import type { Events } from '../../src/webhooks/private-api/schema.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { png } from '../support/pictures.ts'
import { program, Shop } from '../support/shop.ts'
import { basic } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'
import { fillMerchant } from '../verify/full-merchant.ts'
import { newFolder, readManifest, tenantCommand } from './leaving.ts'

const KEY = makeSealingKey()
const shops = useShops()
const tenant = (key = KEY) =>
  tenantCommand({ DATABASE_URL: shops.api.databaseUrl, PUNCHCARD_SECRETS_KEY: key })
const newTenant = (name = 'Shop', isSandbox = false) =>
  createTenant(shops.api.cells, { name, ...DEFAULTS, isSandbox })

async function shopOf(tenantId: number): Promise<Shop> {
  const { token, secret } = await createKey(shops.api.cells.directory, tenantId, 'Test', KEY_SCOPES)
  return new Shop(shops.api, shops.reader, { tenantId, token, secret, authorization: basic(token, secret) })
}

/** As the command does it, cut off where the progress says so. */
function importing(tenantId: number, folder: string, onProgress: ImportOptions['onProgress']) {
  return importMerchant(shops.api.cells, tenantId, folder, {
    ...{
      by: COMMAND_LINE,
      sealer: null,
      verify: async () => [],
      acceptsDifferences: false,
      forgetsErased: false,
    },
    ...{ onProgress, settleMs: 0 },
  })
}

describe('punchcard tenant import', () => {
  it('takes a merchant in: verified, found by every word, and exported with the same octets', async () => {
    const shop = await shops.open(null)
    await fillMerchant(shops.api, shop)
    await shops.reader.query(
      `update tenant set settings = settings || '{"tierGraceDays": 40}' where id = $1`,
      [shop.tenantId],
    )
    const folder = await newFolder()
    await tenant().done('export', shop.tenantId, '--into', folder)
    const id = await newTenant()
    const told = await tenant().done('import', id, '--from', folder)
    const manifest = await readManifest(folder)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    expect(told).toEqual({ tenant: id, rows, differences: 0, isOpen: true, endpoints: 0 })
    const database = shops.api.cells.of({ cell: 'main' })
    expect((await verifyMerchant(database, id)).differences).toEqual([])
    const again = await newFolder()
    await tenant().done('export', id, '--into', again)
    const copied = await readManifest(again)
    expect(copied.tables).toEqual(manifest.tables)
    expect({ ...copied.tenant, id: 0 }).toEqual({ ...manifest.tenant, id: 0 })
    expect(copied.others).toEqual(manifest.others)
    const [terms] = await shops.reader.query(
      `select count(*) filter (where tenant_id = $1)::int as here, count(*) filter (where tenant_id = $2)::int as there
      from customer_term`,
      [id, shop.tenantId],
    )
    expect(terms).toMatchObject({ here: terms?.there })
    const [row] = await shops.reader.query('select state from tenant where id = $1', [id])
    expect(row).toEqual({ state: 'active' })
    const entries = await shops.reader.query(
      `select action from directory_audit_entry where tenant_id = $1 order by id`,
      [id],
    )
    expect(entries.map(({ action }) => action)).toEqual(['tenant.arrive', 'tenant.import', 'tenant.export'])
    expect(await tenant().refused('import', id, '--from', folder)).toContain('was imported already')
  })

  it('goes on with numbers and places in the log behind all that came, and sells', async () => {
    const shop = await shops.open(program())
    for (let order = 0; order < 5; order += 1) await shop.completed(`o${order}`, 'ana', 10)
    // As it comes from a server with larger numbers than this one has, which was restored twice.
    await shops.reader.query(
      `update point_event set transaction = log_position(3::smallint, '99999999999'::xid8) where tenant_id = $1`,
      [shop.tenantId],
    )
    const folder = await newFolder()
    await tenant().done('export', shop.tenantId, '--into', folder)
    await shops.reader.query(`update tenant_home set epoch = 3 where tenant_id = $1`, [shop.tenantId])
    const id = await newTenant()
    await tenant().done('import', id, '--from', folder)
    const copy = await shopOf(id)
    await copy.completed('o5', 'ana', 10)
    const events = await shops.reader.query<{ sequence: number }>(
      'select sequence from point_event where tenant_id = $1 order by transaction, id',
      [id],
    )
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6])
    const read = await copy.sendText<{ readonly Result: Events }>('GET', '/v1/pvt/Events?Size=10')
    expect(read.Result.Items).toHaveLength(6)
    const [numbers] = await shops.reader.query(
      `select (select max(id) from point_record where tenant_id = $1) > (select max(id) from point_record where tenant_id = $2) as is_higher`,
      [id, shop.tenantId],
    )
    expect(numbers).toEqual({ is_higher: true })
    expect((await verifyMerchant(shops.api.cells.of({ cell: 'main' }), id)).differences).toEqual([])
  })

  it('brings the storefront but its address, with the logo, and leaves it off', async () => {
    const shop = await shops.open(program())
    await shops.reader.query(
      `insert into storefront (tenant_id, version, is_on, origins, content)
      values ($1, 2, true, '{https://shop.example}', $2)`,
      [
        shop.tenantId,
        { programName: 'Aurora Club', appearance: { accent: '#123456' }, switches: { tiers: false } },
      ],
    )
    await shops.reader.query(`update tenant set shop_slug = 'aurora' where id = $1`, [shop.tenantId])
    const options = { expected: null, now: Date.now() }
    const logo = png(64, 64)
    const changed = await shops.api.cells.directory.transaction([shop.tenantId], (tx) =>
      changeLogo(tx, shop.tenantId, logo, options),
    )
    expect('after' in changed).toBe(true)
    const folder = await newFolder()
    await tenant().done('export', shop.tenantId, '--into', folder)
    expect(await readFile(join(folder, 'storefront-logo'))).toEqual(logo)
    const [, written] = (await readFile(join(folder, 'program.yaml'), 'utf8')).split('storefront:')
    expect(written).not.toMatch(/slug|isOn/)
    const id = await newTenant()
    await tenant().done('import', id, '--from', folder)
    const [row] = await shops.reader.query(
      `select is_on, origins, content ->> 'programName' as name, content #>> '{appearance,accent}' as accent,
        (select count(*)::int from storefront_logo where tenant_id = $1) as logos,
        (select shop_slug from tenant where id = $1) as slug
      from storefront where tenant_id = $1`,
      [id],
    )
    expect(row).toEqual({
      ...{
        is_on: false,
        origins: ['https://shop.example'],
        name: 'Aurora Club',
        accent: '#123456',
        logos: 1,
        slug: null,
      },
    })
    await writeFile(join(folder, 'storefront-logo'), '<svg onload="alert(1)"/>')
    const octets = await readFile(join(folder, 'storefront-logo'))
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
    Object.assign(manifest.others[1], {
      bytes: octets.length,
      sha256: createHash('sha256').update(octets).digest('hex'),
    })
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
    expect(await tenant().refused('import', await newTenant(), '--from', folder)).toContain('is no picture')
  })

  it('goes on behind the last page that was saved, with the same folder alone', async () => {
    const shop = await shops.open(program())
    for (let order = 0; order < 150; order += 1) await shop.completed(`o${order}`, `c${order % 60}`, 10)
    const [folder, other] = [await newFolder(), await newFolder()]
    await tenant().done('export', shop.tenantId, '--into', folder)
    await tenant().done('export', shop.tenantId, '--into', other)
    const id = await newTenant()
    // The disk is gone in the middle: the files were looked at, and then one of them can't be read.
    const killed = importing(id, folder, ({ table, rows }) => {
      if (table === 'point_record' && rows > 0) throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    const [state] = await shops.reader.query('select state from tenant where id = $1', [id])
    expect(state).toEqual({ state: 'arriving' })
    expect(await tenant().refused('resume', id)).toContain('It is being imported')
    expect(await tenant().refused('export', id, '--into', `${folder}-3`)).toContain('not all of its rows')
    expect(await tenant().refused('import', id, '--from', other)).toContain('begun with another folder')
    const known = await merchantsToVerify(shops.api.cells, undefined)
    expect(known.map((one) => one.id)).not.toContain(id)
    expect(known.map((one) => one.id)).toContain(shop.tenantId)
    const [before] = await shops.reader.query(
      'select table_name, rows::int from tenant_import where tenant_id = $1',
      [id],
    )
    expect(before).toEqual({ table_name: 'point_record', rows: 100 })
    expect(await tenant().done('import', id, '--from', folder)).toMatchObject({
      differences: 0,
      isOpen: true,
    })
    const again = await newFolder()
    await tenant().done('export', id, '--into', again)
    expect((await readManifest(again)).tables).toEqual((await readManifest(folder)).tables)
  })

  it('brings endpoints without their secrets, paused, and the key of the erased sealed anew', async () => {
    const shop = await shops.open(program())
    const sealer = createSealer(readSealingKeys(KEY) ?? [])
    const key = Buffer.alloc(32, 7).toString('base64')
    await shops.reader.query(
      `insert into webhook_endpoint (tenant_id, url, topics, sealed_secret, sealed_headers)
      values ($1, 'https://shop.example/hook', '{0}', '\\x5ec7e7', '\\x5ec7e7')`,
      [shop.tenantId],
    )
    await shops.reader.query('insert into erasure_key (tenant_id, sealed_key) values ($1, $2)', [
      shop.tenantId,
      sealer.seal(key, `erasure-key ${shop.tenantId}`),
    ])
    const folder = await newFolder()
    await tenant().done('export', shop.tenantId, '--into', folder)
    const id = await newTenant()
    expect(await tenant('').refused('import', id, '--from', folder)).toContain(
      'PUNCHCARD_SECRETS_KEY is not set',
    )
    expect(await tenant(makeSealingKey()).refused('import', id, '--from', folder)).toContain(
      'another PUNCHCARD_SECRETS_KEY',
    )
    expect(await tenant().done('import', id, '--from', folder)).toMatchObject({ endpoints: 1, isOpen: true })
    const [endpoint] = await shops.reader.query<{ sealed_secret: Buffer }>(
      'select url, state, sealed_headers, sealed_secret from webhook_endpoint where tenant_id = $1',
      [id],
    )
    expect(endpoint).toMatchObject({ url: 'https://shop.example/hook', state: 1, sealed_headers: null })
    expect(sealer.open(endpoint?.sealed_secret ?? Buffer.alloc(0), `webhook secret of tenant ${id}`)).toMatch(
      /^whsec_/,
    )
    expect(await shops.reader.query('select from webhook_cursor where tenant_id = $1', [id])).toHaveLength(1)
    const [erasure] = await shops.reader.query<{ sealed_key: Buffer }>(
      'select sealed_key from erasure_key where tenant_id = $1',
      [id],
    )
    expect(sealer.open(erasure?.sealed_key ?? Buffer.alloc(0), `erasure-key ${id}`)).toBe(key)
    const forgetful = await newTenant()
    const other = tenant(makeSealingKey())
    expect(await other.done('import', forgetful, '--from', folder, '--forget-erased')).toMatchObject({
      isOpen: true,
    })
    expect(await shops.reader.query('select from erasure_key where tenant_id = $1', [forgetful])).toEqual([])
  })
})

describe('a merchant that is not empty, or not as the folder', () => {
  it('is refused', async () => {
    const shop = await shops.open(program())
    await shop.completed('o1', 'ana', 10)
    const folder = await newFolder()
    await tenant().done('export', shop.tenantId, '--into', folder)
    expect(await tenant().refused('import', 999_999, '--from', folder)).toContain('There is no tenant')
    const taken = await shops.open(program())
    expect(await tenant().refused('import', taken.tenantId, '--from', folder)).toContain(
      'rows in program_version',
    )
    const closed = await newTenant()
    await tenant().done('suspend', closed)
    expect(await tenant().refused('import', closed, '--from', folder)).toContain('is suspended')
    await shops.reader.query(`update tenant set is_sandbox = true, clock_ahead_ms = 1000 where id = $1`, [
      shop.tenantId,
    ])
    const ahead = await newFolder()
    await tenant().done('export', shop.tenantId, '--into', ahead)
    expect(await tenant().refused('import', await newTenant(), '--from', ahead)).toContain('is no sandbox')
    const sandbox = await newTenant('Shop', true)
    expect(await tenant().done('import', sandbox, '--from', ahead)).toMatchObject({ isOpen: true })
    const [row] = await shops.reader.query('select clock_ahead_ms::int from tenant where id = $1', [sandbox])
    expect(row).toEqual({ clock_ahead_ms: 1000 })
  })
})

describe('a folder that lies', () => {
  const exported = async (orders = 3): Promise<string> => {
    const shop = await shops.open(program())
    for (let order = 0; order < orders; order += 1) await shop.completed(`o${order}`, 'ana', 10)
    const folder = await newFolder()
    await tenant().done('export', shop.tenantId, '--into', folder)
    return folder
  }
  const sha256 = (octets: Buffer): string => createHash('sha256').update(octets).digest('hex')
  // biome-ignore lint/suspicious/noExplicitAny: a liar writes what they like
  type Lie = any
  const lie = async (folder: string, change: (manifest: Lie) => void): Promise<void> => {
    const manifest = (await readManifest(folder)) as Lie
    change(manifest)
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  }
  /** With hashes and counts that are right again: the liar has read the documentation. */
  const rewrite = async (
    folder: string,
    table: string,
    change: (lines: string[]) => string[],
  ): Promise<void> => {
    const name = `${table}-1.ndjson.gz`
    const lines = gunzipSync(await readFile(join(folder, name)))
      .toString()
      .trimEnd()
      .split('\n')
    const changed = change(lines)
    const octets = gzipSync(changed.map((line) => `${line}\n`).join(''))
    await writeFile(join(folder, name), octets)
    await lie(folder, (manifest) => {
      const entry = manifest.tables.find((one: Lie) => one.name === table)
      entry.rows = changed.length
      Object.assign(entry.files[0], { rows: changed.length, bytes: octets.length, sha256: sha256(octets) })
    })
  }
  const others = async (): Promise<string> => {
    const [row] = await shops.reader.query<{ all: string }>(
      `select json_agg(customer order by tenant_id, id)::text as all from customer`,
    )
    return row?.all ?? ''
  }

  it('is refused by its manifest before anything is read, also where that names other files and tables', async () => {
    const whole = await exported()
    const lies: readonly [says: string, (manifest: Lie) => void][] = [
      ['none of an export', (manifest) => (manifest.format = 'other')],
      ['version 1 of the format', (manifest) => (manifest.formatVersion = 1)],
      ['not all of one moment', (manifest) => (manifest.eventsWrittenMeanwhile = 7)],
      ['of the migration 0001_', (manifest) => (manifest.migration = '0001_tenancy.sql')],
      ['no JSON object', (manifest) => (manifest.toJSON = () => 7)],
      [
        'customer-1.ndjson.gz where it belongs',
        (manifest) => (manifest.tables[0].files[0].name = '../../etc/passwd'),
      ],
      [
        'customer-1.ndjson.gz where it belongs',
        (manifest) => (manifest.tables[0].files[0].name = '/dev/zero'),
      ],
      ['table customer where it belongs', (manifest) => (manifest.tables[0].name = 'tenant')],
      ['table customer where it belongs', (manifest) => (manifest.tables[0].name = 'customer" --')],
      ['not imported: "person"', (manifest) => manifest.tables.push({ name: 'person', rows: 0, files: [] })],
      ['not as many', (manifest) => (manifest.tables[0].rows = 9)],
      [
        'does not have the 9 rows',
        (manifest) => (Object.assign(manifest.tables[0], { rows: 9 }).files[0].rows = 9),
      ],
      ['does not count the rows', (manifest) => (manifest.tables[0].rows = 1e300)],
      ['has no sum of', (manifest) => (manifest.tables[0].sums.points_balance = '1e5')],
      ['nothing else', (manifest) => manifest.others.push({ ...manifest.others[0], name: '../x' })],
      ['no time zone', (manifest) => (manifest.tenant.timeZone = 'Mars/Base')],
      ['not in order', (manifest) => (manifest.tenant.timeZones[0].since = 'x')],
      ['“isAdmin”', (manifest) => (manifest.tenant.settings.isAdmin = true)],
      ['“tierGraceDays”', (manifest) => (manifest.tenant.settings.tierGraceDays = 'x')],
      ['“__proto__”', (manifest) => (manifest.tenant.settings = JSON.parse('{"__proto__": {}}'))],
      ['is not what was exported', (manifest) => (manifest.tables[0].files[0].sha256 = '0'.repeat(64))],
    ]
    const id = await newTenant()
    for (const [says, change] of lies) {
      const folder = await newFolder()
      await cp(whole, folder, { recursive: true })
      await lie(folder, change)
      expect(await tenant().refused('import', id, '--from', folder)).toContain(says)
    }
    expect(await shops.reader.query('select from tenant_import where tenant_id = $1', [id])).toEqual([])
    expect(await shops.reader.query(`select state from tenant where id = $1`, [id])).toEqual([
      { state: 'active' },
    ])
    expect(await tenant().done('import', id, '--from', whole)).toMatchObject({ isOpen: true })
  })

  it('is refused where a file is missing, cut off, endless or none', async () => {
    const whole = await exported()
    const id = await newTenant()
    const wrong: readonly [says: string, (path: string) => Promise<unknown>][] = [
      ['is missing', (path) => rm(path)],
      ['is not what was exported', async (path) => writeFile(path, (await readFile(path)).subarray(0, 40))],
      ['is not what was exported', (path) => writeFile(path, 'no gzip')],
      ['is missing', (path) => rm(path).then(() => symlink('/dev/zero', path))],
      ['longer than 16 MiB', (path) => writeFile(path, gzipSync(Buffer.alloc(64 * 1_048_576, 0x20)))],
      ['does not have the 1 rows', (path) => writeFile(path, gzipSync(Buffer.alloc(64 * 1_048_576, 0x0a)))],
    ]
    for (const [says, spoil] of wrong) {
      const folder = await newFolder()
      await cp(whole, folder, { recursive: true })
      await spoil(join(folder, 'customer-1.ndjson.gz'))
      expect(await tenant().refused('import', id, '--from', folder)).toContain(says)
    }
    expect(await tenant().refused('import', id, '--from', '/nowhere')).toContain('manifest.json is missing')
    expect(await shops.reader.query('select from tenant_import where tenant_id = $1', [id])).toEqual([])
  })

  it('can’t reach another merchant, whatever its rows say, and stays closed where they do not add up', async () => {
    const victim = await shops.open(program())
    await victim.completed('o1', 'vic', 10)
    const before = await others()
    const folder = await exported()
    await rewrite(folder, 'customer', (lines) =>
      lines.map((line) => line.replace('{', `{"tenant_id":"${victim.tenantId}","other":1,`)),
    )
    const id = await newTenant()
    expect(await tenant().done('import', id, '--from', folder)).toMatchObject({ isOpen: true })
    expect(await others()).toContain(before.slice(1, -1).split('},')[0])

    const rich = await exported()
    await rewrite(rich, 'customer', (lines) =>
      lines.map((line) => line.replace(/"points_balance":"[\d.]+"/, '"points_balance":"999999.0000"')),
    )
    const cheated = await newTenant()
    expect(await tenant().refused('import', cheated, '--from', rich)).toContain(
      'The sum of customer.points_balance is 999999',
    )
    await lie(rich, (manifest) => (manifest.tables[0].sums.points_balance = '999999.0000'))
    const second = await newTenant()
    const told = await tenant().run('import', '--tenant', String(second), '--from', rich)
    expect([told.exitCode, told.stderr]).toEqual([1, expect.stringContaining('999999')])
    expect(told.stdout).toContain('it stays closed')
    expect(await shops.reader.query(`select state from tenant where id = $1`, [second])).toEqual([
      { state: 'arriving' },
    ])
    // Nobody's yet, so it can go at once.
    const gone = await tenant().done('delete', second, '--confirm', 'Shop', '--without-export', 'Shop')
    expect(gone.rows).toBeGreaterThan(10)
    expect(await shops.reader.query('select from customer where tenant_id = $1', [second])).toEqual([])
  })

  it('can’t keep partitions of the log from being made, nor leave a gap when old ones go', async () => {
    const folder = await exported(3)
    const times = ['2020-01-01T00:00:00+00:00', '2020-01-02T00:00:00+00:00', '2099-01-01T00:00:00+00:00']
    await rewrite(folder, 'point_event', (lines) =>
      lines.map((line, index) => line.replace(/"written_at":"[^"]+"/, `"written_at":"${times[index]}"`)),
    )
    const id = await newTenant()
    expect(await tenant().done('import', id, '--from', folder)).toMatchObject({ isOpen: true })
    const found = await shops.reader.query(
      `select event.tableoid::regclass::text ~ '^point_event_[0-9]+$' as has_partition, written_at <= now() as is_past
      from point_event as event where tenant_id = $1`,
      [id],
    )
    expect(found).toEqual(Array.from({ length: 3 }, () => ({ has_partition: true, is_past: true })))
  })

  it('is refused by the database where a row is none of its table, and takes no number from others', async () => {
    const rows: readonly [table: string, (line: string) => string, says: string][] = [
      [
        'customer',
        (line) => line.replace(/"id":"\d+"/, '"id":"9007199254740991"'),
        'no number that an export has',
      ],
      [
        'point_event',
        (line) => line.replace(/"transaction":"\d+"/, '"transaction":"9223372036854775807"'),
        'no number that an export has',
      ],
      ['point_record', (line) => line.replace('"type":0', '"type":99'), 'point_record_type_check'],
      ['customer', () => '[]', 'not those of an export'],
      ['customer', () => '{}', 'not those of an export'],
      ['customer', () => 'x', 'not those of an export'],
      [
        'customer',
        (line) => `${line},${line.replace(/"id":"\d+"/, '"id":"77"').replace('"ana"', '"eve"')}`,
        'is not one row',
      ],
      ['customer_order', (line) => `${line}]'); drop table tenant; --`, 'not those of an export'],
      ['customer', () => `${'['.repeat(1e6)}${']'.repeat(1e6)}`, 'not those of an export'],
    ]
    for (const [table, change, says] of rows) {
      const folder = await exported(1)
      await rewrite(folder, table, (lines) => lines.map(change))
      await expect(importing(await newTenant(), folder, () => {})).rejects.toThrow(says)
    }
    const [sequence] = await shops.reader.query<{ last: string }>('select last_value as last from account_id')
    expect(Number(sequence?.last)).toBeLessThan(1e9)
  })
})
