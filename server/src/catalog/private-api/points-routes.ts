import { type Static, Type } from 'typebox'
import { keyText } from '../../accounts/till/collection.ts'
import { PointsEnvelope, pointsEnvelope, pointsFailure } from '../../contract/private-api/envelopes.ts'
import { type ApiRefusal, type ErrorName, wrongField } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { Amount, isBlank, Needed, Sent, Text } from '../../contract/schema.ts'
import { evaluateProductPoints, type PricedProduct } from '../../earning/evaluate-products.ts'
import { findCurrentProgram } from '../../earning/store.ts'
import { decimalFromNumber, decimalToNumber, moneyToNumber, ZERO } from '../../platform/decimal.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Tenant, TenantClock } from '../../tenancy/tenant.ts'
import { catalogPlaces } from '../collections.ts'

const ITEMS_MAX = 250

const QueryItems = Type.Array(
  Type.Object({
    Id: Needed(Text('Id of the product in the merchant store.')),
    Price: Needed(Amount('Its price.')),
    PriceCurrency: Sent(Text("Currency of the price; the program's own when missing.")),
    Name: Sent(Text('Its name.')),
  }),
  {
    maxItems: ITEMS_MAX,
    examples: [[{ Id: 'espresso', Price: 8.5, PriceCurrency: 'BRL', Name: 'Espresso' }]],
  },
)
type QueryItems = Static<typeof QueryItems>

const ProductPointsResult = Type.Object(
  {
    Id: Type.String({ description: 'Id of the product, as it was sent.' }),
    Points: Type.Number({ description: 'Points that it would earn.' }),
    Cashback: Type.Number({ description: 'The same in money; 0 with cashback off.' }),
  },
  { $id: 'ProductPoints', description: 'What a product would earn.' },
)
type ProductPointsResult = Static<typeof ProductPointsResult>

const operation: Operation = { wrongType: 'General_FieldCannotBeNullOrBlank', refuse: pointsFailure }

export function productPointsRoutes(
  api: PrivateApi,
  { cells, clock }: { cells: Cells; clock: TenantClock },
): void {
  api.addSchema(ProductPointsResult)

  api.post<{ Body: QueryItems }>(
    '/v1/pvt/Product/points',
    {
      config: { operation, scope: 'read' },
      schema: {
        operationId: 'productPoints',
        tags: ['POS'],
        summary: 'Points that products would earn',
        description:
          'What each product would earn a customer of the base tier who buys it now; nothing is recorded.',
        body: QueryItems,
        response: { 200: PointsEnvelope(Type.Unsafe<ProductPointsResult>(Type.Ref('ProductPoints#'))) },
      },
    },
    async (request) => {
      const { tenant } = request
      const items = readItems(request.body, tenant)
      if (isRefusal(items)) return pointsFailure(items)
      const points = await pointsOf(cells, tenant, items, clock(tenant))
      if ('refused' in points) {
        const message = 'The program has no active purchase rule.'
        return pointsFailure(refusal('PublicApiProductService_ObjectiveDisabled', message))
      }
      return pointsEnvelope(
        points.map(({ originalId, points, cashback }) => ({
          Id: originalId,
          Points: decimalToNumber(points),
          Cashback: moneyToNumber(cashback),
        })),
      )
    },
  )
}

function readItems(body: QueryItems, tenant: Tenant): PricedProduct[] | ApiRefusal {
  const items: PricedProduct[] = []
  for (const [index, { Id, Price, PriceCurrency }] of body.entries()) {
    const problem = (error: ErrorName, name: string, text: string): ApiRefusal =>
      wrongField(error, `[${index}].${name}`, text)
    if (isBlank(Id)) return problem('General_FieldCannotBeNullOrBlank', 'Id', 'is missing or blank.')
    const price = typeof Price === 'number' ? decimalFromNumber(Price) : null
    if (price === null) return problem('General_FieldCannotBeNullOrBlank', 'Price', 'is missing.')
    if (price < ZERO) return problem('General_BiggerThanZero', 'Price', 'is below 0.')
    if (!isBlank(PriceCurrency) && PriceCurrency.toUpperCase() !== tenant.currency) {
      const text = `must be ${tenant.currency}, the currency of the program.`
      return problem('PublicApiProductService_ErrorCalculatingPoints', 'PriceCurrency', text)
    }
    items.push({ originalId: Id, price, brandId: null, categoryIds: [] })
  }
  return items
}

async function pointsOf(cells: Cells, tenant: Tenant, items: readonly PricedProduct[], now: number) {
  const key = (text: string) => ({ tenantId: tenant.id, key: text })
  const [program, places] = await cells
    .of(tenant)
    .read([tenant.id], (tx) =>
      Promise.all([
        findCurrentProgram(tx, tenant.id, now),
        catalogPlaces.load(tx, [...new Set(items.map(({ originalId }) => originalId))].map(key)),
      ]),
    )
  const placed = items.map((item) => {
    const place = places.get(keyText(key(item.originalId)))
    return place ? { ...item, brandId: place.brandId, categoryIds: [...place.categoryIds] } : item
  })
  return evaluateProductPoints(program, placed, { now, timeZone: tenant.timeZone })
}
