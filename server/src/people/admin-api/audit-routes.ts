import { findAccountsById } from '../../accounts/store/accounts.ts'
import { type CursorKeys, readCursor, writeCursor } from '../../contract/admin-api/cursor.ts'
import { isProblem } from '../../contract/admin-api/problem.ts'
import { CURSOR_OF_OTHER_LIST, NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { instantToText } from '../../platform/clock.ts'
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
    readPage(tx, deps, { tenant, query, filter: filterOf(query, caller) }),
  )

  api.read(listAuditOfCustomer, 'cell', async (tx, { tenant, params, query, caller }) => {
    const known = await findAccountsById(tx, tenant.id, [params.id])
    if (known.size === 0) return NOT_FOUND
    return readPage(tx, deps, {
      tenant,
      query,
      filter: filterOf({ target: `customer:${params.id}` }, caller),
    })
  })
}

interface PageInput {
  readonly tenant: Tenant
  readonly query: Readonly<Record<string, unknown>> & { readonly limit?: number; readonly cursor?: string }
  /** null: nothing can match. */
  readonly filter: AuditFilter | null
}

async function readPage(tx: Tx, { cells }: PeopleDeps, { tenant, query, filter }: PageInput) {
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
  return {
    answer: {
      items: items.map(presentEntry),
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

/** null: nothing can match. Without `audit.all` everybody sees what they have done themselves. */
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
    targetId,
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

function presentEntry(entry: ListedEntry & { readonly source: Source }) {
  const { id, source, at, actor, action, target, before, after, note, requestId, address, via } = entry
  return {
    id: `${source}-${id}`,
    at: instantToText(at),
    actor,
    action,
    target,
    before: before ?? null,
    after: after ?? null,
    note: note ?? null,
    requestId,
    address,
    via,
  }
}
