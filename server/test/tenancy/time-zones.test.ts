/** Since when a merchant has had which time zone: days of figures keep theirs. */
import { describe, expect, it } from 'vitest'
import { run } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { moveClock } from '../../src/tenancy/manage/tenants.ts'
import { findTimeZones } from '../../src/tenancy/store/zones.ts'
import type { Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()

const spansOf = ({ tenantId }: Shop) =>
  story.api.cells.directory.read([tenantId], (tx) => findTimeZones(tx, tenantId))
const zonesOf = async (shop: Shop): Promise<string[]> => (await spansOf(shop)).map(({ timeZone }) => timeZone)

/** As every process does it, whatever its version. */
const setZone = (shop: Shop, timeZone: string) =>
  story.query('update tenant set time_zone = $2 where id = $1', [shop.tenantId, timeZone])

describe('the time zones of a merchant', () => {
  it('begin with the merchant, and go on with every change', async () => {
    const shop = await story.open(null)
    const made = await story.query('select created_at as since from tenant where id = $1', [shop.tenantId])
    const spans = await spansOf(shop)
    expect(spans.map(({ since }) => new Date(since))).toEqual(made.map(({ since }) => since))
    expect(await zonesOf(shop)).toEqual(['America/Sao_Paulo'])
    const before = Date.now()
    await setZone(shop, 'Asia/Tokyo')
    await setZone(shop, 'Asia/Tokyo')
    await story.query('update tenant set name = $2 where id = $1', [shop.tenantId, 'Another'])
    expect(await zonesOf(shop)).toEqual(['America/Sao_Paulo', 'Asia/Tokyo'])
    // The database has a clock of its own, on the same machine here.
    expect((await spansOf(shop)).at(-1)?.since).toBeGreaterThanOrEqual(before - 1_000)
    await setZone(shop, 'America/Sao_Paulo')
    expect(await zonesOf(shop)).toEqual(['America/Sao_Paulo', 'Asia/Tokyo', 'America/Sao_Paulo'])
  })

  it('are seen in a transaction that is bound to the merchant, and no other', async () => {
    const [shop, other] = [await story.open(null), await story.open(null)]
    await setZone(shop, 'Asia/Tokyo')
    const seen = await story.api.cells.directory.read([other.tenantId], (tx) =>
      findTimeZones(tx, shop.tenantId),
    )
    expect(seen).toEqual([])
  })

  it('leave the transaction bound to the tenants that it named', async () => {
    const shop = await story.open(null)
    const left = await story.api.cells.directory.transaction([shop.tenantId], async (tx) => {
      await run(tx, sql`update tenant set time_zone = 'Asia/Tokyo' where id = ${shop.tenantId}`)
      return findTimeZones(tx, shop.tenantId)
    })
    expect(left.map(({ timeZone }) => timeZone)).toEqual(['America/Sao_Paulo', 'Asia/Tokyo'])
  })

  it('follow the clock of a sandbox; after it is set back, the last one is the present one', async () => {
    const shop = await story.open(null, { isSandbox: true })
    const ahead = new Date(Date.now() + 366 * 86_400_000)
    const { directory } = story.api.cells
    await moveClock(directory, shop.tenantId, ahead.toISOString(), Date.now())
    await setZone(shop, 'Asia/Tokyo')
    expect((await spansOf(shop)).at(-1)?.since).toBeGreaterThanOrEqual(ahead.getTime() - 60_000)
    await moveClock(directory, shop.tenantId, null, Date.now())
    await setZone(shop, 'Europe/Madrid')
    expect(await zonesOf(shop)).toEqual(['America/Sao_Paulo', 'Europe/Madrid'])
  })
})
