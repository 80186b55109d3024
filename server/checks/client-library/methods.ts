/**
 * What a method of the client library is called, and what makes its operation safe to send again. An operation of
 * openapi.json that is missing here fails `npm run check`: add it, and run `npm run generate`.
 */
export interface Method {
  /** Group and name, as a developer writes them. */
  readonly name: string
  /** Why sending it twice has one effect: for the documentation of the method. */
  readonly repeat: string
  /** In place of the operation's description, where that is about what the library takes care of. */
  readonly description?: string
  /** Name of the type of its body, or of an item of it; default: the operation's id and `Input`. */
  readonly body?: string
  /** Members of the body without which the operation is always refused. */
  readonly required?: readonly string[]
  /** Parameters of the query that are arguments of their own. */
  readonly positional?: readonly string[]
  /** A key that the library makes where the caller sends none, so that its own repetitions have one effect. */
  readonly madeKey?: string
  /** The error that says that it was done before, and the operation that reads what was done, by the same path. */
  readonly doneBefore?: readonly [code: number, read: string]
  /** Its list has always one item, which is the result. */
  readonly isOneItem?: true
  /** Its result is null where there is nothing, which is no error. */
  readonly mayBeNothing?: true
}

const READS = 'it changes nothing'
const BY_ORDER = 'by `OriginalId` of the order'
const BY_CUSTOMER = 'by `OriginalId` of the customer'
const BY_CANCEL_KEY = 'by `CancelKey`'
const BY_ORIGINAL_KEY = 'by `OriginalKey`; left out, this library makes one for the call'
const BY_CHECKOUT = 'by `CustomerId` and `CheckoutId`'
const BULK = 'each item by its own `OriginalId`'
const EACH_BY_ITSELF =
  'Any number of items: they are sent in parts of up to 1,000, one list at a time. Each item is exactly its single ' +
  'operation, with its own error in `ErrorCode` and `ErrorMessage`; nothing is undone for another one, and nothing is ' +
  'thrown for it. Items that the server had no time for (error 103) are sent again while there is time. 20 items count ' +
  'as one request.'

const order = { body: 'OrderInput', required: ['OriginalId', 'Customer'] }
const cancellation = { body: 'OrderCancelInput', required: ['OrderCancelledDate'] }
const orderReturn = { body: 'OrderReturnInput', required: ['ValueToRefund', 'CancelKey'] }
const change = { required: ['OperationType', 'Reason', 'ChangeKey'] }
const basket = { body: 'CheckoutInput', required: ['CustomerId', 'CheckoutId'] }

