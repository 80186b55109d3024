import { type Static, Type } from 'typebox'
import { Body, IdParams } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Moment, Page, PageQuery } from '../../contract/admin-api/schema.ts'
import { Nullable, Sent, Text } from '../../contract/schema.ts'

const locale = Type.Enum(['pt-BR', 'en', 'es'], { description: 'The language of what customers read.' })

const names = Body(
  {
    one: Type.String({ minLength: 1, maxLength: 40, description: 'One of them, like ponto.' }),
    many: Type.String({ minLength: 1, maxLength: 40, description: 'Several of them, like pontos.' }),
  },
  'In this language.',
)

/** In each language; one that is left out or null has the usual word. */
const pointsName = Body(
  { 'pt-BR': Sent(names), en: Sent(names), es: Sent(names) },
  'What the merchant calls its points.',
)

const takeBack = Type.Enum(['debt', 'clamp'], {
  description: 'What happens when points to be taken back are spent: they are owed, or it stops at zero.',
})
const returnsPoints = Type.Boolean({
  description: 'Whether the points of an expired coupon go back when its order is cancelled.',
})
const refundsRedeem = Type.Boolean({
  description:
    'Whether redeemed cashback goes back in its share when a part of its order is returned, where the return itself ' +
    'says nothing.',
})
const tierGraceDays = Type.Integer({
  minimum: 0,
  maximum: 3_650,
  description: 'How long a customer keeps a tier whose goals are no longer met.',
})
const reservationMinutes = Type.Integer({
  minimum: 5,
  maximum: 4_320,
  description: 'How long a reward is held for a basket that is not bought.',
})
const limits = {
  rewardValue: Decimal('The most that a reward of a fixed value may be worth.'),
  rewardPoints: Decimal('The most points that a reward may cost.'),
}

const security = {
  requireTwoFactor: Type.Boolean({ description: 'Whether everybody needs a second factor.' }),
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
      'Adjustments of more points than this, of one customer within 24 hours, need a second person; null: none does.',
    ),
  ),
  adjustPerDay: Nullable(
    Decimal(
      'What one person may adjust within 24 hours in all, in points, before it needs a second person; null: no limit.',
    ),
  ),
  erase: Type.Boolean({
    description:
      'Whether erasing a customer needs a second approval. Then the private API refuses to erase, also with a key that has the scope `erase`.',
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
  tierGraceDays,
  reservationMinutes,
  limits: Type.Object(limits, { description: 'The most that a reward may give and cost.' }),
  security: Type.Object(security, { description: 'What the merchant asks of those who manage it.' }),
  approvals: Type.Object(approvals, { description: 'When two people are needed.' }),
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

/** JSON Merge Patch: what is left out stays, what is null has its default again. */
export const SettingsBody = Body({
  name: Type.Optional(Text('Its name.')),
  currency: Type.Optional(Text('Such as BRL; fixed after the first order.', 3)),
  timeZone: Type.Optional(
    Text('Such as America/Sao_Paulo. Points that were earned keep the ends they have.', 64),
  ),
  locale: Type.Optional(locale),
  pointsName: Sent(pointsName),
  takeBack: Sent(takeBack),
  returnsPointsOfExpiredCoupon: Sent(returnsPoints),
  refundsRedeemOnReturn: Sent(refundsRedeem),
  tierGraceDays: Sent(tierGraceDays),
  reservationMinutes: Sent(reservationMinutes),
  limits: Sent(
    Body(
      { rewardValue: Sent(limits.rewardValue), rewardPoints: Sent(limits.rewardPoints) },
      'What rewards may be worth and cost at most.',
    ),
  ),
})
export type SettingsBody = Static<typeof SettingsBody>

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
          erase: Type.Optional(approvals.erase),
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
    isDone: Type.Boolean({ description: 'Whether all are.' }),
  }),
})

/** What a key may do; owners alone give `points` and `erase`. */
const KEY_SCOPES = ['read', 'write', 'points', 'erase'] as const
const scopes = Type.Array(Type.Enum([...KEY_SCOPES], { description: 'One of them.' }), {
  minItems: 1,
  maxItems: KEY_SCOPES.length,
  uniqueItems: true,
  description:
    'read: what only reads · write: orders, customers, products, redemptions, coupons · points: cashback that is given or taken, custom actions · erase: erasing customers. Only owners give points and erase; erase is refused where erasing needs a second approval.',
})

export const ApiKeyAnswer = Type.Object(
  {
    id: Id('Its number.'),
    token: Text('Its public half.'),
    label: Text('What it is for.'),
    scopes,
    createdAt: Moment('When it was made.'),
    lastUsedAt: Nullable(Moment('The hour in which it was last used; null: never.')),
    expiresAt: Nullable(Moment('From when it is refused; null: never.')),
    revokedAt: Nullable(Moment('Since when it is refused; null: it is not.')),
    by: Nullable(Text('Who has made it; null: it was not kept.')),
    state: Type.Enum(['live', 'expired', 'revoked'], { description: 'Whether it is accepted.' }),
  },
  { description: 'An API key, without its secret.' },
)
export type ApiKeyAnswer = Static<typeof ApiKeyAnswer>

const NewKeyAnswer = Type.Object({
  key: ApiKeyAnswer,
  secret: Text('Its secret half: shown only now.'),
})

const keyParams = IdParams('Number of the key.')

export const listApiKeys = operation({
  id: 'apiKeys.list',
  summary: 'List the API keys',
  method: 'GET',
  path: '/tenants/:tenant/api-keys',
  permission: 'keys.read',
  weight: 'light',
  query: Type.Object(PageQuery),
  answer: Page(ApiKeyAnswer),
})

export const createApiKey = operation({
  id: 'apiKeys.create',
  summary: 'Make an API key; its secret is shown once',
  method: 'POST',
  path: '/tenants/:tenant/api-keys',
  permission: 'keys.write',
  also: 'customers.personal',
  weight: 'light',
  confirm: true,
  audit: 'apiKey.create',
  showsSecret: true,
  body: Body({
    label: Text('What it is for.'),
    expiresAt: Sent(Moment('From when it is refused; left out: never.')),
    scopes: Type.Optional(scopes),
  }),
  answer: NewKeyAnswer,
  status: 201,
})

export const rotateApiKey = operation({
  id: 'apiKeys.rotate',
  summary: 'Make a key that replaces another one, which ends some hours later',
  method: 'POST',
  path: '/tenants/:tenant/api-keys/:id/rotate',
  permission: 'keys.write',
  also: 'customers.personal',
  weight: 'light',
  confirm: true,
  audit: 'apiKey.rotate',
  showsSecret: true,
  params: keyParams,
  body: Body({
    overlapHours: Type.Integer({
      minimum: 0,
      maximum: 720,
      description: 'How long the old key is still accepted.',
    }),
  }),
  answer: Type.Object({
    key: ApiKeyAnswer,
    secret: Text('Its secret half: shown only now.'),
    previous: ApiKeyAnswer,
  }),
  status: 201,
})

export const revokeApiKey = operation({
  id: 'apiKeys.revoke',
  summary: 'Refuse a key from now on, everywhere within a second',
  method: 'POST',
  path: '/tenants/:tenant/api-keys/:id/revoke',
  permission: 'keys.write',
  weight: 'light',
  confirm: true,
  audit: 'apiKey.revoke',
  params: keyParams,
  answer: ApiKeyAnswer,
})
