/* Made by `npm run generate` from the operations of the private API. */
import type { Bulk, Call, CallOptions, Page, Redeemed, Send } from './call.ts'
import type {
  Account,
  AvailableRewards,
  AvailableTiers,
  CancelledStamps,
  Card,
  CashbackChangeInput,
  CheckoutInput,
  Coupon,
  CouponCheck,
  CouponCheckInput,
  CouponInput,
  CouponRules,
  CouponUndoInput,
  CouponUseInput,
  Customer,
  CustomerCard,
  CustomerCouponsInput,
  CustomerInput,
  CustomerLink,
  CustomerPoints,
  CustomerReferral,
  CustomerSyncInput,
  CustomerToken,
  Customization,
  EraseCustomerResult,
  Events,
  FindCustomersQuery,
  FriendInput,
  GetCustomerCouponsQuery,
  GetCustomerHistoryQuery,
  GetTermsQuery,
  GivenStamps,
  HistoryInput,
  HistoryItem,
  LinkInput,
  ListCustomerCardsQuery,
  ListCustomerOrdersQuery,
  ListCustomerRewardsQuery,
  ListEventsQuery,
  ListObjectivesQuery,
  ListRewardConfigurationsQuery,
  ListStampsQuery,
  ListedOrder,
  MergeCustomersResult,
  MergeInput,
  Objective,
  ObjectiveGrant,
  ObjectiveGrantInput,
  Order,
  OrderCancel,
  OrderCancelInput,
  OrderInput,
  OrderReturn,
  OrderReturnInput,
  PendingPoints,
  PlaceOrdersResult,
  PointsChangeInput,
  ProductInput,
  ProductPoints,
  ProductPointsInput,
  PurchaseInput,
  Quiz,
  QuizAnswer,
  QuizAnswerInput,
  ReadOrder,
  RedeemInput,
  RedeemedReward,
  ReferredFriend,
  RefreshReservationResult,
  RemoveReservationResult,
  ReserveInput,
  ReservedReward,
  RevokeInput,
  RevokedTokens,
  RewardConfiguration,
  RewardConfigurationItem,
  RewardMetadataInput,
  RewardResult,
  Stamps,
  StampsInput,
  Terms,
  TiersInput,
  TillRedeemInput,
  TokenInput,
  UpdateProductResult,
  UpdateProductsResult,
  UpsertCustomerResult,
  UpsertCustomersResult,
} from './types.gen.ts'

export class StorefrontOperations {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * End all tokens of a customer.
   *
   * All that were made until now are refused at once, everywhere. Call it again to end those that were made meanwhile. New tokens can be made a second later. It works while the storefront is off, too.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 10 `Genaral_LengthLimitExceeded`, 59 `Customer_NotFound`.
   *
   * `POST /v1/pvt/Token/revoke`. Safe to send again: it ends what was made until now, however often.
   */
  revoke(body: RevokeInput, options?: CallOptions): Call<RevokedTokens> {
    return this.#send('revokeTokens', { body }, options)
  }

  /**
   * Make a link to the page of the program for one customer.
   *
   * Call it in your backend for the customer who is signed in there, and send their browser to it. It can be opened until it expires. One that is good for longer than 600 s may be sent to them: it only reads, and shows no coupon codes. It ends with the API key that made it, and with all tokens of the customer.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 59 `Customer_NotFound`, 79 `ApiDomain_NotFound`.
   *
   * `POST /v1/pvt/Link`. Safe to send again: each is a link of its own.
   */
  link(body: LinkInput, options?: CallOptions): Call<CustomerLink> {
    return this.#send('createLink', { body }, options)
  }

  /**
   * Make a token with which a browser reads for one customer.
   *
   * Call it in your backend for the customer who is signed in there, and hand the token to their browser. Someone who is no customer yet gets one that can only join, while the switch `join` is on. A token ends after some minutes, and with the API key that made it.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 59 `Customer_NotFound`, 79 `ApiDomain_NotFound`.
   *
   * `POST /v1/pvt/Token`. Safe to send again: it only makes another token.
   */
  token(body: TokenInput, options?: CallOptions): Call<CustomerToken> {
    return this.#send('createToken', { body }, options)
  }

  /**
   * The terms of the program that are in force.
   *
   * null: none are published.
   *
   * `GET /v1/pvt/Terms`. Safe to send again: it changes nothing.
   */
  terms(query: GetTermsQuery = {}, options?: CallOptions): Call<Terms | null> {
    return this.#send('getTerms', { query: { ...query } }, options)
  }

  /**
   * What the program is called and how it looks.
   *
   * Without envelope, in the merchant’s language.
   *
   * `GET /v1/pvt/Customization`. Safe to send again: it changes nothing.
   */
  customization(options?: CallOptions): Call<Customization> {
    return this.#send('getCustomization', {}, options)
  }
}

export class ProductsOperations {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Insert or update a product.
   *
   * Saves the product with its brand and its path in the category tree. Sending the same product again changes nothing and answers the warning 05 ProductUnchanged.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 9 `General_BiggerThanZero`, 10 `Genaral_LengthLimitExceeded`, 38 `ApiExternalProduct_Cant_Insert_Update`, 39 `ApiExternalErro_Original_Id_Cant_Be_Null`.
   *
   * `PUT /v1/pvt/Product/{id}`. Safe to send again: by the id in the path.
   */
  save(id: string, body: ProductInput, options?: CallOptions): Call<UpdateProductResult> {
    return this.#send('updateProduct', { path: [id], body }, options)
  }

  /**
   * Points that products would earn.
   *
   * What each product would earn a customer of the base tier who buys it now; nothing is recorded.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 9 `General_BiggerThanZero`, 10 `Genaral_LengthLimitExceeded`, 34 `PublicApiProductService_ObjectiveDisabled`, 35 `PublicApiProductService_ErrorCalculatingPoints`.
   *
   * `POST /v1/pvt/Product/points`. Safe to send again: it changes nothing.
   */
  points(body: readonly ProductPointsInput[], options?: CallOptions): Call<ProductPoints[]> {
    return this.#send('productPoints', { body }, options)
  }

