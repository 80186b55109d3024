/** Rewards, rules, vintages and tiers: what these reports say is what the tables say, counted in another way. */
import { describe, expect, it } from 'vitest'
import type { PointsRecords } from '../../src/figures/admin-api/records-schema.ts'
import type { RewardsAnswer } from '../../src/figures/admin-api/rewards-schema.ts'
import type { RulesAnswer } from '../../src/figures/admin-api/rules-schema.ts'
import type { TierMoves, TiersAnswer } from '../../src/figures/admin-api/tiers-schema.ts'
import type { VintagesAnswer } from '../../src/figures/admin-api/vintages-schema.ts'
import { decimalFromText, shortText } from '../../src/platform/decimal.ts'
import { runHere } from '../cli/run-here.ts'
import { useManager } from '../support/admin.ts'
import { openBusyShop } from '../support/busy-shop.ts'
import { countAllFigures } from '../support/count-figures.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { BRONZE_SILVER_GOLD, sweepNow } from '../support/tiers.ts'

const story = useStories()
const admin = useManager(() => story.api)
const DAY_MS = 86_400_000

const countAll = ({ tenantId }: Shop) => countAllFigures(story.api.cells, tenantId)
const daysAgo = (days: number): string =>
  new Date(story.api.now - days * DAY_MS - 3 * 3_600_000).toISOString().slice(0, 10)

async function read<Answer extends { figures: unknown }>(shop: Shop, path: string) {
  const { status, body } = await admin.manager(shop.key).get<Answer>(path)
  expect([path, status, body]).toEqual([path, 200, body])
  return body.figures as NonNullable<Answer['figures']>
}

const sumOf = (texts: readonly string[]): string =>
  shortText(texts.reduce((sum, text) => sum + decimalFromText(text), 0n))

describe('of a busy merchant', () => {
  it('rewards, rules and vintages are what the tables say', async () => {
    const { shop, live } = await openBusyShop(story, 'program-reports', { atMostMs: DAY_MS })
    await live(160)
    await countAll(shop)
    const period = { from: daysAgo(70), to: daysAgo(1) }
    const query = `from=${period.from}&to=${period.to}`
    const local = `(recorded_at at time zone 'America/Sao_Paulo')::date between $2 and $3`
    const values = [shop.tenantId, period.from, period.to]

    const rewards = await read<RewardsAnswer>(shop, `/reports/rewards?${query}`)
    const told = await story.query(
      `select reward_configuration_id::int as id, count(*) filter (where type = 6)::int as redeemed,
         count(*) filter (where type = 7)::int as refunded, trim_scale(-sum(record.points))::text as points
       from point_record as record
       join redemption on redemption.tenant_id = record.tenant_id
         and record.id in (redemption.record_id, redemption.return_record_id)
       where record.tenant_id = $1 and ${local}
       group by 1 order by sum(record.points), 1`,
      values,
    )
    expect(told.length).toBe(2)
    expect(rewards.rows).toMatchObject(told)
    expect(rewards.rows?.map(({ codesLeft }) => codesLeft)).toEqual([null, null])
    expect(sumOf(rewards.columns.map(({ redeemed }) => redeemed))).toBe(
      sumOf([...rewards.columns.map(({ refunded }) => refunded), rewards.total.points]),
    )

    const rules = await read<RulesAnswer>(shop, `/reports/rules?${query}`)
    const given = rules.rows ?? []
    expect(sumOf(given.map(({ points }) => points))).toBe(rules.total.points)
    expect(sumOf(given.map(({ takenBack }) => takenBack))).toBe(rules.total.takenBack)
    expect(sumOf(rules.columns.map((column) => column.given))).toBe(rules.total.points)
    expect(given.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['rule', 'adjustment']))
    const [byHand] = await story.query(
      `select count(*) filter (where points > 0)::int as times,
         trim_scale(sum(points) filter (where points > 0))::text as points,
         trim_scale(-sum(points) filter (where points < 0))::text as "takenBack"
       from point_record where tenant_id = $1 and type = 5 and ${local}`,
      values,
    )
    expect(given.find(({ kind }) => kind === 'adjustment')).toMatchObject({ ...byHand, days: null })
    const purchase = given.find(({ id }) => id === 1)
    const path = `/reports/points/records?${query}&by=rule&id=1&version=1&limit=100`
    const { body } = await admin.manager(shop.key).get<PointsRecords>(path)
    expect([body.nextCursor, body.items.length]).toEqual([null, purchase?.times])
    expect(purchase?.days).toBe(new Set(body.items.map(({ day }) => day)).size)
    expect(purchase?.versions).toMatchObject([{ version: 1, points: purchase?.points, days: purchase?.days }])

    const vintages = await read<VintagesAnswer>(shop, '/reports/vintages')
    const lots = await story.query(
      `select to_char(lot.recorded_at at time zone 'America/Sao_Paulo', 'YYYY-MM') as month,
         trim_scale(sum(lot.points))::text as issued, trim_scale(sum(lot.remaining_points))::text as open,
         trim_scale(coalesce(sum(expired.points), 0))::text as expired
       from point_record as lot
       left join lateral (
         select sum(used_points) as points from point_origin as used
         join point_record as debit on debit.tenant_id = used.tenant_id and debit.id = used.record_id
         where used.tenant_id = lot.tenant_id and used.lot_id = lot.id and debit.type = 8
       ) as expired on true
       where lot.tenant_id = $1 and lot.points > 0 and lot.type <> 7
       group by 1 order by 1`,
      [shop.tenantId],
    )
    expect(vintages.notShown).toEqual([])
    expect(
      vintages.rows?.map(({ month, issued, open, expired }) => ({
        ...{ month, issued: issued.points, open: open.points, expired: expired.points },
      })),
    ).toEqual(lots)
    for (const row of vintages.rows ?? []) {
      const { takenBack, redeemed, repaid, expired, endedEarly, open } = row
      const parts = [takenBack, redeemed, repaid, expired, endedEarly, open].map(({ points }) => points)
      expect([row.month, sumOf(parts)]).toEqual([row.month, row.issued.points])
      expect(row.isFinal).toBe(row.open.points === '0' && row.month !== vintages.last)
      expect(row.redeemedByAge.at(-1)).toBe(
        row.issued.points === '0'
          ? null
          : shortText(
              (2n * decimalFromText(row.redeemed.points) * 10_000n + decimalFromText(row.issued.points)) /
                (2n * decimalFromText(row.issued.points)),
            ),
      )
    }
    // Earlier months are one row, and the total stays.
    const short = await read<VintagesAnswer>(shop, '/reports/vintages?months=1')
    expect(short.total).toEqual(vintages.total)
    expect(short.rows?.[0]).toMatchObject({ month: null, redeemedByAge: [] })
  })
})

