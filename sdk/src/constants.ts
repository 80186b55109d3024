/** `State` of an order. */
export const OrderState = { Initial: 0, Pending: 1, Complete: 2, Cancelled: 3, Ignored: 4 } as const
export type OrderState = (typeof OrderState)[keyof typeof OrderState]

/** `RewardType` of a reward. */
export const RewardType = {
  Percent: 0,
  FixedValue: 1,
  FreeShipping: 2,
  Cashback: 3,
  Custom: 4,
  Product: 5,
} as const
export type RewardType = (typeof RewardType)[keyof typeof RewardType]

/** `PointType` of an event or of a line of the history: why a balance changed. */
export const PointType = {
  Purchase: 0,
  Signup: 1,
  Birthday: 2,
  Referral: 3,
  Quiz: 4,
  Manual: 5,
  Redeem: 6,
  RedeemReturned: 7,
  Expiry: 8,
  OrderCancelled: 9,
  Import: 10,
  OrderAdjusted: 11,
  Merge: 12,
  /** The prize of a full card. */
  Prize: 13,
} as const
export type PointType = (typeof PointType)[keyof typeof PointType]

/** `OperationType` of a change by hand. */
export const OperationType = { Add: 0, Remove: 1 } as const
export type OperationType = (typeof OperationType)[keyof typeof OperationType]