  /**
   * Insert or update many products.
   *
   * Any number of items: they are sent in parts of up to 1,000, one list at a time. Each item is exactly its single operation, with its own error in `ErrorCode` and `ErrorMessage`; nothing is undone for another one, and nothing is thrown for it. Items that the server had no time for (error 103) are sent again while there is time. 20 items count as one request.
   *
   * `POST /v1/pvt/Product/bulk`. Safe to send again: each item by its own `OriginalId`.
   */
  saveMany(body: readonly ProductInput[], options?: CallOptions): Call<Bulk<UpdateProductsResult>> {
    return this.#send('updateProducts', { body }, options)
  }
}

export class CustomersOperations {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Read a customer.
   *
   * Who it is, its tier, and where friends come by its code; the balance is a separate operation. Accepts current and former ids.

**Refused with** 59 `Customer_NotFound`.
   *
   * `GET /v1/pvt/Customer/{id}`. Safe to send again: it changes nothing.
   */
  get(id: string, options?: CallOptions): Call<Customer> {
    return this.#send('getCustomer', { path: [id] }, options)
  }

  /**
   * Change a customer, also its id.
   *
   * What is left out or null stays as it is. An OriginalId other than that of the path becomes the customer's id; the one it had stays good for orders and reads, and no other customer can take it. A birthday that is stored is not changed.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 41 `ApiExternalCustomer_Cant_Update`, 50 `ApiExternalCustomer_document_email_empty`, 59 `Customer_NotFound`, 72 `ApiCustomer_CannotChangeBirthday`.
   *
   * `PUT /v1/pvt/Customer/{id}`. Safe to send again: by the id in the path; what is saved already stays.
   */
  update(id: string, body: CustomerInput = {}, options?: CallOptions): Call<Customer> {
    return this.#send('updateCustomer', { path: [id], body }, options)
  }

  /**
   * Erase a person, for good.
   *
   * Name, e-mail, phone, document, birthday and ids are gone at once, and with them the metadata and sales person of orders and redemptions, texts in quizzes and notes. Points expire, coupons end, and what was reserved at checkout is given up. Orders, records and sums stay, anonymously. It can’t be undone. A person who comes back starts anew, without points for signing up or for a first purchase. The key needs the scope `erase`, which only owners give. Where erasing needs a second approval, the answer is 403: erase in the panel.

**Refused with** 59 `Customer_NotFound`.
   *
   * `DELETE /v1/pvt/Customer/{id}`. Safe to send again: a person is erased once; after that, error 59 says that there is no such customer.
   */
  erase(id: string, options?: CallOptions): Call<EraseCustomerResult> {
    return this.#send('eraseCustomer', { path: [id] }, options)
  }

  /**
   * Find customers by document, e-mail or phone.
   *
   * Exactly one of the three, compared whole, however it is written. Several customers may have it, newest first; where none has, the list is empty. All other operations take the OriginalId that is found here.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 9 `General_BiggerThanZero`, 10 `Genaral_LengthLimitExceeded`, 45 `ApiExternal_Error_Page_Size`.
   *
   * `GET /v1/pvt/Customer`. Safe to send again: it changes nothing.
   */
  find(query: FindCustomersQuery = {}, options?: CallOptions): Call<Page<Customer>> {
    return this.#send('findCustomers', { query: { ...query } }, options)
  }

  /**
   * Make a customer.
   *
   * A new enrolled customer gets the points for signing up, once. An id that is or was the id of a customer is refused, and so is the e-mail or document of another one; the same request again answers as the first time.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 40 `ApiExternalCustomer_Cant_Insert`, 50 `ApiExternalCustomer_document_email_empty`, 68 `ApiCustomer_InsertAlreadyExists`, 118 `NewCustomer_EmailAlreadyUsed`, 119 `NewCustomer_DocumentAlreadyUsed`.
   *
   * `POST /v1/pvt/Customer`. Safe to send again: by `OriginalId` of the customer.
   */
  create(body: CustomerInput = {}, options?: CallOptions): Call<Customer> {
    return this.#send('createCustomer', { body }, options)
  }

  /**
   * Make or change a customer.
   *
   * For syncs. By OriginalId; what is left out or null stays as it is, and a second time changes nothing (05 CustomerUnchanged). An e-mail or document that another customer has is saved and reported (04 ContactShared); a birthday that differs from the stored one is ignored and reported (08 BirthdayKept).

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 39 `ApiExternalErro_Original_Id_Cant_Be_Null`, 41 `ApiExternalCustomer_Cant_Update`.
   *
   * `POST /v1/pvt/Customer/upsert`. Safe to send again: by `OriginalId` of the customer.
   */
  upsert(body: CustomerSyncInput, options?: CallOptions): Call<UpsertCustomerResult> {
    return this.#send('upsertCustomer', { body }, options)
  }

  /**
   * Merge a customer into another one, for good.
   *
   * For one person with two accounts. All that the customer in the path has goes to the customer `Into`: points and cashback with their own dates, pending points, what is owed, orders, redemptions, coupons, progress towards tiers. Both ids lead to the customer who stays from then on, so a shop may go on sending either. It is one transaction, and can’t be undone. Refused while a reward is reserved for a basket of the customer in the path. Members of the profile that the customer who stays does not have are taken from the other one. The key needs the scope `points`. Where merging needs a second approval, the answer is 403: merge in the panel.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 10 `Genaral_LengthLimitExceeded`, 41 `ApiExternalCustomer_Cant_Update`, 59 `Customer_NotFound`, 66 `ChangePoints_ChangeKeyAlreadyExists`.
   *
   * `POST /v1/pvt/Customer/{id}/merge`. Safe to send again: by `MergeKey`.
   */
  merge(id: string, body: MergeInput, options?: CallOptions): Call<MergeCustomersResult> {
    return this.#send('mergeCustomers', { path: [id], body }, options)
  }

