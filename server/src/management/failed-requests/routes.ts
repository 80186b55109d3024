/** Calls of the private API that failed, explained with the catalog of that API's errors. */
import { maskedEmail } from '../../contract/admin-api/masking.ts'
import { pageBelowId, pageOf } from '../../contract/admin-api/page.ts'
import { catalogueText } from '../../contract/private-api/catalogue.ts'
import { nameOfCode } from '../../contract/private-api/errors.ts'
import { isProblem } from '../../contract/problem.ts'
import { seesPersons } from '../../customers/admin-api/present.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import { instantToText } from '../../platform/clock.ts'
import { listFailedRequests as findFailed, type ListedFailedRequest } from '../../requests/store.ts'
import type { Cells } from '../../tenancy/cells.ts'
import { findKeyLabels } from '../../tenancy/store/keys.ts'
import { listFailedRequests } from './schema.ts'

export function failedRequestAdminRoutes(api: AdminApi, cells: Cells): void {
  api.read(listFailedRequests, 'cell', async (tx, { tenant, query, locale, caller }) => {
    const page = pageBelowId(query)
    if (isProblem(page)) return page
    const rows = await findFailed(tx, tenant.id, { ...page, id: query.id ?? null })
    const tokens = [...new Set(rows.map(({ apiToken }) => apiToken))]
    const labels = await cells.directory.read([tenant.id], (other) => findKeyLabels(other, tenant.id, tokens))
    // Some shops put an address into the ids of their orders.
    const shown = (orderId: string): string =>
      orderId.includes('@') && !seesPersons(caller) ? maskedEmail(orderId) : orderId
    const toItem = ({
      apiToken,
      tenantId: _,
      requestIds: __,
      at,
      code,
      orderIds,
      ...row
    }: ListedFailedRequest) => ({
      ...row,
      orderIds: orderIds.map(shown),
      at: instantToText(at),
      code,
      name: code === null ? null : nameOfCode(code),
      catalogue: catalogueText(row.status, code)[locale],
      key: { token: apiToken, label: labels.get(apiToken) ?? null },
    })
    return { answer: pageOf(query, rows, ({ id }) => [id], toItem) }
  })
}
