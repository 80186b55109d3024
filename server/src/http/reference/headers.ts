import {
  CUSTOMER_SEQUENCE_HEADER,
  OTHER_SEQUENCE_HEADER,
} from '../../contract/private-api/customer-sequence.ts'
import { MATCHED_BY_HEADER } from '../../contract/private-api/matched-by.ts'
import type { Json } from './readable.ts'

const header = (description: string, schema: Json, example: unknown): Json => ({
  description,
  schema,
  example,
})

/** The headers of answers that a caller may go by. */
const HEADERS = {
  RequestId: header(
    'Names this request in the log of the server: quote it when you ask for help.',
    { type: 'string' },
    'req_01JH8Z0V6Q',
  ),
  CustomerSequence: header(
    "The number of the customer's last event that is in this answer: webhooks and `GET /v1/pvt/Events` carry it too. " +
      'Missing where there is no customer, or nothing has happened yet.',
    { type: 'integer', minimum: 0 },
    42,
  ),
  OtherSequence: header(
    "The number of the customer's last event of the other series (`punchcard-series: other`) that is in this answer: " +
      'stamps, full cards and notices are counted apart from points.',
    { type: 'integer', minimum: 0 },
    7,
  ),
  MatchedBy: header(
    'The customer came without an OriginalId and is a known one: `document` or `email` says by what. `claim`: it was imported without an OriginalId and has this one from now on. Missing otherwise.',
    { type: 'string', enum: ['document', 'email', 'claim'] },
    'email',
  ),
  Ignored: header(
    'Members and query parameters that were sent and that the operation does not know, at most 20 names; missing ' +
      'where there are none. Names are PascalCase and compared exactly.',
    { type: 'string' },
    'Products[].Quantity, Customer.LastName',
  ),
  RetryAfter: header('After how many seconds to send the request again.', { type: 'integer', minimum: 0 }, 1),
  Authenticate: header('How to log in.', { type: 'string' }, 'Basic realm="Punchcard", charset="UTF-8"'),
  Replayed: header('It was done before, under the same key.', { type: 'string', enum: ['true'] }, 'true'),
  Version: header('Version of what was answered: send it back as `If-Match`.', { type: 'string' }, '"r17"'),
}

const NAMES = {
  RequestId: 'Punchcard-Request-Id',
  CustomerSequence: CUSTOMER_SEQUENCE_HEADER,
  OtherSequence: OTHER_SEQUENCE_HEADER,
  MatchedBy: MATCHED_BY_HEADER,
  Ignored: 'Punchcard-Ignored',
  RetryAfter: 'Retry-After',
  Authenticate: 'WWW-Authenticate',
  Replayed: 'Idempotent-Replayed',
  Version: 'ETag',
} as const

/** For the components of a document that uses them. */
export function describeHeaders(...names: readonly (keyof typeof NAMES)[]): Json {
  return Object.fromEntries(names.map((name) => [name, HEADERS[name]]))
}

export function headersOf(...names: readonly (keyof typeof NAMES)[]): Json {
  return Object.fromEntries(names.map((name) => [NAMES[name], { $ref: `#/components/headers/${name}` }]))
}

/** The operations whose answers say by what a customer without an id was recognised. */
export const TELL_MATCH: ReadonlySet<string> = new Set(['placePosOrder', 'placeOrder'])

/** The operations whose answers carry the number of the customer's last event; the test of the examples compares. */
export const TELL_SEQUENCE: ReadonlySet<string> = new Set([
  'createCustomer',
  'updateCustomer',
  'upsertCustomer',
  'placePosOrder',
  'placeOrder',
  'cancelPosOrder',
  'cancelOrder',
  'getOrder',
  'listCustomerOrders',
  'getPendingPoints',
  'changePoints',
  'mergeCustomers',
  'changeCashback',
  'getCustomerPoints',
  'getCustomerHistory',
  'listCustomerHistory',
  'getRedeemedReward',
  'listCustomerRewards',
  'cancelRewardByKey',
  'listRewardsForPurchase',
  'redeemRewardAtTill',
  'cancelReward',
  'reserveReward',
  'refreshReservation',
  'removeReservation',
  'getCoupon',
  'getCouponRules',
  'getCustomerCoupons',
  'listCustomerCoupons',
  'validateCoupon',
  'useCoupon',
  'undoCouponUse',
  'listObjectives',
  'grantObjective',
  'getCustomerReferral',
  'referFriend',
  'listCustomerCards',
  'listStamps',
  'giveStamps',
  'cancelStamps',
])

/** The operations whose answers carry the number of the last event that is of no points. */
export const TELL_OTHER_SEQUENCE: ReadonlySet<string> = new Set([
  'listCustomerCards',
  'listStamps',
  'giveStamps',
  'cancelStamps',
])

/** The operations of the management API that answer with a version; the test of the examples compares. */
export const TELL_VERSION: ReadonlySet<string> = new Set([
  'customers.get',
  'customers.update',
  'customers.export',
  'imports.get',
  'imports.create',
  'imports.change',
  'imports.check',
  'people.changeRole',
  'settings.change',
  'settings.changeSecurity',
  'storefront.get',
  'terms.draft.put',
  'terms.get',
  'terms.publish',
  'storefront.change',
  'storefront.changeDomains',
  'storefront.changeLogo',
  'storefront.removeLogo',
  'program.draft.put',
  'program.publish',
  'program.versions.restore',
  'program.draft.delete',
  'program.scheduled.delete',
  'rewards.create',
  'rewards.get',
  'rewards.replace',
  'rewards.duplicate',
  'rewards.archive',
  'rewards.unarchive',
  'couponLists.create',
  'couponLists.get',
  'couponLists.change',
  'couponLists.archive',
  'couponLists.unarchive',
  'exports.create',
  'exports.createWhole',
  'reports.overview',
  'backtests.create',
  'backtests.get',
  'programFile.getPlan',
  'accounting.get',
  'accounting.change',
  'accounting.setEstimate',
  'jobs.get',
  'jobs.pause',
  'jobs.resume',
  'jobs.cancel',
  'quizzes.create',
  'quizzes.get',
  'quizzes.replace',
  'quizzes.duplicate',
  'quizzes.archive',
  'quizzes.unarchive',
  'tiers.replace',
  'webhooks.create',
  'webhooks.get',
  'webhooks.change',
  'webhooks.pause',
  'webhooks.resume',
  'webhooks.rotate',
  'settings.get',
  'program.draft.get',
  'program.get',
  'tiers.get',
])