  /**
   * Change a customer's cashback balance.
   *
   * Adds or removes cashback, once for each ChangeKey. A refused change leaves its key unused.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 59 `Customer_NotFound`, 62 `ChangePoints_CannotAddPointsWithWrongOperationType`, 63 `ChangePoints_CannotRemovePointsWithWrongOperationType`, 64 `ChangePoints_CannotBeZeroPoints`, 65 `ChangePoints_ChangeKeyCannotBeNull`, 66 `ChangePoints_ChangeKeyAlreadyExists`, 67 `ChangePoints_ReasonCannotBeNullOrBlank`, 69 `ApiCustomer_ChangeCashback_Inactive`, 94 `PdvOrder_NotEnoughPoints`.
   *
   * `POST /v1/pvt/Customer/{id}/cashback`. Safe to send again: by `ChangeKey`. Where a repetition by this library is told that the key was used (error 66), the change stands, and the balance is read and answered.
   */
  changeCashback(id: string, body: CashbackChangeInput, options?: CallOptions): Call<CustomerPoints> {
    return this.#send('changeCashback', { path: [id], body }, options)
  }

  /**
   * Read a customer's balance.
   *
   * What is due is settled first, so the balances are what can be spent now; they are below zero where something is owed. For a customer who is not known CustomerExists is false, and that is no error. The header `Punchcard-Customer-Sequence` is the number of the last event that is in it.
   *
   * `GET /v1/pvt/Customer/{id}/points`. Safe to send again: it changes nothing.
   */
  points(id: string, options?: CallOptions): Call<CustomerPoints> {
    return this.#send('getCustomerPoints', { path: [id] }, options)
  }

  /**
   * Change a customer's points.
   *
   * Adds points that never expire, or removes some as a redemption does; the balance never falls below zero by it. Once for each ChangeKey, which are one namespace with those of cashback changes. A refused change leaves its key unused.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 59 `Customer_NotFound`, 62 `ChangePoints_CannotAddPointsWithWrongOperationType`, 63 `ChangePoints_CannotRemovePointsWithWrongOperationType`, 64 `ChangePoints_CannotBeZeroPoints`, 65 `ChangePoints_ChangeKeyCannotBeNull`, 66 `ChangePoints_ChangeKeyAlreadyExists`, 67 `ChangePoints_ReasonCannotBeNullOrBlank`, 94 `PdvOrder_NotEnoughPoints`.
   *
   * `POST /v1/pvt/Customer/{id}/points`. Safe to send again: by `ChangeKey`.
   */
  changePoints(id: string, body: PointsChangeInput, options?: CallOptions): Call<CustomerPoints> {
    return this.#send('changePoints', { path: [id], body }, options)
  }

  /**
   * Read a customer's history, explained.
   *
   * Newest first: every record with why it has its points, and moves between tiers as separate rows with 0 points. Points that wait, and what was taken back of them, are listed with their AvailableDate and are in no balance yet. GET and POST answer the same.

**Refused with** 0 `Campaign_InvalidDateRange`, 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 9 `General_BiggerThanZero`, 10 `Genaral_LengthLimitExceeded`, 45 `ApiExternal_Error_Page_Size`, 59 `Customer_NotFound`.
   *
   * `GET /v1/pvt/Customer/{id}/history`. Safe to send again: it changes nothing.
   */
  history(id: string, query: GetCustomerHistoryQuery = {}, options?: CallOptions): Call<Page<HistoryItem>> {
    return this.#send('getCustomerHistory', { path: [id], query: { ...query } }, options)
  }

  /**
   * Read a customer's history, explained (asked by POST).
   *
   * Newest first: every record with why it has its points, and moves between tiers as separate rows with 0 points. Points that wait, and what was taken back of them, are listed with their AvailableDate and are in no balance yet. GET and POST answer the same.

**Refused with** 0 `Campaign_InvalidDateRange`, 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 9 `General_BiggerThanZero`, 10 `Genaral_LengthLimitExceeded`, 45 `ApiExternal_Error_Page_Size`, 59 `Customer_NotFound`.
   *
   * `POST /v1/pvt/Customer/{id}/history`. Safe to send again: it changes nothing.
   */
  historyByPost(id: string, body: HistoryInput = {}, options?: CallOptions): Call<Page<HistoryItem>> {
    return this.#send('listCustomerHistory', { path: [id], body }, options)
  }

  /**
   * Read the points that a customer will have.
   *
   * Points that wait are exact; what orders that are not complete yet would earn is estimated with the current program. For a customer who is not known: zeros.

**Refused with** 59 `Customer_NotFound`.
   *
   * `GET /v1/pvt/Customer/{id}/pendingpoints`. Safe to send again: it changes nothing.
   */
  pendingPoints(id: string, options?: CallOptions): Call<PendingPoints> {
    return this.#send('getPendingPoints', { path: [id] }, options)
  }

  /**
   * List a customer's orders, and why each earned what it did.
   *
   * Newest first. Each as when it is read alone, without Customer.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 9 `General_BiggerThanZero`, 10 `Genaral_LengthLimitExceeded`, 45 `ApiExternal_Error_Page_Size`, 59 `Customer_NotFound`.
   *
   * `GET /v1/pvt/Customer/{id}/orders`. Safe to send again: it changes nothing.
   */
  orders(id: string, query: ListCustomerOrdersQuery = {}, options?: CallOptions): Call<Page<ListedOrder>> {
    return this.#send('listCustomerOrders', { path: [id], query: { ...query } }, options)
  }

  /**
   * List the coupons that a customer can use.
   *
   * Newest first. GET and POST answer the same.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 9 `General_BiggerThanZero`, 10 `Genaral_LengthLimitExceeded`, 45 `ApiExternal_Error_Page_Size`, 59 `Customer_NotFound`.
   *
   * `GET /v1/pvt/Customer/{id}/availablecoupons`. Safe to send again: it changes nothing.
   */
  coupons(id: string, query: GetCustomerCouponsQuery = {}, options?: CallOptions): Call<Page<Coupon>> {
    return this.#send('getCustomerCoupons', { path: [id], query: { ...query } }, options)
  }

