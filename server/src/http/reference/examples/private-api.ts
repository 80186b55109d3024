import type { Example } from './example.ts'

const ANA = { id: 'ana' }

/**
 * What the reference shows for each operation, in an order in which all of them can be sent to the demo merchant: a test
 * does that. A body that is not here is that of the operation's own schema. Ids that a server gives out are others in
 * each installation; the test takes those that it was answered.
 */
export const PRIVATE_EXAMPLES: Readonly<Record<string, Example>> = {
  getAccount: {},
  updateProduct: { path: { id: 'mug-01' } },
  updateProducts: {},
  productPoints: {},

  createCustomer: {},
  getCustomer: { path: { id: 'bia' } },
  findCustomers: { query: { Email: 'bia@example.com' } },
  updateCustomer: {
    path: { id: 'bia' },
    body: { OriginalId: 'bia', Name: 'Bia Lima Costa', Phone: '+55 11 98765-4321' },
  },
  upsertCustomer: {},
  upsertCustomers: {},

  placePosOrder: {},
  placeOrder: {
    body: {
      OriginalId: 'order-1002',
      OrderPlacementDate: '2026-02-01T10:00:00-03:00',
      IsCompleted: false,
      OrderTotal: 60,
      Customer: { OriginalId: 'ana' },
    },
  },
  placeOrders: {
    body: [
      {
        OriginalId: 'order-1003',
        OrderPlacementDate: '2026-02-03T18:30:00-03:00',
        OrderCompletedDate: '2026-02-03T18:30:00-03:00',
        IsCompleted: true,
        OrderTotal: 400,
        Customer: { OriginalId: 'ana' },
        Products: [{ OriginalId: 'espresso', Title: 'Espresso', IsActive: true, ProductPrice: 8.5 }],
      },
      { OriginalId: 'order-1004', OrderTotal: 20, Customer: { OriginalId: 'ana' } },
    ],
  },
  getOrder: { path: { orderId: 'order-1001' } },
  listCustomerOrders: { path: ANA, query: { State: 2 } },
  getPendingPoints: { path: ANA },
  returnOrderPart: { path: { orderId: 'order-1001' } },
  returnPosOrderPart: { path: { orderId: 'order-1003' } },
  cancelOrder: { path: { orderId: 'order-1002' } },

  changePoints: { path: ANA },
  changeCashback: { path: ANA },
  getCustomerPoints: { path: ANA },
  getCustomerHistory: { path: ANA, query: { PageSize: 10 } },
  listCustomerHistory: { path: ANA },
  availableTiers: {},

  listRewardConfigurations: { query: { IsActive: true } },
  getRewardConfiguration: { path: { id: 1 } },
  redeemReward: { path: { id: 1 } },
  updateRewardMetadata: {},
  getRedeemedReward: { path: { id: 1042 } },
  listCustomerRewards: { path: ANA, query: { IsCanceled: false } },
  cancelRewardByKey: { query: { OriginalKey: 'cart-4711' } },
  listRewardsForPurchase: {},
  redeemRewardAtTill: { path: { id: 1 } },
  cancelReward: { path: { id: 1043 } },

  reserveReward: {},
  refreshReservation: {},
  removeReservation: {},

  createCoupon: {},
  getCoupon: { path: { code: 'WELCOME-ANA' } },
  getCouponRules: { path: { code: 'WELCOME-ANA' } },
  getCustomerCoupons: { path: ANA, query: { All: false } },
  listCustomerCoupons: { path: ANA },
  validateCoupon: { path: { code: 'WELCOME-ANA' } },
  useCoupon: { path: { code: 'WELCOME-ANA' } },
  undoCouponUse: { path: { code: 'WELCOME-ANA' } },
  inactivateCoupon: { path: { code: 'WELCOME-ANA' } },

  listObjectives: { query: { CustomerId: 'ana' } },
  grantObjective: { path: { id: '6' } },
  createToken: {},
  createLink: {},
  revokeTokens: {},
  getCustomerReferral: { path: ANA },
  referFriend: {},
  listCards: {},
  giveStamps: { path: { ...ANA, cardId: '7' } },
  listCustomerCards: { path: ANA, query: { All: false } },
  listStamps: { path: { ...ANA, cardId: '7' }, query: { PageSize: 10 } },
  cancelStamps: { path: { ...ANA, cardId: '7', key: 'receipt-4711' } },
  getTerms: { query: { Language: 'en' } },
  listQuizzes: { query: { customerId: 'ana' } },
  answerQuiz: { query: { customerId: 'ana' } },

  cancelPosOrder: { path: { orderId: 'order-1001' } },
  listEvents: { query: { PageSize: 2 } },
  mergeCustomers: { path: { id: 'bia' }, body: { Into: 'ana', MergeKey: 'bia-is-ana' } },
  // The id still leads to the customer who stayed.
  eraseCustomer: { path: { id: 'bia' } },
}
