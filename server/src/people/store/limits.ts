import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { SignInLimit } from '../rules/sign-in-limit.ts'

interface LimitRow {
  readonly failures: number
  readonly blocked_until: Date | null
  readonly forget_at: Date
}

function toLimit(row: LimitRow | undefined): SignInLimit | null {
  if (!row || row.failures === 0) return null
  return {
    failures: row.failures,
    blockedUntil: row.blocked_until?.getTime() ?? null,
    forgetAt: row.forget_at.getTime(),
  }
}

export async function findLimit(tx: Tx, key: Buffer): Promise<SignInLimit | null> {
  const { rows } = await run(tx, sql<LimitRow>`select * from sign_in_limit where key = ${key}`)
  return toLimit(rows[0])
}

/** What is known of a key, locked until the end of the transaction; null: nothing yet. */
export async function lockLimit(tx: Tx, key: Buffer): Promise<SignInLimit | null> {
  // The row is made where there is none: what is not there can't be locked, and a hundred first tries come at once.
  const { rows } = await run(
    tx,
    sql<LimitRow>`
    insert into sign_in_limit as known (key, failures, forget_at) values (${key}, 0, '-infinity')
    on conflict (key) do update set failures = known.failures
    returning failures, blocked_until, forget_at`,
  )
  return toLimit(rows[0])
}

export async function saveLimit(
  tx: Tx,
  key: Buffer,
  { failures, blockedUntil, forgetAt }: SignInLimit,
): Promise<void> {
  const until = blockedUntil === null ? null : instantToText(blockedUntil)
  await run(
    tx,
    sql`
    update sign_in_limit
    set failures = ${failures}, blocked_until = ${until}, forget_at = ${instantToText(forgetAt)}
    where key = ${key}`,
  )
}

/** Writes what is there: for an account that there is not, so that a failure costs as much as for one that there is. */
export async function touchLimit(tx: Tx, key: Buffer): Promise<void> {
  await run(tx, sql`update sign_in_limit set failures = failures where key = ${key}`)
}

/** The person has proved who they are: what was counted is over. */
export async function clearLimit(tx: Tx, key: Buffer): Promise<void> {
  await run(tx, sql`delete from sign_in_limit where key = ${key}`)
}

/** One try less: it was no failure, or it was not looked at. */
export async function giveBackTry(tx: Tx, key: Buffer, now: Instant): Promise<void> {
  await run(
    tx,
    sql`
    update sign_in_limit
    set failures = greatest(failures - 1, 0),
      blocked_until = case when blocked_until > ${instantToText(now)} then null else blocked_until end
    where key = ${key}`,
  )
}
