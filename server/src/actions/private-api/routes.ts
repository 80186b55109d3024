import { Type } from 'typebox'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import type { Till } from '../../accounts/till/till.ts'
import type { TenantId } from '../../contract/ids.ts'
import { CUSTOMER_SEQUENCE_HEADER } from '../../contract/private-api/customer-sequence.ts'
import {
  PageEnvelope,
  pageEnvelope,
  pageFailure,
  ResultEnvelope,
  resultEnvelope,
  resultFailure,
} from '../../contract/private-api/envelopes.ts'
import { type ApiRefusal, inApiTerms, wrongField } from '../../contract/private-api/errors.ts'
import { ASKING_FOR_PAGE, type Operation } from '../../contract/private-api/operation.ts'
import { offsetOf, readPage } from '../../contract/private-api/paging.ts'
import { idFromText } from '../../contract/private-api/query.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isBlank, isStorable } from '../../contract/schema.ts'
import { type Program, rewardsGivenBy } from '../../earning/program.ts'
import { findCurrentProgram } from '../../earning/store.ts'
import { instantToText } from '../../platform/clock.ts'
import { balanceToNumber, decimalToNumber } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { localDate, startOfDay } from '../../platform/zone.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Tenant, TenantClock } from '../../tenancy/tenant.ts'
import { type Granted, grantAction, type NamedAction } from '../grant.ts'
import { isObjective, type Objective as ObjectiveRule } from '../objective.ts'
import { countGrants, findAvailability } from '../store/grants.ts'
import { GRANT_ERRORS } from './errors.ts'
import { type TitleOf, toObjective } from './present.ts'
import { GrantBody, GrantResult, Objective, ObjectivesQuery } from './schema.ts'

export interface ActionRoutesOptions {
  readonly cells: Cells
  readonly clock: TenantClock
  readonly reads: SettledReads
  /** What the rewards of prizes are called. */
  readonly readTitles: (
    tx: Tx,
    tenantId: TenantId,
    prizes: Iterable<{ readonly rewardId: number | null }>,
  ) => Promise<TitleOf>
  readonly tillOf: (tenant: Tenant) => Till
}

const granting: Operation = { wrongType: 'General_FieldCannotBeNullOrBlank', refuse: resultFailure }

export function actionRoutes(api: PrivateApi, options: ActionRoutesOptions): void {
  listRoutes(api, options)
  grantRoutes(api, options)
}

function unknownCustomer(id: string): ApiRefusal {
  return refusal('Customer_NotFound', `CustomerId: there is no customer with the id ${id}.`, 'CustomerId')
}

function listRoutes(api: PrivateApi, options: ActionRoutesOptions): void {
  api.addSchema(Objective)
  api.get<{ Querystring: Record<string, unknown> }>(
    '/v1/pvt/Objectives/active',
    {
      config: { operation: ASKING_FOR_PAGE },
      schema: {
        operationId: 'listObjectives',
        tags: ['Actions'],
        summary: 'List what customers can earn points with',
        description:
          'The active rules of the current program, in its order; for one customer with their counts.',
        querystring: ObjectivesQuery,
        response: { 200: PageEnvelope(Type.Unsafe<Objective>(Type.Ref('Objective#'))) },
      },
    },
    async ({ tenant, query }, reply) => {
      const page = readPage(query)
      if (isRefusal(page)) return pageFailure(page)
      const { CustomerId: sent } = query
      const isForNobody = sent === undefined || sent === 'null' || (typeof sent === 'string' && isBlank(sent))
      const found = isForNobody
        ? await readObjectives(options, tenant)
        : await readObjectivesOf(options, tenant, String(sent))
      if (!found) return pageFailure(unknownCustomer(String(sent)))
      const { rules, counts, sequence, titleOf } = found
      if (sequence !== null) void reply.header(CUSTOMER_SEQUENCE_HEADER, sequence)
      const start = offsetOf(page)
      const items = rules
        .slice(start, start + page.size)
        .map((rule) => toObjective(rule, { tenant, counts, titleOf }))
      return pageEnvelope(items, rules.length, page)
    },
  )
}

