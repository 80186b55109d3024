import { type Static, Type } from 'typebox'
import { Body, IdParams } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Id, Moment, Name, Words } from '../../contract/admin-api/schema.ts'
import { LENGTH, Nullable, Text } from '../../contract/schema.ts'
import { LINE_OUTCOMES } from '../import.ts'
import { Amounts, count, Kind, Mapping, Question } from './shapes-schema.ts'

const PATH = '/tenants/:tenant/imports'
const importParams = IdParams('Number of the import.')

export const readColumns = operation({
  id: 'imports.columns',
  summary: 'How the file is understood: its columns, what they are taken for, and its first lines',
  method: 'GET',
  path: `${PATH}/:id/columns`,
  permission: 'imports.write',
  also: 'customers.personal',
  weight: 'heavy',
  params: importParams,
  answer: Type.Object({
    revision: Type.Integer({ description: 'Of the import that was looked at.' }),
    problem: Nullable(Text('Why the file can’t be read at all; null: it can.', LENGTH.description)),
    format: Nullable(
      Type.Object(
        {
          kind: Words(['csv', 'ndjson'] as const, 'What the file is.'),
          isPacked: Type.Boolean({ description: 'Whether it is gzip.' }),
          encoding: Text('How its characters are encoded.'),
          delimiter: Text('What separates its cells.'),
          hasHeader: Type.Boolean({ description: 'Whether its first line names the columns.' }),
          numbers: Type.Record(Type.String(), Type.String(), { description: 'The decimal mark, by column.' }),
          dates: Type.Record(Type.String(), Type.String(), {
            description: 'The order of day and month, by column.',
          }),
        },
        { description: 'How the file is read; null: it can’t be.' },
      ),
    ),
    columns: Type.Array(
      Type.Object({
        name: Text('Its name in the file.'),
        member: Nullable(Text('What it is taken for; null: it is ignored.')),
        examples: Type.Array(Type.String(), { description: 'Some of its values.' }),
        filled: count('On how many of the sampled lines it has a value.'),
      }),
      { description: 'The columns in their order.' },
    ),
    members: Type.Array(Type.String(), { description: 'What a column of this kind of file can be.' }),
    mapping: Nullable(Mapping),
    isGuessed: Type.Boolean({
      description: 'Whether the mapping is a guess, and not what a person or a preset has said.',
    }),
    rows: Type.Array(Type.Array(Nullable(Type.String())), {
      description: 'The first lines as they are read, in the order of `columns`.',
    }),
    questions: Type.Array(Question, { description: 'What can’t be told from the samples.' }),
  }),
})
export type ColumnsAnswer = Static<typeof readColumns.answer>

export const listSamples = operation({
  id: 'imports.samples',
  summary: 'A hundred lines from all parts of the file, and what becomes of them',
  method: 'GET',
  path: `${PATH}/:id/samples`,
  permission: 'imports.read',
  also: 'customers.personal',
  weight: 'light',
  params: importParams,
  answer: Type.Object({
    items: Type.Array(
      Type.Object({
        line: count('The number of the line.'),
        outcome: Words(LINE_OUTCOMES, 'What it becomes.'),
        message: Nullable(Text('Why it is refused; null: it is not.', LENGTH.description)),
        values: Type.Record(Type.String(), Type.String(), {
          description: 'As they were understood, by member.',
        }),
        customer: Nullable(Text('The customer’s id in the shop; null: the customer is new.')),
        before: Nullable(
          Type.Object(Amounts, { description: 'The balance before it; null: there is none.' }),
        ),
        after: Nullable(
          Type.Object(Amounts, { description: 'The balance after it; null: it has no effect.' }),
        ),
      }),
      { description: 'In the order of the file.' },
    ),
    deleted: Nullable(Text('Why they are not there any more; null: they are.')),
  }),
})

export const listRefused = operation({
  id: 'imports.refused',
  summary: 'The first lines that are refused, and why. The file of refused lines has all of them',
  method: 'GET',
  path: `${PATH}/:id/refused`,
  permission: 'imports.read',
  also: 'customers.personal',
  weight: 'light',
  params: importParams,
  answer: Type.Object({
    items: Type.Array(
      Type.Object({
        line: Text('The number of the line.'),
        cells: Type.Array(Type.String(), {
          description: 'As they are in the file, in the order of `columns`.',
        }),
        column: Nullable(Text('The column that it is about; null: the whole line.')),
        reason: Text('Why, as a word.'),
        message: Text('Why.', LENGTH.description),
      }),
      { description: 'At most a hundred.' },
    ),
    columns: Type.Array(Type.String(), { description: 'The columns of the file.' }),
    file: Nullable(Id('The file that has all of them.')),
    deleted: Nullable(Text('Why they are not there any more; null: they are.')),
  }),
})

export const listPresets = operation({
  id: 'imports.presets',
  summary: 'Systems whose files are known, and where that is known from',
  method: 'GET',
  path: '/tenants/:tenant/import-presets',
  permission: 'imports.read',
  weight: 'light',
  answer: Type.Object({
    items: Type.Array(
      Type.Object({
        name: Text('By which it is chosen.'),
        title: Text('What people call it.'),
        kind: Kind,
        source: Text('What its columns were taken from.', LENGTH.description),
        links: Type.Array(Type.String(), { description: 'The pages that were read.' }),
        checkedOn: Type.String({ format: 'date', description: 'When they were read.' }),
        notes: Type.Array(Type.String(), {
          description: 'What the file lacks, or what has to be done beside it.',
        }),
      }),
      { description: 'In the order in which people choose.' },
    ),
  }),
})

const SavedMapping = Type.Object({
  name: Text('Its name.', 100),
  kind: Kind,
  mapping: Mapping,
  savedAt: Moment('When it was saved.'),
})

const mappingPath = '/tenants/:tenant/import-mappings'
const mappingParams = Type.Object({ name: Name('Its name.', 100) })

export const listMappings = operation({
  id: 'imports.mappings',
  summary: 'Mappings that were saved for the next file',
  method: 'GET',
  path: mappingPath,
  permission: 'imports.read',
  weight: 'light',
  answer: Type.Object({ items: Type.Array(SavedMapping, { description: 'By name.' }) }),
})

export const saveMapping = operation({
  id: 'imports.saveMapping',
  summary: 'Save a mapping under a name',
  method: 'PUT',
  path: `${mappingPath}/:name`,
  permission: 'imports.write',
  weight: 'light',
  audit: 'import.saveMapping',
  params: mappingParams,
  body: Body({ kind: Kind, mapping: Mapping }),
  answer: SavedMapping,
})

export const deleteMapping = operation({
  id: 'imports.deleteMapping',
  summary: 'Delete a saved mapping',
  method: 'DELETE',
  path: `${mappingPath}/:name`,
  permission: 'imports.write',
  weight: 'light',
  audit: 'import.deleteMapping',
  status: 204,
  params: mappingParams,
  answer: Type.Object({}, { description: 'Nothing.' }),
})
