/** Every element that stands alone, as a page has it, and what it has drawn for a customer when it is drawn. */
export const ALL_ELEMENTS = {
  balance: ['<punchcard-balance expiring></punchcard-balance>', '[part=pill]'],
  earn: ['<punchcard-earn product="espresso" price="8.50" worth></punchcard-earn>', '[part=earn]'],
  summary: ['<punchcard-summary></punchcard-summary>', '[part=number]'],
  cards: ['<punchcard-cards></punchcard-cards>', '[part=card]'],
  tier: ['<punchcard-tier></punchcard-tier>', '[part=heading]'],
  rewards: ['<punchcard-rewards></punchcard-rewards>', '[part=tile]'],
  coupons: ['<punchcard-coupons></punchcard-coupons>', '[part=tile]'],
  history: ['<punchcard-history></punchcard-history>', '[part=list]'],
  redeem: ['<punchcard-redeem total="161.90"></punchcard-redeem>', '[part=box]'],
  join: ['<punchcard-join></punchcard-join>', '#main'],
} as const
