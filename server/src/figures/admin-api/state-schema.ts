import { type Static, Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Moment, Words } from '../../contract/admin-api/schema.ts'
import { Nullable } from '../../contract/schema.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const FiguresStateShown = Type.Object({
  state: Words(
    ['counting', 'current', 'recounting'] as const,
    '`counting`: for the first time, and nothing can be read yet · `current`: they follow the ledger · `recounting`: everything is counted again, and what is read stays until that is done.',
  ),
  percent: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'How many percent of the accounts are counted; null: no count is under way.',
    }),
  ),
  asOf: Nullable(
    Moment('All that happened up to here is in the figures; null: they are counted for the first time.'),
  ),
  lagSeconds: Nullable(
    count('How far they are behind the ledger; null: they are counted for the first time.'),
  ),
  verification: Nullable(
    Type.Object(
      {
        verifiedAt: Moment('When they were compared with the ledger last.'),
        differences: count('How many figures differed.'),
        differsSince: Nullable(Moment('Since when some differ, as far as is known; null: none does.')),
      },
      {
        description: 'The last comparison with the ledger, every night; null: none since they were counted.',
      },
    ),
  ),
})
export type FiguresStateShown = Static<typeof FiguresStateShown>

export const getFigures = operation({
  id: 'figures.get',
  summary: 'How new the figures of reports are, and whether they agree with the ledger',
  method: 'GET',
  path: '/tenants/:tenant/figures',
  permission: 'reports.overview',
  weight: 'light',
  answer: FiguresStateShown,
})
