/** What the preview promises is what an order then earns. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { POINT_TYPE } from '../../src/accounts/account.ts'
import type { AnswerOf } from '../../src/contract/admin-api/operation.ts'
import type { previewProgram } from '../../src/earning/admin-api/schema.ts'
import type { ProgramContent } from '../../src/earning/program-json.ts'
import { lastSecondBefore } from '../../src/platform/clock.ts'
import { decimalFromText } from '../../src/platform/decimal.ts'
import { useManager } from '../support/admin.ts'
import { IDS, randomProgram } from '../support/random-program.ts'
import { seedOf } from '../support/seed.ts'
import { type Body, DEMO_PROGRAM, iso, program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { START } from '../support/test-api.ts'
import { spend } from '../support/tiers.ts'

const story = useStories()
const admin = useManager(() => story.api)

type Preview = AnswerOf<typeof previewProgram>

/** A fiftieth of what is to be shown; all of it by name: `PREVIEW_PAIRS=10000 npm test -- program-preview`. */
const PAIRS = Number(process.env.PREVIEW_PAIRS ?? 200)
const SEED = seedOf('PREVIEW_SEED')

const id = fc.constantFrom(...IDS)
const cents = fc.integer({ min: 0, max: 60_000 }).map((value) => value / 100)
const order = fc.record({
  total: cents,
  products: fc.array(fc.record({ id, price: fc.option(cents, { freq: 9 }), brandId: fc.option(id) }), {
    maxLength: 6,
  }),
  paymentMethodId: fc.option(id),
  branchId: fc.option(id),
  hoursAgo: fc.oneof(
    { weight: 2, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 8 }) },
  ),
  buyer: fc.constantFrom('new', 'regular', 'gold'),
})
type RandomOrder = typeof order extends fc.Arbitrary<infer One> ? One : never

const text = (amount: number): string => amount.toFixed(2)

function toBasket({ total, products, paymentMethodId, branchId, hoursAgo }: RandomOrder) {
  return {
    total: text(total),
    products: products.map(({ price, ...product }) => ({
      ...product,
      price: price === null ? null : text(price),
    })),
    paymentMethodId,
    branchId,
    placedAt: iso(story.api.now - hoursAgo * 3_600_000),
  }
}

function toSend(number: number, customer: string, one: RandomOrder): Body {
  const at = iso(story.api.now - one.hoursAgo * 3_600_000)
  return {
    OriginalId: `order-${number}`,
    OrderPlacementDate: at,
    OrderCompletedDate: at,
    UpdatedDate: iso(story.api.now),
    IsCompleted: true,
    OrderTotal: one.total,
    Customer: { OriginalId: customer },
    Products: one.products.map(({ id: productId, price, brandId }) => ({
      OriginalId: productId,
      ProductPrice: price,
      ProductBrand: brandId === null ? null : { OriginalId: brandId, Name: brandId },
    })),
    PaymentMethod: one.paymentMethodId === null ? null : { OriginalId: one.paymentMethodId },
    Branch: one.branchId === null ? null : { OriginalId: one.branchId },
  }
}

/** Tiers with a multiplier of their own, a catalog with categories in each other, and who has bought before. */
async function openShop() {
  const benefit = (multiplier: string) => [{ description: 'More', multiplier: decimalFromText(multiplier) }]
  const shop = await story.open(program(), {
    timeZone: 'America/New_York',
    tiers: [
      { name: 'Base', order: 1, isBase: true, benefits: benefit('1.1') },
      { name: 'Gold', order: 2, goals: [spend(100_000)], benefits: benefit('1.5') },
    ],
  })
  const [a, b, c, d] = IDS.map((one) => ({ OriginalId: one, Name: one }))
  await shop.savedProduct('a', { ProductBrand: b, ProductCategory: { ...c, ParentCategory: d } })
  await shop.savedProduct('b', { ProductBrand: null, ProductCategory: a })
  await shop.savedProduct('c', { ProductBrand: a, ProductCategory: null })
  await shop.completed('first of regular', 'regular', 1)
  await shop.completed('first of gold', 'gold', 100_000)
  return shop
}

/** What is on a customer's cards, and how often each was full. */
async function stampsOf(shop: Shop, customer: string) {
  const cards = await story.query(
    `select rule_id as rule, trim_scale(balance)::text as stamps, completed
    from stamp_card join customer on customer.tenant_id = stamp_card.tenant_id and customer.id = customer_id
    where stamp_card.tenant_id = $1 and original_id = $2`,
    [shop.tenantId, customer],
  )
  return cards as unknown as { rule: number; stamps: string; completed: number }[]
}

