/**
 * The law of whole exports: a merchant that was taken in from its export is the same merchant. It verifies, answers every
 * read with the same octets and the next requests alike, and its export is the same export.
 *
 * `LAW_HISTORIES=200 LAW_COMMANDS=200 npm test -- import-law` holds it for as many merchants; `TEST_SEED` draws them again.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exportMerchant } from '../../src/operating/export/export-merchant.ts'
import { importMerchant } from '../../src/operating/import/import-merchant.ts'
import { COMMAND_LINE } from '../../src/operating/operator.ts'
import { KEY_SCOPES } from '../../src/tenancy/key-scope.ts'
import { createKey, createTenant, tenantOf } from '../../src/tenancy/manage/tenants.ts'
import { LedgerReader, verifyMerchant } from '../support/ledger.ts'
import { chanceOf } from '../support/seed.ts'
import { Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { basic } from '../support/test-api.ts'
import { newFolder, readManifest } from './leaving.ts'
import { type Answered, openRandomLife, type Sent, send } from './random-life.ts'
import { Twins } from './twins.ts'

const HISTORIES = Number(process.env.LAW_HISTORIES ?? 2)
const COMMANDS = Number(process.env.LAW_COMMANDS ?? 100)
const story = useStories()

const cellsOf = () => story.api.cells

async function exported(tenantId: number): Promise<string> {
  const folder = await newFolder()
  await exportMerchant(cellsOf(), tenantId, folder, {
    by: COMMAND_LINE,
    programText: async () => 'rules: []\n',
    onProgress: () => {},
  })
  return folder
}

/** All octets of a folder but those of the manifest, which is told apart. */
async function octetsOf(folder: string) {
  const { tables, others } = await readManifest(folder)
  const files = [...tables.flatMap((table) => table.files), ...others]
  const contents = files.map(async ({ name }) => [
    name,
    (await readFile(join(folder, name))).toString('base64'),
  ])
  return Object.fromEntries(await Promise.all(contents))
}

async function copyOf(shop: Shop, folder: string): Promise<Shop> {
  const { name, currency, timeZone, locale, isSandbox } = await tenantOf(cellsOf().directory, shop.tenantId)
  const tenantId = await createTenant(cellsOf(), { name, currency, timeZone, locale, isSandbox })
  const { differences, isOpen } = await importMerchant(cellsOf(), tenantId, folder, {
    ...{ by: COMMAND_LINE, sealer: null, acceptsDifferences: false, forgetsErased: false, settleMs: 0 },
    verify: async (tenant) =>
      (await verifyMerchant(cellsOf().of(tenant), tenant.id, () => story.api.now)).differences,
    onProgress: () => {},
  })
  expect([differences, isOpen]).toEqual([[], true])
  // Without PUNCHCARD_SECRETS_KEY the key by which erased persons are recognised leaves no installation.
  await story.query(
    'insert into erasure_key (tenant_id, key) select $1, key from erasure_key where tenant_id = $2',
    [tenantId, shop.tenantId],
  )
  const { token, secret } = await createKey(cellsOf().directory, tenantId, 'test', KEY_SCOPES)
  const key = { tenantId, token, secret, authorization: basic(token, secret) }
  return new Shop(story.api, new LedgerReader(story.api.databaseUrl), key)
}

it(`of ${HISTORIES} merchants and ${COMMANDS} requests each`, {
  timeout: 60_000 + HISTORIES * COMMANDS * 600,
}, async () => {
  const chance = chanceOf('Law of whole exports')
  const counts = new Map<string, number>()
  let latest = 0
  for (let history = 0; history < HISTORIES; history += 1) {
    const { shop, life } = await openRandomLife(story, chance)
    await life.go([shop], COMMANDS)
    // Whatever is due is settled when an account is read, under a number that each merchant takes for itself.
    for (const read of life.reads()) await send(story, shop, read)
    const folder = await exported(shop.tenantId)
    const copy = await copyOf(shop, folder)

    const again = await exported(copy.tenantId)
    expect(await octetsOf(again)).toEqual(await octetsOf(folder))
    const manifests = [await readManifest(folder), await readManifest(again)]
    const [first, second] = manifests.map(({ begun, ended, tenant: { id, ...tenant }, ...rest }) => ({
      ...rest,
      tenant,
    }))
    expect(second).toEqual(first)

    const twins = new Twins(shop.tenantId, copy.tenantId)
    const compare = (sent: Sent, [one, other]: readonly Answered[]): void => {
      expect([sent, other?.status]).toEqual([sent, one?.status])
      expect([sent, twins.difference(one?.body ?? '', other?.body ?? '')]).toEqual([sent, null])
    }
    for (const read of life.reads()) {
      const answers = [await send(story, shop, read), await send(story, copy, read)]
      compare(read, answers)
      const same = (body = ''): string => twins.withoutOwn(body)
      expect([read, same(answers[1]?.body)]).toEqual([read, same(answers[0]?.body)])
    }
    await life.go([shop, copy], COMMANDS, compare)
    for (const read of life.reads().filter(({ url }) => !url.includes('Coupons/'))) {
      compare(read, [await send(story, shop, read), await send(story, copy, read)])
    }
    for (const { tenantId } of [shop, copy]) {
      expect((await verifyMerchant(story.database, tenantId, () => story.api.now)).differences).toEqual([])
    }
    latest = Math.max(latest, story.api.now)
    for (const [what, count] of life.counts) counts.set(what, (counts.get(what) ?? 0) + count)
  }
  process.stderr.write(
    `${HISTORIES} merchants: ${JSON.stringify(Object.fromEntries([...counts].toSorted()))}\n`,
  )
})
