import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import { loadOne } from '../../accounts/till/collection.ts'
import type { Till } from '../../accounts/till/till.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { CUSTOMER_SEQUENCE_HEADER } from '../../contract/private-api/customer-sequence.ts'
import { ResultEnvelope, resultEnvelope, resultFailure } from '../../contract/private-api/envelopes.ts'
import { inApiTerms, wrongField } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isBlank, isStorable } from '../../contract/schema.ts'
import { coupons } from '../../coupons/collections/coupons.ts'
import type { Coupon } from '../../coupons/coupon.ts'
import { toCouponItem } from '../../coupons/private-api/present.ts'
import type { Findability } from '../../customers/findability.ts'
import { toCustomerResult } from '../../customers/private-api/present.ts'
import { readCustomerToSave } from '../../customers/private-api/read.ts'
import { findCurrentProgram } from '../../earning/store.ts'
import { decimalToNumber } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { unlessDataRefused } from '../../platform/postgres/failures.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { addressOf } from '../address.ts'
import { type FriendReason, referFriend } from '../commands.ts'
import type { ReferralState } from '../referral.ts'
import { settleReferralsOf } from '../settle.ts'
import {
  codeOf,
  findCode,
  findFriendsCouponKey,
  findFriendsToSettle,
  findReferrer,
  readCode,
  sumReferrals,
} from '../store/referrals.ts'
import { FRIEND_ERRORS } from './errors.ts'
import { FriendBody, FriendResult, ReferralResult } from './schema.ts'

export interface ReferralRoutesOptions {
  readonly cells: Cells
  readonly reads: SettledReads
  readonly tillOf: (tenant: Tenant) => Till
  readonly findability: Findability
  /** Where friends come by a code; null: nowhere. */
  readonly referralUrlOf: (tenant: Tenant) => Promise<string | null>
}

const asking: Operation = { wrongType: 'General_FieldCannotBeNullOrBlank', refuse: resultFailure }
const referring: Operation = { wrongType: 'ApiExternalCustomer_Cant_Insert', refuse: resultFailure }

export function referralRoutes(api: PrivateApi, options: ReferralRoutesOptions): void {
  api.addSchema(ReferralResult)
  api.addSchema(FriendResult)
  readRoute(api, options)
  friendRoute(api, options)
}

function readRoute(api: PrivateApi, options: ReferralRoutesOptions): void {
  api.get<{ Params: { id: string } }>(
    '/v1/pvt/Customer/:id/referral',
    {
      config: { operation: asking },
      schema: {
        operationId: 'getCustomerReferral',
        tags: ['Referrals'],
        summary: 'Read with what a customer refers friends',
        description: 'The code is made when it is first asked for.',
        params: Type.Object({ id: Type.String({ description: "The customer's id in the merchant store." }) }),
        response: { 200: ResultEnvelope(Type.Unsafe<ReferralResult>(Type.Ref('CustomerReferral#'))) },
      },
    },
    async ({ tenant, params: { id } }, reply) => {
      const found = isStorable(id) ? await readReferral(options, tenant, id) : null
      if (!found) {
        return resultFailure(refusal('Customer_NotFound', 'There is no customer with this id.', 'id'))
      }
      void reply.header(CUSTOMER_SEQUENCE_HEADER, found.sequence)
      return resultEnvelope(found.result)
    },
  )
}

async function readReferral(
  { cells, reads, tillOf, referralUrlOf }: ReferralRoutesOptions,
  tenant: Tenant,
  id: string,
): Promise<{ readonly result: ReferralResult; readonly sequence: number } | null> {
  const database = cells.of(tenant)
  const who = await reads.of(tenant, id, async (tx, { customer }, now) => ({
    customer,
    program: await findCurrentProgram(tx, tenant.id, now),
    waiting: await findFriendsToSettle(tx, tenant.id, customer.id),
    made: await findCode(tx, tenant.id, customer.id),
  }))
  if (!who || who.customer.erasedAt !== null) return null
  const { customer, program, waiting, made } = who
  await settleReferralsOf(customer.id, waiting, { tenant, till: tillOf(tenant) })
  const isOn = program.index.referral !== null
  const make = () => database.transaction([tenant.id], (tx) => codeOf(tx, tenant.id, customer.id))
  const code = isOn ? (made ?? (await make())) : null
  const address = code === null ? null : addressOf(await referralUrlOf(tenant), code)
  return reads.of(tenant, id, async (tx, { account }) => {
    const sums = await sumReferrals(tx, tenant.id, customer.id)
    return {
      sequence: account.sequence,
      result: {
        ReferralCode: code,
        ReferralURL: address?.url ?? null,
        WhatsappReferralUrl: address?.whatsappUrl ?? null,
        RegisteredFriends: sums.joined,
        RewardedFriends: sums.rewarded,
        PointsAwarded: decimalToNumber(sums.points),
      },
    }
  })
}

