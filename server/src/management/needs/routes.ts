/** What waits for a person, for the first page of the panel. Here, because it joins several domains. */
import { findAccountsById } from '../../accounts/store/accounts.ts'
import { EXPORT_JOB } from '../../app/job-kinds.ts'
import { findDifferences } from '../../backtests/store/checks.ts'
import type { Permission } from '../../contract/permission.ts'
import { presentCustomer } from '../../customers/admin-api/present.ts'
import { PERSON_EXPORT_JOB, type PersonExportResult } from '../../erasing/export-job.ts'
import { monthToText } from '../../figures/rules/period.ts'
import { readFiguresState } from '../../figures/state.ts'
import { summarizeVerifications } from '../../history/store/verifications.ts'
import type { ExportResult } from '../../jobs/export-job.ts'
import { findDoneWithFiles } from '../../jobs/store/jobs.ts'
import { actorKey, namedActor } from '../../people/actor.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import { presentActor } from '../../people/admin-api/present-approval.ts'
import { type Approval, isOfCustomer } from '../../people/approval.ts'
import { listWaitingFor } from '../../people/store/approvals.ts'
import { type Clock, type Instant, instantToText } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { findHeld as findHeldReferrals } from '../../referrals/store/list.ts'
import { runsOutOn } from '../../rewards/admin-api/coupon-list-routes.ts'
import { rulesGiving } from '../../rewards/manage/given-by-rules.ts'
import { summarizeHeld } from '../../rewards/store/held-awards.ts'
import { listEmptyingLists } from '../../rewards/store/list-configuration.ts'
import type { Cells } from '../../tenancy/cells.ts'
import { findTimeZones } from '../../tenancy/store/zones.ts'
import type { Endpoint } from '../../webhooks/endpoint.ts'
import { type EndpointBacklog, readBacklogs } from '../../webhooks/store/backlog.ts'
import { listEndpoints } from '../../webhooks/store/endpoints.ts'
import { findMonthReady } from '../accounting/month-ready.ts'
import type { SpansOf } from '../reports/answered.ts'
import { getNeeds, type Needs } from './schema.ts'

const SHOWN_MAX = 5
const APPROVALS_COUNTED_MAX = 100
const EVENTS_COUNTED_MAX = 1_000
const HELD_COUNTED_MAX = 1_000

type NeedsCall = Call<typeof getNeeds>

/** Jobs live by the server's clock. */
export function needsAdminRoutes(
  api: AdminApi,
  { cells, clock }: { readonly cells: Cells; readonly clock: Clock },
): void {
  /** When a month was depends on the zones that the merchant has had, which the directory knows. */
  const spansOf: SpansOf = ({ tenant: { id } }) => cells.directory.read([id], (tx) => findTimeZones(tx, id))
  api.read(
    getNeeds,
    'cell',
    async (tx, call, spans) => {
      const may = (permission: Permission) => call.caller.permissions?.has(permission) ?? false
      const [
        differences,
        backtestDiffers,
        approvals,
        endpoints,
        couponLists,
        heldAwards,
        heldReferrals,
        exportsReady,
        figures,
        monthReady,
      ] = await Promise.all([
        may('settings.write') ? countDifferences(tx, call) : 0,
        may('settings.write') ? findDifferences(tx, call.tenant.id) : 0,
        may('approvals.decide') ? findApprovals(tx, call) : { count: 0, items: [] },
        may('webhooks.read') ? findEndpoints(tx, call) : [],
        may('rewards.read') ? findLists(tx, call) : [],
        may('rewards.read') ? findHeld(tx, call) : [],
        may('points.adjust') ? findHeldReferrals(tx, call.tenant.id, HELD_COUNTED_MAX) : null,
        findExports(tx, call, clock()),
        may('reports.overview') ? findFigures(tx, call, clock()) : NO_TROUBLE,
        may('accounting.close') ? findMonthReady(tx, { tenant: call.tenant, now: call.now, spans }) : null,
      ])
      return {
        answer: {
          ...{ differences, backtestDiffers, approvals, endpoints, couponLists, exportsReady, heldAwards },
          heldReferrals: heldReferrals && { ...heldReferrals, since: instantToText(heldReferrals.since) },
          ...figures,
          monthReady: monthReady === null ? null : monthToText(monthReady),
        },
      }
    },
    spansOf,
  )
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
    shown.filter(isOfCustomer).map(({ customerId }) => customerId),
  )
  return {
    count: waiting.length,
    items: shown.flatMap((approval) => {
      const { id, customerId, kind, requestedBy, requestedAt } = approval
      const stored = customerId === null ? null : customers.get(customerId)
      if (stored === undefined) return []
      return {
        id,
        kind,
        by: presentActor(requestedBy),
        customer: stored && presentCustomer(stored.customer, caller),
        import: isOfCustomer(approval)
          ? null
          : { id: approval.request.importId, fileName: approval.request.fileName },
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

/** So long a person is told of an export that they have asked for. */
const READY_FOR_MS = 86_400_000
const EXPORTS = [EXPORT_JOB, PERSON_EXPORT_JOB]

async function findExports(
  tx: Tx,
  { tenant, caller }: NeedsCall,
  now: Instant,
): Promise<Needs['exportsReady']> {
  const kinds = EXPORTS.filter(({ permission }) => caller.permissions?.has(permission)).map(
    ({ kind }) => kind,
  )
  const done = await findDoneWithFiles(tx, tenant.id, {
    ...{ kinds, byActor: namedActor(caller).key },
    ...{ since: now - READY_FOR_MS, limit: SHOWN_MAX },
  })
  return done.map(({ id, kind, result, finishedAt, expiresAt }) => {
    const at = (moment: Instant | null) => instantToText(moment ?? now)
    const told = { jobId: id, finishedAt: at(finishedAt), expiresAt: at(expiresAt) }
    if (kind === PERSON_EXPORT_JOB.kind) {
      const { customerId, entries } = result as PersonExportResult
      return { ...told, export: 'customer', customerId, lines: entries }
    }
    const { export: name, lines } = result as ExportResult
    return { ...told, export: name, customerId: null, lines }
  })
}

const BEHIND_AFTER_MS = 600_000
const NO_TROUBLE: Pick<Needs, 'figuresDiffer' | 'figuresBehind'> = {
  figuresDiffer: null,
  figuresBehind: null,
}

async function findFigures(tx: Tx, { tenant }: NeedsCall, now: Instant): Promise<typeof NO_TROUBLE> {
  const { missingSince, verification } = await readFiguresState(tx, tenant.id)
  const { differences = 0, differsSince = null } = verification ?? {}
  const isBehind = missingSince !== null && missingSince < now - BEHIND_AFTER_MS
  return {
    figuresDiffer: differsSince === null ? null : { since: instantToText(differsSince), differences },
    figuresBehind: isBehind ? { since: instantToText(missingSince) } : null,
  }
}

async function findHeld(tx: Tx, { tenant }: NeedsCall): Promise<Needs['heldAwards']> {
  const held = await summarizeHeld(tx, tenant.id, HELD_COUNTED_MAX)
  return held.slice(0, SHOWN_MAX).map(({ rewardId, title, count, because }) => ({
    reward: { id: rewardId, title },
    count,
    because,
  }))
}
