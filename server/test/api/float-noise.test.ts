import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import type { BulkOrderResult } from '../../src/orders/private-api/schema.ts'
import { Random } from '../../src/platform/random.ts'
import { isMissing } from '../support/other-languages.ts'
import { type BulkAnswers, program } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()
const ORDERS = 1_000

/** A basket: two prices less a discount, or a price times a quantity; in cents it is exact. */
interface Basket {
  readonly prices: readonly [number, number, number]
  readonly quantity: number
  readonly cents: number
}

function basketsOf(seed: number): Basket[] {
  const random = new Random(seed)
  const cents = (): number => random.between(1, 99_999)
  return Array.from({ length: ORDERS }, () => {
    const [first, second] = [cents(), cents()]
    const discount = Math.min(cents(), first + second)
    const quantity = random.chance(50) ? random.between(2, 9) : 0
    const total = quantity > 0 ? first * quantity : first + second - discount
    return { prices: [first / 100, second / 100, discount / 100], quantity, cents: total }
  })
}

const PYTHON = `import json, sys
print(json.dumps([p[0] * n if n else p[0] + p[1] - p[2] for p, n in json.load(sys.stdin)]))`
const PHP = `$baskets = json_decode(file_get_contents('php://stdin'), true);
echo json_encode(array_map(fn ($b) => $b[1] ? $b[0][0] * $b[1] : $b[0][0] + $b[0][1] - $b[0][2], $baskets));`

/** How each computes the totals and writes them as JSON. */
const SENDERS: readonly [string, string | null, (input: string) => string][] = [
  [
    'JavaScript',
    null,
    (input) => {
      const baskets = JSON.parse(input) as [Basket['prices'], number][]
      return JSON.stringify(baskets.map(([[a, b, c], quantity]) => (quantity ? a * quantity : a + b - c)))
    },
  ],
  ['Python', 'python3', (input) => execFileSync('python3', ['-c', PYTHON], { input, encoding: 'utf8' })],
  ...(['17', '-1'] as const).map((precision): [string, string, (input: string) => string] => [
    `PHP with serialize_precision ${precision}`,
    'php',
    (input) =>
      execFileSync('php', ['-d', `serialize_precision=${precision}`, '-r', PHP], { input, encoding: 'utf8' }),
  ]),
]

it.each(SENDERS)(
  'takes 1,000 totals that %s computed with binary floats, and the noise counts for nothing',
  async (_, command, compute) => {
    if (command !== null && isMissing(command)) return
    const shop = await shops.open(program())
    const baskets = basketsOf(1)
    const written = compute(JSON.stringify(baskets.map(({ prices, quantity }) => [prices, quantity])))
    // As the other language wrote it, digit by digit.
    const totals = written
      .trim()
      .slice(1, -1)
      .split(',')
      .map((text) => text.trim())
    const noisy = totals.filter((text, index) => Number(text) !== (baskets[index]?.cents ?? 0) / 100)
    expect(noisy.length).toBeGreaterThan(ORDERS / 10)
    const orders = totals.map((total, index) =>
      JSON.stringify(shop.completeOrder(`o-${index}`, `c-${index % 50}`, 0)).replace(
        '"OrderTotal":0',
        `"OrderTotal":${total}`,
      ),
    )
    const { Items, FailedCount } = await shop.sendText<BulkAnswers<BulkOrderResult>>(
      'POST',
      '/v1/pvt/Order/bulk',
      `[${orders.join(',')}]`,
    )
    expect(FailedCount).toBe(0)
    expect(Items?.map(({ Result }) => Result?.PointsGranted)).toEqual(
      baskets.map(({ cents }) => Math.floor(cents / 100)),
    )
  },
)

it('refuses a real fifth decimal', async () => {
  const shop = await shops.open(program())
  const { Items } = await shop.placeOrders([shop.completeOrder('o-1', 'ana', 15.08999)])
  expect(Items?.[0]).toMatchObject({ ErrorCode: 10 })
})
