/**
 * The examples of docs/guides/accounting.md, to the cent, in every form in which a merchant gets them: the management API,
 * the command line as a table and as JSON, and the journal as CSV.
 */
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AccountingAnswer, JournalLine, MonthAnswer } from '../../src/management/accounting/schema.ts'
import { decimalFromText, shortText, textWithPlaces } from '../../src/platform/decimal.ts'
import { runHere } from '../cli/run-here.ts'
import { program, type Shop } from '../support/shop.ts'
import { type Books, decimal, PROGRAM, useBooks } from './books.ts'

const { story, openBooks, settleAll } = useBooks()
afterEach(() => {
  vi.useRealTimers()
})

const sumOf = (amounts: readonly string[]) =>
  amounts.map(decimalFromText).reduce((sum, amount) => sum + amount, 0n)
const money = (amount: string) => textWithPlaces(decimalFromText(amount), 2)

/** What a command prints at the moment of the story. */
async function printed({ tenantId }: Shop, name: string, ...args: string[]): Promise<string> {
  vi.useFakeTimers({ toFake: ['Date'], now: story.api.now })
  const { exitCode, stdout, stderr } = await runHere(['month', name, ...args, '--tenant', String(tenantId)], {
    DATABASE_URL: story.api.databaseUrl,
  })
  vi.useRealTimers()
  expect([exitCode, stderr]).toEqual([0, ''])
  return stdout
}

interface Line {
  readonly entry: string
  readonly debit: string
  readonly credit: string
}

/** The journal as a spreadsheet reads it; no text of these examples has a line break in it. */
function linesOfCsv(csv: string): Line[] {
  const [, ...lines] = csv.split('\r\n').slice(0, -1)
  return lines.map((line) => {
    const [, entry = '', , , debit = '', credit = ''] = line.split(',')
    return { entry, debit, credit }
  })
}

/** One debit and one credit of the same amount in every entry. Returns the amounts. */
function balancedAmounts(lines: readonly Line[]): string[] {
  return [...Map.groupBy(lines, ({ entry }) => entry)].map(([entry, ofEntry]) => {
    const [debits, credits] = (['debit', 'credit'] as const).map((side) =>
      ofEntry.flatMap((line) => (line[side] === '' ? [] : [line[side]])),
    )
    expect([entry, debits?.length, credits]).toEqual([entry, 1, debits])
    return debits?.[0] ?? ''
  })
}

/** The same entries and the same amount left in every form. Returns the entries and what is put aside at the end. */
async function everywhere(
  { shop, manager, month: read }: Books,
  month: string,
): Promise<{ entries: string[]; left: MonthAnswer['left'] }> {
  const shown = await read(month)
  const { entries, left, vintages } = shown
  const amounts = entries.map(({ amount }) => money(amount))
  const { body } = await manager.get<{ lines: JournalLine[]; csv: string }>(
    `/accounting/months/${month}/journal`,
  )
  const lines = body.lines.map(({ entry, debit, credit }) => ({
    ...{ entry: String(entry), debit: debit ?? '', credit: credit ?? '' },
  }))
  expect(balancedAmounts(lines)).toEqual(amounts)
  expect(linesOfCsv(body.csv)).toEqual(lines)
  expect(await printed(shop, 'journal', month, '--format', 'csv')).toBe(body.csv)
  expect(JSON.parse(await printed(shop, 'show', month, '--json'))).toEqual(shown)
  const table = (await printed(shop, 'show', month)).replaceAll(/ +/g, ' ')
  for (const [index, { text }] of entries.entries()) {
    expect(table).toMatch(
      new RegExp(`^${index + 1} ${text.replaceAll(/[()]/g, '.')} .* ${amounts[index]}$`, 'm'),
    )
  }
  expect(table).toContain(
    `deferred revenue ${money(left.deferredRevenue)}, provision ${money(left.provision)} (BRL).`,
  )
  expect(sumOf(vintages.map((vintage) => vintage.left))).toBe(sumOf([left.deferredRevenue, left.provision]))
  return {
    left,
    entries: entries.map(
      ({ kind, vintage, debit, credit, amount }) =>
        `${kind} ${vintage}: ${debit} to ${credit} ${money(amount)}`,
    ),
  }
}

