import { keyText } from '../../accounts/till/collection.ts'
import {
  type AccountCheck,
  type AccountRange,
  DIFFERENCES_MAX,
  type FoundDifference,
} from '../../accounts/verify.ts'
import { STAMP_TYPE } from '../../cards/card.ts'
import { stampBasis, stampsOfOrder } from '../../cards/rules/quantity.ts'
import type { CustomerId, OrderId } from '../../contract/ids.ts'
import { programVersions } from '../../earning/collections.ts'
import { leftOutOfTiers } from '../../earning/counted.ts'
import { shortText } from '../../earning/explanation.ts'
import { evaluateAsTaken } from '../../earning/limits.ts'
import type { OrderFacts } from '../../earning/order-facts.ts'
import { EMPTY_PROGRAM, type Program } from '../../earning/program.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, runUnhurried, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { orders } from '../collections/orders.ts'
import { MEASURE_CODES } from '../details-encoding.ts'
import { NOTHING_TAKEN, type Order } from '../order.ts'
import { factsOf } from '../rules/facts.ts'

/** What is left out of orders, and what they have taken of limits, against their content and what is counted of it. */
export const verifyCounted: AccountCheck = async (tx, range) => {
  const uses = await findWrongUses(tx, range)
  const stamps = await findWrongStamps(tx, range)
  return [...uses, ...stamps, ...(await findWronglyCounted(tx, range))]
}

/** What an order gave to a card lies between what was recorded for it, and that less what has ended since. */
async function findWrongStamps(tx: Tx, { tenantId, after, last }: AccountRange): Promise<FoundDifference[]> {
  const { rows } = await runUnhurried<FoundDifference>(
    tx,
    sql`
    with given as (
      select customer_id, id as order_id, (line ->> 0)::int as rule_id, (line ->> 3)::numeric(18, 4) as stamps
      from customer_order cross join lateral json_array_elements(details -> 'k') as line
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
        and details -> 'k' is not null and line ->> 1 = ${String(MEASURE_CODES.stamps)}
    ),
    recorded as (
      select customer_id, order_id, rule_id, sum(stamps - coalesce(written_off, 0)) as standing,
        sum(stamps - coalesce(written_off, 0)) filter (where type <> ${STAMP_TYPE.ended}) as given
      from stamp_record
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last} and order_id is not null
      group by 1, 2, 3
    )
    select customer.original_id as customer,
      'stamps of order ' || order_id || ' on card ' || rule_id as what, coalesce(given.stamps, 0)::text as stored,
      coalesce(recorded.standing, 0) || ' to ' || coalesce(recorded.given, 0) as recomputed
    from given full join recorded using (customer_id, order_id, rule_id)
    join customer on customer.tenant_id = ${tenantId} and customer.id = customer_id
    where customer.erased_at is null
      and coalesce(given.stamps, 0) not between coalesce(recorded.standing, 0) and coalesce(recorded.given, 0)
    limit ${DIFFERENCES_MAX}`,
  )
  return rows
}

async function findWrongUses(tx: Tx, { tenantId, after, last }: AccountRange): Promise<FoundDifference[]> {
  const { rows } = await runUnhurried<FoundDifference>(
    tx,
    sql`
    with taken as (
      select customer_id, (line ->> 0)::int as rule_id, (line ->> 1)::smallint as measure, line ->> 2 as period,
        sum((line ->> 3)::numeric(18, 4)) as used
      from customer_order cross join lateral json_array_elements(details -> 'k') as line
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
        and details -> 'k' is not null and line ->> 2 <> ''
      group by 1, 2, 3, 4
    ),
    stored as (
      select customer_id, rule_id, measure, period, used from limit_use
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
    )
    select customer.original_id as customer, 'taken of rule ' || rule_id || ' in ' || period as what,
      coalesce(stored.used, 0)::text as stored, coalesce(taken.used, 0)::text as recomputed
    from taken full join stored using (customer_id, rule_id, measure, period)
    join customer on customer.tenant_id = ${tenantId} and customer.id = customer_id
    where coalesce(stored.used, 0) <> coalesce(taken.used, 0)
    limit ${DIFFERENCES_MAX}`,
  )
  return rows
}

interface Place {
  readonly customerId: CustomerId
  readonly id: OrderId
}

interface OrderPlace {
  readonly customer_id: CustomerId
  readonly id: OrderId
  readonly customer: string
  readonly original_id: string
}

const PAGE = 2_000

