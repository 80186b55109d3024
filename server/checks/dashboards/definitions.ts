import type { Dashboard, Query } from './grafana.ts'
import { one, quantiles } from './queries.ts'
import { STOREFRONT } from './storefront.ts'
import { WORK_OF_MERCHANTS } from './work-of-merchants.ts'

const ALL = 'job=~".*punchcard.*"'
const PRIVATE = 'route=~"/v1/pvt/.*"'

const service: Dashboard = {
  uid: 'punchcard-service',
  title: 'Punchcard: service',
  description: 'Is it there, does it answer, how fast, and what does it cost.',
  variables: [],
  rows: [
    {
      title: 'Now',
      panels: [
        {
          title: 'Processes',
          description: 'What runs, by version. Two versions only during an upgrade.',
          unit: 'short',
          queries: one('count by (kind, version) (punchcard_build_info)', '{{kind}} {{version}}'),
        },
        {
          title: 'Alerts that fire',
          description: 'Each has a runbook in docs/operating/runbooks.md.',
          unit: 'short',
          queries: one(
            'count by (alertname) (ALERTS{alertname=~"Punchcard.*",alertstate="firing"}) or vector(0)',
            '{{alertname}}',
          ),
        },
        {
          title: 'Failed requests',
          description: 'The share of 5xx, without browsers of shops. 0.1% is what the alerts allow for.',
          unit: 'percentunit',
          queries: [
            { expr: 'punchcard:http_failures:ratio5m', legend: '5 minutes' },
            { expr: 'punchcard:http_failures:ratio1h', legend: '1 hour' },
          ],
        },
      ],
    },
    {
      title: 'Requests',
      panels: [
        {
          title: 'Requests by route',
          description: 'The ten busiest.',
          unit: 'reqps',
          queries: one(
            'topk(10, sum by (method, route) (rate(punchcard_http_request_seconds_count[$__rate_interval])))',
            '{{method}} {{route}}',
          ),
        },
        {
          title: 'Durations, private API',
          description: 'To the last byte of the answer.',
          unit: 's',
          queries: quantiles('punchcard_http_request_seconds', '', `{${PRIVATE}}`),
        },
        {
          title: 'Slowest routes, p99',
          description: 'The ten slowest. Lists take as long as they are.',
          unit: 's',
          queries: one('topk(10, punchcard:http_request_seconds:p99_5m)', '{{route}}'),
        },
        {
          title: 'Failures by route',
          description:
            '503: the database or too much load. 500: a fault of Punchcard, with a stack in the log.',
          unit: 'reqps',
          queries: one(
            'sum by (route, status) (rate(punchcard_http_request_seconds_count{status=~"5.."}[$__rate_interval])) or vector(0)',
            '{{status}} {{route}}',
          ),
        },
        {
          title: 'Refusals',
          description:
            'What the rules refuse (HTTP 200 with HasError), by operation and number of the error.',
          unit: 'reqps',
          queries: one(
            'topk(10, sum by (operation, code) (rate(punchcard_refusals_total[$__rate_interval])))',
            '{{operation}} {{code}}',
          ),
        },
        {
          title: 'In progress and connected',
          description: 'Above 10,000 of either, a process refuses more.',
          unit: 'short',
          queries: [
            { expr: 'punchcard_http_requests_in_progress', legend: 'requests {{instance}}' },
            { expr: 'punchcard_http_connections', legend: 'connections {{instance}}' },
          ],
        },
      ],
    },
    {
      title: 'Processes',
      panels: [
        {
          title: 'Processor',
          description: 'One core is all that a process can use.',
          unit: 'percentunit',
          queries: one(`rate(process_cpu_seconds_total{${ALL}}[$__rate_interval])`, '{{job}} {{instance}}'),
        },
        {
          title: 'Memory',
          description: 'Resident. It rises in the first minutes, then stays.',
          unit: 'bytes',
          queries: one(`process_resident_memory_bytes{${ALL}}`, '{{job}} {{instance}}'),
        },
        {
          title: 'Event loop, p99',
          description: 'For how long the process is busy at a time, and all its requests wait.',
          unit: 's',
          queries: one(`nodejs_eventloop_lag_p99_seconds{${ALL}}`, '{{job}} {{instance}}'),
        },
      ],
    },
    ...STOREFRONT,
  ],
}

