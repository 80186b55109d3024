import type { Dashboard } from './grafana.ts'
import { one, quantiles } from './queries.ts'

/** What browsers of shops ask, apart from sales. */
export const STOREFRONT: Dashboard['rows'] = [
  {
    title: 'Browsers of shops',
    panels: [
      {
        title: 'Requests of browsers',
        description: '429: one customer, address or shop asks too much. 5xx: our side, or the line is full.',
        unit: 'reqps',
        queries: one(
          'sum by (operation, status) (rate(punchcard_storefront_requests_total[$__rate_interval]))',
          '{{operation}} {{status}}',
        ),
      },
      {
        title: 'Durations, storefront API',
        description: 'A browser waits three seconds at most.',
        unit: 's',
        queries: quantiles('punchcard_storefront_seconds', 'operation'),
      },
      {
        title: 'Turned away',
        description: 'By what there was too much of. “full” and “groupFull”: the line of personal requests.',
        unit: 'reqps',
        queries: one('sum by (why) (rate(punchcard_storefront_shed_total[$__rate_interval]))', '{{why}}'),
      },
      {
        title: 'Tokens and answers from memory',
        description:
          'One token for each visit is usual; one for each page means that shops forget `data-who`.',
        unit: 'ops',
        queries: [
          { expr: 'sum(rate(punchcard_storefront_mints_total[$__rate_interval]))', legend: 'tokens' },
          {
            expr: 'sum(rate(punchcard_storefront_memory_hits_total[$__rate_interval]))',
            legend: 'from memory',
          },
        ],
      },
    ],
  },
]
