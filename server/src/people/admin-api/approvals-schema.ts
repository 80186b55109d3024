import { type Static, Type } from 'typebox'
import { Body, IdParams } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { ActorShown, Decimal, Id, Moment, Page, PageQuery, Words } from '../../contract/admin-api/schema.ts'
import { LENGTH, Nullable, Sent, Text } from '../../contract/schema.ts'

const STATES = ['waiting', 'approved', 'rejected', 'expired'] as const

/** Why a second person is needed. */
export const Exceeds = Words(
  ['change', 'customer', 'day'] as const,
  'Which limit it exceeds: `change` that of one adjustment; `customer` the same with what you gave or took from this customer within 24 hours; `day` that of all your adjustments within 24 hours.',
)

const named = {
  id: Id('Number of the approval.'),
  state: Words(STATES, 'Whether it waits, and how it ended.'),
  expiresAt: Moment('Until when somebody else can decide.'),
}
const NOT_DONE = { description: 'It is not done yet: somebody else has to approve it.' }

/** What an answer says of a request that waits for a second person. */
export const ApprovalWaiting = Type.Object(named, NOT_DONE)
/** The same of an adjustment. */
export const ApprovalNamed = Type.Object({ ...named, exceeds: Exceeds }, NOT_DONE)

export const ApprovalAnswer = Type.Object({
  ...named,
  exceeds: Nullable(Exceeds),
  kind: Words(
    ['adjustment', 'erasure'] as const,
    'What was asked for: an adjustment, or that a person is erased.',
  ),
  target: Type.Object(
    {
      kind: Words(['customer'] as const, 'What kind of thing.'),
      id: Id('Its number.'),
      label: Text('Of a customer: the public id.'),
      name: Nullable(Text('Name; masked: the first letter of each word.', LENGTH.description)),
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
  requestedBy: ActorShown,
  requestedAt: Moment('When it was asked for.'),
  isOwn: Type.Boolean({ description: 'Whether you have asked for it: then you can’t decide it.' }),
  decidedBy: Nullable(ActorShown),
  decidedAt: Nullable(Moment('When it was decided; null: it was not.')),
  decisionNote: Nullable(Text('What was noted with the decision.', LENGTH.description)),
  recordId: Nullable(Id('Number of the record that it made; null: none.')),
})
export type ApprovalAnswer = Static<typeof ApprovalAnswer>

export const listApprovals = operation({
  id: 'approvals.list',
  summary: 'What waits for a second person, and what was decided, newest first',
  method: 'GET',
  path: '/tenants/:tenant/approvals',
  permission: 'points.adjust',
  weight: 'light',
  query: Type.Object({
    ...PageQuery,
    state: Type.Optional(Words(STATES, 'Only those in this state.')),
    mine: Type.Optional(
      Type.Boolean({ description: 'Only what you have asked for, or only what others have.' }),
    ),
  }),
  answer: Page(ApprovalAnswer),
})

export const approvalParams = IdParams('Number of the approval.')

export const getApproval = operation({
  id: 'approvals.get',
  summary: 'Read what somebody has asked for',
  method: 'GET',
  path: '/tenants/:tenant/approvals/:id',
  permission: 'points.adjust',
  weight: 'light',
  params: approvalParams,
  answer: ApprovalAnswer,
})

export const DecisionBody = Body({
  note: Sent(
    Text(
      'Why; it is kept with the approval, unless it approves that a person is erased.',
      LENGTH.description,
    ),
  ),
})

export const rejectApproval = operation({
  id: 'approvals.reject',
  summary: 'Refuse what somebody else has asked for; nothing is done',
  method: 'POST',
  path: '/tenants/:tenant/approvals/:id/reject',
  permission: 'approvals.decide',
  weight: 'light',
  confirm: true,
  audit: 'approval.reject',
  params: approvalParams,
  body: DecisionBody,
  answer: ApprovalAnswer,
})