const database: Dashboard = {
  uid: 'punchcard-database',
  title: 'Punchcard: till and database',
  description: 'How orders get into the database, and what falls due there.',
  variables: [],
  rows: [
    {
      title: 'Batches',
      panels: [
        {
          title: 'Calls',
          description: 'What goes through the till, and through the gathered reads.',
          unit: 'ops',
          queries: one('sum by (batcher) (rate(punchcard_batch_size_sum[$__rate_interval]))', '{{batcher}}'),
        },
        {
          title: 'Calls in a batch',
          description: 'Near 100 the till is full: more load makes it wait.',
          unit: 'short',
          queries: one('punchcard:batch_size:mean5m', '{{batcher}}'),
        },
        {
          title: 'Batches',
          description: 'Each batch of the till is one transaction.',
          unit: 'ops',
          queries: one(
            'sum by (batcher) (rate(punchcard_batch_size_count[$__rate_interval]))',
            '{{batcher}}',
          ),
        },
        {
          title: 'Waiting for a batch',
          description: 'Of the first call in each. It rises when batches take long or are full.',
          unit: 's',
          queries: quantiles('punchcard_batch_wait_seconds', 'batcher'),
        },
        {
          title: 'Duration of a batch',
          description: 'From its begin to its answers, with the commit.',
          unit: 's',
          queries: quantiles('punchcard_batch_seconds', 'batcher'),
        },
      ],
    },
    {
      title: 'Connections',
      panels: [
        {
          title: 'Connections',
          description: '`waiting` are transactions that have none yet.',
          unit: 'short',
          queries: one('sum by (cell, state) (punchcard_database_connections)', '{{cell}} {{state}}'),
        },
        {
          title: 'Waiting for a connection',
          description: 'Above some milliseconds there are too few, or they hang.',
          unit: 's',
          queries: quantiles('punchcard_pool_wait_seconds', 'cell'),
        },
        {
          title: 'Transactions',
          description: 'Begun, of the API and the workers.',
          unit: 'ops',
          queries: one(
            'sum by (job, cell) (rate(punchcard_pool_wait_seconds_count[$__rate_interval]))',
            '{{job}} {{cell}}',
          ),
        },
      ],
    },
    {
      title: 'What happens by itself',
      panels: [
        {
          title: 'Due since',
          description: 'How late the account is that has waited longest to be settled.',
          unit: 's',
          queries: one('max by (cell) (punchcard_due_lag_seconds)', '{{cell}}'),
        },
        {
          title: 'Accounts settled',
          description: 'In which points opened or expired; and those where that met a fault.',
          unit: 'ops',
          queries: [
            {
              expr: 'sum by (cell) (rate(punchcard_settled_accounts_total[$__rate_interval]))',
              legend: '{{cell}} settled',
            },
            {
              expr: 'sum by (cell) (rate(punchcard_unsettled_accounts_total[$__rate_interval]))',
              legend: '{{cell}} failed',
            },
          ],
        },
        {
          title: 'Jobs, time since done',
          description: 'The hourly job and the steps of the daily run, by whichever worker.',
          unit: 's',
          queries: one(
            'time() - max by (cell, job) (punchcard_job_done_timestamp_seconds > 0)',
            '{{cell}} {{job}}',
          ),
        },
        {
          title: 'Jobs, mean duration',
          description: 'Since the workers started, by outcome.',
          unit: 's',
          queries: one(
            'sum by (job, outcome) (punchcard_job_seconds_sum) / sum by (job, outcome) (punchcard_job_seconds_count)',
            '{{job}} {{outcome}}',
          ),
        },
      ],
    },
    ...WORK_OF_MERCHANTS,
  ],
}

const backlog = (metric: string): Query[] =>
  one(`max by (cell, class) (punchcard_webhook_${metric})`, '{{cell}} {{class}}')