describe('a preview', () => {
  it(`is what POST /v1/pvt/POS/orders then records, line by line (${PAIRS} pairs, seed ${SEED})`, async () => {
    process.stdout.write(`preview: ${PAIRS} pairs, PREVIEW_SEED=${SEED}\n`)
    const shop = await openShop()
    const manager = admin.manager(shop.key)
    const tierIds = shop.tierIds.map(String)
    const counts = { earned: 0, lines: 0, cards: 0 }
    let number = 0
    const check = async (content: ProgramContent, one: RandomOrder) => {
      number += 1
      const customer = one.buyer === 'new' ? `new-${number}` : one.buyer
      const version = await shop.publish(content)
      const buyer = one.buyer === 'new' ? { isFirstPurchase: true } : { customerId: customer }
      // Half of them as a version, half as a program that was never published.
      const of = number % 2 === 0 ? version : content
      const body = { of, order: toBasket(one), ...buyer }
      const { body: preview } = await manager.done<Preview>('POST', '/program/preview', body)
      await shop.placed(toSend(number, customer, one))
      const record = await recordOf(shop, `order-${number}`)
      const { points, cashback, availableAt, expiresAt, lines } = preview
      expect({ points: Number(points), cashback: Number(cashback), availableAt, expiresAt }).toEqual({
        points: record?.points ?? 0,
        cashback: record?.cashback ?? 0,
        availableAt: record?.availableAt ?? null,
        expiresAt: record?.expiresAt ?? null,
      })
      if (record) {
        const recorded = record.explanation.lines
        expect(
          lines.map(({ ruleId, kind, amount, count, points: ofLine }) => [
            ruleId,
            kind,
            amount,
            count,
            ofLine,
          ]),
        ).toEqual(
          recorded.map((line) => [
            line.rule ?? null,
            line.kind,
            line.amount ?? null,
            line.count ?? null,
            line.points,
          ]),
        )
        counts.earned += 1
        counts.lines += lines.length
      } else {
        expect(preview.nothing).not.toBeNull()
      }
      // A card counts from when it was published; one that never was is tried as if it had been there.
      if (of === version || one.hoursAgo === 0) {
        const cards = new Set(content.rules.flatMap((rule) => (rule.kind === 'card' ? [rule.id] : [])))
        const given = (await stampsOf(shop, customer)).filter(({ rule }) => cards.has(rule))
        const promised = preview.cards.filter(({ stamps }) => stamps !== '0')
        expect(promised.map(({ ruleId, after, fills }) => [ruleId, after, fills]).sort()).toEqual(
          given.map(({ rule, stamps, completed }) => [rule, stamps, completed]).sort(),
        )
        counts.cards += given.length
      }
      // The same program is the current one by now.
      expect(preview.current).toMatchObject({ points, cashback, lines })
    }
    await fc.assert(fc.asyncProperty(randomProgram({ tierIds, around: START }), order, check), {
      numRuns: PAIRS,
      seed: SEED,
      // A shrunk pair would be sent again, and so is not the same any more.
      endOnFailure: true,
    })
    process.stdout.write(
      `preview: ${counts.earned} of ${PAIRS} earned, ${counts.lines} lines and ${counts.cards} cards compared\n`,
    )
    expect(counts.earned).toBeGreaterThan(PAIRS / 3)
  }, 3_600_000)

  it('compares the draft with what is current, in the language that is asked for', async () => {
    const shop = await story.open(DEMO_PROGRAM)
    const manager = admin.manager(shop.key)
    await shop.savedProduct('beans', { ProductBrand: { OriginalId: 'aurora', Name: 'Aurora' } })
    const tripled = {
      ...DEMO_PROGRAM,
      rules: [DEMO_PROGRAM.rules[0], { ...DEMO_PROGRAM.rules[1], name: 'Aurora', multiplier: '3' }],
    }
    await manager.done('PUT', '/program/draft', { program: tripled }, { ifMatch: '"r1"' })
    const { body } = await manager.done<Preview>(
      'POST',
      '/program/preview',
      { of: 'draft', order: { total: '123.90', products: [{ id: 'beans', price: '39.90' }] } },
      { language: 'pt-BR' },
    )
    expect(body).toMatchObject({
      points: '203',
      cashback: '10.15',
      availableAt: '2026-01-15T12:00:00.000Z',
      expiresAt: '2027-01-16T02:59:59.000Z',
      nothing: null,
      current: { points: '163', cashback: '8.15' },
    })
    const spoken = body.lines.map(({ ruleId, name, sentence, points }) => [
      ruleId,
      name,
      sentence.replaceAll('\u00a0', ' '),
      points,
    ])
    expect(spoken).toEqual([
      [1, '', 'por R$ 123,90 a 1 ponto por R$ 1,00, arredondado para baixo', '123'],
      [2, 'Aurora', 'por R$ 39,90 em marcas da regra a ×3', '80'],
    ])
    expect(await earned(shop)).toBe(0)
  })

  it('of a day to come tells when points of that day are available and expire', async () => {
    const shop = await story.open(DEMO_PROGRAM)
    const { body } = await admin.manager(shop.key).done<Preview>('POST', '/program/preview', {
      of: 'draft',
      order: { total: '100', placedAt: '2026-03-01T12:00:00Z' },
    })
    expect(body).toMatchObject({
      availableAt: '2026-03-01T12:00:00.000Z',
      expiresAt: '2027-03-02T02:59:59.000Z',
    })
  })

  it('tells the same expiry as the ledger of the order that follows', async () => {
    const shop = await story.open(DEMO_PROGRAM)
    const manager = admin.manager(shop.key)
    const { body } = await manager.done<Preview>('POST', '/program/preview', {
      of: 'draft',
      order: { total: '100' },
    })
    await shop.completed('1', 'ana', 100)
    const found = await manager.get<{ items: { id: number }[] }>('/customers')
    const lots = await manager.get<{ items: { expiresAt: string }[] }>(
      `/customers/${found.body.items[0]?.id}/lots`,
    )
    expect(lots.body.items.map(({ expiresAt }) => expiresAt)).toEqual([body.expiresAt])
  })

  it('takes lines by brand or by category alone, with all categories above it', async () => {
    const rules = [
      ...program().rules,
      { id: 8, kind: 'brand' as const, ids: ['aurora'], multiplier: '2' },
      { id: 9, kind: 'category' as const, ids: ['drinks'], multiplier: '3' },
    ]
    const shop = await story.open({ ...program(), rules })
    const drinks = { OriginalId: 'drinks', Name: 'Drinks' }
    const coffee = { OriginalId: 'coffee', Name: 'Coffee', ParentCategory: drinks }
    await shop.savedProduct('beans', { ProductCategory: coffee })
    const manager = admin.manager(shop.key)
    const points = async (line: object) =>
      (
        await manager.done<Preview>('POST', '/program/preview', {
          of: 1,
          order: { total: '10', products: [{ price: '10', ...line }] },
        })
      ).body.points
    expect(await points({})).toBe('10')
    expect(await points({ brandId: 'aurora' })).toBe('20')
    expect(await points({ categoryId: 'coffee' })).toBe('30')
    expect(await points({ categoryId: 'tea' })).toBe('10')
  })

  it('takes an order that there is, a tier, and says why nothing is earned', async () => {
    const shop = await story.open(program({ minimumOrder: '50' }))
    const manager = admin.manager(shop.key)
    await shop.completed('small', 'ana', 20)
    const preview = (body: object) => manager.done<Preview>('POST', '/program/preview', body)
    const small = await preview({ of: 1, orderId: 'small' })
    expect(small.body).toMatchObject({
      points: '0',
      availableAt: null,
      nothing: 'This order earned nothing: R$\u00a020.00 is below the minimum of R$\u00a050.00',
    })
    expect((await preview({ of: program(), orderId: 'small' })).body.points).toBe('20')
    const refused = async (body: object) => manager.problems('POST', '/program/preview', body)
    const basket = { order: { total: '1' } }
    expect(await refused({ of: 9, ...basket })).toEqual(['/of'])
    expect(await refused({ of: { ...program(), rules: [{}] }, ...basket })).toEqual(['/of/rules/0/kind'])
    expect(await refused({ of: 1 })).toEqual(['/order'])
    expect(await refused({ of: 1, orderId: 'none' })).toEqual(['/orderId'])
    expect(await refused({ of: 1, ...basket, customerId: 'none' })).toEqual(['/customerId'])
    expect(await refused({ of: 1, ...basket, tierId: 99 })).toEqual(['/tierId'])
    expect(await refused({ of: 1, order: { total: '-1' } })).toEqual(['/order/total'])
    const other = await story.open(program())
    await other.completed('of other', 'zoe', 20)
    expect(await refused({ of: 1, orderId: 'of other' })).toEqual(['/orderId'])
  })
})

