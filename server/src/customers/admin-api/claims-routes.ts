import { type Claim, oldestRevocable, revocableUntil } from '../../accounts/claim.ts'
import { readExactSearch, readSearch } from '../../accounts/rules/search.ts'
import { findAccountsById } from '../../accounts/store/accounts.ts'
import { findCustomerKeys } from '../../accounts/store/customer-keys.ts'
import { findByTerms } from '../../accounts/store/find.ts'
import { readCursor } from '../../contract/admin-api/cursor.ts'
import { isId, pageBefore, pageById, pageOf, rowsOf } from '../../contract/admin-api/page.ts'
import { CURSOR_OF_OTHER_LIST, NOT_FOUND } from '../../contract/admin-api/texts.ts'
import type { CustomerId } from '../../contract/ids.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { type Caller, namedActor } from '../../people/actor.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import { type Clock, instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Cells } from '../../tenancy/cells.ts'
import { type Tenant, tenantClock } from '../../tenancy/tenant.ts'
import * as commands from '../revoke-claim.ts'
import * as store from '../store/claims.ts'
import {
  listClaims,
  listUnclaimed,
  previewRevoke,
  type Revoked,
  revokeClaim,
  type UnclaimedItem,
} from './claims-schema.ts'
import { obstacleOf, revokeProblem } from './claims-texts.ts'
import { idFor, presentAmount, presentCustomer, seesPersons } from './present.ts'

/** Customers who were imported by a contact alone, and by which ids the shop has named them since. */
export function claimAdminRoutes(
  api: AdminApi,
  { cells, clock }: { readonly cells: Cells; readonly clock: Clock },
): void {
  api.read(listUnclaimed, 'cell', async (tx, call) => {
    const { tenant, query, caller } = call
    if (query.search !== undefined) return findUnclaimed(tx, query.search, call)
    const page = pageById(query)
    if (isProblem(page)) return page
    const found = await store.listUnclaimed(tx, tenant.id, { ...page, isMatched: query.matched ?? false })
    const shown = await presentUnclaimed(tx, tenant, found.rows, caller)
    const keysOf = ({ customer }: UnclaimedItem) => [customer.id]
    const until = found.lookedUntil === null ? null : [found.lookedUntil]
    return { answer: pageOf(query, shown, keysOf, (one) => one, until) }
  })

  api.read(listClaims, 'cell', async (tx, { tenant, query, caller }) => {
    const page = pageBefore(query)
    if (isProblem(page)) return page
    const since = oldestRevocable(tenantClock(clock)(tenant))
    const claims = await store.listClaims(tx, tenant.id, { ...page, since })
    const accounts = await findAccountsById(
      tx,
      tenant.id,
      claims.map(({ customerId }) => customerId),
    )
    const shown = claims.flatMap((claim) => {
      const stored = accounts.get(claim.customerId)
      if (!stored) return []
      const { customer, account } = stored
      const who = { customer: presentCustomer(customer, caller), balance: presentAmount(account.balance) }
      return [{ claim, item: { ...who, ...presentClaim(claim, caller) } }]
    })
    const keysOf = ({ claim }: (typeof shown)[number]) => [claim.at, claim.customerId]
    return { answer: pageOf(query, shown, keysOf, ({ item }) => item) }
  })

  const inputOf = async ({
    tenant,
    params: { id },
    caller,
  }: Call<typeof revokeClaim> | Call<typeof previewRevoke>): Promise<commands.RevokeInput | Problem> => {
    const [customerKey] = await cells
      .of(tenant)
      .read([tenant.id], (tx) => findCustomerKeys(tx, [{ tenantId: tenant.id, customerId: id }]))
    if (!customerKey) return NOT_FOUND
    return { tenant, customerKey, customerId: id, by: namedActor(caller), realNow: clock() }
  }

  api.tryOut(previewRevoke, {
    command: commands.revokeClaim,
    input: inputOf,
    shown(result, { caller, locale }, { before }) {
      const customer = isRefusal(result) ? before.customer : result.customer
      if (!result.claim || !customer) return NOT_FOUND
      const obstacle = isRefusal(result) ? obstacleOf(result.reason, result.claim.openOrder) : null
      const canRevoke = !isRefusal(result) && result.isNew
      const claim = canRevoke ? { ...result.claim, revokedAt: null, revokedBy: null } : result.claim
      return {
        ...presentStanding({ customer, claim }, presentAmount(before.account.balance), caller),
        canRevoke,
        obstacle: obstacle && { reason: obstacle.name, sentence: obstacle.words[locale] },
      }
    },
  })

  api.command(revokeClaim, {
    command: commands.revokeClaim,
    input: inputOf,
    written(result, { caller }, { before }) {
      if (isRefusal(result)) return revokeProblem(result.reason, result.claim?.openOrder ?? null)
      const { customer, claim, isNew } = result
      const { id, publicId } = customer
      return {
        answer: presentStanding(result, presentAmount(before.account.balance), caller),
        audit: isNew
          ? {
              target: { kind: 'customer', id: String(id), label: publicId },
              before: null,
              after: { orders: claim.orders, earned: presentAmount(claim.earned) },
            }
          : null,
      }
    },
  })
}