async function readObjectives({ cells, clock, readTitles }: ActionRoutesOptions, tenant: Tenant) {
  const now = clock(tenant)
  return cells.of(tenant).read([tenant.id], async (tx) => {
    const program = await findCurrentProgram(tx, tenant.id, now)
    const rules = objectivesOf(program)
    return { rules, counts: null, sequence: null, titleOf: await readTitles(tx, tenant.id, prizesOf(rules)) }
  })
}

function objectivesOf({ rules }: Program): ObjectiveRule[] {
  return rules.filter((rule) => rule.isActive).filter(isObjective)
}

function prizesOf(rules: readonly ObjectiveRule[]) {
  return rules.flatMap(rewardsGivenBy)
}

/** null: there is no such customer. */
async function readObjectivesOf(
  { reads, readTitles }: ActionRoutesOptions,
  tenant: Tenant,
  customerKey: string,
) {
  if (!isStorable(customerKey)) return null
  return reads.of(tenant, customerKey, async (tx, { customer, account }, now) => {
    const today = startOfDay(localDate(now, tenant.timeZone), tenant.timeZone)
    const [program, counts] = await Promise.all([
      findCurrentProgram(tx, tenant.id, now),
      countGrants(tx, tenant.id, customer.id, today),
    ])
    const rules = objectivesOf(program)
    const titleOf = await readTitles(tx, tenant.id, prizesOf(rules))
    return { rules, counts, sequence: account.sequence, titleOf }
  })
}

function grantRoutes(api: PrivateApi, options: ActionRoutesOptions): void {
  api.addSchema(GrantResult)
  api.post<{ Params: { id: string }; Body: GrantBody }>(
    '/v1/pvt/Objectives/:id/redeem',
    {
      config: { operation: granting, scope: 'points' },
      schema: {
        operationId: 'grantObjective',
        tags: ['Actions'],
        summary: 'Grant a customer the points of a custom action',
        description:
          'Once for each customer, action and Key; the same again answers IsNew false and grants nothing.',
        params: Type.Object({
          id: Type.String({ description: "Id of the action's rule, or the action's own key." }),
        }),
        body: GrantBody,
        response: { 200: ResultEnvelope(Type.Unsafe<GrantResult>(Type.Ref('ObjectiveGrant#'))) },
      },
    },
    async ({ tenant, params, body: { CustomerId, Key } }, reply) => {
      for (const [name, text] of Object.entries({ CustomerId, Key })) {
        if (isBlank(text)) {
          return resultFailure(wrongField('General_FieldCannotBeNullOrBlank', name, 'is missing or blank.'))
        }
      }
      const [customer, key] = [CustomerId ?? '', Key ?? '']
      const action = actionNamed(params.id)
      const outcome = await options.tillOf(tenant).run(grantAction, { tenant, customer, action, key })
      const granted = inApiTerms(outcome, GRANT_ERRORS)
      if (isRefusal(granted)) return resultFailure(granted)
      const shown = await readGranted(options, tenant, customer, granted)
      if (!shown) return resultFailure(unknownCustomer(customer))
      void reply.header(CUSTOMER_SEQUENCE_HEADER, shown.sequence)
      return resultEnvelope(shown.result)
    },
  )
}

/** Digits alone are the id of a rule. What can't be stored is the key of no action. */
function actionNamed(text: string): NamedAction {
  if (/^\d+$/.test(text)) return { ruleId: idFromText(text) ?? -1 }
  return { key: isStorable(text) ? text : '' }
}

async function readGranted(
  { reads }: ActionRoutesOptions,
  tenant: Tenant,
  customerKey: string,
  { isNew, points, recordId }: Granted,
): Promise<{ readonly result: GrantResult; readonly sequence: number } | null> {
  return reads.of(tenant, customerKey, async (tx, { customer, account }, now) => {
    const [availableAt, program] = await Promise.all([
      findAvailability(tx, tenant.id, customer.id, recordId),
      findCurrentProgram(tx, tenant.id, now),
    ])
    const { balance, sequence } = account
    const result = {
      IsNew: isNew,
      PointsAwarded: decimalToNumber(points),
      PointId: recordId,
      AvailableDate: availableAt === null ? null : instantToText(availableAt),
      PointsBalance: decimalToNumber(balance.points),
      CashbackBalance: program.cashback.isOn ? balanceToNumber(balance.cashback) : 0,
    }
    return { result, sequence }
  })
}