  /**
   * List the coupons that a customer can use (asked by POST).
   *
   * Newest first. GET and POST answer the same.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 9 `General_BiggerThanZero`, 10 `Genaral_LengthLimitExceeded`, 45 `ApiExternal_Error_Page_Size`, 59 `Customer_NotFound`.
   *
   * `POST /v1/pvt/Customer/{id}/availablecoupons`. Safe to send again: it changes nothing.
   */
  couponsByPost(id: string, body: CustomerCouponsInput = {}, options?: CallOptions): Call<Page<Coupon>> {
    return this.#send('listCustomerCoupons', { path: [id], body }, options)
  }

  /**
   * List the rewards that a customer has redeemed.
   *
   * Newest first.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 9 `General_BiggerThanZero`, 10 `Genaral_LengthLimitExceeded`, 45 `ApiExternal_Error_Page_Size`, 59 `Customer_NotFound`.
   *
   * `GET /v1/pvt/Customer/{id}/rewards`. Safe to send again: it changes nothing.
   */
  rewards(id: string, query: ListCustomerRewardsQuery = {}, options?: CallOptions): Call<Page<RewardResult>> {
    return this.#send('listCustomerRewards', { path: [id], query: { ...query } }, options)
  }

  /**
   * Make or change many customers.
   *
   * Any number of items: they are sent in parts of up to 1,000, one list at a time. Each item is exactly its single operation, with its own error in `ErrorCode` and `ErrorMessage`; nothing is undone for another one, and nothing is thrown for it. Items that the server had no time for (error 103) are sent again while there is time. 20 items count as one request.
   *
   * `POST /v1/pvt/Customer/bulk`. Safe to send again: each item by its own `OriginalId`.
   */
  upsertMany(body: readonly CustomerSyncInput[], options?: CallOptions): Call<Bulk<UpsertCustomersResult>> {
    return this.#send('upsertCustomers', { body }, options)
  }
}

export class PosOperations {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Insert or update an order.
   *
   * By OriginalId. The first message needs OrderTotal and OrderPlacementDate; a later one is merged: what is left out or null stays as it is, a list that is sent replaces the whole list. Sending the same order again has no further effect, and an update that is older than what is stored changes nothing. Points are granted once, when the order is first complete; a later change of its total, products, payment method, branch or placement date posts the difference.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 9 `General_BiggerThanZero`, 10 `Genaral_LengthLimitExceeded`, 11 `Order_OrderCompletedNeddCompletedDate`, 12 `Order_OrderCompletedDateMustBeAfterPlacementDate`, 13 `Order_CompletedOrderCannotBeCancelled`, 14 `Order_CancelledOrderRequiresCancellationDate`, 15 `Order_OrderCancellationDateBeforePlacementDate`, 33 `ApiOrder_OrderIsCancelled`, 36 `ApiExternalOrder_Cant_Insert_Update`, 39 `ApiExternalErro_Original_Id_Cant_Be_Null`, 50 `ApiExternalCustomer_document_email_empty`, 99 `PdvOrder_CustomerMismatch`.
   *
   * `POST /v1/pvt/POS/orders`. Safe to send again: by `OriginalId` of the order.
   */
  placeOrder(body: OrderInput, options?: CallOptions): Call<Order> {
    return this.#send('placePosOrder', { body }, options)
  }

  /**
   * Cancel an order.
   *
   * In whatever state it is, once; cancelling again answers the same. The points that were recorded for the order are taken back.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 14 `Order_CancelledOrderRequiresCancellationDate`, 15 `Order_OrderCancellationDateBeforePlacementDate`, 37 `ApiExternalOrder_Order_Not_Found`, 97 `PdvOrder_CancellationError`.
   *
   * `POST /v1/pvt/POS/orders/{orderId}/cancel`. Safe to send again: an order is cancelled once.
   */
  cancelOrder(orderId: string, body: OrderCancelInput, options?: CallOptions): Call<OrderCancel> {
    return this.#send('cancelPosOrder', { path: [orderId], body }, options)
  }

  /**
   * Return a part of an order, with a business code.
   *
   * Once for each CancelKey: the same request again is answered as the first time. What the order earned is computed again on what is left of it, with the rules that it earned with, and the difference is taken back. OrderTotal stays as it was sent. When nothing is left the order is cancelled. The returns of a pending order count when it is complete. Code: 01 OrderNotFound, 02 ReturnInvalid, 03 CancelKeyConflict, 04 ReturnFailed, 05 AlreadyReturned, 06 NothingToTakeBack, 07 PartReturned, 08 WholeReturned.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 9 `General_BiggerThanZero`, 10 `Genaral_LengthLimitExceeded`, 33 `ApiOrder_OrderIsCancelled`, 37 `ApiExternalOrder_Order_Not_Found`, 66 `ChangePoints_ChangeKeyAlreadyExists`, 93 `PdvOrder_ExcededMaxValue`, 97 `PdvOrder_CancellationError`.
   *
   * `POST /v1/pvt/POS/{orderId}/partialcancel`. Safe to send again: by `CancelKey`.
   */
  returnOrderPart(orderId: string, body: OrderReturnInput, options?: CallOptions): Call<OrderReturn> {
    return this.#send('returnPosOrderPart', { path: [orderId], body }, options)
  }

  /**
   * Cancel a redemption by its number.
   *
   * What it cost goes back to the points it came from, with their own end; what has expired meanwhile expires again at once. Its coupon can no longer be used. It is done once and cannot be undone: redeem again with a new key. Where its coupon was used, cancel the order first.

**Refused with** 73 `ApiRewardCancel_NotFound`, 74 `ApiRewardCancel_AlreadyCanceled`, 85 `PdvReward_CoupomAlreadyUsed`.
   *
   * `DELETE /v1/pvt/POS/rewards/{id}`. Safe to send again: a redemption is cancelled once. Where a repetition by this library is told so (error 74), the redemption is read and answered.
   */
  cancelReward(id: number, options?: CallOptions): Call<RewardResult> {
    return this.#send('cancelReward', { path: [id] }, options)
  }