type Caught = Pick<Caller, 'permissions'>

async function findUnclaimed(
  tx: Tx,
  text: string,
  { tenant, query, caller }: Call<typeof listUnclaimed>,
): Promise<{ answer: { items: UnclaimedItem[]; nextCursor: string | null } } | Problem> {
  const keys = readCursor(query, query.cursor, 2)
  if (isProblem(keys)) return keys
  const [rank = 0, belowId = Number.MAX_SAFE_INTEGER] = keys ?? []
  if (!isId(rank) || !isId(belowId)) return CURSOR_OF_OTHER_LIST
  const search = seesPersons(caller) ? readSearch(text) : readExactSearch(text)
  if (!search) return { answer: { items: [], nextCursor: null } }
  const found = await findByTerms(tx, tenant.id, search, {
    after: { isExact: rank === 0, id: belowId },
    limit: rowsOf(query),
    isWanted: ({ customer }) => customer.isUnclaimed === true && customer.erasedAt === null,
  })
  const contacts = found.map(({ id, stored }) => ({ id, ...stored.customer.profile }))
  const others = await store.withOthers(tx, tenant.id, contacts)
  const shown = await presentUnclaimed(tx, tenant, others, caller)
  const rows = shown
    .map((item, index) => ({ item, isExact: found[index]?.isExact ?? false }))
    .filter(({ item }) => !query.matched || item.sharing.length > 0)
  const answer = pageOf(
    query,
    rows,
    ({ item, isExact }) => [isExact ? 0 : 1, item.customer.id],
    ({ item }) => item,
  )
  return { answer }
}

async function presentUnclaimed(
  tx: Tx,
  tenant: Tenant,
  rows: readonly store.Unclaimed[],
  caller: Caught,
): Promise<UnclaimedItem[]> {
  const ids = new Set<CustomerId>(rows.flatMap(({ id, others }) => [id, ...others]))
  const accounts = await findAccountsById(tx, tenant.id, [...ids])
  return rows.flatMap(({ id, others }) => {
    const stored = accounts.get(id)
    if (!stored) return []
    const { customer, account } = stored
    return [
      {
        customer: presentCustomer(customer, caller),
        balance: presentAmount(account.balance),
        sharing: others.flatMap((other) => {
          const found = accounts.get(other)
          return found ? [presentCustomer(found.customer, caller)] : []
        }),
      },
    ]
  })
}

function presentClaim(claim: Claim, caller: Caught) {
  const { claimedId, formerId, matchedBy, at, revokedAt, revokedBy } = claim
  return {
    claimedId: idFor(caller, claimedId),
    formerId: idFor(caller, formerId),
    matchedBy,
    claimedAt: instantToText(at),
    revocableUntil: instantToText(revocableUntil(claim)),
    revokedAt: instantToTextOrNull(revokedAt),
    revokedBy,
  }
}

function presentStanding(
  { customer, claim }: Pick<commands.RevokedClaim, 'customer' | 'claim'>,
  balance: Revoked['balance'],
  caller: Caught,
): Revoked {
  return {
    ...presentClaim(claim, caller),
    customer: presentCustomer(customer, caller),
    balance,
    orders: claim.orders,
    earned: presentAmount(claim.earned),
    used: presentAmount(claim.used),
  }
}
