import { type Static, Type } from 'typebox'
import { Needed, Nullable, Text } from '../../contract/schema.ts'
import type { CouponItem } from '../../coupons/private-api/schema.ts'
import { type CustomerResult, SaveCustomerBody } from '../../customers/private-api/schema.ts'

export const ReferralResult = Type.Object(
  {
    ReferralCode: Nullable(
      Type.String({
        description: 'Eight letters and digits, made when first asked for; null while the rule is off.',
      }),
    ),
    ReferralURL: Nullable(
      Type.String({ description: 'Where friends come by it; null: you have set no address for them.' }),
    ),
    WhatsappReferralUrl: Nullable(Type.String({ description: 'The same as a message to be sent.' })),
    RegisteredFriends: Type.Number({ description: 'Friends who have joined and count.' }),
    RewardedFriends: Type.Number({ description: 'Of those, for how many the customer was rewarded.' }),
    PointsAwarded: Type.Number({ description: 'Points for them, also those that still wait.' }),
  },
  { $id: 'CustomerReferral', description: 'With what a customer refers friends, and what came of it.' },
)
export type ReferralResult = Static<typeof ReferralResult>

export const FriendBody = Type.Object(
  {
    ReferralCode: Needed(Text('The code that the friend came with.')),
    Friend: Needed(Type.Object(SaveCustomerBody.properties, { description: 'Who is new.' })),
  },
  {
    examples: [
      {
        ReferralCode: 'K7QM2XPT',
        Friend: {
          OriginalId: 'friend-of-ana',
          Name: 'Olívia',
          Email: 'olivia@example.com',
          IsEnrolled: true,
        },
      },
    ],
  },
)
export type FriendBody = Static<typeof FriendBody>

export const FriendResult = Type.Object(
  {
    Status: Type.Integer({
      description: '0 registered, 1 rewarded, 2 ended without a reward.',
    }),
    Friend: Type.Unsafe<CustomerResult>(Type.Ref('Customer#')),
    Coupon: Nullable(Type.Unsafe<CouponItem>(Type.Ref('Coupon#'))),
  },
  { $id: 'ReferredFriend', description: 'A friend who was referred, as a customer.' },
)
export type FriendResult = Static<typeof FriendResult>
