/** What was seen in an hour, and whether it is good enough. Pure. */

const MEMORY_RATIO_MAX = 1.1
const LATENCY_RATIO_MAX = 3

export interface Seen {
  /** Mean of the resident memory after the warm-up and at the end, in bytes, by process. */
  readonly memory: Readonly<Record<string, { readonly first: number; readonly last: number }>>
  /** Processes that ended although nobody had asked them to, or not cleanly when they were asked. */
  readonly crashes: readonly string[]
  readonly quiet: {
    readonly requests: number
    readonly failures: readonly string[]
    /** Each request's time in milliseconds, beside attackers and beside as many requests that need no database. */
    readonly attacked: readonly number[]
    readonly baseline: readonly number[]
  }
  /** Answers to attackers that are faults of ours or break their schema. */
  readonly faults: readonly string[]
  /** Lines of the logs at level error or fatal. */
  readonly errors: readonly string[]
  readonly verified: { readonly accounts: number; readonly differences: number }
}

export interface Criterion {
  readonly isMet: boolean
  readonly text: string
}

export function judge(seen: Seen): Criterion[] {
  const { quiet, verified } = seen
  return [
    ...Object.entries(seen.memory).map(([name, memory]) => judgeMemory(name, memory)),
    none('processes that crashed', seen.crashes),
    none(`of ${quiet.requests} requests of the quiet merchant that failed`, quiet.failures),
    judgeLatency(quiet.attacked, quiet.baseline),
    none('answers to attackers with 5xx other than 503, or that break their schema', seen.faults),
    none('errors in the logs', seen.errors),
    {
      isMet: verified.accounts > 0 && verified.differences === 0,
      text: `verify: ${verified.accounts} accounts, ${verified.differences} differences`,
    },
  ]
}

function judgeMemory(name: string, { first, last }: { first: number; last: number }): Criterion {
  const ratio = last / first
  return {
    isMet: ratio <= MEMORY_RATIO_MAX,
    text: `memory of ${name}: ${megabytes(first)} after the warm-up, ${megabytes(last)} at the end, ${ratio.toFixed(2)} times (≤ ${MEMORY_RATIO_MAX})`,
  }
}

function judgeLatency(attacked: readonly number[], baseline: readonly number[]): Criterion {
  const ratio = percentile(attacked, 0.99) / percentile(baseline, 0.99)
  return {
    // NaN, where nothing was measured, is not good enough.
    isMet: ratio <= LATENCY_RATIO_MAX,
    text:
      `the quiet merchant's p99: ${milliseconds(percentile(attacked, 0.99))} beside attackers, ` +
      `${milliseconds(percentile(baseline, 0.99))} beside as many requests to /livez, ` +
      `${ratio.toFixed(2)} times (≤ ${LATENCY_RATIO_MAX}); p50: ${milliseconds(percentile(attacked, 0.5))} and ` +
      `${milliseconds(percentile(baseline, 0.5))}; ${attacked.length} and ${baseline.length} requests`,
  }
}

const SHOWN_MAX = 5

function none(what: string, found: readonly string[]): Criterion {
  const shown = found.slice(0, SHOWN_MAX).map((one) => `\n      ${one.slice(0, 500)}`)
  return { isMet: found.length === 0, text: `${found.length} ${what}${shown.join('')}` }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

export const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MB`
export const milliseconds = (ms: number): string => `${ms.toFixed(1)} ms`
