import { describe, expect, it } from 'vitest'
import { GRANT_REASONS } from '../src/actions/grant.ts'
import { GRANT_ERRORS } from '../src/actions/private-api/errors.ts'
import { CASHBACK_ERRORS } from '../src/balances/private-api/errors.ts'
import { CASHBACK_REASONS } from '../src/balances/rules/change.ts'
import { BY_HAND_ERRORS } from '../src/cards/private-api/errors.ts'
import { BY_HAND_REASONS } from '../src/cards/rules/by-hand.ts'
import { ERROR } from '../src/contract/private-api/errors.ts'
import { COUPON_ERRORS } from '../src/coupons/private-api/errors.ts'
import { COUPON_REASONS } from '../src/coupons/rules.ts'
import { CUSTOMER_ERRORS } from '../src/customers/private-api/errors.ts'
import { CUSTOMER_REASONS } from '../src/customers/rules/save.ts'
import { ERASE_ERRORS } from '../src/erasing/private-api/errors.ts'
import { ERASE_REASONS } from '../src/erasing/rules.ts'
import { MERGE_ERRORS } from '../src/merging/private-api/errors.ts'
import { MERGE_REASONS } from '../src/merging/rules.ts'
import { ORDER_ERRORS } from '../src/orders/private-api/errors.ts'
import { ORDER_REASONS } from '../src/orders/rules/reasons.ts'
import { QUIZ_ERRORS } from '../src/quizzes/private-api/errors.ts'
import { QUIZ_REASONS } from '../src/quizzes/rules/answer.ts'
import {
  CHECKOUT_ERRORS,
  COUPON_USE_ERRORS,
  RETURN_ERRORS,
  REWARD_ERRORS,
  TILL_ERRORS,
} from '../src/rewards/private-api/errors.ts'
import { COUPON_USE_REASONS } from '../src/rewards/rules/check-coupon.ts'
import { REWARD_REASONS } from '../src/rewards/rules/reasons.ts'

describe('the reasons of a domain', () => {
  it.each([
    ['actions', GRANT_REASONS, GRANT_ERRORS],
    ['cashback', CASHBACK_REASONS, CASHBACK_ERRORS],
    ['cards', BY_HAND_REASONS, BY_HAND_ERRORS],
    ['coupons', COUPON_REASONS, COUPON_ERRORS],
    ['customers', CUSTOMER_REASONS, CUSTOMER_ERRORS],
    ['erasing', ERASE_REASONS, ERASE_ERRORS],
    ['merging', MERGE_REASONS, MERGE_ERRORS],
    ['orders', ORDER_REASONS, ORDER_ERRORS],
    ['quizzes', QUIZ_REASONS, QUIZ_ERRORS],
    ['rewards', REWARD_REASONS, REWARD_ERRORS],
    ['rewards that are returned', REWARD_REASONS, RETURN_ERRORS],
    ['rewards at a till', REWARD_REASONS, TILL_ERRORS],
    ['rewards at checkout', REWARD_REASONS, CHECKOUT_ERRORS],
    ['coupons at a till', COUPON_USE_REASONS, COUPON_USE_ERRORS],
  ])('of %s each have an error of the catalog, and the table has no others', (_domain, reasons, errors) => {
    expect(Object.keys(errors).sort()).toEqual([...reasons].sort())
    for (const name of Object.values(errors)) expect(ERROR).toHaveProperty(name)
  })
})
