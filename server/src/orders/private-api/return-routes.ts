import { Type } from 'typebox'
import {
  type Outcome,
  ProductEnvelope,
  productEnvelope,
  productFailure,
  ResultEnvelope,
  resultEnvelope,
  resultFailure,
  SEVERITY,
} from '../../contract/private-api/envelopes.ts'
import { type ApiRefusal, inApiTerms } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isStorable } from '../../contract/schema.ts'
import { unlessDataRefused } from '../../platform/postgres/failures.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { type ReturnPartResult, returnOrderPart } from '../commands.ts'
import { ORDER_STATE } from '../order.ts'
import { ORDER_ERRORS } from './errors.ts'
import { toReturnResult } from './present-return.ts'
import { readReturn } from './read-return.ts'
import { ReturnBody, ReturnResult } from './return-schema.ts'
import type { OrderRoutesOptions } from './routes.ts'

/** The business codes of a return at the point of sale. */
const RETURN_OUTCOME = {
  notFound: { code: '01', name: 'OrderNotFound', severity: SEVERITY.error },
  invalid: { code: '02', name: 'ReturnInvalid', severity: SEVERITY.error },
  keyConflict: { code: '03', name: 'CancelKeyConflict', severity: SEVERITY.error },
  failed: { code: '04', name: 'ReturnFailed', severity: SEVERITY.error },
  again: { code: '05', name: 'AlreadyReturned', severity: SEVERITY.warning },
  nothingToTakeBack: { code: '06', name: 'NothingToTakeBack', severity: SEVERITY.warning },
  part: { code: '07', name: 'PartReturned', severity: SEVERITY.success },
  whole: { code: '08', name: 'WholeReturned', severity: SEVERITY.success },
} as const satisfies Record<string, Outcome>

const refuseAtPos = (refused: ApiRefusal) => productFailure(outcomeOfRefusal(refused), refused)

const WRONG_TYPE = 'General_FieldCannotBeNullOrBlank'
const returning: Operation = { wrongType: WRONG_TYPE, refuse: resultFailure }
const returningAtPos: Operation = { wrongType: WRONG_TYPE, refuse: refuseAtPos }

const DESCRIPTION =
  'Once for each CancelKey: the same request again is answered as the first time. What the order earned is computed ' +
  'again on what is left of it, with the rules that it earned with, and the difference is taken back. OrderTotal ' +
  'stays as it was sent. When nothing is left the order is cancelled. The returns of a pending order count when it ' +
  'is complete.'

const PARAMS = Type.Object({ orderId: Type.String({ description: 'Order id in the merchant store.' }) })
const RESULT = Type.Unsafe<ReturnResult>(Type.Ref('OrderReturn#'))

export function returnRoutes(api: PrivateApi, { tillOf }: OrderRoutesOptions): void {
  api.addSchema(ReturnResult)
  const answer = (request: ReturnRequest) => returnPart(tillOf, request)

  api.post<{ Params: { orderId: string }; Body: ReturnBody }>(
    '/v1/pvt/Order/:orderId/partialcancel',
    {
      config: { operation: returning },
      schema: {
        operationId: 'returnOrderPart',
        tags: ['POS'],
        summary: 'Return a part of an order',
        description: DESCRIPTION,
        params: PARAMS,
        body: ReturnBody,
        response: { 200: ResultEnvelope(RESULT) },
      },
    },
    async (request) => {
      const returned = await answer(request)
      return isRefusal(returned) ? resultFailure(returned) : resultEnvelope(toReturnResult(returned.made))
    },
  )

  api.post<{ Params: { orderId: string }; Body: ReturnBody }>(
    '/v1/pvt/POS/:orderId/partialcancel',
    {
      config: { operation: returningAtPos },
      schema: {
        operationId: 'returnPosOrderPart',
        tags: ['POS'],
        summary: 'Return a part of an order, with a business code',
        description: `${DESCRIPTION} Code: ${CODES}.`,
        params: PARAMS,
        body: ReturnBody,
        response: { 200: ProductEnvelope(RESULT) },
      },
    },
    async (request) => {
      const returned = await answer(request)
      return isRefusal(returned)
        ? refuseAtPos(returned)
        : productEnvelope(outcomeOf(returned), toReturnResult(returned.made))
    },
  )
}

const CODES = Object.values(RETURN_OUTCOME)
  .map(({ code, name }) => `${code} ${name}`)
  .join(', ')

interface ReturnRequest {
  readonly tenant: Tenant
  readonly params: { readonly orderId: string }
  readonly body: ReturnBody
}

async function returnPart(
  tillOf: OrderRoutesOptions['tillOf'],
  { tenant, params: { orderId: originalId }, body }: ReturnRequest,
) {
  const sent = readReturn(body)
  if (isRefusal(sent)) return sent
  if (!isStorable(originalId)) {
    return refusal('ApiExternalOrder_Order_Not_Found' as const, 'There is no order with this id.', 'orderId')
  }
  const returned = await tillOf(tenant)
    .run(returnOrderPart, { tenant, originalId, sent })
    .catch(unlessDataRefused(refusal('return-not-saved', 'The return could not be saved: send it again.')))
  return inApiTerms(returned, ORDER_ERRORS)
}

function outcomeOf({ made, isAgain }: Exclude<ReturnPartResult, { kind: 'refusal' }>): Outcome {
  if (isAgain) return RETURN_OUTCOME.again
  if (made.state === ORDER_STATE.cancelled) return RETURN_OUTCOME.whole
  const isTaken = made.recordId !== null || made.writtenOff.points > 0n || made.writtenOff.cashback > 0n
  return isTaken ? RETURN_OUTCOME.part : RETURN_OUTCOME.nothingToTakeBack
}

function outcomeOfRefusal({ reason }: ApiRefusal): Outcome {
  switch (reason) {
    case 'ApiExternalOrder_Order_Not_Found':
      return RETURN_OUTCOME.notFound
    case 'ChangePoints_ChangeKeyAlreadyExists':
      return RETURN_OUTCOME.keyConflict
    case 'PdvOrder_CancellationError':
      return RETURN_OUTCOME.failed
    default:
      return RETURN_OUTCOME.invalid
  }
}
