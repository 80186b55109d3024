/**
 * Days of a customer under caps and limits: orders, corrections, returns and cancellations by chance, many of them in one
 * message. `LIMITED_DAYS=1000 npm test -- heavy/limited-days` is the whole of it.
 */
import { expect, it, vi } from 'vitest'
import { Random } from '../../src/platform/random.ts'
import { iso, program } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const DAYS = Number(process.env.LIMITED_DAYS ?? 20)
const ORDERS = 20
const SEED = Number(process.env.TEST_SEED ?? 7)
const DAY_MS = 86_400_000
vi.setConfig({ testTimeout: 60_000 + DAYS * 3_000 })

const story = useStories()

const MOST: Readonly<Record<string, number>> = { '2 d': 500, '3 m': 4_000, '4 w': 3, '5 d': 1 }

it(`no limit is exceeded in ${DAYS} days of ${ORDERS} orders, and the books are right`, async () => {
  const shop = await story.open(
    program(
      { validityDays: 30 },
      { id: 2, kind: 'cap', points: '500', per: 'day' },
      { id: 3, kind: 'cap', points: '4000', per: 'month' },
      { id: 4, kind: 'order', points: '40', when: { minimumOrder: '50' }, limit: { times: 3, per: 'week' } },
      { id: 5, kind: 'branch', ids: ['b'], multiplier: '3', limit: { times: 1, per: 'day' } },
      { id: 6, kind: 'exclude', of: 'marked' },
    ),
  )
  const random = new Random(SEED)
  const start = Date.parse('2026-03-01T15:00:00Z')
  const sent: string[] = []
  const body = (id: string, at: number) => {
    const total = random.between(1, 12_000) / 100
    return shop.completeOrder(id, 'ana', total, {
      OrderPlacementDate: iso(at - random.between(0, 3) * DAY_MS),
      Products: [
        { OriginalId: 'p', ProductPrice: total / 2 },
        { OriginalId: 'q', ProductPrice: total, EarnsPoints: random.chance(70) },
      ],
      ...(random.chance(30) && { Branch: { OriginalId: 'b' } }),
    })
  }
  for (let day = 0; day < DAYS; day += 1) {
    story.api.now = start + day * DAY_MS
    const made = Array.from({ length: ORDERS }, (_, index) => `o-${day}-${index}`)
    const again = sent.slice(-200).filter(() => random.chance(4))
    await shop.placeOrders([...made, ...again].map((id) => body(id, story.api.now)))
    sent.push(...made)
    for (const id of sent.slice(-60)) {
      const kind = random.weighted({ stays: 90, returned: 7, cancelled: 3 })
      if (kind === 'returned') {
        const value = random.between(1, 3_000) / 100
        await shop.returnPart(id, { ValueToRefund: value, CancelKey: `${day}` })
      }
      if (kind === 'cancelled') await shop.cancelOrder(id)
    }
  }
  const used = (await story.query(
    'select rule_id, period, used::float as used from limit_use where tenant_id = $1',
    [shop.tenantId],
  )) as { rule_id: number; period: string; used: number }[]
  expect(used.length).toBeGreaterThan(DAYS)
  const exceeded = used.filter((one) => one.used > (MOST[`${one.rule_id} ${one.period[0]}`] ?? 0))
  expect(exceeded).toEqual([])
})
