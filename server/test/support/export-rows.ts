import type { ExportFilter, ExportKind } from '../../src/jobs/export.ts'
import { addSums, type Sums } from '../../src/jobs/rules/export-lines.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { findTimeZones } from '../../src/tenancy/store/zones.ts'
import type { Tenant } from '../../src/tenancy/tenant.ts'

/** Everything that an export writes, by the names of its columns, and its sums. */
export async function exportRows(
  { database, tenant }: { readonly database: Database; readonly tenant: Tenant },
  kind: ExportKind,
  filter: Partial<ExportFilter> = {},
) {
  const spans = await database.read([tenant.id], (tx) => findTimeZones(tx, tenant.id))
  const lines: Record<string, unknown>[] = []
  let [after, sums]: [unknown, Sums] = [null, {}]
  for (;;) {
    const wanted = {
      ...{ tenant, directory: database, spans, after },
      limit: 20,
      filter: { from: null, until: null, ...filter },
      isMasked: false,
    }
    const page = await database.read([tenant.id], (tx) => kind.page(tx, wanted))
    lines.push(...page.rows.map((row) => Object.fromEntries(kind.columns.map((name, at) => [name, row[at]]))))
    sums = addSums(kind, sums, page.rows)
    if (page.isLast) return { lines, sums }
    after = page.after
  }
}
