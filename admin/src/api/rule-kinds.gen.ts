/* Made by `npm run generate` from the kinds of rules. */

/** `asks`: what a rule of this kind says nothing without. `isOfOrders`: orders earn by it. */
export const RULE_KINDS = {
  purchase: { group: 'buying', asks: null, isOfOrders: true, lasts: false, start: { points: '1', perAmount: '1', minimumOrder: '0', rounding: 'floor', waitingDays: 0, validityDays: 365 } },
  product: { group: 'extras', asks: 'ids', isOfOrders: true, lasts: false, start: { multiplier: '2' } },
  brand: { group: 'extras', asks: 'ids', isOfOrders: true, lasts: false, start: { multiplier: '2' } },
  category: { group: 'extras', asks: 'ids', isOfOrders: true, lasts: false, start: { multiplier: '2' } },
  paymentMethod: { group: 'extras', asks: 'ids', isOfOrders: true, lasts: false, start: { points: '10' } },
  branch: { group: 'extras', asks: 'ids', isOfOrders: true, lasts: false, start: { points: '10' } },
  tier: { group: 'extras', asks: 'ids', isOfOrders: true, lasts: false, start: { multiplier: '2' } },
  firstPurchase: { group: 'extras', asks: null, isOfOrders: true, lasts: false, start: { points: '100' } },
  campaign: { group: 'campaigns', asks: null, isOfOrders: true, lasts: true, start: { multiplier: '2' } },
  signup: { group: 'actions', asks: null, isOfOrders: false, lasts: false, start: { points: '20', waitingDays: 0, validityDays: 365 } },
  birthday: { group: 'actions', asks: null, isOfOrders: false, lasts: false, start: { points: '20', waitingDays: 0, validityDays: 365 } },
  referral: { group: 'actions', asks: null, isOfOrders: false, lasts: false, start: { points: '20', waitingDays: 0, validityDays: 365 } },
  quiz: { group: 'actions', asks: null, isOfOrders: false, lasts: false, start: { waitingDays: 0, validityDays: 365 } },
  custom: { group: 'actions', asks: 'key', isOfOrders: false, lasts: false, start: { points: '10', limits: { perDay: 1, ever: null }, waitingDays: 0, validityDays: 365 } },
} as const
