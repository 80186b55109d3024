import { type Static, Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Nullable } from '../../contract/schema.ts'
import { Figures } from './schema.ts'
import { Day, Month, MonthsQuery, Rate, Sum } from './shapes.ts'

const Outcomes = {
  issued: Sum('Points issued in this month, pending ones included.'),
  imported: Sum('Balances that were brought from another system as points of this month.'),
  takenBack: Sum('What of them was taken back: cancelled, returned, corrected.'),
  redeemed: Sum('What of them was redeemed, less what was refunded.'),
  repaid: Sum('What of them paid what their customers owed.'),
  expired: Sum('What of them expired.'),
  endedEarly: Sum('What of them ended with erased customers. It is no breakage.'),
  open: Sum('What of them is left: open or pending.'),
}

const VintagesFigures = Type.Object({
  since: Nullable(Day('The first day on which a balance changed; null: none has.')),
  first: Month('The first month that has a row of its own.'),
  last: Month('The running month.'),
  rows: Nullable(
    Type.Array(
      Type.Object({
        month: Nullable(Month('The month of issue; null: all months before the first.')),
        ...Outcomes,
        breakage: Nullable(
          Rate(
            'Expired ÷ (issued + imported − taken back − ended early); null: there is nothing to divide by.',
          ),
        ),
        isFinal: Type.Boolean({
          description: 'Nothing of it is open, so breakage stays as it is. false: it is so far.',
        }),
        redeemedByAge: Type.Array(Nullable(Rate('Redeemed ÷ what came; null: nothing came.')), {
          description:
            'What part was redeemed by the end of the month of issue, of the next month, and so on to the running one. Empty for earlier months.',
        }),
      }),
      {
        description:
          'The oldest first. Of each row, issued + imported = taken back + redeemed + repaid + expired + ended early + open. null: what is open is not what customers have, and the figures have to be counted again.',
      },
    ),
  ),
  notShown: Type.Array(Nullable(Month('A month; null: those before the first.')), {
    description:
      'Months whose outcomes are more than was issued: they are not shown, and the figures differ.',
  }),
  total: Type.Object(Outcomes, { description: 'All points that were ever issued.' }),
  ended: Type.Object(
    {
      base: Sum('Issued and imported, less what was taken back or ended early.'),
      breakage: Nullable(Rate('Expired ÷ base; null: none has ended.')),
    },
    { description: 'The vintages of which nothing is open, together: what you can expect of the others.' },
  ),
})

export const VintagesAnswer = Figures(VintagesFigures)
export type VintagesAnswer = Static<typeof VintagesAnswer>

export const getVintages = operation({
  id: 'reports.vintages',
  summary: 'What became of the points issued in each month',
  method: 'GET',
  path: '/tenants/:tenant/reports/vintages',
  permission: 'reports.read',
  weight: 'light',
  query: Type.Object(MonthsQuery),
  answer: VintagesAnswer,
})
