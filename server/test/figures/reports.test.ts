/** What reports say is what happened, by the definitions of docs/guides/reports.md. */
import { expect, it } from 'vitest'
import { REPORT_NAMES } from '../../src/cli/report-command.ts'
import { REPORTS } from '../../src/figures/admin-api/records-schema.ts'
import type { LiabilityAnswer, OverviewAnswer, PointsAnswer } from '../../src/figures/admin-api/schema.ts'
import { countOrders } from '../../src/figures/count-orders.ts'
import { findTimeZones } from '../../src/tenancy/store/zones.ts'
import { runHere } from '../cli/run-here.ts'
import { useManager } from '../support/admin.ts'
import { openBusyShop } from '../support/busy-shop.ts'
import { countAllFigures } from '../support/count-figures.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { walkFigures } from '../support/walk-figures.ts'

const story = useStories()
const admin = useManager(() => story.api)

const countAll = ({ tenantId }: Shop) => countAllFigures(story.api.cells, tenantId)

async function read<Answer extends { figures: unknown }>(shop: Shop, path: string) {
  const { status, body, etag } = await admin.manager(shop.key).get<Answer>(path)
  expect([path, status, body]).toEqual([path, 200, body])
  return { ...body, etag, figures: body.figures as NonNullable<Answer['figures']> }
}

it('figures are counted before they are shown', async () => {
  const shop = await story.open(program())
  const { counting, figures, asOf } = await read<OverviewAnswer>(shop, '/overview')
  expect({ counting, figures, asOf }).toEqual({ counting: { percent: 0 }, figures: null, asOf: null })
  await countAll(shop)
  const counted = await read<OverviewAnswer>(shop, '/overview')
  expect(counted.counting).toBeNull()
  expect(counted.figures).toMatchObject({ since: null, before: null, isStart: false, tiers: null })
})

it('the first days are told as they are, with today', async () => {
  story.on('2026-05-10T15:00:00Z')
  const shop = await story.open(program({ validityDays: 40 }))
  await shop.completed('o1', 'ana', 100)
  story.on('2026-05-12T15:00:00Z')
  await shop.completed('o2', 'bob', 50)
  await countAll(shop)
  const { figures } = await read<OverviewAnswer>(shop, '/overview')
  expect(figures).toMatchObject({
    since: '2026-05-10',
    period: { from: '2026-05-10', to: '2026-05-12' },
    before: null,
    isStart: true,
    keyFigures: { issued: { now: { points: '150', worth: '15' }, before: null } },
    sum: {
      start: { points: '0' },
      issued: { points: '150' },
      end: { points: '150', worth: '15' },
      expiring: { by: '2026-06-30', points: '150' },
    },
    soFarToday: { issued: { points: '50' } },
  })
})

it('a repeated question is answered 304 until something happens', async () => {
  story.on('2026-05-10T15:00:00Z')
  const shop = await story.open(program())
  await shop.completed('o1', 'ana', 100)
  await countAll(shop)
  const { etag } = await read<OverviewAnswer>(shop, '/overview')
  const again = await read<OverviewAnswer>(shop, '/overview')
  expect(again.etag).toBe(etag)
  await shop.completed('o2', 'ana', 1)
  await countAll(shop)
  expect((await read<OverviewAnswer>(shop, '/overview')).etag).not.toBe(etag)
})

it('points are divided by rule, type, version and reward', async () => {
  story.on('2026-05-10T15:00:00Z')
  const shop = await story.open(program({ validityDays: 40 }))
  const reward = await shop.makeReward({})
  await shop.completed('o1', 'ana', 1_000)
  await shop.redeemed(reward, 'ana')
  const { originalKey } = await shop.redeemed(reward, 'ana')
  await shop.cancelRewardByKey(originalKey)
  story.on('2026-06-10T15:00:00Z')
  await countAll(shop)
  const points = (query: string) =>
    read<PointsAnswer>(shop, `/reports/points?from=2026-05-01&to=2026-05-31&${query}`).then(
      ({ figures }) => figures,
    )
  const issued = await points('show=issued')
  expect(issued.rows).toEqual([
    {
      ...{
        kind: 'rule',
        id: 1,
        name: 'Customers earn 1 point for every R$\u00a01.00 they spend. Points expire after 40 days.',
      },
      ...{ label: null, times: 1, points: '1000', worth: '100', share: '1' },
    },
  ])
  expect(issued.columns).toHaveLength(31)
  expect(issued.columns[9]).toMatchObject({ from: '2026-05-10', points: '1000', orders: '1000', others: '0' })
  expect((await points('show=issued&by=version')).rows).toMatchObject([{ kind: 'version', id: 1 }])
  const redeemed = await points('show=redeemed')
  expect(redeemed.by).toBe('reward')
  expect(redeemed.rows).toMatchObject([{ kind: 'reward', id: reward, times: 3, points: '100' }])
  expect((await points('show=redeemed&by=type')).rows).toMatchObject([
    { kind: 'type', id: 6, times: 2, points: '200' },
    { kind: 'type', id: 7, times: 1, points: '-100' },
  ])
  const manager = admin.manager(shop.key)
  for (const [query, pointer] of [
    ['show=expired&by=rule', '/by'],
    ['from=2026-05-01', '/to'],
    ['from=2026-05-31&to=2026-05-01', '/to'],
    ['from=2026-05-01&to=2026-06-10', '/to'],
    ['from=2010-05-01&to=2026-05-10', '/from'],
  ]) {
    const { status, body } = await manager.get(`/reports/points?${query}`)
    expect([query, status, body]).toMatchObject([query, 422, { errors: [{ pointer }] }])
  }
})