describe('tiers', () => {
  /** What the tables say now. */
  async function countTiers(shop: Shop): Promise<Record<string, number>> {
    const rows = await story.query(
      `select tier.name, count(customer.id)::int as customers from tier
       left join customer on customer.tenant_id = tier.tenant_id and customer.tier_id = tier.id
       where tier.tenant_id = $1 and not is_base group by 1`,
      [shop.tenantId],
    )
    return Object.fromEntries(rows.map(({ name, customers }) => [name as string, customers as number]))
  }

  async function endsOf(shop: Shop, from: string, to: string) {
    const { tiers, isExact } = await read<TiersAnswer>(shop, `/reports/tiers?from=${from}&to=${to}`)
    const named = tiers.filter(({ id }) => id !== 0)
    return {
      isExact,
      start: Object.fromEntries(named.map(({ name, start }) => [name, start])),
      end: Object.fromEntries(named.map(({ name, end }) => [name, end])),
    }
  }

  it('of any past day are what they were when it ended, also with erased and merged customers', async () => {
    story.on('2026-03-02T15:00:00Z')
    const shop = await story.open(program(), { tiers: BRONZE_SILVER_GOLD })
    const manager = admin.manager(shop.key)
    const days: (() => Promise<unknown>)[] = [
      () => shop.completed('o1', 'ana', 600),
      () => shop.completed('o2', 'bob', 2_500),
      () => shop.completed('o3', 'eva', 10),
      () => shop.completed('o4', 'ana', 1_500),
      () => shop.completed('o5', 'leo', 700),
      () => shop.cancelOrder('o2'),
      () => shop.completed('o6', 'mia', 3_000),
      () => erase('mia'),
      () => merge('ana', 'leo'),
      () => shop.completed('o7', 'rui', 800),
      () => merge('rui', 'eva'),
      () => shop.completed('o8', 'bob', 900),
    ]
    const erase = (customer: string) =>
      manager.done('POST', `/customers/${ids.get(customer)}/erase`, { confirm: customer, reason: 'asked' })
    const merge = (from: string, into: string) =>
      manager.done('POST', `/customers/${ids.get(from)}/merge`, { into: ids.get(into), note: 'twice' })
    const ids = new Map<string, number>()
    const atEnd: (readonly [day: string, tiers: Record<string, number>])[] = []
    for (const happen of days) {
      const rows = await story.query('select id::int, original_id from customer where tenant_id = $1', [
        shop.tenantId,
      ])
      for (const { id, original_id } of rows) ids.set(original_id as string, id as number)
      await happen()
      atEnd.push([daysAgo(0), await countTiers(shop)])
      story.api.now += DAY_MS
    }
    const first = atEnd[0]?.[0] ?? ''
    for (const [index, [day, tiers]] of atEnd.entries()) {
      const before = atEnd[index - 1]?.[1] ?? { Silver: 0, Gold: 0 }
      expect([day, await endsOf(shop, day, day)]).toEqual([day, { isExact: true, start: before, end: tiers }])
      expect([day, await endsOf(shop, first, day)]).toEqual([
        day,
        { isExact: true, start: { Silver: 0, Gold: 0 }, end: tiers },
      ])
    }
    const whole = await read<TiersAnswer>(shop, `/reports/tiers?from=${first}&to=${daysAgo(1)}`)
    const all = whole.tiers.reduce((sum, { came }) => sum + came, 0)
    expect(whole.moves.reduce((sum, { moves }) => sum + moves, 0)).toBe(all)
    expect(whole.tiers.map(({ name, gone }) => [name, gone])).toEqual([
      ['Gold', 2],
      ['Silver', 1],
      ['Bronze', 0],
    ])
    // Who was erased or merged moved neither up nor down, and who left the tiers moved down.
    expect(whole.gone).toBe(3)
    expect(whole.left).toBe(whole.moves.find(({ to }) => to === 0)?.moves ?? 0)
    expect(whole.left).toBeGreaterThan(0)
    expect(whole.left).toBeLessThanOrEqual(whole.movedDown)
    expect(whole.movedUp + whole.movedDown).toBe(all)
    for (const { id, start, net, end } of whole.tiers) {
      expect(net).toBe(id === 0 ? null : (end ?? 0) - (start ?? 0))
    }
    // The list names the customers, erased ones without a person; a viewer sees none.
    const list = await manager.get<TierMoves>(`/reports/tiers/records?from=${first}&to=${daysAgo(1)}`)
    expect(list.body.items).toHaveLength(list.body.figure.moves)
    expect(list.body.items.find(({ customer }) => customer.id === ids.get('mia'))).toMatchObject({
      customer: { name: null, erasedAt: expect.any(String) },
      to: { name: 'Gold' },
      reason: 'goalsReached',
    })
    const seen = await manager.send(
      'GET',
      `/reports/tiers/records?from=${first}&to=${daysAgo(1)}`,
      undefined,
      {
        permissions: ['reports.read'],
      },
    )
    expect(JSON.stringify(seen.body)).not.toContain('leo@')
    // Another merchant has none of it, and asking for these tiers by number shows nothing.
    const other = await story.open(program(), { tiers: BRONZE_SILVER_GOLD })
    const gold = whole.tiers[0]?.id
    const theirs = await admin
      .manager(other.key)
      .get<TierMoves>(`/reports/tiers/records?from=${first}&to=${daysAgo(1)}&toTier=${gold}`)
    expect(theirs.body).toMatchObject({ items: [], figure: { moves: 0 } })
  })

  it('that were switched off before their customers moved are not told for past days', async () => {
    story.on('2026-03-02T15:00:00Z')
    const shop = await story.open(program(), { tiers: BRONZE_SILVER_GOLD })
    await shop.completed('o1', 'ana', 600)
    story.api.now += DAY_MS
    const silver = 'update tier set is_active = $2 where tenant_id = $1 and name = $3'
    await story.query(silver, [shop.tenantId, false, 'Silver'])
    await shop.completed('o2', 'ana', 2_000)
    story.api.now += DAY_MS
    const { figures } = (await admin.manager(shop.key).get<TiersAnswer>('/reports/tiers')).body
    expect(figures).toMatchObject({ isExact: false, movedUp: 2, joined: 2 })
    expect(figures.tiers.map(({ start, end }) => [start, end])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ])
    await story.query(silver, [shop.tenantId, true, 'Silver'])
    await sweepNow(story.api, shop)
  })

  it('of a merchant without any are none', async () => {
    const shop = await story.open(program())
    expect(await read<TiersAnswer>(shop, '/reports/tiers')).toMatchObject({ tiers: [], moves: [] })
  })
})

