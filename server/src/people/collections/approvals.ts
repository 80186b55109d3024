import { type Collection, keyText } from '../../accounts/till/collection.ts'
import type { CustomerId } from '../../contract/ids.ts'
import type { Approval } from '../approval.ts'
import {
  findApprovals,
  findApprovalsByRequest,
  findLastErasures,
  insertApprovals,
  saveDecisions,
} from '../store/approvals.ts'

/** What was asked for, by the key of its request. */
export const approvalRequests: Collection<string, Approval> = {
  name: 'approval requests',
  async load(tx, keys) {
    const found = await findApprovalsByRequest(tx, keys)
    return new Map(
      found.map(({ tenantId, approval }) => [keyText({ tenantId, key: approval.requestKey }), approval]),
    )
  },
  save: (tx, changes) =>
    insertApprovals(
      tx,
      changes.map(({ tenantId, value }) => ({ tenantId, approval: value })),
    ),
}

/** The last that was asked for about erasing a customer, by the customer's number. */
export const lastErasures: Collection<CustomerId, Approval> = {
  name: 'last erasures',
  async load(tx, keys) {
    const found = await findLastErasures(tx, keys)
    return new Map(
      found.map(({ tenantId, approval }) => [keyText({ tenantId, key: approval.customerId }), approval]),
    )
  },
  save: 'derived',
}

/** The same by its number, to be decided. It changes with the account of its customer. */
export const approvals: Collection<number, Approval> = {
  name: 'approvals',
  async load(tx, keys) {
    const found = await findApprovals(tx, keys)
    return new Map(found.map(({ tenantId, approval }) => [keyText({ tenantId, key: approval.id }), approval]))
  },
  save: (tx, changes) =>
    saveDecisions(
      tx,
      changes.map(({ tenantId, value }) => ({ tenantId, approval: value })),
    ),
}
