/** Every page that there is, for the looks at all of them and for the pictures. */
export interface Route {
  readonly name: string
  readonly path: string
}

/** Before the sign-in. */
export const OUTSIDE: readonly Route[] = [
  { name: 'sign-in', path: '/panel/sign-in' },
  { name: 'reset', path: '/panel/reset' },
  { name: 'old-link', path: `/panel/join/1-${'a'.repeat(43)}` },
  { name: 'new-password', path: `/panel/reset/${'a'.repeat(43)}` },
]

/** Of a merchant: below `/panel/t/{tenant}`. */
export const INSIDE: readonly Route[] = [
  { name: 'home', path: '/' },
  { name: 'program', path: '/program' },
  { name: 'add-rule', path: '/program?dialog=add' },
  { name: 'publish', path: '/program?dialog=publish' },
  { name: 'history', path: '/program/history' },
  { name: 'version', path: '/program/history/1' },
  { name: 'rewards', path: '/rewards' },
  { name: 'reward-types', path: '/rewards/new' },
  { name: 'reward', path: '/rewards/1' },
  { name: 'coupon-lists', path: '/coupon-lists' },
  { name: 'tiers', path: '/tiers' },
  { name: 'quizzes', path: '/quizzes' },
  { name: 'new-quiz', path: '/quizzes/new' },
  { name: 'quiz', path: '/quizzes/1' },
  { name: 'customers', path: '/customers' },
  { name: 'customer', path: '/customers/1' },
  { name: 'customer-points', path: '/customers/1?view=points' },
  { name: 'customer-cards', path: '/customers/1?view=cards' },
  { name: 'customer-orders', path: '/customers/1?view=orders' },
  { name: 'customer-redemptions', path: '/customers/1?view=redemptions' },
  { name: 'customer-coupons', path: '/customers/1?view=coupons' },
  { name: 'customer-profile', path: '/customers/1?view=profile' },
  { name: 'customer-changes', path: '/customers/1?view=changes' },
  { name: 'can-redeem', path: '/customers/1?view=redemptions&reward=1' },
  { name: 'edit-profile', path: '/customers/1?dialog=profile' },
  { name: 'take-part', path: '/customers/1?dialog=takePart' },
  { name: 'activity', path: '/activity' },
  { name: 'orders', path: '/orders' },
  { name: 'order', path: '/customers/1/orders/{order}' },
  { name: 'redemptions', path: '/redemptions' },
  { name: 'adjust', path: '/customers/1?dialog=adjust' },
  { name: 'merge', path: '/customers/1?dialog=merge' },
  { name: 'erase', path: '/customers/1?dialog=erase' },
  { name: 'approvals', path: '/approvals' },
  { name: 'redemption', path: '/redemptions/{redemption}' },
  { name: 'keys', path: '/developers/keys' },
  { name: 'tokens', path: '/developers/keys/tokens' },
  { name: 'new-token', path: '/developers/keys/tokens?dialog=new' },
  { name: 'new-reward', path: '/rewards/new?type=cashback' },
  { name: 'coupon-list', path: '/coupon-lists/1' },
  { name: 'quiz-results', path: '/quizzes/1?view=results' },
  { name: 'webhooks', path: '/developers/webhooks' },
  { name: 'webhook', path: '/developers/webhooks/{endpoint}?attempt={attempt}' },
  { name: 'webhook-parked', path: '/developers/webhooks/{endpoint}?view=parked' },
  { name: 'webhook-settings', path: '/developers/webhooks/{endpoint}?view=settings' },
  { name: 'webhook-replay', path: '/developers/webhooks/{endpoint}?dialog=replay' },
  { name: 'requests', path: '/developers/requests' },
  { name: 'settings', path: '/settings' },
  { name: 'people', path: '/settings/people' },
  { name: 'security', path: '/settings/security' },
  { name: 'audit', path: '/settings/audit' },
  { name: 'account', path: '/account' },
]