const redeem = async (shop: Shop, points: number) =>
  shop.redeemed(await shop.makeReward({ points: decimal(points), perCustomer: null } as never), 'ana')

describe('the accounting of a month', () => {
  it('is that of the worked example: a return, redemptions, another estimate, and the end', async () => {
    const books = await openBooks()
    const { shop, manager, month, close } = books
    await shop.completed('sale', 'ana', 100_000)
    await shop.completed('nothing', 'eva', 0)
    await shop.changePoints('eva', { Points: 2_000, OperationType: 0, Reason: 'Birthday', ChangeKey: 'b' })
    expect(await everywhere(books, '2026-10')).toEqual({
      entries: [
        'issued 2026-10: revenue to deferredRevenue 3846.15',
        'issued 2026-10: marketingExpense to provision 80.00',
      ],
      left: { deferredRevenue: '3846.15', provision: '80' },
    })
    expect(await month('2026-10')).toMatchObject({
      ...{ state: 'running', isPreliminary: true, currency: 'BRL', breakage: '0.2' },
      blocker: { code: 'running' },
      sum: { start: { points: '0' }, issued: { points: '102000', worth: '5100' }, end: { points: '102000' } },
    })
    story.on('2026-11-12T15:00:00Z')
    await shop.returned('sale', 1_000)
    await redeem(shop, 24_000)
    expect((await close('2026-10')).status).toBe(200)
    expect(await everywhere(books, '2026-10')).toMatchObject({ left: { deferredRevenue: '3846.15' } })
    expect(await everywhere(books, '2026-11')).toEqual({
      entries: [
        'takenBack 2026-10: deferredRevenue to revenue 38.46',
        'recognised 2026-10: deferredRevenue to revenue 1153.85',
      ],
      left: { deferredRevenue: '2653.84', provision: '80' },
    })
    story.on('2026-12-12T15:00:00Z')
    await redeem(shop, 28_000)
    await manager.done('PUT', '/accounting/estimates/2026-12', { breakage: '0.25' })
    expect(await everywhere(books, '2026-12')).toEqual({
      entries: [
        'recognised 2026-10: deferredRevenue to revenue 1346.15',
        'estimate 2026-10: deferredRevenue to revenue 166.67',
      ],
      left: { deferredRevenue: '1141.02', provision: '80' },
    })
    story.on('2027-11-05T15:00:00Z')
    await redeem(shop, 21_250)
    story.on('2027-12-02T15:00:00Z')
    await settleAll(shop)
    // Points that are given by hand never end.
    expect(await everywhere(books, '2027-11')).toEqual({
      entries: ['recognised 2026-10: deferredRevenue to revenue 1141.02'],
      left: { deferredRevenue: '0', provision: '80' },
    })
    expect((await month('2027-11')).vintages.find(({ source }) => source === 'sale')).toMatchObject({
      ...{ deferred: '3846.15', takenBack: '38.46', recognised: '3807.69', left: '0' },
    })
    const { body } = await manager.get<{ csv: string }>('/accounting/months/2026-10/journal')
    expect(body.csv.split('\r\n').slice(0, 3)).toEqual([
      'date,entry,account,accountName,debit,credit,vintage,text,reference,status',
      `2026-10-31,1,,Receita de vendas,3846.15,,2026-10,"Emitidos: pontos ganhos em vendas, 2026-10",punchcard:${shop.tenantId}:2026-10:1,closed`,
      `2026-10-31,1,,Receita diferida,,3846.15,2026-10,"Emitidos: pontos ganhos em vendas, 2026-10",punchcard:${shop.tenantId}:2026-10:1,closed`,
    ])
    const { body: settings } = await manager.get<AccountingAnswer>('/accounting')
    // Of 99,000 points 25,750 were never redeemed.
    expect(settings.ended).toEqual({ breakage: '0.2601', points: '99000' })
  })

  it('is that of Example 52 of IFRS 15, which rounds to 8,676, 4,110 and 3,493', async () => {
    const books = await openBooks({
      program: { ...program({ points: '0.1' }), cashback: { isOn: true, pointValue: '1' } },
      estimate: { breakage: '0.05' },
    })
    const { shop, manager, close } = books
    await shop.completed('sale', 'ana', 100_000)
    expect(await everywhere(books, '2026-10')).toEqual({
      entries: ['issued 2026-10: revenue to deferredRevenue 8675.80'],
      left: { deferredRevenue: '8675.8', provision: '0' },
    })
    story.on('2026-12-12T15:00:00Z')
    await redeem(shop, 4_500)
    expect(await everywhere(books, '2026-12')).toEqual({
      entries: ['recognised 2026-10: deferredRevenue to revenue 4109.59'],
      left: { deferredRevenue: '4566.21', provision: '0' },
    })
    story.on('2027-01-12T15:00:00Z')
    for (const month of ['2026-10', '2026-11', '2026-12']) expect((await close(month)).status).toBe(200)
    await manager.done('PUT', '/accounting/estimates/2027-01', { breakage: '0.03' })
    await redeem(shop, 4_000)
    const { entries, left } = await everywhere(books, '2027-01')
    // 8,675.80 × 8,500 ÷ 9,700 less 4,109.59 is 3,492.91: by the former estimate it were 160.06 more.
    expect(entries).toEqual([
      'recognised 2026-10: deferredRevenue to revenue 3652.97',
      'estimate 2026-10: revenue to deferredRevenue 160.06',
    ])
    expect(shortText(sumOf(['3652.97', '-160.06']))).toBe('3492.91')
    expect(left).toEqual({ deferredRevenue: '1073.3', provision: '0' })
  })
})