const webhooks: Dashboard = {
  uid: 'punchcard-webhooks',
  title: 'Punchcard: webhooks',
  description: 'Are events delivered, how late, and what do merchants answer.',
  variables: [],
  rows: [
    {
      title: 'What waits',
      panels: [
        {
          title: 'Lag',
          description:
            'Age of the oldest event that is not read yet. Of healthy endpoints it is below a second.',
          unit: 's',
          queries: one('punchcard:webhook_lag_seconds:max', '{{cell}} {{class}}'),
        },
        {
          title: 'Events not read yet',
          description: 'Counted up to 10,000 per endpoint.',
          unit: 'short',
          queries: backlog('lag_events'),
        },
        {
          title: 'Events held',
          description: 'Those that failed, and those that wait behind them.',
          unit: 'short',
          queries: backlog('held_events'),
        },
        {
          title: 'Events given up',
          description: 'Refused until the last try: the merchant has to be told.',
          unit: 'short',
          queries: backlog('parked_events'),
        },
        {
          title: 'Endpoints',
          description:
            'Healthy, failing (nothing received since the last failure), stopped (paused or disabled).',
          unit: 'short',
          queries: backlog('endpoints'),
        },
        {
          title: 'Endpoints disabled',
          description: 'Since the workers started: gone, or without a success for five days.',
          unit: 'short',
          queries: one('sum by (cell) (punchcard_webhook_disabled_endpoints_total)', '{{cell}}'),
        },
      ],
    },
    {
      title: 'Attempts',
      panels: [
        {
          title: 'Attempts by outcome',
          description: 'By what the merchants answered; `none`: no answer.',
          unit: 'ops',
          queries: one(
            'sum by (outcome, status) (rate(punchcard_webhook_attempt_seconds_count[$__rate_interval]))',
            '{{outcome}} {{status}}',
          ),
        },
        {
          title: 'Failed attempts',
          description: 'The share. When it jumps for all endpoints, it is our side.',
          unit: 'percentunit',
          queries: one('punchcard:webhook_failures:ratio5m', '{{cell}}'),
        },
        {
          title: 'Duration of attempts',
          description: 'After 15 s an attempt has failed.',
          unit: 's',
          queries: quantiles('punchcard_webhook_attempt_seconds', 'outcome'),
        },
      ],
    },
  ],
}

const merchant: Dashboard = {
  uid: 'punchcard-merchant',
  title: 'Punchcard: one merchant',
  description: 'What one merchant sends and gets. The choice has the busiest 100 of each process.',
  variables: [{ name: 'tenant', label: 'Merchant', metric: 'punchcard_tenant_requests_total' }],
  rows: [
    {
      title: 'Requests',
      panels: [
        {
          title: 'Requests by status',
          description: '4xx: the key, the rate limit or the form of requests. 5xx: our side.',
          unit: 'reqps',
          queries: one(
            'sum by (status) (rate(punchcard_tenant_requests_total{tenant="$tenant"}[$__rate_interval]))',
            '{{status}}',
          ),
        },
        {
          title: 'Mean duration',
          description: 'Beside that of all merchants that are shown.',
          unit: 's',
          queries: [
            {
              expr: 'sum(rate(punchcard_tenant_request_seconds_total{tenant="$tenant"}[$__rate_interval])) / sum(rate(punchcard_tenant_requests_total{tenant="$tenant"}[$__rate_interval]))',
              legend: 'this merchant',
            },
            {
              expr: 'sum(rate(punchcard_tenant_request_seconds_total[$__rate_interval])) / sum(rate(punchcard_tenant_requests_total[$__rate_interval]))',
              legend: 'all',
            },
          ],
        },
        {
          title: 'Share of all requests',
          description: 'Of those of the merchants that are shown.',
          unit: 'percentunit',
          queries: one(
            'sum(rate(punchcard_tenant_requests_total{tenant="$tenant"}[$__rate_interval])) / sum(rate(punchcard_tenant_requests_total[$__rate_interval]))',
            'share',
          ),
        },
        {
          title: 'Refusals by operation',
          description: 'The management API lists them with their reasons, under failed requests.',
          unit: 'reqps',
          queries: one(
            'sum by (operation) (rate(punchcard_tenant_refusals_total{tenant="$tenant"}[$__rate_interval]))',
            '{{operation}}',
          ),
        },
        {
          title: 'Webhook attempts',
          description: 'By outcome.',
          unit: 'ops',
          queries: one(
            'sum by (outcome) (rate(punchcard_tenant_webhook_attempts_total{tenant="$tenant"}[$__rate_interval]))',
            '{{outcome}}',
          ),
        },
      ],
    },
  ],
}

export const DASHBOARDS: readonly Dashboard[] = [service, database, webhooks, merchant]