  /**
   * Cancel a redemption by its key.
   *
   * What it cost goes back to the points it came from, with their own end; what has expired meanwhile expires again at once. Its coupon can no longer be used. It is done once and cannot be undone: redeem again with a new key. Where its coupon was used, cancel the order first.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 73 `ApiRewardCancel_NotFound`, 74 `ApiRewardCancel_AlreadyCanceled`, 85 `PdvReward_CoupomAlreadyUsed`.
   *
   * `DELETE /v1/pvt/POS/rewards`. Safe to send again: a redemption is cancelled once; after that, error 74 says that it is done.
   */
  cancelRewardByKey(originalKey: string, options?: CallOptions): Call<RewardResult> {
    return this.#send('cancelRewardByKey', { query: { OriginalKey: originalKey } }, options)
  }

  /**
   * List the rewards that a customer can use for a purchase.
   *
   * The active rewards that can be redeemed at a till, also those that this customer cannot use for this purchase, with the reason. An unknown customer is no error. It changes nothing.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 88 `PdvReward_PurchaseValueInvalid`.
   *
   * `POST /v1/pvt/POS/rewards/available`. Safe to send again: it changes nothing.
   */
  availableRewards(body: PurchaseInput, options?: CallOptions): Call<AvailableRewards> {
    return this.#send('listRewardsForPurchase', { body }, options)
  }

  /**
   * Redeem a reward at a till.
   *
   * As redeeming a reward elsewhere, once for each OriginalKey; with the errors of a till, and only rewards that are for a till. Where PurchaseValue is sent, the minimum of the reward and the most cashback for the purchase hold.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 46 `ApiExternalRewardRedeem_Error_Customer_not_Found`, 47 `ApiExternalRewardRedeem_Error_Unable_to_Reedem`, 69 `ApiCustomer_ChangeCashback_Inactive`, 87 `PdvReward_RewardNotFound`, 88 `PdvReward_PurchaseValueInvalid`, 89 `PdvReward_CashbackValueInvalid`, 92 `PdvOrder_WrongAmountOfPoints`, 93 `PdvOrder_ExcededMaxValue`, 94 `PdvOrder_NotEnoughPoints`.
   *
   * `POST /v1/pvt/POS/rewards/{id}/redeem`. Safe to send again: by `OriginalKey`; left out, this library makes one for the call.
   */
  redeemReward(id: number, body: TillRedeemInput, options?: CallOptions): Call<RedeemedReward> {
    return this.#send('redeemRewardAtTill', { path: [id], body }, options)
  }

  /**
   * Ask whether a coupon can be used for a purchase.
   *
   * It changes nothing. Without CustomerId anybody may have brought the coupon.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 83 `PdvReward_CustomerMismatch`, 84 `PdvReward_CoupomNotFound`, 88 `PdvReward_PurchaseValueInvalid`.
   *
   * `POST /v1/pvt/POS/coupons/{code}/validate`. Safe to send again: it changes nothing.
   */
  validateCoupon(code: string, body: CouponCheckInput, options?: CallOptions): Call<CouponCheck> {
    return this.#send('validateCoupon', { path: [code], body }, options)
  }

  /**
   * Use a coupon for a sale.
   *
   * Once for each OrderId. The order with that OriginalId and this code is linked to it when it is sent; any other order finds the coupon used. It is never freed by itself: undo the use, or cancel the order.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 56 `ApiExternalCoupon_Cant_Update_Coupon`, 83 `PdvReward_CustomerMismatch`, 84 `PdvReward_CoupomNotFound`, 85 `PdvReward_CoupomAlreadyUsed`, 86 `PdvReward_CoupomAlreadyRefunded`, 88 `PdvReward_PurchaseValueInvalid`.
   *
   * `POST /v1/pvt/POS/coupons/{code}/use`. Safe to send again: by `OrderId`.
   */
  useCoupon(code: string, body: CouponUseInput, options?: CallOptions): Call<CouponCheck> {
    return this.#send('useCoupon', { path: [code], body }, options)
  }

  /**
   * Undo the use of a coupon for a sale.
   *
   * While no order is linked to it; else cancel the order. The points of its reward do not go back: cancel the redemption for that. A coupon that was reserved at checkout is held for its basket again, or released if its deadline is over.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 83 `PdvReward_CustomerMismatch`, 84 `PdvReward_CoupomNotFound`, 85 `PdvReward_CoupomAlreadyUsed`, 86 `PdvReward_CoupomAlreadyRefunded`.
   *
   * `POST /v1/pvt/POS/coupons/{code}/undo`. Safe to send again: by `OrderId`.
   */
  undoCouponUse(code: string, body: CouponUndoInput, options?: CallOptions): Call<CouponCheck> {
    return this.#send('undoCouponUse', { path: [code], body }, options)
  }
}

export class OrdersOperations {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Insert or update an order (the general operation).
   *
   * By OriginalId. The first message needs OrderTotal and OrderPlacementDate; a later one is merged: what is left out or null stays as it is, a list that is sent replaces the whole list. Sending the same order again has no further effect, and an update that is older than what is stored changes nothing. Points are granted once, when the order is first complete; a later change of its total, products, payment method, branch or placement date posts the difference.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 9 `General_BiggerThanZero`, 10 `Genaral_LengthLimitExceeded`, 11 `Order_OrderCompletedNeddCompletedDate`, 12 `Order_OrderCompletedDateMustBeAfterPlacementDate`, 13 `Order_CompletedOrderCannotBeCancelled`, 14 `Order_CancelledOrderRequiresCancellationDate`, 15 `Order_OrderCancellationDateBeforePlacementDate`, 33 `ApiOrder_OrderIsCancelled`, 36 `ApiExternalOrder_Cant_Insert_Update`, 39 `ApiExternalErro_Original_Id_Cant_Be_Null`, 50 `ApiExternalCustomer_document_email_empty`, 99 `PdvOrder_CustomerMismatch`.
   *
   * `POST /v1/pvt/Order`. Safe to send again: by `OriginalId` of the order.
   */
  place(body: OrderInput, options?: CallOptions): Call<Order> {
    return this.#send('placeOrder', { body }, options)
  }

