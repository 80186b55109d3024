/** What a backup tells of persons who were erased: with the key beside the hashes, every document number could be tried. */
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sealErasureKeys } from '../../src/app/sealed.ts'
import { tillOfEachCell } from '../../src/app/tills.ts'
import { isRefusal } from '../../src/contract/refusal.ts'
import { erasePerson } from '../../src/erasing/commands.ts'
import { createApi } from '../../src/http/private-api.ts'
import { createLogger } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { openDatabase } from '../../src/platform/postgres/database.ts'
import { createSealer } from '../../src/platform/sealing.ts'
import { MAIN_CELL, openCells } from '../../src/tenancy/cells.ts'
import { listTenants } from '../../src/tenancy/store/tenants.ts'
import { punchcard } from '../cli/punchcard-process.ts'
import { urlOfLogin } from '../support/logins.ts'
import { program, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const DOCUMENT = '529.982.247-25'
const FIRST_PURCHASE = program({}, { id: 7, kind: 'firstPurchase', points: '1000' })
const log = createLogger({ level: 'silent', destination: process.stderr })
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]

/** A server that has these keys, or none. */
async function serverWith(...keys: Buffer[]) {
  const cells = openCells(new Map([[MAIN_CELL, test.api.databaseUrl]]), (url) =>
    openDatabase({
      url: urlOfLogin(url, 'api'),
      connectionCount: 3,
      applicationName: 'punchcard test',
      onIdleError: () => {},
      sealer: keys.length === 0 ? null : createSealer(keys),
    }),
  )
  const clock = () => test.api.now
  const { server } = await createApi({
    cells,
    redis: null,
    log,
    metrics: createMetrics(),
    clock,
    requestTimeoutMs: 10_000,
    rateLimitPerSecond: 1_000_000,
    trustProxy: 0,
  })
  onTestFinished(async () => {
    await server.close()
    await cells.close()
  })
  const tillOf = tillOfEachCell(cells, clock)
  return {
    cells,
    async erase({ tenantId }: Shop, customerKey: string): Promise<void> {
      const tenants = await cells.directory.read([], listTenants)
      const tenant = tenants.find(({ id }) => id === tenantId)
      if (!tenant) throw new Error('there is no such merchant')
      const input = { tenant, customer: { key: customerKey }, confirm: null, chance: randomBytes(32) }
      expect(isRefusal(await tillOf(tenant).run(erasePerson, input))).toBe(false)
    },
    /** The points of a first order by somebody with this document. */
    async pointsOf(shop: Shop, id: string, document: string): Promise<number> {
      const order = {
        ...shop.completeOrder(`of ${id}`, id, 10),
        Customer: { OriginalId: id, Document: document },
      }
      const answer = await server.inject({
        method: 'POST',
        url: '/v1/pvt/POS/orders',
        headers: { authorization: shop.key.authorization },
        payload: order,
      })
      expect(answer.json()).toMatchObject({ HasError: false })
      const [row] = await test.reader.query<{ points: number }>(
        'select points_balance::float as points from customer where tenant_id = $1 and original_id = $2',
        [shop.tenantId, id],
      )
      return row?.points ?? Number.NaN
    },
  }
}

let dump: () => Promise<string>
beforeAll(() => {
  dump = async () => {
    const args = ['--data-only', '--table=erasure_key', '--table=erased_person', test.api.databaseUrl]
    return (await promisify(execFile)('pg_dump', args, { maxBuffer: 64 * 1024 * 1024 })).stdout
  }
})

