import { type Change, keyText, type Load, load, put } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import type { CustomerId } from '../contract/ids.ts'
import { CURRENT, programSchedule } from '../earning/collections.ts'
import { hasLimits, periodsOf } from '../earning/limits.ts'
import { programsOf } from '../earning/schedule.ts'
import type { Taken, UsedOf } from '../earning/taken.ts'
import type { Instant } from '../platform/clock.ts'
import { ZERO } from '../platform/decimal.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { type LimitUse, limitUses, textOfPeriod } from './collections/limit-uses.ts'
import { NOTHING_TAKEN, type Order } from './order.ts'

/** What was taken in the periods of an order, of whatever limit: its program may not be read yet. */
export function limitLoads(
  facts: Facts,
  { timeZone }: Tenant,
  stored: Order | undefined,
  placedAt: Instant | null,
): Load[] {
  const { customer } = facts
  if (!customer || !mayBeLimited(facts, stored)) return []
  const zone = stored?.earned?.timeZone ?? timeZone
  const moments = [stored?.placedAt ?? null, placedAt].filter((at) => at !== null)
  const periods = new Set(moments.flatMap((at) => periodsOf(at, zone)))
  return [...periods].map((period) => load(limitUses, { customerId: customer.id, period }))
}

/** One that has earned under a program with limits keeps the zone whose clock it went by. */
function mayBeLimited(facts: Facts, stored: Order | undefined): boolean {
  if (stored?.earned) return stored.earned.timeZone !== null
  const programs = programsOf(facts.peek(programSchedule, CURRENT))
  return programs.some(
    (program) => hasLimits(program) || program.index.cards.some(({ stampLimit }) => stampLimit),
  )
}

/** Those periods in which an order has taken something that it no longer will. */
export function takenLoads({ customerId, earned }: Order): Load[] {
  const periods = new Set(earned?.taken.flatMap(({ period }) => (period === '' ? [] : [period])))
  return [...periods].map((period) => load(limitUses, { customerId, period }))
}

export function usedOf(facts: Facts): UsedOf {
  const customerId = facts.customer?.id
  if (customerId === undefined) return () => ZERO
  return (limit) => usedAmong(facts.peek(limitUses, { customerId, period: limit.period }), limit)
}

/** The same outside of a command: of a customer in the periods of some moments. */
export async function readUsed(
  tx: Tx,
  { id: tenantId, timeZone }: Tenant,
  customerId: CustomerId | null,
  moments: readonly Instant[],
): Promise<UsedOf> {
  if (customerId === null) return () => ZERO
  const periods = new Set(moments.flatMap((at) => periodsOf(at, timeZone)))
  const keys = [...periods].map((period) => ({ tenantId, key: { customerId, period } }))
  const found = await limitUses.load(tx, keys)
  return (limit) => {
    const key = textOfPeriod({ customerId, period: limit.period })
    return usedAmong(found.get(keyText({ tenantId, key })), limit)
  }
}

function usedAmong(
  uses: readonly LimitUse[] | undefined,
  { ruleId, measure }: Pick<Taken, 'ruleId' | 'measure'>,
): bigint {
  return uses?.find((one) => one.ruleId === ruleId && one.measure === measure)?.used ?? ZERO
}

/** What an order takes now in place of what it took before. */
export function limitChanges(facts: Facts, stored: Order | undefined, order: Order): Change[] {
  const before = stored?.earned?.taken ?? NOTHING_TAKEN
  const after = order.earned?.taken ?? NOTHING_TAKEN
  if (before === after) return []
  const moved = [...before.map((one) => ({ ...one, amount: -one.amount })), ...after].filter(
    ({ amount, period }) => amount !== ZERO && period !== '',
  )
  const { customerId } = order
  return [...Map.groupBy(moved, ({ period }) => period)].map(([period, differences]) =>
    put(limitUses, { customerId, period }, withMoved(facts, { customerId, period }, differences)),
  )
}

function withMoved(
  facts: Facts,
  key: { readonly customerId: CustomerId; readonly period: string },
  differences: readonly Taken[],
): LimitUse[] {
  const uses = [...(facts.peek(limitUses, key) ?? [])]
  for (const { ruleId, measure, amount } of differences) {
    const place = uses.findIndex((one) => one.ruleId === ruleId && one.measure === measure)
    const used = (uses[place]?.used ?? ZERO) + amount
    if (place < 0) uses.push({ ruleId, measure, used })
    else uses[place] = { ruleId, measure, used }
  }
  return uses
}
