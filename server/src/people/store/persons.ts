import type { TenantId } from '../../contract/ids.ts'
import type { Locale } from '../../contract/locale.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Person, Theme } from '../person.ts'

/* Persons belong to the installation, not to a tenant: these statements bind none. */

interface PersonRow {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly locale: Locale
  readonly theme: Theme
  readonly password_hash: string | null
  readonly totp_secret: Buffer | null
  readonly totp_pending: Buffer | null
  readonly totp_last_step: number | null
  readonly recovery_hashes: Buffer[]
  readonly is_operator: boolean
  readonly tenant_ids: string[]
  readonly failed_sign_ins: number
  readonly failed_sign_in_at: Date | null
  readonly created_at: Date
}

function toPerson(row: PersonRow): Person {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    locale: row.locale,
    theme: row.theme,
    passwordHash: row.password_hash,
    totpSecret: row.totp_secret,
    totpPending: row.totp_pending,
    totpLastStep: row.totp_last_step,
    recoveryHashes: row.recovery_hashes,
    isOperator: row.is_operator,
    tenantIds: row.tenant_ids.map(Number),
    failedSignIns: row.failed_sign_ins,
    failedSignInAt: row.failed_sign_in_at?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
  }
}

export async function findPersonByEmail(tx: Tx, email: string): Promise<Person | null> {
  const { rows } = await run(tx, sql<PersonRow>`select * from person where email = ${email}`)
  return rows[0] ? toPerson(rows[0]) : null
}

export async function findPerson(tx: Tx, id: number): Promise<Person | null> {
  const { rows } = await run(tx, sql<PersonRow>`select * from person where id = ${id}`)
  return rows[0] ? toPerson(rows[0]) : null
}

/** Locks the person until the end of the transaction: a code is used once, also by two requests at once. */
export async function lockPerson(tx: Tx, id: number): Promise<Person | null> {
  const { rows } = await run(tx, sql<PersonRow>`select * from person where id = ${id} for update`)
  return rows[0] ? toPerson(rows[0]) : null
}

export async function listPersons(tx: Tx): Promise<Person[]> {
  const { rows } = await run(tx, sql<PersonRow>`select * from person order by id`)
  return rows.map(toPerson)
}

export interface NewPerson {
  readonly email: string
  readonly name: string
  readonly locale: Locale
  readonly passwordHash: string | null
  readonly isOperator: boolean
}

/** null: there is one with this address. */
export async function insertPerson(tx: Tx, person: NewPerson, now: Instant): Promise<Person | null> {
  const { email, name, locale, passwordHash, isOperator } = person
  const at = instantToText(now)
  const { rows } = await run(
    tx,
    sql<PersonRow>`
    insert into person (email, name, locale, password_hash, password_changed_at, is_operator, created_at)
    values (${email}, ${name}, ${locale}, ${passwordHash}, ${passwordHash === null ? null : at}, ${isOperator}, ${at})
    on conflict (email) do nothing
    returning *`,
  )
  return rows[0] ? toPerson(rows[0]) : null
}

export async function saveProfile(
  tx: Tx,
  { id, name, locale, theme }: Pick<Person, 'id' | 'name' | 'locale' | 'theme'>,
): Promise<void> {
  await run(tx, sql`update person set name = ${name}, locale = ${locale}, theme = ${theme} where id = ${id}`)
}

export async function savePassword(tx: Tx, id: number, hash: string, now: Instant): Promise<void> {
  await run(
    tx,
    sql`
    update person set password_hash = ${hash}, password_changed_at = ${instantToText(now)} where id = ${id}`,
  )
}

/** The same password with today's parameters: unless it was changed meanwhile. */
export async function saveRehash(tx: Tx, id: number, from: string, to: string): Promise<void> {
  await run(tx, sql`update person set password_hash = ${to} where id = ${id} and password_hash = ${from}`)
}

export async function savePendingTotp(tx: Tx, id: number, sealed: Buffer): Promise<void> {
  await run(tx, sql`update person set totp_pending = ${sealed} where id = ${id}`)
}

export interface SecondFactor {
  readonly totpSecret: Buffer | null
  readonly totpLastStep: number | null
  readonly recoveryHashes: readonly Buffer[]
}

/** What was pending is over. */
export async function saveSecondFactor(tx: Tx, id: number, factor: SecondFactor): Promise<void> {
  await run(
    tx,
    sql`
    update person
    set totp_secret = ${factor.totpSecret}, totp_pending = null, totp_last_step = ${factor.totpLastStep},
      recovery_hashes = ${hexOf(factor.recoveryHashes)}::bytea[]
    where id = ${id}`,
  )
}

/** Sealed anew with another key; a person who has changed it meanwhile keeps what they have. */
export async function saveResealedTotp(tx: Tx, id: number, from: Buffer, to: Buffer): Promise<void> {
  await run(
    tx,
    sql`update person set totp_secret = ${to}, totp_pending = null where id = ${id} and totp_secret = ${from}`,
  )
}

function hexOf(hashes: readonly Buffer[]): string[] {
  return hashes.map((hash) => `\\x${hash.toString('hex')}`)
}

/** Told at the next sign-in. Does nothing for an address without a person. */
export async function countFailedSignIn(tx: Tx, email: string, now: Instant): Promise<void> {
  await run(
    tx,
    sql`
    update person set failed_sign_ins = failed_sign_ins + 1, failed_sign_in_at = ${instantToText(now)}
    where email = ${email}`,
  )
}

export async function clearFailedSignIns(tx: Tx, id: number): Promise<void> {
  await run(
    tx,
    sql`
    update person set failed_sign_ins = 0, failed_sign_in_at = null
    where id = ${id} and failed_sign_ins > 0`,
  )
}

export async function addTenantOfPerson(tx: Tx, id: number, tenantId: TenantId): Promise<void> {
  await run(
    tx,
    sql`
    update person set tenant_ids = array_append(array_remove(tenant_ids, ${tenantId}::bigint), ${tenantId}::bigint)
    where id = ${id}`,
  )
}

export async function removeTenantOfPerson(tx: Tx, id: number, tenantId: TenantId): Promise<void> {
  await run(
    tx,
    sql`update person set tenant_ids = array_remove(tenant_ids, ${tenantId}::bigint) where id = ${id}`,
  )
}

/** With what lets them in. What they did stays with those for whom they did it. */
export async function deletePerson(tx: Tx, id: number): Promise<void> {
  await run(tx, sql`delete from session where person_id = ${id}`)
  await run(tx, sql`delete from known_device where person_id = ${id}`)
  await run(tx, sql`delete from password_reset where person_id = ${id}`)
  await run(tx, sql`delete from person where id = ${id}`)
}
