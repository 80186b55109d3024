/** A version that takes effect later does so at its instant, for everything that asks the program, without a worker. */

import { describe, expect, it } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { awardSignups } from '../../src/actions/awards.ts'
import { grantAction } from '../../src/actions/grant.ts'
import { isRefusal } from '../../src/contract/refusal.ts'
import { findRuleStart, insertVersion } from '../../src/earning/store.ts'
import { decimalToNumber } from '../../src/platform/decimal.ts'
import { type ProgramToPublish, program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { tenantOf } from '../support/tiers.ts'

const story = useStories()

async function schedule(shop: Shop, published: ProgramToPublish, effectiveAt: number): Promise<number> {
  const publication = { publishedAt: story.api.now, publishedBy: null, note: null, source: null }
  const { version } = await story.database.transaction([shop.tenantId], (tx) =>
    insertVersion(tx, shop.tenantId, published, { ...publication, effectiveAt }),
  )
  return version
}

/** Points of an order of R$ 10, and the version that it names. */
async function earns(shop: Shop, id: string): Promise<[points: number, version: number | undefined]> {
  await shop.completed(id, id, 10)
  const [record] = await shop.records(id)
  return [record?.points ?? 0, record?.explanation?.v]
}

const pointsOfProduct = (shop: Shop) => shop.productPoints([{ Id: 'any', Price: 10 }])

describe('a version that is scheduled', () => {
  it('counts from its instant on: an order before it, at it and after it', async () => {
    const shop = await story.open(program())
    const at = Date.parse('2026-02-01T03:00:00Z')
    expect(await schedule(shop, program({ points: '3' }), at)).toBe(2)
    for (const [offset, expected] of [
      [-1, [10, 1]],
      [0, [30, 2]],
      [1, [30, 2]],
    ] as const) {
      story.api.now = at + offset
      expect(await earns(shop, `o${offset}`)).toEqual(expected)
    }
  })

  it('counts at the second of two equal wall times, where the clocks go back', async () => {
    const shop = await story.open(program(), { timeZone: 'America/New_York' })
    // 01:30 in New York on the night of 1 November 2026 comes twice: at 05:30 and at 06:30 UTC.
    const second = Date.parse('2026-11-01T01:30:00-05:00')
    await schedule(shop, program({ points: '3' }), second)
    story.on('2026-11-01T01:30:00-04:00')
    expect(await earns(shop, 'first')).toEqual([10, 1])
    story.api.now = second - 1
    expect(await earns(shop, 'just before')).toEqual([10, 1])
    story.api.now = second
    expect(await earns(shop, 'second')).toEqual([30, 2])
  })

  it('is followed by product pages, actions, cashback and corrections alike', async () => {
    const shop = await story.open(program({}, { id: 2, kind: 'custom', key: 'review', points: '5' }))
    const tenant = await tenantOf(story.api, shop)
    const till = createTill({ database: story.database, clock: () => story.api.now })
    const at = Date.parse('2026-02-01T03:00:00Z')
    const next = program({ points: '3' }, { id: 2, kind: 'custom', key: 'review', points: '50' })
    await schedule(shop, { ...next, cashback: { isOn: false, pointValue: '1' } }, at)
    const grant = async (key: string) => {
      const granted = await till.run(grantAction, { tenant, customer: 'ana', action: 'review', key })
      return isRefusal(granted) ? granted.reason : decimalToNumber(granted.points)
    }

    story.api.now = at - 1
    const before = await shop.completed('o1', 'ana', 10)
    expect(before.Customer).toMatchObject({ PointsBalance: 10, Cashback: 1 })
    expect(await pointsOfProduct(shop)).toMatchObject({ Result: [{ Points: 10 }] })
    expect(await grant('first')).toBe(5)

    story.api.now = at
    expect(await pointsOfProduct(shop)).toMatchObject({ Result: [{ Points: 30 }] })
    expect(await grant('second')).toBe(50)
    // An order stays with the version that it earned with, whatever counts now.
    const corrected = await shop.completed('o1', 'ana', 20)
    expect(corrected.Customer).toMatchObject({ PointsBalance: 10 + 5 + 50 + 10, Cashback: 0 })
  })

  it('welcomes only who enrols from its instant on', async () => {
    const shop = await story.open(program())
    const tenant = await tenantOf(story.api, shop)
    const till = createTill({ database: story.database, clock: () => story.api.now })
    const at = Date.parse('2026-02-01T03:00:00Z')
    await schedule(shop, program({}, { id: 2, kind: 'signup', points: '20' }), at)
    const startAt = (now: number) =>
      story.database.read([tenant.id], (tx) => findRuleStart(tx, tenant.id, 'signup', now))
    expect([await startAt(at - 1), await startAt(at)]).toEqual([null, at])
    const enrol = (id: string) =>
      shop.completed(`of ${id}`, id, 0, { Customer: { OriginalId: id, IsEnrolled: true } })
    for (const id of ['early', 'late']) {
      await shop.completed(`first of ${id}`, id, 0, { Customer: { OriginalId: id, IsEnrolled: false } })
    }
    story.api.now = at - 1
    await enrol('early')
    expect(await awardSignups(0, { database: story.database, till, tenant, now: at - 1 })).toBe(0)
    story.api.now = at + 1
    await enrol('late')
    expect(await awardSignups(0, { database: story.database, till, tenant, now: at + 1 })).toBe(1)
    expect((await shop.records('late')).map(({ points }) => points)).toEqual([20])
    expect(await shop.records('early')).toEqual([])
  })

  it('can be the first of all: until then nothing is earned', async () => {
    const shop = await story.open(program())
    await story.query('delete from program_version where tenant_id = $1', [shop.tenantId])
    const at = Date.parse('2026-02-01T03:00:00Z')
    await schedule(shop, program(), at)
    story.api.now = at - 1
    expect(await earns(shop, 'before')).toEqual([0, undefined])
    story.api.now = at
    expect(await earns(shop, 'after')).toEqual([10, 1])
  })

  it('that is cancelled never counts', async () => {
    const shop = await story.open(program())
    const at = Date.parse('2026-02-01T03:00:00Z')
    await schedule(shop, program({ points: '3' }), at)
    await story.query('update program_version set cancelled_at = $2 where tenant_id = $1 and version = 2', [
      shop.tenantId,
      new Date(at - 1_000),
    ])
    story.api.now = at + 1
    expect(await earns(shop, 'after')).toEqual([10, 1])
    // Its number stays used: the next one has another.
    expect(await shop.publish(program({ points: '4' }))).toBe(3)
    expect(await earns(shop, 'next')).toEqual([40, 3])
  })

  it('asks the catalog and earlier orders from its instant on, where its rules do', async () => {
    const shop = await story.open(program())
    const at = Date.parse('2026-02-01T03:00:00Z')
    story.api.now = at - 1
    await shop.completed('earlier', 'known', 10)
    await schedule(
      shop,
      program(
        { points: '3' },
        { id: 2, kind: 'category', ids: ['coffee'], multiplier: '2' },
        { id: 3, kind: 'firstPurchase', points: '100' },
      ),
      at,
    )
    await shop.savedProduct('beans', { ProductCategory: { OriginalId: 'coffee', Name: 'Coffee' } })
    const order = (id: string, customer: string, total: number) =>
      shop.completed(id, customer, total, { Products: [{ OriginalId: 'beans', ProductPrice: total }] })
    await order('a', 'ana', 10)
    story.api.now = at
    await Promise.all([order('a', 'ana', 20), order('b', 'bia', 10), order('known', 'known', 10)])
    const points = async (customer: string) =>
      (await shop.records(customer)).map((record) => [record.points, record.explanation?.v])
    // Earned before the instant, corrected after it: by the version that it earned with.
    expect(await points('ana')).toEqual([
      [10, 1],
      [10, 1],
    ])
    expect(await points('bia')).toEqual([[30 + 30 + 100, 2]])
    expect(await points('known')).toEqual([
      [10, 1],
      [60, 2],
    ])
  })
})
