/** A merchant's months, and what closing one means. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { verifyCloses } from '../../src/accounting/verify.ts'
import type { Permission } from '../../src/contract/permission.ts'
import { closeDueMonths } from '../../src/management/accounting/close-due.ts'
import type { AccountingAnswer, MonthsAnswer } from '../../src/management/accounting/schema.ts'
import type { Needs } from '../../src/management/needs/schema.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import { runHere } from '../cli/run-here.ts'
import { countAllFigures } from '../support/count-figures.ts'
import { erasedCustomer } from '../support/customers.ts'
import { LedgerReader } from '../support/ledger.ts'
import type { Shop } from '../support/shop.ts'
import { decimal, PROGRAM, useBooks } from './books.ts'

const { story, admin, openBooks, settleAll } = useBooks()

describe('the months of a merchant', () => {
  it('keep the estimate that they were closed with, whatever is set later', async () => {
    const { shop, manager, close, entries } = await openBooks()
    await shop.completed('o1', 'ana', 100_000)
    story.on('2026-11-12T15:00:00Z')
    expect((await close('2026-10')).status).toBe(200)
    await manager.done('PUT', '/accounting/estimates/2026-11', { breakage: '0.5' })
    // Nothing was redeemed yet, so nothing changes.
    expect(await entries('2026-11')).toEqual([])
    await shop.redeemed(await shop.makeReward({ points: decimal(24_000) }), 'ana')
    // Of D = 3,846.15: 24,000 of 80,000 were expected, and 24,000 of 50,000 are now.
    expect(await entries('2026-11')).toEqual([
      'recognised 2026-10: deferredRevenue to revenue 1153.85',
      'estimate 2026-10: deferredRevenue to revenue 692.3',
    ])
  })

  it('can’t be closed before there is an estimate, also not by themselves', async () => {
    story.on('2026-10-15T15:00:00Z')
    const shop = await story.open(PROGRAM)
    const manager = admin.manager(shop.key)
    await manager.done('PATCH', '/accounting', { isOn: true, startsIn: '2026-10' }, { ifMatch: '*' })
    story.on('2026-11-12T15:00:00Z')
    const refused = await manager.send('POST', '/accounting/months/2026-10/close')
    expect([refused.status, refused.body.code]).toEqual([409, 'noEstimate'])
    for (const month of ['0000-01', '2015-01', '2036-10']) {
      const path = `/accounting/estimates/${month}`
      expect([month, await manager.problems('PUT', path, { breakage: '0.2' })]).toEqual([month, ['/month']])
    }
  })

  it('are written in the language and with the names that they were closed with, for ever', async () => {
    const { shop, manager, close } = await openBooks()
    await shop.completed('o1', 'ana', 1_000)
    story.on('2026-11-12T15:00:00Z')
    expect((await close('2026-10')).status).toBe(200)
    const journal = async () =>
      (await manager.get<{ csv: string }>('/accounting/months/2026-10/journal')).body.csv
    const [before, shown] = [await journal(), (await manager.get('/accounting/months/2026-10')).body]
    expect(before).toContain('Emitidos: pontos ganhos em vendas, 2026-10')
    const accounts = { accounts: { revenue: { name: 'Other', code: '9' } } }
    await manager.done('PATCH', '/accounting', accounts, { ifMatch: '*' })
    await manager.done('PATCH', '', { locale: 'es' }, { ifMatch: '*' })
    expect(await journal()).toBe(before)
    expect((await manager.get('/accounting/months/2026-10', { language: 'es' })).body).toEqual(shown)
  })

  it('are the same after a restore: the hash is of the figures, not of the place in the log', async () => {
    const { shop, month, close } = await openBooks()
    await shop.completed('o1', 'ana', 1_000)
    story.on('2026-11-12T15:00:00Z')
    const first = await close('2026-10')
    await story.query('delete from month_close where tenant_id = $1', [shop.tenantId])
    // The ledger goes on elsewhere, and so does the log.
    await shop.completed('o2', 'ana', 50)
    await month('2026-11')
    const again = await close('2026-10')
    expect([again.status, again.body.hash]).toEqual([200, first.body.hash])
    const positions = await story.query('select position from month_close where tenant_id = $1', [
      shop.tenantId,
    ])
    expect(positions).toEqual([{ position: expect.stringMatching(/^\d+\/\d+$/) }])
  })

  it('that were changed in the database are found by every verification', async () => {
    const { shop, close } = await openBooks()
    await shop.completed('o1', 'ana', 1_000)
    story.on('2026-12-12T15:00:00Z')
    for (const month of ['2026-10', '2026-11']) expect((await close(month)).status).toBe(200)
    const tenant = await story.database.transaction([], (tx) => findTenant(tx, shop.tenantId))
    if (!tenant) throw new Error('there is no such merchant')
    const found = async (currency = tenant.currency) =>
      (await verifyCloses(story.database, { id: tenant.id, currency })).map(({ what }) => what)
    expect(await found()).toEqual([])
    expect(await found('USD')).toEqual([
      'currency of closed month 2026-10',
      'currency of closed month 2026-11',
    ])
    const rewrite = (from: string, to: string, isSealed: boolean) =>
      story.query(
        `update month_close set figures = replace(figures, $2, $3),
           hash = case when $4 then sha256(convert_to(replace(figures, $2, $3), 'UTF8')) else hash end
         where tenant_id = $1 and month = 202610`,
        [shop.tenantId, from, to, isSealed],
      )
    await rewrite('"breakage":"0.2"', '"breakage":"0.3"', false)
    expect(await found()).toEqual(['hash of closed month 2026-10'])
    await rewrite('"breakage":"0.3"', '"breakage":"0.2"', false)
    // With a hash that fits, what it says still has to add up.
    await rewrite('"amount":"38.46"', '"amount":"38.47"', true)
    expect(await found()).toEqual(['deferredRevenue of closed month 2026-10'])
    await rewrite('"amount":"38.47"', '"amount":"38.46"', true)
    await rewrite('"end":{"points":"1000"', '"end":{"points":"999"', true)
    expect(await found()).toEqual([
      'points at the end of closed month 2026-10',
      'points at the start of closed month 2026-11',
    ])
    const { exitCode, stderr } = await runHere(['verify', '--tenant', String(shop.tenantId)], {
      DATABASE_URL: story.api.databaseUrl,
    })
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('points at the end of closed month 2026-10'),
    ])
    await rewrite('"end":{"points":"999"', '"end":{"points":"1000"', true)
    expect(await found()).toEqual([])
  })

  it('that are closed can be read while accounting is off', async () => {
    const { shop, manager, close } = await openBooks()
    await shop.completed('o1', 'ana', 1_000)
    story.on('2026-11-12T15:00:00Z')
    expect((await close('2026-10')).status).toBe(200)
    const read = async () => (await manager.get('/accounting/months/2026-10')).body
    const before = await read()
    await manager.done('PATCH', '/accounting', { isOn: false }, { ifMatch: '*' })
    const { body } = await manager.get<MonthsAnswer>('/accounting/months')
    expect(body.items.map(({ month, state }) => `${month} ${state}`)).toEqual(['2026-10 closed'])
    expect(await read()).toEqual(before)
    expect((await manager.get('/accounting/months/2026-10/journal')).status).toBe(200)
    // An open one has no entries while nobody wants them.
    expect((await manager.get('/accounting/months/2026-11')).status).toBe(404)
  })

  it('leave out of their experience what ended with an erased customer', async () => {
    const { shop, manager } = await openBooks()
    await shop.completed('of ana', 'ana', 600)
    await shop.completed('of eva', 'eva', 400)
    await shop.redeemed(await shop.makeReward({ points: decimal(150) }), 'ana')
    await erasedCustomer(shop, 'eva')
    story.on('2027-12-02T15:00:00Z')
    await settleAll(shop)
    await countAllFigures(story.api.cells, shop.tenantId)
    const { body } = await manager.get<AccountingAnswer>('/accounting')
    // Ana's 600 points: 150 redeemed, 450 expired. Eva's 400 tell nothing.
    expect(body.ended).toEqual({ breakage: '0.75', points: '600' })
  })

  it('count what a point is worth for records without cashback only, also within a month', async () => {
    const estimate = { breakage: '0.2', pointWorth: '0.04' }
    const { shop, entries } = await openBooks({ estimate })
    // 50,000 points worth 2,500 by their records; cashback is switched off; 50,000 worth 0.04 each.
    await shop.completed('o1', 'ana', 50_000)
    await shop.publish({ ...PROGRAM, cashback: { isOn: false, pointValue: '0.05' } })
    await shop.completed('o2', 'ana', 50_000)
    // S = 4,500 × 0.8 = 3,600; D = 100,000 × 3,600 ÷ 103,600.
    expect(await entries('2026-10')).toEqual(['issued 2026-10: revenue to deferredRevenue 3474.9'])
  })

  it('are rounded to whole yen where the currency has no smaller unit, and end at 0', async () => {
    const { shop, manager, month, close, entries } = await openBooks({
      settings: { currency: 'JPY' },
      program: { ...PROGRAM, cashback: { isOn: true, pointValue: '0.5' } },
    })
    await shop.completed('o1', 'ana', 1_001)
    // W = 500.5, S = 400.4, D = 1,001 × 400.4 ÷ 1,401.4 = 286.0
    expect(await entries('2026-10')).toEqual(['issued 2026-10: revenue to deferredRevenue 286'])
    story.on('2026-11-12T15:00:00Z')
    expect((await close('2026-10')).status).toBe(200)
    await shop.redeemed(await shop.makeReward({ points: decimal(333) }), 'ana')
    // 286 × 333 ÷ 800.8 = 118.93
    expect(await entries('2026-11')).toEqual(['recognised 2026-10: deferredRevenue to revenue 119'])
    const { body } = await manager.get<{ csv: string }>('/accounting/months/2026-10/journal')
    expect(body.csv.split('\r\n')[1]).toContain(',286,,')
    const shown = await runHere(['month', 'show', '2026-11', '--tenant', String(shop.tenantId)], {
      DATABASE_URL: story.api.databaseUrl,
    })
    expect(shown.stdout).toContain('Total')
    expect((await month('2026-11')).left).toEqual({ deferredRevenue: '167', provision: '0' })
  })

  it('are listed, closed and compared with an earlier export at the command line', async () => {
    const { shop } = await openBooks()
    await shop.completed('o1', 'ana', 100_000)
    story.on('2026-11-12T15:00:00Z')
    await settleAll(shop)
    await countAllFigures(story.api.cells, shop.tenantId)
    vi.useFakeTimers({ toFake: ['Date'], now: story.api.now })
    onTestFinished(() => void vi.useRealTimers())
    const run = (name: string, ...more: string[]) =>
      runHere(['month', name, ...more, '--tenant', String(shop.tenantId)], {
        DATABASE_URL: story.api.databaseUrl,
      })
    const listed = await run('list')
    expect([listed.exitCode, listed.stdout.replaceAll(/ +/g, ' ')]).toEqual([
      0,
      `Month State Deferred revenue (BRL) Provision Closed By
2026-11 running 3846.15 0.00
2026-10 open 3846.15 0.00
`,
    ])
    expect((await run('close', '2026-11')).exitCode).toBe(2)
    const closed = await run('close', '2026-10', '--json')
    const { hash } = JSON.parse(closed.stdout)
    expect([closed.exitCode, hash]).toEqual([0, expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect((await run('close', '2026-10')).stdout).toBe(`2026-10 is closed. Hash: ${hash}\n`)
    expect((await run('show', '2026-10', '--expect-hash', hash)).exitCode).toBe(0)
    const other = await run('show', '2026-10', '--expect-hash', hash.replace(/^./, 'x'))
    expect([other.exitCode, other.stderr]).toEqual([
      1,
      `The month differs from an earlier export: its hash is ${hash}.\n`,
    ])
    const open = await run('show', '2026-11', '--expect-hash', hash)
    expect([open.exitCode, open.stderr]).toEqual([1, expect.stringContaining('none, it is open')])
    expect(JSON.parse((await run('list', '--json')).stdout).months).toMatchObject([
      { month: '2026-11', state: 'running' },
      { month: '2026-10', state: 'closed', closedBy: 'punchcard' },
    ])
  })

  it('are printed as tables that add up', async () => {
    const { shop, month } = await openBooks()
    await shop.completed('sale', 'ana', 100_000)
    await shop.completed('nothing', 'eva', 0)
    await shop.changePoints('eva', { Points: 2_000, OperationType: 0, Reason: 'Birthday', ChangeKey: 'b' })
    await month('2026-10')
    const { stdout } = await runHere(['month', 'show', '2026-10', '--tenant', String(shop.tenantId)], {
      DATABASE_URL: story.api.databaseUrl,
    })
    expect(stdout.replaceAll(/ +/g, ' ')).toContain(`Entry Text Debit Credit Amount (BRL)
1 Issued: points earned with sales, 2026-10 Receita de vendas Receita diferida 3846.15
2 Issued: points given without a sale, 2026-10 Despesa de marketing Provisão para pontos 80.00
 Total 3926.15

Issued in Source Deferred Taken back Recognised Left (BRL)
2026-10 sale 3846.15 0.00 0.00 3846.15
2026-10 gift 80.00 0.00 0.00 80.00
Total 3926.15 0.00 0.00 3926.15
`)
  })

  it('begin with one entry for what earlier months come to', async () => {
    const { shop, manager, entries } = await openBooks()
    await shop.completed('early', 'ana', 100_000)
    story.on('2026-11-12T15:00:00Z')
    await manager.done('PATCH', '/accounting', { startsIn: '2026-11' }, { ifMatch: '*' })
    expect(await entries('2026-11')).toEqual(['opening null: opening to deferredRevenue 3846.15'])
    const { body } = await manager.get<MonthsAnswer>('/accounting/months')
    expect(body.items).toEqual([
      {
        ...{ month: '2026-11', state: 'running', closedAt: null, closedBy: null },
        left: { deferredRevenue: '3846.15', provision: '0' },
      },
    ])
  })
})

/** From the first one to the last before the points end. */
const MONTHS = [
  ...['2026-10', '2026-11', '2026-12', '2027-01', '2027-02', '2027-03', '2027-04'],
  ...['2027-05', '2027-06', '2027-07', '2027-08', '2027-09', '2027-10'],
]

