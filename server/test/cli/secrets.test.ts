/** Replacing PUNCHCARD_SECRETS_KEY step by step, as docs/operating/webhooks.md has it. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SEALED } from '../../src/app/sealed.ts'
import { totpContext } from '../../src/people/person.ts'
import { findPerson, insertPerson, saveSecondFactor } from '../../src/people/store/persons.ts'
import { createSealer } from '../../src/platform/sealing.ts'
import { insertStorefrontKey } from '../../src/tenancy/store/storefront.ts'
import { rotateSecret } from '../../src/webhooks/manage.ts'
import { Receiver } from '../support/receiver.ts'
import { program } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { deliver, subscribe, webhookTools } from '../support/webhooks.ts'
import { until } from '../support/workers.ts'
import { punchcard } from './punchcard-process.ts'
import { runHere } from './run-here.ts'

const shops = useShops()
const newKey = () => randomBytes(32)
const text = (...keys: Buffer[]): string => keys.map((key) => key.toString('base64')).join(',')

function environmentWith(...keys: Buffer[]) {
  return {
    DATABASE_URL: shops.api.databaseUrl,
    PUNCHCARD_SECRETS_KEY: text(...keys),
    PUNCHCARD_WEBHOOK_ALLOW_PRIVATE: '1',
  }
}

function toolsWith(...keys: Buffer[]) {
  return { ...webhookTools(shops.api), sealer: createSealer(keys) }
}

async function receiver(): Promise<Receiver> {
  const started = await Receiver.start()
  onTestFinished(() => started.stop())
  return started
}

async function reseal(...keys: Buffer[]) {
  const { exitCode, stdout } = await punchcard(['secrets', 'reseal', '--json'], environmentWith(...keys))
  return { exitCode, ...(JSON.parse(stdout) as object) }
}

describe('punchcard secrets reseal', () => {
  it('lets a key be replaced: secrets, the ones before them and headers', async () => {
    const [old, next] = [newKey(), newKey()]
    const inbox = await receiver()
    const shop = await shops.open(program())
    const { tenantId } = shop
    const headers = { Authorization: 'Bearer shop' }
    const place = { url: inbox.url, topics: ['Point_Add'], description: '', headers }
    const tools = toolsWith(old)
    const { addEndpoint } = await import('../../src/webhooks/manage.ts')
    const { id, secret: first } = await addEndpoint(tools, tenantId, place)
    const { secret: second } = await rotateSecret(tools, { tenantId, id }, 24)

    expect(await reseal(next, old)).toMatchObject({ exitCode: 0, endpoints: 1, unreadable: [] })
    // The new key alone: everything is delivered, signed with both secrets and with its header.
    const delivery = await deliver(shops.api, { sealer: createSealer([next]) })
    onTestFinished(() => delivery.stop())
    await shop.completed('o1', 'ana', 100)
    await until(async () => inbox.received.length === 1)
    const [received] = inbox.received
    for (const secret of [first, second]) {
      expect(new Webhook(secret).verify(received?.body ?? '', received?.headers ?? {})).toMatchObject({
        Points: 100,
      })
    }
    expect(received?.headers.authorization).toBe('Bearer shop')
    // Again changes nothing, and the old key opens nothing any more.
    expect(await reseal(next)).toMatchObject({ exitCode: 0, endpoints: 1, unreadable: [] })
    expect(await reseal(old)).toMatchObject({ exitCode: 1, endpoints: 0, unreadable: [{ endpoint: id }] })
    await shops.reader.query('delete from webhook_endpoint where tenant_id = $1', [tenantId])
  })

  it('forgets secrets that have ended, and delivery does not ask for the key they were sealed with', async () => {
    const [old, next] = [newKey(), newKey()]
    const inbox = await receiver()
    const shop = await shops.open(program())
    const { tenantId } = shop
    const { addEndpoint } = await import('../../src/webhooks/manage.ts')
    const place = { url: inbox.url, topics: ['Point_Add'], description: '', headers: {} }
    const { id } = await addEndpoint(toolsWith(old), tenantId, place)
    const { secret } = await rotateSecret(toolsWith(next, old), { tenantId, id }, 0)

    // The key was removed without resealing: only the ended secret was sealed with it.
    const delivery = await deliver(shops.api, { sealer: createSealer([next]) })
    onTestFinished(() => delivery.stop())
    await shop.completed('o1', 'ana', 100)
    await until(async () => inbox.received.length === 1)
    const [received] = inbox.received
    expect(new Webhook(secret).verify(received?.body ?? '', received?.headers ?? {})).toMatchObject({
      Points: 100,
    })
    expect(await reseal(next)).toMatchObject({ exitCode: 0, endpoints: 1, unreadable: [] })
    const rows = await shops.reader.query(
      'select sealed_previous_secret, previous_secret_until from webhook_endpoint where tenant_id = $1',
      [tenantId],
    )
    expect(rows).toEqual([{ sealed_previous_secret: null, previous_secret_until: null }])
    await shops.reader.query('delete from webhook_endpoint where tenant_id = $1', [tenantId])
  })

  it('names those that no key opens, reseals the others, and needs a key', async () => {
    const [lost, known] = [newKey(), newKey()]
    const shop = await shops.open(program())
    const { tenantId } = shop
    const { addEndpoint } = await import('../../src/webhooks/manage.ts')
    const place = { url: 'https://shop.example', topics: ['Point_Add'], description: '', headers: {} }
    const bad = await addEndpoint(toolsWith(lost), tenantId, place)
    await addEndpoint(toolsWith(known), tenantId, place)
    const { exitCode, stdout } = await punchcard(['secrets', 'reseal'], environmentWith(known))
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(
      /^The secrets of 1 endpoint and 0 people are encrypted with the first key, and so are .* of 0 merchants, 0 keys of storefronts and the keys of 0 files\.\n/,
    )
    expect(stdout).toContain(`tenant ${tenantId}, endpoint ${bad.id}`)
    const keyless = await runHere(['secrets', 'reseal'], { ...environmentWith(), PUNCHCARD_SECRETS_KEY: '' })
    expect(keyless).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/openssl rand -base64 32/) })
    await shops.reader.query('delete from webhook_endpoint where tenant_id = $1', [tenantId])
  })
})

describe('what is sealed', () => {
  it('is known to `secrets reseal`, column by column', async () => {
    const rows = await shops.reader.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and udt_name = 'bytea'`,
      [],
    )
    // A hash is not opened again, and neither are the key of a count and the salt of hashes. That of hashes lies clear where
    // there is no key. The octets of a file are sealed with the file's own key.
    const hashes = rows.filter(({ name }) =>
      /(_hash|\.hash|\.hmac|\.key|\.digest|\.salt|[._]sha256|\.octets)$/.test(name),
    )
    expect(hashes.length).toBeGreaterThan(5)
    const others = rows.filter((row) => !hashes.includes(row)).map(({ name }) => name)
    expect(others.sort()).toEqual(SEALED.flatMap(({ columns }) => columns).sort())
  })

  it('of people goes on with another key: their codes are right, and the old key opens nothing', async () => {
    const [old, next] = [newKey(), newKey()]
    const { directory } = shops.api.cells
    const secret = randomBytes(20).toString('base64')
    const person = await directory.transaction([], async (tx) => {
      const made = await insertPerson(
        tx,
        { email: 'ana@shop.example', name: 'Ana', locale: 'en', passwordHash: null, isOperator: false },
        shops.api.now,
      )
      if (!made) throw new Error('there is one already')
      const totpSecret = createSealer([old]).seal(secret, totpContext(made.id))
      await saveSecondFactor(tx, made.id, { totpSecret, totpLastStep: 7, recoveryHashes: [randomBytes(32)] })
      return made.id
    })
    expect(await reseal(next, old)).toMatchObject({ exitCode: 0, people: 1, unreadable: [] })
    const stored = await directory.read([], (tx) => findPerson(tx, person))
    expect(createSealer([next]).open(stored?.totpSecret ?? Buffer.alloc(0), totpContext(person))).toBe(secret)
    expect(stored).toMatchObject({ totpLastStep: 7 })
    expect(stored?.recoveryHashes).toHaveLength(1)
    expect(await reseal(old)).toMatchObject({ exitCode: 1, people: 0, unreadable: [{ person }] })
    await shops.reader.query('delete from person where id = $1', [person])
  })

  it('of storefronts goes on with another key: tokens that were made before stay good', async () => {
    const [old, next] = [newKey(), newKey()]
    const { tenantId } = await shops.open(program())
    const { directory } = shops.api.cells
    await shops.reader.query('insert into storefront (tenant_id) values ($1)', [tenantId])
    const at = shops.api.now
    await directory.transaction([tenantId], (tx) =>
      insertStorefrontKey(tx, createSealer([old]), tenantId, { number: 1, at }),
    )
    const secretWith = async (key: Buffer): Promise<string> => {
      const [row] = await shops.reader.query<{ sealed_secret: Buffer }>(
        'select sealed_secret from storefront_key where tenant_id = $1',
        [tenantId],
      )
      return createSealer([key]).open(row?.sealed_secret ?? Buffer.alloc(0), `storefront-key ${tenantId} 1`)
    }
    const secret = await secretWith(old)
    expect(await reseal(next, old)).toMatchObject({ exitCode: 0, storefronts: 1, unreadable: [] })
    expect(await secretWith(next)).toBe(secret)
    expect(await reseal(old)).toMatchObject({ exitCode: 1, unreadable: [{ tenant: tenantId, key: 1 }] })
    await shops.reader.query('delete from storefront_key where tenant_id = $1', [tenantId])
  })
})

describe('secrets in files', () => {
  async function fileWith(content: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'punchcard-secrets-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'secret'), content)
    return join(folder, 'secret')
  }

  it('stand for the variable without _FILE', async () => {
    const shop = await shops.open(program())
    await subscribe(shops.api, shop.tenantId, 'https://shop.example')
    const environment = {
      DATABASE_URL_FILE: await fileWith(`${shops.api.databaseUrl}\n`),
      PUNCHCARD_SECRETS_KEY_FILE: await fileWith(`${text(newKey())}\n`),
    }
    const args = ['webhook', 'list', '--tenant', String(shop.tenantId), '--json']
    const { exitCode, stdout } = await punchcard(args, environment)
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      0,
      { endpoints: [expect.objectContaining({ url: 'https://shop.example/' })] },
    ])
  })

  it('are refused beside the variable, and where they cannot be read', async () => {
    const both = { DATABASE_URL: 'postgres://x/y', DATABASE_URL_FILE: '/nowhere' }
    expect(await punchcard(['verify'], both)).toMatchObject({
      exitCode: 2,
      stderr: 'DATABASE_URL and DATABASE_URL_FILE are both set: remove one of them.\n',
    })
    expect(await punchcard(['verify'], { DATABASE_URL_FILE: '/nowhere' })).toMatchObject({
      exitCode: 2,
      stderr: 'DATABASE_URL_FILE: the file “/nowhere” cannot be read (ENOENT).\n',
    })
  })
})
