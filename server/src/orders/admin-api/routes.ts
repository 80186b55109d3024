import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { type LocalizedText, localized } from '../../contract/locale.ts'
import { invalid, type Problem } from '../../contract/problem.ts'
import { isRefusal, type Refusal } from '../../contract/refusal.ts'
import { presentAmount, presentEffect } from '../../customers/admin-api/effect.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import { instantToText } from '../../platform/clock.ts'
import type { Cells } from '../../tenancy/cells.ts'
import * as commands from '../commands.ts'
import type { CancelInput } from '../rules/cancel.ts'
import type { OrderReason } from '../rules/reasons.ts'
import { findOrderById } from '../store.ts'
import { cancelOrder, previewCancel } from './schema.ts'

/** Cancelling an order, when a customer asks for it. */
export function orderAdminRoutes(api: AdminApi, cells: Cells): void {
  /** The id of an order in the merchant's store never changes, so it can be looked up before. */
  const inputOf = async ({
    tenant,
    params: { customer, id },
    body,
    now,
  }: Pick<Call<typeof previewCancel>, 'tenant' | 'params' | 'body' | 'now'>): Promise<
    CancelInput | Problem
  > => {
    const found = await cells
      .of(tenant)
      .read([tenant.id], (tx) => findOrderById(tx, tenant.id, { customerId: customer, id }))
    if (!found) return NOT_FOUND
    const { originalId, placedAt } = found
    // A clock of the store that goes ahead may have placed it a little later than now.
    const cancelledAt = body.date ? Date.parse(body.date) : Math.max(now, placedAt)
    return { tenant, originalId, cancelledAt, status: null }
  }

  api.command(cancelOrder, {
    command: commands.cancelOrder,
    input: inputOf,
    written(result, { body: { note } }, effect) {
      if (isRefusal(result)) return problemOfRefusal(result)
      const { order, customer, isChanged } = result
      const { id, originalId, cancelledAt } = order
      if (cancelledAt === null) throw new Error(`order ${id} was cancelled without a date`)
      const at = instantToText(cancelledAt)
      const answer = { id, originalId, cancelledAt: at, effect: presentEffect(effect, 'done') }
      if (!isChanged) return { answer, audit: null }
      return {
        answer,
        noted: { customerId: customer.id, target: { kind: 'order', id }, note },
        audit: {
          target: { kind: 'order', id: String(id), label: originalId },
          before: { cancelledAt: null, balance: presentAmount(effect.before.account.balance) },
          after: { cancelledAt: at, balance: presentAmount(effect.after.account.balance) },
        },
      }
    },
  })

  api.tryOut(previewCancel, {
    command: commands.cancelOrder,
    input: inputOf,
    shown: (result, _call, effect) =>
      isRefusal(result) ? problemOfRefusal(result) : presentEffect(effect, 'tried'),
  })
}

/** What is wrong with the date; everything else is a thing that is not there. */
function problemOfRefusal({ reason }: Refusal<OrderReason>): Problem {
  const message = DATES[reason]
  return message ? invalid([{ pointer: '/date', message }]) : NOT_FOUND
}

const DATES: Partial<Readonly<Record<OrderReason, LocalizedText>>> = {
  'cancellation-before-placement': localized(
    'This is before the order was placed.',
    'Isto é antes de o pedido ser feito.',
    'Esto es antes de que se hiciera el pedido.',
  ),
  'cancellation-date-ahead': localized(
    'This is more than 24 hours ahead.',
    'Isto está mais de 24 horas à frente.',
    'Esto está más de 24 horas por delante.',
  ),
}
