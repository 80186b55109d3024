/** The reports of what a program has: rewards, rules, vintages and tiers. */
import type { ProgramContextReader } from '../../earning/admin-api/program-context.ts'
import { getRewardsReport } from '../../figures/admin-api/rewards-schema.ts'
import { getRulesReport } from '../../figures/admin-api/rules-schema.ts'
import { getTiersReport, listTierMoves } from '../../figures/admin-api/tiers-schema.ts'
import { getVintages } from '../../figures/admin-api/vintages-schema.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import { answered, type SpansOf } from './answered.ts'
import { readRewards } from './rewards.ts'
import { readRules } from './rules.ts'
import { tierMovesOf } from './tier-moves.ts'
import { readTiers } from './tiers.ts'
import { readVintages } from './vintages.ts'

export function programReportRoutes(
  api: AdminApi,
  { reader, spansOf }: { readonly reader: ProgramContextReader; readonly spansOf: SpansOf },
): void {
  api.read(getRewardsReport, 'cell', async (tx, { query, ...asking }) =>
    answered(await readRewards(tx, query, asking)),
  )
  api.read(getRulesReport, 'cell', async (tx, { query, ...asking }) =>
    answered(await readRules(tx, query, asking, reader)),
  )
  api.read(getVintages, 'cell', async (tx, { query, ...asking }) =>
    answered(await readVintages(tx, query, asking)),
  )
  api.read(
    getTiersReport,
    'cell',
    async (tx, { query, ...asking }, spans) => answered(await readTiers(tx, query, { ...asking, spans })),
    spansOf,
  )
  api.read(
    listTierMoves,
    'cell',
    async (tx, asked, spans) => answered(await tierMovesOf(tx, { ...asked, spans })),
    spansOf,
  )
}
