import { type Static, Type } from 'typebox'
import { Body } from '../../contract/admin-api/body.ts'
import { ActorShown, Decimal, Id, Moment, Words } from '../../contract/admin-api/schema.ts'
import { LENGTH, Nullable, Text } from '../../contract/schema.ts'
import { JobAnswer } from '../../jobs/admin-api/schema.ts'
import { IMPORT_KINDS, IMPORT_STATES, LINE_OUTCOMES } from '../import.ts'

export const count = (description: string) => Type.Integer({ minimum: 0, description })
const COLUMN_MAX = 200

export const Kind = Words(
  IMPORT_KINDS,
  'What one line of the file is: a customer, one lot of a balance, an order, an open coupon, or a code for a reward’s list.',
)

const column = (description: string) => Type.String({ maxLength: COLUMN_MAX, description })
/** As many as a file has columns, and a few more. */
const COLUMNS_MAX = 500

const Style = <const Values extends readonly string[]>(values: Values, description: string) =>
  Type.Record(Type.String({ maxLength: COLUMN_MAX }), Type.Enum([...values]), {
    maxProperties: COLUMNS_MAX,
    description,
  })

export const Format = Body(
  {
    encoding: Type.Optional(
      Words(['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const, 'How its characters are encoded.'),
    ),
    delimiter: Type.Optional(Words([',', ';', '\t', '|'] as const, 'What separates the cells of CSV.')),
    hasHeader: Type.Optional(Type.Boolean({ description: 'Whether the first line names the columns.' })),
    numbers: Type.Optional(
      Style(['dot', 'comma'] as const, 'The decimal mark of a column’s numbers, by the name of the column.'),
    ),
    dates: Type.Optional(
      Style(
        ['dmy', 'mdy', 'excel', 'unix'] as const,
        'The order of day and month of a column’s dates, or what its numbers count, by the name of the column.',
      ),
    ),
  },
  'How the file is read, where it is to be read in another way than detected.',
)

export const Mapping = Body(
  {
    columns: Type.Record(
      Type.String({ maxLength: 60 }),
      column('The column by its name in the file, or by its place: `#3`.'),
      {
        maxProperties: 60,
        description:
          'Which column is what: by the name of the member, as `docs/reference/files.md` lists them.',
      },
    ),
    values: Type.Optional(
      Type.Record(
        Type.String({ maxLength: 60 }),
        Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 100 }), { maxProperties: 100 }),
        { maxProperties: 60, description: 'What values of the file stand for, by the name of the member.' },
      ),
    ),
    zone: Type.Optional(
      Words(['UTC'] as const, 'Of times without an offset; left out: the merchant’s time zone.'),
    ),
    rows: Type.Optional(
      Words(['log'] as const, 'Each line is a movement: those below zero use up the customer’s oldest ones.'),
    ),
    leaveOutWith: Type.Optional(column('Lines on which this column is filled count for nothing.')),
    leaveOutWithout: Type.Optional(column('Lines on which this column is empty count for nothing.')),
  },
  'Which column is what.',
)

const options = {
  asOf: Nullable(Moment('The moment of which the file tells; null: that of the upload.')),
  existing: Words(
    ['keep', 'fillEmpty', 'replace'] as const,
    'Profiles of customers who are there already: left as they are, blank members filled, or replaced. That can’t be undone.',
  ),
  expired: Words(['refuse', 'skip'] as const, 'Lines whose points have expired already.'),
  expiresWhenMissing: Nullable(
    Type.String({
      pattern: '^(never|program|\\d{4}-\\d{2}-\\d{2})$',
      description:
        'When points without an expiry date expire: `never`, `program` (as the live program says), or a day; null: not chosen.',
    }),
  ),
  negative: Words(['refuse', 'debt'] as const, 'Lines with a balance below zero.'),
  webhooks: Words(['silent', 'send'] as const, 'Whether endpoints receive the changes of balances.'),
  earn: Words(['none'] as const, 'Of orders: what they earn.'),
  countsTwice: Nullable(
    Words(['accepted'] as const, 'That orders and balances count the same purchases is meant.'),
  ),
  reward: Nullable(
    Text('Of codes: the reward of lines that name none, by its number, key or title; null: not chosen.'),
  ),
}
const Options = Type.Object(options, { description: 'How lines are done.' })
export const OptionsSent = Body(
  {
    asOf: Type.Optional(options.asOf),
    existing: Type.Optional(options.existing),
    expired: Type.Optional(options.expired),
    expiresWhenMissing: Type.Optional(options.expiresWhenMissing),
    negative: Type.Optional(options.negative),
    webhooks: Type.Optional(options.webhooks),
    earn: Type.Optional(options.earn),
    countsTwice: Type.Optional(options.countsTwice),
    reward: Type.Optional(options.reward),
  },
  'How lines are done. What is left out stays.',
)

export const Answers = Type.Record(Type.String({ maxLength: 250 }), Type.String({ maxLength: COLUMN_MAX }), {
  maxProperties: COLUMNS_MAX,
  description: 'Answers to questions, by the id of the question.',
})

export const Question = Type.Object({
  id: Text('By which it is answered in `answers`.'),
  kind: Text('What kind of question it is.'),
  column: Nullable(Text('The column by its name in the file; null: it is about the whole file.')),
  message: Text('The question.', LENGTH.description),
  examples: Type.Array(
    Type.Object({
      value: Text('As it is in the file.'),
      readings: Type.Record(Type.String(), Type.String(), {
        description: 'How each answer reads it; empty: it would be refused.',
      }),
    }),
    { description: 'Values that it is about.' },
  ),
  answers: Type.Array(Type.String(), {
    description: 'The answers; none: another file, or an option, answers it.',
  }),
  answer: Nullable(Text('What was answered; null: it is open.')),
})

