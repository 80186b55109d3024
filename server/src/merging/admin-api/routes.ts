import { randomUUID } from 'node:crypto'
import { type Amount, NOTHING } from '../../accounts/account.ts'
import type { Customer, Profile } from '../../accounts/customer.ts'
import { KEY_MISSING, NOT_FOUND } from '../../contract/admin-api/texts.ts'
import type { Problem } from '../../contract/problem.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { presentAmount } from '../../customers/admin-api/effect.ts'
import { presentItem, seesPersons } from '../../customers/admin-api/present.ts'
import { actorKey, type Caller, namedActor } from '../../people/actor.ts'
import type { AdminApi, Call, Commanded } from '../../people/admin-api/api.ts'
import { presentWaiting } from '../../people/admin-api/present-approval.ts'
import { type Instant, instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import { needsTwoToMerge } from '../../tenancy/settings.ts'
import type { Tiers } from '../../tiers/tier.ts'
import { type Asked, mergeOrAsk } from '../ask.ts'
import { certificateOf } from '../certificate.ts'
import type { Merged } from '../commands.ts'
import { type Preview, tryMerge } from '../preview.ts'
import { requestHashOf } from '../request-hash.ts'
import type { MergeReason } from '../rules.ts'
import type { Side } from '../store/sides.ts'
import { NO_UNDO, OBSTACLE_WORDS, type Obstacle } from '../texts.ts'
import { type MergeAnswer, type MergePreview, type MergeSide, mergeCustomer, previewMerge } from './schema.ts'
import { MERGE_PROBLEMS, NO_TARGET, SAME_CUSTOMER } from './texts.ts'

/** One account of two. What needs a second person is decided in `management/approvals`. */
export function mergingAdminRoutes(api: AdminApi): void {
  api.tryOut(previewMerge, {
    command: tryMerge,
    async input({ tenant, params: { id }, query: { into } }) {
      // Another key each time: what was done with a key is not tried out again.
      const mergeKey = `preview ${randomUUID()}`
      const requestHash = requestHashOf(String(id), String(into))
      return { tenant, from: { id }, into: { id: into }, mergeKey, requestHash }
    },
    shown: presentPreview,
  })

  api.command(mergeCustomer, {
    command: mergeOrAsk,
    async input({ tenant, params: { id }, body: { into, note }, caller, repeat }) {
      if (!repeat) return KEY_MISSING
      return {
        tenant,
        from: { id },
        into: { id: into },
        mergeKey: `${actorKey(caller.actor)} ${repeat.key}`,
        requestHash: repeat.requestHash,
        note: note?.trim() || null,
        actor: {
          ...namedActor(caller),
          since: caller.memberSince ?? null,
          isPerson: caller.actor.kind === 'person',
        },
      }
    },
    written(result, { body, now }) {
      if (isRefusal(result)) return MERGE_PROBLEMS[result.reason]
      return 'waiting' in result ? asked(result, now) : merged(result, body.note?.trim() || null)
    },
  })
}

function merged(result: Merged, note: string | null): Commanded<typeof mergeCustomer> {
  const { customer, isNew } = result
  const noted = { customerId: customer.id, target: { kind: 'customer', id: customer.id } }
  return {
    answer: presentMerged(result),
    audit: isNew ? certificateOf(result) : null,
    ...(isNew && note !== null ? { noted: { ...noted, note } } : {}),
  }
}

/** It waits for another person's approval. */
function asked({ waiting, isNew, customer }: Asked, now: Instant): Commanded<typeof mergeCustomer> {
  return {
    answer: { approval: presentWaiting(waiting, now) },
    status: 202,
    audit: isNew
      ? {
          action: 'approval.request',
          target: { kind: 'customer', id: String(customer.id), label: customer.publicId },
          before: null,
          after: { approval: waiting.id, merged: waiting.request.fromId },
        }
      : null,
  }
}

function presentMerged({ customer, fromId, mergedAt, effect, account }: Merged): MergeAnswer {
  const { balance, pending, owed, orders, redemptions, coupons } = effect
  return {
    customerId: customer.id,
    publicId: customer.publicId,
    mergedId: fromId,
    mergedAt: instantToText(mergedAt),
    moved: {
      balance: presentAmount(balance),
      waiting: presentAmount(pending),
      owed: presentAmount(owed),
      orders,
      redemptions,
      coupons,
    },
    balance: presentAmount(account.balance),
  }
}

function presentPreview(
  { from, into, tiers, outcome }: Preview,
  { params, query, tenant, caller, locale }: Call<typeof previewMerge>,
): MergePreview | Problem {
  if (!from) return NOT_FOUND
  if (params.id === query.into) return SAME_CUSTOMER
  if (!into) return NO_TARGET
  const obstacle = isRefusal(outcome) ? obstacleOf(outcome.reason, from, into) : null
  const after = isRefusal(outcome) ? null : outcome
  return {
    from: presentSide(from, tiers, caller),
    into: presentSide(into, tiers, caller),
    after: after && presentSide(sideAfter(after, from, into), tiers, caller),
    takenOver: after ? takenOver(into.stored.customer, after.customer) : [],
    canMerge: after !== null,
    obstacle: obstacle && { reason: obstacle, sentence: OBSTACLE_WORDS[obstacle][locale] },
    warning: NO_UNDO[locale],
    needsApproval: needsTwoToMerge(tenant),
  }
}

/** Which of these it is that two customers, who are there, can't be merged. */
function obstacleOf(reason: MergeReason, from: Side, into: Side): Obstacle {
  if (reason === 'reserved') return 'reserved'
  if (reason === 'approval-waiting') return 'approvalWaiting'
  if (from.stored.customer.mergedInto !== null) return 'customerMerged'
  if (into.stored.customer.mergedInto !== null) return 'targetMerged'
  if (from.stored.customer.erasedAt !== null) return 'customerErased'
  if (into.stored.customer.erasedAt !== null) return 'targetErased'
  throw new Error(`two customers who are there can't be merged: ${reason}`)
}

/** The one who stays, with what both had. What is still owed is the balance that is left below zero. */
function sideAfter({ customer, account }: Merged, from: Side, into: Side): Side {
  const { points, cashback } = account.balance
  return {
    stored: { customer, account },
    pending: plus(from.pending, into.pending),
    owed: {
      points: points < NOTHING.points ? -points : NOTHING.points,
      cashback: cashback < NOTHING.cashback ? -cashback : NOTHING.cashback,
    },
    redemptions: from.redemptions + into.redemptions,
    coupons: from.coupons + into.coupons,
  }
}

function plus(a: Amount, b: Amount): Amount {
  return { points: a.points + b.points, cashback: a.cashback + b.cashback }
}

function presentSide(side: Side, tiers: Tiers, caller: Caller): MergeSide {
  const { birthday } = side.stored.customer.profile
  return {
    ...presentItem(side.stored, tiers, caller),
    birthday: seesPersons(caller) ? instantToTextOrNull(birthday) : null,
    waiting: presentAmount(side.pending),
    owed: presentAmount(side.owed),
    redemptions: side.redemptions,
    coupons: side.coupons,
  }
}

const MEMBERS = [
  'name',
  'email',
  'phone',
  'document',
  'birthday',
  'signupAt',
] as const satisfies readonly (keyof Profile)[]

function takenOver(before: Customer, after: Customer): MergePreview['takenOver'] {
  return MEMBERS.filter((member) => before.profile[member] === null && after.profile[member] !== null)
}