async function earned(shop: Shop): Promise<number> {
  const [row] = await story.query('select count(*)::int as n from point_record where tenant_id = $1', [
    shop.tenantId,
  ])
  return (row as { n: number }).n
}

interface Recorded {
  readonly points: number
  readonly cashback: number
  readonly availableAt: string
  readonly expiresAt: string | null
  readonly explanation: { readonly lines: Record<string, unknown>[] }
}

/** What an order earned, of a customer who may have thousands; it may have expired since. */
async function recordOf(shop: Shop, originalId: string): Promise<Recorded | undefined> {
  const rows = await story.query(
    `select record.points::float8 as points, record.cashback::float8 as cashback,
       record.available_at, record.expires_at, record.explanation
     from customer_order as bought
     join point_record as record on record.tenant_id = bought.tenant_id
       and record.customer_id = bought.customer_id and record.order_id = bought.id
     where bought.tenant_id = $1 and bought.original_id = $2 and record.type = $3`,
    [shop.tenantId, originalId, POINT_TYPE.purchase],
  )
  expect(rows.length).toBeLessThanOrEqual(1)
  const row = rows[0] as
    | (Omit<Recorded, 'availableAt' | 'expiresAt'> & { available_at: Date; expires_at: Date | null })
    | undefined
  return (
    row && {
      ...row,
      availableAt: row.available_at.toISOString(),
      // As the ledger tells it: the last second that counts.
      expiresAt: row.expires_at ? iso(lastSecondBefore(row.expires_at.getTime())) : null,
    }
  )
}
