import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

export interface PasswordReset {
  readonly tokenHash: Buffer
  readonly personId: number
  readonly madeBy: string
  readonly expiresAt: Instant
  /** What the person can open today: `accessHashOf`. */
  readonly accessHash: Buffer
}

/** The only one of its person: a new link ends those before it. */
export async function insertReset(
  tx: Tx,
  { tokenHash, personId, madeBy, expiresAt, accessHash }: PasswordReset,
): Promise<void> {
  await deleteResetsOf(tx, personId)
  await run(
    tx,
    sql`
    insert into password_reset (token_hash, person_id, made_by, expires_at, access_hash)
    values (${tokenHash}, ${personId}, ${madeBy}, ${instantToText(expiresAt)}, ${accessHash})`,
  )
}

/** Whose link it is; null: there is none that is still good. */
export async function findReset(tx: Tx, tokenHash: Buffer, now: Instant): Promise<number | null> {
  const { rows } = await run(
    tx,
    sql<{ person_id: number }>`
    select person_id from password_reset
    where token_hash = ${tokenHash} and expires_at > ${instantToText(now)}`,
  )
  return rows[0]?.person_id ?? null
}

/** What its person could open when the link was made; null where another request was first: a link works once. */
export async function useReset(tx: Tx, tokenHash: Buffer, now: Instant): Promise<Buffer | null> {
  const { rows } = await run(
    tx,
    sql<{ access_hash: Buffer | null }>`
    delete from password_reset
    where token_hash = ${tokenHash} and expires_at > ${instantToText(now)} returning access_hash`,
  )
  return rows[0]?.access_hash ?? null
}

export async function deleteResetsOf(tx: Tx, personId: number): Promise<void> {
  await run(tx, sql`delete from password_reset where person_id = ${personId}`)
}
