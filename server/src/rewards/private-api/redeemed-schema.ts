import { type Static, Type } from 'typebox'
import { Nullable } from '../../contract/schema.ts'
import type { CouponItem } from '../../coupons/private-api/schema.ts'
import type { CustomerResult } from '../../customers/private-api/schema.ts'

export const RewardResult = Type.Object(
  {
    Id: Type.Number({ description: 'Id of the redeemed reward: its RewardId.' }),
    Customer: Type.Unsafe<CustomerResult>(Type.Ref('Customer#')),
    ExternalCode: Type.String({ description: 'What to send as Coupon of the order that uses this reward.' }),
    CashValue: Nullable(
      Type.Number({
        description: 'What it takes off in money: of cashback and fixed values; null for other rewards.',
      }),
    ),
    IsCanceled: Type.Boolean({ description: 'Whether the redemption was returned.' }),
    RedeemDate: Type.String({ format: 'date-time', description: 'When it was redeemed.' }),
    Points: Type.Object(
      {
        Id: Nullable(Type.Number({ description: 'Id of the point record; null where it cost nothing.' })),
        Points: Type.Number({ description: 'What it cost, so below zero.' }),
        Type: Type.Integer({ description: 'PointType of the record: 6.' }),
        EventKey: Type.String({ description: 'The OriginalKey.' }),
      },
      { description: 'The point record of the redemption.' },
    ),
    RewardConfigurationId: Type.Number({ description: 'Id of the reward configuration.' }),
    Title: Nullable(Type.String({ description: 'Title of the reward configuration.' })),
    OriginalKey: Type.String({ description: 'The key with which it was redeemed.' }),
    Coupon: Type.Unsafe<CouponItem>(Type.Ref('Coupon#')),
    OrderId: Nullable(
      Type.String({ description: 'The order that has used its coupon, by its id in the merchant store.' }),
    ),
    CanceledDate: Nullable(Type.String({ format: 'date-time', description: 'When it was returned.' })),
    ExpiresAt: Nullable(
      Type.String({ format: 'date-time', description: 'Until when a reservation is held; else null.' }),
    ),
  },
  { $id: 'RewardResult', description: 'A reward that was redeemed.' },
)
export type RewardResult = Static<typeof RewardResult>

export const RewardResultRef = Type.Unsafe<RewardResult>(Type.Ref('RewardResult#'))
