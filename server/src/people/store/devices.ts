import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** Whether the person of this address has signed in with this browser before. */
export async function isKnownDevice(
  tx: Tx,
  tokenHash: Buffer,
  email: string,
  now: Instant,
): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql`
    select from known_device join person on person.id = known_device.person_id
    where known_device.token_hash = ${tokenHash} and person.email = ${email}
      and known_device.ends_at > ${instantToText(now)}`,
  )
  return rows.length > 0
}

export async function saveDevice(
  tx: Tx,
  tokenHash: Buffer,
  personId: number,
  endsAt: Instant,
): Promise<void> {
  await run(
    tx,
    sql`
    insert into known_device (token_hash, person_id, ends_at)
    values (${tokenHash}, ${personId}, ${instantToText(endsAt)})
    on conflict (token_hash, person_id) do update set ends_at = excluded.ends_at`,
  )
}

/** All of a person but one; null: all. */
export async function deleteDevicesOf(tx: Tx, personId: number, but: Buffer | null): Promise<void> {
  await run(
    tx,
    sql`
    delete from known_device
    where person_id = ${personId} and (${but}::bytea is null or token_hash <> ${but}::bytea)`,
  )
}
