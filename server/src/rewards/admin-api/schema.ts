import { type Static, Type } from 'typebox'
import { Body, IdParams, Url } from '../../contract/admin-api/body.ts'
import { LARGE_BODY_MAX, operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Key, Moment, Page, PageQuery } from '../../contract/admin-api/schema.ts'
import { LENGTH, Nullable, Sent, Text } from '../../contract/schema.ts'

const REWARD_TYPE_NAMES = ['percent', 'fixedValue', 'freeShipping', 'cashback', 'custom', 'product'] as const
const TypeName = (description: string) => Type.Enum([...REWARD_TYPE_NAMES], { description })

const wholeNumber = (description: string, maximum: number) =>
  Type.Integer({ minimum: 1, maximum, description })
const flag = (description: string) => Type.Boolean({ description })

const coupon = {
  prefix: Sent(Text('What made-up codes begin with.', 40)),
  validDays: Sent(wholeNumber('How many days a coupon can be used; null: for ever.', 36_500)),
  cumulative: Type.Optional(flag('Whether it may be combined with other promotions; default: no.')),
  minimumPurchase: Sent(Decimal('The smallest purchase that it can be used for.')),
  byHand: Type.Optional(flag('Whether the merchant makes the coupon in its store by hand; default: no.')),
  expiresMissingInPlatform: Type.Optional(
    flag('Whether a coupon that the store no longer has counts as expired; default: no.'),
  ),
}

const cashback = {
  maximum: Sent(Decimal('The most cashback that one redemption may use; null: all there is.')),
  percentOfPurchase: Sent(Decimal('How much of a purchase may be paid with it, in percent.')),
  informativeOnly: Type.Optional(flag('Whether it is only shown, and not redeemed; default: no.')),
  informativeText: Sent(Text('What is shown then.', LENGTH.description)),
  rules: Sent(Text('The rules, in the merchant’s words.', LENGTH.description)),
}

const collections = {
  which: Type.Enum(['all', 'only', 'except'], { description: 'Which products it is for.' }),
  ids: Type.Array(Text('The id of a collection in the store.'), {
    maxItems: 500,
    description: 'The collections; none where it is for all products.',
  }),
}

/** What could be an address at all; whether it is one, only a mail can tell. */
const EMAIL = '^[^\\s@]{1,64}@[^\\s@]{1,190}$'

const notify = {
  team: Type.Optional(
    Type.Array(Type.String({ pattern: EMAIL, maxLength: 254, description: 'An address.' }), {
      maxItems: 20,
      description: 'Addresses of the merchant’s team.',
    }),
  ),
  customer: Type.Optional(flag('Whether your own systems notify the customer; default: no.')),
}

const icons = {
  url: Sent(Url('The address of a picture of the reward.')),
  widget: Sent(Text('The icon in the widget; null: none.')),
  landingPage: Sent(Text('The icon on the landing page; null: none.')),
}

/** What a merchant says about a reward. What is left out has its default. */
export const RewardBody = Body({
  key: Type.Optional(Key('By which files know it. Left out: made from the title. It can’t change later.')),
  type: TypeName('What the customer gets.'),
  title: Text('Its name.'),
  isActive: Type.Optional(flag('Whether it can be redeemed, or given by a rule; default: yes.')),
  prizeOnly: Type.Optional(
    flag('Whether only rules give it: customers can’t see or redeem it. Not for cashback; default: no.'),
  ),
  points: Type.Optional(Decimal('What it costs; default: "0". Cashback costs no points.')),
  value: Type.Optional(Decimal('What its coupon is worth, in money or percent; default: "0".')),
  preTitle: Sent(Text('A line above the title.')),
  description: Sent(Text('A sentence about it.', LENGTH.description)),
  longDescription: Sent(Text('All about it.', LENGTH.description)),
  customTitle: Sent(Text('A title in place of the usual one of its type.')),
  usageInstructions: Sent(Text('How to use it.', LENGTH.description)),
  usesCustomInstruction: Type.Optional(
    flag('Whether these instructions are shown in place of the usual ones; default: no.'),
  ),
  validFrom: Sent(Moment('From when it can be redeemed; null: from ever.')),
  validUntil: Sent(Moment('Until when; null: for ever.')),
  limits: Type.Optional(
    Body(
      {
        perCustomer: Sent(wholeNumber('Redemptions of one customer that may stand.', 1_000_000)),
        total: Sent(wholeNumber('Redemptions of all that may stand.', 1_000_000_000)),
      },
      'How often it can be redeemed; left out: as often as they can pay for it.',
    ),
  ),
  tiers: Type.Optional(
    Type.Array(Key('The key of a tier.'), {
      maxItems: 50,
      description: 'The tiers whose customers may redeem it; none: all customers may.',
    }),
  ),
  channel: Type.Optional(
    Type.Enum(['all', 'online', 'pointOfSale'], { description: 'Where it is for; default: all.' }),
  ),
  coupon: Type.Optional(Body(coupon, 'The coupon that it gives.')),
  cashback: Type.Optional(Body(cashback, 'For rewards of the type cashback.')),
  collections: Type.Optional(Body(collections, 'The products that it is for; left out: all.')),
  notify: Type.Optional(
    Body(
      notify,
      'Whom your own systems notify of a redemption. Stored and returned: Punchcard sends no e-mail.',
    ),
  ),
  icons: Type.Optional(Body(icons, 'Its pictures.')),
})
export type RewardBody = Static<typeof RewardBody>

