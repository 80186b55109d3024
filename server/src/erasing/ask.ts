/** Erasing where the merchant wants two people: one asks, another one agrees, and then it is done. */
import type { Customer } from '../accounts/customer.ts'
import { load, put } from '../accounts/till/collection.ts'
import type { Command } from '../accounts/till/command.ts'
import { isRefusal, type Refusal, refusal } from '../contract/refusal.ts'
import {
  type ApprovalReason,
  approvalEnd,
  type ErasureApproval,
  type NamedActor,
  stateOfApproval,
} from '../people/approval.ts'
import { approvalRequests, approvals, lastErasures } from '../people/collections/approvals.ts'
import { type Decided, type DecideInput, ofApproval, openApproval } from '../people/decide.ts'
import type { Instant } from '../platform/clock.ts'
import { needsTwoToErase } from '../tenancy/settings.ts'
import { decideErase, type EraseInput, erasePerson, loadsToErase } from './commands.ts'
import type { Erasure } from './erasure.ts'
import { type EraseReason, refuseToErase } from './rules.ts'

export interface AskInput extends EraseInput {
  /** A word of ours: what a person writes could name the one who is to be forgotten. */
  readonly reason: string
  readonly requestHash: Buffer
  readonly actor: NamedActor & {
    /** Since when a person whom another member let in has had their role. */
    readonly since: Instant | null
    /** Whether it can request approval. Tokens can't: their owner could approve it. */
    readonly isPerson: boolean
  }
}

export type AskResult =
  | Erasure
  | { readonly waiting: ErasureApproval; readonly isNew: boolean; readonly customer: Customer }
  | Refusal<EraseReason | 'person-needed'>

/** Erases a person, or where that needs two, asks for it. Who asks while it waits is told of what waits. */
export const eraseOrAsk: Command<AskInput, AskResult> = {
  ...erasePerson,
  name: 'erase person or ask',
  loadsAfter(facts, input) {
    if (!needsTwoToErase(input.tenant)) return loadsToErase(facts)
    const { customer } = facts
    return { lots: false, loads: customer ? [load(lastErasures, customer.id)] : [] }
  },
  decide(facts, input, posting) {
    if (!needsTwoToErase(input.tenant)) return decideErase(facts, input, posting)
    const { customer } = facts
    const refused = refuseToErase(customer, input.confirm)
    if (refused || !customer) return { result: refused ?? unknown() }
    const last = facts.peek(lastErasures, customer.id)
    if (last?.kind === 'erasure' && stateOfApproval(last, posting.now) === 'waiting') {
      return { result: { waiting: last, isNew: false, customer } }
    }
    if (!input.actor.isPerson) {
      return { result: refusal('person-needed', 'A person has to ask for it.') }
    }
    const approval = newApproval(input, customer, posting.nextId(), posting.now)
    return {
      result: { waiting: approval, isNew: true, customer },
      changes: [
        put(approvalRequests, approval.requestKey, approval),
        put(lastErasures, customer.id, approval),
      ],
    }
  },
}

function newApproval(
  { reason, requestHash, actor }: AskInput,
  customer: Customer,
  id: number,
  now: number,
): ErasureApproval {
  return {
    id,
    customerId: customer.id,
    kind: 'erasure',
    // One that was refused or not decided in time can be asked for again.
    requestKey: `erasure ${id}`,
    requestHash,
    request: { reason },
    note: null,
    exceeds: null,
    requestedBy: { key: actor.key, label: actor.label },
    requesterSince: actor.since,
    requestedAt: now,
    expiresAt: approvalEnd(now),
    decision: null,
  }
}

export interface ApproveErasureInput extends DecideInput {
  readonly chance: Buffer
}

export type ApproveErasureResult =
  | (Decided & {
      /** null: it was done before. */
      readonly erasure: Erasure | null
    })
  | Refusal<ApprovalReason>

/** Erases the person, as they are now. What was noted with the decision is not kept: it could name them. */
export const approveErasure: Command<ApproveErasureInput, ApproveErasureResult> = {
  name: 'approve erasure',
  ...ofApproval,
  loads: ({ approvalId }) => [load(approvals, approvalId)],
  loadsAfter: loadsToErase,
  decide(facts, input, posting) {
    const open = openApproval(facts, input, posting, true)
    if (open.kind === 'decided') return { result: { ...open, erasure: null } }
    if (open.kind !== 'open') return { result: open }
    // As the person is now: what there is of them may have changed since it was asked for.
    const erasing = { confirm: null, chance: input.chance }
    const {
      result: erasure,
      changes = [],
      ...decision
    } = decideErase(facts, { ...erasing, tenant: input.tenant }, posting)
    if (isRefusal(erasure)) throw new Error(`who can be decided about can be erased: ${erasure.reason}`)
    const decided = { isApproved: true, by: input.by, at: posting.now, note: null, recordId: null }
    const approval = { ...open.approval, decision: decided }
    return {
      ...decision,
      result: { kind: 'decided', approval, customer: erasure.customer, isNew: true, erasure },
      changes: [...changes, put(approvals, approval.id, approval)],
    }
  },
}

function unknown(): never {
  throw new Error('unreachable: the customer was checked above')
}
