/** A merchant whose months are accounted for. */
import { expect } from 'vitest'
import { Sweep } from '../../src/accounts/sweep.ts'
import type { MonthAnswer } from '../../src/management/accounting/schema.ts'
import { REWARDS_DUE } from '../../src/orders/due.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import { type Answer, type Manager, useManager } from '../support/admin.ts'
import { countAllFigures } from '../support/count-figures.ts'
import { type ProgramToPublish, program, type Shop, type ShopSettings } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

export const decimal = (value: number) => BigInt(value) * 10_000n

/** R$ 100,000 on 15 October 2026: 100,000 points worth R$ 5,000, until 10 November 2027. */
export const PROGRAM: ProgramToPublish = {
  ...program({ validityDays: 391 }),
  cashback: { isOn: true, pointValue: '0.05' },
}

export interface Books {
  readonly shop: Shop
  readonly manager: Manager
  /** What the accounting is told of a month. */
  month(month: string): Promise<MonthAnswer>
  close(month: string): Promise<Answer<MonthAnswer & { readonly code?: string }>>
  /** `recognised 2026-10: deferredRevenue to revenue 1153.85` */
  entries(month: string): Promise<string[]>
}

export interface BooksToOpen {
  readonly program?: ProgramToPublish
  readonly settings?: ShopSettings
  readonly accounting?: Record<string, unknown>
  readonly estimate?: Record<string, unknown>
}

export function useBooks() {
  const story = useStories()
  const admin = useManager(() => story.api)

  /** What the worker does at midnight. */
  async function settleAll({ tenantId }: Pick<Shop, 'tenantId'>): Promise<void> {
    const { database } = story
    const tenant = await database.transaction([], (tx) => findTenant(tx, tenantId))
    if (!tenant) throw new Error('there is no such merchant')
    const sweep = new Sweep({ database, clock: () => story.api.now, ...REWARDS_DUE })
    while ((await sweep.round([tenant])) > 0);
  }

  async function openBooks({
    program: published = PROGRAM,
    settings = {},
    accounting = {},
    estimate = { breakage: '0.2' },
  }: BooksToOpen = {}): Promise<Books> {
    story.on('2026-10-15T15:00:00Z')
    const shop = await story.open(published, settings)
    const manager = admin.manager(shop.key)
    await manager.done('PUT', '/accounting/estimates/2026-10', estimate)
    const turnedOn = { isOn: true, startsIn: '2026-10', ...accounting }
    await manager.done('PATCH', '/accounting', turnedOn, { ifMatch: '*' })
    return booksOf(shop)
  }

  function booksOf(shop: Shop): Books {
    const manager = admin.manager(shop.key)
    const month = async (name: string) => {
      await countAllFigures(story.api.cells, shop.tenantId)
      const { status, body } = await manager.get<MonthAnswer>(`/accounting/months/${name}`)
      expect([status, body]).toEqual([200, body])
      return body
    }
    return {
      ...{ shop, manager, month },
      async close(name) {
        await settleAll(shop)
        await countAllFigures(story.api.cells, shop.tenantId)
        return manager.send('POST', `/accounting/months/${name}/close`)
      },
      entries: async (name) =>
        (await month(name)).entries.map(
          ({ kind, vintage, debit, credit, amount }) => `${kind} ${vintage}: ${debit} to ${credit} ${amount}`,
        ),
    }
  }

  return { story, admin, settleAll, openBooks, booksOf }
}
