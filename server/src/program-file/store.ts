import type { TenantId } from '../contract/ids.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import type { ProgramFile } from './file.ts'
import type { PlanOutcome } from './find-plan.ts'

export interface StoredPlan {
  readonly file: ProgramFile
  /** null: it is not done. */
  readonly result: PlanOutcome | null
}

export async function insertPlan(
  tx: Tx,
  tenantId: TenantId,
  jobId: number,
  { file, hash }: { readonly file: ProgramFile; readonly hash: Buffer },
): Promise<void> {
  await run(
    tx,
    sql`
    insert into program_plan (tenant_id, job_id, file, hash)
    values (${tenantId}, ${jobId}, ${JSON.stringify(file)}::jsonb, ${hash}::bytea)`,
  )
}

/** The open job that plans the same for the same person, if there is one. */
export async function findOpenPlan(
  tx: Tx,
  tenantId: TenantId,
  { hash, byActor }: { readonly hash: Buffer; readonly byActor: string },
): Promise<number | null> {
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    select job.id from job join program_plan as plan on plan.tenant_id = job.tenant_id and plan.job_id = job.id
    where job.tenant_id = ${tenantId} and job.state < 2 and job.by_actor = ${byActor} and plan.hash = ${hash}::bytea
    order by job.id limit 1`,
  )
  return rows[0]?.id ?? null
}

export async function findPlan(tx: Tx, tenantId: TenantId, jobId: number): Promise<StoredPlan | null> {
  const { rows } = await run(
    tx,
    sql<StoredPlan>`select file, result from program_plan where tenant_id = ${tenantId} and job_id = ${jobId}`,
  )
  return rows[0] ?? null
}

export async function savePlanned(
  tx: Tx,
  tenantId: TenantId,
  jobId: number,
  result: PlanOutcome,
): Promise<void> {
  await run(
    tx,
    sql`
    update program_plan set result = ${JSON.stringify(result)}::jsonb
    where tenant_id = ${tenantId} and job_id = ${jobId}`,
  )
}
