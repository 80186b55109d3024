import { type Collection, keyText } from '../../accounts/till/collection.ts'
import type { CustomerId } from '../../contract/ids.ts'
import type { Approval, MergeApproval } from '../approval.ts'
import {
  findApprovals,
  findApprovalsByRequest,
  findLastErasures,
  findLastMerges,
  insertApprovals,
  type MergingPair,
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

const textOfPair = ({ fromId, intoId }: MergingPair): string => `${fromId} into ${intoId}`

/** The last that was asked for about merging a customer into another one. */
export const lastMerges: Collection<MergingPair, Approval> = {
  name: 'last merges',
  textOf: textOfPair,
  async load(tx, keys) {
    const found = await findLastMerges(tx, keys)
    return new Map(
      found.flatMap(({ tenantId, approval }) =>
        approval.kind === 'merge'
          ? [[keyText({ tenantId, key: textOfPair(pairOf(approval)) }), approval] as const]
          : [],
      ),
    )
  },
  save: 'derived',
}

function pairOf({ request: { fromId }, customerId }: MergeApproval): MergingPair {
  return { fromId, intoId: customerId }
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
