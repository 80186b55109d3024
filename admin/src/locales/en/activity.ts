export const activity = {
  title: 'Activity',
  about: 'Every change of a balance in the last 30 days, the last recorded first',
  columns: {
    when: 'When',
    customer: 'Customer',
    what: 'What',
    points: 'Points',
    balance: 'Balance after it',
  },
  empty: {
    title: 'What happens to points will stand here',
    text: 'Each order that earns, each redemption and each expiry, of all customers.',
  },
} as const