export const METHODS: Readonly<Record<string, Method>> = {
  placeOrder: { name: 'orders.place', repeat: BY_ORDER, ...order },
  placeOrders: { name: 'orders.placeMany', repeat: BULK, description: EACH_BY_ITSELF, ...order },
  getOrder: { name: 'orders.get', repeat: READS },
  cancelOrder: { name: 'orders.cancel', repeat: 'an order is cancelled once', ...cancellation },
  returnOrderPart: { name: 'orders.returnPart', repeat: BY_CANCEL_KEY, ...orderReturn },

  createCustomer: { name: 'customers.create', repeat: BY_CUSTOMER, body: 'CustomerInput' },
  updateCustomer: {
    name: 'customers.update',
    repeat: 'by the id in the path; what is saved already stays',
    body: 'CustomerInput',
  },
  upsertCustomer: {
    name: 'customers.upsert',
    repeat: BY_CUSTOMER,
    body: 'CustomerSyncInput',
    required: ['OriginalId'],
  },
  upsertCustomers: {
    name: 'customers.upsertMany',
    repeat: BULK,
    description: EACH_BY_ITSELF,
    body: 'CustomerSyncInput',
    required: ['OriginalId'],
  },
  eraseCustomer: {
    name: 'customers.erase',
    repeat: 'a person is erased once; after that, error 59 says that there is no such customer',
  },
  mergeCustomers: {
    name: 'customers.merge',
    repeat: 'by `MergeKey`',
    body: 'MergeInput',
    required: ['Into', 'MergeKey'],
  },
  findCustomers: { name: 'customers.find', repeat: READS },
  getCustomer: { name: 'customers.get', repeat: READS },
  getCustomerPoints: { name: 'customers.points', repeat: READS },
  getPendingPoints: { name: 'customers.pendingPoints', repeat: READS },
  getCustomerHistory: { name: 'customers.history', repeat: READS },
  listCustomerHistory: { name: 'customers.historyByPost', repeat: READS, body: 'HistoryInput' },
  listCustomerOrders: { name: 'customers.orders', repeat: READS },
  listCustomerRewards: { name: 'customers.rewards', repeat: READS },
  getCustomerCoupons: { name: 'customers.coupons', repeat: READS },
  listCustomerCoupons: { name: 'customers.couponsByPost', repeat: READS, body: 'CustomerCouponsInput' },
  changePoints: {
    name: 'customers.changePoints',
    repeat: 'by `ChangeKey`',
    body: 'PointsChangeInput',
    required: ['Points', ...change.required],
  },
  changeCashback: {
    name: 'customers.changeCashback',
    repeat:
      'by `ChangeKey`. Where a repetition by this library is told that the key was used (error 66), the change ' +
      'stands, and the balance is read and answered',
    body: 'CashbackChangeInput',
    required: ['Value', ...change.required],
    doneBefore: [66, 'getCustomerPoints'],
  },

  updateProduct: {
    name: 'products.save',
    repeat: 'by the id in the path',
    body: 'ProductInput',
    required: ['OriginalId', 'Title'],
  },
  updateProducts: {
    name: 'products.saveMany',
    repeat: BULK,
    description: EACH_BY_ITSELF,
    body: 'ProductInput',
    required: ['OriginalId', 'Title'],
  },
  productPoints: {
    name: 'products.points',
    repeat: READS,
    body: 'ProductPointsInput',
    required: ['Id', 'Price'],
  },

  listRewardConfigurations: { name: 'rewards.list', repeat: READS },
  getRewardConfiguration: { name: 'rewards.get', repeat: READS },
  redeemReward: {
    name: 'rewards.redeem',
    description: 'Its points are spent, and a coupon is issued for them.',
    repeat: BY_ORIGINAL_KEY,
    body: 'RedeemInput',
    required: ['CustomerId'],
    madeKey: 'OriginalKey',
  },
  getRedeemedReward: { name: 'rewards.getRedeemed', repeat: READS },
  updateRewardMetadata: {
    name: 'rewards.updateMetadata',
    repeat: 'by `Name` of each pair',
    body: 'RewardMetadataInput',
    required: ['OriginalKey', 'Metadatas'],
  },

  createCoupon: {
    name: 'coupons.create',
    repeat: 'by `CouponCode`',
    body: 'CouponInput',
    required: ['CouponCode', 'CouponType'],
    isOneItem: true,
  },
  getCoupon: { name: 'coupons.get', repeat: READS },
  getCouponRules: { name: 'coupons.rules', repeat: READS },
  inactivateCoupon: { name: 'coupons.inactivate', repeat: 'by the code in the path', isOneItem: true },

  reserveReward: {
    name: 'checkout.reserve',
    repeat: BY_CHECKOUT,
    body: 'ReserveInput',
    required: ['CustomerId', 'CheckoutId'],
  },
  refreshReservation: { name: 'checkout.refresh', repeat: BY_CHECKOUT, ...basket },
  removeReservation: { name: 'checkout.remove', repeat: BY_CHECKOUT, ...basket },

  placePosOrder: { name: 'pos.placeOrder', repeat: BY_ORDER, ...order },
  cancelPosOrder: { name: 'pos.cancelOrder', repeat: 'an order is cancelled once', ...cancellation },
  returnPosOrderPart: { name: 'pos.returnOrderPart', repeat: BY_CANCEL_KEY, ...orderReturn },
  listRewardsForPurchase: {
    name: 'pos.availableRewards',
    repeat: READS,
    body: 'PurchaseInput',
    required: ['CustomerId', 'PurchaseValue'],
  },
  redeemRewardAtTill: {
    name: 'pos.redeemReward',
    repeat: BY_ORIGINAL_KEY,
    body: 'TillRedeemInput',
    required: ['CustomerId'],
    madeKey: 'OriginalKey',
  },
  cancelReward: {
    name: 'pos.cancelReward',
    repeat:
      'a redemption is cancelled once. Where a repetition by this library is told so (error 74), the redemption is ' +
      'read and answered',
    doneBefore: [74, 'getRedeemedReward'],
  },
  cancelRewardByKey: {
    name: 'pos.cancelRewardByKey',
    repeat: 'a redemption is cancelled once; after that, error 74 says that it is done',
    positional: ['OriginalKey'],
  },
  validateCoupon: {
    name: 'pos.validateCoupon',
    repeat: READS,
    body: 'CouponCheckInput',
    required: ['PurchaseValue'],
  },
  useCoupon: {
    name: 'pos.useCoupon',
    repeat: 'by `OrderId`',
    body: 'CouponUseInput',
    required: ['CustomerId', 'PurchaseValue', 'OrderId'],
  },
  undoCouponUse: {
    name: 'pos.undoCouponUse',
    repeat: 'by `OrderId`',
    body: 'CouponUndoInput',
    required: ['CustomerId', 'OrderId'],
  },

  availableTiers: { name: 'tiers.available', repeat: READS, body: 'TiersInput' },

  listQuizzes: { name: 'quizzes.list', repeat: READS, positional: ['customerId'] },
  answerQuiz: {
    name: 'quizzes.answer',
    repeat: 'a customer earns once with a quiz; a second answer has `Success` false and changes nothing',
    body: 'QuizAnswerInput',
    required: ['QuizQuestionId'],
    positional: ['customerId'],
  },

  listObjectives: { name: 'objectives.list', repeat: READS },
  grantObjective: {
    name: 'objectives.grant',
    repeat: 'by customer, action and `Key`; a second time has `IsNew` false',
    body: 'ObjectiveGrantInput',
    required: ['CustomerId', 'Key'],
  },

  getCustomization: { name: 'storefront.customization', repeat: READS },
  createToken: {
    name: 'storefront.token',
    repeat: 'it only makes another token',
    body: 'TokenInput',
    required: ['CustomerId'],
  },
  createLink: {
    name: 'storefront.link',
    repeat: 'each is a link of its own',
    body: 'LinkInput',
    required: ['CustomerId'],
  },
  revokeTokens: {
    name: 'storefront.revoke',
    repeat: 'it ends what was made until now, however often',
    body: 'RevokeInput',
    required: ['CustomerId'],
  },

  getTerms: {
    name: 'storefront.terms',
    repeat: READS,
    description: 'null: none are published.',
    mayBeNothing: true,
  },
  getCustomerReferral: { name: 'referrals.of', repeat: 'it makes the code of a customer once' },
  referFriend: {
    name: 'referrals.friend',
    repeat: 'by the friend; the same friend and code again answers as the first time',
    body: 'FriendInput',
    required: ['ReferralCode', 'Friend'],
  },

  listCards: { name: 'cards.list', repeat: READS },
  listCustomerCards: { name: 'cards.ofCustomer', repeat: READS },
  listStamps: { name: 'cards.stamps', repeat: READS },
  giveStamps: {
    name: 'cards.giveStamps',
    repeat: 'by customer, card and `Key`; a second time has `IsNew` false',
    body: 'StampsInput',
    required: ['Key'],
  },
  cancelStamps: { name: 'cards.cancelStamps', repeat: 'what was given for a key is taken back once' },

  listEvents: { name: 'events.list', repeat: READS },
  getAccount: { name: 'account.get', repeat: READS },
}
