/** What is read for figures adds up to the ledger, whatever happened, and in whatever portions it is read. */
import { describe, expect, it } from 'vitest'
import { QUIET_KIND } from '../../src/accounts/quiet-entry.ts'
import type { LogPosition } from '../../src/events/event.ts'
import { findTransactionsOfOtherDatabases } from '../../src/events/store.ts'
import { type Delta, SERIES, STOCK, sumOf } from '../../src/figures/rules/delta.ts'
import type { LedgerEntry } from '../../src/figures/rules/entry.ts'
import { fold } from '../../src/figures/rules/fold.ts'
import { readPage } from '../../src/figures/store/read-page.ts'
import { decimalToText } from '../../src/platform/decimal.ts'
import { erasedCustomer, mergedCustomer } from '../support/customers.ts'
import { chanceOf } from '../support/seed.ts'
import { iso, program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()
const ZONES = [{ since: 0, timeZone: 'America/Sao_Paulo' }]
const START: LogPosition = { transaction: '0', id: 0 }

/** Other tests have transactions open, in databases of their own on the same server. */
const pageOf = (tenantId: number, after: LogPosition, size: number) =>
  story.database.read([tenantId], async (tx) => {
    const otherDatabases = await findTransactionsOfOtherDatabases(tx)
    return readPage(tx, tenantId, { after, otherDatabases, size })
  })

interface ReadAll {
  readonly entries: readonly LedgerEntry[]
  readonly days: readonly number[]
  readonly pages: number
}

/** Page after page, as a worker does; the quiet entries stay, so that it can be done again. */
async function readAll(shop: Shop, size: number): Promise<ReadAll> {
  const { tenantId } = shop
  const kept = await story.query('select * from quiet_entry where tenant_id = $1', [tenantId])
  const entries: LedgerEntry[] = []
  const days: number[] = []
  let [after, pages] = [START, 0]
  for (;;) {
    const page = await pageOf(tenantId, after, size)
    entries.push(...[...page.events, ...page.quiet].map(({ entry }) => entry))
    days.push(
      ...page.orders.flatMap(({ day, formerDay }) => [day, ...(formerDay === null ? [] : [formerDay])]),
    )
    await story.query('delete from quiet_entry where tenant_id = $1 and id = any ($2)', [
      tenantId,
      page.quietIds,
    ])
    pages += 1
    after = page.reached
    if (!page.isFull) break
  }
  await story.query(`insert into quiet_entry select * from json_populate_recordset(null::quiet_entry, $1)`, [
    JSON.stringify(kept),
  ])
  return { entries, days, pages }
}

const keyOf = ({ a, b }: Delta): string => `${b} ${a}`

/** The stock by the month in which it ends, as the sums have it. */
function stockOf(entries: readonly LedgerEntry[]): Record<string, string> {
  const deltas = sumOf(
    entries
      .flatMap((entry) => fold(entry, ZONES))
      .filter(({ series }) => series === SERIES.stock)
      .map((delta) => ({ ...delta, day: 0 })),
  )
  return Object.fromEntries(
    deltas.flatMap((delta) =>
      delta.amount.points === 0n && delta.amount.cashback === 0n
        ? []
        : [[keyOf(delta), `${decimalToText(delta.amount.points)} ${decimalToText(delta.amount.cashback)}`]],
    ),
  )
}

/** The same from the lots and debts themselves. */
async function stockOfLedger({ tenantId }: Shop): Promise<Record<string, string>> {
  const rows = await story.query(
    `select case when is_waiting then ${STOCK.pending} else ${STOCK.open} end || ' ' || coalesce(
        to_char((expires_at - interval '1 ms') at time zone 'America/Sao_Paulo', 'YYYYMM'), '0') as key,
      trim_scale(sum(remaining_points))::text || ' ' || trim_scale(sum(remaining_cashback))::text as amount
    from point_record
    where tenant_id = $1 and is_live and remaining_points is not null group by 1
    union all
    select '${STOCK.owed} 0', trim_scale(sum(debt_points))::text || ' ' || trim_scale(sum(debt_cashback))::text
    from point_record where tenant_id = $1 and debt_points is not null having sum(debt_points) + sum(debt_cashback) > 0`,
    [tenantId],
  )
  return Object.fromEntries(rows.map(({ key, amount }) => [key, amount]))
}

async function expectAddsUp(shop: Shop): Promise<readonly LedgerEntry[]> {
  const whole = await readAll(shop, 1_000)
  const portions = await readAll(shop, 3)
  expect(portions.pages).toBeGreaterThan(whole.pages)
  const text = (entries: readonly LedgerEntry[]) =>
    entries
      .map((entry) =>
        JSON.stringify(entry, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
      )
      .sort()
  expect(text(portions.entries)).toEqual(text(whole.entries))
  const normal = (stock: Record<string, string>) =>
    Object.fromEntries(Object.entries(stock).map(([key, amount]) => [key, amount.split(' ').map(Number)]))
  expect(normal(stockOf(whole.entries))).toEqual(normal(await stockOfLedger(shop)))
  return whole.entries
}

describe('a page for figures', () => {
  it('has lots as they were: moved while pending, open, used, given back, moved again, merged, used', async () => {
    const shop = await story.open(program({ waitingDays: 5, validityDays: 60 }), {
      settings: { takeBack: 'debt' },
    })
    const reward = await shop.makeReward({})
    story.on('2026-05-10T15:00:00Z')
    const sent = (customer: string, completed: string) =>
      shop.completed('o1', customer, 150, {
        OrderPlacementDate: '2026-03-01T12:00:00Z',
        OrderCompletedDate: completed,
      })
    await sent('ana', '2026-05-10T15:00:00Z')
    await sent('ana', '2026-05-09T15:00:00Z')
    story.on('2026-05-20T15:00:00Z')
    await sent('ana', '2026-04-09T15:00:00Z')
    await shop.redeemed(reward, 'ana', { OriginalKey: 'k1' })
    await shop.cancelRewardByKey('k1')
    await sent('ana', '2026-05-01T15:00:00Z')
    await expectAddsUp(shop)

    await shop.completed('o2', 'bob', 20, {
      OrderPlacementDate: '2026-03-01T12:00:00Z',
      OrderCompletedDate: '2026-04-01T15:00:00Z',
    })
    await mergedCustomer(shop, 'ana', 'bob')
    await shop.redeemed(reward, 'bob', { OriginalKey: 'k2' })
    const entries = await expectAddsUp(shop)
    const moves = entries.filter(({ kind }) => kind === 'move' || kind === 'pendingMove')
    expect(moves).toHaveLength(3)
    const redeemed = entries.filter(({ kind }) => kind === 'debit')
    const ends = redeemed.flatMap((entry) =>
      entry.kind === 'debit' ? entry.uses.map(({ lot }) => iso(lot.expiresAt ?? 0).slice(0, 7)) : [],
    )
    // The first before the last correction of the date; the second after, from both customers' lots.
    expect(ends).toEqual(['2026-06', '2026-06', '2026-07'])
  })

  it('has a debt that one customer owed and another one paid, when they became one', async () => {
    const shop = await story.open(program(), { settings: { takeBack: 'debt' } })
    const reward = await shop.makeReward({})
    story.on('2026-05-10T15:00:00Z')
    await shop.completed('o1', 'ana', 150)
    await shop.redeemed(reward, 'ana', { OriginalKey: 'k' })
    await shop.cancelled('o1')
    await shop.completed('o2', 'bob', 60)
    await mergedCustomer(shop, 'ana', 'bob')
    const entries = await expectAddsUp(shop)
    const merges = entries.filter((entry) => entry.kind === 'merge')
    expect(merges.map(({ repaid }) => repaid.map(({ amount }) => Number(amount.points) / 10_000))).toEqual([
      [],
      [60],
    ])
  })

  it('adds up to the ledger for random shops', { timeout: 120_000 }, async () => {
    const random = chanceOf('figures')
    const shop = await story.open(program({ waitingDays: 3, validityDays: 40 }), {
      settings: { takeBack: 'debt' },
    })
    const reward = await shop.makeReward({})
    story.on('2026-05-10T15:00:00Z')
    const people = ['ana', 'bob', 'eva', 'leo']
    for (let step = 0; step < 150; step += 1) {
      story.api.now += random.between(0, 2 * 86_400_000)
      const order = `o${random.between(0, 25)}`
      const who = people[Number(order.slice(1)) % people.length] ?? ''
      const ago = (days: number) => iso(story.api.now - random.between(0, days * 86_400_000))
      const choice = random.between(0, 10)
      if (choice < 5) {
        const dates = { OrderPlacementDate: '2026-02-01T12:00:00Z', OrderCompletedDate: ago(8) }
        await shop.placeOrder(shop.completeOrder(order, who, random.between(0, 200), dates))
      } else if (choice < 6) await shop.cancelOrder(order)
      else if (choice < 8) await shop.redeem(reward, { CustomerId: who, OriginalKey: `k${step}` })
      else await shop.cancelRewardByKey(`k${random.between(0, step + 1)}`)
    }
    const open = {
      OrderPlacementDate: '2026-02-01T12:00:00Z',
      OrderCompletedDate: iso(story.api.now - 864e6),
    }
    await shop.completed('last', 'ana', 5_001, open)
    await shop.completed('soon', 'leo', 10)
    await shop.cancelled('soon')
    await mergedCustomer(shop, 'ana', 'bob')
    story.api.now += 10 * 86_400_000
    await erasedCustomer(shop, 'eva')
    const entries = await expectAddsUp(shop)
    const kinds = new Set<string>(entries.map(({ kind }) => kind))
    for (const kind of ['debit', 'merge', 'opening', 'pendingCredit', 'pendingDebit'])
      expect(kinds).toContain(kind)
  })

  it('tells the days of orders without a record', async () => {
    const shop = await story.open(program())
    story.on('2026-05-10T15:00:00Z')
    await shop.completed('o1', 'ana', 0)
    const { tenantId } = shop
    const page = await pageOf(tenantId, START, 10)
    const nothing = { events: [], quiet: [], reached: START, isFull: false }
    expect(page).toMatchObject({ ...nothing, orders: [{ formerDay: null }], quietIds: [expect.any(Number)] })
    const rows = await story.query('select kind from quiet_entry where tenant_id = $1', [tenantId])
    expect(rows).toEqual([{ kind: QUIET_KIND.order }])
  })
})
