/**
 * Random lives of a merchant who imports, undoes imports and imports again, with orders, redemptions, merges and days
 * between: whatever happens, all accounts and figures verify. `IMPORT_STEPS=2000 npm test -- imports/random`.
 */
import { expect, it, vi } from 'vitest'
import type { AccountValues } from '../../src/imports/line.ts'
import type { OrderValues } from '../../src/imports/order-line.ts'
import type { Random } from '../../src/platform/random.ts'
import { mergeCustomer } from '../support/customers.ts'
import { anOrder, importOrders, undoOrdersOf } from '../support/imported-orders.ts'
import { importLines, undoImport } from '../support/imports.ts'
import { expectLedgerVerifies } from '../support/ledger.ts'
import { chanceOf } from '../support/seed.ts'
import { DAY_MS, program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { BRONZE_SILVER_GOLD, sweepNow } from '../support/tiers.ts'

const STEPS = Number(process.env.IMPORT_STEPS ?? 60)
vi.setConfig({ testTimeout: 600_000 })
const story = useStories()

const CUSTOMERS = ['ana', 'bea', 'cai', 'dan', 'eva']
const inDays = (days: number) => ({ kind: 'instant' as const, instant: story.api.now + days * DAY_MS })

function randomLine(random: Random): AccountValues {
  const points = BigInt(random.between(-300, 900)) * 1_000n
  return {
    originalId: random.one(CUSTOMERS),
    points,
    ...(random.chance(30) && points > 0n && { cashback: BigInt(random.between(1, 90)) * 100n }),
    ...(random.chance(30) &&
      points >= 0n && { pendingPoints: 70_000n, availableOn: inDays(random.between(1, 20)) }),
    ...(random.chance(60) && { expiresOn: inDays(random.between(21, 60)) }),
    ...(random.chance(30) && { earnedOn: inDays(-random.between(0, 400)) }),
    ...(random.chance(20) && {
      tier: random.one(['Silver', 'Gold']),
      tierUntil: inDays(random.between(-5, 40)),
    }),
    ...(random.chance(40) && {
      spend: BigInt(random.between(0, 900)) * 10_000n,
      orderCount: random.between(0, 4),
    }),
  }
}

/** Of orders that may have come before, by an import or from the shop. */
function randomOrder(random: Random, orderId: string): OrderValues {
  const placedAt = inDays(-random.between(0, 500))
  const isOpen = random.chance(20)
  const { completedAt: _, ...open } = anOrder(orderId, '1', { placedAt })
  return {
    ...(isOpen ? open : { ...open, completedAt: placedAt }),
    ...{ originalId: random.one(CUSTOMERS), total: BigInt(random.between(0, 400)) * 10_000n },
    ...(!isOpen && random.chance(60) && { earnedPoints: BigInt(random.between(0, 400_000)) * 5n }),
    ...(random.chance(10) && { cancelledAt: placedAt }),
  }
}

class Life {
  readonly #shop: Shop
  readonly #random: Random
  readonly #reward: number
  readonly #orders: string[] = []
  #imports = 0
  /** Of orders; their numbers are others. */
  #orderImports = 0

  constructor(shop: Shop, random: Random, reward: number) {
    this.#shop = shop
    this.#random = random
    this.#reward = reward
  }

  async step(): Promise<void> {
    const random = this.#random
    const customer = random.one(CUSTOMERS)
    switch (random.between(0, 11)) {
      case 0:
      case 1:
        await this.#import()
        break
      case 2: {
        const id = `o${this.#orders.length}`
        this.#orders.push(id)
        await this.#shop.completed(id, customer, random.between(1, 400))
        break
      }
      case 3:
        if (this.#orders.length > 0) await this.#shop.cancelOrder(random.one(this.#orders))
        break
      case 4:
        await this.#shop.refusal(this.#reward, customer)
        break
      case 5:
        story.api.now += random.between(1, 9) * DAY_MS
        await sweepNow(story.api, this.#shop)
        break
      case 6:
        await this.#undo()
        break
      case 7:
      case 8:
        await this.#importOrders()
        break
      case 9:
        // An order of any kind once more, or a part of it back. What is cancelled or of another customer is refused.
        if (this.#orders.length > 0) {
          const id = random.one(this.#orders)
          if (random.chance(50)) {
            await this.#shop.placeOrder(this.#shop.completeOrder(id, customer, random.between(1, 400)))
          } else {
            const body = { CancelKey: `k${story.api.now}-${random.between(1, 1_000_000)}` }
            await this.#shop.returnPart(id, { ...body, ValueToRefund: random.between(1, 90) })
          }
        }
        break
      case 10:
        if (this.#orderImports > 0) {
          const importId = 5_000 + random.between(1, this.#orderImports)
          await undoOrdersOf(story.api, this.#shop, importId)
        }
        break
      default:
        if (random.chance(20)) await mergeCustomer(this.#shop, customer, random.one(CUSTOMERS))
    }
  }

  async #import(): Promise<void> {
    const lines = Array.from({ length: this.#random.between(1, 6) }, () => randomLine(this.#random))
    this.#imports += 1
    const options = { negative: 'debt' as const, expired: 'skip' as const }
    await importLines(story.api, this.#shop, lines, { importId: this.#imports, options })
    const again = await importLines(story.api, this.#shop, lines, {
      importId: 1_000 + this.#imports,
      options,
    })
    const effects = again.filter(
      (one) => 'outcome' in one && one.outcome === 'updated' && !one.isProfileChanged,
    )
    expect(effects).toEqual([])
  }

  async #importOrders(): Promise<void> {
    const random = this.#random
    this.#orderImports += 1
    const orders = Array.from({ length: random.between(1, 5) }, (_, index) => {
      const isKnown = this.#orders.length > 0 && random.chance(20)
      return randomOrder(random, isKnown ? random.one(this.#orders) : `i${this.#orderImports}-${index}`)
    })
    const known = new Set<string>()
    const distinct = orders.filter(({ orderId = '' }) => !known.has(orderId) && known.add(orderId))
    this.#orders.push(...distinct.map(({ orderId = '' }) => orderId))
    await importOrders(story.api, this.#shop, distinct, { importId: 5_000 + this.#orderImports })
    const again = await importOrders(story.api, this.#shop, distinct, {
      importId: 9_000 + this.#orderImports,
    })
    expect(again.filter((outcome) => outcome === 'created')).toEqual([])
  }

  /** The numbers that the preview shows are those that are done. */
  async #undo(): Promise<void> {
    if (this.#imports === 0) return
    const importId = this.#random.between(1, this.#imports)
    const { preview, done } = await undoImport(story.api, this.#shop, {
      importId,
      rows: this.#random.between(1, 5),
    })
    expect(preview).toMatchObject({ ...done, stays: expect.anything() })
  }
}

it('whatever happens, everything adds up', async () => {
  const random = chanceOf('imports')
  const shop = await story.open(program({ validityDays: 45, waitingDays: 1 }), {
    tiers: BRONZE_SILVER_GOLD,
    settings: { takeBack: 'debt' },
  })
  const life = new Life(shop, random, await shop.makeReward({ points: 300_000n }))
  for (let step = 1; step <= STEPS; step += 1) {
    await life.step()
    if (step % 20 === 0) await expectLedgerVerifies(story.api, [shop.tenantId])
  }
})
