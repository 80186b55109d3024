import { type Static, Type } from 'typebox'
import { Body, IdParams } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Key, Moment, Page, PageQuery } from '../../contract/admin-api/schema.ts'
import { Nullable, Sent, Text } from '../../contract/schema.ts'
import { GivingRule } from './schema.ts'

/** A few hundred thousand codes; more come in several requests. */
const CODES_TEXT_MAX = 2 * 1024 * 1024

const warnBelow = Type.Integer({
  minimum: 1,
  maximum: 100_000_000,
  description: 'With fewer codes left the panel warns; null: it does not.',
})

export const CouponListAnswer = Type.Object(
  {
    id: Id('Its number.'),
    key: Key('By which files know it.'),
    name: Text('Its name.'),
    reward: Nullable(
      Type.Object(
        { id: Id('Number of the reward.'), key: Key('Its key.'), title: Text('Its name.') },
        { description: 'The reward that gives its codes out; null: none.' },
      ),
    ),
    couponType: Type.Enum(['fixedValue', 'percent', 'freeShipping', 'shippingDiscount', 'others'], {
      description: 'What its codes give.',
    }),
    couponValue: Decimal('What each is worth.'),
    codes: Type.Integer({ description: 'All its codes, given out or not.' }),
    used: Type.Integer({ description: 'Those that were given out.' }),
    left: Type.Integer({ description: 'Those that were not; some may have expired.' }),
    runsOutOn: Nullable(
      Type.String({
        format: 'date',
        description:
          'When the last is given out, if as many go every day as have gone since the list was made; null: that can’t be said.',
      }),
    ),
    warnBelow: Nullable(warnBelow),
    archivedAt: Nullable(Moment('Since when no codes are taken from it; null: they are.')),
    createdAt: Moment('When it was made.'),
    version: Type.Integer({ description: 'As in the ETag.' }),
  },
  { description: 'A list of codes.' },
)
export type CouponListAnswer = Static<typeof CouponListAnswer>

const listParams = IdParams('Number of the list.')

export const listCouponLists = operation({
  id: 'couponLists.list',
  summary: 'List the lists of codes',
  method: 'GET',
  path: '/tenants/:tenant/coupon-lists',
  permission: 'rewards.read',
  weight: 'light',
  query: Type.Object({
    ...PageQuery,
    reward: Type.Optional(Id('Only those of this reward.')),
    state: Type.Optional(
      Type.Enum(['active', 'archived', 'all'], { description: 'Which; left out: active.' }),
    ),
  }),
  answer: Page(CouponListAnswer),
})

export const createCouponList = operation({
  id: 'couponLists.create',
  summary: 'Make a list of codes for a reward',
  method: 'POST',
  path: '/tenants/:tenant/coupon-lists',
  permission: 'rewards.write',
  weight: 'light',
  audit: 'couponList.create',
  idempotent: true,
  body: Body({
    key: Type.Optional(Key('By which files know it. Left out: made from the name.')),
    name: Text('Its name.'),
    rewardId: Id('The reward whose coupons have these codes.'),
    warnBelow: Sent(warnBelow),
  }),
  answer: CouponListAnswer,
  status: 201,
})

export const getCouponList = operation({
  id: 'couponLists.get',
  summary: 'Read a list of codes',
  method: 'GET',
  path: '/tenants/:tenant/coupon-lists/:id',
  permission: 'rewards.read',
  weight: 'light',
  params: listParams,
  answer: Type.Object({
    ...CouponListAnswer.properties,
    automatic: Type.Object(
      {
        rules: Type.Array(GivingRule, { description: 'The rules that give its reward; none: no rule does.' }),
        given30Days: Type.Integer({
          description: 'Codes that rules gave in the last 30 days, of the newest 20,000 redemptions.',
        }),
      },
      { description: 'What of it is given without a redemption, by rules.' },
    ),
  }),
})

export const changeCouponList = operation({
  id: 'couponLists.change',
  summary: 'Rename a list of codes, or change when to warn',
  method: 'PATCH',
  path: '/tenants/:tenant/coupon-lists/:id',
  permission: 'rewards.write',
  weight: 'light',
  audit: 'couponList.update',
  ifMatch: true,
  params: listParams,
  body: Body({ name: Type.Optional(Text('Its name.')), warnBelow: Sent(warnBelow) }),
  answer: CouponListAnswer,
})

export const archiveCouponList = operation({
  id: 'couponLists.archive',
  summary: 'Take no more codes from a list',
  method: 'POST',
  path: '/tenants/:tenant/coupon-lists/:id/archive',
  permission: 'rewards.write',
  weight: 'light',
  audit: 'couponList.archive',
  ifMatch: true,
  params: listParams,
  answer: CouponListAnswer,
})

export const unarchiveCouponList = operation({
  id: 'couponLists.unarchive',
  summary: 'Take codes from an archived list again',
  method: 'POST',
  path: '/tenants/:tenant/coupon-lists/:id/unarchive',
  permission: 'rewards.write',
  weight: 'light',
  audit: 'couponList.unarchive',
  ifMatch: true,
  params: listParams,
  answer: CouponListAnswer,
})