it('what earlier months were put aside with stays, once the first month is closed', async () => {
  const { shop, manager, close, entries } = await openBooks()
  await manager.done('PUT', '/accounting/estimates/2026-11', { breakage: '0.25' })
  await shop.completed('early', 'ana', 100_000)
  story.on('2026-12-12T15:00:00Z')
  await manager.done('PATCH', '/accounting', { startsIn: '2026-11' }, { ifMatch: '*' })
  expect(await entries('2026-11')).toEqual(['opening null: opening to deferredRevenue 3846.15'])
  expect(await entries('2026-12')).toEqual([])
  expect((await close('2026-11')).status).toBe(200)
  // It was issued under 20%, whatever the first closed month was closed with.
  expect(await entries('2026-12')).toEqual([])
})

describe('a month can’t be closed', () => {
  it('while it is running, before an earlier one, or while something of it is not settled', async () => {
    const { shop, manager, close } = await openBooks()
    await shop.completed('o1', 'ana', 1_000)
    const refusal = async (month: string) => {
      const { status, body } = await manager.send('POST', `/accounting/months/${month}/close`)
      return [status, body.code]
    }
    await countAllFigures(story.api.cells, shop.tenantId)
    expect(await refusal('2026-10')).toEqual([409, 'running'])
    expect(await refusal('2026-11')).toEqual([404, undefined])
    story.on('2027-12-02T15:00:00Z')
    expect(await refusal('2026-11')).toEqual([409, 'earlierMonth'])
    // What ends in November was not settled: earlier months can be closed all the same.
    for (const month of MONTHS) {
      const { status } = await manager.send('POST', `/accounting/months/${month}/close`)
      expect([month, status]).toEqual([month, 200])
    }
    expect(await refusal('2027-11')).toEqual([409, 'due'])
    expect((await close('2027-11')).status).toBe(200)
  })

  it('while an account is not settled whose points ended because nothing happened', async () => {
    const inactivity = { months: 3, noticeDays: 0, startsOn: '2026-10-01' }
    const { shop, close, month, manager } = await openBooks({ settings: { settings: { inactivity } } })
    await shop.completed('o1', 'ana', 1_000)
    story.on('2027-02-02T15:00:00Z')
    for (const name of ['2026-10', '2026-11', '2026-12']) {
      await month(name)
      expect((await manager.send('POST', `/accounting/months/${name}/close`)).status).toBe(200)
    }
    const { status, body } = await manager.send('POST', '/accounting/months/2027-01/close')
    expect([status, body.code]).toEqual([409, 'due'])
    expect((await close('2027-01')).body.sum).toMatchObject({
      expired: { points: '1000' },
      end: { points: '0' },
    })
  })

  it('before the figures were counted for the first time', async () => {
    const { shop, manager, close } = await openBooks()
    await shop.completed('o1', 'ana', 1_000)
    story.on('2026-11-02T15:00:00Z')
    const { status, body } = await manager.send('POST', '/accounting/months/2026-10/close')
    expect([status, body.code]).toEqual([409, 'counting'])
    expect((await close('2026-10')).status).toBe(200)
  })

  // An event is written at the moment of the database, so the month lies far behind every clock of a test.
  it('while a change of it may not be counted yet, because a transaction is open', async () => {
    const { shop, manager, month, close } = await openBooks()
    story.on('2099-10-15T15:00:00Z')
    await manager.done('PATCH', '/accounting', { startsIn: '2099-10' }, { ifMatch: '*' })
    await month('2099-10')
    const reader = new LedgerReader(story.api.databaseUrl)
    await reader.open()
    await reader.query('begin')
    await reader.query('select pg_current_xact_id()')
    await shop.completed('o1', 'ana', 1_000)
    story.on('2099-11-02T15:00:00Z')
    const send = () => manager.send('POST', '/accounting/months/2099-10/close')
    const { status, body } = await send()
    expect([status, body.code]).toEqual([409, 'behind'])
    await reader.query('rollback')
    await reader.close()
    expect((await close('2099-10')).body.sum).toMatchObject({ issued: { points: '1000' } })
  })

  it('where the figures differ from the ledger', async () => {
    const { shop, manager } = await openBooks()
    await shop.completed('o1', 'ana', 1_000)
    await countAllFigures(story.api.cells, shop.tenantId)
    story.on('2026-11-02T15:00:00Z')
    const plant = (by: string) =>
      story.query(`update figure_sum set points = points ${by} where tenant_id = $1 and series = 1`, [
        shop.tenantId,
      ])
    await plant('+ 1')
    const { status, body } = await manager.send('POST', '/accounting/months/2026-10/close')
    expect([status, body.code]).toEqual([409, 'differs'])
    await plant('- 1')
    expect((await manager.send('POST', '/accounting/months/2026-10/close')).status).toBe(200)
  })

  it('where what was carried to the end of one of its weeks differs', async () => {
    const { shop, manager } = await openBooks()
    await shop.completed('october', 'ana', 1_000)
    story.on('2026-11-09T15:00:00Z')
    await shop.completed('november', 'ana', 1_000)
    await countAllFigures(story.api.cells, shop.tenantId)
    const plant = (by: number) =>
      story.query(
        `update figure_sum set points = points + $2
        where tenant_id = $1 and series = 7 and a > 0 and day = (
          select min(day) from figure_sum where tenant_id = $1 and series = 7
        )`,
        [shop.tenantId, by],
      )
    const close = () =>
      manager.send<{ code: string; detail: string }>('POST', '/accounting/months/2026-10/close')
    await plant(1)
    const { status, body } = await close()
    expect([status, body.code]).toEqual([409, 'differs'])
    expect(body.detail).toContain('open points at the end of a week, 2026-10-')
    await plant(-1)
    expect((await close()).status).toBe(200)
  })

  it('where a day differs from the ledger although all days together agree, and is told which', async () => {
    const { shop, manager } = await openBooks()
    await shop.completed('october', 'ana', 1_000)
    story.on('2026-11-02T15:00:00Z')
    await shop.completed('november', 'ana', 1_000)
    await countAllFigures(story.api.cells, shop.tenantId)
    const plant = (series: number, day: string, by: number) =>
      story.query(
        `update figure_sum set points = points + $3, cashback = cashback + $3
         where tenant_id = $1 and series = $2 and day = $4::date - date '1970-01-01'`,
        [shop.tenantId, series, by, day],
      )
    const close = () =>
      manager.send<{ code: string; detail: string; differences: { figures: object[] } }>(
        'POST',
        '/accounting/months/2026-10/close',
      )
    // Changes of balances; sales of October that are nowhere else.
    for (const [series, other] of [
      [1, 1],
      [6, 0],
    ] as const) {
      await plant(series, '2026-10-15', 5)
      await plant(series, '2026-11-02', -5 * other)
      const { status, body } = await close()
      expect([status, body.code, body.detail]).toEqual([
        409,
        'differs',
        expect.stringContaining('2026-10-15'),
      ])
      expect(body.differences.figures).toEqual([expect.objectContaining({ day: '2026-10-15' })])
      await plant(series, '2026-10-15', -5)
      await plant(series, '2026-11-02', 5 * other)
    }
    // A later month is not this one's concern.
    await plant(6, '2026-11-02', 5)
    expect((await close()).status).toBe(200)
    await plant(6, '2026-11-02', -5)
  })

  it('where the records of a customer don’t add up, and is told whose', async () => {
    const { shop, manager } = await openBooks()
    for (const customer of ['ana', 'eva']) await shop.completed(`of ${customer}`, customer, 1_000)
    await countAllFigures(story.api.cells, shop.tenantId)
    story.on('2026-11-02T15:00:00Z')
    const plant = (by: number) =>
      story.query(
        `update customer set points_balance = points_balance + $2 where tenant_id = $1 and original_id = 'eva'`,
        [shop.tenantId, by],
      )
    await plant(7)
    const send = (permissions?: readonly Permission[]) =>
      manager.send<{ detail: string; differences: { customers: string[] } }>(
        'POST',
        '/accounting/months/2026-10/close',
        undefined,
        permissions ? { permissions } : {},
      )
    const { status, body } = await send()
    expect([status, body.differences.customers]).toEqual([409, ['eva']])
    expect(body.detail).toContain('eva')
    expect(JSON.stringify((await send(['accounting.close', 'accounting.read'])).body)).not.toContain('eva')
    await plant(-7)
    expect((await send()).status).toBe(200)
  })

  it('or changed afterwards, by anyone who works for the server', async () => {
    const { shop, close } = await openBooks()
    await shop.completed('o1', 'ana', 1_000)
    story.on('2026-11-02T15:00:00Z')
    expect((await close('2026-10')).status).toBe(200)
    for (const statement of ["update month_close set figures = '{}'", 'delete from month_close']) {
      const asServer = story.query(
        `begin; set local role punchcard_app; set local app.tenants = '{${shop.tenantId}}'; ${statement}`,
        [],
      )
      await expect(asServer).rejects.toThrow(/permission denied/)
      await story.query('rollback', [])
    }
  })

  it('twice at once: one close is kept, and both are told it', async () => {
    const { shop, manager } = await openBooks()
    await shop.completed('o1', 'ana', 1_000)
    story.on('2026-11-02T15:00:00Z')
    await countAllFigures(story.api.cells, shop.tenantId)
    const answers = await Promise.all(
      [1, 2, 3].map(() => manager.send('POST', '/accounting/months/2026-10/close')),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.hash)).size).toBe(1)
  })
})

