import { isProblem, type Problem } from '../../contract/admin-api/problem.ts'
import { KEY_MISSING } from '../../contract/admin-api/texts.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { presentAmount, presentEffect, presentEnd, presentUses } from '../../customers/admin-api/effect.ts'
import { shortText } from '../../earning/explanation.ts'
import { actorKey, type Caller } from '../../people/actor.ts'
import type { AccountEffect, AdminApi, Call, Commanded } from '../../people/admin-api/api.ts'
import { type ApprovalAnswer, rejectApproval } from '../../people/admin-api/approvals-schema.ts'
import { presentApproval, presentNamed } from '../../people/admin-api/present-approval.ts'
import type { NamedActor } from '../../people/approval.ts'
import type { AuditFacts } from '../../people/audit.ts'
import { type AdjustInput, type AdjustResult, adjustBalance } from '../commands/adjust.ts'
import {
  approveAdjustment,
  type DecideInput,
  type DecideResult,
  rejectAdjustment,
} from '../commands/approve.ts'
import { readAdjustment } from './read.ts'
import { adjustCustomer, approveApproval, previewAdjustment, previewApproval } from './schema.ts'
import { problemOfRefusal } from './texts.ts'

/** What a merchant's people give and take by hand, and what of it a second person has to agree to. */
export function adjustmentAdminRoutes(api: AdminApi): void {
  api.command(adjustCustomer, {
    command: adjustBalance,
    keepsKey: true,
    async input(call) {
      const { repeat, caller } = call
      if (!repeat) return KEY_MISSING
      const request = { key: `${actorKey(caller.actor)} ${repeat.key}`, hash: repeat.requestHash }
      return inputOf(call, request)
    },
    written: adjusted,
  })

  api.tryOut(previewAdjustment, {
    command: adjustBalance,
    input: async (call) => inputOf(call, null),
    shown(result, _call, effect) {
      if (isRefusal(result)) return problemOfRefusal(result)
      return {
        ...presentEffect(effect, 'tried'),
        exceeds: result.kind === 'tried' ? result.exceeds : null,
      }
    },
  })

  api.command(approveApproval, {
    command: approveAdjustment,
    keepsKey: true,
    input: async (call) => decisionOf(call, call.body.note ?? null),
    written: decided,
  })

  api.tryOut(previewApproval, {
    command: approveAdjustment,
    input: async (call) => decisionOf(call, null),
    shown: (result, _call, effect) =>
      isRefusal(result) ? problemOfRefusal(result) : presentEffect(effect, 'tried'),
  })

  api.command(rejectApproval, {
    command: rejectAdjustment,
    keepsKey: true,
    input: async (call) => decisionOf(call, call.body.note ?? null),
    written: decided,
  })
}

function named({ actor }: Caller): NamedActor {
  return { key: actorKey(actor), label: actor.label.slice(0, 250) }
}

function inputOf(
  {
    tenant,
    params: { id },
    body,
    caller,
  }: Pick<Call<typeof previewAdjustment>, 'tenant' | 'params' | 'body' | 'caller'>,
  request: AdjustInput['request'],
): AdjustInput | Problem {
  const adjustment = readAdjustment(body)
  if (isProblem(adjustment)) return adjustment
  const actor = { ...named(caller), isPerson: caller.actor.kind === 'person' }
  return { tenant, customerId: id, adjustment, actor, request }
}

function adjusted(
  result: AdjustResult,
  { now, body }: Call<typeof adjustCustomer>,
  { before, after }: AccountEffect,
): Commanded<typeof adjustCustomer> | Problem {
  if (isRefusal(result)) return problemOfRefusal(result)
  if (result.kind === 'tried') throw new Error('an adjustment with a key is not only tried out')
  const { isNew, customer } = result
  const headers: Record<string, string> = isNew ? {} : { 'idempotent-replayed': 'true' }
  const target = { kind: 'customer', id: String(customer.id), label: customer.publicId }
  const { reason } = body
  if (result.kind === 'waiting') {
    const { approval } = result
    const { unit, quantity } = approval.request
    const asked = { approval: approval.id, [unit]: quantity, reason, exceeds: approval.exceeds }
    return {
      answer: { approval: presentNamed(approval, now) },
      status: 202,
      headers,
      audit: isNew ? { action: 'approval.request', target, before: null, after: asked } : null,
    }
  }
  const { made, account } = result
  const { recordId, recorded, used, expiresAt } = made
  const balance = presentAmount(account.balance)
  return {
    answer: {
      recordId,
      ...presentAmount(recorded),
      expiresAt: presentEnd(expiresAt),
      balance,
      lots: presentUses(used, new Map(used.map((use) => [use.lotId, use]))),
    },
    headers,
    audit: isNew
      ? {
          target,
          before: { balance: presentAmount(before.account.balance) },
          after: {
            balance: presentAmount(after.account.balance),
            recordId,
            [made.unit]: shortText(recorded[made.unit]),
            reason,
          },
        }
      : null,
  }
}

function decisionOf(
  { tenant, params: { id }, caller }: Pick<Call<typeof previewApproval>, 'tenant' | 'params' | 'caller'>,
  note: string | null,
): DecideInput {
  return { tenant, approvalId: id, by: named(caller), note }
}

/** The note of a decision stays with the approval: it is about a customer. */
function decided(
  result: DecideResult,
  { caller, now }: Pick<Call<typeof approveApproval>, 'caller' | 'now'>,
  { before, after }: AccountEffect,
): { readonly answer: ApprovalAnswer; readonly audit: AuditFacts | null } | Problem {
  if (isRefusal(result)) return problemOfRefusal(result)
  const { approval, customer, isNew } = result
  const { unit, quantity, reason } = approval.request
  const { publicId } = customer
  const recordId = approval.decision?.recordId ?? null
  const balances =
    recordId === null
      ? { before: null, after: {} }
      : {
          before: { balance: presentAmount(before.account.balance) },
          after: { balance: presentAmount(after.account.balance), recordId },
        }
  return {
    answer: presentApproval(approval, { publicId, reader: actorKey(caller.actor), now }),
    audit: isNew
      ? {
          target: { kind: 'customer', id: String(customer.id), label: publicId },
          before: balances.before,
          after: { ...balances.after, approval: approval.id, [unit]: quantity, reason },
        }
      : null,
  }
}
