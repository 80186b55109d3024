import { describe, expect, it } from 'vitest'
import type { TenantSettings } from '../../src/tenancy/tenant.ts'
import type { NewTier } from '../../src/tiers/store/tiers.ts'
import { resultOf } from '../support/answers.ts'
import { program, type Shop } from '../support/shop.ts'
import { BRONZE_SILVER_GOLD, giveTiers, points, spend, sweepNow } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()

/** The clock goes to four in the morning of a day in São Paulo, when the nightly look comes. */
function at(date: string): void {
  shops.api.now = Date.parse(`${date}T07:00:00Z`)
}

async function open(tiers: readonly NewTier[] = BRONZE_SILVER_GOLD, settings: TenantSettings = {}) {
  const shop = await shops.open(program(), { settings })
  const ids = await giveTiers(shops.api, shop, tiers)
  return { shop, ids }
}

const buy = (shop: Shop, id: string, total: number) => shop.completed(id, 'ana', total)

const tierOf = async (shop: Shop, customer = 'ana') =>
  resultOf(await shop.getCustomer(customer)).CurrentTier?.Name ?? null

/** The nightly look on a day, and the tier after it. */
async function nightOf(date: string, shop: Shop) {
  at(date)
  await sweepNow(shops.api, shop)
  return tierOf(shop)
}

const lastMove = async (shop: Shop) => {
  const [move] = await shops.reader.query<{ line: string }>(
    `select concat_ws(' ', to_char(moved_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD'),
       coalesce(before.name, 'none'), '→', coalesce(after.name, 'none') || ',', reason) as line
     from tier_move as move
     left join tier as before on before.id = from_tier_id left join tier as after on after.id = to_tier_id
     where move.tenant_id = $1 order by move.id desc limit 1`,
    [shop.tenantId],
  )
  return move?.line
}

const belowSince = async (shop: Shop) => {
  const [row] = await shops.reader.query<{ since: Date | null }>(
    'select tier_below_since as since from customer where tenant_id = $1',
    [shop.tenantId],
  )
  return row?.since?.toISOString() ?? null
}

describe('a tier that was reached', () => {
  it('is kept for the year, and for the grace period after it, and then lost', async () => {
    const { shop } = await open()
    at('2026-01-15')
    await buy(shop, 'o1', 500)
    expect(await nightOf('2026-01-16', shop)).toBe('Silver')
    expect(await nightOf('2027-01-15', shop)).toBe('Silver')
    expect(await belowSince(shop)).toBe(null)
    // The order of 15 January counts no longer; the grace period begins.
    expect(await nightOf('2027-01-16', shop)).toBe('Silver')
    expect(await belowSince(shop)).toBe('2027-01-16T03:00:00.000Z')
    expect(await nightOf('2027-02-14', shop)).toBe('Silver')
    expect(await nightOf('2027-02-15', shop)).toBe('Bronze')
    expect(await lastMove(shop)).toBe('2027-02-15 Silver → Bronze, goals missed')
    expect(await belowSince(shop)).toBe(null)
    expect(await nightOf('2027-02-16', shop)).toBe('Bronze')
  })

  it('is kept by what is bought within the grace period', async () => {
    const { shop } = await open()
    at('2026-01-15')
    await buy(shop, 'o1', 500)
    expect(await nightOf('2027-01-20', shop)).toBe('Silver')
    expect(await belowSince(shop)).toBe('2027-01-16T03:00:00.000Z')
    at('2027-02-01')
    await buy(shop, 'o2', 500)
    expect(await nightOf('2027-02-02', shop)).toBe('Silver')
    expect(await belowSince(shop)).toBe(null)
    expect(await nightOf('2027-06-01', shop)).toBe('Silver')
    // The next grace period is a whole one.
    expect(await nightOf('2028-02-02', shop)).toBe('Silver')
    expect(await nightOf('2028-03-02', shop)).toBe('Silver')
    expect(await nightOf('2028-03-03', shop)).toBe('Bronze')
  })

  it('is lost on the same day if no run has looked for a year', async () => {
    const { shop } = await open()
    at('2026-01-15')
    await buy(shop, 'o1', 500)
    await sweepNow(shops.api, shop)
    expect(await nightOf('2027-02-14', shop)).toBe('Silver')
    const { shop: other } = await open()
    at('2026-01-15')
    await buy(other, 'o1', 500)
    expect(await nightOf('2027-02-15', other)).toBe('Bronze')
  })

  it('has its grace from the day it was missed on, whatever of it had left the window when a run looked', async () => {
    const { shop } = await open()
    for (const [day, total] of [200, 200, 100].entries()) {
      at(`2026-01-1${3 + day}`)
      await buy(shop, `o${day}`, total)
    }
    // From here on what counts is kept, and only a part of it is read.
    expect(await nightOf('2026-01-16', shop)).toBe('Silver')
    expect(await nightOf('2027-01-25', shop)).toBe('Silver')
    expect(await belowSince(shop)).toBe('2027-01-14T03:00:00.000Z')
    expect(await nightOf('2027-02-12', shop)).toBe('Silver')
    expect(await nightOf('2027-02-13', shop)).toBe('Bronze')
  })

  it('gives way to the highest that is still met', async () => {
    const { shop } = await open()
    at('2026-01-15')
    await buy(shop, 'o1', 1_500)
    at('2026-06-15')
    await buy(shop, 'o2', 600)
    expect(await tierOf(shop)).toBe('Gold')
    expect(await nightOf('2027-02-15', shop)).toBe('Silver')
    expect(await lastMove(shop)).toBe('2027-02-15 Gold → Silver, goals missed')
    expect(await nightOf('2027-07-15', shop)).toBe('Silver')
    expect(await nightOf('2027-07-16', shop)).toBe('Bronze')
  })

  it('is lost when the grace period that the merchant has set is over', async () => {
    const { shop } = await open(BRONZE_SILVER_GOLD, { tierGraceDays: 90 })
    at('2026-01-15')
    await buy(shop, 'o1', 500)
    expect(await nightOf('2027-04-15', shop)).toBe('Silver')
    expect(await nightOf('2027-04-16', shop)).toBe('Bronze')
  })

  it('is lost at once where there is no grace', async () => {
    const { shop } = await open(BRONZE_SILVER_GOLD, { tierGraceDays: 0 })
    at('2026-01-15')
    await buy(shop, 'o1', 500)
    expect(await nightOf('2027-01-15', shop)).toBe('Silver')
    expect(await nightOf('2027-01-16', shop)).toBe('Bronze')
  })

  it('of points: what was spent is still earned, what was taken back is not', async () => {
    const { shop } = await open([
      { name: 'Base', order: 1, isBase: true },
      { name: 'Collector', order: 2, goals: [points(100)] },
    ])
    at('2026-01-15')
    await buy(shop, 'o1', 60)
    await buy(shop, 'o2', 40)
    await shop.changedCashback('ana', -10)
    expect(await nightOf('2026-03-15', shop)).toBe('Collector')
    await shop.cancelled('o2')
    expect(await tierOf(shop)).toBe('Base')
  })
})

