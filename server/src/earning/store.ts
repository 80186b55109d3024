import { type Collection, keyText, type Load, load, loadOne, put } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import { type Instant, instantToText } from '../platform/clock.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import { EMPTY_PROGRAM, type Program, type RuleKind } from './program.ts'
import { type ProgramJson, parseProgram } from './program-schema.ts'

/** The key of a tenant's program as it stands; a number is the key of that version. */
export const CURRENT = 'current' as const

/** Published versions never change: whoever has read one keeps it. */
const cachedPrograms = new Map<string, Program>()
const PROGRAMS_MAX = 20_000

/** Programs by version, or the current one. */
export const programVersions: Collection<typeof CURRENT | number, Program> = {
  name: 'programs',
  async load(tx, keys) {
    const { rows: versions } = await run(
      tx,
      sql<{ tenant_id: number; key: string; version: number | null }>`
      select wanted.tenant_id, wanted.key,
        case wanted.key
          when ${CURRENT} then (
            select version from program_version as program
            where program.tenant_id = wanted.tenant_id order by version desc limit 1
          )
          else wanted.key::int
        end as version
      from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[], ${keys.map(({ key }) => String(key))}::text[])
        as wanted (tenant_id, key)`,
    )
    const wanted = versions.flatMap(({ tenant_id, key, version }) =>
      version === null ? [] : [{ key: keyText({ tenantId: tenant_id, key }), tenantId: tenant_id, version }],
    )
    await readMissing(
      tx,
      wanted.filter(({ tenantId, version }) => !cachedPrograms.has(`${tenantId} ${version}`)),
    )
    return new Map(
      wanted.flatMap(({ key, tenantId, version }) => {
        const program = cachedPrograms.get(`${tenantId} ${version}`)
        return program ? [[key, program]] : []
      }),
    )
  },
}

export async function findCurrentProgram(tx: Tx, tenantId: number): Promise<Program> {
  return (await loadOne(tx, programVersions, { tenantId, key: CURRENT })) ?? EMPTY_PROGRAM
}

async function readMissing(tx: Tx, wanted: readonly { tenantId: number; version: number }[]): Promise<void> {
  if (wanted.length === 0) return
  const { rows } = await run(
    tx,
    sql<{ tenant_id: number; version: number; program: object }>`
    select program.tenant_id, program.version, program.program
    from unnest(${wanted.map(({ tenantId }) => tenantId)}::bigint[], ${wanted.map(({ version }) => version)}::int[])
      as wanted (tenant_id, version)
    join program_version as program
      on program.tenant_id = wanted.tenant_id and program.version = wanted.version`,
  )
  if (cachedPrograms.size + rows.length > PROGRAMS_MAX) cachedPrograms.clear()
  for (const { tenant_id, version, program } of rows) {
    cachedPrograms.set(`${tenant_id} ${version}`, parseProgram({ ...program, version }))
  }
}

/** Publishes the next version of a tenant's program, now unless told otherwise; returns its number. */
export async function publishProgram(
  tx: Tx,
  tenantId: number,
  program: Omit<ProgramJson, 'version'>,
  at: Instant | null = null,
): Promise<number> {
  parseProgram({ ...program, version: 1 })
  const publishedAt = at === null ? null : instantToText(at)
  const { rows } = await run(
    tx,
    sql<{ version: number }>`
    insert into program_version (tenant_id, version, program, published_at)
    select ${tenantId}, coalesce(max(version), 0) + 1, ${JSON.stringify(program)}::jsonb,
      coalesce(${publishedAt}::timestamptz, now())
    from program_version
    where tenant_id = ${tenantId}
    returning version`,
  )
  return rows[0]?.version ?? 0
}

/** Points that were granted for something other than an order; the key says which of its kind. */
export interface Grant {
  readonly customerId: number
  readonly action: string
  readonly key: string
  readonly recordId: number
  readonly at: Instant
}

type GrantName = Pick<Grant, 'customerId' | 'action' | 'key'>

function textOfGrant({ customerId, action, key }: GrantName): string {
  return JSON.stringify([customerId, action, key])
}

