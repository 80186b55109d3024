/** Coupons that customers hold in another system: brought once, good once, and taken back while they were not used. */
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

const NOW = '2026-11-18T15:00:00Z'
const FILE = `Código;ID;E-mail;Tipo;Valor;Validade
ANA-10;ana;;percent;10;31/12/2027
GIFT-5;;bea@x.com;valor fixo;5,50;
FREE;ana;;freeShipping;;18/11/2026
`

async function open(): Promise<{ shop: Shop; files: FilesToImport }> {
  const shop = await story.open(program())
  story.on(NOW)
  return { shop, files: { database, tenantId: shop.tenantId, clock: () => story.api.now } }
}

const make = (files: FilesToImport, text: string, options = {}) =>
  makeImport(files, Buffer.from(text), { kind: 'coupons', options })

const coupons = async ({ tenantId }: Shop) =>
  (
    await story.query(
      `select concat_ws(' ', code, customer.original_id, type, value::float, valid_until, inactivated_at is not null)
         as line
       from coupon join customer on customer.tenant_id = coupon.tenant_id and customer.id = customer_id
       where coupon.tenant_id = $1 order by code`,
      [tenantId],
    )
  ).map(({ line }) => line)

describe('a file of coupons', () => {
  it('brings what its dry run says, once, and each coupon is good once', async () => {
    const { shop, files } = await open()
    await shop.completed('o1', 'ana', 10)
    const made = await make(files, FILE)
    const { findings, import: checked } = await checkImport(files, made)
    expect(findings.questions).toEqual([])
    expect(checked.plan?.findings.counts).toMatchObject({ update: 2, unclaimed: 1, refused: 0 })
    expect(await applyLines(files, made)).toEqual(findings.counts)
    expect(await coupons(shop)).toEqual([
      'ANA-10 ana 1 10 2028-01-01 02:59:59+00 f',
      'FREE ana 2 0 2026-11-19 02:59:59+00 f',
      'GIFT-5 bea@x.com 0 5.5 f',
    ])
    const again = await make(files, FILE)
    expect((await checkImport(files, again)).findings.counts).toMatchObject({ doneBefore: 3 })
    expect(await applyLines(files, again)).toMatchObject({ doneBefore: 3, update: 0, unclaimed: 0 })

    await shop.completed('o2', 'ana', 100, { Coupon: 'ana-10' })
    await shop.completed('o3', 'ana', 100, { Coupon: 'ana-10' })
    const used = await story.query(
      `select bought.original_id from coupon join customer_order as bought
         on bought.tenant_id = coupon.tenant_id and bought.id = order_id
       where coupon.tenant_id = $1 and is_used`,
      [shop.tenantId],
    )
    expect(used.map(({ original_id }) => original_id)).toEqual(['o2'])
    // Nobody is welcomed for what was brought.
    expect(
      await story.query('select from point_record where type = 2 and tenant_id = $1', [shop.tenantId]),
    ).toEqual([])
  })

  it('refuses what no coupon is, by line, and leaves out what nobody can use', async () => {
    const { shop, files } = await open()
    await shop.makeReward({ title: 'Caneca', type: 4 })
    await shop.completed('o1', 'cai', 10)
    await shop.createCoupon({ CouponCode: 'Taken', CouponType: 2, CustomerId: 'cai' })
    const lines = [
      'code,originalId,type,value,validFrom,validUntil,rewardId,isUsed',
      ',ana,percent,10,,,,',
      'A1,ana,percent,101,,,,',
      'A2,ana,percent,-1,,,,',
      'A3,ana,cheap,1,,,,',
      'A4,ana,fixedValue,99999999999999,,,,',
      'A5,ana,freeShipping,,2027-01-02,2027-01-01,,',
      'A6,ana,freeShipping,,,2026-11-17,,',
      'A7,ana,,,,,Caneco,',
      'taken,ana,freeShipping,,,,,',
      'A8,,freeShipping,,,,,',
      'B\u0001,ana,freeShipping,,,,,',
      `${'x'.repeat(251)},ana,freeShipping,,,,,`,
      'A9,ana,freeShipping,,,2026-11-17,,true',
      'B1,ana,,,,,caneca,',
      'B1,ana,,,,,caneca,',
    ]
    const made = await make(files, `${lines.join('\n')}\n`)
    const { findings, refused } = await checkImport(files, made)
    expect(findings.reasons).toEqual({
      ...{
        'no-code': 1,
        'above-100-percent': 1,
        'value-needed': 1,
        'unknown-coupon-type': 1,
        'not-storable': 1,
      },
      ...{
        'ends-before-it-begins': 1,
        'coupon-over': 1,
        'unknown-reward': 1,
        'code-taken': 1,
        'no-customer': 1,
      },
      ...{ 'control-character': 1, 'too-long': 1 },
    })
    expect(findings.counts).toMatchObject({ create: 1, unchanged: 1, duplicateInFile: 1, refused: 12 })
    expect(findings.warnings).toContainEqual({
      ...{ kind: 'couponsOutOfUse', member: null, facts: { lines: '1' } },
    })
    expect(refused.toString()).toContain('There is no reward “Caneco”. Did you mean “Caneca”?')
    expect(refused.toString()).toContain('Customer cai has this code already.')
    expect(await applyLines(files, made)).toEqual(findings.counts)
    expect(await coupons(shop)).toEqual(['B1 ana 4 10 f', 'Taken cai 2 0 f'])
    const known = await make(files, `${lines[0]}\nTAKEN,cai,freeShipping,,,,,\n`)
    expect((await checkImport(files, known)).findings.counts).toMatchObject({ unchanged: 1, refused: 0 })
    const over = await make(files, `${lines[0]}\n${lines[7]}\n`, { expired: 'skip' })
    expect((await checkImport(files, over)).findings.counts).toMatchObject({ unchanged: 1, refused: 0 })
  })

  it('is undone where a coupon was not used, as its preview says, and can come again with another value', async () => {
    const { shop, files } = await open()
    const made = await make(files, FILE)
    await applyLines(files, made)
    await shop.completed('o1', 'ana', 100, { Coupon: 'FREE' })
    const { preview, done } = await undoImport(story.api, shop, { importId: made.id, kind: 'coupons' })
    expect([preview.lines, preview.kept]).toEqual([3, 1])
    expect([done.lines, done.kept]).toEqual([3, 1])
    expect(await coupons(shop)).toEqual([
      'ANA-10 ana 1 10 2028-01-01 02:59:59+00 t',
      'FREE ana 2 0 2026-11-19 02:59:59+00 f',
      'GIFT-5 bea@x.com 0 5.5 t',
    ])
    const again = await make(files, FILE.replace(';10;', ';15;'))
    const { findings } = await checkImport(files, again)
    expect(findings.counts).toMatchObject({ update: 2, unchanged: 1 })
    expect(await applyLines(files, again)).toEqual(findings.counts)
    expect((await coupons(shop))[0]).toBe('ANA-10 ana 1 15 2028-01-01 02:59:59+00 f')
  })

  it('has one effect where it comes twice at the same moment', async () => {
    const { shop, files } = await open()
    const two = await Promise.all([make(files, FILE), make(files, FILE)])
    const counts = await Promise.all(two.map((one) => applyLines(files, one)))
    expect(counts.map(({ doneBefore }) => doneBefore).reduce((sum, one) => sum + one)).toBe(3)
    expect(await coupons(shop)).toHaveLength(3)
  })
})
