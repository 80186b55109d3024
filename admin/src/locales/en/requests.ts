export const requests = {
  title: 'Failed requests',
  about: 'Why API requests were refused in the last 7 days, and hints about requests that worked.',
  times_one: 'once in that minute',
  times_other: '{{count, number}} times in that minute',
  key: 'with “{{key}}”',
  id: 'request {{id}}',
  orders_one: 'order {{ids}}',
  orders_other: 'orders {{ids}}',
  search: 'Request ID or order ID',
  searchAbout: 'The full ID, from the Punchcard-Request-Id response header or your own order ID.',
  none: 'No failed requests match.',
  hint: 'Hint: accepted, with something ignored',
  other: 'More requests in that minute (counted only)',
  empty: {
    title: 'No failed requests',
    text: "A refused request appears here within two seconds, with what is wrong and what to do. We keep only its order ID. Requests with a wrong key (401) aren't listed, because we can't tell whose they were.",
  },
} as const
