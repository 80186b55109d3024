/**
 * `npm run bench:reads`: the list of rewards (operation 14) over HTTP, beside the same server whose handler
 * answers a constant, beside pgbench with the same statement. Interleaved rounds, one run.
 */
import { parseArgs } from 'node:util'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { median, round } from './figures.ts'
import { pgbench } from './pgbench.ts'
import { runReadLoad, type ServerProcess, startFloor, startPunchcard } from './processes.ts'

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    tiny: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const TENANTS = 200
const ROUNDS = flags.tiny ? 1 : flags.quick ? 3 : 7
const SECONDS = flags.tiny ? 0.3 : flags.quick ? 2 : 5
const CONNECTIONS = 64

const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** Six rewards a merchant, five of them active, like the demo's. */
async function loadRewards({ client }: BenchDatabase): Promise<void> {
  await client.query(`
    insert into reward_configuration (tenant_id, key, reward_type, points, value, title, description, is_active)
    select tenant.id, 'reward-' || n, 1, n * 100, 10, 'Reward ' || n, 'A reward that customers like to redeem, number ' || n, n < 6
    from tenant, generate_series(1, 6) as n`)
  await client.query('vacuum analyze reward_configuration')
}

/** What Punchcard sends for one list alone, as one transaction. */
const SCRIPT = `\\set tenant random(1, ${TENANTS})
begin;
select set_config('app.tenants', '{' || :tenant || '}', true);
select query.ordinality::int as query, counted.total, page.*
from unnest(array[:tenant]::bigint[], array[true], array[0]::bigint[], array[10])
  with ordinality as query (tenant_id, is_active, page_offset, page_limit, ordinality)
cross join lateral (
  select count(*)::int as total from reward_configuration as reward
  where reward.tenant_id = query.tenant_id and reward.archived_at is null
    and (query.is_active is null or reward.is_active = query.is_active)
) as counted
left join lateral (
  select id, title, description, is_active, value, points, reward_type from reward_configuration as reward
  where reward.tenant_id = query.tenant_id and reward.archived_at is null
    and (query.is_active is null or reward.is_active = query.is_active)
  order by id offset query.page_offset limit query.page_limit
) as page on true
order by query.ordinality, page.id;
commit;`

async function main(): Promise<void> {
  const database = await openBenchDatabase({ tenants: TENANTS, customersPerTenant: 1 }, say)
  const servers: ServerProcess[] = []
  try {
    await loadRewards(database)
    const punchcard = await startPunchcard(database.url)
    const floor = await startFloor(database.url, false)
    servers.push(punchcard, floor)
    const load = async ({ port }: ServerProcess, seconds: number): Promise<number> => {
      const { authorizations } = database
      return (await runReadLoad({ port, authorizations, seconds, connections: CONNECTIONS })).perSecond
    }
    for (const server of servers) await load(server, SECONDS)

    const rounds: { reads: number; constant: number; pgbench: number }[] = []
    for (let turn = 1; turn <= ROUNDS; turn += 1) {
      const options = { url: database.url, script: SCRIPT, clients: 16, seconds: SECONDS }
      const figures = {
        reads: await load(punchcard, SECONDS),
        constant: await load(floor, SECONDS),
        pgbench: (await pgbench(options)).perSecond,
      }
      rounds.push(figures)
      say(
        `round ${turn} of ${ROUNDS}: operation 14 ${Math.round(figures.reads)}/s, ` +
          `constant ${Math.round(figures.constant)}/s, pgbench ${Math.round(figures.pgbench)}/s`,
      )
    }
    const ratio = median(rounds.map((r) => r.reads / Math.min(r.constant, r.pgbench)))
    const summary = {
      reads: Math.round(median(rounds.map((r) => r.reads))),
      constant: Math.round(median(rounds.map((r) => r.constant))),
      pgbench: Math.round(median(rounds.map((r) => r.pgbench))),
      ratio: round(ratio, 2),
    }
    process.stdout.write(
      flags.json
        ? `${JSON.stringify(summary)}\n`
        : `operation 14 ${summary.reads}/s, constant ${summary.constant}/s, pgbench ${summary.pgbench}/s: ` +
            `${summary.ratio} of the smaller one (goal 0.6)\n`,
    )
  } finally {
    for (const { stop } of servers) await stop()
    await database.close()
  }
}

await main()