describe('the accounting settings', () => {
  it('are refused with what is wrong', async () => {
    const { manager } = await openBooks()
    const etag = (await manager.get('/accounting')).etag
    expect(
      await manager.problems('PATCH', '/accounting', { startsIn: '2027-01' }, { ifMatch: etag }),
    ).toEqual(['/startsIn'])
    expect(await manager.problems('PUT', '/accounting/estimates/2026-10', { breakage: '0.96' })).toEqual([
      '/breakage',
    ])
    expect(
      await manager.problems('PUT', '/accounting/estimates/2026-10', { breakage: '0.1', pointWorth: '-1' }),
    ).toEqual(['/pointWorth'])
    const renamed = { accounts: { revenue: { name: 'Vendas', code: '3.1' } }, closeDay: 5 }
    const { body } = await manager.done<AccountingAnswer>('PATCH', '/accounting', renamed, { ifMatch: etag })
    expect(body).toMatchObject({ closeDay: 5, accounts: { revenue: { name: 'Vendas', code: '3.1' } } })
    expect((await manager.send('PATCH', '/accounting', { isOn: false }, { ifMatch: etag })).status).toBe(412)
    expect((await manager.send('PATCH', '/accounting', { isOn: false }, { isConfirmed: false })).status).toBe(
      403,
    )
  })
})

