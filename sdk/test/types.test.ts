/** The types of what is answered, against those of the server, which follow from the schemas that it answers by. */
import { it } from 'vitest'
import type * as actions from '../../server/src/actions/private-api/schema.ts'
import type * as cashback from '../../server/src/balances/private-api/schema.ts'
import type * as catalog from '../../server/src/catalog/private-api/schema.ts'
import type * as coupons from '../../server/src/coupons/private-api/schema.ts'
import type * as customers from '../../server/src/customers/private-api/schema.ts'
import type * as orderReads from '../../server/src/history/private-api/order-schema.ts'
import type * as history from '../../server/src/history/private-api/schema.ts'
import type * as returns from '../../server/src/orders/private-api/return-schema.ts'
import type * as orders from '../../server/src/orders/private-api/schema.ts'
import type * as quizzes from '../../server/src/quizzes/private-api/schema.ts'
import type * as checkout from '../../server/src/rewards/private-api/checkout-schema.ts'
import type * as redeemed from '../../server/src/rewards/private-api/redeemed-schema.ts'
import type * as rewards from '../../server/src/rewards/private-api/schema.ts'
import type * as till from '../../server/src/rewards/private-api/till-schema.ts'
import type * as tiers from '../../server/src/tiers/private-api/schema.ts'
import type * as client from '../src/punchcard.ts'

/** Compiles where each can be given for the other. */
function same<A extends B, B extends C, C = A>(): [A, B, C] | undefined {
  return undefined
}

it('are the same', () => {
  same<client.Order, orders.OrderResult>()
  same<client.OrderCancel, orders.CancelResult>()
  same<client.PlaceOrdersResult, orders.BulkOrderResult>()
  same<client.OrderReturn, returns.ReturnResult>()
  same<client.ReadOrder, orderReads.ReadOrder>()
  same<client.ListedOrder, orderReads.ListedOrder>()
  same<client.HistoryItem, history.HistoryItem>()
  same<client.PendingPoints, history.PendingPoints>()
  same<client.Customer, customers.CustomerResult>()
  same<client.UpsertCustomerResult, customers.UpsertCustomerResult>()
  same<client.UpsertCustomersResult, customers.BulkCustomerResult>()
  same<client.CustomerPoints, cashback.CustomerPoints>()
  same<client.UpdateProductResult, catalog.ProductResult>()
  same<client.UpdateProductsResult, catalog.BulkProductResult>()
  same<client.Coupon, coupons.CouponItem>()
  same<client.RewardConfiguration, rewards.RedeemAnswer['Items'][number]>()
  same<client.RedeemedReward, rewards.RedeemedReward>()
  same<client.RewardResult, redeemed.RewardResult>()
  same<client.ReservedReward, checkout.ReservedReward>()
  same<client.RefreshReservationResult, checkout.RefreshResult>()
  same<client.RemoveReservationResult, checkout.RemoveResult>()
  same<client.AvailableRewards, till.AvailableRewards>()
  same<client.CouponCheck, till.CouponCheck>()
  same<client.CouponRules, till.CouponRules>()
  same<client.AvailableTiers, tiers.AvailableTiers>()
  same<client.Quiz, quizzes.QuizItem>()
  same<client.QuizAnswer, quizzes.AnswerResult>()
  same<client.Objective, actions.Objective>()
  same<client.ObjectiveGrant, actions.GrantResult>()
})
