import { Type } from 'typebox'
import type { Till } from '../../accounts/till/till.ts'
import { ResultEnvelope, resultEnvelope, resultFailure } from '../../contract/private-api/envelopes.ts'
import { type ApiRefusal, inApiTerms } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isStorable } from '../../contract/schema.ts'
import { instantToText, lastSecondBefore } from '../../platform/clock.ts'
import { balanceToNumber, decimalToNumber, moneyToNumber } from '../../platform/decimal.ts'
import { unlessDataRefused } from '../../platform/postgres/failures.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { changeCashback } from '../commands.ts'
import { type HistoryRow, readExpiring, readHistory } from '../store.ts'
import { CASHBACK_ERRORS } from './errors.ts'
import { readChange } from './read.ts'
import { CashbackBody, CustomerPoints } from './schema.ts'

const ITEMS_MAX = 100
const OUT_OF_RANGE = 'Value is out of range: it is worth more points than a balance can hold.'

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

function refuse(refused: ApiRefusal) {
  const Result = refused.reason === 'Customer_NotFound' ? { ...NOBODY, Error: refused.message } : null
  return { ...resultFailure(refused), Result }
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
      if (isRefusal(change)) return refuse(change)
      if (!isStorable(id))
        return refuse(refusal('Customer_NotFound', 'There is no customer with this id.', 'id'))
      const outcome = await tillOf(tenant)
        .run(changeCashback, { tenant, customerKey: id, change })
        .catch(unlessDataRefused(refusal('value-out-of-range', OUT_OF_RANGE, 'Value')))
      const changed = inApiTerms(outcome, CASHBACK_ERRORS)
      if (isRefusal(changed)) return refuse(changed)
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
