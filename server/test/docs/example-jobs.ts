import { defineJob, jobKinds } from '../../src/jobs/define.ts'
import { createLogger } from '../../src/platform/log.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { clientOf } from '../support/client-of.ts'

/** As an export is, for the reference: no worker runs it here. */
const exportJob = defineJob<object, null, null>({
  kind: 'export',
  permission: 'customers.export',
  onMove: 'restart',
  onErase: 'restart',
  isReadOnly: true,
  resultDays: 7,
  step: async () => ({ checkpoint: null, done: 0, finished: true }),
})

export const EXAMPLE_KINDS = jobKinds([exportJob])

/** One that has begun and waits for its next turn. Returns its number. */
export async function startExampleJob(databaseUrl: string, tenantId: number, now: number): Promise<number> {
  await migrateQueue(databaseUrl, createLogger({ level: 'error', destination: process.stderr }))
  const client = clientOf(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `insert into job (tenant_id, kind, state, input, done, total, by_actor, by_label, created_at, started_at, turn_at)
     values ($1, 'export', 0, '{"export": "orders", "filter": {"from": null, "until": null}}', 12000, 48210, 'person:7',
       'Bia', $2, $2, $2) returning id`,
    [tenantId, new Date(now - 60_000)],
  )
  await client.end()
  return Number(rows[0]?.id)
}
