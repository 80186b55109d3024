import { type Static, Type } from 'typebox'
import { Body } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Moment } from '../../contract/admin-api/schema.ts'
import { Nullable, Sent, Text } from '../../contract/schema.ts'
import { Warnings } from '../../earning/admin-api/shapes.ts'
import {
  claims,
  inactivity,
  limits,
  locale,
  matchesCustomers,
  names,
  refundsRedeem,
  reservationMinutes,
  returnsPoints,
  SettingsBody,
  takeBack,
  tierGraceDays,
} from '../../tenancy/admin-api/shapes.ts'

const security = {
  requireTwoFactor: Type.Boolean({ description: 'Whether everyone needs two-factor authentication.' }),
  idleMinutes: Type.Integer({
    minimum: 15,
    maximum: 720,
    description: 'After how many minutes without a request a session ends.',
  }),
  allowedAddresses: Type.Array(
    Type.String({ maxLength: 50, description: 'An address or a range, like 203.0.113.0/24.' }),
    { maxItems: 100, description: 'From where the merchant’s people may come; none: from everywhere.' },
  ),
}

const approvals = {
  adjustAbove: Nullable(
    Decimal(
      'Adjustments of more points than this, of one customer within 24 hours, need a second approval; null: none does.',
    ),
  ),
  adjustPerDay: Nullable(
    Decimal(
      'What one person may adjust within 24 hours in all, in points, before it needs a second approval; null: no limit.',
    ),
  ),
  importAbove: Nullable(
    Decimal(
      'Applying or undoing imports of more points than this within 24 hours, all lines together, needs a second approval; cashback counts as the points that it is worth, coupons and codes count for nothing; null: none does.',
    ),
  ),
  erase: Type.Boolean({
    description:
      'Whether erasing a customer needs a second approval. Then the private API refuses to erase, also with a key that has the scope `erase`.',
  }),
  merge: Type.Boolean({
    description:
      'Whether merging two customers needs a second approval. Then the private API refuses to merge, whatever the scopes of the key.',
  }),
}

export const SettingsAnswer = Type.Object({
  id: Id('Number of the merchant.'),
  name: Text('Its name.'),
  currency: Text('Such as BRL.', 3),
  isCurrencyFixed: Type.Boolean({ description: 'Whether there were orders: then the currency stays.' }),
  timeZone: Text('Such as America/Sao_Paulo.', 64),
  locale,
  isSandbox: Type.Boolean({ description: 'Whether it is for trying things out.' }),
  pointsName: Type.Object(
    { 'pt-BR': names, en: names, es: names },
    { description: 'What points are called, in each language.' },
  ),
  takeBack,
  returnsPointsOfExpiredCoupon: returnsPoints,
  refundsRedeemOnReturn: refundsRedeem,
  matchesCustomers,
  claims,
  tierGraceDays,
  reservationMinutes,
  inactivity: Nullable(inactivity),
  limits: Type.Object(limits, { description: 'The most that a reward may give and cost.' }),
  security: Type.Object(security, { description: 'What the merchant asks of those who manage it.' }),
  approvals: Type.Object(approvals, { description: 'When two people are needed.' }),
  warnings: Warnings,
  createdAt: Moment('When the merchant was made.'),
  version: Type.Integer({ description: 'As in the ETag.' }),
})
export type SettingsAnswer = Static<typeof SettingsAnswer>

export const getSettings = operation({
  id: 'settings.get',
  summary: 'Read the settings of a merchant',
  method: 'GET',
  path: '/tenants/:tenant',
  permission: 'settings.read',
  weight: 'light',
  answer: SettingsAnswer,
})

export const changeSettings = operation({
  id: 'settings.change',
  summary: 'Change settings',
  method: 'PATCH',
  path: '/tenants/:tenant',
  permission: 'settings.write',
  weight: 'light',
  audit: 'settings.update',
  ifMatch: true,
  body: SettingsBody,
  answer: SettingsAnswer,
})

export const changeSecurity = operation({
  id: 'settings.changeSecurity',
  summary: 'Change who may come in, and how, and when two people are needed',
  method: 'PATCH',
  path: '/tenants/:tenant/security',
  permission: 'security.write',
  weight: 'light',
  confirm: true,
  audit: 'settings.security',
  ifMatch: true,
  body: Body({
    requireTwoFactor: Type.Optional(security.requireTwoFactor),
    idleMinutes: Sent(security.idleMinutes),
    allowedAddresses: Type.Optional(security.allowedAddresses),
    approvals: Sent(
      Body(
        {
          adjustAbove: Type.Optional(approvals.adjustAbove),
          adjustPerDay: Type.Optional(approvals.adjustPerDay),
          importAbove: Type.Optional(approvals.importAbove),
          erase: Type.Optional(approvals.erase),
          merge: Type.Optional(approvals.merge),
        },
        'When two people are needed.',
      ),
    ),
  }),
  answer: SettingsAnswer,
})

const CHECKLIST_STEPS = [
  'keyMade',
  'firstCall',
  'programPublished',
  'firstPoints',
  'webhookReceived',
  'pointsShown',
] as const

export const getChecklist = operation({
  id: 'checklist.get',
  summary: 'Read which first steps are done',
  method: 'GET',
  path: '/tenants/:tenant/checklist',
  permission: 'settings.read',
  weight: 'light',
  answer: Type.Object({
    steps: Type.Array(
      Type.Object({
        step: Type.Enum([...CHECKLIST_STEPS], { description: 'In the order in which they are taken.' }),
        isDone: Type.Boolean({ description: 'From what there really is.' }),
        at: Nullable(Moment('When, where that is known.')),
      }),
      { description: 'What there is to do, in its order.' },
    ),
    isDone: Type.Boolean({
      description: 'Whether all are; webhookReceived and pointsShown can be done without.',
    }),
  }),
})