it('the liability of a past day is what was open when it ended', async () => {
  story.on('2026-05-10T15:00:00Z')
  const shop = await story.open(program({ validityDays: 40 }))
  await shop.completed('o1', 'ana', 100)
  story.on('2026-05-20T15:00:00Z')
  await shop.completed('o2', 'ana', 30)
  await countAll(shop)
  const now = await read<LiabilityAnswer>(shop, '/reports/liability')
  expect(now.figures).toMatchObject({
    asOf: null,
    open: { points: '130', worth: '13' },
    months: [{ month: '2026-06', points: '130', worth: '13' }],
    never: { points: '0', worth: '0' },
  })
  const then = await read<LiabilityAnswer>(shop, '/reports/liability?asOf=2026-05-19')
  expect(then.figures).toMatchObject({ asOf: '2026-05-19', open: { points: '100' } })
  expect((await admin.manager(shop.key).get('/reports/liability?asOf=2026-05-20')).status).toBe(422)
})

it('every figure opens to its records, which add up to it', async () => {
  const { shop, live } = await openBusyShop(story, 'drill-down')
  await live(150)
  await countAll(shop)
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10)
  const period = `from=${day(story.api.now - 80 * 86_400_000)}&to=${day(story.api.now - 2 * 86_400_000)}`
  const get = async <Answer>(path: string): Promise<Answer> => {
    const { status, body } = await admin.manager(shop.key).get<Answer>(path)
    expect([path, status, body]).toEqual([path, 200, body])
    return body
  }
  expect(await walkFigures(get, period)).toBeGreaterThan(20)
})

it('the table of a report is exported as CSV, and printed by the command line', async () => {
  expect([...REPORT_NAMES]).toEqual([...REPORTS])
  story.on('2026-05-10T15:00:00Z')
  const shop = await story.open(program({ validityDays: 40 }))
  const csv = (path: string, language?: string) =>
    admin.manager(shop.key).get<{ name: string; text: string }>(path, language ? { language } : {})
  expect(await csv('/reports/liability/csv')).toMatchObject({ status: 409, body: { code: 'counting' } })
  await shop.completed('o1', 'ana', 15)
  await countAll(shop)
  expect((await csv('/reports/liability/csv')).body).toEqual({
    name: 'liability.csv',
    text: [
      'expires,points,worth,likelyPoints,likelyWorth',
      ...[
        '2026-06,15,1.5,,',
        'never,0,0,,',
        'inLots,15,1.5,,',
        'owed,0,0,,',
        'open,15,1.5,,',
        'pending,0,0,,',
        '',
      ],
    ].join('\r\n'),
  })
  const { text } = (await csv('/reports/liability/csv?layout=spreadsheet', 'pt-BR')).body
  expect(text.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFexpires;points;worth;likelyPoints;likelyWorth',
    '2026-06;15;1,5;;',
  ])
  const period = 'from=2026-05-09&to=2026-05-09'
  expect((await csv(`/reports/points/csv?${period}`)).body).toEqual({
    name: 'points-2026-05-09-2026-05-09.csv',
    text: 'kind,id,name,label,times,points,worth,share\r\n',
  })
  expect((await csv(`/reports/overview/csv?${period}`)).body.text.split('\r\n')[1]).toBe(
    '2026-05-09,2026-05-09,0,0,0,0,0',
  )

  const run = (...argv: string[]) =>
    runHere(['report', ...argv, '--tenant', String(shop.tenantId)], { DATABASE_URL: story.api.databaseUrl })
  const printed = await run('liability', '--format', 'csv')
  expect(printed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('2026-06,15,1.5') })
  expect(printed.stderr).toMatch(/^liability of merchant \d+ “.*”, America\/Sao_Paulo, as of 20.*Z\.\n$/)
  expect((await run('points', '--by', 'reward')).exitCode).toBe(2)
  const json = await run('points', '--from', '2026-05-10', '--to', '2026-05-10', '--format', 'json')
  expect(JSON.parse(json.stdout)).toMatchObject({ figures: { total: { points: '15', worth: '1.5' } } })
})

it('active customers and repeat purchase are those that were counted in the night', async () => {
  story.on('2026-05-01T15:00:00Z')
  const shop = await story.open(program())
  await shop.completed('o1', 'ana', 10)
  await shop.completed('o2', 'ana', 10)
  await shop.completed('o3', 'bob', 10)
  story.on('2026-05-20T15:00:00Z')
  await shop.completed('o4', 'ana', 10)
  await countAll(shop)
  const figures = async (query: string) =>
    (await read<OverviewAnswer>(shop, `/overview?${query}`)).figures.keyFigures
  const week = 'from=2026-05-14&to=2026-05-20'
  story.on('2026-05-21T15:00:00Z')
  const before = await figures(week)
  expect(before.activeCustomers).toMatchObject({ state: 'counting', value: null, asOf: null })
  const { tenantId } = shop
  const spans = await story.api.cells.directory.read([tenantId], (tx) => findTimeZones(tx, tenantId))
  const counting = { database: story.database, tenantId, spans, now: story.api.now, isTodayDue: true }
  while (!(await countOrders(counting)));
  const { activeCustomers, repeatPurchase } = await figures(week)
  expect(activeCustomers).toMatchObject({ state: 'current', value: 1, before: 0 })
  expect(repeatPurchase).toMatchObject({
    state: 'current',
    rate: '0.5',
    repeated: 1,
    members: 2,
    before: '0.5',
  })
  expect((await figures('from=2026-04-21&to=2026-05-20')).activeCustomers).toMatchObject({ value: 2 })
  expect((await figures('from=2026-05-18&to=2026-05-20')).activeCustomers).toMatchObject({
    ...{ state: 'notCounted', value: null, before: null, asOf: null },
  })
})
