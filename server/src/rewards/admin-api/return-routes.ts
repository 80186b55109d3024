import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { localized } from '../../contract/locale.ts'
import { type Problem, problem } from '../../contract/problem.ts'
import { isRefusal, type Refusal } from '../../contract/refusal.ts'
import { presentAmount, presentEffect } from '../../customers/admin-api/effect.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import { instantToText } from '../../platform/clock.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { type ReturnInput, returnReward } from '../commands/redemptions.ts'
import type { RewardReason } from '../rules/reasons.ts'
import { findRedemptionById } from '../store/redemptions.ts'
import { previewReturn, returnRedemption } from './return-schema.ts'

/** Giving back what was redeemed, when a customer asks for it. */
export function returnAdminRoutes(api: AdminApi, cells: Cells): void {
  /** The key of a redemption never changes, so it can be looked up before. */
  const inputOf = async (tenant: Tenant, id: number): Promise<ReturnInput | Problem> => {
    const found = await cells.of(tenant).read([tenant.id], (tx) => findRedemptionById(tx, tenant.id, id))
    return found ? { tenant, originalKey: found.originalKey } : NOT_FOUND
  }

  api.command(returnRedemption, {
    command: returnReward,
    input: ({ tenant, params: { id } }) => inputOf(tenant, id),
    written(result, { body: { note }, now }, effect) {
      if (isRefusal(result)) return problemOfRefusal(result)
      const { id, originalKey: key, customerId, returnedAt } = result.redemption
      const target = { kind: 'redemption', id }
      const at = instantToText(returnedAt ?? now)
      return {
        answer: { id, key, returnedAt: at, effect: presentEffect(effect, 'done') },
        noted: { customerId, target, note },
        audit: {
          target: { kind: 'redemption', id: String(id), label: key },
          before: { returnedAt: null, balance: presentAmount(effect.before.account.balance) },
          after: { returnedAt: at, balance: presentAmount(effect.after.account.balance) },
        },
      }
    },
  })

  api.tryOut(previewReturn, {
    command: returnReward,
    input: ({ tenant, params: { id } }) => inputOf(tenant, id),
    shown: (result, _call, effect) =>
      isRefusal(result) ? problemOfRefusal(result) : presentEffect(effect, 'tried'),
  })
}

function problemOfRefusal({ reason }: Refusal<RewardReason>): Problem {
  if (reason === 'coupon-used') return COUPON_USED
  return reason === 'redemption-returned' ? RETURNED : NOT_FOUND
}

const COUPON_USED = problem(
  'conflict',
  localized(
    'An order has used the coupon of this redemption: cancel the order first.',
    'Um pedido usou o cupom deste resgate: cancele o pedido primeiro.',
    'Un pedido usó el cupón de este canje: cancela el pedido primero.',
  ),
)

const RETURNED = problem(
  'conflict',
  localized(
    'This redemption was given back already.',
    'Este resgate já foi devolvido.',
    'Este canje ya fue devuelto.',
  ),
)
