import { type Static, Type } from 'typebox'
import { ActorShown, Decimal, Id, Moment, Words } from '../../contract/admin-api/schema.ts'
import { LENGTH, Nullable, Text } from '../../contract/schema.ts'

export const APPROVAL_STATES = ['waiting', 'approved', 'rejected', 'expired'] as const

/** Why a second person is needed. */
export const Exceeds = Words(
  ['change', 'customer', 'day'] as const,
  'Which limit it exceeds: `change` that of one adjustment; `customer` the same with what you gave or took from this customer within 24 hours; `day` that of all your adjustments within 24 hours.',
)

const named = {
  id: Id('Number of the approval.'),
  state: Words(APPROVAL_STATES, 'Whether it waits, and how it ended.'),
  expiresAt: Moment('Until when another person can decide.'),
}
const NOT_DONE = { description: 'Not done yet: another person has to approve it.' }

/** What an answer says of a request that waits for a second person. */
export const ApprovalWaiting = Type.Object(named, NOT_DONE)
/** The same of an adjustment. */
export const ApprovalNamed = Type.Object({ ...named, exceeds: Exceeds }, NOT_DONE)

export const ApprovalAnswer = Type.Object({
  ...named,
  exceeds: Nullable(Exceeds),
  kind: Words(
    ['adjustment', 'erasure', 'merge', 'import', 'undo'] as const,
    'What was asked for: an adjustment, that a person is erased, that another customer is merged into this one, that an import is applied, or that it is undone.',
  ),
  target: Type.Object(
    {
      kind: Words(['customer', 'import'] as const, 'What kind of thing.'),
      id: Id('Its number.'),
      label: Text('Of a customer: the public id. Of an import: the name of its file.'),
      name: Nullable(Text('Name; masked: the first letter of each word.', LENGTH.description)),
      erasedAt: Nullable(Moment('When the person was erased; null: it was not.')),
    },
    { description: 'What it is about.' },
  ),
  adjustment: Nullable(
    Type.Object(
      {
        points: Nullable(Decimal('Points to give, below zero to take; null: it is about cashback.')),
        cashback: Nullable(Decimal('Cashback to give, below zero to take; null: it is about points.')),
        reason: Text('Why.'),
        note: Nullable(Text('What was noted; null: the customer was erased.', LENGTH.description)),
        orderId: Nullable(Text('The order that it is about, by its id in the merchant’s store.')),
        validityDays: Nullable(
          Type.Integer({ description: 'How long the points are good; null: for ever.' }),
        ),
      },
      { description: 'What was asked for; null: no adjustment.' },
    ),
  ),
  erasure: Nullable(
    Type.Object(
      { reason: Text('Why: as in the request.') },
      { description: 'That a person is erased; null: it is about something else.' },
    ),
  ),
  merge: Nullable(
    Type.Object(
      {
        from: Type.Object(
          {
            id: Id('Number of the customer.'),
            label: Nullable(Text('The public id; null in the answer to a decision.')),
            name: Nullable(Text('Name; masked: the first letter of each word.', LENGTH.description)),
            erasedAt: Nullable(Moment('When the person was erased; null: it was not.')),
          },
          { description: 'The customer whose account ends; `target` is the one who stays.' },
        ),
        note: Nullable(
          Text('What was noted; null: nothing was, or the customer was erased.', LENGTH.description),
        ),
      },
      { description: 'That two customers are merged; null: it is about something else.' },
    ),
  ),
  import: Nullable(
    Type.Object(
      {
        points: Decimal('All points of its lines, without their signs.'),
        lines: Type.Integer({ minimum: 0, description: 'How many lines the file has.' }),
        planHash: Text('Of the dry run that was looked at: another plan needs another approval.', 64),
      },
      { description: 'That an import is applied or undone; null: it is about something else.' },
    ),
  ),
  requestedBy: ActorShown,
  requestedAt: Moment('When it was asked for.'),
  isOwn: Type.Boolean({ description: 'Whether you have asked for it: then you can’t decide it.' }),
  decidedBy: Nullable(ActorShown),
  decidedAt: Nullable(Moment('When it was decided; null: it was not.')),
  decisionNote: Nullable(Text('What was noted with the decision.', LENGTH.description)),
  recordId: Nullable(Id('Number of the record that it made; null: none.')),
})
export type ApprovalAnswer = Static<typeof ApprovalAnswer>