/** What who has nothing but a dump finds out: every octet of it is tried as the key, for a document that is guessed. */
async function recovered({ tenantId }: Shop): Promise<boolean> {
  const rows = (await dump()).split('\n').filter((line) => line.startsWith(`${tenantId}\t`))
  const values = rows.flatMap((row) => [...row.matchAll(/\\\\x([0-9a-f]+)/g)].map(([, hex]) => hex ?? ''))
  const hashes = new Set(values)
  const terms = ['52998224725', DOCUMENT].flatMap((text) => [`d:${text}`, text, `i:${text}`])
  const sha = (...parts: (Buffer | string)[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
  return values.some((value) => {
    const bytes = Buffer.from(value, 'hex')
    return Array.from({ length: Math.max(0, bytes.length - 31) }, (_, at) =>
      bytes.subarray(at, at + 32),
    ).some((key) => terms.some((term) => hashes.has(sha(key, sha(key, term)).toString('hex'))))
  })
}

async function open(): Promise<Shop> {
  const shop = await test.open(FIRST_PURCHASE)
  await shop.completed('o1', 'ana', 10, { Customer: { OriginalId: 'ana', Document: DOCUMENT } })
  return shop
}

const merchantsSealed = (shop: Shop) =>
  test.reader.query<{ clear: boolean; sealed: boolean }>(
    'select key is not null as clear, sealed_key is not null as sealed from erasure_key where tenant_id = $1',
    [shop.tenantId],
  )

describe('a person who was erased', () => {
  it('can not be recovered from a dump, and is recognised all the same', async () => {
    const shop = await open()
    const server = await serverWith(oldKey)
    await server.erase(shop, 'ana')
    expect(await merchantsSealed(shop)).toEqual([{ clear: false, sealed: true }])
    expect(await recovered(shop)).toBe(false)
    expect(await server.pointsOf(shop, 'ana-again', DOCUMENT)).toBe(10)
    expect(await server.pointsOf(shop, 'eva', '111.444.777-35')).toBe(1_010)
  })

  it('could be recovered while the key lay beside the hashes; it is sealed when a process starts', async () => {
    const shop = await open()
    const without = await serverWith()
    await without.erase(shop, 'ana')
    expect(await merchantsSealed(shop)).toEqual([{ clear: true, sealed: false }])
    expect(await recovered(shop)).toBe(true)
    const server = await serverWith(oldKey)
    // Before it is sealed, and after.
    expect(await server.pointsOf(shop, 'ana-2', DOCUMENT)).toBe(10)
    await sealErasureKeys(server.cells, MAIN_CELL, log)
    expect(await merchantsSealed(shop)).toEqual([{ clear: false, sealed: true }])
    expect(await recovered(shop)).toBe(false)
    expect(await server.pointsOf(shop, 'ana-3', DOCUMENT)).toBe(10)
    // The same key as before: a second person is hashed with it too.
    await shop.completed('o2', 'bia', 10, { Customer: { OriginalId: 'bia', Document: '390.533.447-05' } })
    await server.erase(shop, 'bia')
    expect(await server.pointsOf(shop, 'bia-2', '390.533.447-05')).toBe(10)
  })

  it('is recognised after the key of the secrets was replaced', async () => {
    const shop = await open()
    await (await serverWith(oldKey)).erase(shop, 'ana')
    const keys = [newKey, oldKey].map((key) => key.toString('base64')).join()
    const { exitCode, stdout } = await punchcard(['secrets', 'reseal', '--json'], {
      DATABASE_URL: test.api.databaseUrl,
      PUNCHCARD_SECRETS_KEY: keys,
    })
    expect([exitCode, JSON.parse(stdout).merchants]).toEqual([0, expect.any(Number)])
    expect(JSON.parse(stdout).merchants).toBeGreaterThan(0)
    const server = await serverWith(newKey)
    expect(await server.pointsOf(shop, 'ana-again', DOCUMENT)).toBe(10)
    expect(await recovered(shop)).toBe(false)
  })

  it('is not recognised by a server without the key, which goes on selling and refuses to erase', async () => {
    const shop = await open()
    await (await serverWith(oldKey)).erase(shop, 'ana')
    for (const server of [await serverWith(), await serverWith(newKey)]) {
      const id = `ana-${randomBytes(4).toString('hex')}`
      expect(await server.pointsOf(shop, id, DOCUMENT)).toBe(1_010)
      await expect(server.erase(shop, id)).rejects.toThrow('PUNCHCARD_SECRETS_KEY')
    }
  })

  it('has one key also where two processes make it at the same moment', async () => {
    const shop = await open()
    await shop.completed('o2', 'bia', 10, { Customer: { OriginalId: 'bia', Document: '390.533.447-05' } })
    const [one, other] = [await serverWith(oldKey), await serverWith(oldKey)]
    await Promise.all([one.erase(shop, 'ana'), other.erase(shop, 'bia')])
    expect(await one.pointsOf(shop, 'ana-2', DOCUMENT)).toBe(10)
    expect(await one.pointsOf(shop, 'bia-2', '390.533.447-05')).toBe(10)
  })
})