describe('tiers that are changed', () => {
  it('a goal that is raised leaves the grace period', async () => {
    const { shop, ids } = await open()
    at('2026-01-15')
    await buy(shop, 'o1', 500)
    expect(await nightOf('2026-06-01', shop)).toBe('Silver')
    await shops.reader.query('update tier_goal set value = 600 where tier_id = $1', [ids[1]])
    expect(await nightOf('2026-06-02', shop)).toBe('Silver')
    expect(await nightOf('2026-06-30', shop)).toBe('Silver')
    expect(await nightOf('2026-07-01', shop)).toBe('Bronze')
  })

  it('a goal that is lowered raises at the next look', async () => {
    const { shop, ids } = await open()
    at('2026-01-15')
    await buy(shop, 'o1', 600)
    await shops.reader.query('update tier_goal set value = 550 where tier_id = $1', [ids[2]])
    expect(await nightOf('2026-01-16', shop)).toBe('Gold')
  })

  it('a tier that is switched off is lost, one without goals never', async () => {
    const { shop, ids } = await open()
    at('2026-01-15')
    await buy(shop, 'o1', 2_500)
    await shops.reader.query('update tier set is_active = false where id = $1', [ids[2]])
    expect(await nightOf('2026-01-16', shop)).toBe('Silver')
    expect(await lastMove(shop)).toMatch(/→ Silver/)
    await shops.reader.query('delete from tier_goal where tier_id = $1', [ids[1]])
    expect(await nightOf('2030-01-16', shop)).toBe('Silver')
    await shops.reader.query('update tier set is_active = false where id = $1', [ids[1]])
    expect(await nightOf('2030-01-17', shop)).toBe('Bronze')
    expect(await lastMove(shop)).toBe('2030-01-17 Silver → Bronze, tier removed')
  })
})

describe('the nightly look', () => {
  it('finds every customer above the base tier, page by page, and a second one nothing left to do', async () => {
    const { shop } = await open([
      { name: 'Base', order: 1, isBase: true },
      { name: 'Up', order: 2, goals: [spend(10)] },
    ])
    at('2026-01-15')
    await Promise.all(
      Array.from({ length: 250 }, (_, index) =>
        shop.completed(`o${index}`, `customer-${index}`, index % 5 === 0 ? 9 : 10),
      ),
    )
    // After a change of the tiers at all customers.
    expect(await sweepNow(shops.api, shop)).toEqual({ looked: 250, moved: 0 })
    expect(await sweepNow(shops.api, shop)).toEqual({ looked: 200, moved: 0 })
    at('2027-03-01')
    const { looked, moved } = await sweepNow(shops.api, shop)
    expect({ looked, moved }).toEqual({ looked: 200, moved: 200 })
    expect(await sweepNow(shops.api, shop)).toEqual({ looked: 0, moved: 0 })
  })

  it('of several at once moves each customer once', async () => {
    const { shop } = await open()
    at('2026-01-15')
    await Promise.all(Array.from({ length: 20 }, (_, index) => shop.completed(`o${index}`, `c${index}`, 500)))
    at('2027-03-01')
    const looks = await Promise.all([1, 2, 3].map(() => sweepNow(shops.api, shop)))
    expect(looks.reduce((sum, { moved }) => sum + moved, 0)).toBe(20)
    const [row] = await shops.reader.query<{ moves: number }>(
      `select count(*)::int as moves from tier_move where tenant_id = $1 and reason = 'goals missed'`,
      [shop.tenantId],
    )
    expect(row?.moves).toBe(20)
  })

  it('does nothing for a merchant without tiers', async () => {
    const shop = await shops.open()
    expect(await sweepNow(shops.api, shop)).toEqual({ looked: 0, moved: 0 })
  })
})
