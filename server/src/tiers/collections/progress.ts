import { type Collection, keyText } from '../../accounts/till/collection.ts'
import type { CustomerId } from '../../contract/ids.ts'
import { ZERO } from '../../platform/decimal.ts'
import type { LocalDate } from '../../platform/zone.ts'
import { countFrom } from '../rules/count-progress.ts'
import { type Days, NO_DAYS, plus } from '../rules/progress.ts'
import {
  addProgress,
  type CountedOrder,
  findCountable,
  findCountedOrders,
  findProgress,
} from '../store/progress.ts'

/** A customer's progress as a command finds it. */
export interface KeptProgress {
  /** At least those since the first day that is asked for. */
  readonly days: Days
  /** What is to be added to the rows that are stored: all of it, where there were none. null: none are kept yet. */
  readonly added: Days | null
}

export const NO_PROGRESS: KeptProgress = { days: NO_DAYS, added: NO_DAYS }

/** What a customer has had since a day, on the calendar of this zone. */
export interface ProgressKey {
  readonly customerId: CustomerId
  readonly since: LocalDate
  readonly timeZone: string
}

function textOfProgress({ customerId, since, timeZone }: ProgressKey): string {
  return `${customerId} ${since} ${timeZone}`
}

/**
 * What is kept of customers, by `ProgressKey`. Who has not been counted yet is counted here, from orders and records;
 * whether that is kept from now on is the command's to say.
 */
export const tierProgress: Collection<ProgressKey, KeptProgress> = {
  name: 'tier progress',
  textOf: textOfProgress,
  async load(tx, keys) {
    const wanted = keys.map(({ tenantId, key }) => ({
      ...key,
      tenantId,
      text: keyText({ tenantId, key: textOfProgress(key) }),
    }))
    const kept = await findProgress(tx, wanted)
    const uncounted = wanted.filter((_, index) => !kept.has(index))
    const countable = await findCountable(tx, uncounted)
    const found = new Map<string, KeptProgress>()
    for (const [index, gains] of kept) {
      const key = wanted[index]
      if (key) found.set(key.text, { days: plus(NO_DAYS, gains), added: NO_DAYS })
    }
    for (const [index, { isToBeKept, ...stored }] of countable) {
      const key = uncounted[index]
      if (!key) continue
      const days = countFrom(stored, key.timeZone)
      found.set(key.text, { days, added: isToBeKept ? rowsOf(days, key.since) : null })
    }
    return found
  },
  save: (tx, changes) =>
    addProgress(
      tx,
      changes.flatMap(({ tenantId, key: { customerId }, value }) =>
        [...(value.added ?? NO_DAYS).values()].map((gain) => ({ ...gain, tenantId, customerId })),
      ),
    ),
}

/** One at least, of nothing where there is nothing: it tells that the customer has been counted. */
function rowsOf(days: Days, since: LocalDate): Days {
  return days.size > 0 ? days : plus(NO_DAYS, [{ day: since, spend: ZERO, orders: 0, points: ZERO }])
}

/** What orders have counted for so far, by order id; left out: an order that has recorded nothing. */
export const countedOrders: Collection<number, CountedOrder> = {
  name: 'tier points of orders',
  async load(tx, keys) {
    const orders = keys.map(({ tenantId, key }) => ({ tenantId, orderId: key }))
    const found = await findCountedOrders(tx, orders)
    return new Map(
      [...found].flatMap(([index, counted]) => {
        const key = keys[index]
        return key ? [[keyText(key), counted]] : []
      }),
    )
  },
  // It is what the records say. It is changed only for the next of a batch to find.
  save: 'derived',
}
