/** The drawn card. Its label is a sentence of these parts: “Coffee card: 7 of 10 stamps, 1 owed. Prize: 100 points”. */
export const punchCard = {
  label: '{{name}}: {{progress}}. Prize: {{prize}}',
  labelOfDraft: '{{name}} (draft): {{progress}}. Prize: {{prize}}',
  stamps_one: '{{stamps}} of 1 stamp',
  stamps_other: '{{stamps}} of {{count}} stamps',
  over_one: '1 more',
  over_other: '{{count, number}} more',
  owed_one: '1 owed',
  owed_other: '{{count, number}} owed',
  pending_one: '1 more with this basket',
  pending_other: '{{count, number}} more with this basket',
  money: '{{amount}} of {{goal}}',
  moneyOwed: '{{amount}} owed',
  moneyPending: '{{amount}} more with this basket',
} as const
