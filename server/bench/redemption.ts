import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchDatabase } from './database.ts'
import type { LoadResult } from './load.ts'
import type { RedemptionLoad } from './loads.ts'
import { pgbench } from './pgbench.ts'
import { runRedemptionLoad } from './processes.ts'
import { hasWrk, wrk } from './wrk.ts'

export interface RedemptionPlan {
  readonly database: BenchDatabase
  /** Where Punchcard listens. */
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** Of E1: the best of these. */
  readonly clients: readonly number[]
  readonly trySeconds: number
  readonly say: (text: string) => void
}

export interface RedemptionRound {
  readonly redeemE1: number
  readonly redeem: LoadResult
}

/** Buyers a merchant; they have orders of nobody, so that each has one lot, whatever else is measured. */
const BUYERS = 100

/** Prepares everything and returns what measures one round: one redemption per request, and its E1. */
export async function openRedemptions(plan: RedemptionPlan): Promise<() => Promise<RedemptionRound>> {
  const { database, port, connections, seconds, say } = plan
  const rewards = await prepareBuyers(database)
  const merchants = rewards.map((reward, index) => `${reward} ${database.authorizations[index]}`)
  const send = (await hasWrk()) ? sendWithWrk : runRedemptionLoad
  let runs = 0

  function load(forSeconds: number): Promise<LoadResult> {
    runs += 1
    return send({ port, connections, seconds: forSeconds, merchants, buyers: BUYERS, run: `r${runs}` })
  }

  async function baseline(clients: number, forSeconds: number): Promise<number> {
    const script = scriptE1(rewards)
    return (await pgbench({ url: database.url, script, clients, seconds: forSeconds })).perSecond
  }

  await load(plan.trySeconds)
  let best = { clients: plan.clients[0] ?? 16, perSecond: 0 }
  for (const clients of plan.clients.length > 1 ? plan.clients : []) {
    const perSecond = await baseline(clients, plan.trySeconds)
    say(`  E1 of redemptions with ${clients} clients: ${Math.round(perSecond)}/s`)
    if (perSecond > best.perSecond) best = { clients, perSecond }
  }
  return async () => ({ redeemE1: await baseline(best.clients, seconds), redeem: await load(seconds) })
}

/** Returns the reward of each tenant, by its number. */
async function prepareBuyers({ client }: BenchDatabase): Promise<number[]> {
  await client.query(await readFile(new URL('redemption.sql', import.meta.url), 'utf8'))
  await client.query('select bench_buyers($1)', [BUYERS])
  await client.query('vacuum analyze customer, point_record, reward_configuration')
  const { rows } = await client.query<{ id: string }>(
    'select id from reward_configuration order by tenant_id',
  )
  return rows.map(({ id }) => Number(id))
}

function scriptE1(rewards: readonly number[]): string {
  // The rewards were made one after the other, in the order of the tenants.
  const ahead = (rewards[0] ?? 1) - 1
  return `\\set tenant random(1, ${rewards.length})
\\set customer random(1, ${BUYERS})
select bench_redemption(:tenant, :tenant + ${ahead}, 'r' || :customer, 'e1-' || nextval('bench_id'));`
}

async function sendWithWrk({ port, connections, seconds, merchants, buyers, run }: RedemptionLoad) {
  const folder = await mkdtemp(join(tmpdir(), 'punchcard-wrk-'))
  try {
    const file = join(folder, 'merchants')
    await writeFile(file, merchants.join('\n'))
    return await wrk({
      script: 'redemptions.lua',
      port,
      connections,
      seconds,
      run,
      arguments: [file, String(buyers)],
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
