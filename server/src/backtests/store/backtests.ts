import type { TenantId } from '../../contract/ids.ts'
import type { ProgramContent } from '../../earning/program-json.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { BacktestResult } from '../result.ts'

export interface StoredBacktest {
  readonly jobId: number
  readonly program: ProgramContent
  /** null: it is not done. */
  readonly result: BacktestResult | null
}

export async function insertBacktest(
  tx: Tx,
  tenantId: TenantId,
  jobId: number,
  program: ProgramContent,
): Promise<void> {
  await run(
    tx,
    sql`
    insert into backtest (tenant_id, job_id, program)
    values (${tenantId}, ${jobId}, ${JSON.stringify(program)}::jsonb)`,
  )
}

export async function findBacktest(
  tx: Tx,
  tenantId: TenantId,
  jobId: number,
): Promise<StoredBacktest | null> {
  const { rows } = await run(
    tx,
    sql<StoredBacktest>`
    select job_id as "jobId", program, result from backtest where tenant_id = ${tenantId} and job_id = ${jobId}`,
  )
  return rows[0] ?? null
}

export async function saveResult(
  tx: Tx,
  tenantId: TenantId,
  jobId: number,
  result: BacktestResult,
): Promise<void> {
  await run(
    tx,
    sql`
    update backtest set result = ${JSON.stringify(result)}::jsonb
    where tenant_id = ${tenantId} and job_id = ${jobId}`,
  )
}
