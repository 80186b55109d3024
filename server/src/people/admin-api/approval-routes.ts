import { readCursor } from '../../contract/admin-api/cursor.ts'
import { pageOf } from '../../contract/admin-api/page.ts'
import { isProblem } from '../../contract/admin-api/problem.ts'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { actorKey } from '../actor.ts'
import { listApprovals as findApprovals, type ListedApproval } from '../store/approvals.ts'
import type { AdminApi } from './api.ts'
import { getApproval, listApprovals } from './approvals-schema.ts'
import { presentApproval } from './present-approval.ts'

/** What waits for a second person. How it is decided is up to what was asked for: see `http/approving-routes.ts`. */
export function approvalRoutes(api: AdminApi): void {
  api.read(listApprovals, 'cell', async (tx, { tenant, query, caller, now }) => {
    const keys = readCursor(query, query.cursor, 1)
    if (isProblem(keys)) return keys
    const reader = actorKey(caller.actor)
    const { state, mine, limit = 50 } = query
    const below = keys === null ? Number.MAX_SAFE_INTEGER : Number(keys[0])
    const found = await findApprovals(
      tx,
      tenant.id,
      {
        ...(state === undefined ? {} : { state }),
        ...(mine === undefined ? {} : { requester: { key: reader, is: mine } }),
      },
      { now, below, limit: limit + 1 },
    )
    const present = ({ approval, customer }: ListedApproval) =>
      presentApproval(approval, { customer, caller, now })
    return { answer: pageOf(query, found, ({ approval }) => [approval.id], present) }
  })

  api.read(getApproval, 'cell', async (tx, { tenant, params: { id }, caller, now }) => {
    const page = { now, below: Number.MAX_SAFE_INTEGER, limit: 1 }
    const [found] = await findApprovals(tx, tenant.id, { id }, page)
    if (!found) return NOT_FOUND
    const { approval, customer } = found
    return { answer: presentApproval(approval, { customer, caller, now }) }
  })
}
