export const activity = {
  title: 'Activity',
  about: 'All balance changes of the last 30 days, newest first',
  columns: {
    when: 'When',
    customer: 'Customer',
    what: 'What',
    points: 'Points',
    balance: 'Balance after',
  },
  empty: {
    title: 'No activity yet',
    text: 'Earned points, redemptions and expiries of all customers appear here.',
  },
} as const
