import { KEY_MISSING } from '../../contract/admin-api/texts.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { presentAmount, presentEffect, presentEnd, presentUses } from '../../customers/admin-api/effect.ts'
import { shortText } from '../../earning/explanation.ts'
import { actorKey, answerableKey, namedActor } from '../../people/actor.ts'
import type { AccountEffect, AdminApi, Call, Commanded } from '../../people/admin-api/api.ts'
import { presentWaiting } from '../../people/admin-api/present-approval.ts'
import { type AdjustInput, type AdjustResult, adjustBalance } from '../commands/adjust.ts'
import { readAdjustment } from './read.ts'
import { adjustCustomer, previewAdjustment } from './schema.ts'
import { problemOfRefusal } from './texts.ts'

/** What a merchant's people give and take by hand. What needs a second person is decided in `management/approvals`. */
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
  const actor = {
    ...namedActor(caller),
    key: answerableKey(caller),
    since: caller.memberSince ?? null,
    isPerson: caller.actor.kind === 'person',
  }
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
      answer: { approval: { ...presentWaiting(approval, now), exceeds: approval.exceeds } },
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
