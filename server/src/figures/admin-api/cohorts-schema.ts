import { type Static, Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, PageQuery } from '../../contract/admin-api/schema.ts'
import { Nullable } from '../../contract/schema.ts'
import { CustomerShown } from '../../customers/admin-api/schema.ts'
import { Figures } from './schema.ts'
import { Count, Day, Listed, Month, MonthsQuery, Rate } from './shapes.ts'

const Sales = {
  sales: Decimal('What they paid, without what was returned.'),
  salesPerCustomer: Nullable(
    Decimal('Sales ÷ customers of the cohort, whether they bought or not; null: it has none.'),
  ),
}

const CohortsFigures = Type.Object({
  since: Nullable(Day('The first day on which an order was placed; null: there is none.')),
  first: Month('The first month that is shown.'),
  last: Month('The running month.'),
  nextMonth: Type.Object(
    {
      customers: Count('Customers of the cohorts that are shown and whose next month is over.'),
      active: Count('Those of them who bought in the month after their first order.'),
      share: Nullable(Rate('Active ÷ customers; null: there are none.')),
    },
    { description: 'Who came back at once.' },
  ),
  rows: Nullable(
    Type.Array(
      Type.Object({
        month: Month('In which they first bought.'),
        customers: Count('Customers whose first completed order was placed in this month.'),
        ...Sales,
        cells: Type.Array(
          Type.Object({
            month: Month('A month.'),
            customers: Count('Those of them with an order in it that was not returned in full.'),
            share: Nullable(Rate('These ÷ all customers of the cohort; null: it has none.')),
            ...Sales,
          }),
          { description: 'Their own month, the next one, and so on to the running one.' },
        ),
      }),
      {
        description:
          'The oldest first; months in which nobody bought for the first time are left out. null: more customers came back than there are, and the figures have to be counted again.',
      },
    ),
  ),
})

export const CohortsAnswer = Figures(CohortsFigures)
export type CohortsAnswer = Static<typeof CohortsAnswer>

export const getCohorts = operation({
  id: 'reports.cohorts',
  summary: 'How many customers who first bought in a month came back in later months',
  method: 'GET',
  path: '/tenants/:tenant/reports/cohorts',
  permission: 'reports.read',
  weight: 'light',
  query: Type.Object(MonthsQuery),
  answer: CohortsAnswer,
})

export const listCohortRecords = operation({
  id: 'reports.cohortsRecords',
  summary: 'The customers that a figure of the cohorts report is made of',
  method: 'GET',
  path: '/tenants/:tenant/reports/cohorts/records',
  permission: 'reports.read',
  weight: 'heavy',
  query: Type.Object({
    firstMonth: Month('Customers who first bought in this month.'),
    month: Type.Optional(Month('Those of them who bought in this month; without it all of them.')),
    ...PageQuery,
  }),
  answer: Type.Object({
    ...Listed,
    items: Type.Array(
      Type.Object({
        customer: CustomerShown('Who bought.'),
        firstDay: Day('The day of the first completed order.'),
        orders: Count('Completed orders of the month, or of all, that were not returned in full.'),
        sales: Decimal('What was paid for them, without what was returned.'),
      }),
      { description: 'The customers of this page, by their numbers.' },
    ),
    figure: Nullable(
      Type.Object(
        { customers: Count('How many customers.'), sales: Decimal('Their sales.') },
        { description: 'The figure. The list, read to its end, adds up to it.' },
      ),
    ),
  }),
})
export type CohortRecords = Static<(typeof listCohortRecords)['answer']>