describe('months that close by themselves', () => {
  const closeDue = async ({ tenantId }: Pick<Shop, 'tenantId'>) => {
    const tenant = await story.database.transaction([], (tx) => findTenant(tx, tenantId))
    if (!tenant) throw new Error('there is no such merchant')
    await countAllFigures(story.api.cells, tenantId)
    await closeDueMonths({ cells: story.api.cells, clock: () => story.api.now }, tenant, story.api.now)
  }
  const closed = async ({ tenantId }: Pick<Shop, 'tenantId'>) =>
    (await story.query('select month from month_close where tenant_id = $1 order by month', [tenantId])).map(
      ({ month }) => month,
    )

  it('do so from their day on, once, and in their order where the worker was down', async () => {
    const { shop, month } = await openBooks({ accounting: { closeDay: 5 } })
    await shop.completed('o1', 'ana', 1_000)
    story.on('2026-11-04T15:00:00Z')
    await closeDue(shop)
    expect(await closed(shop)).toEqual([])
    story.on('2027-01-06T15:00:00Z')
    await closeDue(shop)
    await closeDue(shop)
    expect(await closed(shop)).toEqual([202_610, 202_611, 202_612])
    expect(await month('2026-11')).toMatchObject({ state: 'closed', closedBy: 'Punchcard' })
    const audit = "select action from audit_entry where tenant_id = $1 and action = 'month.close'"
    expect(await story.query(audit, [shop.tenantId])).toHaveLength(3)
  })

  it('or can be closed by hand are told on Home, to those who may close them', async () => {
    const { shop, manager, close } = await openBooks({ accounting: { closeDay: 5 } })
    await shop.completed('o1', 'ana', 1_000)
    const ready = async (permissions?: readonly Permission[]) =>
      (await manager.get<Needs>('/needs', permissions ? { permissions } : {})).body.monthReady
    expect(await ready()).toBeNull()
    // It closes by itself on the 5th; on the 6th something must have been in the way.
    story.on('2026-11-04T15:00:00Z')
    expect(await ready()).toBeNull()
    story.on('2026-11-06T15:00:00Z')
    expect(await ready()).toBe('2026-10')
    expect(await ready(['program.read', 'accounting.read'])).toBeNull()
    expect((await close('2026-10')).status).toBe(200)
    expect(await ready()).toBeNull()
    await manager.done('PATCH', '/accounting', { closeDay: null }, { ifMatch: '*' })
    story.on('2026-12-01T15:00:00Z')
    expect(await ready()).toBe('2026-11')
    await manager.done('PATCH', '/accounting', { isOn: false }, { ifMatch: '*' })
    expect(await ready()).toBeNull()
    await manager.done('PATCH', '/accounting', { isOn: true }, { ifMatch: '*' })
    expect(await ready()).toBe('2026-11')
  })

  it('wait while something is in the way, and never do so in a sandbox or without a day', async () => {
    const { shop } = await openBooks({ accounting: { closeDay: 1 } })
    await shop.completed('o1', 'ana', 1_000)
    story.on('2027-11-12T15:00:00Z')
    await closeDue(shop)
    expect((await closed(shop)).at(-1)).toBe(202_710)
    story.on('2027-12-02T15:00:00Z')
    await closeDue(shop)
    expect((await closed(shop)).at(-1)).toBe(202_710)
    await settleAll(shop)
    await closeDue(shop)
    expect((await closed(shop)).at(-1)).toBe(202_711)
    const { shop: byHand } = await openBooks()
    story.on('2026-12-02T15:00:00Z')
    await closeDue(byHand)
    expect(await closed(byHand)).toEqual([])
  })
})
