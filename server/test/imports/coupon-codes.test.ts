/** Codes for the lists of rewards: in their list once, given out once, and removed again while nobody has them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { applyLines, checkImport, type FilesToImport, makeImport } from '../support/imported-files.ts'
import { undoImport } from '../support/imports.ts'
import { urlOfLogin } from '../support/logins.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { openSealedTestDatabase } from '../support/test-database.ts'

const story = useStories()
let database: Database
beforeAll(async () => {
  const log = createLogger({ level: 'error', destination: process.stderr })
  await migrateQueue(urlOfLogin(story.api.databaseUrl, 'owner'), log)
  database = openSealedTestDatabase(story.api.databaseUrl)
})
afterAll(() => database?.close())

async function open(): Promise<{ shop: Shop; files: FilesToImport; reward: number }> {
  const shop = await story.open(program())
  story.on('2026-11-18T15:00:00Z')
  const reward = Number(await shop.makeReward({ title: 'Caneca', points: 100_000n }))
  return { shop, reward, files: { database, tenantId: shop.tenantId, clock: () => story.api.now } }
}

const make = (files: FilesToImport, lines: readonly string[], options = {}) =>
  makeImport(files, Buffer.from(`${lines.join('\n')}\n`), { kind: 'couponCodes', options })

const lists = async ({ tenantId }: Shop) =>
  (
    await story.query(
      `select concat_ws(' ', list.name, list.coupon_count, list.used_count,
         (select count(*) from pre_generated_coupon as code where code.list_id = list.id)) as line
       from pre_generated_coupon_list as list where list.tenant_id = $1 order by list.name`,
      [tenantId],
    )
  ).map(({ line }) => line)

const CODES = ['Código', 'MUG-1', 'MUG-2', 'mug-3', 'MUG-2']

describe('a file of codes', () => {
  it('fills a list, once, and its codes are given out', async () => {
    const { shop, files, reward } = await open()
    const options = { reward: String(reward) }
    const made = await make(files, CODES, options)
    const { findings } = await checkImport(files, made)
    expect(findings.questions).toEqual([])
    expect(findings.counts).toMatchObject({ create: 3, duplicateInFile: 1, refused: 0 })
    expect(await lists(shop)).toEqual([])
    expect(await applyLines(files, made)).toEqual(findings.counts)
    expect(await lists(shop)).toEqual(['Caneca 3 0 3'])
    const again = await make(files, CODES, options)
    expect((await checkImport(files, again)).findings.counts).toMatchObject({ doneBefore: 3, create: 0 })
    expect(await applyLines(files, again)).toMatchObject({ doneBefore: 3, create: 0 })
    await shop.completed('o1', 'ana', 100)
    await shop.redeemed(reward, 'ana')
    const [given] = await story.query('select code from coupon where tenant_id = $1', [shop.tenantId])
    expect(given).toEqual({ code: 'MUG-1' })
  })

  it('refuses what no code of a list is', async () => {
    const { shop, files } = await open()
    await shop.completed('o1', 'cai', 10)
    await shop.createCoupon({ CouponCode: 'Taken', CouponType: 2, CustomerId: 'cai' })
    const made = await make(files, [
      'code,rewardId,list,validUntil,isAssigned',
      'A1,Caneco,,,',
      'A2,,,,',
      ',Caneca,,,',
      'taken,Caneca,,,',
      `${'x'.repeat(251)},Caneca,,,`,
      'A3\u0007,Caneca,,,',
      'A4,Caneca,,2026-11-17,',
      'A5,,,,true',
      'A6,caneca,Promo,2026-11-18,',
    ])
    const { findings } = await checkImport(files, made)
    expect(findings.reasons).toEqual({
      ...{ 'unknown-reward': 1, 'no-reward': 1, 'no-code': 1, 'code-elsewhere': 1, 'too-long': 1 },
      ...{ 'control-character': 1, 'coupon-over': 1 },
    })
    expect(findings.counts).toMatchObject({ create: 1, unchanged: 1, refused: 7 })
    expect(findings.warnings).toEqual([{ kind: 'codesGivenOut', member: null, facts: { lines: '1' } }])
    expect(await applyLines(files, made)).toEqual(findings.counts)
    expect(await lists(shop)).toEqual(['Promo 1 0 1'])
  })

  it('is undone but for what customers have, as its preview says, and the codes may come again', async () => {
    const { shop, files, reward } = await open()
    const options = { reward: 'Caneca' }
    const made = await make(files, CODES, options)
    await applyLines(files, made)
    await shop.completed('o1', 'ana', 100)
    await shop.redeemed(reward, 'ana')
    const { preview, done } = await undoImport(story.api, shop, {
      importId: made.id,
      kind: 'couponCodes',
      rows: 1,
    })
    expect([preview.lines, preview.kept]).toEqual([3, 1])
    expect([done.lines, done.kept]).toEqual([3, 1])
    expect(await lists(shop)).toEqual(['Caneca 1 1 1'])
    const again = await make(files, CODES, options)
    expect(await applyLines(files, again)).toMatchObject({ create: 2, doneBefore: 1 })
    expect(await lists(shop)).toEqual(['Caneca 3 1 3'])
  })

  it('takes its list along where nothing is left of it, so that the reward can be redeemed', async () => {
    const { shop, files, reward } = await open()
    const made = await make(files, CODES, { reward: 'Caneca' })
    await applyLines(files, made)
    await undoImport(story.api, shop, { importId: made.id, kind: 'couponCodes' })
    expect(await lists(shop)).toEqual([])
    await shop.completed('o1', 'ana', 100)
    await shop.redeemed(reward, 'ana')
  })

  it('has one effect where it comes twice at the same moment', async () => {
    const { shop, files } = await open()
    const options = { reward: 'Caneca' }
    const two = await Promise.all([make(files, CODES, options), make(files, CODES, options)])
    const counts = await Promise.all(two.map((one) => applyLines(files, one)))
    expect(counts.reduce((sum, { create }) => sum + create, 0)).toBe(3)
    expect(await lists(shop)).toEqual(['Caneca 3 0 3'])
  })
})
