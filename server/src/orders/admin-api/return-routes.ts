import { randomUUID } from 'node:crypto'
import { KEY_MISSING, KEY_OF_OTHER_REQUEST, NOT_FOUND } from '../../contract/admin-api/texts.ts'
import type { FieldProblem } from '../../contract/field-problem.ts'
import { type LocalizedText, localized } from '../../contract/locale.ts'
import { invalid, isProblem, type Problem, problem } from '../../contract/problem.ts'
import { isRefusal, type Refusal } from '../../contract/refusal.ts'
import { presentAmount, presentEffect } from '../../customers/admin-api/effect.ts'
import { shortText } from '../../earning/explanation.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import { instantToText } from '../../platform/clock.ts'
import { decimalFromText, ZERO } from '../../platform/decimal.ts'
import type { Cells } from '../../tenancy/cells.ts'
import * as commands from '../commands.ts'
import type { SentReturn } from '../order-return.ts'
import type { OrderReason } from '../rules/reasons.ts'
import type { ReturnPartInput } from '../rules/return-part.ts'
import { findOrderById } from '../store.ts'
import { previewReturnPart, returnOrderPart } from './return-schema.ts'

type Asked = Pick<Call<typeof previewReturnPart>, 'tenant' | 'params' | 'body'>

/** Returning a part of an order, when a customer brings something back. */
export function returnPartAdminRoutes(api: AdminApi, cells: Cells): void {
  /** The id of an order in the merchant's store never changes, so it can be looked up before. */
  const inputOf = async (
    { tenant, params: { customer, id }, body }: Asked,
    cancelKey: string,
  ): Promise<ReturnPartInput | Problem> => {
    const sent = readReturn(body, cancelKey)
    if (isProblem(sent)) return sent
    const found = await cells
      .of(tenant)
      .read([tenant.id], (tx) => findOrderById(tx, tenant.id, { customerId: customer, id }))
    return found ? { tenant, originalId: found.originalId, sent } : NOT_FOUND
  }

  api.command(returnOrderPart, {
    command: commands.returnOrderPart,
    // The key stays with the return, so that the same request does nothing twice even when its answer is kept no more.
    input: async (call) => (call.repeat ? inputOf(call, `panel-${call.repeat.key}`) : KEY_MISSING),
    written(result, { params: { id }, body: { note } }, effect) {
      if (isRefusal(result)) return problemOfRefusal(result)
      const { made, isAgain, originalId } = result
      const { sent, remaining, writtenOff, at } = made
      const { customer } = effect.after
      const answer = {
        orderId: id,
        key: sent.cancelKey,
        at: instantToText(at),
        value: shortText(sent.value),
        remaining: shortText(remaining),
        writtenOff: presentAmount(writtenOff),
        effect: presentEffect(effect, 'done'),
      }
      if (isAgain || !customer) return { answer, audit: null }
      return {
        answer,
        noted: { customerId: customer.id, target: { kind: 'order', id }, note },
        audit: {
          target: { kind: 'order', id: String(id), label: originalId },
          before: {
            remaining: shortText(remaining + sent.value),
            balance: presentAmount(effect.before.account.balance),
          },
          after: {
            remaining: shortText(remaining),
            balance: presentAmount(effect.after.account.balance),
            returned: shortText(sent.value),
            ...(sent.lines
              ? {
                  products: sent.lines.map(({ productId, value }) => ({
                    originalId: productId,
                    value: shortText(value),
                  })),
                }
              : {}),
          },
        },
      }
    },
  })

  api.tryOut(previewReturnPart, {
    command: commands.returnOrderPart,
    input: (call) => inputOf(call, randomUUID()),
    shown: (result, _call, effect) =>
      isRefusal(result) ? problemOfRefusal(result) : presentEffect(effect, 'tried'),
  })
}

/** The return that a body asks for, or all that is wrong with it. */
function readReturn(
  { value = null, products = null, refundsRedeem = null }: Asked['body'],
  cancelKey: string,
): SentReturn | Problem {
  if ((value === null) === (products === null)) return invalid([{ pointer: '', message: EITHER }])
  const lines = products?.map((one) => ({ productId: one.originalId, value: decimalFromText(one.value) }))
  const problems: FieldProblem[] = (lines ?? []).flatMap((line, index) =>
    line.value > ZERO ? [] : [{ pointer: `/products/${index}/value`, message: ABOVE_ZERO }],
  )
  const whole = lines ? lines.reduce((sum, line) => sum + line.value, ZERO) : decimalFromText(value ?? '0')
  if (!lines && whole <= ZERO) problems.push({ pointer: '/value', message: ABOVE_ZERO })
  if (problems.length > 0) return invalid(problems)
  return { cancelKey, value: whole, lines: lines ?? null, refundsRedeem }
}

function problemOfRefusal({ reason, field }: Refusal<OrderReason>): Problem {
  switch (reason) {
    case 'order-is-cancelled':
      return CANCELLED
    case 'return-key-used':
      return KEY_OF_OTHER_REQUEST
    case 'return-too-large':
      return invalid([{ pointer: '/value', message: TOO_LARGE }])
    case 'return-lines-wrong': {
      const [, index = '0', member] = /^Products\[(\d+)\]\.(\w+)$/.exec(field ?? '') ?? []
      return member === 'OriginalId'
        ? invalid([{ pointer: `/products/${index}/originalId`, message: NO_LINE }])
        : invalid([{ pointer: `/products/${index}/value`, message: LINE_TOO_LARGE }])
    }
    default:
      return NOT_FOUND
  }
}

const EITHER: LocalizedText = localized(
  'Send either value or products, not both and not none.',
  'Envie ou value ou products: um dos dois, e só um.',
  'Envíe value o products: uno de los dos, y solo uno.',
)
const ABOVE_ZERO: LocalizedText = localized(
  'Enter an amount above 0.',
  'Informe um valor acima de 0.',
  'Ingrese un valor mayor que 0.',
)
const TOO_LARGE: LocalizedText = localized(
  'This is more than what is left of the order: enter less.',
  'Isto é mais do que resta do pedido: informe menos.',
  'Esto es más de lo que queda del pedido: ingrese menos.',
)
const LINE_TOO_LARGE: LocalizedText = localized(
  'This is more than what is left of this product: enter less.',
  'Isto é mais do que resta deste produto: informe menos.',
  'Esto es más de lo que queda de este producto: ingrese menos.',
)
const NO_LINE: LocalizedText = localized(
  'The order has no product with this id.',
  'O pedido não tem produto com este id.',
  'El pedido no tiene ningún producto con este id.',
)
const CANCELLED = problem(
  'conflict',
  localized(
    'This order is cancelled: nothing is left to return.',
    'Este pedido está cancelado: não resta nada a devolver.',
    'Este pedido está cancelado: no queda nada por devolver.',
  ),
)