describe('questions', () => {
  it('that can’t be answered are refused with the field', async () => {
    const shop = await story.open(program())
    const manager = admin.manager(shop.key)
    for (const [path, pointer] of [
      ['/reports/rewards?from=2026-05-01', '/to'],
      ['/reports/rewards?from=2026-05-31&to=2026-05-01', '/to'],
      ['/reports/rules?from=2000-01-01&to=2020-01-01', '/from'],
      ['/reports/rules?step=year', '/step'],
      ['/reports/vintages?months=0', '/months'],
      ['/reports/vintages?months=121', '/months'],
      ['/reports/vintages?months=1e3', '/months'],
      ['/reports/tiers?from=2026-02-30&to=2026-03-01', '/from'],
      ['/reports/tiers?from=9999-01-01&to=9999-12-31', '/to'],
      ['/reports/tiers/records?toTier=-1', '/toTier'],
      ['/reports/tiers/records?fromTier=9007199254740993', '/fromTier'],
      ['/reports/points/records?version=1', '/version'],
      ['/reports/points/records?by=type&id=0&version=1', '/version'],
    ] as const) {
      const { status, body } = await manager.get(path)
      expect([path, status, body]).toMatchObject([path, 422, { errors: [{ pointer }] }])
    }
    const { status } = await manager.get('/reports/tiers/records?cursor=WyIiLDEsMl0x')
    expect(status).toBe(422)
  })

  it('are answered with the count while it runs, and as CSV and by the command line afterwards', async () => {
    story.on('2026-05-10T15:00:00Z')
    const shop = await story.open(program({ validityDays: 40 }), { tiers: BRONZE_SILVER_GOLD })
    const reward = await shop.makeReward({}, ['A1', 'A2'])
    const manager = admin.manager(shop.key)
    for (const name of ['rewards', 'rules', 'vintages']) {
      expect((await manager.get(`/reports/${name}`)).body).toMatchObject({
        counting: { percent: 0 },
        figures: null,
      })
      expect((await manager.get(`/reports/${name}/csv`)).status).toBe(409)
    }
    await shop.completed('o1', 'ana', 600)
    await shop.redeemed(reward, 'ana')
    story.api.now += DAY_MS
    await countAll(shop)
    const csv = async (path: string) =>
      (await manager.get<{ name: string; text: string }>(path)).body.text.trim().split('\r\n')
    const period = 'from=2026-05-10&to=2026-05-10'
    expect(await csv(`/reports/rewards/csv?${period}`)).toEqual([
      'id,key,name,redeemed,refunded,points,worth,share,codesLeft',
      expect.stringMatching(new RegExp(`^${reward},.*,1,0,100,10,1,1$`)),
    ])
    expect(await csv(`/reports/rules/csv?${period}`)).toEqual([
      'kind,id,version,name,label,times,points,worth,takenBack,days',
      expect.stringMatching(/^rule,1,1,.*,1,600,60,0,1$/),
    ])
    expect(await csv('/reports/vintages/csv?months=1')).toEqual([
      'month,issued,imported,takenBack,redeemed,repaid,expired,endedEarly,open,openWorth,breakage,isFinal',
      '2026-05,600,0,0,100,0,0,0,500,50,0,false',
    ])
    expect(await csv(`/reports/tiers/csv?${period}`)).toEqual([
      'key,name,start,came,went,gone,net,end,now',
      'gold,Gold,0,0,0,0,0,0,0',
      'silver,Silver,0,1,0,0,1,1,1',
      'bronze,Bronze,,0,1,0,,,0',
    ])
    const run = (...argv: string[]) =>
      runHere(['report', ...argv, '--tenant', String(shop.tenantId)], { DATABASE_URL: story.api.databaseUrl })
    const printed = await run('vintages', '--months', '1', '--format', 'csv')
    expect(printed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(',600,0,0,100,0') })
    expect(await run('vintages', '--months', '121')).not.toMatchObject({ exitCode: 0 })
    expect((await run('tiers', '--from', '2026-05-10', '--to', '2026-05-10')).stdout).toContain('Silver')
  })
})
