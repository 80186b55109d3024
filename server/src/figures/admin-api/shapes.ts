import { type Static, Type } from 'typebox'
import { Decimal, Moment, Words } from '../../contract/admin-api/schema.ts'
import { Nullable } from '../../contract/schema.ts'
import { STEPS } from '../rules/period.ts'
import { SHOWN } from '../rules/points.ts'

export const Day = (description: string) =>
  Type.String({ format: 'date', description, examples: ['2026-10-31'] })

export const Month = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}$', maxLength: 7, description, examples: ['2027-04'] })

export const Rate = (description: string) =>
  Decimal(`${description} As a part of 1, with four places: \`0.3676\` is 36.8%.`)

export const Count = (description: string) => Type.Integer({ description })

/** Points, and what they were worth when they were recorded. */
export const Worth = {
  points: Decimal('Points.'),
  worth: Nullable(Decimal('What they are worth in money; null: these points have no value in money.')),
}

export const Sum = (description: string) => Type.Object(Worth, { description })
export type Sum = Static<ReturnType<typeof Sum>>

export const Days = (description: string) =>
  Type.Object({ from: Day('The first day.'), to: Day('The last day.') }, { description })

export const PeriodQuery = {
  from: Type.Optional(
    Day('The first day, in the merchant’s time zone. Without days, the last 30 complete ones.'),
  ),
  to: Type.Optional(Day('The last day, yesterday at the latest. At most 3,660 days.')),
}

export const StepQuery = {
  step: Type.Optional(
    Words(STEPS, 'What a column is. By default days up to 62 days, weeks up to 400, else months.'),
  ),
}

/** Of vintages and cohorts. */
export const MonthsQuery = {
  months: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 120,
      description:
        'How many months, the running one included; 12 by default. Earlier vintages are one row, earlier cohorts none.',
    }),
  ),
}

export const PointsCell = {
  show: Type.Optional(Words(SHOWN, 'Which points; `issued` by default.')),
}

/** What a list of records says beside its items. */
export const Listed = {
  today: Day('The merchant’s day.'),
  counting: Nullable(
    Type.Object(
      { percent: Count('How many percent of the customers are counted.') },
      { description: 'The figures are counted for the first time; null: they are there.' },
    ),
  ),
  asOf: Nullable(Moment('All that happened up to here is in the figure; null: it is being counted.')),
  nextCursor: Nullable(
    Type.String({
      description:
        'Where the next page begins; null: this is the last. A page may be short, or empty, before.',
    }),
  ),
}