function friendRoute(api: PrivateApi, options: ReferralRoutesOptions): void {
  const { cells, findability, tillOf } = options
  api.post<{ Body: FriendBody }>(
    '/v1/pvt/Referral/friend',
    {
      config: { operation: referring },
      schema: {
        operationId: 'referFriend',
        tags: ['Referrals'],
        summary: 'Make a customer of a friend who was referred',
        description:
          'The friend has to be new: an id, e-mail, document or phone that is known is refused, and so is one’s own ' +
          'code. The same friend and code again answers as the first time. Both are rewarded by the friend’s first order.',
        body: FriendBody,
        response: { 200: ResultEnvelope(Type.Unsafe<FriendResult>(Type.Ref('ReferredFriend#'))) },
      },
    },
    async ({ tenant, body }, reply) => {
      const { ReferralCode: sentCode, Friend: sentFriend } = body
      if (isBlank(sentCode)) {
        return resultFailure(
          wrongField('General_FieldCannotBeNullOrBlank', 'ReferralCode', 'is missing: send the code.'),
        )
      }
      if (sentFriend == null) {
        return resultFailure(
          wrongField(
            'General_FieldCannotBeNullOrBlank',
            'Friend',
            'is missing: send the customer who is new.',
          ),
        )
      }
      const sent = readCustomerToSave(sentFriend, tenant.timeZone)
      if (isRefusal(sent)) return resultFailure(sent)
      const code = readCode(sentCode)
      await findability.require(tenant)
      const referrer =
        code === null
          ? null
          : await cells.of(tenant).read([tenant.id], (tx) => findReferrer(tx, tenant.id, code))
      if (!referrer) return resultFailure(CODE_UNKNOWN)
      const input = { tenant, sent, publicId: randomUUID(), referrer }
      const refused = refusal<FriendReason>('not-made', 'The friend could not be saved: send it again.')
      const result = await tillOf(tenant).run(referFriend, input).catch(unlessDataRefused(refused))
      const referred = inApiTerms(result, FRIEND_ERRORS)
      if (isRefusal(referred)) return resultFailure(referred)
      const { customer, tier, referral } = referred
      const gift = await readGift(options, tenant, customer.originalId)
      void reply.header(CUSTOMER_SEQUENCE_HEADER, gift?.sequence ?? referred.account.sequence)
      return resultEnvelope({
        Status: STATUS[referral.state],
        Friend: toCustomerResult(customer, tier),
        Coupon: gift?.coupon ? toCouponItem(gift.coupon) : null,
      })
    },
  )
}

const CODE_UNKNOWN = refusal(
  'Customer_NotFound',
  'ReferralCode is the code of no customer who takes part.',
  'ReferralCode',
)

const STATUS: Readonly<Record<ReferralState, number>> = {
  registered: 0,
  earned: 0,
  held: 0,
  granted: 1,
  refused: 2,
  undone: 2,
  expired: 2,
}

/** What is due is given before a read. */
function readGift({ reads }: ReferralRoutesOptions, tenant: Tenant, customerKey: string) {
  return reads.of(tenant, customerKey, async (tx, { customer, account }) => ({
    coupon: await findGift(tx, tenant.id, customer.id),
    sequence: account.sequence,
  }))
}

async function findGift(tx: Tx, tenantId: TenantId, customerId: CustomerId): Promise<Coupon | null> {
  const key = await findFriendsCouponKey(tx, tenantId, customerId)
  return key === null ? null : ((await loadOne(tx, coupons, { tenantId, key })) ?? null)
}
