import { pageBelowId, pageOf } from '../../contract/admin-api/page.ts'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { isProblem } from '../../contract/problem.ts'
import { actorKey } from '../../people/actor.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import { presentApproval } from '../../people/admin-api/present-approval.ts'
import { listApprovals as findApprovals, type ListedApproval } from '../../people/store/approvals.ts'
import { getApproval, listApprovals } from './schema.ts'

/** Requests that wait for a second person, and how they were decided. */
export function approvalAdminRoutes(api: AdminApi): void {
  api.read(listApprovals, 'cell', async (tx, { tenant, query, caller, now }) => {
    const page = pageBelowId(query)
    if (isProblem(page)) return page
    const reader = actorKey(caller.actor)
    const { state, customerId, mine } = query
    const found = await findApprovals(
      tx,
      tenant.id,
      {
        ...(state === undefined ? {} : { state }),
        ...(customerId === undefined ? {} : { customerId }),
        ...(mine === undefined ? {} : { requester: { key: reader, is: mine } }),
      },
      { now, ...page },
    )
    const present = ({ approval, ...about }: ListedApproval) =>
      presentApproval(approval, { ...about, caller, now })
    return { answer: pageOf(query, found, ({ approval }) => [approval.id], present) }
  })

  api.read(getApproval, 'cell', async (tx, { tenant, params: { id }, caller, now }) => {
    const page = { now, belowId: Number.MAX_SAFE_INTEGER, limit: 1 }
    const [found] = await findApprovals(tx, tenant.id, { id }, page)
    if (!found) return NOT_FOUND
    const { approval, customer, from } = found
    return { answer: presentApproval(approval, { customer, from, caller, now }) }
  })
}
