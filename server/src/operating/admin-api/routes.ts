import type { Operation } from '../../contract/admin-api/operation.ts'
import { pageById, pageOf } from '../../contract/admin-api/page.ts'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { isProblem, type Problem, problem } from '../../contract/problem.ts'
import type { Caller } from '../../people/actor.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import { addTenantOfPerson } from '../../people/store/persons.ts'
import {
  endSupportAccess,
  findLiveSupport,
  insertSupportAccess,
  type SupportAccess,
} from '../../people/store/support-access.ts'
import { type Clock, type Instant, instantToText } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { within } from '../../platform/within.ts'
import type { Cells } from '../../tenancy/cells.ts'
import { TenancyError } from '../../tenancy/manage/tenants.ts'
import { isWhole, shownState } from '../../tenancy/standing.ts'
import { findTenant } from '../../tenancy/store/tenants.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { resumeMerchant, suspendMerchant } from '../manage.ts'
import type { Operator } from '../operator.ts'
import { type Figures, listMerchantsAfter, readFigures } from '../store/merchants.ts'
import { tellOfMerchant } from '../tell.ts'
import * as operations from './schema.ts'

const HOUR_MS = 3_600_000
/** A cell that is away must not keep the others from being shown. */
const FIGURES_MS = 3_000

const NOT_IN_THIS_STATE = problem('conflict', {
  en: 'This can’t be done while the merchant is closed or being deleted. Resume it first.',
  'pt-BR': 'Isto não pode ser feito enquanto a loja está encerrada ou sendo excluída. Reative-a primeiro.',
  es: 'Esto no se puede hacer mientras la tienda está cerrada o se está eliminando. Reactívela primero.',
})

interface Deps {
  readonly cells: Cells
  readonly clock: Clock
}

export function operatingAdminRoutes(api: AdminApi, deps: Deps): void {
  const { directory } = deps.cells

  api.custom(operations.listMerchants, async ({ query, caller }) => {
    const page = pageById(query)
    if (isProblem(page)) return page
    const found = await directory.read([], (tx) => listMerchantsAfter(tx, page))
    const ids = found.map(({ id }) => id)
    const now = deps.clock()
    const [figures, support] = await Promise.all([
      figuresOf(deps.cells, found, now),
      directory.read(ids, (tx) => findLiveSupport(tx, ids, now)),
    ])
    const mine = support.filter(({ personId }) => personId === caller.personId)
    const toItem = (tenant: Tenant) => present(tenant, figures.get(tenant.id) ?? null, mine)
    return { answer: pageOf(query, found, ({ id }) => [id], toItem) }
  })

  api.custom(operations.suspend, (call) =>
    about(deps, call, async (tx, { id }, done) => {
      await suspendMerchant(tx, id, call.body.reason, done)
      return { answer: {} }
    }),
  )

  api.custom(operations.resume, (call) =>
    about(deps, call, async (tx, { id }, done) => {
      await resumeMerchant(tx, id, done)
      return { answer: {} }
    }),
  )

  api.custom(operations.openSupport, (call) =>
    about(deps, call, async (tx, tenant, { by, now }) => {
      const { personId } = call.caller
      if (personId === null) return NOT_FOUND
      const { hours, reason } = call.body
      const endsAt = now + hours * HOUR_MS
      const { label } = by.actor
      // The newest says how long: one that is open already does not outlive it.
      await endSupportAccess(tx, tenant.id, { personId }, { by: label, now })
      await insertSupportAccess(tx, tenant.id, {
        personId,
        personLabel: label,
        reason,
        beginsAt: now,
        endsAt,
      })
      await addTenantOfPerson(tx, personId, tenant.id)
      await tellOfMerchant(tx, tenant, by, {
        action: 'support.open',
        at: now,
        after: { hours, endsAt: instantToText(endsAt) },
        note: reason,
      })
      return { answer: { endsAt: instantToText(endsAt) } }
    }),
  )

  api.custom(operations.endSupport, (call) =>
    about(deps, call, async (tx, tenant, { by, now }) => {
      const { personId } = call.caller
      const which = { personId: personId ?? 0 }
      const ended = await endSupportAccess(tx, tenant.id, which, { by: by.actor.label, now })
      if (!ended) return NOT_FOUND
      await tellOfMerchant(tx, tenant, by, { action: 'support.end', at: now })
      return { answer: {} }
    }),
  )
}

type OfMerchant = Operation & { readonly params: typeof operations.suspend.params }

/** One transaction of the directory, bound to the merchant that the path names. */
function about<Op extends OfMerchant, Answer>(
  { cells, clock }: Deps,
  call: Call<Op>,
  work: (
    tx: Tx,
    tenant: Tenant,
    done: { readonly by: Operator; readonly now: Instant },
  ) => Promise<Answer | Problem>,
): Promise<Answer | Problem> {
  const { merchant } = call.params as { readonly merchant: number }
  const by = operatorOf(call.caller as Caller, call)
  return cells.directory
    .transaction([merchant], async (tx) => {
      const tenant = await findTenant(tx, merchant)
      if (!tenant || !isWhole(tenant.standing)) return NOT_FOUND
      return work(tx, tenant, { by, now: clock() })
    })
    .catch((error: unknown) => {
      if (error instanceof TenancyError) return NOT_IN_THIS_STATE
      throw error
    })
}

function operatorOf(
  { actor, via }: Caller,
  { requestId, address }: { readonly requestId: string; readonly address: string },
): Operator {
  return { actor: { ...actor, kind: 'operator' }, via, requestId, address }
}

async function figuresOf(
  cells: Cells,
  tenants: readonly Tenant[],
  now: Instant,
): Promise<ReadonlyMap<number, Figures>> {
  const byCell = Map.groupBy(tenants, ({ cell }) => cell)
  const read = [...byCell].map(async ([cell, ofCell]) => {
    const ids = ofCell.map(({ id }) => id)
    const database = cells.all.get(cell)
    if (!database) return []
    const found = within(
      FIGURES_MS,
      database.read(ids, (tx) => readFigures(tx, ids, now)),
    )
    return [...(await found.catch(() => new Map<number, Figures>()))]
  })
  return new Map((await Promise.all(read)).flat())
}

function present(tenant: Tenant, figures: Figures | null, mine: readonly SupportAccess[]) {
  const { id, name, cell, isSandbox, standing } = tenant
  const text = (at: Instant | null): string | null => (at === null ? null : instantToText(at))
  return {
    ...{ id, name, cell, isSandbox },
    state: shownState(standing),
    stateSince: text(standing.since),
    stateReason: standing.reason,
    deleteAfter: text(standing.deleteAfter),
    figures: figures && { ...figures, lastOrderAt: text(figures.lastOrderAt) },
    supportUntil: text(mine.find(({ tenantId }) => tenantId === id)?.endsAt ?? null),
  }
}
