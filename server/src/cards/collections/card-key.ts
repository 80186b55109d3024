import type { TenantKey } from '../../accounts/till/collection.ts'
import type { Columns } from '../../platform/postgres/columns.ts'
import type { CardKey } from '../card.ts'

/** By which rows of a card are found. */
export const CARD_KEY = {
  tenant_id: ['bigint', ({ tenantId }: TenantKey<CardKey>) => tenantId],
  customer_id: ['bigint', ({ key }: TenantKey<CardKey>) => key.customerId],
  rule_id: ['int', ({ key }: TenantKey<CardKey>) => key.ruleId],
} as const satisfies Columns<TenantKey<CardKey>>

/** The same with the key of stamps that were given by hand. */
export interface StampsKey extends CardKey {
  readonly key: string
}

export const STAMPS_KEY: Columns<TenantKey<StampsKey>> = { ...CARD_KEY, key: ['text', ({ key }) => key.key] }

export function textOfStampsKey({ customerId, ruleId, key }: StampsKey): string {
  return `${customerId} ${ruleId} ${key}`
}
