/** What is dated in a closed month, or changes what it was about, after it was closed: the month stays, the next one has it. */
import { expect, it } from 'vitest'
import { deleteClosesOfSandbox } from '../../src/accounting/store/closes.ts'
import type { JournalLine } from '../../src/management/accounting/schema.ts'
import { runHere } from '../cli/run-here.ts'
import { expectLedgerVerifies } from '../support/ledger.ts'
import { type Books, decimal, PROGRAM, useBooks } from './books.ts'

const { story, openBooks, settleAll } = useBooks()

/** October as it is stored, and as it is shown and exported. */
async function octoberOf({ shop, manager, month }: Books) {
  const stored = await story.query(
    'select figures, hash, closed_at, closed_by, position from month_close where tenant_id = $1 and month = 202610',
    [shop.tenantId],
  )
  const { body } = await manager.get<{ lines: JournalLine[]; csv: string }>(
    '/accounting/months/2026-10/journal',
  )
  return { stored, shown: await month('2026-10'), journal: body.csv }
}

it('a closed month stays as it is to the byte, whatever comes late; the next one takes the differences', async () => {
  const books = await openBooks({
    program: { ...PROGRAM, rules: [{ id: 1, kind: 'purchase', points: '1', validityDays: 60 }] },
  })
  const { shop, manager, month, close, entries } = books
  const run = (...args: string[]) =>
    runHere([...args, '--tenant', String(shop.tenantId)], { DATABASE_URL: story.api.databaseUrl })
  for (const [order, customer, total] of [
    ['kept', 'ana', 1_000],
    ['gone', 'bob', 500],
    ['part', 'eva', 400],
  ] as const) {
    await shop.completed(order, customer, total)
  }
  // S = 95 × 0.8 = 76; D = 1,900 × 76 ÷ 1,976.
  expect(await entries('2026-10')).toEqual(['issued 2026-10: revenue to deferredRevenue 73.08'])
  story.on('2026-11-02T15:00:00Z')
  const closed = await close('2026-10')
  expect(closed.status).toBe(200)
  const october = await octoberOf(books)
  const november = async () => {
    const { sum } = await month('2026-11')
    expect(await octoberOf(books)).toEqual(october)
    await expectLedgerVerifies(story.api, [shop.tenantId])
    expect((await run('figures', 'verify')).stdout).toContain('0 differences')
    const { start, late, issued, redeemed, expired, takenBack, end } = sum
    const of = { start, late, issued, redeemed, expired, takenBack, end }
    return Object.entries(of).flatMap(([name, { points }]) => (points === '0' ? [] : [`${name} ${points}`]))
  }
  expect(await november()).toEqual(['start 1900', 'end 1900'])

  // A server whose clock is behind, as that of a sandbox that went back: an order of August, and a reservation.
  story.on('2026-10-20T15:00:00Z')
  const dates = { OrderPlacementDate: '2026-08-22T15:00:00Z', OrderCompletedDate: '2026-08-22T15:00:00Z' }
  await shop.completed('old', 'leo', 300, dates)
  await shop.reserved('eva', 'checkout', {
    RewardConfigurationId: await shop.makeReward({ points: decimal(100) }),
  })
  story.on('2026-11-03T15:00:00Z')
  expect(await november()).toEqual(['start 1900', 'late 200', 'end 2100'])
  // Both accounts are settled late. The release is dated at its deadline, and the end on the day on which they ended.
  await shop.getPoints('eva')
  expect(await november()).toEqual(['start 1900', 'late 300', 'end 2200'])
  await settleAll(shop)
  const records = await story.query(
    `select type, points::text, recorded_at from point_record
     where tenant_id = $1 and type in (7, 8) order by recorded_at`,
    [shop.tenantId],
  )
  expect(records.map(({ type, recorded_at: at }) => [type, (at as Date).toISOString().slice(0, 10)])).toEqual(
    [
      [7, '2026-10-20'],
      [8, '2026-10-22'],
    ],
  )
  expect(await november()).toEqual(['start 1900', 'end 1900'])
  // 2,200 points were issued in October after all: D = 2,200 × 88 ÷ 2,288 = 84.62.
  expect(await entries('2026-11')).toEqual(['issued 2026-10: revenue to deferredRevenue 11.54'])

  await shop.returned('part', 100)
  expect(await november()).toEqual(['start 1900', 'takenBack 100', 'end 1800'])
  await shop.cancelled('gone')
  expect(await november()).toEqual(['start 1900', 'takenBack 600', 'end 1300'])
  const before = await entries('2026-11')
  expect(before).toEqual([
    'issued 2026-10: revenue to deferredRevenue 11.54',
    // 84.6154 × 600 ÷ 2,200
    'takenBack 2026-10: deferredRevenue to revenue 23.08',
  ])

  expect((await run('figures', 'rebuild')).exitCode).toBe(0)
  expect(await november()).toEqual(['start 1900', 'takenBack 600', 'end 1300'])
  expect(await entries('2026-11')).toEqual(before)

  const refused = await manager.send('PUT', '/accounting/estimates/2026-10', { breakage: '0.5' })
  expect([refused.status, refused.body.code]).toEqual([409, 'monthClosed'])
  await shop.redeemed(await shop.makeReward({ points: decimal(200) }), 'ana')
  await manager.done('PUT', '/accounting/estimates/2026-11', { breakage: '0.5' })
  expect(await november()).toEqual(['start 1900', 'redeemed 200', 'takenBack 600', 'end 1100'])
  expect(await entries('2026-11')).toEqual([
    ...before,
    // Of 61.54 that is left, 200 of 1,280 points; and of 800 by the new estimate.
    'recognised 2026-10: deferredRevenue to revenue 9.62',
    'estimate 2026-10: deferredRevenue to revenue 5.76',
  ])

  const again = await close('2026-10')
  expect([again.status, again.body]).toEqual([200, closed.body])
  story.on('2026-12-02T15:00:00Z')
  expect((await close('2026-11')).status).toBe(200)
  expect(await octoberOf(books)).toEqual(october)
  expect((await month('2026-12')).sum.start).toEqual((await month('2026-11')).sum.end)
  expect((await run('verify')).exitCode).toBe(0)
})

