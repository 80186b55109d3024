import type { Query } from './grafana.ts'

export const one = (expr: string, legend: string): Query[] => [{ expr, legend }]

/** The median and one in a hundred, of a histogram. */
export function quantiles(metric: string, by: string, filter = ''): Query[] {
  const buckets = `sum by (${by ? `${by}, ` : ''}le) (rate(${metric}_bucket${filter}[$__rate_interval]))`
  const legend = by ? `{{${by}}} ` : ''
  return [
    { expr: `histogram_quantile(0.5, ${buckets})`, legend: `${legend}p50` },
    { expr: `histogram_quantile(0.99, ${buckets})`, legend: `${legend}p99` },
  ]
}
