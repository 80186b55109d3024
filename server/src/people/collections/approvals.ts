import { type Collection, keyText } from '../../accounts/till/collection.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { type CustomerApproval, isOfCustomer, type MergeApproval } from '../approval.ts'
import {
  type ApprovalOfTenant,
  findApprovals,
  findApprovalsByRequest,
  findLastErasures,
  findLastMerges,
  insertApprovals,
  type MergingPair,
  saveDecisions,
} from '../store/approvals.ts'

interface Found {
  readonly tenantId: TenantId
  readonly approval: CustomerApproval
}

/** The till decides what is about a customer, and nothing else. */
function ofCustomers(found: readonly ApprovalOfTenant[]): Found[] {
  return found.flatMap(({ tenantId, approval }) => (isOfCustomer(approval) ? [{ tenantId, approval }] : []))
}

/** What was asked for, by the key of its request. */
export const approvalRequests: Collection<string, CustomerApproval> = {
  name: 'approval requests',
  async load(tx, keys) {
    const found = ofCustomers(await findApprovalsByRequest(tx, keys))
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
export const lastErasures: Collection<CustomerId, CustomerApproval> = {
  name: 'last erasures',
  async load(tx, keys) {
    const found = ofCustomers(await findLastErasures(tx, keys))
    return new Map(
      found.map(({ tenantId, approval }) => [keyText({ tenantId, key: approval.customerId }), approval]),
    )
  },
  save: 'derived',
}

const textOfPair = ({ fromId, intoId }: MergingPair): string => `${fromId} into ${intoId}`

/** The last that was asked for about merging a customer into another one. */
export const lastMerges: Collection<MergingPair, CustomerApproval> = {
  name: 'last merges',
  textOf: textOfPair,
  async load(tx, keys) {
    const found = ofCustomers(await findLastMerges(tx, keys))
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
export const approvals: Collection<number, CustomerApproval> = {
  name: 'approvals',
  async load(tx, keys) {
    const found = ofCustomers(await findApprovals(tx, keys))
    return new Map(found.map(({ tenantId, approval }) => [keyText({ tenantId, key: approval.id }), approval]))
  },
  save: (tx, changes) =>
    saveDecisions(
      tx,
      changes.map(({ tenantId, value }) => ({ tenantId, approval: value })),
    ),
}