/** A rule of the program, as a reward and its lists of codes know it. */
export const GivingRule = Type.Object({
  id: Type.Integer({ description: 'Id of the rule.' }),
  name: Text('Its name; may be empty.'),
  version: Type.Integer({ description: 'The version of the program; of several, the first that counts.' }),
  isCurrent: flag('Whether that version counts now; otherwise it is scheduled.'),
})

export const RewardAnswer = Type.Object({
  id: Id('Its number.'),
  key: Key('By which files know it.'),
  type: TypeName('What the customer gets.'),
  title: Text('Its name.'),
  isActive: flag('Whether it can be redeemed, or given by a rule.'),
  prizeOnly: flag('Whether only rules give it: customers can’t see or redeem it.'),
  points: Decimal('What it costs.'),
  value: Decimal('What its coupon is worth, in money or percent.'),
  preTitle: Nullable(Text('A line above the title.')),
  description: Nullable(Text('A sentence about it.', LENGTH.description)),
  longDescription: Nullable(Text('All about it.', LENGTH.description)),
  customTitle: Nullable(Text('A title in place of the usual one of its type.')),
  usageInstructions: Nullable(Text('How to use it.', LENGTH.description)),
  usesCustomInstruction: flag('Whether these instructions are shown in place of the usual ones.'),
  validFrom: Nullable(Moment('From when it can be redeemed.')),
  validUntil: Nullable(Moment('Until when.')),
  limits: Type.Object(
    {
      perCustomer: Nullable(wholeNumber('Redemptions of one customer that may stand.', 1_000_000)),
      total: Nullable(wholeNumber('Redemptions of all that may stand.', 1_000_000_000)),
    },
    { description: 'How often it can be redeemed.' },
  ),
  tiers: Type.Array(Key('The key of a tier.'), { description: 'Whose customers may redeem it; none: all.' }),
  channel: Type.Enum(['all', 'online', 'pointOfSale'], { description: 'Where it is for.' }),
  coupon: Type.Object(
    {
      prefix: Nullable(Text('What made-up codes begin with.')),
      validDays: Nullable(Type.Integer({ description: 'How many days a coupon can be used.' })),
      cumulative: flag('Whether it may be combined with other promotions.'),
      minimumPurchase: Nullable(Decimal('The smallest purchase that it can be used for.')),
      byHand: flag('Whether the merchant makes the coupon in its store by hand.'),
      expiresMissingInPlatform: flag('Whether a coupon that the store no longer has counts as expired.'),
    },
    { description: 'The coupon that it gives.' },
  ),
  cashback: Type.Object(
    {
      maximum: Nullable(Decimal('The most cashback that one redemption may use.')),
      percentOfPurchase: Nullable(Decimal('How much of a purchase may be paid with it, in percent.')),
      informativeOnly: flag('Whether it is only shown, and not redeemed.'),
      informativeText: Nullable(Text('What is shown then.', LENGTH.description)),
      rules: Nullable(Text('The rules, in the merchant’s words.', LENGTH.description)),
    },
    { description: 'Of rewards of the type cashback.' },
  ),
  collections: Type.Object(collections, { description: 'The products that it is for.' }),
  notify: Type.Object(
    {
      team: Type.Array(Text('An address.'), { description: 'Addresses of the team.' }),
      customer: flag('Whether your own systems notify the customer.'),
    },
    {
      description:
        'Whom your own systems notify of a redemption. Stored and returned: Punchcard sends no e-mail.',
    },
  ),
  icons: Type.Object(
    {
      url: Nullable(Url('A picture of the reward.')),
      widget: Nullable(Text('The icon in the widget.')),
      landingPage: Nullable(Text('The icon on the landing page.')),
    },
    { description: 'Its pictures.' },
  ),
  archivedAt: Nullable(Moment('Since when it is out of sight; null: it is not.')),
  redeemed: Type.Integer({ description: 'Redemptions that stand.' }),
  codesLeft: Nullable(
    Type.Integer({
      description: 'Free codes of its lists; null: its codes are generated, and never run out.',
    }),
  ),
  couponLists: Type.Array(
    Type.Object({
      id: Id('Number of the list.'),
      key: Key('By which files know it.'),
      name: Text('Its name.'),
    }),
    {
      description: 'The lists that its codes come from.',
    },
  ),
  givenBy: Type.Array(GivingRule, {
    description: 'The rules that give it without taking points, now or in a version that is scheduled.',
  }),
  version: Type.Integer({ description: 'As in the ETag.' }),
})
export type RewardAnswer = Static<typeof RewardAnswer>

