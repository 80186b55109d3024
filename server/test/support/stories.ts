import type { Database } from '../../src/platform/postgres/database.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import type { NewTier } from '../../src/tiers/store/tiers.ts'
import { Redeemer } from './redeemer.ts'
import { type ProgramToPublish, type SellerSettings, useSellers } from './seller.ts'
import { giveTiers } from './tiers.ts'

/** For tests that tell a story through time. After each, the ledger and every count must verify. */
export function useStories() {
  const test = useSellers()
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
    async open(published: ProgramToPublish, settings: SellerSettings & { tiers?: readonly NewTier[] } = {}) {
      const { tiers, ...others } = settings
      const seller = await test.open(published, others)
      const tierIds = tiers ? await giveTiers(test.api, seller, tiers) : []
      return Object.assign(new Redeemer(test, seller), { tierIds })
    },
  }
}
