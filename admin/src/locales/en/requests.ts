export const requests = {
  title: 'Failed requests',
  about: 'What your calls of the API were refused with in the last 7 days.',
  times_one: '1 time in that minute',
  times_other: '{{count, number}} times in that minute',
  key: 'with «{{key}}»',
  id: 'request {{id}}',
  orders_one: 'order {{ids}}',
  orders_other: 'orders {{ids}}',
  search: 'Request ID or order ID',
  searchAbout: 'The whole ID: of the answer’s header Punchcard-Request-Id, or of the order in your store.',
  none: 'No failed requests match.',
  other: 'Further calls of that minute, only counted',
  empty: {
    title: 'Nothing was refused',
    text: 'A call of your shop that is refused stands here within two seconds, with what is wrong and what to do. Of what you sent, only the order’s ID is kept. A call with a wrong key (401) is not among them: it is not known whose it was.',
  },
} as const
