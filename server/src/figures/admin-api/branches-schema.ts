import { type Static, Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, PageQuery, Words } from '../../contract/admin-api/schema.ts'
import { LENGTH, Nullable, STORABLE } from '../../contract/schema.ts'
import { Average, OfBuyers, OrdersListed } from './orders-schema.ts'
import { Figures } from './schema.ts'
import { Count, Day, Days, PeriodQuery, Rate } from './shapes.ts'

const BranchFigures = {
  orders: Count('Completed orders, on the day they were placed.'),
  sales: Decimal('What was paid, without what was returned.'),
  averageOrder: Average,
  earnedOrders: Count('Orders that a program counted.'),
  points: Nullable(
    Decimal(
      'What these orders earned, pending points too, less what was taken back; null: it is being counted.',
    ),
  ),
  firstOrders: Count('First completed orders of their customers.'),
  memberFirstOrders: Count('First orders by members.'),
  enrollmentRate: Nullable(Rate('First orders by members ÷ first orders; null: there are no first orders.')),
}

const BranchesFigures = Type.Object({
  since: Nullable(Day('The first day on which an order was placed; null: there is none.')),
  period: Days('The days that are shown.'),
  rows: Type.Array(
    Type.Object({
      kind: Words(
        ['branch', 'none', 'other'] as const,
        '`none`: orders that name no branch. `other`: all branches beyond the first 1,000 of a day or of the period.',
      ),
      id: Nullable(
        Type.String({ description: 'Id of the branch in the merchant’s store; null: it is not one.' }),
      ),
      name: Nullable(
        Type.String({ description: 'Its name, as its last order says it; null: none says it.' }),
      ),
      ...BranchFigures,
    }),
    {
      description:
        'Branches, those with the most orders first; then orders without a branch, and all others.',
    },
  ),
  total: Type.Object(BranchFigures, { description: 'All orders. The rows add up to it.' }),
})

export const BranchesAnswer = Figures(BranchesFigures)
export type BranchesAnswer = Static<typeof BranchesAnswer>

export const getBranchesReport = operation({
  id: 'reports.branches',
  summary: 'What was sold and earned at each branch in a period',
  method: 'GET',
  path: '/tenants/:tenant/reports/branches',
  permission: 'reports.read',
  weight: 'light',
  query: Type.Object(PeriodQuery),
  answer: BranchesAnswer,
})

export const listBranchesRecords = operation({
  id: 'reports.branchesRecords',
  summary: 'The orders, with their customers, that a figure of the branches report is made of',
  method: 'GET',
  path: '/tenants/:tenant/reports/branches/records',
  permission: 'reports.read',
  weight: 'heavy',
  query: Type.Object({
    ...PeriodQuery,
    branch: Type.Optional(
      Type.String({
        format: STORABLE,
        minLength: 1,
        maxLength: LENGTH.text,
        description: 'Orders of this branch, by its `id`.',
      }),
    ),
    group: Type.Optional(
      Words(
        ['none', 'other'] as const,
        'Or those of a row without an `id`, by its `kind`. Without both, all orders.',
      ),
    ),
    ...OfBuyers,
    show: Type.Optional(
      Words(
        ['all', 'first', 'earned'] as const,
        'Which orders: first, those that earned, or all by default.',
      ),
    ),
    ...PageQuery,
  }),
  answer: OrdersListed,
})