  /**
   * Cancel an order (the general operation).
   *
   * In whatever state it is, once; cancelling again answers the same. The points that were recorded for the order are taken back.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 14 `Order_CancelledOrderRequiresCancellationDate`, 15 `Order_OrderCancellationDateBeforePlacementDate`, 37 `ApiExternalOrder_Order_Not_Found`, 97 `PdvOrder_CancellationError`.
   *
   * `POST /v1/pvt/Order/{orderId}/cancel`. Safe to send again: an order is cancelled once.
   */
  cancel(orderId: string, body: OrderCancelInput, options?: CallOptions): Call<OrderCancel> {
    return this.#send('cancelOrder', { path: [orderId], body }, options)
  }

  /**
   * Return a part of an order.
   *
   * Once for each CancelKey: the same request again is answered as the first time. What the order earned is computed again on what is left of it, with the rules that it earned with, and the difference is taken back. OrderTotal stays as it was sent. When nothing is left the order is cancelled. The returns of a pending order count when it is complete.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 9 `General_BiggerThanZero`, 10 `Genaral_LengthLimitExceeded`, 33 `ApiOrder_OrderIsCancelled`, 37 `ApiExternalOrder_Order_Not_Found`, 66 `ChangePoints_ChangeKeyAlreadyExists`, 93 `PdvOrder_ExcededMaxValue`, 97 `PdvOrder_CancellationError`.
   *
   * `POST /v1/pvt/Order/{orderId}/partialcancel`. Safe to send again: by `CancelKey`.
   */
  returnPart(orderId: string, body: OrderReturnInput, options?: CallOptions): Call<OrderReturn> {
    return this.#send('returnOrderPart', { path: [orderId], body }, options)
  }

  /**
   * Read an order, and why it earned what it did.
   *
   * The lines of its Explanation add up to PointsGranted; an order that earned nothing says why in NoneReason. 

**Refused with** 37 `ApiExternalOrder_Order_Not_Found`.
   *
   * `GET /v1/pvt/Order/{orderId}`. Safe to send again: it changes nothing.
   */
  get(orderId: string, options?: CallOptions): Call<ReadOrder> {
    return this.#send('getOrder', { path: [orderId] }, options)
  }

  /**
   * Insert or update many orders.
   *
   * Any number of items: they are sent in parts of up to 1,000, one list at a time. Each item is exactly its single operation, with its own error in `ErrorCode` and `ErrorMessage`; nothing is undone for another one, and nothing is thrown for it. Items that the server had no time for (error 103) are sent again while there is time. 20 items count as one request.
   *
   * `POST /v1/pvt/Order/bulk`. Safe to send again: each item by its own `OriginalId`.
   */
  placeMany(body: readonly OrderInput[], options?: CallOptions): Call<Bulk<PlaceOrdersResult>> {
    return this.#send('placeOrders', { body }, options)
  }
}

export class ObjectivesOperations {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * List what customers can earn points with.
   *
   * The active rules of the current program, in its order; for one customer with their counts.

**Refused with** 8 `General_FieldCannotBeDefault`, 9 `General_BiggerThanZero`, 10 `Genaral_LengthLimitExceeded`, 45 `ApiExternal_Error_Page_Size`, 59 `Customer_NotFound`.
   *
   * `GET /v1/pvt/Objectives/active`. Safe to send again: it changes nothing.
   */
  list(query: ListObjectivesQuery = {}, options?: CallOptions): Call<Page<Objective>> {
    return this.#send('listObjectives', { query: { ...query } }, options)
  }

  /**
   * Grant a customer the points of a custom action.
   *
   * Once for each customer, action and Key; the same again answers IsNew false and grants nothing.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 48 `ApiExternalObjective_not_found`, 49 `ApiExternalObjective_inactive`, 53 `ApiExternalCustomObjective_max_bonification_reached`, 54 `ApiExternalObjective_type_incorrect`, 59 `Customer_NotFound`.
   *
   * `POST /v1/pvt/Objectives/{id}/redeem`. Safe to send again: by customer, action and `Key`; a second time has `IsNew` false.
   */
  grant(id: string, body: ObjectiveGrantInput, options?: CallOptions): Call<ObjectiveGrant> {
    return this.#send('grantObjective', { path: [id], body }, options)
  }
}

export class CardsOperations {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * List the punch cards of the program.
   *
   * Those that are active, in the order of the program, also before they start and after they end.
   *
   * `GET /v1/pvt/Cards`. Safe to send again: it changes nothing.
   */
  list(options?: CallOptions): Call<Card[]> {
    return this.#send('listCards', {}, options)
  }

  /**
   * List a customer's punch cards.
   *
   * All active cards, with 0 stamps where the customer has not begun one, and those that the merchant has ended while stamps are left on them. Stamps that were due to expire have expired. Call it after an order to show the card as it is now.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 59 `Customer_NotFound`.
   *
   * `GET /v1/pvt/Customer/{id}/cards`. Safe to send again: it changes nothing.
   */
  ofCustomer(id: string, query: ListCustomerCardsQuery = {}, options?: CallOptions): Call<CustomerCard[]> {
    return this.#send('listCustomerCards', { path: [id], query: { ...query } }, options)
  }

  /**
   * List the stamps of a card, explained.
   *
   * Newest first: everything that came to the card or went, and why. The changes up to a record add up to its StampsAfter.

**Refused with** 8 `General_FieldCannotBeDefault`, 9 `General_BiggerThanZero`, 10 `Genaral_LengthLimitExceeded`, 45 `ApiExternal_Error_Page_Size`, 48 `ApiExternalObjective_not_found`, 54 `ApiExternalObjective_type_incorrect`, 59 `Customer_NotFound`.
   *
   * `GET /v1/pvt/Customer/{id}/cards/{cardId}/stamps`. Safe to send again: it changes nothing.
   */
  stamps(id: string, cardId: string, query: ListStampsQuery = {}, options?: CallOptions): Call<Page<Stamps>> {
    return this.#send('listStamps', { path: [id, cardId], query: { ...query } }, options)
  }

