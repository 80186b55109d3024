import { Type } from 'typebox'
import type { Till } from '../../accounts/till/till.ts'
import { ResultEnvelope, resultEnvelope, resultFailure } from '../../contract/private-api/envelopes.ts'
import { ERROR, type Refusal, refusal } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { isStorable } from '../../contract/schema.ts'
import { instantToText, lastSecondBefore } from '../../platform/clock.ts'
import { balanceToNumber, decimalToNumber, moneyToNumber } from '../../platform/decimal.ts'
import { isRefusedData } from '../../platform/postgres/failures.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PrivateApi } from '../../tenancy/private-api/door.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { changeCashback } from '../commands.ts'
import { readChange } from '../rules.ts'
import { type HistoryRow, readExpiring, readHistory } from '../store.ts'
import { CashbackBody, CustomerPoints } from './schema.ts'

const ITEMS_MAX = 100

const NOBODY: CustomerPoints = {
  CustomerExists: false,
  InternalId: null,
  PointsBalance: 0,
  PointsToExpire: [],
  CashbackBalance: 0,
  RedeemKey: null,
  PointHistory: [],
  Name: null,
  Error: null,
}

function refuse({ message, code }: Refusal) {
  const Result = code === ERROR.Customer_NotFound ? { ...NOBODY, Error: message } : null
  return { ...resultFailure(message, code), Result }
}

const operation: Operation = { wrongType: 'General_FieldCannotBeNullOrBlank', refuse }

export interface CashbackRoutesOptions {
  readonly cells: Cells
  readonly tillOf: (tenant: Tenant) => Till
}

export function cashbackRoutes(api: PrivateApi, { cells, tillOf }: CashbackRoutesOptions): void {
  api.addSchema(CustomerPoints)

  api.post<{ Params: { id: string }; Body: CashbackBody }>(
    '/v1/pvt/Customer/:id/cashback',
    {
      config: { operation },
      schema: {
        operationId: 'changeCashback',
        tags: ['Checkout'],
        summary: "Change a customer's cashback balance",
        description:
          'Adds or removes cashback, once for each ChangeKey. A refused change leaves its key unused.',
        params: Type.Object({ id: Type.String({ description: "The customer's id in the merchant store." }) }),
        body: CashbackBody,
        response: { 200: ResultEnvelope(Type.Unsafe<CustomerPoints>(Type.Ref('CustomerPoints#'))) },
      },
    },
    async (request) => {
      const { tenant } = request
      const { id } = request.params
      const change = readChange(request.body)
      if ('code' in change) return refuse(change)
      if (!isStorable(id))
        return refuse(refusal('Customer_NotFound', 'There is no customer with this id.', 'id'))
      const changed = await tillOf(tenant)
        .run(changeCashback, { tenant, customerId: id, change })
        .catch(refusalOfData)
      if ('code' in changed) return refuse(changed)
      const { customer, account } = changed
      const [history, expiring] = await cells
        .of(tenant)
        .read([tenant.id], (tx) =>
          Promise.all([
            readHistory(tx, tenant.id, customer.id, ITEMS_MAX),
            readExpiring(tx, tenant.id, customer.id, ITEMS_MAX),
          ]),
        )
      return resultEnvelope({
        CustomerExists: true,
        InternalId: String(customer.id),
        PointsBalance: decimalToNumber(account.balance.points),
        PointsToExpire: expiring.map(({ points, when }) => ({
          Points: decimalToNumber(points),
          When: instantToText(lastSecondBefore(when.getTime())),
        })),
        CashbackBalance: balanceToNumber(account.balance.cashback),
        RedeemKey: null,
        PointHistory: history.map(toHistoryItem),
        Name: customer.profile.name,
        Error: null,
      })
    },
  )
}

/** A value that is worth more points than an account can hold is out of range; all else is a fault. */
function refusalOfData(error: unknown): Refusal {
  if (isRefusedData(error)) {
    const message = 'Value is out of range: it is worth more points than a balance can hold.'
    return refusal('Genaral_LengthLimitExceeded', message, 'Value')
  }
  throw error
}

function toHistoryItem(row: HistoryRow): CustomerPoints['PointHistory'][number] {
  return {
    Id: row.id,
    DateReceived: row.recorded_at.toISOString(),
    ExpirationDate: row.expires_at && instantToText(lastSecondBefore(row.expires_at.getTime())),
    Amount: decimalToNumber(row.points),
    CashbackAmount: moneyToNumber(row.cashback),
    BranchId: row.branch?.[0] ?? null,
    BranchName: row.branch?.[1] ?? null,
  }
}
