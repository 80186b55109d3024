import { Type } from 'typebox'
import { Body } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Moment, Words } from '../../contract/admin-api/schema.ts'
import { JobAnswer } from '../../jobs/admin-api/schema.ts'

/** As `EXPORT_KINDS` of `app/job-kinds.ts` has them; a test compares. */
export const EXPORTS = [
  ...(['customers', 'orders', 'redemptions', 'movements', 'lots', 'coupons', 'couponCodes'] as const),
  ...(['tierMoves', 'stampCards', 'quizAnswers', 'audit'] as const),
] as const

export const createWholeExport = operation({
  id: 'exports.createWhole',
  summary:
    'Start a job that writes everything of the merchant into one archive, as `punchcard tenant export` does: another Punchcard takes it in',
  method: 'POST',
  path: '/tenants/:tenant/whole-exports',
  permission: 'exports.create',
  also: 'customers.personal',
  weight: 'light',
  confirm: true,
  audit: 'job.start',
  idempotent: true,
  status: 202,
  body: Body({ format: Words(['tar'] as const, 'How it is packed.') }),
  answer: JobAnswer,
})

export const createExport = operation({
  id: 'exports.create',
  summary: 'Start a job that writes data into files',
  method: 'POST',
  path: '/tenants/:tenant/exports',
  permission: 'exports.create',
  weight: 'light',
  audit: 'job.start',
  idempotent: true,
  status: 202,
  body: Body({
    kind: Words(
      EXPORTS,
      'What to export. `customers`, `coupons`, `couponCodes`, `quizAnswers` and `audit` tell who people are or what is worth money: they need `customers.export`, and without `customers.personal` they are masked. `audit` needs `audit.read` as well.',
    ),
    filter: Type.Optional(
      Body(
        {
          from: Type.Optional(Moment('Only what was placed, redeemed or changed at this moment or later.')),
          until: Type.Optional(Moment('Only what was placed, redeemed or changed before this moment.')),
          asOf: Type.Optional(
            Type.String({
              format: 'date',
              description: 'Of `lots`: as they were at the end of this day, which is over. Default: now.',
            }),
          ),
        },
        'Which rows. `customers` takes none, and `lots` takes `asOf` alone.',
      ),
    ),
    format: Type.Optional(Words(['csv', 'ndjson'] as const, 'Default: `csv`.')),
    layout: Type.Optional(
      Words(
        ['plain', 'spreadsheet'] as const,
        'Of CSV. `spreadsheet` opens with a double click: for Portuguese and Spanish (`Accept-Language`) with `;` and a decimal comma. Default: `plain`.',
      ),
    ),
  }),
  answer: JobAnswer,
})
