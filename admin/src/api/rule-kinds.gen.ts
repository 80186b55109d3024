/* Made by `npm run generate` from the kinds of rules. */

/** `asks`: what a rule of this kind says nothing without. `conditions`: what it can ask for. */
export const RULE_KINDS = {
  purchase: { group: 'buying', asks: null, lasts: false, conditions: [], stacks: false, limit: false, multipliersCompete: false, start: { points: '1', perAmount: '1', minimumOrder: '0', rounding: 'floor', waitingDays: 0, validityDays: 365 } },
  exclude: { group: 'buying', asks: 'excluded', lasts: false, conditions: ['from', 'until', 'days', 'hours', 'tiers', 'branches', 'paymentMethods'], stacks: false, limit: false, multipliersCompete: false, start: { of: 'category' } },
  cap: { group: 'buying', asks: null, lasts: false, conditions: [], stacks: false, limit: false, multipliersCompete: false, start: { points: '500', per: 'day' } },
  product: { group: 'extras', asks: 'ids', lasts: false, conditions: ['from', 'until', 'days', 'hours', 'tiers', 'branches', 'paymentMethods', 'minimumOrder', 'firstOrders'], stacks: true, limit: true, multipliersCompete: true, start: { multiplier: '2' } },
  brand: { group: 'extras', asks: 'ids', lasts: false, conditions: ['from', 'until', 'days', 'hours', 'tiers', 'branches', 'paymentMethods', 'minimumOrder', 'firstOrders'], stacks: true, limit: true, multipliersCompete: true, start: { multiplier: '2' } },
  category: { group: 'extras', asks: 'ids', lasts: false, conditions: ['from', 'until', 'days', 'hours', 'tiers', 'branches', 'paymentMethods', 'minimumOrder', 'firstOrders'], stacks: true, limit: true, multipliersCompete: true, start: { multiplier: '2' } },
  paymentMethod: { group: 'extras', asks: 'ids', lasts: false, conditions: ['from', 'until', 'days', 'hours', 'tiers', 'branches', 'minimumOrder', 'firstOrders'], stacks: true, limit: true, multipliersCompete: false, start: { points: '10' } },
  branch: { group: 'extras', asks: 'ids', lasts: false, conditions: ['from', 'until', 'days', 'hours', 'tiers', 'paymentMethods', 'minimumOrder', 'firstOrders'], stacks: true, limit: true, multipliersCompete: false, start: { points: '10' } },
  tier: { group: 'extras', asks: 'ids', lasts: false, conditions: ['from', 'until', 'days', 'hours', 'branches', 'paymentMethods', 'minimumOrder', 'firstOrders'], stacks: true, limit: true, multipliersCompete: false, start: { multiplier: '2' } },
  firstPurchase: { group: 'extras', asks: null, lasts: false, conditions: ['from', 'until', 'days', 'hours', 'tiers', 'branches', 'paymentMethods', 'minimumOrder'], stacks: true, limit: false, multipliersCompete: false, start: { points: '100' } },
  campaign: { group: 'campaigns', asks: null, lasts: true, conditions: ['days', 'hours', 'tiers', 'branches', 'paymentMethods', 'minimumOrder', 'firstOrders'], stacks: true, limit: true, multipliersCompete: true, start: { multiplier: '2' } },
  card: { group: 'cards', asks: 'picked', lasts: false, conditions: ['from', 'until', 'days', 'hours', 'tiers', 'branches', 'paymentMethods', 'minimumOrder', 'firstOrders'], stacks: false, limit: false, multipliersCompete: false, start: { counts: 'items', of: 'category', stamps: 10, points: '100', waitingDays: 0, validityDays: 365 } },
  order: { group: 'extras', asks: null, lasts: false, conditions: ['from', 'until', 'days', 'hours', 'tiers', 'branches', 'paymentMethods', 'minimumOrder', 'firstOrders'], stacks: true, limit: true, multipliersCompete: false, start: { points: '50', when: { minimumOrder: '200' } } },
  signup: { group: 'actions', asks: null, lasts: false, conditions: [], stacks: false, limit: false, multipliersCompete: false, start: { points: '20', waitingDays: 0, validityDays: 365 } },
  birthday: { group: 'actions', asks: null, lasts: false, conditions: [], stacks: false, limit: false, multipliersCompete: false, start: { points: '20', waitingDays: 0, validityDays: 365 } },
  tierReached: { group: 'actions', asks: 'ids', lasts: false, conditions: [], stacks: false, limit: false, multipliersCompete: false, start: { points: '100', waitingDays: 0, validityDays: 365 } },
  referral: { group: 'actions', asks: null, lasts: false, conditions: [], stacks: false, limit: false, multipliersCompete: false, start: { points: '20', waitingDays: 0, validityDays: 365 } },
  quiz: { group: 'actions', asks: null, lasts: false, conditions: [], stacks: false, limit: false, multipliersCompete: false, start: { waitingDays: 0, validityDays: 365 } },
  custom: { group: 'actions', asks: 'key', lasts: false, conditions: [], stacks: false, limit: false, multipliersCompete: false, start: { points: '10', limits: { perDay: 1, ever: null }, waitingDays: 0, validityDays: 365 } },
} as const
