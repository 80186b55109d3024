import { readOwn } from '../../accounts/public-api/own-reads.ts'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import { loadOwnLots } from '../../balances/load-own-lots.ts'
import { shortText } from '../../platform/decimal.ts'
import type { PublicApi } from '../../tenancy/public-api/api.ts'
import { ownPartsOf } from '../rules/own-balance.ts'
import { sumOwnRecords } from '../store/own-balance.ts'
import { presentLots, presentPart, speaking } from './present.ts'
import { readWhy, WHY_MONTHS_MAX, WHY_RECORDS_MAX, type Why } from './schema.ts'

const OF_PROSPECT: Why = { points: null, parts: [], lots: [] }

export function whyRoutes(api: PublicApi, reads: SettledReads): void {
  api.personal(readWhy, async (call) => {
    const { tenant, locale } = call
    const why = await readOwn(reads, call, async (tx, { customer, account }, now): Promise<Why> => {
      const owner = { tenantId: tenant.id, customerId: customer.id }
      const [records, lots] = await Promise.all([
        sumOwnRecords(tx, owner, WHY_RECORDS_MAX),
        loadOwnLots(tx, tenant, { customerId: customer.id, account }, WHY_MONTHS_MAX),
      ])
      const speaker = speaking(tenant, locale)
      return {
        points: shortText(account.balance.points),
        parts: records && ownPartsOf(records.sums, records.waiting).map((part) => presentPart(part, speaker)),
        lots: presentLots(lots, speaker, now),
      }
    })
    return why ?? OF_PROSPECT
  })
}
