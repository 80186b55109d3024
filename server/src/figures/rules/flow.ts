import { type Amount, add, NOTHING, negate, POINT_TYPE } from '../../accounts/account.ts'
import { CAUSE } from './delta.ts'

/** What a change of balances was, in the order in which a sum tells them. */
export const FLOWS = ['issued', 'imported', 'redeemed', 'expired', 'takenBack'] as const
export type Flow = (typeof FLOWS)[number]

/** A sum of the series of flow, whatever days it is of. */
export interface FlowSum {
  readonly type: number
  readonly cause: number
  readonly amount: Amount
  readonly count: number
}

/** null: it changes no balance, or leaves one customer for another. */
export function flowOf({ type, cause }: Pick<FlowSum, 'type' | 'cause'>): Flow | null {
  if (cause === CAUSE.pending || cause === CAUSE.merge) return null
  if (type === POINT_TYPE.import) return 'imported'
  if (type === POINT_TYPE.redeem || type === POINT_TYPE.redeemReturned) return 'redeemed'
  if (type === POINT_TYPE.expiry) return 'expired'
  return cause === CAUSE.debit ? 'takenBack' : 'issued'
}

/** Whether it makes balances smaller. Its amounts are told without a sign. */
function isTaken(flow: Flow): boolean {
  return flow === 'redeemed' || flow === 'expired' || flow === 'takenBack'
}

export interface Counted {
  readonly amount: Amount
  readonly count: number
}

export const NONE_COUNTED: Counted = { amount: NOTHING, count: 0 }

export type Flows = Readonly<Record<Flow, Counted>>

export function addCounted(a: Counted, b: Counted): Counted {
  return { amount: add(a.amount, b.amount), count: a.count + b.count }
}

export function flowsOf(sums: Iterable<FlowSum>): Flows {
  const flows = Object.fromEntries(FLOWS.map((flow) => [flow, NONE_COUNTED])) as Record<Flow, Counted>
  for (const sum of sums) {
    const flow = flowOf(sum)
    if (flow) flows[flow] = addCounted(flows[flow], told(flow, sum))
  }
  return flows
}

/** As it is told: what leaves balances is no number below zero. */
export function told(flow: Flow, { amount, count }: Counted): Counted {
  return { amount: isTaken(flow) ? negate(amount) : amount, count }
}

/** What all of it has added to the balances together. */
export function changeOf(flows: Flows): Amount {
  return FLOWS.reduce(
    (sum, flow) => add(sum, isTaken(flow) ? negate(flows[flow].amount) : flows[flow].amount),
    NOTHING,
  )
}
