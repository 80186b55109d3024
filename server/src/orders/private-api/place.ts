import { randomUUID } from 'node:crypto'
import type { Command } from '../../accounts/till/command.ts'
import type { Till } from '../../accounts/till/till.ts'
import { type ApiRefusal, inApiTerms } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { isRefusal, type Refusal, refusal } from '../../contract/refusal.ts'
import { unlessDataRefused } from '../../platform/postgres/failures.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { ofItsOwner } from '../place-variants.ts'
import type { PlaceOrderInput } from '../rules/place.ts'
import type { OrderReason } from '../rules/reasons.ts'
import type { SentOrder } from '../sent-order.ts'
import { ORDER_ERRORS } from './errors.ts'
import { readOrder } from './read.ts'
import type { OrderBody } from './schema.ts'

export const PLACING_WRONG_TYPE: Operation['wrongType'] = 'ApiExternalOrder_Cant_Insert_Update'

const unlessRefused = unlessDataRefused(refusal('order-not-saved' as const, 'The order could not be saved.'))

/** How an order is placed and answered: alone, or as one of many. */
export interface Placing<Placed, Answer> {
  readonly command: Command<PlaceOrderInput, Placed | Refusal<OrderReason>>
  readonly refuse: (refused: ApiRefusal) => Answer
  readonly present: (placed: Placed, sent: SentOrder) => Answer
}

/** One order as it was sent, whose body has the form of its schema. */
export async function placeSentOrder<Placed, Answer>(
  { command, refuse, present }: Placing<Placed, Answer>,
  till: Till,
  tenant: Tenant,
  body: OrderBody,
): Promise<Answer> {
  const sent = readOrder(body, tenant.timeZone)
  if (isRefusal(sent)) return refuse(sent)
  const input = { tenant, sent, publicId: randomUUID() }
  let placed = await till.run(command, input).catch(unlessRefused)
  if (sent.customer.isNamedByContact && isRefusal(placed) && placed.reason === 'customer-mismatch') {
    placed = await till.run(ofItsOwner(command), input).catch(unlessRefused)
  }
  const answer = inApiTerms(placed, ORDER_ERRORS)
  return isRefusal(answer) ? refuse(answer as ApiRefusal) : present(answer as Placed, sent)
}
