import type { Database } from '../../src/platform/postgres/database.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import type { NewTier } from '../../src/tiers/store/tiers.ts'
import type { ProgramToPublish, ShopSettings } from './shop.ts'
import { giveTiers } from './tiers.ts'
import { useShops } from './use-shops.ts'

/** For tests that tell a story through time. After each, the ledger and every count must verify. */
export function useStories() {
  const test = useShops()
  return {
    get api() {
      return test.api
    },
    get database(): Database {
      return test.api.cells.of({ cell: MAIN_CELL })
    },
    query: (text: string, values: readonly unknown[]) => test.reader.query(text, values),
    /** The clock goes to this moment. */
    on(date: string): void {
      test.api.now = Date.parse(date)
    },
    /** A merchant of its own, with what it sells for points. */
    async open(
      published: ProgramToPublish | null,
      settings: ShopSettings & { tiers?: readonly NewTier[] } = {},
    ) {
      const { tiers, ...others } = settings
      const shop = await test.open(published, others)
      const tierIds = tiers ? await giveTiers(test.api, shop, tiers) : []
      return Object.assign(shop, { tierIds })
    },
  }
}
