import { type Static, Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Words } from '../../contract/admin-api/schema.ts'
import { Nullable } from '../../contract/schema.ts'
import { STEPS } from '../rules/period.ts'
import { Figures } from './schema.ts'
import { Count, Day, Days, PeriodQuery, Rate, StepQuery, Worth } from './shapes.ts'

const Given = {
  times: Count('How many records that gave points have a line of it.'),
  ...Worth,
  takenBack: Decimal('Points that were taken back of what it gave, in these days.'),
}

/** Of a rule or of one of its versions. */
const Active = {
  days: Nullable(
    Count('Days on which it gave something, or took something off; null: the row is of no rule.'),
  ),
}

const RulesFigures = Type.Object({
  since: Nullable(Day('The first day on which a balance changed; null: none has.')),
  period: Days('The days that are shown.'),
  step: Words(STEPS, 'What a column is.'),
  columns: Type.Array(
    Type.Object({
      from: Day('The first day of the column.'),
      to: Day('The last day of the column.'),
      given: Decimal('Points issued.'),
      takenBack: Decimal('Points taken back.'),
    }),
    { description: 'The period in days, weeks or months.' },
  ),
  total: Type.Object(Given, { description: 'All of them: points issued, and points taken back.' }),
  rows: Nullable(
    Type.Array(
      Type.Object({
        kind: Words(
          ['rule', 'tierBenefit', 'quiz', 'adjustment', 'other'] as const,
          'What the row is of. `other`: no rule gave it.',
        ),
        id: Type.Integer({
          description: 'Number of the rule, for the records behind it; below 0: of no rule.',
        }),
        name: Nullable(Type.String({ description: 'The sentence of the rule; null: its kind says it.' })),
        label: Nullable(Type.String({ description: 'How the merchant calls the rule.' })),
        ...Given,
        share: Nullable(Rate('Its share of all points issued; null: they are none.')),
        ...Active,
        versions: Type.Array(
          Type.Object({
            version: Count('Number of the program version; 0: none was published.'),
            ...Given,
            ...Active,
          }),
          { description: 'The same by program version, the newest first.' },
        ),
      }),
      {
        description:
          'The most points first. A rule that limits points per order is below zero. Points and `takenBack` add up to the total; `times` do not, because a record has several rules. null: they do not add up, and the figures have to be counted again.',
      },
    ),
  ),
})

export const RulesAnswer = Figures(RulesFigures)
export type RulesAnswer = Static<typeof RulesAnswer>

export const getRulesReport = operation({
  id: 'reports.rules',
  summary: 'What each rule gave. It does not say what the rule caused',
  method: 'GET',
  path: '/tenants/:tenant/reports/rules',
  permission: 'reports.read',
  weight: 'light',
  query: Type.Object({ ...PeriodQuery, ...StepQuery }),
  answer: RulesAnswer,
})
