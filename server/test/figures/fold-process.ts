/** Counts what a merchant has that was not counted, in a process that does nothing else, and tells what it took. */
import { countFigures } from '../../src/figures/count-figures.ts'
import { findHeads } from '../../src/figures/store/heads.ts'
import { openDatabase } from '../../src/platform/postgres/database.ts'

const [url = '', tenant] = process.argv.slice(2)
const tenantId = Number(tenant)
const database = openDatabase({
  url,
  connectionCount: 2,
  applicationName: 'fold of a test',
  onIdleError() {},
})
await database.read([tenantId], (tx) => findHeads(tx, tenantId))
const before = process.resourceUsage().maxRSS
const startedAt = performance.now()
const spans = [{ since: 0, timeZone: 'America/Sao_Paulo' }]
while ((await countFigures({ database, tenantId, spans, now: Date.now() })).isMore);
const tookMs = performance.now() - startedAt
const grownMb = (process.resourceUsage().maxRSS - before) / 1_024
process.stdout.write(JSON.stringify({ tookMs, grownMb }))
await database.close()