  /**
   * Give stamps without an order.
   *
   * For tills that send no orders; stamps for orders come by themselves. Once for each customer, card and Key: the same again answers IsNew false and gives nothing, also where it was canceled since. The dates of the card, its limit and that it is given once apply: where they leave less than is asked for, nothing is given. Other conditions of the card are not looked at. A full card gives its prize at once.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 48 `ApiExternalObjective_not_found`, 49 `ApiExternalObjective_inactive`, 53 `ApiExternalCustomObjective_max_bonification_reached`, 54 `ApiExternalObjective_type_incorrect`, 59 `Customer_NotFound`, 66 `ChangePoints_ChangeKeyAlreadyExists`.
   *
   * `POST /v1/pvt/Customer/{id}/cards/{cardId}/stamps`. Safe to send again: by customer, card and `Key`; a second time has `IsNew` false.
   */
  giveStamps(id: string, cardId: string, body: StampsInput, options?: CallOptions): Call<GivenStamps> {
    return this.#send('giveStamps', { path: [id, cardId], body }, options)
  }

  /**
   * Cancel stamps that were given without an order.
   *
   * Takes back what was given for a key, as the return of an order does: where stamps are missing, prizes of the card are undone first, then the rest is owed, or written off as the merchant has it. What has expired costs nothing. Repeated, it answers as the first time. The key stays used.

**Refused with** 48 `ApiExternalObjective_not_found`, 54 `ApiExternalObjective_type_incorrect`, 59 `Customer_NotFound`, 73 `ApiRewardCancel_NotFound`.
   *
   * `POST /v1/pvt/Customer/{id}/cards/{cardId}/stamps/{key}/cancel`. Safe to send again: what was given for a key is taken back once.
   */
  cancelStamps(id: string, cardId: string, key: string, options?: CallOptions): Call<CancelledStamps> {
    return this.#send('cancelStamps', { path: [id, cardId, key] }, options)
  }
}

export class AccountOperations {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Read whose API key this is, and what holds for it.
   *
   * The first call of every integration: it says that token and key are right, and changes nothing.
   *
   * `GET /v1/pvt/Account`. Safe to send again: it changes nothing.
   */
  get(options?: CallOptions): Call<Account> {
    return this.#send('getAccount', {}, options)
  }
}

export class EventsOperations {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Read the events that webhooks deliver, oldest first.
   *
   * The same events, in the same order for each customer, without an endpoint and without a gap. Send NextCursor to go on; to read a page twice is harmless. Customers are as they are now. An error 10 for a cursor that is older than what is kept: read the balances of all customers, and go on from `now`.

**Refused with** 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 45 `ApiExternal_Error_Page_Size`, 120 `WebhookSubscription_TopicRequired`.
   *
   * `GET /v1/pvt/Events`. Safe to send again: it changes nothing.
   */
  list(query: ListEventsQuery = {}, options?: CallOptions): Call<Events> {
    return this.#send('listEvents', { query: { ...query } }, options)
  }
}

export class ReferralsOperations {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Read with what a customer refers friends.
   *
   * The code is made when it is first asked for.

**Refused with** 59 `Customer_NotFound`.
   *
   * `GET /v1/pvt/Customer/{id}/referral`. Safe to send again: it makes the code of a customer once.
   */
  of(id: string, options?: CallOptions): Call<CustomerReferral> {
    return this.#send('getCustomerReferral', { path: [id] }, options)
  }

  /**
   * Make a customer of a friend who was referred.
   *
   * The friend has to be new: an id, e-mail, document or phone that is known is refused, and so is one’s own code. The same friend and code again answers as the first time. Both are rewarded by the friend’s first order.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 40 `ApiExternalCustomer_Cant_Insert`, 48 `ApiExternalObjective_not_found`, 49 `ApiExternalObjective_inactive`, 50 `ApiExternalCustomer_document_email_empty`, 58 `Referral_FriendAlreadyExists`, 59 `Customer_NotFound`.
   *
   * `POST /v1/pvt/Referral/friend`. Safe to send again: by the friend; the same friend and code again answers as the first time.
   */
  friend(body: FriendInput, options?: CallOptions): Call<ReferredFriend> {
    return this.#send('referFriend', { body }, options)
  }
}

export class QuizzesOperations {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * List the open quizzes.
   *
   * Those that can be answered now, and for a customer which of them are completed. Without customerId none is.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 59 `Customer_NotFound`.
   *
   * `GET /v1/pvt/Quiz/list`. Safe to send again: it changes nothing.
   */
  list(customerId?: string | null, options?: CallOptions): Call<Quiz[]> {
    return this.#send('listQuizzes', { query: { customerId } }, options)
  }

  /**
   * Send a customer's answers to a quiz.
   *
   * All questions of one quiz at once. A complete, valid answer earns the points of the quiz, once; a quiz that was answered before, or is not open, answers Success false and is no error.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 59 `Customer_NotFound`, 105 `Quiz_QuizNotFound`, 106 `Quiz_MinimumAmountOfOptions`, 107 `Quiz_MaximumAmountOfOptions`, 108 `Quiz_MaximumAmountOfQuestions`.
   *
   * `POST /v1/pvt/Quiz/answer`. Safe to send again: a customer earns once with a quiz; a second answer has `Success` false and changes nothing.
   */
  answer(customerId: string, body: readonly QuizAnswerInput[], options?: CallOptions): Call<QuizAnswer> {
    return this.#send('answerQuiz', { query: { customerId }, body }, options)
  }
}

