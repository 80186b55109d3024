import type { Dashboard } from './grafana.ts'
import { one, quantiles } from './queries.ts'

/** Long work that merchants start, the files it leaves, and the figures of all of them. */
export const WORK_OF_MERCHANTS: Dashboard['rows'] = [
  {
    title: 'Jobs and files of merchants',
    panels: [
      {
        title: 'Jobs',
        description:
          'Exports, imports, backtests and plans, by state. Those that are done are kept for some days.',
        unit: 'short',
        queries: one(
          'max by (cell, kind, state) (punchcard_jobs{state!="done"})',
          '{{cell}} {{kind}} {{state}}',
        ),
      },
      {
        title: 'Waiting for a turn',
        description:
          'How long the job has waited that had no turn for the longest time. 15 minutes are too long.',
        unit: 's',
        queries: one('max by (cell) (punchcard_job_oldest_queued_seconds)', '{{cell}}'),
      },
      {
        title: 'Duration of a page',
        description:
          'It aims at 100 ms and gets smaller above 200 ms. The plan of a large program file is one page.',
        unit: 's',
        queries: quantiles('punchcard_job_page_seconds', 'kind'),
      },
      {
        title: 'Failed pages',
        description: 'Each is repeated; the fifth in a row makes its job fail.',
        unit: 'ops',
        queries: one(
          'sum by (cell, kind) (rate(punchcard_job_failures_total[$__rate_interval]))',
          '{{cell}} {{kind}}',
        ),
      },
      {
        title: 'Files',
        description: 'What they have, of what they may have: PUNCHCARD_FILES_GB. 80% is too much.',
        unit: 'percentunit',
        queries: one(
          'max by (cell) (punchcard_files_bytes) / max by (cell) (punchcard_files_quota_bytes)',
          '{{cell}}',
        ),
      },
    ],
  },
  {
    title: 'Figures',
    panels: [
      {
        title: 'Behind the ledger',
        description:
          'How long ago the figures of all merchants were last as new as the ledger. Ten minutes are too long.',
        unit: 's',
        queries: one('max by (cell) (punchcard_figures_lag_seconds)', '{{cell}}'),
      },
      {
        title: 'Entries added to figures',
        description: 'Of the ledger, and those times that a fault kept a merchant’s from it.',
        unit: 'ops',
        queries: [
          {
            expr: 'sum by (cell) (rate(punchcard_figures_folded_entries_total[$__rate_interval]))',
            legend: '{{cell}} added',
          },
          {
            expr: 'sum by (cell) (rate(punchcard_figures_failures_total[$__rate_interval]))',
            legend: '{{cell}} failed',
          },
        ],
      },
      {
        title: 'Differences',
        description: 'Between figures and ledger, by the last verification of each merchant. Any is a fault.',
        unit: 'short',
        queries: [
          { expr: 'max by (cell) (punchcard_figures_differences)', legend: '{{cell}} figures' },
          {
            expr: 'sum by (cell) (increase(punchcard_backtest_differences_total[1d]))',
            legend: '{{cell}} orders of yesterday',
          },
        ],
      },
    ],
  },
]
