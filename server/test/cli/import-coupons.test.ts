import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { importCodes, openList } from '../../src/rewards/manage/import-codes.ts'
import { undoUpload } from '../../src/rewards/manage/undo-upload.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import type { RewardToMake } from '../support/rewards.ts'
import { program, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { runHere } from './run-here.ts'

const test = useShops()

async function open(): Promise<Shop> {
  const shop = await test.open(program())
  await shop.completed('first', 'ana', 1_000)
  return shop
}

async function fileWith(content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'punchcard-codes-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'codes.txt')
  await writeFile(file, content)
  return file
}

async function importing(shop: Shop, ...args: string[]) {
  const command = ['coupons', 'import', '--tenant', String(shop.tenantId), ...args]
  return runHere(command, { DATABASE_URL: test.api.databaseUrl })
}

async function imported(shop: Shop, content: string | Uint8Array, ...args: string[]) {
  const finished = await importing(shop, '--file', await fileWith(content), '--json', ...args)
  expect(finished).toMatchObject({ exitCode: 0, stderr: '' })
  return JSON.parse(finished.stdout) as object
}

const NOTHING_WRONG = { duplicates: 0, invalid: 0, duplicateCodes: [], invalidLines: [] }
const PLAIN: RewardToMake = { title: 'Mug', type: 4, value: 0n }

describe('importing codes', () => {
  it('makes the list of a reward that has none, and its codes are given out in their order', async () => {
    const shop = await open()
    const reward = await shop.makeReward(PLAIN)
    const report = await imported(shop, 'b-2\r\n\n  a-1  \nc-3', '--reward', String(reward))
    expect(report).toEqual({ list: expect.any(Number), name: 'Mug', imported: 3, ...NOTHING_WRONG })
    const codes = [await shop.redeemed(reward, 'ana'), await shop.redeemed(reward, 'ana')]
    expect(codes.map(({ couponCode }) => couponCode)).toEqual(['b-2', 'a-1'])
    expect((await shop.getReward(reward)).Result?.PreGeneratedCouponLists).toMatchObject([
      { ListName: 'Mug', CouponCount: 3, UsedCoupons: 2, CouponsType: 4 },
    ])
    expect(await shop.doubts()).toEqual([])
  })

  it('is one upload, which can be undone while none of its codes was given out', async () => {
    const shop = await open()
    const reward = await shop.makeReward(PLAIN)
    await imported(shop, 'a-1\na-2\na-3', '--reward', String(reward))
    const uploads = await test.reader.query<{ id: number; list: number; file: string; codes: number }>(
      'select id, list_id as list, file, code_count as codes from coupon_upload where tenant_id = $1',
      [shop.tenantId],
    )
    expect(uploads).toEqual([{ id: expect.anything(), list: expect.anything(), file: 'codes.txt', codes: 3 }])
    const { id = 0, list = 0 } = uploads[0] ?? {}
    const database = test.api.cells.of({ cell: MAIN_CELL })
    const undone = await database.transaction([shop.tenantId], (tx) =>
      undoUpload(tx, shop.tenantId, Number(list), Number(id)),
    )
    expect(undone).toMatchObject({ removed: 3, isDone: true })
    expect((await shop.getReward(reward)).Result?.PreGeneratedCouponLists).toMatchObject([{ CouponCount: 0 }])
    expect(await shop.doubts()).toEqual([])
  })

  it('adds to the list that a reward has, by its name or by its reward', async () => {
    const shop = await open()
    const reward = await shop.makeReward(PLAIN, ['x-1'])
    const name = `Codes of ${reward}`
    expect(await imported(shop, 'x-2', '--list', name)).toMatchObject({ name, imported: 1 })
    expect(await imported(shop, 'x-3', '--reward', String(reward))).toMatchObject({ name, imported: 1 })
    expect(await imported(shop, 'x-4', '--reward', String(reward), '--list', name)).toMatchObject({ name })
    const other = { name: 'Second', imported: 1 }
    expect(await imported(shop, 'x-5', '--reward', String(reward), '--list', 'Second')).toMatchObject(other)
    expect((await shop.getReward(reward)).Result?.PreGeneratedCouponLists).toMatchObject([
      { CouponCount: 4 },
      { ListName: 'Second', CouponCount: 1 },
    ])
  })

  it('skips and reports what exists already, in whatever case: running it again goes on', async () => {
    const shop = await open()
    const reward = await shop.makeReward(PLAIN, ['listed'])
    await shop.createCoupon({ CouponCode: 'Given', CouponType: 2, CustomerId: 'ana' })
    const codes = ['new-1', 'LISTED', 'given', 'ação', 'AÇÃO', 'NEW-1', 'new-2'].join('\n')
    const first = await imported(shop, codes, '--reward', String(reward))
    expect(first).toMatchObject({
      imported: 3,
      duplicates: 4,
      duplicateCodes: ['LISTED', 'given', 'AÇÃO', 'NEW-1'],
    })
    expect(await imported(shop, `${codes}\nnew-3\n`, '--reward', String(reward))).toMatchObject({
      imported: 1,
      duplicates: 7,
    })
    expect((await shop.getReward(reward)).Result?.PreGeneratedCouponLists).toMatchObject([{ CouponCount: 5 }])
  })

  it('skips and reports lines that can be no code', async () => {
    const shop = await open()
    const reward = await shop.makeReward(PLAIN)
    const report = await imported(shop, `ok\n${'x'.repeat(251)}\n\na\0b\n`, '--reward', String(reward))
    expect(report).toMatchObject({ imported: 1, invalid: 2, invalidLines: [2, 4] })
  })

  it('takes many in one go, chunk by chunk', async () => {
    const shop = await open()
    const reward = await shop.makeReward(PLAIN)
    const codes = Array.from({ length: 25_000 }, (_, index) => `code-${index}`)
    const report = await imported(shop, codes.join('\n'), '--reward', String(reward))
    expect(report).toMatchObject({ imported: 25_000, ...NOTHING_WRONG })
    expect((await shop.redeemed(reward, 'ana')).couponCode).toBe('code-0')
    // As if it had been interrupted in the middle of the file.
    const again = await imported(shop, [...codes, 'code-25000'].join('\n'), '--reward', String(reward))
    expect(again).toMatchObject({ imported: 1, duplicates: 25_000 })
  })

  it('two imports of the same codes at once share them', async () => {
    const shop = await open()
    const reward = await shop.makeReward(PLAIN, [])
    const codes = Array.from({ length: 3_000 }, (_, index) => `code-${index}`)
    const database = test.api.cells.of({ cell: MAIN_CELL })
    const { tenantId } = shop
    const list = await openList(database, tenantId, { rewardId: reward })
    const reports = await Promise.all(
      [codes, codes.toReversed()].map((lines) =>
        importCodes(database, tenantId, { listId: list.id, file: null }, Readable.from(lines)),
      ),
    )
    expect(reports.reduce((sum, { imported }) => sum + imported, 0)).toBe(3_000)
    expect((await shop.getReward(reward)).Result?.PreGeneratedCouponLists).toMatchObject([
      { CouponCount: 3_000 },
    ])
  })

  it('says in words what it did', async () => {
    const shop = await open()
    const reward = await shop.makeReward(PLAIN, ['old'])
    const file = await fileWith('old\nnew\n')
    expect(await importing(shop, '--file', file, '--reward', String(reward))).toEqual({
      exitCode: 0,
      stderr: 'Existed already: old.\n',
      stdout: `1 code was added to “Codes of ${reward}”; 1 existed already, 0 were no codes.\n`,
    })
  })
})

describe('what is wrong is said in one sentence', () => {
  const failed = (sentence: string | RegExp) => ({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringMatching(sentence),
  })

  it('no list, an unknown list, an unknown reward', async () => {
    const shop = await open()
    const other = await open()
    const theirs = String(await other.makeReward())
    const file = await fileWith('a')
    expect(await importing(shop, '--file', file)).toEqual(failed(/^Say which list is meant/))
    expect(await importing(shop, '--file', file, '--list', 'None')).toEqual(
      failed(/^There is no list “None”/),
    )
    expect(await importing(shop, '--file', file, '--reward', '99999')).toEqual(
      failed(/^There is no reward 99999/),
    )
    expect(await importing(shop, '--file', file, '--reward', theirs)).toEqual(failed(/^There is no reward/))
  })

  it('several lists that it could be', async () => {
    const shop = await open()
    const [one, two] = [await shop.makeReward(PLAIN), await shop.makeReward(PLAIN)]
    const file = await fileWith('a')
    for (const [reward, list] of [
      [one, 'Same'],
      [two, 'Same'],
      [one, 'Other'],
    ]) {
      await importing(shop, '--file', file, '--reward', String(reward), '--list', String(list))
    }
    expect(await importing(shop, '--file', file, '--list', 'Same')).toEqual(
      failed(/^There are several lists “Same”/),
    )
    expect(await importing(shop, '--file', file, '--reward', String(one))).toEqual(
      failed(/several lists: say which with --list. They are “Same”, “Other”/),
    )
  })

  it('a file that is not there, or is something else', async () => {
    const shop = await open()
    const reward = String(await shop.makeReward(PLAIN))
    expect(await importing(shop, '--reward', reward, '--file', '/nowhere/codes.txt')).toEqual(
      failed('^/nowhere/codes.txt cannot be read: ENOENT.\n$'),
    )
    const binary = await fileWith(Uint8Array.from([0xff, 0xfe, 0x80]))
    expect(await importing(shop, '--reward', reward, '--file', binary)).toEqual(
      failed(/is not a text in UTF-8/),
    )
    const long = await fileWith('x'.repeat(300_000))
    expect(await importing(shop, '--reward', reward, '--file', long)).toEqual(failed(/one per line/))
  })

  it('an unknown tenant', async () => {
    const file = await fileWith('a')
    const command = ['coupons', 'import', '--tenant', '999999', '--reward', '1', '--file', file]
    expect(await runHere(command, { DATABASE_URL: test.api.databaseUrl })).toEqual(
      failed('^There is no tenant 999999.\n$'),
    )
  })
})
