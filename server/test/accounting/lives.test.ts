/** The life of a busy merchant, month after month through real closes: what is put aside ends at 0.00, and never below. */
import { expect, it } from 'vitest'
import type { MonthAnswer } from '../../src/management/accounting/schema.ts'
import { type Decimal, decimalFromText, ZERO } from '../../src/platform/decimal.ts'
import { Random } from '../../src/platform/random.ts'
import { openBusyShop } from '../support/busy-shop.ts'
import { erasedCustomer } from '../support/customers.ts'
import { seedOf } from '../support/seed.ts'
import { useBooks } from './books.ts'

const { story, admin, booksOf } = useBooks()
/** In full by name: `ACCOUNTING_LIVES=10 npm test -- accounting/lives`, of two years each. */
const { ACCOUNTING_LIVES } = process.env
const LIVES = Number(ACCOUNTING_LIVES ?? 1)
const MONTHS = ACCOUNTING_LIVES === undefined ? 8 : 24
const SEED = seedOf()
const THINGS_OF_MONTH = 12
const TWO_DAYS_MS = 2 * 86_400_000

const monthName = (index: number) => new Date(Date.UTC(2026, 9 + index, 1)).toISOString().slice(0, 7)

/** By account and in all: what its entries add up to, and what its vintages have left. */
function expectAddsUp({ month, entries, vintages, left }: MonthAnswer, before: MonthAnswer['left']): void {
  const liabilities = ['deferredRevenue', 'provision'] as const
  for (const account of liabilities) {
    const change = entries.reduce((sum, { debit, credit, amount }) => {
      const value = decimalFromText(amount)
      return sum + (credit === account ? value : ZERO) - (debit === account ? value : ZERO)
    }, ZERO)
    const shown = decimalFromText(left[account]) - decimalFromText(before[account])
    expect([month, account, change]).toEqual([month, account, shown])
  }
  const sum = (amounts: readonly Decimal[]) => amounts.reduce((all, amount) => all + amount, ZERO)
  const ofVintages = vintages.map((vintage) => decimalFromText(vintage.left))
  expect([month, ofVintages.filter((amount) => amount < ZERO)]).toEqual([month, []])
  const ofAccounts = liabilities.map((account) => decimalFromText(left[account]))
  expect([month, sum(ofVintages)]).toEqual([month, sum(ofAccounts)])
}

it.each(Array.from({ length: LIVES }, (_, index) => index + 1))(
  'life %i: each vintage ends at 0.00, and the entries are what the balance changed by',
  { timeout: 300_000 },
  async (life) => {
    const name = `books ${life}`
    const chance = new Random(SEED + life)
    process.stdout.write(`${name}: TEST_SEED=${SEED}
`)
    const since = '2026-10-02T15:00:00Z'
    const ways = {
      chance,
      since,
      atMostMs: TWO_DAYS_MS,
      takeBack: life % 2 ? ('debt' as const) : ('clamp' as const),
    }
    story.on(since)
    const { shop, live } = await openBusyShop(story, name, ways)
    const manager = admin.manager(shop.key)
    await manager.done('PATCH', '/accounting', { isOn: true, startsIn: '2026-10' }, { ifMatch: '*' })
    const { close } = booksOf(shop)
    let before: MonthAnswer['left'] = { deferredRevenue: '0', provision: '0' }
    const kinds = new Set<string>()
    let last: MonthAnswer | null = null
    // Points of an order end after 40 days; all others with their customers.
    for (let index = 0; index < MONTHS + 3; index += 1) {
      const month = monthName(index)
      if (index < MONTHS) await live(THINGS_OF_MONTH)
      if (index === 0 || chance.between(0, 2) === 0) {
        const breakage = String(chance.between(0, 95) / 100)
        await manager.done('PUT', `/accounting/estimates/${month}`, { breakage })
      }
      if (index === MONTHS + 2)
        for (const customer of await customersOf(shop.tenantId)) await erasedCustomer(shop, customer)
      story.on(`${monthName(index + 1)}-02T15:00:00Z`)
      const { status, body } = await close(month)
      expect([month, status, body.code]).toEqual([month, 200, undefined])
      expectAddsUp(body, before)
      before = body.left
      for (const { kind } of body.entries) kinds.add(kind)
      last = body
    }
    for (const kind of ['issued', 'recognised', 'takenBack']) expect([...kinds]).toContain(kind)
    expect(last?.vintages.length).toBeGreaterThan(MONTHS)
    expect(last?.vintages.filter(({ left }) => left !== '0')).toEqual([])
    expect(last?.left).toEqual({ deferredRevenue: '0', provision: '0' })
  },
)

async function customersOf(tenantId: number): Promise<string[]> {
  const rows = await story.query('select original_id from customer where tenant_id = $1', [tenantId])
  return rows.map((row) => row.original_id as string)
}