interface Extreme {
  readonly breakage: string
  readonly live: (shop: Shop) => Promise<unknown>
  readonly entries: readonly string[]
  readonly left: MonthAnswer['left']
}

const sale = (shop: Shop) => shop.completed('sale', 'ana', 100_000)
const EXTREMES: Readonly<Record<string, Extreme>> = {
  'nothing: an order of 0.00 earns nothing': {
    breakage: '0.2',
    live: (shop) => shop.completed('nothing', 'ana', 0),
    entries: [],
    left: { deferredRevenue: '0', provision: '0' },
  },
  'no sales': {
    breakage: '0.2',
    async live(shop) {
      await shop.completed('nothing', 'ana', 0)
      await shop.changedPoints('ana', 2_000)
    },
    entries: ['issued 2026-10: marketingExpense to provision 80.00'],
    left: { deferredRevenue: '0', provision: '80' },
  },
  'no breakage': {
    breakage: '0',
    live: sale,
    entries: ['issued 2026-10: revenue to deferredRevenue 4761.90'],
    left: { deferredRevenue: '4761.9', provision: '0' },
  },
  'the highest breakage, and more redeemed than was expected': {
    breakage: '0.95',
    async live(shop) {
      await sale(shop)
      await redeem(shop, 60_000)
    },
    entries: [
      'issued 2026-10: revenue to deferredRevenue 249.38',
      'recognised 2026-10: deferredRevenue to revenue 249.38',
    ],
    left: { deferredRevenue: '0', provision: '0' },
  },
  'everything taken back': {
    breakage: '0.2',
    async live(shop) {
      await sale(shop)
      await shop.cancelled('sale')
    },
    entries: [
      'issued 2026-10: revenue to deferredRevenue 3846.15',
      'takenBack 2026-10: deferredRevenue to revenue 3846.15',
    ],
    left: { deferredRevenue: '0', provision: '0' },
  },
}

describe('a month at its limits:', () => {
  it.each(Object.entries(EXTREMES))('%s', async (_name, { breakage, live, entries, left }) => {
    const books = await openBooks({ program: PROGRAM, estimate: { breakage } })
    await live(books.shop)
    expect(await everywhere(books, '2026-10')).toEqual({ entries, left })
  })
})