async function findWronglyCounted(tx: Tx, range: AccountRange): Promise<FoundDifference[]> {
  const versions = await findVersionsThatCount(tx, range)
  if (versions.length === 0) return []
  const differences: FoundDifference[] = []
  let place: Place | null = { customerId: range.after, id: Number.MAX_SAFE_INTEGER }
  while (place && differences.length < DIFFERENCES_MAX) {
    const rows: OrderPlace[] = await readOrders(tx, range, place, versions)
    differences.push(...(await differencesAmong(tx, range, rows)))
    const end = rows.at(-1)
    place = end && rows.length === PAGE ? { customerId: end.customer_id, id: end.id } : null
  }
  return differences
}

/** Versions with something that is left out or limited: of others every order counts whole. */
async function findVersionsThatCount(tx: Tx, { tenantId }: AccountRange): Promise<number[]> {
  const { rows } = await run(
    tx,
    sql<{ version: number }>`
    select version from program_version
    where tenant_id = ${tenantId}
      and program @? '$.rules[*] ? (@.kind == "exclude" || @.kind == "cap" || @.kind == "card" || exists(@.limit))'`,
  )
  return rows.map(({ version }) => version)
}

async function readOrders(
  tx: Tx,
  { tenantId, last }: AccountRange,
  { customerId, id }: Place,
  versions: readonly number[],
): Promise<OrderPlace[]> {
  const { rows } = await run<OrderPlace>(
    tx,
    sql`
    select bought.customer_id, bought.id, customer.original_id as customer, bought.original_id
    from customer_order as bought
    join customer on customer.tenant_id = bought.tenant_id and customer.id = bought.customer_id
    where bought.tenant_id = ${tenantId} and (bought.customer_id, bought.id) > (${customerId}, ${id})
      and bought.customer_id <= ${last} and program_version = any (${versions}::int[]) and state = 2
      -- What an erased person returns changes no points any more.
      and customer.erased_at is null
    order by bought.tenant_id, bought.customer_id, bought.id
    limit ${PAGE}`,
  )
  return rows
}

async function differencesAmong(
  tx: Tx,
  { tenantId }: AccountRange,
  rows: readonly OrderPlace[],
): Promise<FoundDifference[]> {
  const keys = rows.map(({ original_id: key }) => ({ tenantId, key }))
  const stored = await orders.load(tx, keys)
  const versions = new Set([...stored.values()].flatMap(({ earned }) => earned?.programVersion ?? []))
  const programs = await programVersions.load(
    tx,
    [...versions].map((key) => ({ tenantId, key })),
  )
  return rows.flatMap(({ customer, original_id: key }) => {
    const order = stored.get(keyText({ tenantId, key }))
    if (!order?.earned) return []
    const program = programs.get(keyText({ tenantId, key: order.earned.programVersion })) ?? EMPTY_PROGRAM
    return differencesOf(order, program).map((difference) => ({ customer, ...difference }))
  })
}

function differencesOf(order: Order, program: Program): Omit<FoundDifference, 'customer'>[] {
  if (!order.earned) return []
  const { leftOutOfTiers: stored, taken } = order.earned
  const facts = factsOf(order, order.earned)
  const leftOut = leftOutOfTiers(program.index, facts)
  const possible = evaluateAsTaken(program, facts, taken).taken ?? NOTHING_TAKEN
  const tooMuch = taken.filter(({ ruleId, measure, amount }) => {
    if (measure === 'stamps') return amount > stampsIn(program, ruleId, facts)
    const most = possible.find((one) => one.ruleId === ruleId && one.measure === measure)
    return amount > (most?.amount ?? 0n)
  })
  return [
    ...(stored === leftOut
      ? []
      : [
          {
            what: `left out of tiers of order ${order.originalId}`,
            stored: textOf(stored),
            recomputed: textOf(leftOut),
          },
        ]),
    ...tooMuch.map(({ ruleId, period, amount }) => ({
      what: `taken of rule ${ruleId} in ${period} by order ${order.originalId}`,
      stored: shortText(amount),
      recomputed: 'less',
    })),
  ]
}

function stampsIn(program: Program, ruleId: number, facts: OrderFacts): Decimal {
  const rule = program.index.cards.find(({ id }) => id === ruleId)
  return rule ? stampsOfOrder(rule, program, stampBasis(program, facts)) : 0n
}

function textOf(amount: Decimal | null): string {
  return amount === null ? 'none' : shortText(amount)
}
