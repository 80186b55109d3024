import { type Static, Type } from 'typebox'
import { Body, IdParams } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Id, Page, PageQuery } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'
import { CustomerShown } from '../../customers/admin-api/schema.ts'
import { ApprovalWaiting } from '../../people/admin-api/approvals-schema.ts'
import {
  Amounts,
  Answers,
  count,
  Format,
  ImportAnswer,
  ImportItem,
  Kind,
  Mapping,
  OptionsSent,
} from './shapes-schema.ts'

const PATH = '/tenants/:tenant/imports'
const importParams = IdParams('Number of the import.')

export const listImports = operation({
  id: 'imports.list',
  summary: 'Imports, newest first',
  method: 'GET',
  path: PATH,
  permission: 'imports.read',
  weight: 'light',
  query: Type.Object(PageQuery),
  answer: Page(ImportItem),
})

export const getImport = operation({
  id: 'imports.get',
  summary: 'Read an import, with what its dry run has found and how its jobs are',
  method: 'GET',
  path: `${PATH}/:id`,
  permission: 'imports.read',
  weight: 'light',
  params: importParams,
  answer: ImportAnswer,
})

const chosen = {
  preset: Type.Optional(
    Nullable(Text('The system that the file comes from, as `import-presets` lists them.', 60)),
  ),
  format: Type.Optional(Nullable(Format)),
  mapping: Type.Optional(Nullable(Mapping)),
  options: Type.Optional(OptionsSent),
}

export const createImport = operation({
  id: 'imports.create',
  summary: 'Begin an import of an uploaded file. Nothing is applied',
  method: 'POST',
  path: PATH,
  permission: 'imports.write',
  weight: 'light',
  audit: 'import.create',
  idempotent: true,
  status: 201,
  body: Body({ kind: Kind, fileId: Id('The upload, which is complete.'), ...chosen }),
  answer: ImportAnswer,
})

export const changeImport = operation({
  id: 'imports.change',
  summary: 'Change how the file is read, or answer questions: the import is a draft again',
  method: 'PATCH',
  path: `${PATH}/:id`,
  permission: 'imports.write',
  weight: 'light',
  audit: 'import.update',
  ifMatch: true,
  params: importParams,
  body: Body({ ...chosen, answers: Type.Optional(Answers) }),
  answer: ImportAnswer,
})

export const startImportCheck = operation({
  id: 'imports.check',
  summary: 'Run the import dry: it reads the whole file and changes nothing',
  method: 'POST',
  path: `${PATH}/:id/check`,
  permission: 'imports.write',
  weight: 'light',
  audit: 'import.check',
  status: 202,
  params: importParams,
  answer: ImportAnswer,
})

export const applyImport = operation({
  id: 'imports.apply',
  summary: 'Do what the dry run has shown. Above `approvals.importAbove` it waits for another person',
  method: 'POST',
  path: `${PATH}/:id/apply`,
  permission: 'imports.apply',
  weight: 'heavy',
  audit: 'import.apply',
  idempotent: true,
  confirm: true,
  status: 202,
  params: importParams,
  body: Body({
    planHash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Of the dry run that was looked at.' }),
  }),
  answer: Type.Object({
    import: ImportAnswer,
    approval: Nullable(ApprovalWaiting),
  }),
})

export const UndoPreviewShown = Type.Object({
  lines: count('How many lines had an effect.'),
  lots: count('How many lots they brought.'),
  usedLots: count('Of how many of them something was used, expired or taken since.'),
  customersWhoUsed: count('How many customers have used some of it.'),
  taken: Type.Object(Amounts, { description: 'What would be taken off.' }),
  stays: Type.Object(Amounts, { description: 'What stays because it was used.' }),
  debts: count('How many lines brought a debt.'),
  forgiven: Type.Object(Amounts, { description: 'What would be owed no more.' }),
  repaid: Type.Object(Amounts, { description: 'What was repaid since and stays so.' }),
  kept: count('How many coupons, codes and orders stay, because they were used, given out or changed since.'),
  made: count('How many customers the import made.'),
  withdrawn: count('How many of them are deleted, because nothing else is there of them. The others stay.'),
})

export const previewImportUndo = operation({
  id: 'imports.previewUndo',
  summary: 'What undoing would take off now, and what stays because it was used',
  method: 'POST',
  path: `${PATH}/:id/undo/preview`,
  permission: 'imports.apply',
  weight: 'heavy',
  isQuestion: true,
  params: importParams,
  answer: UndoPreviewShown,
})
export type UndoPreviewAnswer = Static<typeof previewImportUndo.answer>

const UsedLot = Type.Object({
  customer: CustomerShown('Who has used it; masked without `customers.personal`.'),
  line: count('The line of the file that brought it.'),
  brought: Type.Object(Amounts, { description: 'What the line brought.' }),
  used: Type.Object(Amounts, {
    description: 'What of it was used or has expired: so much stays when the import is undone.',
  }),
  isUndone: Type.Boolean({ description: 'Whether the line is undone: then this is what has stayed.' }),
})
export type UsedLotShown = Static<typeof UsedLot>

export const listUsed = operation({
  id: 'imports.used',
  summary:
    'Lots of which something was used: what undoing would leave, or has left. A page may be short, and go on',
  method: 'GET',
  path: `${PATH}/:id/used`,
  permission: 'imports.read',
  weight: 'heavy',
  params: importParams,
  query: Type.Object(PageQuery),
  answer: Page(UsedLot),
})

export const downloadUsed = operation({
  id: 'imports.downloadUsed',
  summary: 'The same as a CSV file, with who the customers are',
  method: 'GET',
  path: `${PATH}/:id/used.csv`,
  permission: 'customers.export',
  also: 'customers.personal',
  weight: 'heavy',
  audit: 'import.downloadUsed',
  confirm: true,
  isDownload: true,
  params: importParams,
  answer: Type.Object(
    {},
    {
      description:
        'Columns: line, publicId, originalId, name, email, points, cashback, usedPoints, usedCashback, isUndone.',
    },
  ),
})

export const undoImport = operation({
  id: 'imports.undo',
  summary: 'Take off again what the import brought, as far as it is left',
  method: 'POST',
  path: `${PATH}/:id/undo`,
  permission: 'imports.apply',
  weight: 'light',
  audit: 'import.undo',
  idempotent: true,
  confirm: true,
  status: 202,
  params: importParams,
  answer: Type.Object({ import: ImportAnswer, approval: Nullable(ApprovalWaiting) }),
})