export class TiersOperations {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * The program's tiers and a customer's way through them.
   *
   * For a customer who is null or unknown: all tiers, none of them current, and no progress.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`.
   *
   * `POST /v1/pvt/Tiers/available`. Safe to send again: it changes nothing.
   */
  available(body: TiersInput = {}, options?: CallOptions): Call<AvailableTiers> {
    return this.#send('availableTiers', { body }, options)
  }
}

export class CouponsOperations {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Create a coupon for a customer.
   *
   * A customer who is not known is added where Customer is sent. Sending the same coupon again has no further effect; a code that exists with other content is refused.

**Refused with** 0 `Campaign_InvalidDateRange`, 4 `Reward_ValueShouldBe100PercentMax`, 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 9 `General_BiggerThanZero`, 10 `Genaral_LengthLimitExceeded`, 50 `ApiExternalCustomer_document_email_empty`, 55 `ApiExternalCoupon_Customer_Not_Found`, 56 `ApiExternalCoupon_Cant_Update_Coupon`, 71 `ImportCoupons_AllCouponsAlreadyExists`.
   *
   * `POST /v1/pvt/Coupons`. Safe to send again: by `CouponCode`.
   */
  create(body: CouponInput, options?: CallOptions): Call<Coupon> {
    return this.#send('createCoupon', { body }, options)
  }

  /**
   * Take a coupon out of use.
   *
   * Once; doing so again answers the same. A coupon that an order has used is refused.

**Refused with** 56 `ApiExternalCoupon_Cant_Update_Coupon`, 57 `ApiExternalCoupon_Not_found`.
   *
   * `POST /v1/pvt/Coupons/{code}/inactive`. Safe to send again: by the code in the path.
   */
  inactivate(code: string, options?: CallOptions): Call<Coupon> {
    return this.#send('inactivateCoupon', { path: [code] }, options)
  }

  /**
   * Read a coupon.
   *
   * By its code, in upper or lower case: what it is worth, whose it is, and whether it was used.

**Refused with** 57 `ApiExternalCoupon_Not_found`.
   *
   * `GET /v1/pvt/Coupons/{code}`. Safe to send again: it changes nothing.
   */
  get(code: string, options?: CallOptions): Call<Coupon> {
    return this.#send('getCoupon', { path: [code] }, options)
  }

  /**
   * Read the terms of a coupon.
   *
   * Those of the reward that was redeemed for it, as they are now.

**Refused with** 57 `ApiExternalCoupon_Not_found`.
   *
   * `GET /v1/pvt/Coupons/{code}/rules`. Safe to send again: it changes nothing.
   */
  rules(code: string, options?: CallOptions): Call<CouponRules> {
    return this.#send('getCouponRules', { path: [code] }, options)
  }
}

export class RewardsOperations {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Redeem a reward for a customer.
   *
   * Its points are spent, and a coupon is issued for them.
   *
   * `POST /v1/pvt/RewardConfigurations/{id}/redeem`. Safe to send again: by `OriginalKey`; left out, this library makes one for the call.
   */
  redeem(id: number, body: RedeemInput, options?: CallOptions): Call<Redeemed<RewardConfiguration>> {
    return this.#send('redeemReward', { path: [id], body }, options)
  }

  /**
   * Add metadata to a redeemed reward.
   *
   * Pairs are added to those that it has; the same Name is replaced.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 74 `ApiRewardCancel_AlreadyCanceled`, 87 `PdvReward_RewardNotFound`.
   *
   * `POST /v1/pvt/Rewards/updatemetadata`. Safe to send again: by `Name` of each pair.
   */
  updateMetadata(body: RewardMetadataInput, options?: CallOptions): Call<RedeemedReward> {
    return this.#send('updateRewardMetadata', { body }, options)
  }

  /**
   * Read a redeemed reward.
   *
   * **Refused with** 87 `PdvReward_RewardNotFound`.
   *
   * `GET /v1/pvt/Rewards/{id}`. Safe to send again: it changes nothing.
   */
  getRedeemed(id: number, options?: CallOptions): Call<RewardResult> {
    return this.#send('getRedeemedReward', { path: [id] }, options)
  }

  /**
   * List the reward configurations.
   *
   * A page of the rewards in the order in which they were made.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 9 `General_BiggerThanZero`, 10 `Genaral_LengthLimitExceeded`, 45 `ApiExternal_Error_Page_Size`.
   *
   * `GET /v1/pvt/RewardConfigurations`. Safe to send again: it changes nothing.
   */
  list(query: ListRewardConfigurationsQuery = {}, options?: CallOptions): Call<Page<RewardConfigurationItem>> {
    return this.#send('listRewardConfigurations', { query: { ...query } }, options)
  }

  /**
   * Read one reward configuration.
   *
   * The whole configuration. Members that depend on a customer or a purchase are null here.

**Refused with** 44 `ApiExternalRewardConfiguration_Get_Error`.
   *
   * `GET /v1/pvt/RewardConfigurations/{id}`. Safe to send again: it changes nothing.
   */
  get(id: number, options?: CallOptions): Call<RewardConfiguration> {
    return this.#send('getRewardConfiguration', { path: [id] }, options)
  }
}

export class CheckoutOperations {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Reserve a reward for a basket.
   *
   * The points are spent now, and go back at the deadline unless an order that names the ExternalCode has come. One reservation for each customer: one for another basket, or with another value, takes its place; the same again starts the deadline anew.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 47 `ApiExternalRewardRedeem_Error_Unable_to_Reedem`, 59 `Customer_NotFound`, 69 `ApiCustomer_ChangeCashback_Inactive`, 70 `ApiCustomer_RedeemCashback_Error`, 82 `ApiReward_NoActiveRewards`, 93 `PdvOrder_ExcededMaxValue`, 94 `PdvOrder_NotEnoughPoints`.
   *
   * `POST /v1/pvt/Checkout/redeem`. Safe to send again: by `CustomerId` and `CheckoutId`.
   */
  reserve(body: ReserveInput, options?: CallOptions): Call<ReservedReward> {
    return this.#send('reserveReward', { body }, options)
  }

  /**
   * Look at a reservation again after the basket has changed.
   *
   * It is kept while the basket carries it, and else released; its value is never lowered by itself.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 59 `Customer_NotFound`.
   *
   * `POST /v1/pvt/Checkout/redeem/refresh`. Safe to send again: by `CustomerId` and `CheckoutId`.
   */
  refresh(body: CheckoutInput, options?: CallOptions): Call<RefreshReservationResult> {
    return this.#send('refreshReservation', { body }, options)
  }

  /**
   * Give a reservation up.
   *
   * Its points go back. Sent again, it is answered the same.

**Refused with** 7 `General_FieldCannotBeNullOrBlank`, 8 `General_FieldCannotBeDefault`, 10 `Genaral_LengthLimitExceeded`, 59 `Customer_NotFound`.
   *
   * `POST /v1/pvt/Checkout/redeem/remove`. Safe to send again: by `CustomerId` and `CheckoutId`.
   */
  remove(body: CheckoutInput, options?: CallOptions): Call<RemoveReservationResult> {
    return this.#send('removeReservation', { body }, options)
  }
}