export const Amounts = { points: Decimal('Points.'), cashback: Decimal('Cashback.') }

const Counts = Type.Object(
  Object.fromEntries(LINE_OUTCOMES.map((outcome) => [outcome, count(OUTCOME_WORDS(outcome))])) as Record<
    (typeof LINE_OUTCOMES)[number],
    ReturnType<typeof count>
  >,
  { description: 'How many lines become what.' },
)

function OUTCOME_WORDS(outcome: (typeof LINE_OUTCOMES)[number]): string {
  const words: Readonly<Record<typeof outcome, string>> = {
    create: 'A new customer; of codes, a new code.',
    update: 'Something is added to a customer who is there.',
    unchanged: 'The line brings nothing new.',
    doneBefore: 'The same line was imported before.',
    duplicateInFile: 'The same line comes twice in the file.',
    refused: 'The line can’t be done.',
    erasedPerson: 'It is about a person who was erased.',
    unclaimed: 'A new customer without an id of the shop.',
  }
  return words[outcome]
}

const Sums = Type.Object(
  {
    ...Amounts,
    absolutePoints: Decimal(
      'All points without their signs; for cashback that is more than its points are worth, the points that it is worth.',
    ),
    byMonth: Type.Array(
      Type.Object({ month: Nullable(Text('Like `2027-06`; null: it never expires.')), ...Amounts }),
      { description: 'By the month in which it expires.' },
    ),
  },
  { description: 'What the lines add to balances.' },
)

const Done = Type.Object(
  { counts: Counts, sums: Sums },
  { description: 'What was applied; null: it has not ended.' },
)

const Undone = Type.Object(
  {
    lines: count('How many lines were undone.'),
    taken: Type.Object(Amounts, { description: 'What was taken off again.' }),
    stays: Type.Object(Amounts, { description: 'What was used or expired since, and stays so.' }),
    forgiven: Type.Object(Amounts, { description: 'What was owed and is not any more.' }),
    repaid: Type.Object(Amounts, {
      description: 'What was owed and has been repaid since. It stays repaid.',
    }),
    kept: count(
      'How many coupons, codes and orders stay, because they were used, given out or changed since.',
    ),
  },
  { description: 'What was undone; null: it has not ended.' },
)

export const Plan = Type.Object(
  {
    hash: Text('Of all that the numbers depend on: `apply` needs it.', 64),
    checkedAt: Moment('When the dry run ended.'),
    isOld: Type.Boolean({ description: 'Whether it has to be repeated: it is older than seven days.' }),
    lines: count('How many lines were read.'),
    counts: Counts,
    sums: Sums,
    owed: Type.Object(Amounts, { description: 'What customers have before, all together.' }),
    reasons: Type.Array(Type.Object({ reason: Text('Why.'), lines: count('How many lines.') }), {
      description: 'Why lines are refused.',
    }),
    warnings: Type.Array(
      Type.Object({ kind: Text('What kind it is.'), message: Text('What stands out.', LENGTH.description) }),
      {
        description: 'What may not be meant. It hinders nothing.',
      },
    ),
    extremes: Type.Array(
      Type.Object({
        member: Text('Of which values.'),
        kind: Words(['largest', 'smallest', 'earliest', 'latest'] as const, 'What it is among them.'),
        value: Text('The value.'),
        line: count('On which line.'),
      }),
      { description: 'The ends of each column’s values.' },
    ),
    events: count('How many webhook events `webhooks: send` would send.'),
    profiles: count('How many profiles would change, which can’t be undone.'),
    refusedFile: Nullable(Id('The file of refused lines, to be corrected.')),
  },
  { description: 'What the dry run has found.' },
)

export const ImportItem = Type.Object({
  id: Id('Number of the import.'),
  kind: Kind,
  state: Words(IMPORT_STATES, 'How far it is. Whether something runs is told by the jobs.'),
  file: Type.Object(
    { id: Id('The upload.'), name: Text('Its name.'), bytes: count('Its size.') },
    { description: 'What was uploaded.' },
  ),
  preset: Nullable(Text('The system that it comes from; null: none was chosen.')),
  createdBy: ActorShown,
  createdAt: Moment('When it was begun.'),
  appliedAt: Nullable(Moment('When applying began; null: it did not.')),
  undoUntil: Nullable(Moment('Until when it can be undone; null: nothing was applied.')),
  applied: Nullable(Done),
  undone: Nullable(Undone),
})
export type ImportItem = Static<typeof ImportItem>

export const ImportAnswer = Type.Object(
  {
    ...ImportItem.properties,
    revision: Type.Integer({ description: 'As in the ETag.' }),
    format: Nullable(Format),
    mapping: Nullable(Mapping),
    options: Options,
    answers: Answers,
    plan: Nullable(Plan),
    questions: Type.Array(Question, {
      description: 'What the dry run asks. All of it has to be answered before it is applied.',
    }),
    openQuestions: count('How many of them are open.'),
    check: Nullable(
      Type.Object(JobAnswer.properties, { description: 'The last dry run; null: there was none.' }),
    ),
    apply: Nullable(
      Type.Object(JobAnswer.properties, { description: 'The last time it was applied; null: it was not.' }),
    ),
    undo: Nullable(
      Type.Object(JobAnswer.properties, { description: 'The last time it was undone; null: it was not.' }),
    ),
    errorFile: Nullable(Id('The lines that were refused when it was applied.')),
    needsApproval: Type.Boolean({ description: 'Whether another person has to approve that it is applied.' }),
  },
  { description: 'The import, with what its last dry run found.' },
)
export type ImportAnswer = Static<typeof ImportAnswer>
