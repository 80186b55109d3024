/** What the hourly task deletes of jobs and files, and for whom it opens a transaction. */
import { expect, it } from 'vitest'
import type { Database } from '../../src/platform/postgres/database.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { useJobs } from './jobs-at-work.ts'
import { TEST_KINDS } from './kinds.ts'
import { runTask } from './run-tasks.ts'

const jobs = useJobs()

/** Runs it. Returns how many transactions were opened for each merchant alone. */
async function hourly(): Promise<Map<number, number>> {
  const opened = new Map<number, number>()
  const database = jobs.cells.of({ cell: MAIN_CELL })
  const counting: Database = {
    ...database,
    transaction(tenants, work) {
      const [only] = tenants
      if (tenants.length === 1 && only !== undefined) opened.set(only, (opened.get(only) ?? 0) + 1)
      return database.transaction(tenants, work)
    },
  }
  const surroundings = { url: jobs.url, cells: jobs.cells, database: counting, kinds: TEST_KINDS }
  await runTask('hourly', {}, { ...surroundings, clock: systemClock })
  return opened
}

it('deletes jobs, files and octets that are due, and asks nothing of merchants that have none', async () => {
  const [busy, quiet, third] = [await jobs.openTenant(), await jobs.openTenant(), await jobs.openTenant()]
  await jobs.reader.query(
    `insert into job (tenant_id, kind, state, input, by_actor, by_label, created_at, turn_at, expires_at)
     select tenant, 'export', 3, '{}', 'person:7', 'Bia', now(), now(), at
     from (values ($1::bigint, now() - interval '1 s'), ($1, now() + interval '1 d'), ($2, now() + interval '1 d'))
       as made (tenant, at)`,
    [busy, quiet],
  )
  await jobs.reader.query(
    `insert into file (tenant_id, name, purpose, bytes, sealed_key, holds_persons, state, by_actor, created_at, expires_at)
     select tenant, 'x', 'import', 10, '', true, 1, 'person:7', now(), at
     from (values ($1::bigint, now() - interval '1 s'), ($2, now() + interval '1 d')) as made (tenant, at)`,
    [busy, quiet],
  )
  await jobs.reader.query(
    `insert into file_part (tenant_id, file_id, number, octets, sha256) select tenant_id, id, 1, '', sha256('') from file`,
  )
  const opened = await hourly()
  const counted = async (table: string) =>
    (
      await jobs.reader.query<{ tenant_id: number; count: number }>(
        `select tenant_id, count(*)::int as count from ${table} group by 1 order by 1`,
      )
    ).map(({ tenant_id, count }) => [Number(tenant_id), count])
  expect(await counted('job')).toEqual([
    [busy, 1],
    [quiet, 1],
  ])
  // An expired file is forgotten with its octets.
  expect(await counted('file')).toEqual([[quiet, 1]])
  expect(await counted('file_part')).toEqual([[quiet, 1]])
  // What is deleted of webhooks opens as many for each; only the busy one has more.
  expect(opened.get(quiet)).toBe(opened.get(third))
  expect(opened.get(busy)).toBe((opened.get(third) ?? 0) + 2)
})
