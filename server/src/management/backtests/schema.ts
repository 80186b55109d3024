import { Type } from 'typebox'
import { BACKTESTS, BacktestItem } from '../../backtests/admin-api/schema.ts'
import { DAYS_MAX } from '../../backtests/admin-api/texts.ts'
import { Body } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { type ProgramFile, SentFileSchema } from '../../program-file/file.ts'

const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }))

export const createBacktest = operation({
  id: 'backtests.create',
  summary: 'Try a program out on past orders: start a job that finds out what it would have given',
  method: 'POST',
  path: BACKTESTS,
  permission: 'backtests.run',
  weight: 'light',
  audit: 'backtest.run',
  idempotent: true,
  status: 202,
  bodyMax: 1024 * 1024,
  body: Body({
    of: Type.Optional(
      Type.Unsafe<'draft' | number>({
        anyOf: [{ const: 'draft' }, { type: 'integer', minimum: 1, maximum: 2_147_483_647 }],
        description: 'The draft, or a version by its number.',
      }),
    ),
    file: Type.Optional(Type.Unsafe<ProgramFile>(SentFileSchema)),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: DAYS_MAX,
        description: 'How many days, ending yesterday by the merchant’s calendar. Default: 90.',
      }),
    ),
    from: day('Instead of `days`, with `to`: the first day by the merchant’s calendar.'),
    to: day('The last day; today at the latest.'),
  }),
  answer: BacktestItem,
})
