import type { BenchDatabase, BenchSize } from './database.ts'
import { pgbench } from './pgbench.ts'

/** One way to run a baseline. */
export interface Candidate {
  readonly label: string
  readonly run: (seconds: number) => Promise<Ran>
}

export interface Ran {
  readonly count: number
  readonly perSecond: number
}

/** Tries each for so long, and takes the fastest; a lone one without trying. */
export async function findBest(
  name: string,
  candidates: readonly Candidate[],
  trySeconds: number,
  say: (text: string) => void,
): Promise<Candidate> {
  const [first] = candidates
  if (first && candidates.length === 1) return first
  let best: (Candidate & { perSecond: number }) | undefined
  for (const candidate of candidates) {
    const { perSecond } = await candidate.run(trySeconds)
    say(`  ${name} with ${candidate.label}: ${Math.round(perSecond)}/s`)
    if (!best || perSecond > best.perSecond) best = { ...candidate, perSecond }
  }
  if (!best) throw new Error(`nothing to try for ${name}`)
  return best
}

export interface TriesE2 {
  readonly batches: readonly number[]
  readonly connections: readonly number[]
}

/** Batches draw their customers at random, so a few orders of a batch fall away: the saved ones are counted. */
export function candidatesE2(database: BenchDatabase, size: BenchSize, tries: TriesE2): Candidate[] {
  return tries.batches.flatMap((batch) =>
    tries.connections.map((clients) => ({
      label: `batches of ${batch} on ${clients} connections`,
      run: async (seconds: number) => {
        const before = await countOrders(database)
        const startedAt = performance.now()
        const { transactions, perSecond } = await pgbench({
          url: database.url,
          script: `select bench_orders(${batch}, ${size.tenants}, ${size.customersPerTenant}, bench_details());`,
          clients,
          seconds,
        })
        const saved = (await countOrders(database)) - before
        const secondsTaken =
          transactions > 0 ? transactions / perSecond : (performance.now() - startedAt) / 1_000
        return { count: saved, perSecond: saved / secondsTaken }
      },
    })),
  )
}

/** From the statistics, which cost nothing: a count of the table would grow with every round. */
export async function countOrders({ client }: BenchDatabase): Promise<number> {
  await client.query('select pg_stat_force_next_flush()')
  await new Promise((resolve) => setTimeout(resolve, 100))
  const { rows } = await client.query<{ inserted: string }>(
    `select n_tup_ins as inserted from pg_stat_all_tables where relid = 'customer_order'::regclass`,
  )
  return Number(rows[0]?.inserted ?? 0)
}
