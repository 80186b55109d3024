/** What waits for a person, for the first page of the panel. Here, because it joins several domains. */
import { findAccountsById } from '../../accounts/store/accounts.ts'
import type { Permission } from '../../contract/permission.ts'
import { presentCustomer } from '../../customers/admin-api/present.ts'
import { summarizeVerifications } from '../../history/store/verifications.ts'
import { actorKey } from '../../people/actor.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import { presentActor } from '../../people/admin-api/present-approval.ts'
import type { Approval } from '../../people/approval.ts'
import { listWaitingFor } from '../../people/store/approvals.ts'
import { instantToText } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { runsOutOn } from '../../rewards/admin-api/coupon-list-routes.ts'
import { rulesGiving } from '../../rewards/manage/given-by-rules.ts'
import { summarizeHeld } from '../../rewards/store/held-awards.ts'
import { listEmptyingLists } from '../../rewards/store/list-configuration.ts'
import type { Endpoint } from '../../webhooks/endpoint.ts'
import { type EndpointBacklog, readBacklogs } from '../../webhooks/store/backlog.ts'
import { listEndpoints } from '../../webhooks/store/endpoints.ts'
import { getNeeds, type Needs } from './schema.ts'

const SHOWN_MAX = 5
const APPROVALS_COUNTED_MAX = 100
const EVENTS_COUNTED_MAX = 1_000
const HELD_COUNTED_MAX = 1_000

type NeedsCall = Call<typeof getNeeds>

export function needsAdminRoutes(api: AdminApi): void {
  api.read(getNeeds, 'cell', async (tx, call) => {
    const may = (permission: Permission) => call.caller.permissions?.has(permission) ?? false
    const [differences, approvals, endpoints, couponLists, heldAwards] = await Promise.all([
      may('settings.write') ? countDifferences(tx, call) : 0,
      may('approvals.decide') ? findApprovals(tx, call) : { count: 0, items: [] },
      may('webhooks.read') ? findEndpoints(tx, call) : [],
      may('rewards.read') ? findLists(tx, call) : [],
      may('rewards.read') ? findHeld(tx, call) : [],
    ])
    return { answer: { differences, approvals, endpoints, couponLists, heldAwards } }
  })
}

async function countDifferences(tx: Tx, { tenant }: NeedsCall): Promise<number> {
  const [found] = await summarizeVerifications(tx, [tenant.id])
  return found?.differences ?? 0
}

async function findApprovals(tx: Tx, { tenant, caller, now }: NeedsCall): Promise<Needs['approvals']> {
  const waiting = await listWaitingFor(tx, tenant.id, {
    reader: actorKey(caller.actor),
    now,
    limit: APPROVALS_COUNTED_MAX,
  })
  const shown = waiting.slice(0, SHOWN_MAX)
  const customers = await findAccountsById(
    tx,
    tenant.id,
    shown.map(({ customerId }) => customerId),
  )
  return {
    count: waiting.length,
    items: shown.flatMap((approval) => {
      const { id, customerId, kind, requestedBy, requestedAt } = approval
      const stored = customers.get(customerId)
      if (!stored) return []
      return {
        id,
        kind,
        by: presentActor(requestedBy),
        customer: presentCustomer(stored.customer, caller),
        points: quantityOf(approval, 'points'),
        cashback: quantityOf(approval, 'cashback'),
        requestedAt: instantToText(requestedAt),
      }
    }),
  }
}

function quantityOf(approval: Approval, unit: 'points' | 'cashback'): string | null {
  return approval.kind === 'adjustment' && approval.request.unit === unit ? approval.request.quantity : null
}

async function findEndpoints(tx: Tx, { tenant }: NeedsCall): Promise<Needs['endpoints']> {
  const [endpoints, backlogs] = await Promise.all([
    listEndpoints(tx, tenant.id, () => []),
    readBacklogs(tx, [tenant.id], EVENTS_COUNTED_MAX),
  ])
  const backlogOf = new Map(backlogs.map((backlog) => [backlog.endpointId, backlog]))
  return endpoints.flatMap((endpoint) => {
    const backlog = backlogOf.get(endpoint.id)
    return (backlog && presentTrouble(endpoint, backlog)) ?? []
  })
}

/** null: it is well, or was paused on purpose. */
function presentTrouble(
  { id, description, url, state, stateSince, failingSince }: Endpoint,
  { events, held, parked }: EndpointBacklog,
): Needs['endpoints'][number] | null {
  const named = { id, name: description || url }
  const missing = Math.min(events + held + parked, EVENTS_COUNTED_MAX)
  if (state === 'disabled') {
    const since = instantToText(failingSince ?? stateSince)
    return { ...named, trouble: 'disabled', since, events: missing }
  }
  if (state === 'active' && failingSince !== null) {
    return { ...named, trouble: 'failing', since: instantToText(failingSince), events: missing }
  }
  return parked > 0 && state === 'active'
    ? { ...named, trouble: 'parked', since: null, events: parked }
    : null
}

async function findLists(tx: Tx, { tenant, now }: NeedsCall): Promise<Needs['couponLists']> {
  const giving = await rulesGiving(tx, tenant.id, now)
  const lists = await listEmptyingLists(tx, tenant.id, SHOWN_MAX, [...giving.keys()])
  return lists.map((list) => ({
    id: list.id,
    name: list.name,
    codes: list.codes,
    left: list.codes - list.used,
    runsOutOn: runsOutOn(list, now),
    givenBy: [...(giving.get(list.reward?.id ?? 0) ?? [])],
  }))
}

async function findHeld(tx: Tx, { tenant }: NeedsCall): Promise<Needs['heldAwards']> {
  const held = await summarizeHeld(tx, tenant.id, HELD_COUNTED_MAX)
  return held.slice(0, SHOWN_MAX).map(({ rewardId, title, count, because }) => ({
    reward: { id: rewardId, title },
    count,
    because,
  }))
}