const grants: Collection<GrantName, Grant> = {
  name: 'grants',
  textOf: textOfGrant,
  async load(tx, keys) {
    const names = keys.map(({ key }) => key)
    const { rows } = await run(
      tx,
      sql<{
        tenant_id: number
        customer_id: number
        action: string
        grant_key: string
        record_id: number
        granted_at: Date
      }>`
      select granted.*
      from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[], ${names.map((name) => name.customerId)}::bigint[],
          ${names.map((name) => name.action)}::text[], ${names.map((name) => name.key)}::text[])
        as wanted (tenant_id, customer_id, action, grant_key)
      join action_grant as granted using (tenant_id, customer_id, action, grant_key)`,
    )
    return new Map(
      rows.map((row) => {
        const grant = {
          customerId: row.customer_id,
          action: row.action,
          key: row.grant_key,
          recordId: row.record_id,
          at: row.granted_at.getTime(),
        }
        return [keyText({ tenantId: row.tenant_id, key: textOfGrant(grant) }), grant]
      }),
    )
  },
  save: (tx, changes) =>
    run(
      tx,
      sql`
    insert into action_grant (tenant_id, customer_id, action, grant_key, record_id, granted_at)
    select * from unnest(
      ${changes.map((c) => c.tenantId)}::bigint[], ${changes.map((c) => c.value.customerId)}::bigint[],
      ${changes.map((c) => c.value.action)}::text[], ${changes.map((c) => c.value.key)}::text[],
      ${changes.map((c) => c.value.recordId)}::bigint[],
      ${changes.map((c) => new Date(c.value.at).toISOString())}::timestamptz[]
    )`,
    ),
}

export function grantChange(grant: Grant) {
  return put(grants, grant, grant)
}

/** That a customer has had the points for signing up. */
export function signupChange(customerId: number, recordId: number, at: Instant) {
  return grantChange({ customerId, action: 'signup', key: 'once', recordId, at })
}

export function grantLoad(name: GrantName): Load {
  return load(grants, name)
}

/** Who is made by another command of the batch has been granted nothing, unless that did so. */
export function isGranted(facts: Facts, name: GrantName): boolean {
  return facts.peek(grants, name) !== undefined
}

/** How often a customer has been granted points for one action. */
export interface GrantTally {
  readonly ever: number
  /** When, of the last two days: a day of the merchant's calendar lies within them, whatever its zone. */
  readonly recently: readonly Instant[]
}

const NO_GRANTS: GrantTally = { ever: 0, recently: [] }

type ActionOfCustomer = Pick<Grant, 'customerId' | 'action'>

function textOfTally({ customerId, action }: ActionOfCustomer): string {
  return JSON.stringify([customerId, action])
}

const grantTallies: Collection<ActionOfCustomer, GrantTally> = {
  name: 'grant tallies',
  textOf: textOfTally,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{ tenant_id: number; customer_id: number; action: string; ever: number; recently: Date[] | null }>`
      select wanted.tenant_id, wanted.customer_id, wanted.action, tally.ever, tally.recently
      from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[], ${keys.map(({ key }) => key.customerId)}::bigint[],
          ${keys.map(({ key }) => key.action)}::text[]) as wanted (tenant_id, customer_id, action)
      cross join lateral (
        select count(*) as ever,
          array_agg(granted_at) filter (where granted_at > latest.at - interval '2 days') as recently
        from action_grant as granted
        cross join (
          select max(granted_at) as at from action_grant as last
          where last.tenant_id = wanted.tenant_id and last.customer_id = wanted.customer_id
            and last.action = wanted.action
        ) as latest
        where granted.tenant_id = wanted.tenant_id and granted.customer_id = wanted.customer_id
          and granted.action = wanted.action
      ) as tally`,
    )
    return new Map(
      rows.map((row) => [
        keyText({
          tenantId: row.tenant_id,
          key: textOfTally({ customerId: row.customer_id, action: row.action }),
        }),
        { ever: row.ever, recently: (row.recently ?? []).map((at) => at.getTime()) },
      ]),
    )
  },
  // What it counts are the grants, which are saved themselves; it only lets the next of a batch see them.
  save: 'derived',
}

export function tallyLoad(customerId: number, action: string): Load {
  return load(grantTallies, { customerId, action })
}

export function tallyOf(facts: Facts, customerId: number, action: string): GrantTally {
  return facts.peek(grantTallies, { customerId, action }) ?? NO_GRANTS
}

/** The tally with one more. */
export function tallyChange(tally: GrantTally, customerId: number, action: string, at: Instant) {
  const counted = { ever: tally.ever + 1, recently: [...tally.recently, at] }
  return put(grantTallies, { customerId, action }, counted)
}

/** Since when a tenant's program has had an active rule of this kind without a break; null: it has none. */
export async function findRuleStart(tx: Tx, tenantId: number, kind: RuleKind): Promise<Instant | null> {
  const { rows } = await run(
    tx,
    sql<{ start: Date | null }>`
    with version as (
      select version, published_at, program @? ${`$.rules[*] ? (@.kind == "${kind}" && !(@.isActive == false))`}::jsonpath
        as has_rule
      from program_version
      where tenant_id = ${tenantId}
    )
    select min(published_at) as start from version
    where version > (select coalesce(max(version), 0) from version where not has_rule)`,
  )
  return rows[0]?.start?.getTime() ?? null
}
