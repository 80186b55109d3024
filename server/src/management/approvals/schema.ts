import { type Static, Type } from 'typebox'
import { Body, IdParams } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Id, Page, PageQuery, Words } from '../../contract/admin-api/schema.ts'
import { LENGTH, Nullable, Sent, Text } from '../../contract/schema.ts'
import { Effect } from '../../customers/admin-api/effect-schema.ts'
import { UndoPreviewShown } from '../../imports/admin-api/schema.ts'
import { Plan } from '../../imports/admin-api/shapes-schema.ts'
import { APPROVAL_STATES, ApprovalAnswer } from '../../people/admin-api/approvals-schema.ts'

export const listApprovals = operation({
  id: 'approvals.list',
  summary: 'Pending approvals, and what was decided, newest first',
  method: 'GET',
  path: '/tenants/:tenant/approvals',
  permission: 'points.adjust',
  weight: 'light',
  query: Type.Object({
    ...PageQuery,
    state: Type.Optional(Words(APPROVAL_STATES, 'Only those in this state.')),
    customerId: Type.Optional(Id('Only what is about this customer, by number.')),
    mine: Type.Optional(
      Type.Boolean({ description: 'Only what you have asked for, or only what others have.' }),
    ),
  }),
  answer: Page(ApprovalAnswer),
})

const approvalParams = IdParams('Number of the approval.')

export const getApproval = operation({
  id: 'approvals.get',
  summary: 'Read a request',
  method: 'GET',
  path: '/tenants/:tenant/approvals/:id',
  permission: 'points.adjust',
  weight: 'light',
  params: approvalParams,
  answer: ApprovalAnswer,
})

const DecisionBody = Body({
  note: Sent(
    Text(
      'Why; it is kept with the approval, unless it approves that a person is erased.',
      LENGTH.description,
    ),
  ),
})

export const rejectApproval = operation({
  id: 'approvals.reject',
  summary: 'Reject another person’s request; nothing is done',
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

export const approveApproval = operation({
  id: 'approvals.approve',
  summary: 'Approve a request and execute it now',
  method: 'POST',
  path: '/tenants/:tenant/approvals/:id/approve',
  permission: 'approvals.decide',
  weight: 'light',
  confirm: true,
  audit: 'approval.approve',
  params: approvalParams,
  body: DecisionBody,
  answer: ApprovalAnswer,
})

const ImportPreviewed = Type.Object({
  plan: Nullable(
    Type.Object(Plan.properties, { description: 'What the dry run has found; null: it is about undoing.' }),
  ),
  undo: Nullable(
    Type.Object(UndoPreviewShown.properties, {
      description: 'What undoing would take off now, and what stays; null: it is about applying.',
    }),
  ),
})
export type ImportPreviewed = Static<typeof ImportPreviewed>

export const previewApproval = operation({
  id: 'approvals.preview',
  summary:
    'What approving would do now; of an import what its dry run has found, or what undoing would leave. Nothing is changed',
  method: 'POST',
  path: '/tenants/:tenant/approvals/:id/preview',
  permission: 'approvals.decide',
  // What undoing would leave goes through all lines of a file.
  weight: 'heavy',
  isQuestion: true,
  params: approvalParams,
  answer: Type.Union([Effect, ImportPreviewed]),
})