const UploadAnswer = Type.Object(
  {
    id: Id('Its number.'),
    file: Nullable(Text('Name of the file; null: none was sent.')),
    codes: Type.Integer({ description: 'Codes that it added.' }),
    removed: Type.Integer({ description: 'Codes that undoing it has removed.' }),
    isUsed: Type.Boolean({
      description: 'Whether a customer has one of its codes: then it can’t be undone any more.',
    }),
    createdAt: Moment('When it began.'),
    undoneAt: Nullable(Moment('When it was undone; null: it was not, or not to the end.')),
  },
  { description: 'Codes that were added together.' },
)
export type UploadAnswer = Static<typeof UploadAnswer>

const ImportFigures = {
  duplicates: Type.Integer({
    description: 'Codes that were skipped: the merchant has them already, in upper or lower case.',
  }),
  invalid: Type.Integer({ description: 'Lines that can’t be a code.' }),
  duplicateCodes: Type.Array(Text('As it was written.'), { description: 'The first 100 of them.' }),
  invalidLines: Type.Array(Type.Integer(), { description: 'The numbers of the first 100 of them.' }),
}

export const checkCodes = operation({
  id: 'couponLists.checkCodes',
  summary: 'Say what adding codes would do',
  method: 'POST',
  path: '/tenants/:tenant/coupon-lists/:id/codes/check',
  permission: 'rewards.write',
  weight: 'heavy',
  isQuestion: true,
  textBodyMax: CODES_TEXT_MAX,
  params: listParams,
  body: Type.String({ description: 'The codes as text, one per line, as they would be added.' }),
  answer: Type.Object({
    added: Type.Integer({ description: 'Codes that would be new.' }),
    ...ImportFigures,
  }),
})

export const addCodes = operation({
  id: 'couponLists.addCodes',
  summary: 'Add codes to a list, one per line',
  method: 'POST',
  path: '/tenants/:tenant/coupon-lists/:id/codes',
  permission: 'rewards.write',
  weight: 'heavy',
  audit: 'couponList.addCodes',
  textBodyMax: CODES_TEXT_MAX,
  params: listParams,
  query: Type.Object({
    upload: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]{1,64}$',
        description:
          'A key of your choice that joins several requests to one upload, so that they are undone together. Left out: the request is an upload by itself.',
        examples: ['spring-2027'],
      }),
    ),
    file: Type.Optional(Text('Name of the file, to recognize the upload by.')),
  }),
  body: Type.String({ description: 'The codes as text, one per line; blank lines are skipped.' }),
  answer: Type.Object({
    imported: Type.Integer({ description: 'Codes that are new.' }),
    ...ImportFigures,
    upload: UploadAnswer,
    list: CouponListAnswer,
  }),
})

export const listUploads = operation({
  id: 'couponLists.listUploads',
  summary: 'List the uploads of a list, the newest first',
  method: 'GET',
  path: '/tenants/:tenant/coupon-lists/:id/uploads',
  permission: 'rewards.read',
  weight: 'light',
  params: listParams,
  query: Type.Object(PageQuery),
  answer: Page(UploadAnswer),
})

export const undoUpload = operation({
  id: 'couponLists.undoUpload',
  summary: 'Remove the codes of an upload, while none was given out',
  method: 'POST',
  path: '/tenants/:tenant/coupon-lists/:id/uploads/:upload/undo',
  permission: 'rewards.write',
  weight: 'heavy',
  audit: 'couponList.undoUpload',
  params: Type.Object({ id: Id('Number of the list.'), upload: Id('Number of the upload.') }),
  answer: Type.Object({
    removed: Type.Integer({
      description: 'Codes that this request removed: at most 20,000. Undone already: 0.',
    }),
    isDone: Type.Boolean({
      description: 'Whether all of them are removed. False: send the request again for the rest.',
    }),
    upload: UploadAnswer,
    list: CouponListAnswer,
  }),
})

export const listCodes = operation({
  id: 'couponLists.listCodes',
  summary: 'Show the codes of a list',
  method: 'GET',
  path: '/tenants/:tenant/coupon-lists/:id/codes',
  permission: 'codes.read',
  weight: 'light',
  audit: 'couponList.readCodes',
  params: listParams,
  query: Type.Object({
    ...PageQuery,
    state: Type.Optional(Type.Enum(['free', 'given', 'all'], { description: 'Which; left out: all.' })),
    prefix: Type.Optional(Text('What the code begins with, in upper or lower case.')),
  }),
  answer: Page(
    Type.Object({
      id: Id('Number of the code.'),
      code: Text('As it was sent.'),
      isGiven: Type.Boolean({ description: 'Whether a customer has it.' }),
      validFrom: Nullable(Moment('From when it can be given out.')),
      validUntil: Nullable(Moment('Until when.')),
      createdAt: Moment('When it was added.'),
    }),
  ),
})