it('the closed months of a sandbox, and of nobody else, can be deleted when its clock went back', async () => {
  const sandbox = await openBooks({ settings: { isSandbox: true } })
  const merchant = await openBooks()
  for (const { shop } of [sandbox, merchant]) await shop.completed('sale', 'ana', 1_000)
  story.on('2026-12-02T15:00:00Z')
  for (const { close } of [sandbox, merchant]) {
    for (const month of ['2026-10', '2026-11']) expect((await close(month)).status).toBe(200)
  }
  const closed = async ({ shop }: Books) =>
    (await story.query('select month from month_close where tenant_id = $1', [shop.tenantId])).length
  const reset = ({ shop }: Books) =>
    runHere(['figures', 'rebuild', '--reset', '--json', '--tenant', String(shop.tenantId)], {
      DATABASE_URL: story.api.databaseUrl,
    })
  const refused = await reset(merchant)
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('is no sandbox')])
  await expect(
    story.database.transaction([merchant.shop.tenantId], (tx) =>
      deleteClosesOfSandbox(tx, merchant.shop.tenantId),
    ),
  ).rejects.toThrow('is no sandbox')
  expect(await closed(merchant)).toBe(2)

  story.on('2026-10-20T15:00:00Z')
  const { exitCode, stdout } = await reset(sandbox)
  expect([exitCode, JSON.parse(stdout)]).toEqual([0, { generation: 2, deletedCloses: 2 }])
  expect([await closed(sandbox), await closed(merchant)]).toEqual([0, 2])
  const audit = "select after from audit_entry where tenant_id = $1 and action = 'figures.rebuild'"
  expect(await story.query(audit, [sandbox.shop.tenantId])).toEqual([{ after: { deletedCloses: 2 } }])
  expect(await sandbox.month('2026-10')).toMatchObject({ state: 'running', isPreliminary: true })
  expect(await sandbox.entries('2026-10')).toEqual(['issued 2026-10: revenue to deferredRevenue 38.46'])
})
