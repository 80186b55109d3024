import type { CustomerId, RecordId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'

/** Which limit is exceeded: that of one change, of one customer's, or of all of a day. */
export type Exceeds = 'change' | 'customer' | 'day'

/** Who asked or decided, as they are kept for good. */
export interface NamedActor {
  /** As `person:7`. */
  readonly key: string
  readonly label: string
}

/** What was asked for, as it is kept. */
export interface RequestedAdjustment {
  readonly unit: 'points' | 'cashback'
  /** As a decimal; below zero: it takes. */
  readonly quantity: string
  readonly reason: string
  /** By its id in the merchant's store. */
  readonly orderId: string | null
  readonly validityDays: number | null
}

/** That a person is erased; `reason` is a word of ours. */
export interface RequestedErasure {
  readonly reason: string
}

/** That another customer is merged into the one whom the approval is about. */
export interface RequestedMerge {
  /** The number of the customer whose account ends. */
  readonly fromId: CustomerId
}

/** That an import is applied, or undone: by the plan that its dry run made. Another plan needs another approval. */
export interface RequestedImport {
  readonly importId: number
  readonly fileName: string
  /** In hexadecimal. */
  readonly planHash: string
  /** All points of its lines without their signs, as a decimal. */
  readonly points: string
  readonly lines: number
}

interface Asked {
  readonly id: number
  readonly requestKey: string
  readonly requestHash: Buffer
  /** null: its customer was erased, or is to be. */
  readonly note: string | null
  readonly requestedBy: NamedActor
  /** Since when who asks has had their role, if another member gave it to them; else null. */
  readonly requesterSince: Instant | null
  readonly requestedAt: Instant
  readonly expiresAt: Instant
  /** null: not decided yet. */
  readonly decision: Decision | null
}

interface AskedOfCustomer extends Asked {
  readonly customerId: CustomerId
}

export interface AdjustmentApproval extends AskedOfCustomer {
  readonly kind: 'adjustment'
  readonly request: RequestedAdjustment
  readonly exceeds: Exceeds
}

export interface ErasureApproval extends AskedOfCustomer {
  readonly kind: 'erasure'
  readonly request: RequestedErasure
  /** It needs a second person however little there is to erase. */
  readonly exceeds: null
}

export interface MergeApproval extends AskedOfCustomer {
  readonly kind: 'merge'
  readonly request: RequestedMerge
  /** It needs a second person however little the two have. */
  readonly exceeds: null
}

/** About a customer, with whose account it changes. */
export type CustomerApproval = AdjustmentApproval | ErasureApproval | MergeApproval

/** About no customer: it is decided in a transaction of its own, in which the job starts. */
export interface ImportApproval extends Asked {
  readonly kind: 'import' | 'undo'
  readonly customerId: null
  readonly request: RequestedImport
  readonly exceeds: null
}

/** Something that waits for a second person, or has met one. */
export type Approval = CustomerApproval | ImportApproval

export function isOfCustomer(approval: Approval): approval is CustomerApproval {
  return approval.customerId !== null
}

export interface Decision {
  readonly isApproved: boolean
  readonly by: NamedActor
  readonly at: Instant
  readonly note: string | null
  /** null: nothing was done. */
  readonly recordId: RecordId | null
}

/** Why a person can't decide. */
export type ApprovalReason =
  | 'approval-unknown'
  | 'approval-own'
  | 'approval-too-new'
  | 'approval-decided'
  | 'approval-expired'

const NEW_MS = 24 * 3_600_000

/**
 * Whether a member whom another member let in is too new to be one of two people. Without it an owner could invite a
 * second account of their own and approve with it at once; a day gives the others time to see it.
 */
export function isTooNew(since: Instant | null, now: Instant): boolean {
  return since !== null && now < since + NEW_MS
}

const LIFE_MS = 7 * 86_400_000

/** Until when a request that was made at this moment can be decided. */
export function approvalEnd(requestedAt: Instant): Instant {
  return requestedAt + LIFE_MS
}

export type ApprovalState = 'waiting' | 'approved' | 'rejected' | 'expired'

export function stateOfApproval(
  { decision, expiresAt }: Pick<Approval, 'decision' | 'expiresAt'>,
  now: Instant,
): ApprovalState {
  if (decision) return decision.isApproved ? 'approved' : 'rejected'
  return expiresAt <= now ? 'expired' : 'waiting'
}
