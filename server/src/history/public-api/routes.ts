import { readOwn } from '../../accounts/public-api/own-reads.ts'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import { unlessProblem } from '../../contract/problem.ts'
import { PAGE_LIMIT } from '../../contract/public-api/schema.ts'
import { showingTo } from '../../coupons/public-api/present.ts'
import { findCurrentProgram } from '../../earning/store.ts'
import type { CustomerCall, PublicApi } from '../../tenancy/public-api/api.ts'
import type { Cursors } from '../../tenancy/public-api/cursors.ts'
import { loadOwnHistory } from '../load-own-history.ts'
import { presentOwnItem, speaking } from './present.ts'
import { type OwnHistory, readOwnHistory } from './schema.ts'

export interface OwnHistoryRoutesOptions {
  readonly reads: SettledReads
  readonly cursors: Cursors
}

export function ownHistoryRoutes(api: PublicApi, options: OwnHistoryRoutesOptions): void {
  api.personal(readOwnHistory, async (call) => (await readPage(options, call)) ?? { items: [], next: null })
}

async function readPage(
  { reads, cursors }: OwnHistoryRoutesOptions,
  call: CustomerCall<typeof readOwnHistory>,
) {
  const { shop, tenant, locale, query } = call
  const { limit = PAGE_LIMIT } = query
  return readOwn(reads, call, async (tx, { customer }, now): Promise<OwnHistory> => {
    const of = { shop, customerId: customer.id, list: readOwnHistory.id }
    const [belowId = Number.MAX_SAFE_INTEGER] = unlessProblem(cursors.read(of, query.cursor)) ?? []
    const speaker = speaking(tenant, locale)
    const [found, program] = await Promise.all([
      loadOwnHistory(tx, speaker, customer.id, { belowId: Number(belowId), limit: limit + 1 }),
      findCurrentProgram(tx, tenant.id, now),
    ])
    const shown = found.slice(0, limit)
    const last = shown.at(-1)
    const presenting = {
      ...showingTo(call, now),
      tenant: speaker,
      isCashbackOn: program.cashback.isOn,
    }
    return {
      items: shown.map(({ item }) => presentOwnItem(item, presenting)),
      next: last && found.length > limit ? cursors.write(of, [last.id]) : null,
    }
  })
}
