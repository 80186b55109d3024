import { type Static, Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Moment, PageQuery, Words } from '../../contract/admin-api/schema.ts'
import { Nullable } from '../../contract/schema.ts'
import { CustomerShown } from '../../customers/admin-api/schema.ts'
import { DIVISIONS } from '../rules/points.ts'
import {
  Count,
  Day,
  Listed,
  Month,
  MonthsQuery,
  PeriodQuery,
  PointsCell,
  StepQuery,
  Sum,
  Worth,
} from './shapes.ts'

const Row = {
  customer: CustomerShown('Whose record it is.'),
  recordId: Id('Number of the record.'),
  type: Type.Integer({
    minimum: 0,
    maximum: 13,
    description: 'Type of the record, as `PointType` of the private API.',
  }),
}

export const listPointsRecords = operation({
  id: 'reports.pointsRecords',
  summary: 'The records that a figure of the points report is made of, oldest first',
  method: 'GET',
  path: '/tenants/:tenant/reports/points/records',
  permission: 'reports.read',
  weight: 'heavy',
  query: Type.Object({
    ...PeriodQuery,
    ...PointsCell,
    by: Type.Optional(Words(DIVISIONS, 'Of which rows of the report `id` is one.')),
    id: Type.Optional(
      Type.Integer({
        minimum: -10,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The row, by its `id`; without it all records.',
      }),
    ),
    version: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        description: 'Of a rule, with `by=rule` and `id`: only what this program version gave.',
      }),
    ),
    ...PageQuery,
  }),
  answer: Type.Object({
    ...Listed,
    items: Type.Array(
      Type.Object({
        ...Row,
        at: Moment('When it happened.'),
        day: Day('The day on which it counts.'),
        ...Worth,
      }),
      { description: 'The records of this page.' },
    ),
    figure: Nullable(
      Type.Object(
        {
          ...Worth,
          times: Nullable(Count('How many records; null by version, where a record may have several rules.')),
        },
        { description: 'The figure. The list, read to its end, adds up to it, where all days are listed.' },
      ),
    ),
    listedFrom: Nullable(
      Day(
        'Earlier days are too long ago to be listed: export `movements` for them. null: all days are listed.',
      ),
    ),
  }),
})
export type PointsRecords = Static<(typeof listPointsRecords)['answer']>

const LOT_GROUPS = ['never', 'pending', 'owed'] as const

export const listLiabilityRecords = operation({
  id: 'reports.liabilityRecords',
  summary: 'The lots that a figure of the liability report is made of now. Those of a past day are exported',
  method: 'GET',
  path: '/tenants/:tenant/reports/liability/records',
  permission: 'reports.read',
  weight: 'heavy',
  query: Type.Object({
    month: Type.Optional(Month('Open lots that expire in this month.')),
    group: Type.Optional(
      Words(LOT_GROUPS, 'Or those that never expire, those that are pending, or what is owed.'),
    ),
    ...PageQuery,
  }),
  answer: Type.Object({
    ...Listed,
    items: Type.Array(
      Type.Object({
        ...Row,
        recordedAt: Moment('When the lot was recorded.'),
        availableAt: Nullable(Moment('From when it can be spent; null: it is owed.')),
        lastDay: Nullable(Day('The last day on which it can be spent; null: it never expires.')),
        original: Decimal('Its points when it was recorded.'),
        ...Worth,
      }),
      { description: 'The lots of this page.' },
    ),
    figure: Nullable(Sum('The figure. The list, read to its end, adds up to it.')),
  }),
})
export type LiabilityRecords = Static<(typeof listLiabilityRecords)['answer']>

export const REPORTS = [
  'overview',
  'points',
  'liability',
  'rewards',
  'rules',
  'vintages',
  'tiers',
  'customers',
  'branches',
  'cohorts',
] as const
export type ReportName = (typeof REPORTS)[number]

export const exportReport = operation({
  id: 'reports.csv',
  summary: 'The table of a report as CSV: the figures alone, and no customer',
  method: 'GET',
  path: '/tenants/:tenant/reports/:report/csv',
  permission: 'reports.read',
  weight: 'light',
  params: Type.Object({ report: Words(REPORTS, 'Which report.') }),
  query: Type.Object({
    ...PeriodQuery,
    ...StepQuery,
    ...PointsCell,
    by: Type.Optional(Words(DIVISIONS, 'Of points: by what the table is divided.')),
    asOf: Type.Optional(Day('Of the liability: as of the end of this day.')),
    ...MonthsQuery,
    layout: Type.Optional(
      Words(
        ['plain', 'spreadsheet'] as const,
        '`spreadsheet`: as spreadsheets of the reader’s language open it with a double click.',
      ),
    ),
  }),
  answer: Type.Object({
    name: Type.String({ description: 'A name for the file.' }),
    text: Type.String({ description: 'The CSV.' }),
  }),
})
