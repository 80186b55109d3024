import { type Static, Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Moment, PageQuery, Words } from '../../contract/admin-api/schema.ts'
import { Nullable } from '../../contract/schema.ts'
import { CustomerShown } from '../../customers/admin-api/schema.ts'
import { BUYERS } from '../rules/order-sums.ts'
import { STEPS } from '../rules/period.ts'
import { Figures, OfOrders } from './schema.ts'
import { Count, Day, Days, Listed, PeriodQuery, StepQuery } from './shapes.ts'

export const Average = Nullable(Decimal('Sales ÷ orders; null: there are no orders.'))

/** Orders of all customers, of members or of others. */
const BuyersFigures = {
  orders: Count('Completed orders, on the day they were placed.'),
  firstOrders: Count('First completed orders of their customers.'),
  returningOrders: Count('All other orders: of customers who had bought before.'),
  sales: Decimal('What was paid, without what was returned.'),
  averageOrder: Average,
}

const Buyers = (description: string) =>
  Type.Object(
    {
      ...BuyersFigures,
      before: Type.Object(BuyersFigures, { description: 'The same in the period before.' }),
    },
    { description },
  )

const CustomersFigures = Type.Object({
  since: Nullable(Day('The first day on which an order was placed; null: there is none.')),
  period: Days('The days that are shown.'),
  before: Days('As many days, directly before.'),
  step: Words(STEPS, 'What a column is.'),
  newMembers: Type.Object(
    {
      value: Count('First orders by members, as in `members`.'),
      before: Count('The same in the period before.'),
    },
    { description: 'Customers who placed their first order as members.' },
  ),
  activeCustomers: Type.Object(
    {
      ...OfOrders,
      value: Nullable(Count('Customers with an order in the period that was not returned in full.')),
      before: Nullable(Count('The same in the period before.')),
      asOf: Nullable(Moment('When it was counted: in the night after the period.')),
    },
    { description: 'Customers who bought, each counted once.' },
  ),
  all: Buyers('All orders.'),
  members: Buyers('Orders of customers who were enrolled when the order was completed.'),
  others: Buyers('Orders of all other customers.'),
  columns: Type.Array(
    Type.Object({
      from: Day('The first day of the column.'),
      to: Day('The last day of the column.'),
      ...BuyersFigures,
      newMembers: Count('First orders by members.'),
    }),
    { description: 'The period in days, weeks or months.' },
  ),
})

export const CustomersAnswer = Figures(CustomersFigures)
export type CustomersAnswer = Static<typeof CustomersAnswer>

export const getCustomersReport = operation({
  id: 'reports.customers',
  summary: 'Who bought in a period: first orders, returning orders and sales, of members and of others',
  method: 'GET',
  path: '/tenants/:tenant/reports/customers',
  permission: 'reports.read',
  weight: 'light',
  query: Type.Object({ ...PeriodQuery, ...StepQuery }),
  answer: CustomersAnswer,
})

const OrderRow = Type.Object({
  customer: CustomerShown('Whose order it is.'),
  orderId: Id('Number of the order.'),
  originalId: Type.String({ description: 'Its id in the merchant’s store.' }),
  placedAt: Moment('When it was placed.'),
  day: Day('The day on which it counts.'),
  sales: Decimal('What was paid, without what was returned.'),
  returned: Decimal('What was returned of it.'),
  branch: Nullable(
    Type.Object(
      {
        id: Type.String({ description: 'Id of the branch in the merchant’s store.' }),
        name: Nullable(Type.String({ description: 'Its name, as the order says it.' })),
      },
      { description: 'Where it was placed; null: it names no branch.' },
    ),
  ),
  isFirst: Type.Boolean({ description: 'It is the first completed order of its customer.' }),
  isOfMember: Type.Boolean({ description: 'Its customer was enrolled when it was completed.' }),
  hasEarned: Type.Boolean({ description: 'A program counted it.' }),
  points: Decimal('What it earned, pending points too, less what was taken back.'),
})

export const OrdersListed = Type.Object({
  ...Listed,
  items: Type.Array(OrderRow, { description: 'The orders of this page, those placed last first.' }),
  figure: Nullable(
    Type.Object(
      {
        orders: Count('How many orders.'),
        sales: Nullable(Decimal('Their sales; null: the report does not show them.')),
        points: Nullable(Decimal('What they earned; null: it is not counted for these orders.')),
      },
      { description: 'The figure. The list, read to its end, adds up to it.' },
    ),
  ),
})
export type OrdersListed = Static<typeof OrdersListed>

export const OfBuyers = {
  buyers: Type.Optional(Words(BUYERS, 'Of whom: `members`, `others`, or both by default.')),
}

export const listCustomersRecords = operation({
  id: 'reports.customersRecords',
  summary: 'The orders, with their customers, that a figure of the customers report is made of',
  method: 'GET',
  path: '/tenants/:tenant/reports/customers/records',
  permission: 'reports.read',
  weight: 'heavy',
  query: Type.Object({
    ...PeriodQuery,
    ...OfBuyers,
    show: Type.Optional(
      Words(['all', 'first', 'returning'] as const, 'Which orders: first, returning, or all by default.'),
    ),
    ...PageQuery,
  }),
  answer: OrdersListed,
})
