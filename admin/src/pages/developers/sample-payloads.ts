/* Bodies as a receiver gets them. `server/test/admin/sample-payloads.test.ts` compares them with the API's schemas. */

const CUSTOMER = {
  Id: 4711,
  OriginalId: 'ana',
  PublicId: '0b9d3c0e-7f0c-4c58-9a52-0f4a5b6a1c11',
  Name: 'Ana Lima',
  Email: 'ana@example.com',
  Phone: '+55 11 95555-0100',
  BirthdayDate: '1990-01-16T02:00:00.000Z',
}

const EARNED = {
  Points: 48,
  PointType: 0,
  PointAction: 0,
  Customer: CUSTOMER,
  PointsBalance: { PointsBalance: 130, CashbackBalance: 13 },
  Cashback: 4.8,
  ValidDate: '2027-11-15T02:59:59.000Z',
  ValidDateFormatted: '14/11/2027',
  PointId: 90396,
  EventDate: '2026-11-14T12:10:00.000Z',
  Origins: [],
}

/** The stamps that fill the card of `Card_Completed`. */
const STAMPS = {
  CardId: 12,
  CardName: 'Coffee card',
  Stamps: 4,
  StampType: 0,
  StampsOnCard: 10,
  StampsOwed: 0,
  CardSize: 10,
  CardNumber: 1,
  Amount: null,
  GoalAmount: null,
  OrderId: 'o-1042',
  ValidDate: '2027-05-14T02:59:59.000Z',
  StampId: 90397,
  Origins: [],
  Customer: CUSTOMER,
  EventDate: '2026-11-14T12:10:00.000Z',
}

const REWARD = {
  AwardId: 90412,
  Source: { Kind: 'card', RuleId: 12, Name: 'Coffee card', ReferenceId: '90398' },
  RewardConfigurationId: 7,
  Title: 'House coffee',
  ExternalCode: 'K7Q2M9XW',
  OriginalKey: 'K7Q2M9XW',
  Coupon: {
    CouponCode: 'CAFE8RT2',
    CouponType: 4,
    CouponValue: 0,
    ValidDateStart: '2026-11-14T12:10:00.000Z',
    ValidDateEnd: '2026-12-15T02:59:59.000Z',
  },
  Customer: CUSTOMER,
  EventDate: '2026-11-14T12:10:00.000Z',
}

const RETURNED_AT = '2026-11-16T09:30:00.000Z'

export const SAMPLE_PAYLOADS = {
  Point_Add: EARNED,
  Point_Update: { ...EARNED, PointAction: 1 },
  Point_Removed: {
    ...EARNED,
    Points: -50,
    PointType: 6,
    PointAction: 2,
    PointsBalance: { PointsBalance: 80, CashbackBalance: 8 },
    Cashback: -5,
    ValidDate: null,
    ValidDateFormatted: '',
    PointId: 90399,
    Origins: [{ PointId: 90396, UsedPoints: 50, UsedCashback: 5 }],
  },
  Stamp_Add: STAMPS,
  Stamp_Removed: {
    ...STAMPS,
    Stamps: -4,
    StampType: 2,
    StampsOnCard: 6,
    ValidDate: null,
    StampId: 90420,
    Origins: [{ StampId: 90397, UsedStamps: 4 }],
    EventDate: RETURNED_AT,
  },
  Card_Completed: {
    CardId: 12,
    CardName: 'Coffee card',
    CardNumber: 1,
    StampId: 90398,
    Prize: {
      RewardConfigurationId: 7,
      Title: 'House coffee',
      Points: 0,
      AvailableDate: '2026-11-14T12:10:00.000Z',
    },
    Origins: [
      { StampId: 90311, UsedStamps: 6 },
      { StampId: 90397, UsedStamps: 4 },
    ],
    Customer: CUSTOMER,
    EventDate: '2026-11-14T12:10:00.000Z',
  },
  Reward_Given: REWARD,
  Reward_TakenBack: { ...REWARD, EventDate: RETURNED_AT },
  Points_Expiring: {
    Points: 130,
    Cashback: 13,
    ExpirationDate: '2026-12-31T02:59:59.000Z',
    LastActivityDate: '2025-12-30T03:00:00.000Z',
    Customer: CUSTOMER,
    EventDate: '2026-11-14T12:10:00.000Z',
  },
}
