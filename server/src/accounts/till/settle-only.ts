import type { Tenant } from '../../tenancy/tenant.ts'
import type { Command } from './command.ts'

/** The till settles an account before each command, and this one is nothing else. */
export const settleOnly: Command<{ readonly tenant: Tenant; readonly key: string }, null> = {
  name: 'settle before',
  customerOf: ({ key }) => key,
  loads: () => [],
  decide: () => ({ result: null }),
}