const rewardParams = IdParams('Number of the reward.')

export const listRewards = operation({
  id: 'rewards.list',
  summary: 'List the rewards',
  method: 'GET',
  path: '/tenants/:tenant/rewards',
  permission: 'rewards.read',
  weight: 'light',
  query: Type.Object({
    ...PageQuery,
    state: Type.Optional(
      Type.Enum(['active', 'inactive', 'archived', 'all'], {
        description: 'Which; left out: all but the archived ones.',
      }),
    ),
    type: Type.Optional(TypeName('Only of this type.')),
    tier: Type.Optional(Key('Only what customers of this tier may redeem.')),
  }),
  answer: Page(RewardAnswer),
})

export const createReward = operation({
  id: 'rewards.create',
  summary: 'Make a reward',
  method: 'POST',
  path: '/tenants/:tenant/rewards',
  permission: 'rewards.write',
  weight: 'light',
  audit: 'reward.create',
  idempotent: true,
  bodyMax: LARGE_BODY_MAX,
  body: RewardBody,
  answer: RewardAnswer,
  status: 201,
})

export const validateReward = operation({
  id: 'rewards.validate',
  summary: 'Check a reward without making it',
  method: 'POST',
  path: '/tenants/:tenant/rewards/validate',
  permission: 'rewards.read',
  weight: 'light',
  audit: 'reward.validate',
  bodyMax: LARGE_BODY_MAX,
  body: RewardBody,
  answer: Type.Object(
    { isValid: Type.Literal(true, { description: 'true: it could be saved.' }) },
    { description: 'Else: 422 with all that is wrong.' },
  ),
})

export const getReward = operation({
  id: 'rewards.get',
  summary: 'Read a reward',
  method: 'GET',
  path: '/tenants/:tenant/rewards/:id',
  permission: 'rewards.read',
  weight: 'light',
  params: rewardParams,
  answer: RewardAnswer,
})

export const replaceReward = operation({
  id: 'rewards.replace',
  summary: 'Replace a reward',
  method: 'PUT',
  path: '/tenants/:tenant/rewards/:id',
  permission: 'rewards.write',
  weight: 'light',
  audit: 'reward.update',
  ifMatch: true,
  params: rewardParams,
  bodyMax: LARGE_BODY_MAX,
  body: RewardBody,
  answer: RewardAnswer,
})

export const archiveReward = operation({
  id: 'rewards.archive',
  summary: 'Put a reward out of sight; it can’t be redeemed any more',
  method: 'POST',
  path: '/tenants/:tenant/rewards/:id/archive',
  permission: 'rewards.write',
  weight: 'light',
  audit: 'reward.archive',
  ifMatch: true,
  params: rewardParams,
  answer: RewardAnswer,
})

export const unarchiveReward = operation({
  id: 'rewards.unarchive',
  summary: 'Bring an archived reward back, as it was',
  method: 'POST',
  path: '/tenants/:tenant/rewards/:id/unarchive',
  permission: 'rewards.write',
  weight: 'light',
  audit: 'reward.unarchive',
  ifMatch: true,
  params: rewardParams,
  answer: RewardAnswer,
})

export const duplicateReward = operation({
  id: 'rewards.duplicate',
  summary: 'Make a copy of a reward, switched off, without its lists of codes',
  method: 'POST',
  path: '/tenants/:tenant/rewards/:id/duplicate',
  permission: 'rewards.write',
  weight: 'light',
  audit: 'reward.create',
  params: rewardParams,
  answer: RewardAnswer,
  status: 201,
})
