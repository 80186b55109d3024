import { findAccountsById } from '../../accounts/store/accounts.ts'
import { findMergedInto } from '../../accounts/store/customer-keys.ts'
import { type CursorKeys, readCursor, writeCursor } from '../../contract/admin-api/cursor.ts'
import { maskedName } from '../../contract/admin-api/masking.ts'
import { CURSOR_OF_OTHER_LIST, NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { isProblem } from '../../contract/problem.ts'
import { instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { Actor, Caller } from '../actor.ts'
import { belowIn, mergeParts, type Place, SOURCES, type Source } from '../rules/audit-page.ts'
import { type AuditFilter, type ListedEntry, listAuditEntries } from '../store/audit-list.ts'
import type { AdminApi, Call } from './api.ts'
import { listAudit, listAuditOfCustomer } from './audit-schema.ts'
import type { PeopleDeps } from './deps.ts'

const KINDS: readonly Actor['kind'][] = ['person', 'token', 'operator', 'cli', 'system']

/** What was done for a merchant, in its cell and in the directory. */
export function auditRoutes(api: AdminApi, deps: PeopleDeps): void {
  api.read(listAudit, 'cell', (tx, { tenant, query, caller }) =>
    readPage(tx, deps, { tenant, query, caller, filter: filterOf(query, caller) }),
  )

  api.read(listAuditOfCustomer, 'cell', async (tx, { tenant, params, query, caller }) => {
    const [known, merged] = await Promise.all([
      findAccountsById(tx, tenant.id, [params.id]),
      findMergedInto(tx, tenant.id, params.id),
    ])
    if (known.size === 0) return NOT_FOUND
    const filter = filterOf({ target: 'customer' }, caller)
    const targetIds = [params.id, ...merged].map(String)
    return readPage(tx, deps, { tenant, query, caller, filter: filter && { ...filter, targetIds } })
  })
}

interface PageInput {
  readonly tenant: Tenant
  readonly query: Readonly<Record<string, unknown>> & { readonly limit?: number; readonly cursor?: string }
  readonly caller: Caller
  /** null: nothing can match. */
  readonly filter: AuditFilter | null
}

async function readPage(tx: Tx, { cells }: PeopleDeps, { tenant, query, caller, filter }: PageInput) {
  const { limit = 50, cursor } = query
  const keys = readCursor(query, cursor, 3)
  if (isProblem(keys)) return keys
  const after = placeOf(keys)
  if (keys && !after) return CURSOR_OF_OTHER_LIST
  if (!filter) return { answer: { items: [], nextCursor: null } }
  const page = (source: Source) => ({ below: belowIn(source, after), limit: limit + 1 })
  const [cell, directory] = await Promise.all([
    listAuditEntries(tx, 'cell', tenant.id, filter, page('cell')),
    cells.directory.read([tenant.id], (other) =>
      listAuditEntries(other, 'directory', tenant.id, filter, page('directory')),
    ),
  ])
  const { items, next } = mergeParts({ cell, directory }, limit)
  const nameOf = await findNames(tx, tenant, items, caller)
  return {
    answer: {
      items: items.map((entry) => presentEntry(entry, nameOf(entry))),
      nextCursor: next ? writeCursor(query, [next.at, next.source, next.id]) : null,
    },
  }
}

function placeOf(keys: CursorKeys | null): Place | null {
  const [at, source, id] = keys ?? []
  const known = SOURCES.find((one) => one === source)
  return known && Number.isSafeInteger(at) && Number.isSafeInteger(id)
    ? { at: Number(at), source: known, id: Number(id) }
    : null
}

type AuditQuery = Pick<Call<typeof listAudit>['query'], 'actor' | 'action' | 'target' | 'from' | 'to'>

/** null: nothing can match. Without `audit.all` people see what they have done themselves. */
function filterOf(query: AuditQuery, caller: Caller): AuditFilter | null {
  const own = caller.permissions?.has('audit.all') ? null : `${caller.actor.kind}:${caller.actor.id}`
  if (own !== null && query.actor !== undefined && query.actor !== own) return null
  const [kind, actorId] = split(own ?? query.actor)
  const actorKind = KINDS.find((one) => one === kind) ?? null
  const isNumber = actorId === null || /^\d{1,15}$/.test(actorId)
  if ((kind !== null && actorKind === null) || !isNumber) return null
  const [targetKind, targetId] = split(query.target)
  return {
    actorKind,
    actorId: actorId === null ? null : Number(actorId),
    action: query.action ?? null,
    targetKind,
    targetIds: targetId === null ? null : [targetId],
    from: query.from === undefined ? null : Date.parse(query.from),
    to: query.to === undefined ? null : Date.parse(query.to),
  }
}

/** Kind and id, of which the id may be left out. */
function split(text: string | undefined): [kind: string | null, id: string | null] {
  if (text === undefined) return [null, null]
  const colon = text.indexOf(':')
  return colon < 0 ? [text, null] : [text.slice(0, colon), text.slice(colon + 1)]
}

interface NameNow {
  readonly name: string | null
  readonly erasedAt: string | null
}

const UNNAMED: NameNow = { name: null, erasedAt: null }

/**
 * What the customers of these entries are called. The log itself keeps no names, since they could not be erased there:
 * who may see persons is shown the name of today.
 */
async function findNames(
  tx: Tx,
  tenant: Tenant,
  entries: readonly ListedEntry[],
  { permissions }: Caller,
): Promise<(entry: ListedEntry) => NameNow> {
  if (!permissions?.has('customers.read')) return () => UNNAMED
  const idOf = ({ target: { kind, id } }: ListedEntry): number | null =>
    kind === 'customer' && /^\d{1,15}$/.test(id) ? Number(id) : null
  const ids = entries.flatMap((entry) => idOf(entry) ?? [])
  const found = await findAccountsById(tx, tenant.id, ids)
  const isMasked = !permissions.has('customers.personal')
  return (entry) => {
    const customer = found.get(idOf(entry) ?? 0)?.customer
    if (!customer) return UNNAMED
    const { name } = customer.profile
    return {
      name: isMasked ? name && maskedName(name) : name,
      erasedAt: instantToTextOrNull(customer.erasedAt),
    }
  }
}

function presentEntry(entry: ListedEntry & { readonly source: Source }, nameNow: NameNow) {
  const { id, source, at, actor, action, target, before, after, note, requestId, address, via } = entry
  return {
    id: `${source}-${id}`,
    at: instantToText(at),
    actor,
    action,
    target: { ...target, ...nameNow },
    before: before ?? null,
    after: after ?? null,
    note: note ?? null,
    requestId,
    address,
    via,
  }
}
