/** Merging where the merchant wants two people: one asks, another one approves, and then it is done. */
import type { Customer } from '../accounts/customer.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import { load, loadOne, put } from '../accounts/till/collection.ts'
import type { Command, Decision, Facts } from '../accounts/till/command.ts'
import type { CustomerId } from '../contract/ids.ts'
import { isRefusal, type Refusal, refusal } from '../contract/refusal.ts'
import {
  type ApprovalReason,
  approvalEnd,
  type CustomerApproval,
  type MergeApproval,
  type NamedActor,
  stateOfApproval,
} from '../people/approval.ts'
import { approvalRequests, approvals, lastMerges } from '../people/collections/approvals.ts'
import { type Decided, type DecideInput, ofApproval, openApproval } from '../people/decide.ts'
import type { Instant } from '../platform/clock.ts'
import { needsTwoToMerge } from '../tenancy/settings.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { decideMerge, loadsOfMerge, loadsToMerge, type Merged, mergeCustomers } from './commands.ts'
import type { MergeInput } from './merge.ts'
import type { MergeReason } from './rules.ts'
import { type Mergeable, type Prepared, prepareMerge, prepareRequest } from './store/join.ts'

export interface AskInput extends MergeInput {
  readonly note: string | null
  readonly actor: NamedActor & {
    /** Since when a person whom another member let in has had their role. */
    readonly since: Instant | null
    /** Whether it can request approval. Tokens can't: their owner could approve it. */
    readonly isPerson: boolean
  }
}

export interface Asked {
  readonly waiting: MergeApproval
  readonly isNew: boolean
  /** Who would stay. */
  readonly customer: Customer
}

export type AskResult = Merged | Asked | Refusal<MergeReason | 'person-needed'>

/** Merges two customers, or where that needs two people, asks for it. Who asks while it waits is told of what waits. */
export const mergeOrAsk: Command<AskInput, AskResult> = {
  ...mergeCustomers,
  name: 'merge customers or ask',
  prepare: (tx, input, moment) =>
    needsTwoToMerge(input.tenant) ? prepareRequest(tx, input, moment) : prepareMerge(tx, input, moment),
  loadsAfter(facts, { tenant }, now) {
    const prepared = facts.prepared as Prepared | Mergeable
    if (prepared.kind !== 'mergeable') return loadsOfMerge(facts, tenant, now)
    const { fromId, intoId } = prepared
    return { lots: false, loads: [load(lastMerges, { fromId, intoId })] }
  },
  decide(facts, input, posting) {
    const prepared = facts.prepared as Prepared | Mergeable
    return prepared.kind === 'mergeable'
      ? decideRequest(facts, input, prepared, posting)
      : decideMerge(facts, input.tenant, posting)
  },
}

function decideRequest(
  facts: Facts,
  input: AskInput,
  { fromId, intoId }: Mergeable,
  posting: Posting,
): Decision<AskResult> {
  const { customer } = facts
  if (!customer) throw new Error('unreachable: the customer was checked above')
  const last = facts.peek(lastMerges, { fromId, intoId })
  if (last?.kind === 'merge' && stateOfApproval(last, posting.now) === 'waiting') {
    return { result: { waiting: last, isNew: false, customer } }
  }
  if (!input.actor.isPerson) {
    return { result: refusal('person-needed', 'A person has to ask for it.') }
  }
  const approval = newApproval(input, { fromId, intoId }, posting.nextId(), posting.now)
  return {
    result: { waiting: approval, isNew: true, customer },
    changes: [
      put(approvalRequests, approval.requestKey, approval),
      put(lastMerges, { fromId, intoId }, approval),
    ],
  }
}

function newApproval(
  { requestHash, note, actor }: AskInput,
  { fromId, intoId }: { readonly fromId: CustomerId; readonly intoId: CustomerId },
  id: number,
  now: Instant,
): MergeApproval {
  return {
    id,
    // The one who stays: the other one has nothing any more when it is done, not even requests.
    customerId: intoId,
    kind: 'merge',
    // One that was rejected or not decided in time can be asked for again.
    requestKey: `merge ${id}`,
    requestHash,
    request: { fromId },
    note,
    exceeds: null,
    requestedBy: { key: actor.key, label: actor.label },
    requesterSince: actor.since,
    requestedAt: now,
    expiresAt: approvalEnd(now),
    decision: null,
  }
}

/** What was asked for can't be done as the two customers are now. */
export interface UnfitMerge extends Refusal<'merge-unfit'> {
  readonly because: MergeReason
}

export type ApproveMergeResult =
  | (Decided & {
      /** null: it was done before. */
      readonly merged: Merged | null
    })
  | Refusal<ApprovalReason>
  | UnfitMerge

/** Merges the two as they are now. One that no longer fits is refused, and goes on waiting. */
export const approveMerge: Command<DecideInput, ApproveMergeResult> = {
  name: 'approve merge',
  ...ofApproval,
  async prepare(tx, { tenant, approvalId }, moment) {
    const approval = await loadOne(tx, approvals, { tenantId: tenant.id, key: approvalId })
    return prepareMerge(tx, mergeOf(approval, tenant), moment)
  },
  loads: ({ tenant, approvalId }) => [load(approvals, approvalId), ...loadsToMerge(tenant)],
  loadsAfter: (facts, { tenant }, now) => loadsOfMerge(facts, tenant, now),
  decide(facts, input, posting) {
    const prepared = facts.prepared as Prepared
    const open = openApproval(facts, input, posting, true)
    if (open.kind === 'decided') return { result: { ...open, merged: null } }
    if (open.kind !== 'open') return { result: open }
    const { result: merged, changes = [], ...decision } = decideMerge(facts, input.tenant, posting)
    if (isRefusal(merged)) return { result: unfit(merged) }
    const recordId = prepared.kind === 'joined' ? prepared.joined.recordId : null
    const decided = { isApproved: true, by: input.by, at: posting.now, note: input.note, recordId }
    const approval = { ...open.approval, decision: decided }
    return {
      ...decision,
      result: { kind: 'decided', approval, customer: merged.customer, isNew: true, merged },
      changes: [...changes, put(approvals, approval.id, approval)],
    }
  },
}

function mergeOf(approval: CustomerApproval | undefined, tenant: Tenant): MergeInput {
  if (approval?.kind !== 'merge') throw new Error(`approval ${approval?.id} is no merge`)
  const { id, request, customerId, requestHash } = approval
  return {
    tenant,
    from: { id: request.fromId },
    into: { id: customerId },
    mergeKey: `approval ${id}`,
    requestHash,
  }
}

function unfit({ reason, message }: Refusal<MergeReason>): UnfitMerge {
  return { kind: 'refusal', reason: 'merge-unfit', message, because: reason }
}
